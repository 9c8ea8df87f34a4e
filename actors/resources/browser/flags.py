"""How the browser is started: quiet, without a way out of its own, and as isolated as it can be."""

from __future__ import annotations

import os

# Every name, and every address but the proxy's, leads nowhere unless the proxy is asked.
_NOWHERE = "MAP * ~NOTFOUND , EXCLUDE {proxy}"

_OFF = (
    "AutofillServerCommunication",
    "CertificateTransparencyComponentUpdater",
    "DialMediaRouteProvider",
    "HttpsUpgrades",
    "InterestFeedContentSuggestions",
    "IsolateOrigins",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "Prerender2",
    "PreconnectToSearch",
    "SpareRendererForSitePerProcess",
    "Translate",
    "WebRtcHideLocalIpsWithMdns",  # it would ask the local network by multicast
    "WebTransport",
    "WebUIOmniboxAimPopup",  # the address bar is a page in a process of its own, for each window
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxPopup",
    "site-per-process",
)

_ALWAYS = (
    "--headless=new",
    "--remote-debugging-pipe",
    # No way out but the proxy.
    "--disable-quic",
    "--dns-prefetch-disable",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--no-pings",
    "--proxy-bypass-list=<-loopback>",
    # Nothing of its own on the network.
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-extensions-with-background-pages",
    "--disable-component-update",
    "--disable-crash-reporter",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-field-trial-config",
    "--disable-sync",
    "--metrics-recording-only",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-service-autorun",
    "--no-startup-window",
    # One page is as good as another, and none is looked at.
    "--disable-backgrounding-occluded-windows",
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--disable-ipc-flooding-protection",
    "--disable-hang-monitor",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-site-isolation-trials",  # each read has a context, and a context holds no secret
    "--disable-print-preview",
    "--disable-notifications",
    "--deny-permission-prompts",
    "--hide-scrollbars",
    "--mute-audio",
    "--password-store=basic",
    "--use-mock-keychain",
    "--js-flags=--max-old-space-size=512",  # megabytes; a page that wants more is not read
)


def flags(profile: str, proxy: tuple[str, int]) -> list[str]:
    """The arguments for one start; the sandbox needs a user other than root."""
    host, port = proxy
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return [
        *_ALWAYS,
        *sandbox,
        f"--disable-features={','.join(_OFF)}",
        f"--host-resolver-rules={_NOWHERE.format(proxy=host)}",
        f"--proxy-server=http://{host}:{port}",
        f"--user-data-dir={profile}",
    ]

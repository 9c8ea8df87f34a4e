// Ways out that do not ask a proxy, and workers that would outlive the page.
for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport", "SharedWorker"]) {
  delete globalThis[name];
}
if (navigator.serviceWorker) {
  navigator.serviceWorker.register = () => Promise.reject(new DOMException("off", "SecurityError"));
}

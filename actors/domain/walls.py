"""Pages that stand in the way of a page: bot challenges, logins, and shells that need a browser."""

from __future__ import annotations

import re
from typing import Literal

Wall = Literal["challenge", "login", "script", ""]

_SHORT = 1_500  # characters; an article about captchas is longer than one
_HEAD = 262_144  # bytes of the page that are looked at
_CHALLENGE_TITLE = re.compile(
    r"^(?:just a moment|attention required|access denied|robot check|are you a (?:robot|human)"
    r"|please verify|security check|ddos-guard|verifying you are human|pardon our interruption"
    r"|bot verification|human verification|one more step|checking your browser)",
    re.IGNORECASE,
)
_CHALLENGE = re.compile(
    rb"cf-chl-|/cdn-cgi/challenge-platform|cf_captcha|px-captcha|captcha-delivery\.com|_incapsula_resource"
    rb"|awswafcookiedomainlist|g-recaptcha|h-captcha|hcaptcha\.com/1/api|ak_bmsc|geo\.captcha",
    re.IGNORECASE,
)
_LOGIN_PATH = re.compile(
    r"/(?:log-?in|sign-?in|sso|oauth2?|authorize|auth|accounts?/login|session/new)\b", re.IGNORECASE
)
_PASSWORD = re.compile(rb"<input\b[^>]{0,400}\btype\s*=\s*[\"']?password", re.IGNORECASE)
_SCRIPTED = re.compile(
    rb"<div\s[^>]{0,100}\bid\s*=\s*[\"']?(?:root|app|__next|__nuxt|svelte)\b|enable javascript"
    rb"|javascript is (?:required|disabled)|requires javascript",
    re.IGNORECASE,
)
_LITTLE = 200  # characters that a page built by scripts shows without them


def wall_of(title: str, text: str, body: bytes, url: str, *, redirected: bool) -> Wall:
    """What stands in the way, in the simple cases; empty when it looks like the page itself."""
    head = body[:_HEAD]
    if len(text) > _SHORT:
        return ""
    if _CHALLENGE_TITLE.match(title.strip()) or (len(text) < 600 and _CHALLENGE.search(head)):
        return "challenge"
    if redirected and _LOGIN_PATH.search(url) and _PASSWORD.search(head):
        return "login"
    if len(text.strip()) < _LITTLE and _SCRIPTED.search(head) and b"<script" in head.lower():
        return "script"
    return ""

"""Pages that want something of a visitor first: a login, consent to cookies, an age."""

from __future__ import annotations

import re

from headwater.actors.domain.lazy import pattern
from headwater.actors.domain.walls.seen import Seen, Wall

_SHORT = 2_500  # characters; what is longer has been let through
_PASSWORD = pattern(rb"<input\b[^>]{0,400}\btype\s*=\s*[\"']?password")
_LOGIN_PATH = pattern(
    r"/(?:log-?in|sign-?in|sso|oauth2?|authorize|auth|authwall|accounts?/login|session/new"
    r"|servicelogin|checkpoint)(?:[/._-]|$)"
)
_LOGIN_HOST = pattern(
    r"^(?:login|signin|sso|auth|accounts|idp|identity|id)\.|\.(?:okta|auth0)\.com$"
)
_LOGIN_TITLE = pattern(
    r"(?:(?:please )?(?:log|sign) ?-?in|log ?in (?:or|/) (?:sign|register).*|sign in (?:to|-) .*"
    r"|log ?in (?:to|-) .*|authentication required|login required|you must (?:be logged|log) in.*"
    r"|members only|anmelden|anmeldung|einloggen|se connecter|connexion|iniciar sesi[oó]n"
    r"|acceder|accedi|entrar|inloggen|logga in|zaloguj.*|войти|вход|登录|ログイン|로그인)"
    r"(?:\s*[|:\-\u2013\u2014\u00b7\u2022]\s*.{1,60})?",
    re.IGNORECASE,
)
_LOGIN_WORDS = (
    "you must be logged in",
    "you must be logged-in",
    "you must log in to",
    "you need to log in",
    "please log in to continue",
    "please sign in to continue",
    "log in to continue",
    "sign in to continue",
    "registered and logged in",
    "you are not logged in or you do not have permission",
    "join linkedin",
    "sign in to view",
    "log in to view",
    "log into facebook",
    "members only",
)

_CONSENT_HOST = pattern(
    r"^(?:consent|guce|cookie-?wall|myprivacy|privacy-?gate|cmp)\.|^consent-pref\."
)
_CONSENT_FORM = (
    b'action="https://consent.youtube.com',
    b'action="https://consent.google.',
    b"/v2/collectconsent",
    b"guce.oath.com",
    b"consent.yahoo.com",
    b"myprivacy.dpgmedia",
)
_CONSENT_TITLE = pattern(
    r"(?:before you continue.*|bevor sie .{0,40}weitergehen|avant d'acc[eé]der .*"
    r"|antes de (?:ir|continuar) .*|prima di continuare.*|voordat je verdergaat.*"
    r"|(?:cookie|privacy|consent|datenschutz)[- ]?"
    r"(?:wall|gate|consent|einstellungen|settings|preferences|choices|notice)"
    r"|(?:we value|about) your privacy|your privacy choices|privacy gate)"
    r"(?:\s*[|:\-\u2013\u2014]\s*.{1,60})?",
    re.IGNORECASE,
)
_CONSENT_WORDS = (
    "cookie",
    "consent",
    "personalised ads",
    "personalized ads",
    "our partners",
    "legitimate interest",
    "accept all",
    "reject all",
    "alle akzeptieren",
    "zustimm",
    "einwillig",
    "tout accepter",
    "aceptar todo",
    "accetta tutt",
)
_CONSENT_MAKERS = (
    b"onetrust",
    b"sourcepoint",
    b"sp_message",
    b"privacy-mgmt",
    b"didomi",
    b"usercentrics",
    b"cookiebot",
    b"quantcast",
    b"trustarc",
    b"consentmanager",
    b"fundingchoices",
    b"iubenda",
    b"cookieyes",
)
_POLICY = pattern(r"polic(?:y|ies)|privacy|cookies?-?(?:notice|statement|settings)|datenschutz")
_MENTIONS = 4  # of consent in a short text; a banner beside a teaser has fewer

_AGE_TITLE = pattern(
    r"(?:.{0,60}[:|\-\u2013] )?(?:over 18\??|age (?:verification|check|gate|restricted)"
    r"|are you (?:over|at least) (?:18|21)\??|verify your age|altersverifikation|you must be 18.*)"
    r"(?:\s*[|:\-\u2013\u2014]\s*.{1,60})?",
    re.IGNORECASE,
)
_AGE_WORDS = pattern(
    r"(?:you must be|are you|i am|i'm) (?:at least |over )?(?:18|21)|over eighteen|over18|18\+"
    r"|years (?:old|of age)|legal (?:drinking )?age"
)


def login(seen: Seen) -> Wall | None:
    """A login that came instead of the page; not one that was asked for."""
    if seen.length > _SHORT:
        return None
    on_login = bool(_LOGIN_PATH.search(seen.path) or _LOGIN_HOST.search(seen.host))
    if on_login and not seen.redirected:
        return None
    titled = any(_LOGIN_TITLE.fullmatch(title) for title in seen.titles)
    worded = any(word in seen.words for word in _LOGIN_WORDS)
    if not (on_login or titled or worded):
        return None
    signs = on_login + titled + worded + bool(_PASSWORD.search(seen.head))
    return Wall("login") if signs >= 2 else None


def consent(seen: Seen) -> Wall | None:
    """A question about cookies that came instead of the page."""
    if seen.length > _SHORT:
        return None
    if seen.redirected and _CONSENT_HOST.search(seen.host):
        return Wall("consent")
    titled = any(_CONSENT_TITLE.fullmatch(title) for title in seen.titles)
    worded = sum(seen.words.count(word) for word in _CONSENT_WORDS) >= _MENTIONS
    if not (titled or worded):
        return None
    if seen.has_any(*_CONSENT_FORM):
        return Wall("consent")
    if _POLICY.search(seen.path):  # somebody asked for what the site says about it
        return None
    return Wall("consent") if titled and (worded or seen.has_any(*_CONSENT_MAKERS)) else None


def age(seen: Seen) -> Wall | None:
    """A question about the visitor's age. It may be as long as the site's menus are."""
    if not any(_AGE_TITLE.fullmatch(title) for title in seen.titles):
        return None
    asked = _AGE_WORDS.search(seen.words) or b"over18" in seen.head
    return Wall("age") if asked else None

"""Pages that say, with a status of success, that there is no page: soft 404s and parked names."""

from __future__ import annotations

import re

from headwater.actors.domain.lazy import pattern
from headwater.actors.domain.walls.seen import Seen, Wall

_SHORT = 800  # characters; a soft 404 says that it is one, and offers some links
_THIN = 250  # characters
_MISSING_TITLE = pattern(
    r"(?:.{0,40}[|:\-\u2013\u2014]\s*)?(?:error\s*|http\s*|erreur\s*|fehler\s*)?"
    r"(?:404\b.{0,60}"
    r"|(?:the |this |sorry,? (?:the |this )?|oops!? (?:the |this )?|uh[- ]oh!? )?"
    r"(?:page|file|article|content|document|post|url|resource|object|item|product|topic|thread"
    r"|video|profile|user|account|job|listing)"
    r"(?: you(?:'re| are| were)? (?:requested|looking for))?"
    r"(?: (?:is|was|could|can|ca|does|do|has|wo))?"
    r"(?: ?n[o']t (?:be )?(?:found|available|exist)| cannot be found"
    r"| no longer (?:available|exists)"
    r"| missing| been (?:removed|deleted|moved))"
    r"|not found|nothing (?:was )?found(?: here)?|we (?:can|could)(?:'t|n't|not) find .{0,30}page.*"
    r"|oops!?(?: that page can't be found.*)?"
    r"|(?:die )?seite (?:wurde )?(?:leider )?nicht (?:gefunden|vorhanden)"
    r"|(?:cette )?page (?:introuvable|non trouv[eé]e)"
    r"|p[aá]gina (?:no|n[aã]o) (?:encontrada|existe|disponible)|pagina non trovata"
    r"|pagina niet gevonden|sidan (?:kunde inte hittas|hittades inte|finns inte)"
    r"|siden (?:blev|ble) ikke fundet|nie znaleziono strony|strona nie (?:istnieje|znaleziona)"
    r"|страница не (?:найдена|существует)|sayfa bulunamad."
    r"|ページが見つかりません.*|お探しのページ.*|页面(?:不存在|未找到|没有找到).*|找不到(?:网页|頁面|页面).*"
    r"|페이지를 찾을 수 없습니다.*)"
    r"[.!]?(?:\s*[|:\-\u2013\u2014\u00b7]\s*.{1,60}|\s*\(?404\)?)?",
    re.IGNORECASE,
)
_MISSING_WORDS = pattern(
    r"404|not found|n[o']t be found|can't find|couldn't find|could not find|doesn't exist"
    r"|does not exist|no longer (?:exists|available)|has been (?:removed|deleted|moved)"
    r"|nicht gefunden|existiert nicht|introuvable|n'existe pas|no encontrad|no existe"
    r"|non trovata|non esiste|n[aã]o encontrad|niet gevonden|не найден|не существует"
    r"|見つかりません|不存在|找不到|찾을 수 없"
)

_PARKED_MARKS = (
    b"sedoparking",
    b"parkingcrew",
    b"bodis.com",
    b"hugedomains.com",
    b"dan.com/buy-domain",
    b"afternic",
    b"window.park",
    b"parking-lander",
    b"lander_system",
    b"img1.wsimg.com/parking",
    b"/cgi-sys/suspendedpage",
    b"domaincontrol",
    b"parklogic",
    b"above.com",
    b"uniregistry",
    b"sav.com",
    b"porkbun.com",
    b"namecheap.com",
)
_PARKED_WORDS = pattern(
    r"(?:this |the )?domain (?:name )?(?:is|may be) (?:for sale|parked|available for)"
    r"|(?:is|may be) (?:parked|for sale)(?: by| free|!|\.|\s*\||$)|buy this domain|domain parking"
    r"|parked (?:free|domain)|get this domain|inquire about this domain|domain has expired"
    r"|account (?:has been )?suspended|diese domain (?:steht zum verkauf|ist geparkt|kaufen)"
    r"|ce domaine est (?:[aà] vendre|gar[eé])|dominio (?:en venta|in vendita)",
    re.MULTILINE,
)
_NAMED = pattern("domain|domini|parked|suspended")  # one of these in all of the words above
_PARKED_TITLE = pattern(
    r"(?:[\w.-]{3,80}\.[a-z]{2,20}(?: is for sale.*| domain name is for sale.*)?|account suspended"
    r"|parked domain.*|domain (?:name )?for sale.*|this domain .*|[\w.-]+ - .*for sale.*)",
    re.IGNORECASE,
)


def missing(seen: Seen) -> Wall | None:
    """A soft 404: it calls itself one, and says nothing else."""
    if seen.length > _SHORT:
        return None
    named = sum(bool(_MISSING_TITLE.fullmatch(title)) for title in seen.titles)
    if not named:
        return None
    told = bool(_MISSING_WORDS.search(seen.text.lower()))
    return Wall("missing") if named + told + (seen.length <= _THIN) >= 2 else None


def parked(seen: Seen) -> Wall | None:
    """A name that somebody holds or sells, or whose account is closed."""
    if seen.length > _SHORT:
        return None
    worded = bool(_NAMED.search(seen.words) and _PARKED_WORDS.search(seen.words))
    if not worded and seen.length > _THIN:
        return None
    if seen.has_any(b'location.href="/lander"'):
        return Wall("parked")
    marked = seen.has_any(*_PARKED_MARKS)
    titled = any(_PARKED_TITLE.fullmatch(title) for title in seen.titles)
    signs = 2 * worded + marked + titled + (seen.length <= _THIN)
    return Wall("parked") if signs >= 3 else None

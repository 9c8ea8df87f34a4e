"""Takes out of a page what a browser would not show, and counts it by rule."""

from __future__ import annotations

import re
from collections import Counter

from selectolax.lexbor import LexborHTMLParser, LexborNode

_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_BLOCK = re.compile(r"@[\w-]+[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_RULE = re.compile(r"([^{}]{1,500})\{([^{}]*)\}")
_ZERO = r"0*(?:\.0+)?(?:px|em|rem|pt|%|vh|vw)?"
_FAR = r"-\s*(?:\d{4,}|[5-9]\d\d)(?:\.\d+)?(?:px|em|rem|pt|vw|vh|%)"
# Each rule with the declarations that hide, on normalised text: lower case, no spaces, `;` around.
_HIDING = (
    ("display_none", re.compile(r";display:none")),
    (
        "visibility_hidden",
        re.compile(r";(?:visibility:(?:hidden|collapse)|content-visibility:hidden)"),
    ),
    (
        "transparent",
        re.compile(rf";(?:opacity:{_ZERO}(?:!important)?;|filter:[^;]*opacity\({_ZERO}\))"),
    ),
    (
        "tiny_text",
        re.compile(
            rf";font-size:(?:{_ZERO}|0?\.\d+(?:px|pt|em|rem)|1(?:\.\d+)?px)(?:!important)?;"
        ),
    ),
    (
        "off_screen",
        re.compile(rf";(?:left|top|right|bottom|text-indent|margin-left|margin-top):{_FAR}"),
    ),
    ("clipped", re.compile(r";(?:clip:rect\(|clip-path:(?:inset\((?:50|100)%|circle\(0))")),
    (
        "scaled_away",
        re.compile(r";(?:transform:[^;]*scale[xy]?\(0\)|scale:0(?:!important)?;|zoom:0)"),
    ),
    (
        "no_size",
        re.compile(
            rf"(?=.*;overflow:hidden)(?=.*;(?:max-)?(?:height|width):{_ZERO}(?:!important)?;)"
        ),
    ),
)
_COLOUR = re.compile(r";color:([^;!]+)")
_GROUND = re.compile(r";background(?:-color)?:([^;!]+)")
_SEE_THROUGH = re.compile(
    r"transparent|(?:rgba?|hsla?)\(.*[,/]0*(?:\.0+)?%?\)|#[0-9a-f]{3}0|#[0-9a-f]{6}00"
)
_NAMES = {"white": "#ffffff", "black": "#000000", "red": "#ff0000"}
_STYLES = 200_000  # characters of style sheets that are read
_RULES = 2_000


def remove_hidden(tree: LexborHTMLParser) -> dict[str, int]:
    """Remove hidden elements; how many by rule."""
    removed: Counter[str] = Counter()
    doomed = [
        ("hidden_attribute", node) for node in _select(tree, "[hidden]:not([hidden=until-found])")
    ]
    doomed += [("aria_hidden", node) for node in _select(tree, "[aria-hidden=true i]")]
    doomed += [(rule, node) for node in _select(tree, "[style]") if (rule := _inline(node))]
    for selector, rule in _sheet_rules(tree):
        doomed += [(rule, node) for node in _select(tree, selector)]
    for rule, node in doomed:
        if node.tag in {"html", "body"} or node.css_first("main, [role=main]") is not None:
            continue  # shown by a script once it runs; nobody hides a whole page
        if node.parent is None:
            continue  # went with an element around it
        removed[rule] += 1
        node.decompose()
    return dict(removed)


def hiding_rule(declarations: str) -> str:
    """The rule by which these CSS declarations hide text, or nothing."""
    style = _normal(declarations)
    for rule, pattern in _HIDING:
        if pattern.search(style):
            return rule
    colour, ground = _COLOUR.search(style), _GROUND.search(style)
    if colour and _SEE_THROUGH.fullmatch(colour[1]):
        return "transparent"
    if colour and ground and _hex(colour[1]) == _hex(ground[1]):
        return "same_colour"
    return ""


def _normal(declarations: str) -> str:
    plain = _ESCAPE.sub(_unescape, _COMMENT.sub("", declarations))
    return ";" + re.sub(r"\s+", "", plain).lower().strip(";") + ";"


def _unescape(found: re.Match[str]) -> str:
    code = int(found[1], 16) if found[1] else ord(found[2])
    return chr(code) if 0 < code <= 0x10FFFF else ""


def _hex(colour: str) -> str:
    colour = _NAMES.get(colour, colour)
    if re.fullmatch(r"#[0-9a-f]{3}", colour):
        return "#" + "".join(digit * 2 for digit in colour[1:])
    if found := re.fullmatch(r"rgb\((\d{1,3}),(\d{1,3}),(\d{1,3})\)", colour):
        return "#" + "".join(f"{min(255, int(part)):02x}" for part in found.groups())
    return colour


def _inline(node: LexborNode) -> str:
    return hiding_rule(node.attributes.get("style") or "")


def _sheet_rules(tree: LexborHTMLParser) -> list[tuple[str, str]]:
    """Selectors of the page's own style sheets that hide; conditional blocks are left alone."""
    sheets = "\n".join(node.text(deep=True) for node in tree.css("style"))[:_STYLES]
    plain = _BLOCK.sub("", _COMMENT.sub("", sheets))
    found = [
        (selector.strip(), hiding_rule(body)) for selector, body in _RULE.findall(plain)[:_RULES]
    ]
    return [(_ESCAPE.sub(_unescape, selector), rule) for selector, rule in found if rule]


def _select(tree: LexborHTMLParser, selector: str) -> list[LexborNode]:
    """The elements; none for a selector that the parser does not know."""
    if ":" in selector and not selector.startswith("[hidden]"):
        return []  # :hover, ::before and their like say nothing about the page as it is read
    try:
        return tree.css(selector)
    except (ValueError, RuntimeError):  # what selectolax raises for them
        return []

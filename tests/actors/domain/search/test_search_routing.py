from __future__ import annotations

import pytest

from headwater.actors.domain.search.hints import SuggestedAction, hints_for
from headwater.actors.domain.search.routing import candidates, healthy, orders_of
from headwater.actors.messages.faults import Unconfigured
from headwater.actors.messages.lenses import Lens
from headwater.actors.messages.providers import Abilities, Roster, Standing
from headwater.kernel.faults import BadInput

WEB = {"web": Abilities()}
STANDINGS = {
    "google": Standing("google", WEB, missing=("GOOGLE_KEY", "GOOGLE_ID")),
    "brave": Standing("brave", WEB),
    "exa": Standing("exa", WEB, state="open"),
    "duckduckgo": Standing("duckduckgo", WEB, keyed=False),
    "hackernews": Standing("hackernews", WEB | {"news": Abilities()}, keyed=False),
}
ROSTER = Roster(STANDINGS)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("", {}),
        ("Brave, exa,,brave", {"default": ("brave", "exa")}),
        ('{"web": "brave,exa", "news": ["exa"]}', {"web": ("brave", "exa"), "news": ("exa",)}),
    ],
)
def test_the_operators_order_is_read(text: str, orders: object) -> None:
    assert orders_of(text) == orders


@pytest.mark.parametrize("text", ['{"web"', '{"web": 1}', '{"web": [1]}'])
def test_an_order_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"JSON|Expected|Input"):
        orders_of(text)


def test_keyless_providers_come_last_and_the_unconfigured_not_at_all() -> None:
    assert candidates(ROSTER, "web") == ["brave", "exa", "duckduckgo"]
    assert candidates(ROSTER, "news") == ["hackernews"]


def test_the_operators_order_wins() -> None:
    roster = Roster(STANDINGS, {"default": ("hackernews", "google", "brave")})
    assert candidates(roster, "web") == ["hackernews", "brave"]
    first = Roster(STANDINGS, first="hackernews")
    assert candidates(first, "web") == ["hackernews", "brave", "exa", "duckduckgo"]


def test_a_named_provider_is_alone_or_the_fault_says_why_not() -> None:
    assert candidates(ROSTER, "web", "exa") == ["exa"]
    with pytest.raises(BadInput, match="unknown provider 'x'"):
        candidates(ROSTER, "web", "x")
    with pytest.raises(BadInput, match=r"no news by 'brave'\. Accepted: hackernews"):
        candidates(ROSTER, "news", "brave")
    with pytest.raises(Unconfigured, match="google needs GOOGLE_KEY and GOOGLE_ID"):
        candidates(ROSTER, "web", "google")
    with pytest.raises(Unconfigured, match="no provider of images is configured"):
        candidates(ROSTER, "images")


def test_a_lens_goes_first_to_whom_it_was_made_for() -> None:
    goggle = Lens("g", "", goggle="https://a.org/g.goggle")
    assert candidates(ROSTER, "web", lens=goggle) == ["brave"]
    both = Lens("b", "", domains=("a.org",), goggle="https://a.org/g.goggle")
    ordered = Roster(STANDINGS, {"web": ("duckduckgo", "brave")})
    assert candidates(ordered, "web", lens=both) == ["brave", "duckduckgo"]
    with pytest.raises(Unconfigured, match="set GOOGLE_CUSTOM_SEARCH_API_KEY"):
        candidates(ROSTER, "web", lens=Lens("c", "", cx="123"))


def test_a_named_provider_that_cannot_look_through_a_lens_says_so() -> None:
    with pytest.raises(BadInput, match="exa cannot look through g"):
        candidates(ROSTER, "web", "exa", Lens("g", "", goggle="https://a.org/g.goggle"))
    assert candidates(ROSTER, "web", "exa", Lens("d", "", ("a.org",))) == ["exa"]
    images = {"brave": Standing("brave", {"images": Abilities()})}
    with pytest.raises(Unconfigured, match="has no domains"):
        candidates(Roster(images), "images", lens=Lens("g", "", goggle="https://a.org/g.goggle"))


def test_only_healthy_others_are_suggested() -> None:
    others = healthy(ROSTER, "web", ("brave",))
    assert others == ["duckduckgo"]
    hints = hints_for({"site": "a.org", "lens": "", "country": "at"}, ["brave"], others, "rivers")
    assert hints.reason == "filters_too_restrictive"
    assert hints.filters_applied == {"site": "a.org", "country": "at"}
    assert hints.suggested_actions == (
        SuggestedAction("rephrase", query="rivers"),
        SuggestedAction("remove-filter", filter="site"),
        SuggestedAction("remove-filter", filter="country"),
        SuggestedAction("try-different-provider", provider="duckduckgo"),
    )
    assert hints_for({}, [], []).reason == "no_match"

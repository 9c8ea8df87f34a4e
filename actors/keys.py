"""
The variables that hold keys and contact addresses of sources, and what each is good for.

Their names are those that other research servers use, so that an operator's environment keeps
working. Contact addresses are personal, so they are treated like keys: shown as set or not set.
"""

from __future__ import annotations

import os

from headwater.kernel.environment import Given
from headwater.kernel.settings import Variable

_FOLDER = os.path.dirname(__file__) + "/providers"  # noqa: PTH120 - pathlib takes longer
_NO_PROVIDERS = {"__init__", "provider", "interpreting"}  # files of the folder that are none
_OTHER_NAME = {"searxng"}  # whose address has a variable of its own


def _key(name: str, about: str) -> Variable:
    return Variable(name, about, secret=True)


SEARCH = (
    _key("BRAVE_API_KEY", "Brave Search: web, news, images and places."),
    _key("SERPER_API_KEY", "Serper: Google results for web, news and images."),
    _key("SEARCHAPI_API_KEY", "SearchAPI: Google results, and Google Patents."),
    _key("TAVILY_API_KEY", "Tavily: web search and answers."),
    _key("EXA_API_KEY", "Exa: web search, answers, page contents."),
    _key("GOOGLE_CUSTOM_SEARCH_API_KEY", "Google Programmable Search; goes with the ID."),
    Variable("GOOGLE_CUSTOM_SEARCH_ID", "Google Programmable Search: which search engine."),
    Variable("SEARXNG_URL", "Address of a SearXNG instance."),
    _key("SEARXNG_BASIC_AUTH", "Login of that instance, as user:password."),
    _key("SEARXNG_HEADERS", "Headers for that instance, as Name: value, Name: value."),
    _key("PERPLEXITY_API_KEY", "Perplexity: written answers."),
    _key(
        "HEADWATER_OSM_CONTACT",
        "OpenStreetMap: an address where its people can reach you; allows to ask it for places.",
    ),
    _key("JINA_API_KEY", "Jina Reader: more pages per minute."),
)

SCHOLARLY = (
    _key("OPENALEX_EMAIL", "OpenAlex: the faster pool; also the contact where none is given."),
    _key("CROSSREF_EMAIL", "Crossref: the faster pool."),
    _key("SEMANTIC_SCHOLAR_API_KEY", "Semantic Scholar: more requests per second."),
    _key("PUBMED_API_KEY", "PubMed: more requests per second."),
    _key("PUBMED_EMAIL", "PubMed: contact address."),
    _key("CORE_API_KEY", "CORE: open-access full texts."),
    _key("SCHOLAR_API_KEY", "ScholarAPI: full texts of papers."),
    _key("UNPAYWALL_EMAIL", "Unpaywall: free copies of paywalled papers."),
)

RECORDS = (
    _key("USPTO_API_KEY", "USPTO: United States patents."),
    _key("EPO_OPS_CONSUMER_KEY", "European Patent Office; goes with the secret."),
    _key("EPO_OPS_CONSUMER_SECRET", "European Patent Office; goes with the key."),
    _key("LENS_API_TOKEN", "The Lens: patents of many offices."),
    _key("EDGAR_CONTACT_EMAIL", "SEC EDGAR: the contact address that it asks for."),
    _key("COURTLISTENER_API_TOKEN", "CourtListener: more requests per day."),
    _key("FRED_API_KEY", "FRED: economic time series."),
)

OTHERS = (
    _key("IA_ACCESS_KEY", "Internet Archive: saving pages; goes with the secret."),
    _key("IA_SECRET_KEY", "Internet Archive: saving pages; goes with the access key."),
    _key("BRANDFETCH_API_KEY", "Brandfetch: logos and colours of companies."),
    _key("BRANDFETCH_CLIENT_ID", "Brandfetch: logo addresses."),
    _key("GITHUB_TOKEN", "GitHub: more requests per hour."),
)


def provider_names() -> list[str]:
    """The providers there are, by their files: importing them all takes long."""
    files = os.listdir(_FOLDER)  # noqa: PTH208 - as above
    stems = {name.removesuffix(".py") for name in files if name.endswith(".py")}
    return sorted(stems - _NO_PROVIDERS)


def _addresses() -> tuple[Variable, ...]:
    names = [name for name in provider_names() if name not in _OTHER_NAME]
    about = "Address to ask for {} instead of its own, such as a proxy or a mirror."
    return tuple(Variable(f"HEADWATER_{name.upper()}_URL", about.format(name)) for name in names)


SERVICES = tuple(
    Variable(f"HEADWATER_{name.upper()}_URL", f"Address to read {of} from, instead of its own.")
    for name, of in (
        ("fxtwitter", "posts of X"),
        ("hackernews_algolia", "threads of Hacker News"),
        ("hackernews_firebase", "items and lists of Hacker News"),
        ("reddit", "Reddit's JSON and feeds"),
        ("youtube", "videos' captions"),
    )
)

KEYS = SEARCH + SCHOLARLY + RECORDS + OTHERS
ADDRESSES = SERVICES + _addresses()


def values(given: dict[str, Given]) -> dict[str, str]:
    """What is set of all these, by variable."""
    known = [one.name for one in KEYS + ADDRESSES]
    return {name: str(given[name].value).strip() for name in known if name in given}


def held_secrets(held: dict[str, str]) -> list[str]:
    """What must never be shown: each secret as a whole, and the parts that are sent alone."""
    whole = [held[key.name] for key in KEYS if key.secret and key.name in held]
    parts = [held.get("SEARXNG_BASIC_AUTH", "").partition(":")[2]]
    parts += [pair.partition(":")[2] for pair in held.get("SEARXNG_HEADERS", "").split(",")]
    return whole + [part.strip() for part in parts if part.strip()]

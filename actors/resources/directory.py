"""Where each provider is, what the operator holds for it, and a request with both put in."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator, Mapping
from urllib.parse import quote, urlencode, urlsplit

import msgspec

from headwater.actors.domain import links
from headwater.actors.domain.lazy import pattern
from headwater.actors.messages.faults import Unconfigured
from headwater.actors.messages.providers import Consult, Inquire, Parameter, Request
from headwater.actors.messages.web import Url
from headwater.actors.providers.provider import Credential, Operation, Provider, Providers, packaged
from headwater.actors.resources.http import exchange
from headwater.kernel.faults import BadInput

_TOKEN = pattern(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_FORM = "application/x-www-form-urlencoded"


class Directory:
    """The providers with what the operator has set for them, by variable."""

    def __init__(
        self, given: Mapping[str, str], providers: Callable[[], Providers] = packaged
    ) -> None:
        self._given = given
        self._providers = providers

    def all(self) -> Providers:
        """Every provider there is."""
        return self._providers()

    def find(self, name: str, operation: str) -> tuple[Provider, Operation]:
        """A provider that can be asked this; the faults name those that could."""
        provider = self.all().get(name)
        if provider is None or operation not in provider.operations:
            able = [each.name for each in self.all().values() if operation in each.operations]
            what = "unknown provider" if provider is None else f"no provider of {operation}:"
            raise BadInput("provider", f"{what} {name[:64]!r}", ", ".join(sorted(able)))
        if missing := self.missing(provider):
            raise Unconfigured(f"{name} needs {' and '.join(missing)}", provider=name)
        return provider, provider.operations[operation]

    def holds(self, variable: str) -> bool:
        """Whether the operator has set it; no provider is loaded to find out."""
        return bool(self._given.get(variable))

    def inquiry(self, consult: Consult, now: float) -> Inquire:
        """The question as it is put to the provider; its answer is not kept."""
        _, operation = self.find(consult.provider, consult.operation)
        request = operation.request(consult.question, now)
        return Inquire(consult, "", request, left=operation.seconds)

    def missing(self, provider: Provider) -> tuple[str, ...]:
        """The variables that must be set before it can be asked."""
        names = [
            credential.variable
            for credential in provider.credentials
            if credential.required and not self._value(credential)
        ]
        if not provider.base and not self._given.get(provider.address_variable):
            names.insert(0, provider.address_variable)
        return tuple(names)

    def address(self, provider: Provider, request: Request) -> Url:
        """Where the request goes, without anything secret."""
        base = self._base(provider, request.base or provider.base)
        address = base.rstrip("/") + request.path if request.path else base
        if query := _encoded(request.params):
            address += ("&" if "?" in address else "?") + query
        return links.parse(address)

    def _base(self, provider: Provider, usual: str) -> str:
        """The operator's address where there is one; without a path it is another host's."""
        given = self._given.get(provider.address_variable, "").rstrip("/")
        if given and not urlsplit(given).path:
            return given + urlsplit(usual).path
        return given or usual

    def dress(self, provider: Provider, request: Request, agent: str) -> exchange.Request:
        """The request as it is sent, keys and all: it goes to the wire and nowhere else."""
        headers = {"user-agent": agent, "accept": "application/json"} | _lower(provider.headers)
        params = dict(request.params)
        for credential in provider.credentials:
            value = self._value(credential)
            if value and credential.place == "param":
                params.setdefault(credential.name, credential.form.format(value))
            elif value:
                headers |= _lower(dict(_headers(credential, value)))
        body, kind = _body(request)
        headers |= {"content-type": kind} if kind else {}
        return exchange.Request(
            url=self.address(provider, msgspec.structs.replace(request, params=params)),
            headers=tuple((headers | _lower(request.headers)).items()),
            limit=request.limit,
            method=request.method or ("POST" if kind else "GET"),
            body=body,
            operator=True,
        )

    def _value(self, credential: Credential) -> str:
        names = (credential.variable, *credential.instead)
        return next((value for name in names if (value := self._given.get(name, ""))), "")


def pairs_of(text: str) -> Iterator[tuple[str, str]]:
    """Headers as operators write them: "Name: value, Name: value". What is none is left out."""
    for part in re.split(r",\s*(?=[!#$%&'*+.^_`|~0-9A-Za-z-]+\s*:)", text):
        name, colon, value = part.partition(":")
        name, value = name.strip(), value.strip()
        if colon and _TOKEN.fullmatch(name) and value.isprintable():
            yield name, value


def _headers(credential: Credential, value: str) -> Iterator[tuple[str, str]]:
    if credential.place == "headers":
        yield from pairs_of(value)
    elif credential.place == "basic":
        yield "authorization", f"Basic {base64.b64encode(value.encode()).decode()}"
    else:
        yield credential.name, credential.form.format(value)


def _body(request: Request) -> tuple[bytes, str]:
    """The bytes that are sent, and what they are."""
    if request.json is not None:
        return msgspec.json.encode(request.json), "application/json"
    if request.form is not None:
        return _encoded(request.form).encode(), _FORM
    return b"", ""


def _encoded(parameters: Mapping[str, Parameter]) -> str:
    given = {name: value for name, value in parameters.items() if value is not None}
    return urlencode(given, doseq=True, quote_via=quote)


def _lower(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}

"""From a provider's bytes to an answer, to its next request, or to the fault that came instead."""

from __future__ import annotations

from typing import Any

import msgspec

from headwater.actors.domain.providers.clean import clean
from headwater.actors.domain.providers.problem import problem_of
from headwater.actors.messages.faults import ProviderFailed, ProviderLimited, WebFault
from headwater.actors.messages.providers import Inquire, Interpret, KeepAnswer, Request
from headwater.actors.messages.web import Response
from headwater.actors.providers.provider import Operation, Provider

MOST_STEPS = 8
MOMENT = 1.5  # seconds; limits by the second pass within it, and nobody minds


def interpret(came: Interpret, provider: Provider, operation: Operation) -> KeepAnswer | Inquire:
    """What to do with a response."""
    inquiry, response = came.inquiry, came.response
    if not (200 <= response.status < 300 or response.status in operation.accepts):
        raise _problem(response, provider)
    found = _read(came, provider, operation)
    if not isinstance(found, Request):
        return KeepAnswer(inquiry, clean(found), response.fetched_at)
    if inquiry.step >= MOST_STEPS:
        raise ProviderFailed(
            f"{provider.name} did not answer in {MOST_STEPS} steps", provider=provider.name
        )
    return msgspec.structs.replace(inquiry, request=found, step=inquiry.step + 1, wait=0.0)


def again(inquiry: Inquire, fault: WebFault) -> Inquire | None:
    """The same once more, where a provider only asks for a moment's patience."""
    wait = fault.retry_after or 0.0
    if not isinstance(fault, ProviderLimited) or inquiry.wait or not 0 < wait <= MOMENT:
        return None
    return msgspec.structs.replace(inquiry, wait=wait)


def _problem(response: Response, provider: Provider) -> WebFault:
    special = provider.problem(response) if provider.problem else None
    keyed = bool(provider.credentials)
    return special or problem_of(response, provider.name, keyed=keyed)


def _read(came: Interpret, provider: Provider, operation: Operation) -> Any:
    """Bytes of another shape than the provider's are its fault, not ours."""
    read = came.inquiry.request.then or operation.read
    try:
        return read(came.response, came.inquiry.consult.question)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        kind = came.response.header("content-type").partition(";")[0] or "something"
        raise ProviderFailed(
            f"{provider.name} sent {kind[:60]} that cannot be read",
            provider=provider.name,
            reason="unreadable",
        ) from error

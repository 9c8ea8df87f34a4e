"""The answers that need the kernel: calls, reads, prompts and completion."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from headwater._native import result_body
from headwater.actors.doors.mcp import revisions, rounds
from headwater.actors.doors.mcp.greeting import SERVER, cacheable, complete, unknown_method
from headwater.actors.doors.mcp.params import (
    CallParams,
    CompleteParams,
    PromptParams,
    ReadParams,
    Reference,
    decode,
)
from headwater.actors.doors.mcp.revisions import Refusal, has
from headwater.actors.doors.mcp.rounds import Rounds
from headwater.actors.doors.mcp.watchers import Watchers
from headwater.actors.messages.calls import CallResult, CallTool, ReadView
from headwater.kernel.client import Unfinished
from headwater.kernel.faults import Fault, Stopped

if TYPE_CHECKING:
    from headwater.actors.messages.calls import Caller
    from headwater.actors.settings import ResultForm
    from headwater.kernel.actor import Pipe
    from headwater.kernel.client import Answers
    from headwater.kernel.inventory import Inventory
    from headwater.kernel.prompt import Prompt

MOST_COMPLETIONS = 100  # set by the protocol


class Methods:
    """The dynamic half of the protocol, for any door."""

    def __init__(
        self,
        pipe: Pipe,
        inventory: Inventory,
        *,
        form: ResultForm = "both",
    ) -> None:
        self._pipe = pipe
        self._inventory = inventory
        self._form = form
        self._rounds = Rounds()
        self.watchers = Watchers(inventory)
        self._methods: dict[str, Callable[[bytes, str, Caller], Awaitable[bytes]]] = {
            "tools/call": self._call,
            "resources/read": self._read,
            "prompts/get": self._prompt,
            "completion/complete": self._complete,
            "subscriptions/listen": self.watchers.listen,
        }

    async def answer(self, method: str, params: bytes | None, revision: str, by: Caller) -> bytes:
        """The result as raw JSON, or a Refusal."""
        answer = self._methods.get(method)
        if answer is None:
            raise unknown_method(method)
        raw = params or b"{}"
        try:
            if revision in revisions.STATELESS and method in rounds.METHODS:
                return await self._rounds.run(
                    method, raw, by, lambda caller: answer(raw, revision, caller)
                )
            return await answer(raw, revision, by)
        except Stopped as fault:
            raise Refusal(revisions.INTERNAL_ERROR, str(fault)) from None

    async def _call(self, raw: bytes, revision: str, by: Caller) -> bytes:
        params = decode(raw, CallParams)
        arguments = bytes(params.arguments)
        if not arguments.startswith(b"{"):
            if arguments != b"null":
                raise Refusal(revisions.INVALID_PARAMS, "params.arguments must be an object")
            arguments = b"{}"
        ask = CallTool(params.name, arguments, by, params.meta.progress_token)
        failed = True
        try:
            result = await self._pipe.ask(ask)
            failed = result.failed
        except (Stopped, Unfinished):
            raise
        except Fault as fault:  # the router words a tool's own faults; this is about the call
            code = (
                revisions.INVALID_PARAMS
                if fault.code == "unknown_tool"
                else revisions.INTERNAL_ERROR
            )
            raise Refusal(code, f"{fault}. {fault.hint}") from None
        finally:
            self.watchers.call_ended(failed=failed)
        return encode_call(result, revision, self._form)

    async def _read(self, raw: bytes, revision: str, _: Caller) -> bytes:
        uri = decode(raw, ReadParams).uri
        try:
            body = await self._pipe.ask(ReadView(uri))
        except Stopped:
            raise
        except Fault as fault:
            if fault.code != "unknown_resource":
                raise Refusal(revisions.INTERNAL_ERROR, f"{fault}. {fault.hint}") from None
            stateless = revision in revisions.STATELESS
            code = revisions.INVALID_PARAMS if stateless else revisions.RESOURCE_NOT_FOUND
            data = msgspec.json.encode({"uri": uri[:256]})
            raise Refusal(code, f"{fault}. {fault.hint}", data) from None
        contents = msgspec.json.encode(body.bodies)
        return b'{"contents":%b%b}' % (contents, cacheable(revision, ttl=0, scope=b"private"))

    async def _prompt(self, raw: bytes, revision: str, by: Caller) -> bytes:
        params = decode(raw, PromptParams)
        prompt = self._inventory.prompt(params.name)
        if prompt is None:
            raise Refusal(revisions.INVALID_PARAMS, f"no prompt {params.name[:64]!r}")
        known = {argument.name for argument in prompt.arguments}
        needed = {argument.name for argument in prompt.arguments if argument.required}
        if missing := sorted(needed - params.arguments.keys()):
            raise Refusal(revisions.INVALID_PARAMS, f"arguments.{missing[0]} is required")
        if unknown := sorted(params.arguments.keys() - known):
            accepted = ", ".join(sorted(known)) or "none"
            text = f"arguments.{unknown[0][:64]} is not known; accepted: {accepted}"
            raise Refusal(revisions.INVALID_PARAMS, text)
        answers = await _inquire(prompt, by)
        messages = msgspec.json.encode(prompt.write({**params.arguments, **_filled_in(answers)}))
        about = msgspec.json.encode(prompt.about)
        return b'{"description":%b,"messages":%b%b}' % (about, messages, complete(revision))

    async def _complete(self, raw: bytes, revision: str, _: Caller) -> bytes:
        params = decode(raw, CompleteParams)
        choices = self._choices(params.ref).get(params.argument.name, ())
        typed = params.argument.value.casefold()
        fitting = [choice for choice in choices if choice.casefold().startswith(typed)]
        completion = {
            "values": fitting[:MOST_COMPLETIONS],
            "total": len(fitting),
            "hasMore": len(fitting) > MOST_COMPLETIONS,
        }
        return b'{"completion":%b%b}' % (msgspec.json.encode(completion), complete(revision))

    def _choices(self, ref: Reference) -> Mapping[str, tuple[str, ...]]:
        if ref.type == "ref/prompt" and (prompt := self._inventory.prompt(ref.name)):
            return {argument.name: argument.choices for argument in prompt.arguments}
        if ref.type == "ref/resource" and (view := self._inventory.view(ref.uri)):
            return view.choices
        raise Refusal(
            revisions.INVALID_PARAMS, "params.ref must name a prompt or a resource template we have"
        )


async def _inquire(prompt: Prompt, by: Caller) -> Answers:
    try:
        return await by.inquire(prompt.asks) if prompt.asks else {}
    except Unfinished:
        raise
    except Fault as fault:
        raise Refusal(revisions.INVALID_PARAMS, f"{fault}. {fault.hint}") from None


def _filled_in(answers: Answers) -> dict[str, str]:
    """What a person wrote into the forms they were shown, field by field."""
    forms = [answer.get("content") for answer in answers.values()]
    fields = [form.items() for form in forms if isinstance(form, dict)]
    return {name: value for form in fields for name, value in form if isinstance(value, str)}


def encode_call(result: CallResult, revision: str, form: ResultForm) -> bytes:
    """
    A call's result in the members that the revision has.

    The structure goes out as JSON text too, for clients that read only text, unless the operator
    chose one of the two; before 2025-06-18 there is only text.
    """
    structured = result.structured if has(revision, "2025-06-18") and form != "text" else b""
    text = b"" if structured and form == "structured" else result.structured
    blocks = b",".join(msgspec.json.encode(block) for block in result.blocks)
    error = b',"isError":true' if result.failed else b""
    return result_body(text, blocks, structured, error + _ending(result.meta, revision))


def _ending(meta: dict[str, Any] | None, revision: str) -> bytes:
    if meta is None:
        return complete(revision)
    if revision in revisions.STATELESS:
        meta = {**meta, revisions.SERVER_KEY: msgspec.Raw(SERVER)}
        return b',"resultType":"complete","_meta":%b' % msgspec.json.encode(meta)
    return b',"_meta":%b' % msgspec.json.encode(meta)

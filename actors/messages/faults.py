"""What can go wrong with the web. Codes, retryability and actions are the web tools' contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Self

from headwater.kernel.faults import Fault

Action = Literal[
    "retry_after_delay",
    "try_different_provider",
    "check_api_key",
    "broaden_query",
    "inform_user",
    "report_bug",
    "correct_arguments",
]


class WebFault(Fault):
    """Something about one address or provider. `tiers` says how each way to read it went."""

    action: ClassVar[Action] = "inform_user"

    def __init__(
        self,
        message: str,
        *,
        retry_after: float | None = None,
        reason: str = "",
        hop: int | None = None,
        provider: str = "",
        tiers: tuple[str, ...] = (),
        url: str = "",
        known: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        self.reason = reason  # of a refusal, one word: private_address, scheme, port, …
        self.hop = hop  # at which redirect it was refused; 0 is the address itself
        self.provider = provider
        self.tiers = tiers
        self.url = url  # as the caller wrote it; set by the tool
        self.known = dict(known or {})  # what could be learnt nonetheless, such as a page count

    def at(self, url: str) -> Self:
        """The same about this address. A fault may reach many waiters, so it is not changed."""
        return self._copy(self.tiers, url)

    def listing(self, tiers: tuple[str, ...]) -> Self:
        """The same with how each way to read the page went."""
        return self._copy(tiers, self.url)

    def _copy(self, tiers: tuple[str, ...], url: str) -> Self:
        return type(self)(
            str(self),
            retry_after=self.retry_after,
            reason=self.reason,
            hop=self.hop,
            provider=self.provider,
            tiers=tiers,
            url=url,
            known=self.known,
        )


class Refused(WebFault):
    """Policy forbids the address. Final: nobody else is asked for it either."""

    code = "validation"
    hint = "Provide a valid public http(s) URL."


class Unreachable(WebFault):
    """No answer: name, connection, TLS or time."""

    code = "network"
    hint = "Check connectivity, or try again."
    retryable = True
    action = "retry_after_delay"


class Blocked(WebFault):
    """The site refuses programs."""

    code = "blocked"
    hint = "Try an alternative source: its content can't be read directly."


class NotFound(WebFault):
    """The page does not exist."""

    code = "not_found"
    hint = "Check the URL."


class LoginNeeded(WebFault):
    """The page is for those who log in."""

    code = "auth_required"
    hint = "Use a public source."


class RateLimited(WebFault):
    """Asked too often."""

    code = "rate_limited"
    hint = "Wait, then retry."
    retryable = True
    action = "retry_after_delay"


class Empty(WebFault):
    """The page came, and there is nothing to read on it."""

    code = "content_empty"
    hint = "It may need a browser to render; try an alternative source."
    retryable = True


class Unreadable(WebFault):
    """
    A document that came whole and cannot be read; asking again will not change that.

    Its `reason`: encrypted, scanned, broken, empty, too_large, unsupported.
    """

    code = "content_empty"
    hint = "Use another source or another form of the document."


class BrowserUnavailable(WebFault):
    """The page needs a browser, and there is none."""

    code = "browser_unavailable"
    hint = "Set CHROME_PATH or install Chrome."


class Upstream(WebFault):
    """The server failed."""

    code = "upstream_unavailable"
    hint = "Retry later, or use another source."
    retryable = True
    action = "retry_after_delay"


class HostResting(WebFault):
    """The host failed repeatedly and is left alone for a while."""

    code = "upstream_unavailable"
    hint = "Use another source, or repeat the call after retryAfterSeconds."
    retryable = True
    action = "retry_after_delay"


class Unconfigured(WebFault):
    """A provider that needs something of the operator's, and that is not set."""

    code = "config"
    hint = "Set the named variable where the server is started, or choose another provider."
    action = "check_api_key"


class KeyRefused(WebFault):
    """A provider does not accept the operator's key."""

    code = "auth_required"
    hint = "Check the provider's key where the server is started, or choose another provider."
    action = "check_api_key"


class ProviderLimited(WebFault):
    """A provider was asked too often for now."""

    code = "rate_limited"
    hint = "Wait and retry, or try a different provider."
    retryable = True
    action = "retry_after_delay"


class QuotaSpent(WebFault):
    """What the operator may ask of a provider is used up; waiting a minute does not help."""

    code = "rate_limited"
    hint = "Try a different provider, or renew the plan with this one."
    action = "try_different_provider"


class ProviderFailed(WebFault):
    """A provider failed, or answered something that cannot be read."""

    code = "upstream_unavailable"
    hint = "Try a different provider, or retry later."
    retryable = True
    action = "try_different_provider"


class ProviderUnreachable(WebFault):
    """No answer from a provider: name, connection, TLS or time."""

    code = "network"
    hint = "Check connectivity, or try a different provider."
    retryable = True
    action = "retry_after_delay"


class ProviderResting(WebFault):
    """A provider failed repeatedly and is left alone for a while."""

    code = "upstream_unavailable"
    hint = "Try a different provider, or repeat the call after retryAfterSeconds."
    retryable = True
    action = "try_different_provider"


class ProviderRefused(WebFault):
    """A provider does not take the question."""

    code = "validation"
    hint = "Change the query or the filters, or try a different provider."
    action = "correct_arguments"


class ProviderBlocked(WebFault):
    """A provider takes us for a robot."""

    code = "blocked"
    hint = "Try a different provider."
    action = "try_different_provider"


class NothingFound(WebFault):
    """A provider answered, and has nothing to say."""

    code = "content_empty"
    hint = "Ask in other words, or try a different provider."
    action = "broaden_query"


class StoreDamaged(WebFault):
    """A stored record cannot be read; the others can."""

    code = "store_damaged"
    hint = "Repeat the call with refresh: true."
    retryable = True


class StoreFull(WebFault):
    """There is no room to keep anything new; what is kept stays readable."""

    code = "store_full"
    hint = "Free disk space or raise HEADWATER_STORE_MB; results are still returned."


class StoreUnavailable(WebFault):
    """The store cannot be opened or written to; reading the web works without it."""

    code = "store_unavailable"
    hint = "See the server's log, and the rights on its data folder."
    retryable = True

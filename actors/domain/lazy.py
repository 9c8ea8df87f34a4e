"""Regular expressions that are compiled when first used: compiling takes longer than loading."""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast


def pattern(source: AnyStr, flags: re.RegexFlag = re.RegexFlag.NOFLAG) -> re.Pattern[AnyStr]:
    """As re.compile, at the first use: most pages need few of the patterns that there are."""
    return cast("re.Pattern[AnyStr]", _Lazy(source, flags))  # it has all that a pattern has


class _Lazy:
    def __init__(self, source: str | bytes, flags: re.RegexFlag) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        """Looked up once; after that the pattern's own method is found here."""
        found = getattr(re.compile(self._source, self._flags), name)
        setattr(self, name, found)
        return found

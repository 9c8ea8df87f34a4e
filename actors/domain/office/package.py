"""A zip archive that somebody else packed: parts by name, each and all together bounded."""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib

from headwater.actors.messages.faults import Unreadable

MOST_PARTS = 20_000
LARGEST_PART = 32 * 1024 * 1024  # bytes, unpacked
MOST_BYTES = 128 * 1024 * 1024  # unpacked, over the parts that are read
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, IndexError)


class Package:
    """Nothing is unpacked but what is asked for, and nothing to the disk."""

    def __init__(self, body: bytes, kind: str) -> None:
        self._kind = kind
        self._left = MOST_BYTES
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(body))
        except (*_DAMAGED, NotImplementedError, RuntimeError) as error:
            raise self.broken("its archive is damaged or cut off") from error
        self.names = [_clean(info.filename) for info in self._zip.infolist()[:MOST_PARTS]]
        self._places = {
            name.lower(): info for name, info in zip(self.names, self._zip.infolist(), strict=False)
        }

    def broken(self, why: str) -> Unreadable:
        """The fault to raise for a package that does not hold together."""
        return Unreadable(f"{self._kind} file: {why}", reason="broken")

    def holds(self, name: str) -> bool:
        """Whether there is such a part."""
        return _clean(name).lower() in self._places

    def size_of(self, name: str) -> int:
        """Bytes that a part claims to have unpacked; -1 when there is none."""
        info = self._places.get(_clean(name).lower())
        return info.file_size if info else -1

    def read(self, name: str) -> bytes | None:
        """A part, or nothing where there is none or it is damaged."""
        info = self._places.get(_clean(name).lower())
        if info is None:
            return None
        most = min(LARGEST_PART, self._left)
        try:
            with self._zip.open(info) as file:
                data = file.read(most + 1)
        except RuntimeError as error:
            raise Unreadable(
                f"{self._kind} file: it is encrypted and needs a password", reason="encrypted"
            ) from error
        except (*_DAMAGED, NotImplementedError):
            return None
        self._left -= len(data)
        if len(data) > most:
            raise Unreadable(
                f"{self._kind} file: {posixpath.basename(name)} unpacks to more than "
                f"{most // (1024 * 1024)} MB",
                reason="too_large",
            )
        return data

    def need(self, name: str) -> bytes:
        """A part without which there is no document."""
        data = self.read(name)
        if data is None:
            raise self.broken(f"its part {posixpath.basename(name)} is missing or damaged")
        return data


def _clean(name: str) -> str:
    return name.replace("\\", "/").lstrip("/")

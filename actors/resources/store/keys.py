"""
The keys that records are encrypted with: from the environment, or from a file made on first run.

The file is kept twice with a checksum each, because losing it loses everything; a damaged copy is
written anew from the sound one.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from pathlib import Path

from msgspec import Struct

from headwater.actors.resources.store.files import write_file
from headwater.kernel.environment import BadSetting

NAMES = ("key", "key.copy")
_LINE = re.compile(rb"headwater-key-1 ([0-9a-f]{64}) ([0-9a-f]{16})\n")
_HEX = re.compile(r"[0-9a-fA-F]{64}")


class Key(Struct, frozen=True):
    """One key and what is derived from it."""

    secret: bytes  # AES-256
    id: bytes  # 8 bytes, in every record's header
    naming: bytes  # hides the names of records, which may be addresses


class Keyring(Struct, frozen=True):
    """The first key writes; each reads what it wrote."""

    keys: tuple[Key, ...]

    @property
    def current(self) -> Key:
        """The key that writes."""
        return self.keys[0]

    def find(self, identity: bytes) -> Key | None:
        """The key with that id."""
        return next((key for key in self.keys if key.id == identity), None)


def derive(secret: bytes) -> Key:
    """A key from its 32 bytes."""
    identity = hashlib.blake2b(b"id", key=secret, digest_size=8).digest()
    naming = hashlib.blake2b(b"names", key=secret, digest_size=32).digest()
    return Key(secret, identity, naming)


def load(folder: Path, given: str = "", previous: str = "") -> Keyring:
    """The keys; without one in the environment, a file's, which is made if there is none yet."""
    named = [("CACHE_ENCRYPTION_KEY", given), ("CACHE_ENCRYPTION_KEY_PREV", previous)]
    secrets_given = [parse(name, text) for name, text in named if text]
    from_file = read_file(folder)
    if not given:
        from_file = from_file or _make(folder)
        secrets_given.insert(0, from_file)
    elif from_file is not None:
        secrets_given.append(from_file)  # written before the variable was set
    return Keyring(tuple(derive(secret) for secret in dict.fromkeys(secrets_given)))


def parse(name: str, text: str) -> bytes:
    """The 32 bytes of a key in hexadecimal, or BadSetting."""
    if not _HEX.fullmatch(text):
        raise BadSetting(f"{name}: its value is not accepted; use 64 hexadecimal digits")
    return bytes.fromhex(text)


def read_file(folder: Path) -> bytes | None:
    """The key in the files, one of which heals the other; none if there are no files."""
    paths = [folder / name for name in NAMES]
    contents = [path.read_bytes() if path.exists() else None for path in paths]
    if contents == [None, None]:
        return None
    sound = [content for content in contents if content is not None and _secret(content)]
    if not sound:
        raise BadSetting(
            f"{paths[0]} and its copy are damaged: put back a saved copy, or remove the folder "
            "with everything kept in it"
        )
    for path, content in zip(paths, contents, strict=True):
        if content != sound[0]:
            write_file(path, sound[0])
    return _secret(sound[0])


def _make(folder: Path) -> bytes:
    """A new key file; callers hold the folder's lock, so nobody else makes one meanwhile."""
    secret = secrets.token_bytes(32)
    line = b"headwater-key-1 %b %b\n" % (secret.hex().encode(), _check(secret.hex().encode()))
    for name in reversed(NAMES):  # the copy first: a key in use always has one
        write_file(folder / name, line)
    return secret


def _secret(content: bytes) -> bytes | None:
    found = _LINE.fullmatch(content)
    if found is None or _check(found[1]) != found[2]:
        return None
    return bytes.fromhex(found[1].decode())


def _check(digits: bytes) -> bytes:
    return hashlib.sha256(digits).hexdigest()[:16].encode()

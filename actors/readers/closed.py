"""Files that are known and cannot be read: encrypted ones, and formats of another time."""

from __future__ import annotations

from typing import NoReturn

from headwater.actors.messages.faults import Unreadable
from headwater.actors.readers.reader import Given, Reader

_OLD = {
    "application/msword": "it is in Word's format from before 2007",
    "application/vnd.ms-powerpoint": "it is in PowerPoint's format from before 2007",
    "application/vnd.ms-outlook": "it is an Outlook message",
    "application/x-ole-storage": "it is a compound file of an unknown kind",
    "application/zip": "it is an archive and no document, or one that is cut off",
}


def read(given: Given) -> NoReturn:
    """Say what it is."""
    if given.media == "application/x-encrypted-office":
        raise Unreadable(
            "Office file: it is encrypted and needs a password",
            reason="encrypted",
            known={"bytes": len(given.body)},
        )
    raise Unreadable(_OLD[given.media], reason="unsupported", known={"bytes": len(given.body)})


READER = Reader(media=("application/x-encrypted-office", *_OLD), read=read)

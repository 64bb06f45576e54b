"""Office files checked before a library opens them: protected, damaged, hostile ones are refused with a reason."""

from __future__ import annotations

import io
import zipfile
from typing import Final

from .normal import DamagedFileError
from .packages import MAX_PART, MAX_PARTS, MAX_WHOLE, Package

MAX_XML: Final = 32_000_000
"""Bytes of one part that is read whole, unpacked: some ten thousand pages."""
_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_AGAIN: Final = "Restore an earlier version, or ask who made it."


class FileError(ValueError):
    """What was asked for can't be done with this file; the message says why."""

    def __init__(self, message: str, hint: str = "", *, missing: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.missing = missing
        """Something that was named is not there."""


def check(data: bytes, name: str, ending: str) -> None:
    """Refuse what isn't to be opened.

    Args:
        data: The file.
        name: As messages call it.
        ending: ``docx`` or ``pptx``.

    Raises:
        FileError: It is protected, holds macros, is damaged or far too large when unpacked.
    """
    if data.startswith(_OLE):
        raise FileError(
            f"{name} is protected by a password, or of the old .{ending[:-1]} form",
            f"Ask for an open .{ending} of it.",
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
        sizes = [one.file_size for one in entries]
        texts = [one.file_size for one in entries if one.filename.endswith(".xml")]
        if (
            len(sizes) > MAX_PARTS
            or sum(sizes) > MAX_WHOLE
            or max(sizes, default=0) > MAX_PART
            or max(texts, default=0) > MAX_XML
        ):
            raise FileError(f"{name} is too large when unpacked")
        if any(one.filename.endswith("vbaProject.bin") for one in entries):
            raise FileError(f"{name} holds macros and isn't opened", f"Ask for a .{ending} without them.")
        package = Package(data)
        package.xml(package.main())
    except FileError:
        raise
    except Exception as error:
        why = f": {error}" if isinstance(error, DamagedFileError) else ""
        raise FileError(f"{name} is damaged{why}", _AGAIN) from error


def broken(name: str, ending: str) -> FileError:
    """What is said of a file that a library can't make sense of."""
    return FileError(f"{name} is damaged or no .{ending}", _AGAIN)

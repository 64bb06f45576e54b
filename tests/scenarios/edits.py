"""The example pack with something changed, and what the loader says of it."""

from collections.abc import Mapping

import pytest

from tenure.personas.problems import AuthoringErrors
from tenure.scenarios.loader import load_pack
from tenure.scenarios.source import PackSource


def changed(source: PackSource, files: Mapping[str, bytes | None]) -> PackSource:
    merged = {**source.files, **files}
    return PackSource(
        {path: content for path, content in merged.items() if content is not None}, source.personas
    )


def edited(source: PackSource, file: str, old: str, new: str) -> PackSource:
    text = source.files[file].decode()
    assert old in text
    return changed(source, {file: text.replace(old, new, 1).encode()})


def faults(source: PackSource) -> list[str]:
    with pytest.raises(AuthoringErrors) as caught:
        load_pack(source, seed=7)
    return str(caught.value).splitlines()

"""A pack is found by name or path and known by its content alone."""

import shutil
from pathlib import Path

import pytest

from tenure.scenarios.source import PackSource, UnknownPackError, find_pack, packs

from .conftest import EXAMPLE


def test_leavings_of_editors_do_not_change_the_hash(tmp_path: Path, example: PackSource) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "copy")
    for name in (
        "facts.yaml~",
        ".facts.yaml.swp",
        "#facts.yaml#",
        "__pycache__/x.pyc",
        ".git/HEAD",
        ".DS_Store",
    ):
        path = tmp_path / "copy" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("leftover")
    assert PackSource.read(tmp_path / "copy").pack_hash == example.pack_hash


@pytest.mark.parametrize("file", ["facts.yaml", "world/drive/.access.yaml", "tasks/price_check/rubric.yaml"])
def test_every_file_counts(tmp_path: Path, example: PackSource, file: str) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "copy")
    with (tmp_path / "copy" / file).open("a") as stream:
        stream.write("# a word more\n")
    assert PackSource.read(tmp_path / "copy").pack_hash != example.pack_hash


def test_content_can_not_slip_from_one_file_to_another() -> None:
    assert PackSource({"a": b"bc"}).pack_hash != PackSource({"ab": b"c"}).pack_hash
    assert PackSource({"a": b"b", "c": b"d"}).pack_hash != PackSource({"a": b"bcd"}).pack_hash


def test_personas_belong_to_the_pack(example: PackSource) -> None:
    assert {"customs_broker.yaml", "managing_director.yaml", "pricing_specialist.yaml"} <= set(
        example.personas
    )
    assert "booking_desk.yaml" not in example.personas


def test_packs_are_found_by_path_and_on_the_search_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "scenarios" / "claims")
    monkeypatch.setenv("TENURE_PATH", str(tmp_path))
    assert "claims" in packs()
    source, task = find_pack("claims:price_check")
    assert task == "price_check"
    monkeypatch.chdir(tmp_path / "scenarios")
    assert find_pack("./claims")[0].pack_hash == source.pack_hash
    assert find_pack("./claims:price_check")[1] == "price_check"
    assert find_pack(str(tmp_path / "scenarios" / "claims"))[1] is None


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("clams", "there is no pack `clams`. Did you mean `claims`?"),
        ("claims:price_chek", "the pack `claims` has no task `price_chek`. Did you mean `price_check`?"),
        ("./nowhere", "there is no folder nowhere"),
        ("./scenarios", "scenarios is no pack: it holds no scenario.yaml"),
    ],
)
def test_what_is_not_found_is_named_with_the_nearest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, message: str
) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "scenarios" / "claims")
    monkeypatch.setenv("TENURE_PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownPackError) as caught:
        find_pack(name)
    assert str(caught.value).startswith(message)

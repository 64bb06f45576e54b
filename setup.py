"""Finds every package and data file in the four folders, so that nothing added there misses the wheel.

All else about the distribution stands in pyproject.toml. A folder with an `__init__.py` whose parents have
one too is a package; any other file below it (packs, personas, checks, of any ending) is its data.
"""

from __future__ import annotations

from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).parent
FOLDERS = ("engine", "personas", "scenarios", "verifiers")


def contents(folder: str) -> tuple[list[str], dict[str, list[str]]]:
    """The packages in one of the four folders, and the data files of each, relative to it."""
    packages: dict[Path, str] = {}
    data: dict[str, list[str]] = {}
    for path in sorted((ROOT / folder).rglob("*")):
        relative = path.relative_to(ROOT)
        if path.is_dir() or "__pycache__" in relative.parts:
            continue
        owner = next(
            parent
            for parent in relative.parents
            if all((ROOT / p / "__init__.py").is_file() for p in [parent, *parent.parents[:-1]])
        )
        name = packages.setdefault(owner, ".".join(("tenure", *owner.parts)))
        if owner != relative.parent or path.suffix != ".py":
            data.setdefault(name, []).append(relative.relative_to(owner).as_posix())
    return list(packages.values()), data


packages: list[str] = ["tenure"]
package_data: dict[str, list[str]] = {"tenure": ["py.typed"]}
for folder in FOLDERS:
    found, files = contents(folder)
    packages += found
    package_data |= files

setup(
    packages=packages,
    package_dir={"tenure": "src/tenure"} | {f"tenure.{folder}": folder for folder in FOLDERS},
    package_data=package_data,
)

"""The locks: nothing to compile on a promised machine, nothing for developing in a kiosk."""

from __future__ import annotations

import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent.parent


def locked(file: str) -> list[Requirement]:
    lines = (ROOT / file).read_text().splitlines()
    return [Requirement(line.rstrip(" \\")) for line in lines if line and not line.startswith((" ", "#"))]


def installed_on(file: str, **machine: str) -> set[str]:
    environment = {"sys_platform": "linux", "platform_system": "Linux", "implementation_name": "cpython"}
    environment |= {"platform_python_implementation": "CPython"} | machine
    return {one.name for one in locked(file) if one.marker is None or one.marker.evaluate(environment)}


def test_lgpio_is_locked_only_where_it_has_a_wheel() -> None:
    for version, has_wheel in (("3.11", True), ("3.12", True), ("3.13", False), ("3.14", False)):
        python = {"python_version": version, "python_full_version": f"{version}.1"}
        names = installed_on("requirements.lock", platform_machine="aarch64", **python)
        assert ("lgpio" in names) == has_wheel, version
        assert "lgpio" not in installed_on("requirements.lock", platform_machine="x86_64", **python)


def test_a_kiosk_gets_no_development_tools() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    tools = {Requirement(text).name for text in groups["dev"] if isinstance(text, str)}
    assert {"pytest", "mypy", "ruff", "pre-commit"} <= tools
    assert tools.isdisjoint(one.name for one in locked("requirements.lock"))
    assert tools <= {one.name for one in locked("requirements-dev.lock")}


def test_both_locks_agree() -> None:
    running = {(one.name, str(one.specifier), str(one.marker)) for one in locked("requirements.lock")}
    developing = {(one.name, str(one.specifier)) for one in locked("requirements-dev.lock")}
    assert {(name, version) for name, version, _ in running} <= developing

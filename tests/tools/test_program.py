"""The program without Python: its kernels, its desktop files, and what starts its solver."""

import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from packaging.requirements import Requirement

from battle import __version__
from battle.engine.client import default_command
from solver.kernels import prebuilt
from tests.support.processes import ROOT, run
from tools.program.__main__ import ID, LINUX, NAME, desktop_files, pack
from tools.program.kernels import CPUS
from tools.reference import BENCH_NODES

WITHOUT_NUMBA = """
import sys
sys.modules.update(numba=None, llvmlite=None)
from battle.cli import run
run(["bench"])
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cc") is None, reason="the library is linked by a C compiler")
def test_prebuilt_kernels_search_what_numba_searches(tmp_path: Path) -> None:
    """Compiled ahead of time and called without numba, the kernels visit the bench's nodes."""
    for name in ("battle", "solver", "assets"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    variant = prebuilt.variants()[-1]
    file = tmp_path / "solver/kernels" / prebuilt.file_of(variant).name
    cpu = {"NUMBA_CPU_NAME": CPUS[variant], "NUMBA_CPU_FEATURES": ""}
    home = {**os.environ, "MAHJONG_BATTLE_HOME": str(tmp_path / "home")}
    compiler = [sys.executable, "-m", "tools.program.kernels", file, CPUS[variant]]
    assert run(*compiler, env=home | cpu).returncode == 0
    done = run(
        sys.executable, "-c", WITHOUT_NUMBA, cwd=tmp_path, env=home | {"PYTHONPATH": str(tmp_path)}
    )
    assert f"nodes {BENCH_NODES} " in done.stdout, done.stderr


@pytest.mark.slow
@pytest.mark.skipif("-v4" not in prebuilt.variants(), reason="the processor is one of x86's")
@pytest.mark.skipif(shutil.which("cc") is None, reason="the library is linked by a C compiler")
def test_no_kernel_runs_while_it_is_compiled(tmp_path: Path) -> None:
    """A library is written for a processor whose instructions kill the process on this one."""
    cpu = "diamondrapids"  # twice the registers, used by almost every function
    home = {**os.environ, "MAHJONG_BATTLE_HOME": str(tmp_path / "home")}
    made = run(
        *(sys.executable, "-m", "tools.program.kernels", tmp_path / "kernels.so", cpu),
        env=home | {"NUMBA_CPU_NAME": cpu, "NUMBA_CPU_FEATURES": ""},
    )
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "kernels.so").is_file()


def test_frozen_program_starts_itself_as_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that has no Python to start runs its own command `engine`."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert default_command() == [sys.executable, "engine"]


def test_desktop_files_name_each_other() -> None:
    """The menu entry opens the file types that are declared, and the description names it."""
    entry = (LINUX / f"{ID}.desktop").read_text()
    types = (LINUX / f"{ID}.mime.xml").read_text()
    about = (LINUX / f"{ID}.metainfo.xml").read_text()
    for kind, ending in (("game", "mjb"), ("problems", "mbp")):
        assert f"application/x-mahjong-battle-{kind};" in entry
        assert f'type="application/x-mahjong-battle-{kind}"' in types
        assert f'pattern="*.{ending}"' in types
    assert f"Icon={ID}\n" in entry
    assert f"{ID}.desktop</launchable>" in about


@pytest.mark.skipif(sys.platform != "linux", reason="the archive is for Linux")
@pytest.mark.parametrize("home", ["ada", "Ada and Ben", 'A&B|C 50% $HOME `id` "Ä" \\s'])
def test_the_archive_is_installed_for_one_person(tmp_path: Path, home: str) -> None:
    """The menu entry starts what was unpacked, by a bare path if it can; all of it goes again.

    It does not go while it runs.
    """
    name = f"{NAME}-{__version__}-linux-{platform.machine()}"
    program = tmp_path / NAME
    program.mkdir()
    (program / NAME).touch(mode=0o755)
    packed = pack(program)
    with tarfile.open(next(file for file in packed if file.suffix == ".xz")) as archive:
        archive.extractall(tmp_path, filter="data")
    assert "./install.sh" in (tmp_path / name / "README.txt").read_text(encoding="utf-8")
    there = tmp_path / home
    env = {**os.environ, "HOME": str(there), "XDG_DATA_HOME": str(there / ".local/share")}
    assert run("sh", str(tmp_path / name / "install.sh"), env=env).returncode == 0
    installed = there / ".local/lib" / NAME
    entry = (there / f".local/share/applications/{ID}.desktop").read_text()
    (start,) = re.findall(r"^Exec=(.*) %u$", entry, re.MULTILINE)
    assert (start == str(installed / NAME)) == (home == "ada")
    for _step in ("of every value", "within quotes"):
        start = re.sub(r"\\(.)", r"\1", start)
    assert start.strip('"').replace("%%", "%") == str(installed / NAME)
    assert entry.count("\n") == (LINUX / f"{ID}.desktop").read_text().count("\n")
    assert (there / f".local/bin/{NAME}").readlink() == installed / NAME
    (installed / NAME).unlink()
    shutil.copy("/bin/sleep", installed / NAME)
    with subprocess.Popen([installed / NAME, "60"]) as running:
        refused = run("sh", str(installed / "install.sh"), "--uninstall", env=env)
        assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
        running.kill()
    assert run("sh", str(installed / "install.sh"), "--uninstall", env=env).returncode == 0
    left = [file.name for file in there.rglob("*") if file.is_file()]
    assert [one for one in left if NAME in one or ID in one] == []


@pytest.mark.skipif(sys.platform != "linux", reason="the archive is for Linux")
def test_a_home_that_no_menu_can_name_is_refused(tmp_path: Path) -> None:
    """A line break in the name of a folder is refused in one line, and nothing is written."""
    home = tmp_path / "a\nb"
    home.mkdir()
    refused = run("sh", str(LINUX / "install.sh"), env={**os.environ, "HOME": str(home)})
    assert refused.returncode == 1
    assert refused.stderr.endswith("has a line break.\n")
    assert [*home.iterdir()] == []


@pytest.mark.skipif(sys.platform != "linux", reason="the archive is for Linux")
@pytest.mark.parametrize(
    "taken",
    [
        f".local/bin/{NAME}/notes.txt",
        f".local/bin/{NAME}",
        f".local/lib/{NAME}/notes.txt",
        f".local/share/applications/{ID}.desktop/notes.txt",
    ],
)
def test_what_is_in_the_way_is_neither_replaced_nor_removed(tmp_path: Path, taken: str) -> None:
    """A folder or another program where ours would be is refused in one line that names it."""
    file = tmp_path / taken
    file.parent.mkdir(parents=True)
    file.write_text("mine")
    env = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / ".local/share")}
    refused = run("sh", str(LINUX / "install.sh"), env=env)
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    assert refused.stderr.startswith(str(file.parent if file.suffix == ".txt" else file))
    run("sh", str(LINUX / "install.sh"), "--uninstall", env=env)
    assert [one for one in tmp_path.rglob("*") if one.is_file()] == [file]


def test_a_release_begins_with_the_program_as_it_is_documented() -> None:
    """A release's first job is the documented program command and its trials; all others wait."""
    text = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    building = (ROOT / "docs/building.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"<!-- program command -->\n```sh\n(.*)\n```", building)
    steps = [step.get("run", "") for step in jobs["build"]["steps"]]
    assert command in steps
    assert any("tools.program.smoke" in step for step in steps[steps.index(command) :])
    assert [name for name, job in jobs.items() if "needs" not in job] == ["build"]


def test_a_page_is_there_before_programs_name_it() -> None:
    """What has the page's address in it waits for the page, PyPI for the release; both ask once."""
    jobs = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text("utf-8"))["jobs"]
    assert jobs["page"]["uses"] == "./.github/workflows/page.yml"
    naming = {name for name, job in jobs.items() if "page-address.txt" in str(job.get("steps"))}
    assert naming == {"package", "program"} == {*jobs["release"]["needs"]}
    assert {jobs[name]["needs"] for name in naming} == {"page"}
    assert jobs["pypi"]["needs"] == "release"


def test_a_release_is_dated_alike() -> None:
    """Changelog, the description for software centres and the citation name one version and day."""
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version, day = re.findall(r"^## \[([\d.]+)\] - ([\d-]+)$", changes, re.MULTILINE)[0]
    about = (LINUX / f"{ID}.metainfo.xml").read_text(encoding="utf-8")
    assert version == __version__
    assert f'<release version="{version}" date="{day}"' in about
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert {f"version: {version}", f"date-released: {day}"} <= {*citation}


@pytest.mark.parametrize("address", ["", "https://example.org/docs"])
def test_the_description_has_the_pictures_that_are_served(tmp_path: Path, address: str) -> None:
    """Software centres get the README's pictures at the given address, and none without one."""
    desktop_files(tmp_path, address)
    about = (tmp_path / f"{ID}.metainfo.xml").read_text()
    shown = [image.text or "" for image in ElementTree.fromstring(about).iter("image")]
    assert len(shown) == 2 * bool(address)
    for image in shown:
        assert image.startswith("https://example.org/docs/")
        assert (ROOT / "docs" / image.rpartition("/")[2]).is_file()
    if validator := shutil.which("appstreamcli"):
        done = run(validator, "validate", "--no-net", str(tmp_path / f"{ID}.metainfo.xml"))
        assert done.returncode == 0, done.stdout


def test_a_release_is_built_with_versions_that_are_asked_for() -> None:
    """The lock has one version of each requirement, an allowed one; numpy's is what is compiled.

    `tools/program/lock.txt` says in its head how it is made again.
    """
    lines = (ROOT / "tools/program/lock.txt").read_text().splitlines()
    locked = dict(line.split()[0].split("==") for line in lines if "==" in line[:60])
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project = asked["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["program"]]
    for requirement in map(Requirement, [*wanted, *asked["dependency-groups"]["release"]]):
        assert locked[requirement.name.lower()] in requirement.specifier
    slim = (ROOT / "tools/program/numpy.txt").read_text()
    assert all(found in "".join(lines) for found in re.findall(r"numpy==\S+|sha256:\w+", slim))

"""Builds the program that runs without Python, and packs it: `python -m tools.program`.

    dist/mahjong-battle/                     the program
    dist/mahjong-battle-VERSION-SYSTEM.…     the program packed, for people to download

PyInstaller collects Python, the libraries and the assets; the kernels are compiled ahead of time
(`tools.program.kernels`), so that neither numba nor LLVM, two thirds of it all, need be in it. For
Linux the pack is an archive with an installer for one person, and, where `dpkg-deb` is, a Debian
package. Needs `pip install '.[program]'` and a C compiler, `cc`.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

import click

from battle import __version__
from battle.resources import asset, assets
from solver.kernels import prebuilt
from tools.command import FILE, command
from tools.program import kernels

NAME: Final = "mahjong-battle"
ID: Final = "org.mahjongbattle.MahjongBattle"
LINUX: Final = Path(__file__).with_name("linux")
UNUSED: Final = (
    *("numba", "llvmlite", "distributed", "dask"),
    *("numpy.f2py", "numpy.testing", "numpy.fft", "numpy.random", "numpy.polynomial"),
    *("tkinter", "matplotlib", "PIL", "scipy", "setuptools", "pytest", "yaml"),
)
"""Modules that libraries import if they are there, and this program never calls."""
COLLECTED: Final = ("battle", "solver", *(("winrt",) if sys.platform == "win32" else ()))
"""Packages whose modules are imported by name only, when they are used."""
HIDDEN: Final = ("_cffi_backend", "desktop_notifier.resources")
"""Modules that compiled modules import, or that hold data."""
CONTROL: Final = """Package: mahjong-battle
Version: {version}
Architecture: {architecture}
Maintainer: The Mahjong Battle authors <noreply@mahjongbattle.org>
Installed-Size: {kilobytes}
Depends: libc6 (>= {libc})
Recommends: xdg-utils
Section: games
Priority: optional
Description: two-player game with mahjong tiles, and its solver
 Play a friend or a solver that proves what every move is worth, and review
 your games in exact points.
"""


def build(dist: Path) -> Path:
    """Build the program in `dist`; return its folder.

    Raises:
        subprocess.CalledProcessError: a part of the build failed, and has said why.

    """
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        libraries = kernels.build(work)
        options = [f"--exclude-module={module}" for module in UNUSED]
        options += [f"--collect-submodules={package}" for package in COLLECTED]
        options += [f"--hidden-import={module}" for module in HIDDEN]
        options += [f"--add-binary={file}{os.pathsep}solver/kernels" for file in libraries]
        if sys.platform != "linux":
            options += [f"--icon={asset('icons/app.png')}"]
        if sys.platform == "win32":
            options += ["--hide-console=hide-early"]
        make = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=WARN"]
        places = [f"--distpath={dist}", f"--workpath={work}", f"--specpath={work}"]
        data = f"--add-data={assets()}{os.pathsep}battle/assets"
        entry = str(Path(__file__).with_name("entry.py"))
        subprocess.run([*make, *places, f"--name={NAME}", data, *options, entry], check=True)
    if sys.platform == "linux" and shutil.which("strip"):
        for file in (dist / NAME).rglob("*.so*"):
            # not the libraries whose tables a wheel's repair has moved
            if not (file.is_symlink() or file.parent.name.endswith(".libs")):
                subprocess.run(["strip", "--strip-unneeded", str(file)], check=True)
    return dist / NAME


def desktop_files(folder: Path, pictures: str) -> list[Path]:
    """Write what desktops read into a folder; return the files.

    `pictures` is the address of `docs`; without one the description has no pictures, as it may name
    only those that are served.
    """
    files = [Path(shutil.copy(file, folder)) for file in LINUX.iterdir()]
    about = folder / f"{ID}.metainfo.xml"
    text = about.read_text(encoding="utf-8")
    if not pictures:
        text = re.sub(r"  <screenshots>.*</screenshots>\n", "", text, flags=re.DOTALL)
    about.write_text(text.replace("PICTURES", pictures), encoding="utf-8")
    return files


def pack(program: Path, pictures: str = "") -> list[Path]:
    """Pack a program for this system beside its folder; return the files."""
    name = f"{NAME}-{__version__}-{platform.system()}-{platform.machine()}".lower()
    target = program.parent / name
    if sys.platform != "linux":
        return [Path(shutil.make_archive(str(target), "zip", program.parent, program.name))]
    files = [Path(f"{target}.tar.xz")]
    with tempfile.TemporaryDirectory() as folder:
        desktop = desktop_files(Path(folder), pictures)
        with tarfile.open(files[0], "w:xz") as archive:
            archive.add(program, f"{name}/program")
            for file in (*desktop, *_icons().values()):
                archive.add(file, f"{name}/{file.name.replace('app.', f'{ID}.')}")
        if shutil.which("dpkg-deb"):
            files.append(_debian(program, Path(folder)))
    return files


def _icons() -> dict[str, Path]:
    return {"256x256": asset("icons/app.png"), "scalable": asset("icons/app.svg")}


def _debian(program: Path, desktop: Path) -> Path:
    """Return a Debian package of the program; menus and file types follow by dpkg's triggers."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name) / "root"
        share = root / "usr/share"
        shutil.copytree(program, root / "usr/lib/mahjong-battle", symlinks=True)
        copies = {
            desktop / f"{ID}.desktop": share / "applications" / f"{ID}.desktop",
            desktop / f"{ID}.mime.xml": share / "mime/packages" / f"{ID}.xml",
            desktop / f"{ID}.metainfo.xml": share / "metainfo" / f"{ID}.metainfo.xml",
            assets().parent / "LICENSE": share / "doc/mahjong-battle/copyright",
        }
        for folder, icon in _icons().items():
            copies[icon] = share / f"icons/hicolor/{folder}/apps" / f"{ID}{icon.suffix}"
        for source, target in copies.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
        (root / "usr/bin").mkdir()
        (root / "usr/bin/mahjong-battle").symlink_to("../lib/mahjong-battle/mahjong-battle")
        architecture = subprocess.check_output(["dpkg", "--print-architecture"], text=True).strip()
        control = root / "DEBIAN/control"
        control.parent.mkdir()
        size = sum(file.lstat().st_size for file in root.rglob("*") if not file.is_dir())
        control.write_text(
            CONTROL.format(
                version=__version__,
                architecture=architecture,
                kilobytes=size // 1024,
                libc=platform.libc_ver()[1],
            ),
            encoding="utf-8",
        )
        file = program.parent / f"{NAME}_{__version__}_{architecture}.deb"
        make = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(file)]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
    return file


@command
@click.option("--dist", type=FILE, default=Path("dist"), help="Where it is written.")
@click.option("--pictures", default="", help="The address of docs, for software centres.")
def main(dist: Path, pictures: str) -> None:
    """Build and pack; print what was made, with sizes."""
    if prebuilt.library() is not None:
        raise ValueError(f"remove {prebuilt.file_of('*')} first: they would be compiled in vain")
    program = build(dist.absolute())
    whole = sum(file.lstat().st_size for file in program.rglob("*"))
    print(f"{program}: {whole / 2**20:.0f} MiB")
    for file in pack(program, pictures):
        print(f"{file}: {file.stat().st_size / 2**20:.0f} MiB")


if __name__ == "__main__":
    sys.exit(main())

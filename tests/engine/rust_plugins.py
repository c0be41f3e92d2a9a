"""The plug-ins in Rust: compiled, and each in a folder of its own, by the name that the engine loads."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess

import installed_heat

HERE = pathlib.Path(__file__).resolve().parent

# What cargo does by default: the profile of this project is that of its program.
RELEASE = {'CARGO_PROFILE_RELEASE_PANIC': 'unwind', 'CARGO_PROFILE_RELEASE_OPT_LEVEL': '3'}


def build(*names: str, profile: str = 'dev', features: tuple[str, ...] = ()) -> list[pathlib.Path]:
    """Compiles plug-ins of `plugins/`, and returns their folders."""
    compiled = compile_packages(*(f'engine-{name}' for name in names), profile=profile, features=features)
    return [install(compiled, name) for name in names]


def compile_packages(*packages: str, profile: str = 'dev', features: tuple[str, ...] = ()) -> pathlib.Path:
    """Compiles packages, and returns the folder with what is compiled."""
    chosen = [argument for package in packages for argument in ('--package', package)]
    chosen += [argument for feature in features for argument in ('--features', feature)]
    subprocess.run(['cargo', 'build', '--quiet', '--profile', profile, *chosen], cwd=installed_heat.ROOT, check=True,
                   env={**os.environ, **RELEASE})
    return compiled(profile)


def compiled(profile: str = 'dev') -> pathlib.Path:
    """The folder with what is compiled."""
    target = pathlib.Path(os.environ.get('CARGO_TARGET_DIR', installed_heat.ROOT / 'target'))
    return target / ('debug' if profile == 'dev' else profile)


def install(compiled: pathlib.Path, name: str, module: str | None = None) -> pathlib.Path:
    """Copies a library into a folder of plug-ins, as a module of its own name or of another.

    Scripts that run beside each other use the same folders: the file is replaced as a whole, and engines keep the one that they have.
    """
    module = module or name
    found = folder(module)
    found.mkdir(parents=True, exist_ok=True)
    copied = found / f'.{module}.{os.getpid()}'
    shutil.copy(compiled / f'lib{name}.so', copied)
    os.replace(copied, found / f'{module}.so')
    return found


def folder(name: str) -> pathlib.Path:
    """The folder of a plug-in."""
    return installed_heat.ROOT / 'target' / 'engine' / 'plugins' / name

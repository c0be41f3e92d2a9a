"""The plug-ins in Rust: compiled, and each in a folder of its own, by the name that the engine loads."""

import os
import pathlib
import shutil
import subprocess

import installed_heat

HERE = pathlib.Path(__file__).resolve().parent


def build(*names: str, profile: str = 'dev', features: tuple[str, ...] = ()) -> list[pathlib.Path]:
    """Compiles plug-ins of `plugins/`, and returns their folders."""
    packages = [argument for name in names for argument in ('--package', f'engine-{name}')]
    packages += [argument for feature in features for argument in ('--features', feature)]
    subprocess.run(['cargo', 'build', '--quiet', '--profile', profile, *packages], cwd=installed_heat.ROOT, check=True)
    target = pathlib.Path(os.environ.get('CARGO_TARGET_DIR', installed_heat.ROOT / 'target'))
    return [install(target / ('debug' if profile == 'dev' else profile), name) for name in names]


def install(compiled: pathlib.Path, name: str) -> pathlib.Path:
    """Copies a library into a folder of plug-ins."""
    folder = installed_heat.ROOT / 'target' / 'engine' / 'plugins' / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copy(compiled / f'lib{name}.so', folder / f'{name}.so')
    return folder

"""Finds a Python in which Heat is installed, and runs scripts with it; installs Heat if there is none."""

from __future__ import annotations

import importlib.util
import os
import pathlib
import subprocess
import sys
import venv
from typing import NoReturn

ROOT = pathlib.Path(__file__).resolve().parents[2]
RELEASE = '27.0.1'
# Virtual environments, which are kept for the next time.
ENVIRONMENT = ROOT / 'target' / 'heat'
WITHOUT_NOISE = {'PYTHONDONTWRITEBYTECODE': '1', 'PYTHONWARNINGS': 'ignore'}


def python(environment: pathlib.Path = ENVIRONMENT, release: str = RELEASE) -> pathlib.Path:
    """The Python of the variable HEAT_PYTHON, or else one in which Heat has been installed."""
    if given := os.environ.get('HEAT_PYTHON'):
        return pathlib.Path(given)
    return install(environment, release)


def install(environment: pathlib.Path, release: str = RELEASE, base: pathlib.Path | None = None) -> pathlib.Path:
    """The Python of a virtual environment with a release of Heat, which is installed unless it is there; the base is another Python."""
    found = environment / 'bin' / 'python'
    # An installation that was interrupted lacks it: pip writes commands last.
    if not (environment / 'bin' / 'heat-manage').exists():
        print(f'installing openstack-heat=={release} into {environment}', file=sys.stderr)
        if base is None:
            venv.create(environment, with_pip=True)
        else:
            subprocess.run([base, '-m', 'venv', environment], check=True)
        subprocess.run([found, '-m', 'pip', 'install', '--quiet', f'openstack-heat=={release}', 'setuptools<81'], check=True)
    return found


def command(name: str) -> pathlib.Path:
    """One of the commands that are installed with Heat."""
    return python().parent / name


def run_with_heat(environment: pathlib.Path = ENVIRONMENT, release: str = RELEASE) -> None:
    """Runs this script again with Heat's Python, unless that already runs it."""
    if importlib.util.find_spec('heat') is None:
        found = python(environment, release)
        run_again(found, HEAT_PYTHON=str(found))


def run_again(interpreter: pathlib.Path, **variables: str) -> NoReturn:
    """Runs this script again with another Python."""
    os.execve(interpreter, [str(interpreter), *sys.argv], {**os.environ, **WITHOUT_NOISE, **variables})

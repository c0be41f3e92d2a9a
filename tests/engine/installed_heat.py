"""Finds a Python in which Heat is installed, and runs scripts with it; installs Heat if there is none."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parents[2]
RELEASE = 'openstack-heat==27.0.1'
# conformance/record.py keeps its Heat in the same folder.
ENVIRONMENT = ROOT / 'target' / 'heat'
WITHOUT_NOISE = {'PYTHONDONTWRITEBYTECODE': '1', 'PYTHONWARNINGS': 'ignore'}


def python() -> pathlib.Path:
    """The Python of the variable HEAT_PYTHON, or else that of a virtual environment, which is kept for the next time."""
    if given := os.environ.get('HEAT_PYTHON'):
        return pathlib.Path(given)
    found = ENVIRONMENT / 'bin' / 'python'
    if not found.exists():
        print(f'installing {RELEASE} into {ENVIRONMENT}', file=sys.stderr)
        venv.create(ENVIRONMENT, with_pip=True)
        subprocess.run([found, '-m', 'pip', 'install', '--quiet', RELEASE, 'setuptools<81'], check=True)
    return found


def command(name: str) -> pathlib.Path:
    """One of the commands that are installed with Heat."""
    return python().parent / name


def run_with_heat() -> None:
    """Runs this script again with Heat's Python, unless that already runs it."""
    if importlib.util.find_spec('heat') is None:
        found = str(python())
        os.execve(found, [found, *sys.argv], {**os.environ, **WITHOUT_NOISE})

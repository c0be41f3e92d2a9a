#!/usr/bin/env python3
"""Checks a plug-in in Rust with the oldest Python that a library runs on, and with a new one: see facts.py, which runs in each.

    tests/engine/other_pythons.py
    tests/engine/other_pythons.py --only 3.13

The same file of the plug-in is loaded by all of them. On the oldest one, Heat is of the release that was current then, and its threads
are green. Both run at the same time, each in a Heat that is installed if necessary. An interpreter is one on the PATH, or one of pyenv;
otherwise uv installs it. A version that this machine cannot get is reported and left out. The exit code is 1 if a check fails.
"""

import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import venv
from typing import Optional

import installed_heat
import rust_plugins

# Heat's releases for them.
RELEASES = {'3.9': '24.1.2', '3.13': installed_heat.RELEASE}
FACTS = pathlib.Path(__file__).with_name('facts.py')
TARGET = installed_heat.ROOT / 'target'


def runs(interpreter: pathlib.Path, version: str) -> bool:
    """Whether an interpreter runs, and has this version: what pyenv has on the PATH may be an empty shell."""
    code = 'import sys; print("%d.%d" % sys.version_info[:2])'
    done = subprocess.run([interpreter, '-c', code], capture_output=True, text=True)
    return done.returncode == 0 and done.stdout.strip() == version


def interpreter(version: str) -> Optional[pathlib.Path]:
    """A Python of this version."""
    name = f'python{version}'
    pyenv = pathlib.Path(os.environ.get('PYENV_ROOT', pathlib.Path.home() / '.pyenv')) / 'versions'
    known = [pathlib.Path(found)] if (found := shutil.which(name)) else []
    known += sorted(pyenv.glob(f'{version}.*/bin/{name}')) + sorted(TARGET.glob(f'pythons/*/bin/{name}'))
    return next((path for path in known if runs(path, version)), None)


def installed(version: str) -> Optional[pathlib.Path]:
    """A Python of this version, which uv installs if there is none."""
    found = interpreter(version)
    if found is not None:
        return found
    tool = TARGET / 'uv'
    try:
        if not (tool / 'bin' / 'uv').exists():
            venv.create(tool, with_pip=True)
            subprocess.run([tool / 'bin' / 'python', '-m', 'pip', 'install', '--quiet', 'uv'], check=True)
        subprocess.run([tool / 'bin' / 'uv', 'python', 'install', '--quiet', '--install-dir', TARGET / 'pythons', version], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f'uv cannot install Python {version}: {error}', file=sys.stderr)
    return interpreter(version)


def check(version: str) -> bool:
    """Whether the checks pass with this version, or it cannot be had."""
    base = installed(version)
    if base is None:
        print(f'Python {version} is not on this machine: nothing is known about it')
        return True
    environment = TARGET / f'heat-{version}'
    heat = installed_heat.install(environment, RELEASES[version], base)
    done = subprocess.run([heat, FACTS, '--state', TARGET / 'engine' / f'facts-{version}', '--compiled'], capture_output=True, text=True,
                          env={**os.environ, **installed_heat.WITHOUT_NOISE, 'HEAT_PYTHON': str(heat)})
    said = (done.stdout + done.stderr).strip()
    print(f'Python {version}, Heat {RELEASES[version]}: {said}')
    return done.returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--only', choices=list(RELEASES), help='only this version')
    given = parser.parse_args()
    rust_plugins.compile_packages('heat-codegen')
    rust_plugins.build('facts')
    versions = [given.only] if given.only else list(RELEASES)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        passed = list(pool.map(check, versions))
    sys.exit(0 if all(passed) else 1)


if __name__ == '__main__':
    main()

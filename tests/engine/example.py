#!/usr/bin/env python3
"""Runs the plug-in of `examples/bucket` in a real Heat, with the service that keeps its buckets.

    tests/engine/example.py

It prints what is done and what Heat shows then. The exit code is 1 if that is not what is expected.
"""

import os
import pathlib
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from typing import Any

import installed_heat
import rust_plugins
from case import Case, Document, Stack, Subject, attribute, template
from running import Engine

STATE = installed_heat.ROOT / 'target' / 'engine' / 'example'


def bucket(**properties: Any) -> Document:
    """A template of one bucket."""
    resource = {'type': 'My::Store::Bucket', 'properties': properties}
    return template({'bucket': resource}, url=attribute('url', of='bucket'), size=attribute('size', of='bucket'),
                    status=attribute('show', 'status', of='bucket'), public=attribute('show', 'public', of='bucket'))


def exists(url: str) -> bool:
    """Whether the service has a bucket."""
    try:
        with urllib.request.urlopen(url):
            return True
    except urllib.error.HTTPError as error:
        error.close()
        return False


class Report:
    """Prints each step with the time that it took."""

    def __init__(self) -> None:
        self.began = time.monotonic()

    def step(self, text: str) -> None:
        """A step that was successful."""
        print(f'{time.monotonic() - self.began:6.1f} s  {text}', flush=True)


def live(stack: Stack, report: Report) -> None:
    """The life of a bucket."""
    case = stack.case
    stack.create(bucket(size=2))
    url = stack.attribute('url', 'bucket')
    stack.expect_outputs(url=url, size=2, status='active', public=False)
    case.expect('the bucket exists', True, exists(url))
    report.step(f'created and polled until it was active: {url}')

    stack.update(bucket(size=3, public=True))
    stack.expect_outputs(url=url, size=3, status='active', public=True)
    report.step('updated in place')

    case.api.send('POST', f'{stack.path}/snapshots', {'name': 'before'})
    stack.wait('SNAPSHOT_COMPLETE')
    snapshot = case.api.get(f'{stack.path}/snapshots')['snapshots'][0]
    stack.update(bucket(size=3))
    stack.expect_outputs(url=url, size=3, status='active', public=False)
    case.api.send('POST', f'{stack.path}/snapshots/{snapshot["id"]}/restore')
    stack.wait('RESTORE_COMPLETE')
    stack.expect_outputs(url=url, size=3, status='active', public=True)
    case.api.send('DELETE', f'{stack.path}/snapshots/{snapshot["id"]}')
    report.step('a snapshot taken, restored and deleted')

    stack.update(bucket(size=1))
    replaced = stack.attribute('url', 'bucket')
    case.expect('the replacement', (True, False, True), (url != replaced, exists(url), exists(replaced)))
    report.step('a smaller bucket is a new one')

    request = urllib.request.Request(replaced, method='DELETE')
    urllib.request.urlopen(request).close()
    stack.act('check', 'CHECK_FAILED')
    stack.expect_resource('CHECK_FAILED', re.compile('EntityNotFound: resources.bucket: .* was not found'), 'bucket')
    stack.delete()
    report.step('a check found that it was gone, and a deletion did not mind')


def fail(stack: Stack, report: Report) -> None:
    """A bucket that the service cannot build."""
    reason = 'ResourceInError: resources.bucket: Went to status error due to "the store could not build the bucket"'
    stack.create(bucket(name='large', size=2000), 'CREATE_FAILED')
    stack.expect_resource('CREATE_FAILED', reason, 'bucket')
    stack.delete()
    report.step(f'CREATE_FAILED: {reason}')


def main() -> None:
    compiled = rust_plugins.compile_packages('bucket', 'store')
    plugins = rust_plugins.install(compiled, 'bucket')
    shutil.rmtree(STATE, ignore_errors=True)
    store = subprocess.Popen([compiled / 'store', '127.0.0.1:0'], stdout=subprocess.PIPE, text=True)
    assert store.stdout is not None
    os.environ['STORE_ENDPOINT'] = store.stdout.readline().strip()
    report = Report()
    engine = Engine.start(pathlib.Path(STATE), [plugins], True, 'action_retry_limit = 1')
    try:
        report.step('Heat is running')
        case = Case(engine.api, 'example', STATE, True, Subject('Rust', plugins, None, survives=True))
        live(case.stack(), report)
        fail(case.stack('too-large'), report)
    finally:
        engine.stop()
        store.kill()
        store.wait()


if __name__ == '__main__':
    main()

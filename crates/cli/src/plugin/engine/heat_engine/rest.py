"""Requests to Heat's API."""

import dataclasses
import json
import pathlib
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

Document = dict[str, Any]
# The engine without convergence says that an action is complete before it releases the stack.
LOCKED = 'already has an action'
# With convergence, it says so before it has tidied up. It accepts what comes in between, cannot store it, and logs that.
DROPPED = 'Failed to store stack {} with traversal'
BUSY_SECONDS = 20


@dataclasses.dataclass(frozen=True)
class Answer:
    """What the API answered."""

    status: int
    document: Document

    @property
    def message(self) -> str:
        """The reason of a refusal."""
        return str(self.document.get('error', {}).get('message') or self.document.get('explanation', ''))


class Unexpected(Exception):
    """The API did not answer as a request needs it."""


@dataclasses.dataclass(frozen=True)
class Api:
    """The API of one project."""

    url: str
    # What its engine logs.
    log: pathlib.Path
    # A token of Keystone, if the API asks for one.
    token: str = ''

    def ask(self, method: str, path: str, body: Document | None = None) -> Answer:
        """Sends a request; a status that says failure is an answer, too."""
        data = None if body is None else json.dumps(body).encode()
        headers = {'Content-Type': 'application/json', 'Accept': 'application/json'}
        if self.token:
            headers['X-Auth-Token'] = self.token
        request = urllib.request.Request(f'{self.url}/{path}', data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return Answer(response.status, read(response.read()))
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, read(error.read()))

    def get(self, path: str) -> Any:
        """What is there."""
        answer = self.ask('GET', path)
        if answer.status != 200:
            raise Unexpected(f'GET {path}: {answer.status} {answer.message}')
        return answer.document

    def send(self, method: str, path: str, body: Document | None = None) -> Document:
        """Sends what has to be accepted, again if a stack is not ready for it."""
        answer = self.answer(method, path, body)
        if answer.status >= 300:
            raise Unexpected(f'{method} {path}: {answer.status} {answer.message}')
        return answer.document

    def answer(self, method: str, path: str, body: Document | None = None) -> Answer:
        """Sends a request, again if a stack is not ready for it; a status that says failure is an answer, too."""
        end = time.monotonic() + BUSY_SECONDS
        while True:
            logged = self.log.stat().st_size
            answer = self.ask(method, path, body)
            dropped = self.dropped(path, logged)
            if not dropped and not (answer.status == 409 and LOCKED in answer.message):
                return answer
            if time.monotonic() > end:
                raise Unexpected(f'{method} {path}: {answer.message or "dropped again and again"}')
            time.sleep(0.5)

    def dropped(self, path: str, since: int) -> bool:
        """Whether the engine dropped a request about a stack, from a place in its log on."""
        match path.split('/'):
            case ['stacks', name, *_]:
                with self.log.open('rb') as log:
                    log.seek(since)
                    return DROPPED.format(urllib.parse.unquote(name)).encode() in log.read()
        return False


def read(data: bytes) -> Document:
    """A body, which may be empty."""
    try:
        found = json.loads(data) if data else {}
    except ValueError:
        return {'explanation': data.decode(errors='replace')}
    return found if isinstance(found, dict) else {'explanation': str(found)}


def quoted(name: str) -> str:
    """A name within a path."""
    return urllib.parse.quote(name, safe='')

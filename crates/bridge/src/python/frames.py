"""Messages between an engine and the process of a plug-in, which both have
this module: JSON, each after its length. What a plug-in sends is only data.
"""

import json
import socket
import struct
import time

# Longer messages are refused: one side must not fill the memory of the other.
MAX_BYTES = 256 * 1024 * 1024

_LENGTH = struct.Struct('>I')
_STEP = 64 * 1024


class Broken(Exception):
    """The other side sent what is no message."""


class Ended(Broken):
    """The other side closed the connection."""


class TooLong(ValueError):
    """A message is longer than the limit."""


class Late(Exception):
    """There was no message in time."""


class Connection:
    """A connection of one call at a time."""

    def __init__(self, stream):
        self._stream = stream
        self._received = bytearray()

    def close(self):
        self._stream.close()

    def send(self, message):
        data = json.dumps(message).encode('ascii')
        if len(data) > MAX_BYTES:
            raise TooLong('a message of %d bytes exceeds the limit of %d'
                          % (len(data), MAX_BYTES))
        try:
            self._stream.sendall(_LENGTH.pack(len(data)) + data)
        except OSError as error:
            raise Ended('it closed its connection') from error

    def receive(self, until=None):
        """Return the next message; none if there are no more."""
        length = _LENGTH.size
        if not self._has(length, until):
            return None
        end = length + _LENGTH.unpack_from(self._received)[0]
        if end > length + MAX_BYTES:
            raise Broken('it sent a message that exceeds the limit')
        if not self._has(end, until):
            raise Ended('it closed its connection')
        data = bytes(self._received[length:end])
        del self._received[:end]
        try:
            return json.loads(data.decode('ascii'))
        except (ValueError, RecursionError):
            raise Broken('it sent what is no message') from None

    def _has(self, size, until):
        """Read until there are so many bytes. An exception loses none."""
        while len(self._received) < size:
            if until is not None:
                left = until - time.monotonic()
                if left <= 0:
                    raise Late()
                self._stream.settimeout(left)
            try:
                some = self._stream.recv(_STEP)
            except socket.timeout:
                raise Late() from None
            except OSError:
                some = b''
            if not some:
                return False
            self._received += some
        return True

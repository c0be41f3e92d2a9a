"""A clock that only moves when Heat sleeps."""

import random
import time
from unittest import mock

START = 1_000_000.0
LONGEST = 5_000


class NeverEnds(BaseException):
    """A script has no end."""


class Clock:
    """Seconds since the recording of a vector began."""

    def __init__(self):
        self.now = 0.0

    def sleep(self, seconds):
        self.now += seconds
        if self.now > LONGEST:
            raise NeverEnds

    def patches(self):
        """What makes Heat use this clock, without chance in the time that it waits."""
        return [
            mock.patch.object(time, 'sleep', self.sleep),
            mock.patch('heat.common.timeutils.wallclock', lambda: START + self.now),
            mock.patch.object(random, 'random', lambda: 0.5),
            mock.patch.object(random, 'uniform', lambda low, high: (low + high) / 2),
        ]

"""The checks, in the order of the table."""

from collections.abc import Callable

from case import Case

Check = Callable[[Case], None]
CHECKS: list[tuple[str, Check]] = []


def check(title: str) -> Callable[[Check], Check]:
    """Adds a function to the checks."""
    def added(function: Check) -> Check:
        CHECKS.append((title, function))
        return function
    return added


def load() -> list[tuple[str, Check]]:
    """All checks."""
    from checks import (  # noqa: F401
        types, creating, failing, updating, states, snapshots, adopting, limits, plugins, restarting, values, versions,
        operating)
    return CHECKS

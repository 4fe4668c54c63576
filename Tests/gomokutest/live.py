"""The processes that tests have started and that still run, so that a test that fails leaves none behind."""

import contextlib

# Objects with a method `abandon()`, which kills what they started at once.
_running = []


def started(thing):
    """Notes that this runs, or runs again."""
    ended(thing)
    _running.append(thing)


def ended(thing):
    """Notes that this has ended in the ordinary way."""
    with contextlib.suppress(ValueError):
        _running.remove(thing)


def abandon(but=()):
    """Kills all that runs except the things of an earlier `snapshot`."""
    for thing in reversed(_running[:]):
        if not any(thing is kept for kept in but):
            ended(thing)
            with contextlib.suppress(Exception):
                thing.abandon()


def snapshot():
    """Returns what runs: the argument of a later `abandon`."""
    return list(_running)

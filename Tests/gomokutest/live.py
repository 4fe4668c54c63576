"""Registry of the processes that tests have started, so that a failed test leaves none of them
running."""

import contextlib

# Objects with a method `abandon()`, which immediately kills the processes they started.
_running = []


def started(thing):
    """Registers an object whose processes run (again)."""
    ended(thing)
    _running.append(thing)


def ended(thing):
    """Removes an object whose processes have ended normally."""
    with contextlib.suppress(ValueError):
        _running.remove(thing)


def abandon(but=()):
    """Kills everything that is registered, except the objects of an earlier `snapshot`."""
    for thing in reversed(_running[:]):
        if not any(thing is kept for kept in but):
            ended(thing)
            with contextlib.suppress(Exception):
                thing.abandon()


def snapshot():
    """Returns the registered objects, as an argument for a later call of `abandon`."""
    return list(_running)

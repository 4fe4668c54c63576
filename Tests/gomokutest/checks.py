"""Assertions that say what differs."""


def same(found, expected, what):
    """Fails unless both are equal."""
    assert found == expected, f"{what}: found {found!r}, expected {expected!r}"

"""Assertions that report the difference."""


def same(found, expected, what):
    """Fails unless both values are equal. `what` names them in the failure message."""
    assert found == expected, f"{what}: found {found!r}, expected {expected!r}"

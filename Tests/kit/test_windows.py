"""Tests of the windows of the browser tests."""

from gomokutest.checks import same


def test_windows_reduce_motion(open_window):
    """Only tests about animations pay for 60 frames per second."""
    is_calm = open_window("Ann").script("return matchMedia('(prefers-reduced-motion: reduce)').matches")
    same(is_calm, True, "reduced motion")

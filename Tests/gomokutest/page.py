"""The page as `make build` produces it: bundled."""

import atexit
import contextlib
import fcntl
import functools
import os
import shutil
import subprocess
import tempfile

from .environment import ROOT, WEB


def bundle(source, target):
    """Bundles the page in `source` and writes it to `target`."""
    subprocess.run([os.path.join(ROOT, "scripts/bundle"), target, source], check=True)


# Names the directory in which the processes of a test run share the bundled page.
_SHARED = "GOMOKU_TEST_PAGE"


@contextlib.contextmanager
def shared():
    """Lets the processes that start meanwhile share one bundled page."""
    with tempfile.TemporaryDirectory(prefix="gomoku-page-", ignore_cleanup_errors=True) as directory:
        os.environ[_SHARED] = directory
        yield
        del os.environ[_SHARED]


@functools.cache
def bundled():
    """Returns the directory of the bundled page. The first process that needs it builds it."""
    directory = os.environ.get(_SHARED)
    if not directory:
        directory = tempfile.mkdtemp(prefix="gomoku-page-")
        atexit.register(shutil.rmtree, directory, ignore_errors=True)
    target = os.path.join(directory, "page")
    with open(os.path.join(directory, "lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.isdir(target):
            unfinished = os.path.join(directory, "unfinished")
            bundle(WEB, unfinished)
            os.rename(unfinished, target)
    return target

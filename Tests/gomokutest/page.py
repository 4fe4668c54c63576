"""The page as `make build` produces it: bundled."""

import atexit
import functools
import os
import shutil
import subprocess
import tempfile

from .environment import ROOT, WEB


def bundle(source, target):
    """Bundles the page in `source` and writes it to `target`."""
    subprocess.run([os.path.join(ROOT, "scripts/bundle"), target, source], check=True)


@functools.cache
def bundled():
    """Returns the directory of the bundled page. Builds the bundle once per process."""
    directory = tempfile.mkdtemp(prefix="gomoku-page-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    target = os.path.join(directory, "page")
    bundle(WEB, target)
    return target

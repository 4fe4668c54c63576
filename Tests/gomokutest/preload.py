"""A preloaded library that gives tests control over the programs they run.

It makes password hashes cheap, lets a test move the clocks, and resolves host names only once a
test has published them (see `getaddrinfo` in preload.c).

The server hashes a password with 32 MiB of memory. That takes half a second on a busy machine, and
the tests claim hundreds of names. A test that needs real hashes starts `Server(…,
real_hashes=True)`. A test that needs to hold hashes back uses `HashGate`.

    clock = Clock(directory)
    server = Server([…], clock=clock)
    clock.skip(60)   # the server sees a time one minute later when it next reads its clock
"""

import atexit
import functools
import os
import shutil
import struct
import subprocess
import tempfile


class Clock:
    """The offsets that a test has added to the clocks of programs."""

    def __init__(self, directory):
        self.path = os.path.join(directory, "clock")
        self.skipped = self.stepped = 0
        self._write()

    def skip(self, seconds):
        """Moves all clocks forward. A sleeping program notices only when it wakes, so send it a
        request."""
        self.skipped += int(seconds * 1_000_000_000)
        self._write()

    def step(self, seconds):
        """Moves the calendar clock forward or back, as an administrator may. Monotonic clocks do
        not change."""
        self.stepped += int(seconds * 1_000_000_000)
        self._write()

    def _write(self):
        # The file is overwritten in place because programs have mapped it into memory.
        with open(self.path, "r+b" if os.path.exists(self.path) else "w+b", buffering=0) as file:
            file.write(struct.pack("=qq", self.skipped, self.stepped))


class HashGate:
    """A gate that holds back the password hashes of a program until the test releases them.

    gate = HashGate(directory)
    server = Server([…], env=gate.environment)
    gate.let(2)
    """

    def __init__(self, directory):
        path = os.path.join(directory, "hash-gate")
        os.mkfifo(path)
        self.pipe = os.open(path, os.O_RDWR)
        self.environment = {**os.environ, "GOMOKU_TEST_HASH_GATE": path}

    def let(self, count):
        """Releases `count` more hashes."""
        os.write(self.pipe, bytes(count))

    def __del__(self):
        os.close(self.pipe)


@functools.cache
def library():
    """Returns the path of the library. Compiles it once per process."""
    directory = tempfile.mkdtemp(prefix="gomoku-preload-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    path = os.path.join(directory, "preload.so")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "preload.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", path, source, "-ldl"], check=True)
    return path


def environment(base=os.environ, cheap_hashes=True, clock=None):
    """Returns a copy of the environment `base` in which hashes are cheap and `clock` sets the
    clocks."""
    if not (cheap_hashes or clock):
        return dict(base)
    found = {**base, "LD_PRELOAD": ":".join(filter(None, [library(), base.get("LD_PRELOAD")]))}
    if cheap_hashes:
        found["GOMOKU_TEST_HASHES"] = "cheap"
    if clock:
        found["GOMOKU_TEST_CLOCK"] = clock.path
    return found

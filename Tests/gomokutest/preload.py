"""A library that makes programs under test quick: cheap password hashes, clocks that a test puts forward, and host names
that are known when a test says so (preload.c, `getaddrinfo`).

The server hashes a password with 32 MiB of memory, which takes half a second on a busy machine, and tests claim
hundreds of names. A test that needs hashes to take their time starts `Server(…, real_hashes=True)`, or lets them
through one by one (`HashGate`).

    clock = Clock(directory)
    server = Server([…], clock=clock)
    clock.skip(60)   # the server's next look at the time is a minute later
"""

import atexit
import functools
import os
import shutil
import struct
import subprocess
import tempfile


class Clock:
    """What a test has added to the clocks of programs."""

    def __init__(self, directory):
        self.path = os.path.join(directory, "clock")
        self.skipped = self.stepped = 0
        self._write()

    def skip(self, seconds):
        """Puts the clocks forward. A program that sleeps sees it when it wakes: ask it something."""
        self.skipped += int(seconds * 1_000_000_000)
        self._write()

    def step(self, seconds):
        """Sets the calendar clock forward, or back, as an administrator does. Monotonic clocks do not change."""
        self.stepped += int(seconds * 1_000_000_000)
        self._write()

    def _write(self):
        # In place: programs have the file in their memory.
        with open(self.path, "r+b" if os.path.exists(self.path) else "w+b", buffering=0) as file:
            file.write(struct.pack("=qq", self.skipped, self.stepped))


class HashGate:
    """Lets as many password hashes of a program through as a test says; the others wait.

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
        """Lets so many more hashes through."""
        os.write(self.pipe, bytes(count))

    def __del__(self):
        os.close(self.pipe)


@functools.cache
def library():
    """Returns the path of the library, compiled once per process."""
    directory = tempfile.mkdtemp(prefix="gomoku-preload-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    path = os.path.join(directory, "preload.so")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "preload.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", path, source, "-ldl"], check=True)
    return path


def environment(base=os.environ, cheap_hashes=True, clock=None):
    """Returns the environment `base`, changed so that a program's hashes are cheap and its clocks are `clock`'s."""
    if not (cheap_hashes or clock):
        return dict(base)
    found = {**base, "LD_PRELOAD": ":".join(filter(None, [library(), base.get("LD_PRELOAD")]))}
    if cheap_hashes:
        found["GOMOKU_TEST_HASHES"] = "cheap"
    if clock:
        found["GOMOKU_TEST_CLOCK"] = clock.path
    return found

"""A redis-server of the test process, started when a test first needs it."""

import atexit
import ctypes
import os
import shutil
import signal
import subprocess
import tempfile
import time

from .environment import TIMEOUT


class Redis:
    """One redis-server for all servers of this process, with a database for each directory. Ends
    with the process."""

    one = None

    def __init__(self, copy=None):
        """`copy`: a file written by `backup` that is the initial content."""
        self.directory = tempfile.mkdtemp(prefix="gomoku-redis-")
        self.socket = os.path.join(self.directory, "redis.sock")
        self.databases = {}
        self.process = None
        atexit.register(self.end)
        if copy:
            shutil.copy(copy, os.path.join(self.directory, "dump.rdb"))
            self.start("--appendonly", "no")
        else:
            self.start()

    def start(self, *settings):
        """Starts the server, and waits until it answers."""
        self.process = subprocess.Popen(
            [
                "redis-server",
                "--port",
                "0",
                "--unixsocket",
                self.socket,
                "--dir",
                self.directory,
                "--appendonly",
                "yes",
                "--appendfsync",
                "always",
                "--save",
                "",
                "--databases",
                "1024",
                "--logfile",
                f"{self.directory}/log",
                "--repl-diskless-sync-delay",
                "0",
                *settings,
            ],
            stdin=subprocess.DEVNULL,
            preexec_fn=lambda: ctypes.CDLL(None).prctl(1, signal.SIGKILL),
        )
        until = time.monotonic() + TIMEOUT
        while self._ping() != "PONG\n":
            if time.monotonic() > until or self.process.poll() is not None:
                raise RuntimeError("redis-server does not run; scripts/setup --test installs it")
            time.sleep(0.01)  # Redis sends no signal when it is ready.

    def _ping(self):
        command = ["redis-cli", "-s", self.socket, "ping"]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    def kill(self):
        """Kills the server with SIGKILL."""
        self.process.kill()
        self.process.wait()

    def end(self):
        self.kill()
        shutil.rmtree(self.directory, ignore_errors=True)

    def database(self, directory):
        return self.databases.setdefault(directory, len(self.databases))

    def ask(self, directory, *words):
        """Returns the answer to a command."""
        command = ["redis-cli", "-s", self.socket, "-n", str(self.database(directory)), "-e", *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def place(self, directory):
        """Returns the store address for `directory`: the database that replaces the directory."""
        return f"redis+unix:{self.socket}?db={self.database(directory)}"

    @classmethod
    def address(cls, directory):
        """Returns the store address for `directory` in the Redis that all servers share. Starts
        that Redis if needed."""
        cls.one = cls.one or cls()
        return cls.one.place(directory)

    @classmethod
    def bytes(cls):
        """Returns the content of all files that the shared Redis has on disk."""
        found = [os.path.join(place, file) for place, _, files in os.walk(cls.one.directory) for file in files]
        return b"".join(open(path, "rb").read() for path in found if not path.endswith(".sock"))

"""Redis servers of a test's own that have replicas, and the Sentinels that watch them.

    redis = Watched(replicas=1); redis.address   # for --store
    redis.primary().kill(); redis.until_other(...)

All of them are on an address of this machine that no other process of the tests has, so that a port stays theirs while they
are dead. They end with the process.
"""

import atexit
import ctypes
import os
import shutil
import signal
import subprocess
import tempfile
import time

from blackbox import PATIENCE

NAME = "main"


def own_address():
    """An address of this machine that belongs to this process as long as it runs."""
    return f"127.77.{os.getpid() >> 8 & 255}.{os.getpid() & 255}"


class Instance:
    """One redis-server."""

    def __init__(self, address, port, *settings, prefix=(), sentinel=None):
        """`prefix`: what runs it. `sentinel`: lines of its configuration file; it is a Sentinel then."""
        self.address, self.port, self.prefix = address, port, list(prefix)
        self.directory = tempfile.mkdtemp(prefix="gomoku-redis-")
        # Unix sockets are seen from all networks of the machine.
        self.socket = os.path.join(self.directory, "redis.sock")
        if sentinel is None:
            self.arguments = ["--appendonly", "yes", "--appendfsync", "always", "--save", "", "--repl-diskless-sync-delay", "0",
                              "--replica-announce-ip", address, *settings]
        else:
            file = os.path.join(self.directory, "sentinel.conf")
            with open(file, "w", encoding="utf-8") as lines:
                lines.write("\n".join(sentinel) + "\n")
            self.arguments = [file, "--sentinel"]
        self.process = None
        atexit.register(self.end)
        self.start()

    def start(self):
        """Starts it, and waits until it answers."""
        self.process = subprocess.Popen(
            [*self.prefix, "redis-server", *self.arguments, "--bind", self.address, "--port", str(self.port), "--protected-mode", "no",
             "--dir", self.directory, "--unixsocket", self.socket, "--logfile", os.path.join(self.directory, "log")],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, preexec_fn=lambda: ctypes.CDLL(None).prctl(1, signal.SIGKILL))
        end = time.monotonic() + PATIENCE
        while not self.ask("ping").startswith("PONG"):
            if time.monotonic() > end or self.process.poll() is not None:
                raise RuntimeError(f"redis-server does not run: {self.log()[-800:]}")
            time.sleep(0.01)

    def log(self):
        path = os.path.join(self.directory, "log")
        return open(path, encoding="utf-8", errors="replace").read() if os.path.exists(path) else ""

    def ask(self, *words):
        """What it answers; nothing where there is none."""
        return subprocess.run(["redis-cli", "-s", self.socket, *words], capture_output=True, text=True).stdout

    def kill(self):
        """kill -9."""
        self.process.kill()
        self.process.wait()

    def end(self):
        self.kill()
        shutil.rmtree(self.directory, ignore_errors=True)


class Watched:
    """A primary, its replicas, and three Sentinels."""

    def __init__(self, replicas=1, down_after=2_000):
        """`down_after`: milliseconds of silence after which a primary counts as gone."""
        self.host = own_address()
        first = Instance(self.host, 7001)
        self.all = [first] + [Instance(self.host, 7002 + number, "--replicaof", self.host, "7001") for number in range(replicas)]
        self.sentinels = [
            Instance(self.host, 7101 + number, sentinel=[
                f"sentinel monitor {NAME} {self.host} 7001 2", f"sentinel down-after-milliseconds {NAME} {down_after}",
                f"sentinel failover-timeout {NAME} 10000", f"sentinel announce-ip {self.host}"]) for number in range(3)]
        self.address = "redis+sentinel://" + ",".join(f"{self.host}:{one.port}" for one in self.sentinels) + f"/{NAME}/0"
        # They find each other, and the replicas, by the primary.
        self.until(lambda: all(self.knows(one, "num-slaves") >= replicas and self.knows(one, "num-other-sentinels") == 2
                               for one in self.sentinels), "the Sentinels do not find each other")

    @staticmethod
    def knows(sentinel, field):
        words = sentinel.ask("sentinel", "master", NAME).split("\n")
        return int(words[words.index(field) + 1]) if field in words else -1

    def until(self, fits, sentence):
        end = time.monotonic() + PATIENCE
        while not fits():
            if time.monotonic() > end:
                raise AssertionError(f"{sentence}: {[one.log()[-600:] for one in self.sentinels]}")
            time.sleep(0.05)

    def primary(self):
        """The one that most Sentinels say it is."""
        ports = [(one.ask("sentinel", "get-master-addr-by-name", NAME).split() or ["", "0"])[1] for one in self.sentinels]
        port = int(max(set(ports), key=ports.count))
        return next((one for one in self.all if one.port == port), None)

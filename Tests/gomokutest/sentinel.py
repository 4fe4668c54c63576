"""Redis servers with replicas for one test, and the Sentinels that watch them.

    with contextlib.closing(Watched(replicas=1)) as redis:
        redis.address   # for --store
        redis.primary().kill()

They all use a loopback address that no other test process uses, so no other process takes their
ports while they are down.
"""

import atexit
import ctypes
import os
import shutil
import signal
import subprocess
import tempfile
import time

from .environment import TIMEOUT

NAME = "main"


def own_address():
    """Returns a loopback address that is unique to this process: its last 22 bits are the process
    ID."""
    number = os.getpid()
    return f"127.{64 + (number >> 16 & 63)}.{number >> 8 & 255}.{number & 255}"


class Instance:
    """A single redis-server."""

    def __init__(self, address, port, *settings, prefix=(), sentinel=None, file=None, password=None):
        """Starts the server.

        - `prefix`: the command that runs it.
        - `sentinel`: the lines of a Sentinel's configuration file.
        - `file`: the lines of a Redis configuration file, which replace all other settings.
        - `password`: the password that `ask` sends.
        """
        self.address, self.port, self.prefix = address, port, list(prefix)
        self.environment = {**os.environ, "REDISCLI_AUTH": password} if password else None
        self.directory = tempfile.mkdtemp(prefix="gomoku-redis-")
        # A unix socket can be reached from every network namespace of the machine.
        self.socket = os.path.join(self.directory, "redis.sock")
        if sentinel or file:
            path = os.path.join(self.directory, "sentinel.conf" if sentinel else "redis.conf")
            with open(path, "w", encoding="utf-8") as lines:
                lines.write("\n".join(sentinel or file) + "\n")
            self.arguments = [path, "--sentinel"] if sentinel else [path]
        else:
            self.arguments = [
                "--appendonly",
                "yes",
                "--appendfsync",
                "always",
                "--save",
                "",
                "--repl-diskless-sync-delay",
                "0",
                "--replica-announce-ip",
                address,
                *settings,
            ]
        self.process = None
        atexit.register(self.close)
        self.start()

    def start(self):
        """Starts the server, and waits until it answers."""
        self.process = subprocess.Popen(
            [
                *self.prefix,
                "redis-server",
                *self.arguments,
                "--bind",
                self.address,
                "--port",
                str(self.port),
                "--protected-mode",
                "no",
                "--dir",
                self.directory,
                "--unixsocket",
                self.socket,
                "--logfile",
                os.path.join(self.directory, "log"),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            preexec_fn=lambda: ctypes.CDLL(None).prctl(1, signal.SIGKILL),
        )
        end = time.monotonic() + TIMEOUT
        while not self.ask("ping").startswith("PONG"):
            if time.monotonic() > end or self.process.poll() is not None:
                raise RuntimeError(f"redis-server does not run: {self.log()[-800:]}")
            time.sleep(0.01)

    def log(self):
        path = os.path.join(self.directory, "log")
        return open(path, encoding="utf-8", errors="replace").read() if os.path.exists(path) else ""

    def ask(self, *words):
        """Returns the answer to a command, or an empty string if the server does not run."""
        command = ["redis-cli", "-s", self.socket, *words]
        return subprocess.run(command, capture_output=True, text=True, check=False, env=self.environment).stdout

    def feed(self, lines):
        """Sends lines of commands and returns the answers. Quoted bytes in the lines are escaped
        (`"\\x00"`)."""
        command = ["redis-cli", "-s", self.socket]
        return subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout

    def kill(self):
        """Kills the server with SIGKILL."""
        self.process.kill()
        self.process.wait()

    def close(self):
        self.kill()
        shutil.rmtree(self.directory, ignore_errors=True)
        atexit.unregister(self.close)


def facts(sentinel, of="master"):
    """Returns a Sentinel's fields about the primary, or with `of="replicas"` about the first
    replica."""
    lines = sentinel.ask("sentinel", of, NAME).split("\n")
    return dict(zip(lines[::2], lines[1::2], strict=False))


class Watched:
    """A primary, its replicas, and three Sentinels."""

    # The silence in milliseconds after which the Sentinels declare a primary down: long enough for
    # a busy machine, and short once a test has killed the primary. Sentinels do not promote a
    # replica that was disconnected from its primary for ten times as long.
    PATIENT, HASTY = 10_000, 1_000

    def __init__(self, replicas=1):
        self.host = own_address()
        self.all = [Instance(self.host, 7001)]
        self.all += [Instance(self.host, 7002 + number, "--replicaof", self.host, "7001") for number in range(replicas)]
        self.sentinels = [
            Instance(
                self.host,
                7101 + number,
                sentinel=[
                    f"sentinel monitor {NAME} {self.host} 7001 2",
                    f"sentinel down-after-milliseconds {NAME} {self.PATIENT}",
                    f"sentinel failover-timeout {NAME} 4000",
                    f"sentinel announce-ip {self.host}",
                ],
            )
            for number in range(3)
        ]
        places = ",".join(f"{self.host}:{one.port}" for one in self.sentinels)
        self.address = f"redis+sentinel://{places}/{NAME}/0"
        # Sentinels discover each other and the replicas through the primary.
        end = time.monotonic() + TIMEOUT
        while not all(
            self.knows(one, "num-slaves") >= replicas and self.knows(one, "num-other-sentinels") == 2
            for one in self.sentinels
        ):
            logs = [one.log()[-600:] for one in self.sentinels]
            assert time.monotonic() < end, f"the Sentinels do not find each other: {logs}"
            time.sleep(0.05)

    def close(self):
        for one in self.sentinels + self.all:
            one.close()

    def give_up_after(self, milliseconds):
        for one in self.sentinels:
            one.ask("sentinel", "set", NAME, "down-after-milliseconds", str(milliseconds))

    @staticmethod
    def knows(sentinel, field, of="master"):
        """Returns a numeric field of a Sentinel about the primary, or with `of="replicas"` about
        the first replica."""
        return int(facts(sentinel, of).get(field, -1))

    def reach_replica(self):
        """Whether each Sentinel has received an answer from the only replica within the last
        second."""
        return all(0 <= self.knows(one, "last-ok-ping-reply", "replicas") < 1_000 for one in self.sentinels)

    def primary(self):
        """Returns the primary that most Sentinels report, or None if it is none of these
        servers."""
        answers = [one.ask("sentinel", "get-master-addr-by-name", NAME).split() for one in self.sentinels]
        ports = [answer[1] if answer else "0" for answer in answers]
        port = int(max(set(ports), key=ports.count))
        return next((one for one in self.all if one.port == port), None)

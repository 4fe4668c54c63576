"""What attacks share: a server, clients from other addresses, a bystander, and the server's memory.

An attack is bounded in time and in what it sends. `SERVER=/path/to/gomoku-server` attacks another build, to see it do
harm there.

Attacks measure nothing, unless they are asked to:

    PINGS=1 SERVER=.build/release/gomoku-server /usr/bin/python3 -m pytest -s Tests/attacks

Then another process pings each server (bystander.py), and each test prints how long the answers took before it and
meanwhile, and fails if that was longer than PING_WITHIN seconds (0.8; on a quiet machine and with an optimised build,
0.01).
"""

import asyncio
import contextlib
import os
import sys
import time

from .client import Client
from .environment import PATIENCE, ROOT
from .server import Server

# Whether the tests measure how long a ping of somebody else takes.
MEASURES = bool(os.environ.get("PINGS"))
# How long a ping may take where it is measured, in seconds.
PING_WITHIN = float(os.environ.get("PING_WITHIN", "0.8"))


def host(directory, *arguments, **more):
    """Returns a server that is to be attacked; it is not started yet."""
    # A build that somebody measures or sanitizes is left as it is.
    real_hashes = MEASURES or "SERVER" in os.environ
    kind = Pinged if MEASURES else Server
    return kind(["--data", directory, *arguments], alone=True, real_hashes=real_hashes, **more)


async def connect_from(address, port, name=None, **options):
    """Returns a client that comes from another address of this machine: 127.0.0.2 and so on."""
    return await Client.connect(port, name, address=address, **options)


async def fill(client, room, deltas, size, key=lambda n: f"k{n % 8}"):
    """Stores so many deltas of so many bytes in an open room."""
    for number in range(deltas):
        half = "x" * (size // 2)
        answer = await client.delta(room, {key(2 * number): half, key(2 * number + 1): half})
        assert answer["type"] == "delta", answer


async def until(sentence, holds):
    """Waits until the asynchronous condition holds."""
    end = time.monotonic() + PATIENCE
    while not await holds():
        assert time.monotonic() < end, f"not within {PATIENCE} s: {sentence}"
        await asyncio.sleep(0.02)


async def build_large_rooms(server, count, name="large", keys=17):
    """Makes so many rooms with a snapshot of 1 MiB each, or of `keys` times 60 kB: large-0, large-1 and so on."""
    builder = await Client.connect(server.port, "Builder")
    for number in range(count):
        await builder.join(f"{name}-{number}", kind="open")
        await fill(builder, f"{name}-{number}", keys, 60_000, key=lambda n: f"k{n}")


async def join_unread(client, room):
    """Joins an open room and reads nothing from then on."""
    client.socket.writer.transport.pause_reading()
    client.send(type="join", room=room, kind="open")
    await client.socket.writer.drain()


async def until_newcomers_make_rooms(server):
    """Waits until the server has memory for a newcomer's room."""

    async def makes_a_room():
        late = await Client.connect(server.port, "Late")
        answer = await late.join("another")
        late.cut()
        return answer["type"] == "snapshot"

    await until("a newcomer makes a room", makes_a_room)


def resident(server):
    """Returns how many megabytes of memory the server has."""
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1024


def slowest(times):
    """Returns the 99th percentile."""
    return sorted(times)[int(len(times) * 0.99)] if times else 0


class Bystander:
    """A client in a room of its own that pings twenty times a second while somebody attacks. Every ping must be
    answered.

        async with Bystander(server) as bystander:
            …
        bystander.times
    """

    def __init__(self, server):
        self.server = server
        self.times = []

    async def __aenter__(self):
        self.client = await Client.connect(self.server.port, "Bystander")
        await self.client.join("elsewhere")
        self.stopping = asyncio.Event()
        self.task = asyncio.create_task(self._ping())
        return self

    async def __aexit__(self, kind, *_):
        self.stopping.set()
        try:
            await self.task
            print(f"  {len(self.times)} pings, p99 {slowest(self.times) * 1000:.1f} ms")
        except Exception:
            # What the test itself has failed with says more.
            if kind is None:
                raise
        finally:
            self.client.cut()

    async def answered(self, count=1):
        """Waits until so many more pings are answered."""
        goal, end = len(self.times) + count, time.monotonic() + PATIENCE
        while len(self.times) < goal:
            assert not self.task.done() and time.monotonic() < end, "the bystander is not answered"
            await asyncio.sleep(0.02)

    async def _ping(self):
        is_last = False
        # One ping at least comes after the attack.
        while not is_last:
            is_last = self.stopping.is_set()
            began = time.monotonic()
            self.client.send(type="ping", at=len(self.times))
            await self.client.expect("pong", where=lambda m: m["at"] == len(self.times))
            self.times.append(time.monotonic() - began)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.stopping.wait(), 0.05)


class Pinged(Server):
    """A server that another process pings."""

    running = []
    # How long nothing else goes on before the attack, in seconds.
    QUIET = 2

    async def start(self):
        # An attacker is on another machine, and takes none of this one's processors from the server or the bystander.
        # (Only root may raise its own priority again: processes that anyone else starts later have the attacker's.)
        if os.geteuid() == 0:
            os.setpriority(os.PRIO_PROCESS, 0, 0)
        await super().start()
        self.pinging = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "gomokutest.bystander",
            str(self.port),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.path.join(ROOT, "Tests")},
        )
        self.pings = []
        self.counting = asyncio.create_task(self._count())
        await until("the first pings", self._is_pinged)
        await asyncio.sleep(self.QUIET)
        self.quiet = slowest([took for _, took in self.pings])
        os.setpriority(os.PRIO_PROCESS, 0, 19)
        Pinged.running.append(self)
        return self

    async def _is_pinged(self):
        return len(self.pings) > 10

    async def _count(self):
        while line := await self.pinging.stdout.readline():
            self.pings.append(tuple(map(float, line.split())))

    async def stop(self):
        status = await super().stop()
        await self.counting
        return status

    def judge(self, began):
        """Prints how long the pings since then took; fails if that was too long."""
        times = [took for sent, took in self.pings if sent >= began]
        if times:
            meanwhile = slowest(times)
            print(
                f"  ping apart: p99 {self.quiet * 1000:.2f} ms before, {meanwhile * 1000:.2f} meanwhile,"
                f" {meanwhile / self.quiet:.1f} times ({len(times)} pings)"
            )
            assert meanwhile < PING_WITHIN, f"a ping took {meanwhile:.3f} s"

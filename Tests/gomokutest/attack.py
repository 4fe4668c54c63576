"""Helpers of the attack tests: a server, clients from other addresses, a bystander, and the
server's memory.

Each attack is limited in duration and in the data that it sends. Set
`SERVER=/path/to/gomoku-server` to attack another build, for example one without a defence, to see
that the attack harms it.

By default the attacks measure no times. To measure:

    MOVES=1 SERVER=.build/release/gomoku-server /usr/bin/python3 -m pytest -s --speed all Tests/attacks

Then two players in another process play on each server (bystander.py). Each test prints the 99th
percentile of the time from a move to the opponent: before the attack, during it, and from one
second after it.

A test fails if a percentile exceeds MOVE_TIMES (default 2) times the one before the attack. It also
fails if a percentile reaches MOVE_WITHIN seconds (default 0.01) and was below that before. Raise
both limits on a busy or slow machine, or for a debug build.
"""

import asyncio
import contextlib
import os
import sys
import time

from .client import Client
from .environment import ROOT, TIMEOUT
from .server import Server

# Whether the tests measure the moves of a bystander.
MEASURES = bool(os.environ.get("MOVES"))
# The limits of the 99th percentile: as a multiple of the percentile before the attack, and in
# seconds.
MOVE_TIMES = float(os.environ.get("MOVE_TIMES", "2"))
MOVE_WITHIN = float(os.environ.get("MOVE_WITHIN", "0.01"))
# With fewer moves the 99th percentile is the maximum, which means little. The test then prints it
# and does not fail.
LEAST_MOVES = 100
# The seconds after an attack within which the server must recover, and the seconds measured after
# that.
RECOVERY, AFTERWARDS = 1, 3


def host(directory, *arguments, **more):
    """Returns a server to attack. It is not started yet."""
    # A build that is measured or sanitized runs without the preloaded library.
    real_hashes = MEASURES or "SERVER" in os.environ
    kind = Played if MEASURES else Server
    return kind(["--data", directory, *arguments], alone=True, real_hashes=real_hashes, **more)


async def connect_from(address, port, name=None, **options):
    """Returns a client that connects from another loopback address, such as 127.0.0.2."""
    return await Client.connect(port, name, address=address, **options)


async def fill(client, room, deltas, size, key=lambda n: f"k{n % 8}"):
    """Stores `deltas` deltas of `size` bytes each in an open room."""
    for number in range(deltas):
        half = "x" * (size // 2)
        answer = await client.delta(room, {key(2 * number): half, key(2 * number + 1): half})
        assert answer["type"] == "delta", answer


async def until(sentence, holds):
    """Waits until the asynchronous condition holds. `sentence` describes it in the failure
    message."""
    end = time.monotonic() + TIMEOUT
    while not await holds():
        assert time.monotonic() < end, f"not within {TIMEOUT} s: {sentence}"
        await asyncio.sleep(0.02)


async def build_large_rooms(server, count, name="large", keys=17):
    """Makes `count` rooms named large-0, large-1 and so on. The snapshot of each has
    `keys` times 60 kB (default: 1 MiB)."""
    builder = await Client.connect(server.port, "Builder")
    for number in range(count):
        await builder.join(f"{name}-{number}", kind="open")
        await fill(builder, f"{name}-{number}", keys, 60_000, key=lambda n: f"k{n}")


async def join_unread(client, room):
    """Joins an open room without reading any answer."""
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
    """Returns the resident memory of the server in megabytes."""
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1024


def slowest(times):
    """Returns the 99th percentile."""
    return sorted(times)[int(len(times) * 0.99)] if times else 0


class Bystander:
    """A client in a separate room that pings twenty times a second during an attack. Every ping
    must be answered.

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
            # The test's own failure is more informative.
            if kind is None:
                raise
        finally:
            self.client.cut()

    async def answered(self, count=1):
        """Waits until `count` more pings are answered."""
        goal, end = len(self.times) + count, time.monotonic() + TIMEOUT
        while len(self.times) < goal:
            assert not self.task.done() and time.monotonic() < end, "the bystander is not answered"
            await asyncio.sleep(0.02)

    async def _ping(self):
        is_last = False
        # At least one ping is sent after the attack.
        while not is_last:
            is_last = self.stopping.is_set()
            began = time.monotonic()
            self.client.send(type="ping", at=len(self.times))
            await self.client.expect("pong", where=lambda m: m["at"] == len(self.times))
            self.times.append(time.monotonic() - began)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.stopping.wait(), 0.05)


class Played(Server):
    """A server on which two players of another process play."""

    running = []
    # The quiet time before the attack, in seconds.
    QUIET = 3

    async def start(self):
        # The server and the players must not inherit the attacker's scheduling policy. Only root
        # may leave SCHED_IDLE again. For other users a second server runs under it.
        with contextlib.suppress(PermissionError):
            os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        await super().start()
        self.playing = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "gomokutest.bystander",
            str(self.port),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.path.join(ROOT, "Tests")},
        )
        self.moves = []
        self.counting = asyncio.create_task(self._count())
        await until("the first moves", self._is_played)
        await asyncio.sleep(self.QUIET)
        self.quiet = slowest([took for _, took in self.moves])
        # A real attacker runs on another machine. A waking thread preempts a SCHED_IDLE process
        # immediately. With the lowest nice value instead, the thread would have to wait.
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        Played.running.append(self)
        return self

    async def _is_played(self):
        return len(self.moves) > 10

    async def _count(self):
        while line := await self.playing.stdout.readline():
            self.moves.append(tuple(map(float, line.split())))

    async def stop(self):
        # The attack is over. Measure the recovery.
        self.ended = time.monotonic()
        if self.process.returncode is None:
            await asyncio.sleep(RECOVERY + AFTERWARDS)
        status = await super().stop()
        await self.counting
        return status

    def judge(self, began):
        """Prints the percentiles of the moves since `began`. Fails if one exceeds its limit."""
        ended = getattr(self, "ended", time.monotonic())
        found = [("meanwhile", [took for sent, took in self.moves if began <= sent < ended])]
        found.append(("afterwards", [took for sent, took in self.moves if sent >= ended + RECOVERY]))
        told, wrong = [f"before {self.quiet * 1000:.2f} ms"], []
        for name, times in found:
            if times:
                took = slowest(times)
                told.append(f"{name} {took * 1000:.2f} ({took / self.quiet:.1f} times, {len(times)} moves)")
                if len(times) >= LEAST_MOVES and (
                    took > MOVE_TIMES * self.quiet or took >= max(MOVE_WITHIN, self.quiet)
                ):
                    wrong.append(name)
        print(f"  a move, p99: {', '.join(told)}")
        assert not wrong, f"a move took too long {' and '.join(wrong)}: {', '.join(told)}"

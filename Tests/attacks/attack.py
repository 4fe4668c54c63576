"""What every attack needs: a server, a bystander whose pings are timed, and what the server has in memory.

An attack is bounded in time and in what it sends. It is run on this build (`Tests/attacks/run`), and can be run on another one
with `SERVER=/path/to/gomoku-server`, to see it do harm there. With `PINGS=1` somebody else pings each server from a process of its
own (`bystander.py`), and each attack prints how long that took, before it and meanwhile.
"""

import asyncio
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "system"))

import blackbox  # noqa: E402

# A ping may take so long while somebody attacks, in seconds, on a machine that is busy with other things and with a build that is
# not optimised. On a quiet machine it is a few milliseconds, and `PING_WITHIN=0.01` asks for that.
PATIENT = float(os.environ.get("PING_WITHIN", "0.8"))


class Bystander:
    """Somebody who pings twenty times a second, and how long each answer took."""

    def __init__(self, client):
        self.client = client
        self.times = []

    @classmethod
    async def arrive(cls, server, room="elsewhere"):
        client = await blackbox.Client.connect(server.port, "Bystander")
        await client.join(room)
        return cls(client)

    async def watch(self, seconds=None, until=None):
        """Pings for so long, or until a task is done, and tells the slowest but one of a hundred."""
        times = []
        end = time.monotonic() + (seconds or 60)
        while time.monotonic() < end and not (until and until.done()):
            start = time.monotonic()
            self.client.send(type="ping", at=len(times))
            await self.client.expect("pong", where=lambda m: m["at"] == len(times))
            times.append(time.monotonic() - start)
            await asyncio.sleep(0.05)
        self.times += times
        return slowest(times)


def slowest(times):
    """The 99th percentile."""
    return sorted(times)[int(len(times) * 0.99)] if times else 0


async def until(what, holds, seconds=60):
    """Waits until `holds` tells so; it is asked again and again, since nobody tells when it comes."""
    end = time.monotonic() + seconds
    while not await holds():
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        await asyncio.sleep(0.02)


def resident(server):
    """Megabytes of memory that the server has."""
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1024


class Watched(blackbox.Server):
    """A server that somebody pings from another process."""

    running = []
    # Seconds in which nothing else goes on.
    QUIET = 2

    async def start(self):
        # Whoever attacks is on another machine, and takes nothing of this one's processors that the server or somebody else wants.
        # (Only root may take its own priority back: what anybody else starts later has the attacker's.)
        if os.geteuid() == 0:
            os.setpriority(os.PRIO_PROCESS, 0, 0)
        await super().start()
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bystander.py")
        self.pinging = await asyncio.create_subprocess_exec(
            sys.executable, script, str(self.port), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
        self.pings = []
        self.counting = asyncio.create_task(self._count())
        await until("the first pings", self._is_pinged)
        await asyncio.sleep(self.QUIET)
        self.quiet = slowest([took for _, took in self.pings])
        os.setpriority(os.PRIO_PROCESS, 0, 19)
        Watched.running.append(self)
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

    def tell(self, began):
        """What pings took since then."""
        times = [took for sent, took in self.pings if sent >= began]
        if times:
            meanwhile = slowest(times)
            print(f"  ping apart: p99 {self.quiet * 1000:.2f} ms before, {meanwhile * 1000:.2f} meanwhile,"
                  f" {meanwhile / self.quiet:.1f} times ({len(times)} pings)")


class Count(blackbox.Count):
    """As the other tests', and tells what somebody else's pings took during each."""

    async def run(self, name, test, patience=10 * blackbox.PATIENCE):
        began, before = time.monotonic(), list(Watched.running)
        await super().run(name, test, patience)
        # Those that were there, and those that the attack has started.
        for host in Watched.running:
            if host in before and host.process.returncode is None or host not in before:
                host.tell(began)


def server(directory, *arguments):
    kind = Watched if os.environ.get("PINGS") else blackbox.Server
    return kind(["--data", directory, *arguments], command=os.environ.get("SERVER"))


async def fill(client, room, deltas, size, key=lambda n: f"k{n % 8}"):
    """Changes an open room so often, each time with so many bytes."""
    for number in range(deltas):
        half = "x" * (size // 2)
        answer = await client.delta(room, {key(2 * number): half, key(2 * number + 1): half})
        assert answer["type"] == "delta", answer


async def connect_from(address, port, name=None, **options):
    """A client that comes from another address of this machine: 127.0.0.2 and so on."""
    return await blackbox.Client.connect(port, name, address=address, **options)

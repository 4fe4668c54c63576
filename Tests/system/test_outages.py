"""The effects on clients, and their duration, while Redis, the network or a server fails.

The test starts three servers, and a primary, a replica and three Sentinels with the configuration
of docs/REDIS.md. Each machine is a network namespace. Clients connect through haproxy, which has
packaging/cluster/haproxy.cfg. The test prints a table. docs/CLUSTER.md contains the table of one
run.

    OUTAGES=REGEX    only failures whose description matches
"""

import asyncio
import contextlib
import itertools
import os
import re
import shutil
import signal
import subprocess
import time

import pytest
import pytest_asyncio

from gomokutest import ports
from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.commands import assert_sound, run
from gomokutest.environment import ROOT, TIMEOUT
from gomokutest.network import Net, Node
from gomokutest.sentinel import Instance, facts
from gomokutest.websocket import Closed, Refused, Socket

pytestmark = [pytest.mark.full, pytest.mark.timeout(900)]

PASSWORD = "a-password-of-the-tests"
NODES, MOVERS = 3, 6
# The section of docs/REDIS.md that this test follows.
SETUP = "Set up a primary, a replica and three Sentinels"
# The duration of failures that an operator or the network ends, in seconds. No timeout of the
# servers is longer.
LONG = 9


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def block(title, after, addresses):
    """Returns the lines of the first code block after a sentence of docs/REDIS.md, with the
    addresses replaced."""
    text = read("docs", "REDIS.md").split(f"## {title}\n", 1)[1].split(after, 1)[1].split("```\n", 2)[1]
    for told, real in addresses.items():
        text = text.replace(told, real)
    return [line.strip().replace("PASSWORD", PASSWORD) for line in text.splitlines() if line.strip()]


class Answer(Exception):
    """An unwanted answer of the server."""


class Probe:
    """A client that connects through haproxy, reconnects after each failure, and records successes
    and failures."""

    def __init__(self, port):
        self.port, self.id, self.token, self.socket = port, None, None, None
        # The time of each event, and the failure; None for a success.
        self.events = []

    def note(self, failure=None):
        self.events.append((time.monotonic(), failure))

    async def live(self):
        while True:
            try:
                await self.visit()
            except Answer as answer:
                self.note(f"{answer}")
            except Refused as refused:
                self.note(f"HTTP {refused.status}")
            except Closed as closed:
                self.note(f"closed with {closed.code}" if closed.code else "cut")
            except (OSError, asyncio.IncompleteReadError):
                self.note("cut")
            finally:
                if self.socket:
                    self.socket.cut()
                    self.socket = None
            # The client's pause before it reconnects. No event signals that a server is ready.
            await asyncio.sleep(0.1)

    async def greet(self):
        self.socket = await Socket.open(self.port)
        client = Client(self.socket)
        client.send(type="hello", **({"token": self.token} if self.token else {}))
        answer = await client.expect("welcome", "error")
        if answer["type"] == "error":
            raise Answer(f"`{answer['code']}`")
        self.id, self.token = answer["participant"]["id"], answer["token"]
        client.id = self.id
        return client

    def successes(self, since):
        """Returns the number of successes since then."""
        return sum(at >= since and failure is None for at, failure in self.events)

    def gap(self, since):
        """Returns the longest time without a success, in seconds, and the failures in that time."""
        times = [at for at, failure in self.events if failure is None]
        first = max((n for n, at in enumerate(times) if at < since), default=0)
        gaps = [(late - early, early, late) for early, late in itertools.pairwise(times[first:])]
        length, early, late = max(gaps)
        return length, [failure for at, failure in self.events if failure and early <= at <= late]


class Participant(Probe):
    """A client in a room, which resumes from the last revision that it has received."""

    def __init__(self, port, room):
        super().__init__(port)
        self.room, self.known = room, {}

    async def enter(self, client):
        answer = await client.join(self.room, kind="open", **self.known)
        if answer["type"] == "error":
            raise Answer(f"`{answer['code']}`")
        if self.known and answer["type"] == "snapshot":
            is_new = answer["epoch"] != self.known["epoch"]
            self.note("a snapshot of another epoch" if is_new else "a snapshot")
        rev = answer["rev"] if answer["type"] == "snapshot" else self.known["since"] + len(answer["deltas"])
        self.known = {"epoch": answer["epoch"], "since": rev}
        return answer


class Mover(Participant):
    """A player whose deltas each wait for the answer to the previous one."""

    def __init__(self, port, room):
        super().__init__(port, room)
        # The revisions of the acknowledged deltas by ID.
        self.count, self.acknowledged = 1, {}
        # The acknowledged deltas that a snapshot of a new epoch lacks.
        self.lost = {}

    async def visit(self):
        client = await self.greet()
        answer = await self.enter(client)
        if answer["type"] == "snapshot":
            self.lost |= {id: rev for id, rev in self.acknowledged.items() if rev > answer["rev"]}
            self.acknowledged = {id: rev for id, rev in self.acknowledged.items() if rev <= answer["rev"]}
        while True:
            answer = await client.delta(self.room, {"n": self.count}, id=f"{self.count}")
            if answer["type"] == "reject":
                self.note(f"`{answer['code']}`")
            else:
                self.note()
                self.acknowledged[f"{self.count}"] = answer["rev"]
                self.known["since"] = max(self.known["since"], answer["rev"])
                self.count += 1
            await asyncio.sleep(0.1)  # The pace of the player.


class Spectator(Participant):
    """A spectator in a mover's room."""

    async def visit(self):
        client = await self.greet()
        await self.enter(client)
        while True:
            delta = await client.expect("delta")
            same(delta["rev"], self.known["since"] + 1, f"the next delta of {self.room}")
            self.known["since"] = delta["rev"]
            self.note()


class Newcomer(Probe):
    """A stream of new visitors. Each sends `hello` and disconnects."""

    async def visit(self):
        self.token = None
        await self.greet()
        self.note()


class Cluster:
    """The machines of the cluster, and all clients."""

    def __init__(self, net, directory):
        self.net, self.directory, self.tasks = net, directory, []
        self.addresses = {f"10.0.0.{number}": net.places[f"r{number}"] for number in (5, 6, 7)}

    def start_redis(self):
        redis = [line for line in block(SETUP, "1. On 10.0.0.5", self.addresses) if not line.startswith("bind")]
        replica = f"replicaof {self.net.places['r5']} 6379"
        assert f"`{replica}`" in self.replaced(read("docs", "REDIS.md")), "docs/REDIS.md has another replicaof"
        self.redis = []
        for name, lines in (("r5", redis), ("r6", [*redis, replica])):
            command = self.net.command(name)
            self.redis.append(Instance("0.0.0.0", 6379, prefix=command, file=lines, password=PASSWORD))
        wait(lambda: "master_link_status:up" in self.redis[1].ask("info", "replication"), "the replica follows")
        left = ("bind", "dir", "protected-mode")
        sentinel = [line for line in block(SETUP, "3. On all three", self.addresses) if not line.startswith(left)]
        self.sentinels = [
            Instance("0.0.0.0", 26379, prefix=self.net.command(name), sentinel=sentinel) for name in ("r5", "r6", "r7")
        ]
        for one in self.sentinels:
            wait(lambda: one.ask("sentinel", "ckquorum", "main").startswith("OK 3"), "the Sentinels find each other")
            wait(lambda: has_replica(one), "the Sentinels find the replica")

    def replaced(self, text):
        for told, real in self.addresses.items():
            text = text.replace(told, real)
        return text

    async def start_nodes(self):
        settings = dict(line.split(" = ") for line in block(SETUP, "5. On each server", self.addresses))
        file = os.path.join(self.directory, "store-password")
        with open(file, "w", encoding="utf-8") as text:
            text.write(PASSWORD)
        store = ["--store", settings["store"], "--store-password-file", file]
        self.nodes = []
        for number in range(1, NODES + 1):
            # With this directory, which systemd provides, a server recognises its Redis.
            state = os.path.join(self.directory, f"state{number}")
            os.mkdir(state)
            options = [*store, "--replicas", settings["replicas"], "--state-directory", state]
            self.nodes.append(Node(self.net, f"n{number}", self.directory, *options))
        await asyncio.gather(*(node.start() for node in self.nodes))

    def start_haproxy(self):
        self.port = ports.take()
        text = read("packaging", "cluster", "haproxy.cfg").replace("bind :8080", f"bind 127.0.0.1:{self.port}")
        for number, node in enumerate(self.nodes, 1):
            text = text.replace(f"node{number}:8080", f"unix@{node.path}")
        path = os.path.join(self.directory, "haproxy.cfg")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        self.haproxy = subprocess.Popen(["haproxy", "-db", "-f", path], stderr=subprocess.DEVNULL)

    async def start_clients(self):
        self.movers = [Mover(self.port, f"play-{number}") for number in range(MOVERS)]
        self.spectators = [Spectator(self.port, mover.room) for mover in self.movers]
        self.newcomers = [Newcomer(self.port)]
        for probe in self.probes:
            self.tasks.append(asyncio.create_task(probe.live()))
        await self.works(time.monotonic())

    @property
    def probes(self):
        return [*self.movers, *self.spectators, *self.newcomers]

    async def works(self, since):
        """Waits until each client has had five successes since then."""
        end = time.monotonic() + TIMEOUT
        while not all(probe.successes(since) >= 5 for probe in self.probes):
            for task in self.tasks:
                if task.done():
                    await task
            assert time.monotonic() < end, [(type(p).__name__, p.successes(since), p.events[-3:]) for p in self.probes]
            await asyncio.sleep(0.05)

    async def busiest(self):
        """Returns the server with the most connections."""
        counts = [(await node.metrics())["gomoku_connections"] for node in self.nodes]
        return self.nodes[counts.index(max(counts))]

    def store_options(self):
        """Returns the options by which a command outside the namespaces reaches the primary."""
        return ["--store", f"redis+unix:{self.primary.socket}"]

    @property
    def primary(self):
        """The Redis that the Sentinels report as the primary."""
        told = self.sentinels[2].ask("sentinel", "get-master-addr-by-name", "main").split()
        return self.redis[0 if told[:1] == [self.net.places["r5"]] else 1]

    @property
    def replica(self):
        return self.redis[1 - self.redis.index(self.primary)]

    async def is_whole(self):
        """Waits until the Sentinels and the primary know the replica, and every server is ready."""
        await event(lambda: "state=online" in self.primary.ask("info", "replication"), "the replica is back")
        await event(
            lambda: all("OK 3" in one.ask("sentinel", "ckquorum", "main") for one in self.sentinels)
            and all(has_replica(one) for one in self.sentinels)
            and len({facts(one).get("ip") for one in self.sentinels}) == 1,
            "the Sentinels agree",
        )
        for node in self.nodes:
            await node.healthy()

    async def close(self):
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def has_replica(sentinel):
    """Whether the Sentinel has a replica to promote."""
    found = facts(sentinel, "replicas")
    return found.get("flags") == "slave" and found.get("master-link-status") == "ok"


def wait(condition, what):
    """Waits until the condition holds. Polls, because Redis and its Sentinels signal none of these
    changes."""
    end = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < end, f"it does not happen that {what}"
        time.sleep(0.05)


async def event(condition, what):
    await asyncio.to_thread(wait, condition, what)


# The failures by description. Each function causes its failure and performs repairs that need an
# operator.
FAILURES = {}


def failure(description):
    def register(function):
        FAILURES[description] = function
        return function

    return register


@failure("A server is killed")
async def _(cluster):
    victim = await cluster.busiest()
    await victim.kill()
    await asyncio.sleep(LONG)
    await victim.start()


@failure("A server is stopped (SIGTERM)")
async def _(cluster):
    victim = await cluster.busiest()
    same(await victim.stop(), 0, "the exit status")
    await victim.start()


@failure("A server is cut off from Redis: its packets are dropped")
async def _(cluster):
    victim = (await cluster.busiest()).place
    healing = [cluster.net.cut(victim, place) for place in ("r5", "r6", "r7")]
    healing += [cluster.net.cut(place, victim) for place in ("r5", "r6", "r7")]
    await asyncio.sleep(LONG)
    for heal in healing:
        heal()


@failure("All servers are cut off from Redis for 9 s")
async def _(cluster):
    healing = [cluster.net.cut(place, f"n{n}") for place in ("r5", "r6", "r7") for n in range(1, NODES + 1)]
    await asyncio.sleep(LONG)
    for heal in healing:
        heal()


@failure("Redis hangs for 2 s")
async def _(cluster):
    process = cluster.primary.process
    process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(2)
    process.send_signal(signal.SIGCONT)


@failure("The primary hangs until the Sentinels have promoted the replica, then goes on")
async def _(cluster):
    former, promoted = cluster.primary, cluster.replica
    former.process.send_signal(signal.SIGSTOP)
    await event(lambda: cluster.primary is promoted, "the replica is promoted")
    former.process.send_signal(signal.SIGCONT)


@failure("The primary is killed, and started again when the replica is promoted")
async def _(cluster):
    former, promoted = cluster.primary, cluster.replica
    former.kill()
    await event(lambda: cluster.primary is promoted, "the replica is promoted")
    await asyncio.to_thread(former.start)


@failure("The primary is restarted at once")
async def _(cluster):
    cluster.primary.kill()
    await asyncio.to_thread(cluster.primary.start)


@failure("The replica is away for 9 s")
async def _(cluster):
    replica = cluster.replica
    replica.kill()
    await asyncio.sleep(LONG)
    await asyncio.to_thread(replica.start)


@failure("A planned failover (`SENTINEL failover`)")
async def _(cluster):
    promoted = cluster.replica
    same(cluster.sentinels[0].ask("sentinel", "failover", "main").strip(), "OK", "the answer to the order")
    await event(lambda: cluster.primary is promoted, "the replica is promoted")


@failure("Redis is out of memory for 9 s")
async def _(cluster):
    cluster.primary.ask("config", "set", "maxmemory", "1")
    await asyncio.sleep(LONG)
    cluster.primary.ask("config", "set", "maxmemory", "0")


async def without_data(cluster):
    """Restarts Redis without its data. Returns a function that restarts Redis with the data.

    The Sentinels are told to wait. Otherwise they would promote a replica on a slow machine.
    """
    primary, replica = cluster.primary, cluster.replica
    for one in cluster.sentinels:
        one.ask("sentinel", "set", "main", "down-after-milliseconds", "60000")
    for one in (replica, primary):
        one.kill()
        os.rename(f"{one.directory}/appendonlydir", f"{one.directory}/away")
    for one in (primary, replica):
        await asyncio.to_thread(one.start)

    async def put_back():
        for one in (replica, primary):
            one.kill()
            shutil.rmtree(f"{one.directory}/appendonlydir")
            os.rename(f"{one.directory}/away", f"{one.directory}/appendonlydir")
        for one in (primary, replica):
            await asyncio.to_thread(one.start)
        for one in cluster.sentinels:
            one.ask("sentinel", "set", "main", "down-after-milliseconds", "3000")

    return put_back


@failure("Redis comes back empty; its data is put back, and the servers are started")
async def _(cluster):
    put_back = await without_data(cluster)
    for node in cluster.nodes:
        same(await asyncio.wait_for(node.process.wait(), TIMEOUT), 74, "the exit status")
        same(await node._ended(), 74, "the exit status")
    # systemd does not restart them. A server that an operator starts ends with the same status.
    with pytest.raises(RuntimeError, match="ended with 74"):
        await cluster.nodes[0].start()
    await put_back()
    await asyncio.gather(*(node.start() for node in cluster.nodes))


@failure("The servers are started 9 s before Redis")
async def _(cluster):
    for node in cluster.nodes:
        same(await node.stop(), 0, "the exit status")
    for one in cluster.redis:
        one.kill()
    starting = [asyncio.create_task(node.start()) for node in cluster.nodes]
    await asyncio.sleep(LONG)
    for one in cluster.redis:
        await asyncio.to_thread(one.start)
    await asyncio.gather(*starting)


BACKUP = "A backup is restored"


@failure(BACKUP)
async def _(cluster):
    # docs/CLUSTER.md, "Backup and restore".
    file = os.path.join(cluster.directory, "backup.rdb")
    status, _, errors = await asyncio.to_thread(run, "backup", file, *cluster.store_options(), GOMOKU_STORE_PASSWORD=PASSWORD)
    same((status, errors), (0, errors), "the backup")
    since = time.monotonic()
    await cluster.works(since)
    primary, replica = cluster.primary, cluster.replica
    for node in cluster.nodes:
        same(await node.stop(), 0, "the exit status")
    for one in (replica, primary):
        one.kill()
        shutil.rmtree(f"{one.directory}/appendonlydir")
    shutil.copy(file, f"{primary.directory}/dump.rdb")
    kept = primary.arguments
    primary.arguments = [*kept, "--appendonly", "no"]
    await asyncio.to_thread(primary.start)
    primary.arguments = kept
    same(primary.ask("config", "set", "appendonly", "yes").strip(), "OK", "the answer to the order")
    await event(
        lambda: {"aof_rewrite_in_progress:0", "aof_rewrite_scheduled:0"}
        <= set(primary.ask("info", "persistence").split()),
        "the log is written",
    )
    await asyncio.to_thread(replica.start)
    await event(lambda: "state=online" in primary.ask("info", "replication"), "the replica follows")
    await asyncio.gather(*(node.start() for node in cluster.nodes))


def test_haproxy_starts_with_few_file_descriptors(tmp_path):
    """haproxy starts with the example's configuration where it may open only 4,096 files. It then
    accepts fewer connections."""
    text = read("packaging", "cluster", "haproxy.cfg").replace("bind :8080", f"bind 127.0.0.1:{ports.take()}")
    pid = tmp_path / "pid"
    (tmp_path / "haproxy.cfg").write_text(re.sub(r"node(\d):8080", r"127.0.0.\1:9", text))
    # With -D, haproxy returns when it listens.
    words = ["haproxy", "-D", "-p", str(pid), "-f", str(tmp_path / "haproxy.cfg")]
    limited = ["bash", "-c", 'ulimit -n 4096 && exec "$@"', "bash", *words]
    done = subprocess.run(limited, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    same(done.returncode, 0, done.stderr)
    for number in pid.read_text().split():
        os.kill(int(number), signal.SIGKILL)


def seen(probes, since):
    """Returns a cell of the table: the longest time without a success of any client, and all
    failures in such times."""
    gaps = sorted((probe.gap(since) for probe in probes), key=lambda gap: -gap[0])
    length, names = gaps[0][0], list(dict.fromkeys(name for _, failures in gaps for name in failures))
    return f"{length:.1f} s{': ' if names else ''}{', '.join(names)}"


@pytest_asyncio.fixture
async def cluster(tmp_path):
    assert shutil.which("haproxy"), "haproxy is not installed: scripts/setup --test-all installs it"
    net = Net(["n1", "n2", "n3", "r5", "r6", "r7"])
    async with contextlib.AsyncExitStack() as stack:
        stack.callback(net.close)
        if reason := net.make():
            pytest.skip(f"no network namespaces can be made here ({reason}): run this as root")
        cluster = Cluster(net, str(tmp_path))
        await asyncio.to_thread(cluster.start_redis)
        for one in (*cluster.redis, *cluster.sentinels):
            stack.callback(one.close)
        await cluster.start_nodes()
        cluster.start_haproxy()
        stack.callback(cluster.haproxy.kill)
        stack.push_async_callback(cluster.close)
        await cluster.start_clients()
        yield cluster


async def test_clients_recover_from_every_documented_failure(cluster):
    """After each failure all clients recover, and no acknowledged delta is lost or stored twice.
    Only a restored backup loses the deltas that are newer than the backup. docs/CLUSTER.md lists
    every failure of this test."""
    rows = []
    await cluster.is_whole()
    for description, fail in FAILURES.items():
        if not re.search(os.environ.get("OUTAGES", ""), description):
            continue
        since = time.monotonic()
        await cluster.works(since)
        began = time.monotonic()
        await fail(cluster)
        ended = time.monotonic()
        await cluster.works(ended)
        cells = [seen(probes, began) for probes in (cluster.movers, cluster.spectators, cluster.newcomers)]
        rows.append((description, *cells))
        print(f"| {description} | {' | '.join(cells)} |", flush=True)
        # A server may still be unready. All clients are connected to the others then.
        await cluster.is_whole()
        for mover in cluster.movers:
            acknowledged = dict(mover.acknowledged)
            deltas = [delta for delta in await cluster.nodes[1].history(mover.room) if delta["by"] == mover.id]
            stored = {delta["id"]: delta["rev"] for delta in deltas}
            same(len(stored), len(deltas), f"different deltas of {mover.room} after: {description}")
            missing = mover.lost | {id: rev for id, rev in acknowledged.items() if stored.get(id) != rev}
            same(bool(missing), description == BACKUP, f"{missing} of {mover.room} are missing after: {description}")
            mover.lost.clear()
    documented = read("docs", "CLUSTER.md")
    same([row[0] for row in rows if f"| {row[0]} |" not in documented], [], "failures that docs/CLUSTER.md lacks")
    await cluster.close()
    for node in cluster.nodes:
        same(await node.stop(), 0, "the exit status")
    await asyncio.to_thread(assert_sound, *cluster.store_options(), GOMOKU_STORE_PASSWORD=PASSWORD)

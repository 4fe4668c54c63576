"""Servers that are cut off from their Redis in separate networks. Clients see one history, and
nothing is lost or stored twice.

Each of three servers and a Redis has its own network namespace, linked to a router in a fifth one.
Clients of each server play all the time, connected by unix sockets, which work across namespaces.
They record every delta that they receive. In the end the test compares each room's history with
their records.

    CUTS=4           cuts in each test (1)
    TEST_SEED=N      the seed of the random choices

The tests are skipped without permission to create network namespaces, so run them as root.
"""

import asyncio
import contextlib
import os
import random
import re

import pytest
import pytest_asyncio

from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.commands import assert_sound
from gomokutest.environment import SEED
from gomokutest.network import Net, Node
from gomokutest.sentinel import Instance
from gomokutest.witness import Load

CUTS = int(os.environ.get("CUTS", "1"))
NODES = 3
# The silence in seconds after which the other servers take over a server's rooms.
GONE = 2
pytestmark = pytest.mark.timeout(300 + 60 * CUTS)


@pytest.fixture(scope="module")
def net():
    net = Net([f"n{number}" for number in range(NODES)] + ["redis"])
    try:
        if reason := net.make():
            pytest.skip(f"no network namespaces can be made here ({reason}): run this as root")
        yield net
    finally:
        net.close()


@pytest.fixture(scope="module")
def redis(net):
    with contextlib.closing(Instance("0.0.0.0", 6379, prefix=net.command("redis"))) as redis:
        yield redis


@pytest_asyncio.fixture(scope="module")
async def nodes(net, redis, tmp_path_factory):
    """Three servers in separate networks. After the tests each server stops cleanly, and their
    store is sound."""
    directory = str(tmp_path_factory.mktemp("nodes"))
    store = ["--store", f"redis://{net.places['redis']}:6379/0"]
    nodes = [Node(net, f"n{number}", directory, *store, GOMOKU_STORE_GONE=str(GONE)) for number in range(NODES)]
    await asyncio.gather(*(node.start() for node in nodes))
    yield nodes
    for node in nodes:
        same(await node.stop(), 0, "the exit status")
    await asyncio.to_thread(assert_sound, "--store", f"redis+unix:{redis.socket}")


def cut(net, redis, victims, way):
    """Cuts servers off from Redis. Returns functions that restore the connections."""
    healing = []
    for node in victims:
        if way != "from":
            healing.append(net.cut(node.place, "redis", "unreachable" if way == "refused" else "blackhole"))
        if way != "to":
            healing.append(net.cut("redis", node.place))
    if way == "forgotten":
        # Redis closes these connections, and the packets about it are lost.
        for known in re.findall(r"addr=(\S+)", redis.ask("client", "list")):
            if known.split(":")[0] in [net.places[node.place] for node in victims]:
                redis.ask("client", "kill", "addr", known)
    return healing


async def play(net, redis, nodes, way, least, most):
    """Lets clients play while one or two servers are cut off for `least` to `most` seconds.

    Fails unless every server becomes healthy again, play continues, and the history matches the
    deltas that clients received. Returns the number of reconnects of clients, and the number of
    connections that servers lost.
    """
    print(f"TEST_SEED={SEED}")
    rng = random.Random(f"{SEED} {way} {most}")
    before = sum([await node.lost() for node in nodes])
    ports = lambda number, seat: nodes[(number + seat) % NODES].path
    prefix = f"{way}-{most}-"
    # Each server owns a room of each kind. A client of the next server is in it, too, so that each
    # cut affects a client.
    for number, node in enumerate(nodes):
        first = await Client.connect(node.path)
        for kind in ("open", "gomoku"):
            await first.join(f"{prefix}{kind}-{number}", kind=kind)
    async with Load(rng, ports, rooms=NODES, prefix=prefix) as load:
        await load.go_on(30)
        for _ in range(CUTS):
            await asyncio.sleep(rng.uniform(0, 0.3))  # The random moment itself.
            healing = cut(net, redis, rng.sample(nodes, rng.choice((1, 1, 2))), way)
            try:
                await asyncio.sleep(rng.uniform(least, most))  # The duration of the cut.
            finally:
                for heal in healing:
                    heal()
            for node in nodes:
                await node.healthy()
            await load.go_on(30)
        await load.end(rng.choice(nodes))
    return load.witness.reconnects, sum([await node.lost() for node in nodes]) - before


@pytest.mark.parametrize(
    "way", ["both", *(pytest.param(way, marks=pytest.mark.full) for way in ("forgotten", "to", "from", "refused"))]
)
async def test_partition_until_other_servers_take_over(way, net, redis, nodes):
    """Servers are cut off from Redis until the others take over their rooms. The cut affects both
    directions or one direction, follows after Redis has closed the connections, or refuses every
    packet."""
    reconnects, lost = await play(net, redis, nodes, way, GONE + 0.5, GONE + 2)
    # With "from" Redis still receives the packets of a server that it cannot answer.
    assert reconnects or way == "from", "no client has noticed the cut"
    assert lost or way != "forgotten", "no server has noticed that Redis has forgotten it"


@pytest.mark.full
@pytest.mark.parametrize("way", ["both", "forgotten", "to", "from", "refused"])
async def test_partition_too_short_for_a_takeover(way, net, redis, nodes):
    """Servers are cut off from Redis so briefly that they may keep their rooms."""
    await play(net, redis, nodes, way, 0.2, GONE - 0.5)


@pytest.mark.full
async def test_partition_longer_than_the_redis_timeout(net, redis, nodes):
    """Servers are cut off from Redis for much longer than the 4 seconds that they wait for an
    answer. They reconnect."""
    reconnects, lost = await play(net, redis, nodes, "both", 16, 18)
    assert reconnects and lost, "no client or no server has noticed the cut"

"""Three clients edit one analysis room while servers are killed: with a directory, and with three
servers over one Redis."""

import asyncio
import random

import pytest
import pytest_asyncio

from gomokutest import store
from gomokutest.checks import same
from gomokutest.commands import assert_sound
from gomokutest.environment import SEED
from gomokutest.server import Server
from gomokutest.study import Study

pytestmark = pytest.mark.stores("directory", "cluster")

# The number of moves in the study before the three clients begin.
NODES = 3_000
# The duration of the test in `make test-all`, in seconds. In `make test` servers are killed twice.
LONG = 600


@pytest_asyncio.fixture(scope="module")
async def server(data):
    """A server or cluster that the tests of the module kill. After the tests `check` must find no
    fault."""
    running = await Server(["--data", data]).start()
    yield running
    assert await running.stop() == 0
    assert_sound(*store.program_arguments(["--data", data]))


# Recovery after the last kill comes on top of the time in which servers are killed.
@pytest.mark.timeout(300 + LONG)
async def test_killed_servers_lose_no_branch(server, room, thorough):
    """Servers are killed with SIGKILL while three clients add, delete and restore branches. All
    clients end with the same tree, and no branch is lost to a client that did not see why."""
    rng = random.Random(SEED)
    clock = asyncio.get_running_loop().time
    study = Study(rng, lambda number: server.port, room)
    await study.plant(NODES)
    async with study:
        end = clock() + LONG
        kills = 0
        while kills < 2 or (thorough and clock() < end):
            await study.go_on(200)
            # All servers, or one of several: the clients of the others then reach the room through
            # its new server.
            victim = rng.choice([server, *server.others]) if kills else server
            await victim.kill()
            await server.start()
            kills += 1
        await study.go_on(200)
        await study.end(server)
    # Among many kills, a few may hit a server that has no clients.
    least = kills * 9 // 10 if thorough else kills
    assert study.witness.reconnects >= least, (kills, study.witness.reconnects)


async def test_merge_needs_the_base(server, room):
    """One client deletes a branch, and another who has not seen that adds to it: the branch stays.
    In the other order, the deletion is rejected."""
    study = Study(random.Random(SEED), lambda number: server.port, room)
    await study.plant(20)
    ann, bob = [await study.connect(name) for name in ("Ann", "Bob")]
    node = study.tree.ids[10]
    deletion = await ann.delta(room, {f"deleted.{node}": "1"}, base=1)
    same(deletion["type"], "delta", "the deletion")
    key, move = study.tree.next_move(study.rng, node)
    addition = await bob.delta(room, {key: move}, base=1)
    same(addition["set"].get(f"deleted.{node}", "missing"), None, "the restored branch")
    refusal = await ann.delta(room, {f"deleted.{node}": "1"}, base=deletion["rev"])
    same((refusal["type"], refusal.get("code")), ("reject", "conflict"), "a deletion that has not seen the addition")
    for client in (ann, bob):
        client.cut()

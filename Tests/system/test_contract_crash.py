"""Kills servers and Redis while deltas are in flight, with each store. test_crash.py kills at
random under load."""

import asyncio

import pytest
import pytest_asyncio

from gomokutest import store
from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.commands import assert_sound
from gomokutest.redis import Redis
from gomokutest.server import Server
from gomokutest.websocket import Closed

pytestmark = pytest.mark.stores("directory", "redis", "cluster")


async def send_through_kill(port, room, kill):
    """Sends 300 deltas without waiting, and calls `kill` while they are in flight.

    Returns the client's token and the newest revision that the client received.
    """
    ann = await Client.connect(port, "Ann")
    await ann.join(room, kind="open")
    for number in range(300):
        ann.send(type="delta", room=room, id=f"{number}", set={"n": number})
    newest = (await ann.expect("delta", where=lambda m: m["id"] == "20"))["rev"]
    killing = asyncio.create_task(kill())
    try:
        while newest < 300:
            newest = (await ann.expect("delta"))["rev"]
    except Closed:
        pass
    await killing
    return ann.token, newest


async def assert_all_stored_once(server, port, room, token, newest):
    """Fails unless the room has every delta that the client received. Then sends all 300 again, and
    fails unless each is stored once, in order."""
    history = await server.history(room)
    assert len(history) >= newest, (len(history), newest)
    same([d["set"]["n"] for d in history], list(range(len(history))), "in order")
    back = await Client.connect(port, token=token)
    await back.join(room, kind="open")
    for number in range(300):
        answer = await back.delta(room, {"n": number}, id=f"{number}")
        same((answer["type"], answer["rev"]), ("delta", number + 1), "as it was accepted, or now")
        if number < len(history):
            same(answer.get("again"), True, f"{number} sent again")
    same([(d["id"], d["set"]["n"]) for d in await server.history(room)], [(f"{n}", n) for n in range(300)], "each once")


@pytest_asyncio.fixture(scope="module")
async def server(data):
    """A server or cluster that the tests of the module kill. After the tests `check` must find no
    fault."""
    running = await Server(["--data", data]).start()
    yield running
    assert await running.stop() == 0
    assert_sound(*store.program_arguments(["--data", data]))


async def test_killed_servers_lose_no_delta(server, room):
    """All servers are killed with SIGKILL while deltas are in flight. Every delta that a client
    received is stored once, and clients may send the others again."""
    token, newest = await send_through_kill(server.ports[0], room, server.kill)
    await server.start()
    await assert_all_stored_once(server, server.ports[-1], room, token, newest)


@pytest.mark.stores("redis", "cluster")
async def test_killed_redis_loses_no_acknowledged_delta(server, room):
    """Redis is killed with SIGKILL while deltas are in flight. The servers wait until it is back,
    and clients receive nothing that it has not stored."""

    async def kill():
        # Runs on this thread because Redis ends with the thread that started it.
        Redis.one.kill()
        Redis.one.start()

    token, newest = await send_through_kill(server.ports[0], room, kill)
    await assert_all_stored_once(server, server.ports[-1], room, token, newest)


@pytest.mark.stores("cluster")
async def test_killed_owner_of_a_room_loses_no_delta(server, room):
    """The server of a cluster that owns the room is killed with SIGKILL. Its client reconnects to
    another server, which has every delta that the client received and accepts the others again."""
    # The server where a client first enters a room becomes its owner.
    owner = server.others[0]
    token, newest = await send_through_kill(owner.own_port, room, owner.kill)
    await assert_all_stored_once(server.others[1], server.ports[0], room, token, newest)
    await server.start()


@pytest.mark.stores("redis", "cluster")
async def test_killed_servers_and_redis_agree_on_a_new_epoch(server, room):
    """All servers and their Redis are killed with SIGKILL. Redis may have lost its newest data, so
    the room gets a new epoch, the same on all servers."""
    ann = await Client.connect(server.ports[0], "Ann")
    known = (await ann.join(room, kind="open"))["epoch"]
    same((await ann.delta(room, {"n": 1}))["rev"], 1, "the revision")
    await server.kill()
    Redis.one.kill()
    Redis.one.start()
    await server.start()
    found = set()
    for port in server.ports:
        back = await Client.connect(port, token=ann.token)
        answer = await back.join(room, kind="open", since=1, epoch=known)
        same((answer["type"], answer.get("state")), ("snapshot", {"n": 1}), "the answer")
        found.add(answer["epoch"])
    assert len(found) == 1 and known not in found, (known, found)

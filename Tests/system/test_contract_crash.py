"""Servers and Redis are killed with deltas on their way, with each store. test_crash.py kills at
random under load.
"""

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


async def sent_through_a_kill(port, room, kill):
    """Has a client send 300 deltas without waiting, and kills something while they are on their
    way. Returns the client's token and the newest revision that it was shown."""
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


async def has_everything_once(server, port, room, token, newest):
    """Fails unless the room has every delta that was shown; then sends all 300 again, and fails
    unless each is there once, in order."""
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
    """A server, or a cluster, that the module's tests kill. When the module is over, `check` must
    find no fault."""
    running = await Server(["--data", data]).start()
    yield running
    assert await running.stop() == 0
    assert_sound(*store.program_arguments(["--data", data]))


async def test_killed_servers(server, room):
    """kill -9 of all servers while deltas are on their way: every delta that a client was shown is
    there, once, and clients may send the others again."""
    token, newest = await sent_through_a_kill(server.ports[0], room, server.kill)
    await server.start()
    await has_everything_once(server, server.ports[-1], room, token, newest)


@pytest.mark.stores("redis", "cluster")
async def test_killed_redis(server, room):
    """kill -9 of the Redis while deltas are on their way: the servers wait for it to come back, and
    clients are shown nothing that it does not have."""

    async def kill():
        # On this thread: the Redis ends with the thread that has started it.
        Redis.one.kill()
        Redis.one.start()

    token, newest = await sent_through_a_kill(server.ports[0], room, kill)
    await has_everything_once(server, server.ports[-1], room, token, newest)


@pytest.mark.stores("cluster")
async def test_killed_server_of_a_room(server, room):
    """kill -9 of the one server of a cluster that has the room: its client reconnects to another
    server, which has every delta that the client was shown, and takes the others again."""
    # A room is served where somebody first comes to it.
    owner = server.others[0]
    token, newest = await sent_through_a_kill(owner.own_port, room, owner.kill)
    await has_everything_once(server.others[1], server.ports[0], room, token, newest)
    await server.start()


@pytest.mark.stores("redis", "cluster")
async def test_killed_servers_and_redis(server, room):
    """kill -9 of all servers and of their Redis: nobody knows whether the Redis lost its newest
    data, so that the room has another epoch, the same on all servers."""
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

"""The lobby with each store: clients of all servers are paired exactly once, and their rooms
survive a kill."""

import asyncio

import pytest
import pytest_asyncio

from gomokutest.client import Client, applied
from gomokutest.lobby import LOBBY, seek, state_of, until_empty, watch
from gomokutest.websocket import cut_idle

pytestmark = pytest.mark.stores("directory", "redis", "cluster")


@pytest_asyncio.fixture(autouse=True)
async def emptied(server):
    """Removes all seeks from the lobby after each test."""
    yield
    cut_idle(set(server.ports))
    await until_empty(server)


async def test_seek_list_is_the_same_on_every_server(server):
    """Clients of every server see the same list of seeks, change by change, and the game of a pair
    until it is over."""
    watchers = [(await watch(server, port=port)) for port in (server.ports[0], server.ports[-1])]
    states = [snapshot["state"] for _, snapshot in watchers]
    ann, bob = await Client.connect(server.ports[0], "Ann"), await Client.connect(server.ports[-1], "Bob")
    key = (await seek(ann, "s", clock="300+5"))["key"]
    assert (await seek(bob, "s", rule="renju"))["type"] == "seeking"
    bob.send(type="accept", id="a", seek=key)
    room = (await bob.expect("paired"))["room"]
    assert (await ann.expect("paired"))["room"] == room
    for client in (ann, bob):
        await client.join(room)
    assert (await bob.delta(room, {"result": "draw", "reason": "aborted"}))["type"] == "delta"
    changes = []
    for (watcher, _), state in zip(watchers, states, strict=True):
        changes.append([])
        while f"play.{room}" not in state or changes[-1][-1] != {f"play.{room}": None}:
            changes[-1].append((await watcher.expect("delta"))["set"])
            state = applied(state, changes[-1][-1]) | {f"play.{room}": True}
    assert changes[0] == changes[1], changes


async def test_simultaneous_seekers_are_each_paired_once(server, thorough):
    """Many clients of all servers seek the same game at the same time. Each is paired once, and
    every room has its two players."""
    count = 200 if thorough else 40
    people = await asyncio.gather(*(Client.connect(server.port, f"P{n}") for n in range(count)))
    for one in people:
        one.send(type="seek", id="s", rule="standard")
    paired = {}
    for one in people:
        found = await one.expect("paired")
        paired.setdefault(found["room"], {})[found["side"]] = one.id
    assert len(paired) == count // 2 and all(set(sides) == {"x", "o"} for sides in paired.values())
    assert len({id for sides in paired.values() for id in sides.values()}) == count
    for room, sides in paired.items():
        state = (await server.json(f"/api/rooms/{room}"))["state"]
        assert {side: state[side] for side in "xo"} == sides, room
    # The pong arrives after everything that the lobby has sent.
    for one in people:
        one.send(type="ping", at=1)
        while (message := await one.receive())["type"] != "pong":
            assert message["type"] != "paired", message


async def test_only_one_client_can_accept_a_seek(server):
    """Many clients accept one seek. Exactly one gets it, and its owner cannot accept it."""
    ann = await Client.connect(server.port, "Ann")
    key = (await seek(ann, "s1"))["key"]
    ann.send(type="accept", id="own", seek=key)
    assert (await ann.expect("error"))["code"] == "bad-message"
    takers = [await Client.connect(server.port, f"Taker {n}") for n in range(20)]
    for taker in takers:
        taker.send(type="accept", id="a", seek=key)
    answers = [await taker.expect("paired", "error") for taker in takers]
    won = [answer for answer in answers if answer["type"] == "paired"]
    assert len(won) == 1 and all(a["code"] == "gone" for a in answers if a["type"] == "error"), answers
    assert (await ann.expect("paired"))["room"] == won[0]["room"]


async def test_paired_is_repeated_on_any_server_until_the_player_joins(server):
    """A player whose connection broke gets `paired` again on any server, until the player has
    joined the room."""
    ann, bob = await Client.connect(server.ports[0], "Ann"), await Client.connect(server.ports[-1], "Bob")
    await seek(ann, "s")
    found = await seek(bob, "s")
    side = (await ann.expect("paired"))["side"]
    ann.cut()
    for port in (server.ports[-1], server.ports[0]):
        ann = await Client.connect(port, token=ann.token)
        again = await ann.expect("paired")
        assert again == {"type": "paired", "room": found["room"], "side": side}, again
    assert (await ann.join(found["room"]))["state"][side] == ann.id
    # Now there is no notification left to send.
    ann = await Client.connect(server.ports[-1], token=ann.token)
    ann.send(type="ping", at=1)
    assert (await ann.receive())["type"] == "pong"


async def test_pairing_survives_sigkill(server):
    """All servers are killed right after `paired`. The room exists with both players seated, and no
    seek remains. The player who does not return is announced as absent."""
    ann, bob = await Client.connect(server.ports[0], "Ann"), await Client.connect(server.ports[-1], "Bob")
    await seek(ann, "s1", clock="60+1")
    found = await seek(bob, "s2", clock="60+1")
    await server.kill()
    await server.start()
    ann = await Client.connect(server.port, token=ann.token)
    snapshot = await ann.join(found["room"])
    state = snapshot["state"]
    assert {state["x"], state["o"]} == {ann.id, bob.id} and state["game"] == "1" and state["clock"] == "60+1", state
    assert [one["name"] for one in snapshot["seated"]] == ["Bob"], snapshot
    assert not [key for key in await state_of(server) if key.startswith("seek.")]
    await server.skip(15)
    delta = await ann.expect("delta", where=lambda m: "gone" in m["set"])
    assert delta["set"]["gone"].split()[0] == found["side"], delta
    assert f"play.{found['room']}" in await state_of(server)
    assert LOBBY not in [room["room"] for room in (await server.json("/api/rooms"))["rooms"]]

#!/usr/bin/env python3
"""Who may start a game or change seats: every cell of the table in docs/PROTOCOL.md, in every kind of game, over the wire.

    python3 Tests/system/permissions.py [--server PATH]

The last line is "N passed, N failed".
"""

import argparse
import asyncio
import json
import shutil
import tempfile
import time

from blackbox import PATIENCE, Client, Count, Server

KINDS = {
    "plain": {},
    "rated": {"rated": "yes", "clock": "300+5"},
    "clocked": {"clock": "600/5x30", "takebacks": "no", "listed": "yes"},
    "opening": {"opening": "pro"},
    "renju": {"rule": "renju", "size": "19"},
}
STAGES = ["none", "waiting", "full", "begun", "running", "solo", "over"]


class People:
    """Ann and Bob, who play, and Eve, who does not; their names are claimed, so that rated games are no exception."""

    @classmethod
    async def come(cls, server):
        self = cls()
        self.rooms = 0
        self.server = server
        self.ann, self.bob, self.eve = [await self.claimed(name) for name in ("Ann", "Bob", "Eve")]
        return self

    async def claimed(self, name):
        client = await Client.connect(self.server.port, name)
        client.send(type="claim", id="c", name=f"{name}claimed", password="a long password")
        answer = json.loads(await asyncio.wait_for(client.socket.receive(), 8 * PATIENCE))
        while answer["type"] not in ("account", "error"):
            answer = json.loads(await asyncio.wait_for(client.socket.receive(), 8 * PATIENCE))
        assert answer["type"] == "account", answer
        return client

    async def game(self, stage, kind, room=None):
        """A room with all three of them in which a game is so far; its name."""
        self.rooms += 1
        room = room or f"cell-{self.rooms}"
        ann, bob = self.ann, self.bob
        for client in (ann, bob, self.eve):
            await client.join(room)
        start = {"game": "1", **KINDS[kind]}
        moves = [(ann, {"move": "1", "col1": "7", "row1": "7"}), (bob, {"move": "2", "col2": "8", "row2": "7"})]
        steps = {
            "none": [], "waiting": [(ann, {**start, "x": ann.id})],
            "solo": [(ann, {**start, "x": ann.id, "o": ann.id}), moves[0], (ann, moves[1][1])],
        }.get(stage)
        if steps is None:
            steps = [(ann, {**start, "x": ann.id}), (bob, {"o": bob.id})]
            steps += {"full": [], "begun": moves[:1], "running": moves, "over": [(ann, {"result": "o", "reason": "resign"})]}[stage]
        for client, set in steps:
            answer = await client.delta(room, set)
            assert answer["type"] == "delta", (stage, kind, set, answer)
        return room

    async def leave(self, room):
        for client in (self.ann, self.bob, self.eve):
            client.send(type="leave", room=room)


async def code(client, room, set):
    """The code of the reject; None when it went through."""
    return (await client.delta(room, set)).get("code")


async def state(server, room):
    answer = await server.json(f"/api/rooms/{room}")
    return answer["rev"], answer["state"]


async def strangers(people, stage, kind):
    """What Eve may, and that what she may not leaves no trace."""
    eve, number = people.eve, "1" if stage == "none" else "2"
    for seats in ({"x": eve.id}, {"o": "robot:3"}, {}, {"x": eve.id, "o": eve.id}):
        room = await people.game(stage, kind)
        before = await state(people.server, room)
        found = await code(eve, room, {"game": number, **seats})
        expected = None if stage in ("none", "over") else "not-seated"
        assert found == expected, f"New Game with {seats}: {found}, expected {expected}"
        assert expected is None or await state(people.server, room) == before, "a trace"
        await people.leave(room)
    for set in ({"o": eve.id}, {"x": eve.id}, {"o": "robot:3"}, {"x": None}, {"o": None}):
        room = await people.game(stage, kind)
        before = await state(people.server, room)
        found = await code(eve, room, set)
        waiting = {json.dumps({"o": eve.id}): None, json.dumps({"x": eve.id}): "seat-taken"}
        expected = {
            "none": "no-game", "over": "game-over", "waiting": waiting.get(json.dumps(set), "not-seated"),
        }.get(stage, "not-seated")
        assert found == expected, f"{set}: {found}, expected {expected}"
        assert expected is None or await state(people.server, room) == before, "a trace"
        await people.leave(room)


async def players(people, stage, kind):
    """What those who sit there may."""
    both = {"waiting": [people.ann], "none": [], "solo": [people.ann]}.get(stage, [people.ann, people.bob])
    for player in both:
        room = await people.game(stage, kind)
        found = await code(player, room, {"game": "2", "x": player.id})
        expected = "conflict" if stage == "running" else None
        assert found == expected, f"{found}, expected {expected}"
        await people.leave(room)


async def cells(people, stage):
    for kind in KINDS:
        if stage == "solo" and kind == "rated":
            continue  # nobody plays both sides of a rated game
        try:
            await strangers(people, stage, kind)
            await players(people, stage, kind)
        except AssertionError as error:
            raise AssertionError(f"{stage}, {kind}: {error}") from error


async def pair(people):
    """In a room that the server made for two there is no next game for others."""
    ann, bob, eve = people.ann, people.bob, people.eve
    ann.send(type="seek", id="a", clock="300+5")
    await ann.expect("seeking")
    bob.send(type="seek", id="b", clock="300+5")
    room = (await bob.expect("paired"))["room"]
    for client in (ann, bob, eve):
        await client.join(room)
    assert await code(eve, room, {"game": "2", "x": eve.id}) == "not-seated", "while it begins"
    assert await code(ann, room, {"result": "draw", "reason": "aborted"}) is None
    assert await code(eve, room, {"game": "2", "x": eve.id}) == "not-seated", "when it is over"
    assert await code(bob, room, {"game": "2", "x": bob.id}) is None, "a player"


async def future(people):
    """A base that the room has not reached."""
    room = await people.game("waiting", "plain")
    rev = (await state(people.server, room))[0]
    for base in (rev + 1, rev + 1000, 2**53):
        answer = await people.bob.delta(room, {"o": people.bob.id}, base=base)
        assert (answer.get("code"), answer.get("keys")) == ("bad-value", ["base"]), answer
        assert (await people.bob.delta(room, {"k": 1}, base=base, scope="private"))["code"] == "bad-value"
    assert (await people.bob.delta(room, {"o": people.bob.id}, base=rev))["type"] == "delta"


async def becomes_allowed(client, room, set, least, since):
    """Asks until it goes through, and tells whether that was no earlier than it may be."""
    while found := await code(client, room, set):
        assert found == "not-seated", found
        assert time.monotonic() - since < least + 4 * PATIENCE, "never allowed"
        await asyncio.sleep(0.05)
    assert time.monotonic() - since >= least - 0.05, f"allowed after {time.monotonic() - since} s"


async def gone(people, waiting, playing):
    """Those who have gone for long enough do not keep a room."""
    ann, bob, eve = people.ann, people.bob, people.eve
    new = {"game": "2", "x": eve.id}
    room = await people.game("waiting", "plain")
    since = time.monotonic()
    ann.send(type="leave", room=room)
    await eve.expect("participants", where=lambda m: ann.id in m["left"])
    await becomes_allowed(eve, room, new, waiting, since)
    room = await people.game("running", "plain")
    ann.send(type="leave", room=room)
    await eve.expect("participants", where=lambda m: ann.id in m["left"])
    assert await code(eve, room, new) == "not-seated", "one of two is here"
    since = time.monotonic()
    bob.send(type="leave", room=room)
    await eve.expect("participants", where=lambda m: bob.id in m["left"])
    assert await code(eve, room, {"o": eve.id}) == "not-seated", "a seat"
    await becomes_allowed(eve, room, new, playing, since)
    # Back in time: it counts anew. A rated game is never given away.
    room = await people.game("running", "rated")
    for client in (ann, bob):
        client.send(type="leave", room=room)
        await eve.expect("participants", where=lambda m: client.id in m["left"])
    since = time.monotonic()
    while time.monotonic() - since < playing + 1:
        assert await code(eve, room, new) == "not-seated", "a rated game"
        await asyncio.sleep(0.2)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--server")
    options = parser.parse_args()
    count = Count()
    directory = tempfile.mkdtemp(prefix="gomoku-permissions-")
    # Every cell is a room of its own.
    server = await Server(["--data", directory, "--rooms-per-identity", "4096"], options.server).start()
    people = await People.come(server)
    for stage in STAGES:
        await count.run(f"stage {stage}", cells(people, stage))
    await count.run("a room made for two", pair(people))
    await count.run("a base from the future", future(people))
    await server.stop()
    shutil.rmtree(directory, ignore_errors=True)
    directory = tempfile.mkdtemp(prefix="gomoku-permissions-")
    server = await Server(
        ["--data", directory, "--waiting-grace-seconds", "2", "--playing-grace-seconds", "3"], options.server).start()
    await count.run("players who have gone", gone(await People.come(server), 2, 3))
    await server.stop()
    shutil.rmtree(directory, ignore_errors=True)
    count.close()


asyncio.run(main())

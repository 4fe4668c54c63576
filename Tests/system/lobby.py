#!/usr/bin/env python3
"""The lobby from outside: who seeks is paired, once, and `~lobby` tells the truth of it. The last line is "N passed, N failed"."""

import asyncio
import json
import random
import sys
import tempfile

from blackbox import Client, Count, Server, applied

LOBBY = "~lobby"


async def seek(client, id="s", **terms):
    client.send(type="seek", id=id, **terms)
    return await client.expect("seeking", "paired", "error", where=lambda m: m.get("id") == id)


async def lobby(server, name="Watcher"):
    """Somebody who follows the list."""
    client = await Client.connect(server.port, name)
    snapshot = await client.join(LOBBY)
    return client, snapshot


async def state_of(server):
    client, snapshot = await lobby(server)
    client.cut()
    return snapshot["state"]


async def until_empty(server):
    """Waits until what earlier tests have left behind is gone."""
    client, snapshot = await lobby(server)
    state = snapshot["state"]
    while any(key.startswith("seek.") for key in state):
        state = applied(state, (await client.expect("delta"))["set"])
    client.cut()


async def play(server):
    """Two seek, are paired, and play a whole game in the room."""
    watcher, snapshot = await lobby(server)
    assert snapshot["kind"] == "lobby" and snapshot["seated"] == [], snapshot
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    answer = await seek(ann, "s1", clock="300+5", takebacks="no")
    listed = {"by": ann.id, "name": "Ann", "bot": False, "rating": 1500, "rule": "freestyle", "clock": "300+5", "opening": "none",
              "size": "15", "takebacks": "no", "rated": False}
    assert answer["type"] == "seeking" and listed.items() <= answer["seek"].items(), answer
    delta = await watcher.expect("delta")
    assert delta["set"] == {answer["key"]: answer["seek"]} and delta["by"] == "server", delta
    assert (await seek(bob, "other", clock="300+5"))["type"] == "seeking", "other terms"
    await watcher.expect("delta")
    found = await seek(bob, "s2", clock="300+5", takebacks="no")
    first = await ann.expect("paired")
    assert found["type"] == "paired" and found["id"] == "s2" and first["id"] == "s1" and found["room"] == first["room"]
    assert {found["side"], first["side"]} == {"x", "o"}
    room = found["room"]
    gone = {key for _ in range(2) for key, value in (await watcher.expect("delta"))["set"].items() if value is None}
    assert gone == {answer["key"], f"seek.{int(answer['key'][5:]) + 1}"}, gone
    shown = (await watcher.expect("delta"))["set"][f"play.{room}"]
    by_side = {first["side"]: ann, found["side"]: bob}
    names = {side: {ann: "Ann", bob: "Bob"}[player] for side, player in by_side.items()}
    assert {side: shown[side]["name"] for side in "xo"} == names and shown["clock"] == "300+5", shown
    for player in (ann, bob):
        state = (await player.join(room))["state"]
        assert {side: state[side] for side in "xo"} == {side: by_side[side].id for side in "xo"}, state
        assert state["clock"] == "300+5" and state["takebacks"] == "no" and state["listed"] == "yes", state
    moves = ["h8", "a1", "h9", "b1", "h10", "c1", "h11", "d1", "h12"]
    for number, point in enumerate(moves, 1):
        answer = await by_side["xo"[(number - 1) % 2]].move(room, number, point)
        assert answer["type"] == "delta", answer
    assert answer["set"]["result"] == "x"
    end = await watcher.expect("delta")
    assert end["set"] == {f"play.{room}": None}, end
    for client in (watcher, ann, bob):
        client.cut()


async def readable(server):
    """What is refused, and how."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(LOBBY)
    assert (await ann.delta(LOBBY, {"seek.1": None}))["code"] == "read-only"
    assert (await ann.delta(LOBBY, {"mine": 1}, scope="private"))["code"] == "read-only"
    ann.send(type="say", room=LOBBY, id="c", text="hello")
    assert (await ann.expect("error"))["code"] == "read-only"
    for wrong in [{"rule": "chess"}, {"clock": "0300+5"}, {"clock": "0+5"}, {"opening": "rif"}, {"size": "16"}, {"takebacks": True},
                  {"rated": "yes"}, {"rating": "1700-1300"}, {"rating": "0-99999"}, {"rating": "-1-2"}, {"rating": 1500}]:
        answer = await seek(ann, "w", **wrong)
        assert (answer["type"], answer["code"]) == ("error", "bad-message"), (wrong, answer)
    for key in ("seek.x", "seek.01", "play.1", "seek.99999999999999999999", 7, None):
        ann.send(type="accept", id="w", seek=key)
        assert (await ann.expect("error"))["code"] == "bad-message", key
    for join in ({"room": LOBBY, "kind": "gomoku"}, {"room": "elsewhere", "kind": "lobby"}, {"room": "~other"}):
        ann2 = await Client.connect(server.port, "Ann")
        ann2.send(type="join", **join)
        assert (await ann2.expect("error"))["code"] in ("other-kind", "bad-message"), join
        ann2.cut()
    ann.cut()
    rooms = await server.json("/api/rooms?limit=500")
    assert all(room["room"] != LOBBY for room in rooms["rooms"])
    assert (await server.json(f"/api/rooms/{LOBBY}"))["kind"] == "lobby"
    # Too much at once: the twenty-first request within a second or so is too many.
    bob = await Client.connect(server.port, "Bob")
    for _ in range(30):
        bob.send(type="accept", id="w", seek="seek.1")
    codes = [(await bob.expect("error"))["code"] for _ in range(30)]
    assert codes[0] == "gone" and codes[-1] == "rate-limited", codes
    bob.cut()


async def ranges(server):
    """Ratings out of somebody's range do not meet; the oldest that fits is taken."""
    people = [await Client.connect(server.port, name) for name in ("Ann", "Bob", "Cid", "Dan", "Eve")]
    ann, bob, cid, dan, eve = people
    assert (await seek(ann, rating="1600-1800", rule="caro"))["type"] == "seeking"
    assert (await seek(bob, rule="caro"))["type"] == "seeking", "1500 is out of Ann's range"
    answer = await seek(cid, rule="caro", rating="1700-1800")
    assert answer["type"] == "seeking" and answer["seek"]["range"] == "1700-1800", answer
    assert (await seek(dan, rule="caro", rating="1500-1500"))["type"] == "paired"
    assert (await bob.expect("paired"))["id"] == "s"
    # A range holds for those who take a listed seek as well.
    eve.send(type="accept", id="a", seek=answer["key"])
    assert (await eve.expect("error"))["code"] == "out-of-range"
    for one in people:
        one.cut()
    await until_empty(server)


async def race(server):
    """Of many who take one seek exactly one gets it, and nobody gets one's own."""
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
    for one in [ann] + takers:
        one.cut()


async def ended(server):
    """A seek ends with unseek, with another one of the same connection, and with the connection."""
    watcher, snapshot = await lobby(server)
    ann = await Client.connect(server.port, "Ann")
    first = (await seek(ann, "s1"))["key"]
    assert first in (await watcher.expect("delta"))["set"]
    second = (await seek(ann, "s2", rule="renju"))["key"]
    assert (await watcher.expect("delta"))["set"] == {first: None}
    assert second in (await watcher.expect("delta"))["set"]
    ann.send(type="hello", name="Anna")
    await ann.expect("welcome")
    assert (await watcher.expect("delta"))["set"][second]["name"] == "Anna"
    ann.send(type="unseek")
    assert (await watcher.expect("delta"))["set"] == {second: None}
    third = (await seek(ann, "s3"))["key"]
    assert third in (await watcher.expect("delta"))["set"]
    ann.cut()
    assert (await watcher.expect("delta"))["set"] == {third: None}
    # One participant on two connections does not meet itself.
    one = await Client.connect(server.port, "Bob")
    two = await Client.connect(server.port, token=one.token)
    assert (await seek(one))["type"] == "seeking" and (await seek(two))["type"] == "seeking"
    for client in (watcher, one, two):
        client.cut()
    await until_empty(server)


async def absent(server):
    """Whoever is paired and does not come is announced as gone; the other sees who was meant."""
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    await seek(ann, "s1")
    await seek(bob, "s2")
    paired = await ann.expect("paired")
    # A line that broke just then: whoever comes back is told again, until it has come to the room.
    token = bob.token
    bob.cut()
    bob = await Client.connect(server.port, token=token)
    again = await bob.expect("paired")
    assert again == {"type": "paired", "room": paired["room"], "side": "o" if paired["side"] == "x" else "x"}, again
    bob.cut()
    snapshot = await ann.join(paired["room"])
    assert [one["name"] for one in snapshot["seated"]] == ["Bob"], snapshot
    delta = await ann.expect("delta", where=lambda m: "gone" in m["set"])
    other = "o" if paired["side"] == "x" else "x"
    side, at = delta["set"]["gone"].split()
    assert side == other and int(at) > delta["at"], delta
    again = await ann.join(paired["room"], since=0, epoch=snapshot["epoch"])
    assert [one["name"] for one in again["seated"]] == ["Bob"], again
    ann.cut()


async def crowd(server, count=200):
    """Two hundred seek at once: all are paired, each once, and every room is there with its two."""
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
    for one in people:
        try:
            another = await asyncio.wait_for(one.socket.receive(), 0.001)
        except asyncio.TimeoutError:
            another = None
        assert another is None or json.loads(another)["type"] != "paired", another
        one.cut()
    await until_empty(server)


async def mirror(server, seed):
    """After random seeks, takings and endings, a mirror of deltas equals a fresh snapshot, and both what the seekers were told."""
    chance = random.Random(seed)
    watcher, snapshot = await lobby(server)
    state, rev = snapshot["state"], snapshot["rev"]
    people = [await Client.connect(server.port, f"P{n}") for n in range(12)]
    for step in range(150):
        who = chance.randrange(len(people))
        one, what = people[who], chance.random()
        if what < 0.6:
            one.send(type="seek", id=f"{step}", rule=chance.choice(["freestyle", "renju", "caro"]), size=chance.choice(["15", "19"]))
        elif what < 0.75:
            one.send(type="unseek")
        elif what < 0.9:
            keys = [key for key in state if key.startswith("seek.")]
            one.send(type="accept", id=f"{step}", seek=chance.choice(keys) if keys else "seek.1")
        else:
            one.cut()
            people[who] = await Client.connect(server.port, f"P{who}")
        # A ping's answer comes after whatever the request has caused on this connection.
        people[who].send(type="ping", at=step)
        await people[who].expect("pong")
        watcher.send(type="ping", at=step)
        while (message := await watcher.receive())["type"] != "pong":
            if message["type"] == "delta":
                assert message["rev"] == rev + 1, (seed, message, rev)
                state, rev = applied(state, message["set"]), rev + 1
    for one in people:
        one.cut()
    await until_empty(server)
    fresh, snapshot = await lobby(server)
    while rev < snapshot["rev"]:
        message = await watcher.expect("delta")
        state, rev = applied(state, message["set"]), rev + 1
    assert state == snapshot["state"], (seed, state, snapshot["state"])
    assert not [key for key in state if key.startswith("seek.")], (seed, state)
    watcher.cut()
    fresh.cut()


async def killed(directory):
    """kill -9 right after `paired`: the room is there with both seats, and who was gone is announced."""
    server = await Server(["--data", directory]).start()
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    await seek(ann, "s1", clock="60+1")
    found = await seek(bob, "s2", clock="60+1")
    await server.kill()
    await server.start()
    token = ann.token
    ann = await Client.connect(server.port, token=token)
    snapshot = await ann.join(found["room"])
    state = snapshot["state"]
    assert {state["x"], state["o"]} == {ann.id, bob.id} and state["game"] == "1" and state["clock"] == "60+1", state
    assert [one["name"] for one in snapshot["seated"]] == ["Bob"], snapshot
    assert not [key for key in await state_of(server) if key.startswith("seek.")]
    delta = await ann.expect("delta", where=lambda m: "gone" in m["set"])
    assert delta["set"]["gone"].split()[0] == found["side"], delta
    assert f"play.{found['room']}" in await state_of(server)
    assert LOBBY not in [room["room"] for room in (await server.json("/api/rooms"))["rooms"]]
    ann.cut()
    assert await server.stop() == 0


async def rated(server):
    """Rated seeks are for claimed names; while the game runs, those who watch talk among themselves; ratings count in ranges."""
    ann, bob, eve, fay = [await Client.connect(server.port, name) for name in ("Ann", "Bob", "Eve", "Fay")]
    watcher, _ = await lobby(server)
    assert (await seek(ann, "s0", rated=True))["code"] == "bad-message", "a rated game has a clock"
    terms = {"clock": "300+5", "rated": True, "rule": "standard"}
    assert (await seek(ann, "s1", **terms))["code"] == "not-claimed"
    for player, name in ((ann, "LobbyAnn"), (bob, "LobbyBob")):
        player.send(type="claim", id="c", name=name, password="correct horse")
        answer = await player.expect("account", "error")
        assert answer["type"] == "account", answer
    listed = await seek(ann, "s2", **terms)
    assert listed["seek"]["rated"] and listed["seek"]["claimed"] and listed["seek"]["rating"] == 1500, listed
    eve.send(type="accept", id="a", seek=listed["key"])
    assert (await eve.expect("error"))["code"] == "not-claimed"
    bob.send(type="accept", id="a", seek=listed["key"])
    found = await bob.expect("paired")
    room = found["room"]
    shown = await watcher.expect("delta", where=lambda m: f"play.{room}" in m["set"])
    assert shown["set"][f"play.{room}"]["rated"] is True, shown
    for client in (ann, bob, eve, fay):
        await client.join(room)

    async def heard(client):
        """The chat lines that a client has got so far, by the answer to a ping that goes to whoever serves the room."""
        client.send(type="ping", at=1, room=room)
        ids = []
        while (message := await client.receive())["type"] != "pong":
            if message["type"] == "said":
                ids.append((message["id"], message.get("to")))
        return ids

    eve.send(type="say", room=room, id="psst", text="take the centre")
    assert (await eve.expect("said"))["to"] == "spectators"
    assert await heard(fay) == [("psst", "spectators")]
    assert await heard(ann) == [] and await heard(bob) == []
    ann.send(type="say", room=room, id="hi", text="have fun")
    assert "to" not in await ann.expect("said")
    assert await heard(bob) == [("hi", None)] and await heard(eve) == [("hi", None)]
    for client, ids in ((ann, ["hi"]), (fay, ["psst", "hi"])):
        assert [line["id"] for line in (await client.join(room))["chat"]] == ids
    outside = await server.json(f"/api/rooms/{room}")
    assert (outside["chat"], outside["participants"]) == ([], []), "chat and presence are for those who are there"
    x, o = (bob, ann) if found["side"] == "x" else (ann, bob)
    for number, point in enumerate(("h8", "a1", "i8", "c1", "j8", "e1"), 1):
        assert (await (x if number % 2 else o).move(room, number, point))["type"] == "delta"
    assert (await x.delta(room, {"result": "o", "reason": "resign"}))["type"] == "delta"
    assert [line["id"] for line in (await ann.join(room))["chat"]] == ["psst", "hi"], "it is over: all may read all"
    # The winner's rating has grown, the loser's has shrunk, and both are what they are known by.
    won, lost = (await seek(o, "w", **terms))["seek"]["rating"], None
    assert won > 1500, won
    answer = await seek(x, "l", **terms, rating="1500-1500")
    lost = answer["seek"]["rating"]
    assert answer["type"] == "seeking" and lost < 1500, answer
    assert (await seek(x, "m", **terms, rating=f"{won}-{won}"))["type"] == "paired"
    for client in (ann, bob, eve, fay, watcher):
        client.cut()


async def chat(directory):
    """What was said is there after kill -9, the last fifty lines of it, also what was said before the first delta."""
    server = await Server(["--data", directory]).start()
    ann = await Client.connect(server.port, "Ann")
    await ann.join("talk")
    ann.send(type="say", room="talk", id="early", text="before anything")
    await ann.expect("said")
    await ann.delta("talk", {"game": "1", "x": ann.id})
    ann.send(type="say", room="talk", id="late", text="now \u0000 \"you\"")
    line = await ann.expect("said")
    await server.kill()
    await server.start()
    bob = await Client.connect(server.port, "Bob")
    snapshot = await bob.join("talk")
    assert [one["id"] for one in snapshot["chat"]] == ["early", "late"], snapshot["chat"]
    assert snapshot["chat"][1] == {key: line[key] for key in ("by", "name", "at", "id", "text")}, (snapshot["chat"], line)
    assert [one["name"] for one in snapshot["seated"]] == ["Ann"], snapshot["seated"]
    # The same line again, by somebody whom the answer did not reach: it is not said twice.
    ann = await Client.connect(server.port, token=ann.token)
    await ann.join("talk")
    ann.send(type="say", room="talk", id="late", text="now")
    assert await ann.expect("said") == line
    for number in range(60):
        bob.send(type="say", room="talk", id=f"{number}", text=f"{number}")
        answer = await bob.expect("said", "error")
        if answer["type"] == "error":
            break
    said = number
    assert answer["code"] == "rate-limited", answer
    await server.kill()
    await server.start()
    bob = await Client.connect(server.port, "Bob")
    snapshot = await bob.join("talk")
    assert [one["id"] for one in snapshot["chat"]] == ["early", "late"] + [str(n) for n in range(said)], snapshot["chat"]
    bob.cut()
    assert await server.stop() == 0


async def main():
    count = Count()
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else random.randrange(1 << 32)
    print(f"seed {seed}")
    with tempfile.TemporaryDirectory() as directory:
        server = await Server(["--data", f"{directory}/a"]).start()
        await count.run("two are paired and play", play(server))
        await count.run("the lobby is read-only", readable(server))
        await count.run("ranges", ranges(server))
        await count.run("one seek, many takers", race(server))
        await count.run("a seek ends", ended(server))
        await count.run("200 seekers at once", crowd(server))
        await count.run("rated games, and who watches them", rated(server))
        await count.run("the mirror is the truth", mirror(server, seed))
        await count.run("a paired player who does not come", absent(server))
        await server.stop()
        await count.run("kill -9 after paired", killed(f"{directory}/b"))
        await count.run("chat survives", chat(f"{directory}/c"))
    count.close()


if __name__ == "__main__":
    asyncio.run(main())

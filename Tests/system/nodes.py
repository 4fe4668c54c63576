#!/usr/bin/env python3
"""Three servers over one Redis: whichever somebody is connected to, it is one game, one lobby, one set of people. The last line
is "N passed, N failed".
"""

import asyncio
import json
import os
import random
import signal
import subprocess
import tempfile
import urllib.parse

import blackbox
from blackbox import PATIENCE, Client, Closed, Count, Server, applied, binary, kept, same, sentence

blackbox.STORE = "redis"
PASSWORD = "correct horse"
RATED = {"game": "1", "rule": "standard", "clock": "300+5", "rated": "yes"}
MOVES = ("h8", "i9", "g9", "a1", "c1", "e1")


class Nodes:
    """Servers over one Redis, of which some may be gone."""

    def __init__(self, gone, count=3):
        """`gone`: seconds after which one counts as gone that is not heard of. However busy the machine is, none of
        those that are there may."""
        self.directory = tempfile.mkdtemp(prefix="gomoku-nodes-")
        environment = {**os.environ, "GOMOKU_STORE_GONE": str(gone)}
        self.all = [Server(["--data", self.directory], env=environment) for _ in range(count)]
        self.up = []

    async def start(self):
        await asyncio.gather(*(server.start() for server in self.all))
        self.up = list(self.all)
        return self

    def __getitem__(self, number):
        return self.all[number]

    async def kill(self, server):
        self.up.remove(server)
        await server.kill()

    async def again(self, server):
        """Starts one again that was killed."""
        await server.start()
        self.up.append(server)

    async def end(self):
        """All stop in good order, and what they leave behind is sound."""
        for server in self.up:
            same(await server.stop(), 0, "the exit status")
        command = [binary("gomoku-server"), *kept(["check", "--data", self.directory])]
        found = subprocess.run(command, capture_output=True, text=True)
        assert found.returncode == 0, found.stdout[-800:] + found.stderr


async def people(nodes, *places):
    """Clients with names A, B, … on these servers."""
    return [await Client.connect(nodes[place].port, chr(65 + number)) for number, place in enumerate(places)]


async def back(client, server, room, rev, epoch, **more):
    """Somebody whose line is gone, on that server, with what was missed; tried again as long as the room is on its way."""
    end = asyncio.get_running_loop().time() + PATIENCE
    while True:
        try:
            one = await Client.connect(server.port, token=client.token)
            one.count = client.count
            answer = await one.join(room, since=rev, epoch=epoch, **more)
            assert answer["type"] == "deltas", answer
            return one, answer["deltas"]
        except (Closed, ConnectionError, AssertionError):
            if asyncio.get_running_loop().time() > end:
                raise
            await asyncio.sleep(0.05)


async def gone(client):
    """Waits for the end of its line; what came meanwhile is returned."""
    messages = []
    try:
        while True:
            messages.append(await client.receive())
    except Closed:
        return messages


async def game(nodes):
    """A game is played from three nodes, and everybody sees each delta once, in order."""
    # The first who comes has the room on its server; the players are on the others.
    watchers = await people(nodes, 0, 1, 2, 0, 1, 2)
    snapshots = [await watcher.join("game") for watcher in watchers]
    ann, bob = await people(nodes, 1, 2)
    await ann.join("game")
    await bob.join("game")
    assert (await ann.delta("game", {"game": "1", "x": ann.id}))["rev"] == 1
    assert (await bob.delta("game", {"o": bob.id}))["rev"] == 2
    for number, point in enumerate("h8 a1 i9 b2 j10 o15 k11 h7 l12".split(), 1):
        delta = await (ann if number % 2 else bob).move("game", number, point)
        same((delta["type"], delta["rev"]), ("delta", number + 2), point)
    seen = []
    for watcher in watchers:
        seen.append([await watcher.expect("delta") for _ in range(11)])
        same([delta["rev"] for delta in seen[-1]], list(range(1, 12)), "the order")
    assert all(one == seen[0] for one in seen)
    values = {}
    for delta in seen[0]:
        values = applied(values, delta["set"])
    same(values["result"], "x", "the result")
    for server in nodes.up:
        found = await server.json("/api/rooms/game")
        same((found["rev"], found["state"], found["epoch"]), (11, values, snapshots[0]["epoch"]), "the room")
        same([delta["set"] for delta in await server.history("game")], [delta["set"] for delta in seen[0]], "the history")
    ann.send(type="history", room="game", id="h", **{"from": 1, "to": 3})
    same([d["rev"] for d in (await ann.expect("history"))["deltas"]], [1, 2, 3], "the history over the line")
    ann.send(type="delta", room="game", id="bad", set={"move": 5, "x": []})
    same((await ann.expect("reject"))["rev"], 11, "a malformed delta is answered by whoever has the room")


async def races(nodes):
    """Of New Games, and of moves, that race from three nodes one goes through."""
    ann = await Client.connect(nodes[0].port, "Ann")
    others = [await Client.connect(nodes[place].port, token=ann.token) for place in (1, 2, 0, 1, 2)]
    clients = [ann, *others]
    for client in clients:
        await client.join("race")
    rev = 0

    async def race(sets):
        nonlocal rev
        for number, (client, set) in enumerate(zip(clients, sets)):
            client.send(type="delta", room="race", id=f"{rev}-{number}", base=rev, set=set)
        answers = await asyncio.gather(*(client.expect("delta", "reject", where=lambda m, n=n: m.get("id") == f"{rev}-{n}")
                                         for n, client in enumerate(clients)))
        won = [answer for answer in answers if answer["type"] == "delta"]
        same([(one["type"], one["rev"]) for one in won], [("delta", rev + 1)], "who went through")
        # Whoever lost has seen it before the rejection, or sees it after; the next round is judged on it.
        rev += 1
        return won[0]["id"]

    for number in range(1, 9):
        await race([{"game": str(number), "rule": "standard", "x": ann.id, "o": ann.id} for _ in clients])
        for move in (1, 2, 3):
            await race([{"move": str(move), f"col{move}": str(3 * move), f"row{move}": str(place)} for place in range(6)])
    same(rev, 32, "revisions")
    same(len(await nodes[1].history("race")), 32, "the history")


async def presence(nodes):
    """Who is here, what is said and what is one's own is known over all nodes; who was on a node that is killed is gone."""
    one, two, three = await people(nodes, 0, 1, 2)
    snapshots = [await client.join("here") for client in (one, two, three)]
    same([p["id"] for p in snapshots[2]["participants"]], [one.id, two.id, three.id], "who is here")
    for client, later in ((one, [two, three]), (two, [three])):
        for other in later:
            await client.expect("participants", where=lambda m, o=other: o.id in [p["id"] for p in m["joined"]])
    two.send(type="say", room="here", id="s", text="hello there")
    for client in (one, two, three):
        same((await client.expect("said"))["text"], "hello there", "the chat")
    again = await Client.connect(nodes[2].port, token=two.token)
    await again.join("here")
    same((await two.delta("here", {"own": "1"}, scope="private"))["type"], "delta", "a private delta")
    same((await again.expect("delta"))["set"], {"own": "1"}, "one's own state on another node")
    await again.join("here")
    again.send(type="leave", room="here")
    three.send(type="leave", room="here")
    await one.expect("participants", where=lambda m: three.id in m["left"])
    await three.join("here")
    await two.expect("participants", where=lambda m: three.id in [p["id"] for p in m["joined"]])
    await nodes.kill(nodes[2])
    for client in (one, two):
        left = await client.expect("participants", where=lambda m: three.id in m["left"])
        assert two.id not in left["left"], left
    await nodes.again(nodes[2])


async def killed(nodes):
    """The node that serves a room is killed: whoever is on others goes on, and what was sent is there once."""
    first, ann, bob = await people(nodes, 0, 1, 2)
    epoch = (await first.join("killed"))["epoch"]
    for client in (ann, bob):
        await client.join("killed")
    await ann.delta("killed", {"game": "1", "rule": "standard", "x": ann.id})
    await bob.delta("killed", {"o": bob.id})
    for number in range(1, 5):
        await (ann if number % 2 else bob).move("killed", number, f"{'abcd'[number - 1]}1")
    # Nobody knows whether this is stored.
    lost = {"move": "5", "col5": "10", "row5": "10"}
    ann.send(type="delta", room="killed", id="lost", set=lost)
    await nodes.kill(nodes[0])
    shown = [m for m in await gone(ann) if m["type"] == "delta" and m["rev"] == 7]
    ann, missed = await back(ann, nodes[2], "killed", 6, epoch)
    ann.send(type="delta", room="killed", id="lost", set=lost)
    answer = await ann.expect("delta", where=lambda m: m.get("id") == "lost")
    same(answer["rev"], 7, "the revision of what was sent again")
    same(answer.get("again", False), bool(missed), "whether it was there")
    assert not shown or missed, "it was shown, and is not there"
    await gone(bob)
    bob, missed = await back(bob, nodes[1], "killed", 6, epoch)
    same([delta["id"] for delta in missed], ["lost"], "what Bob has missed")
    same((await bob.move("killed", 6, "f6"))["rev"], 8, "the game goes on")
    same((await ann.expect("delta", where=lambda m: m["rev"] == 8))["by"], bob.id, "the other sees it")
    same([d["rev"] for d in await nodes[2].history("killed")], list(range(1, 9)), "the history")
    await nodes.again(nodes[0])


async def surely(client, server, epoch, number):
    """Has the next delta stored. A machine that is too busy may have a server that is there count as gone: then come back."""
    while True:
        try:
            same((await client.delta("paused", {"n": number}, id=f"n{number}"))["rev"], number + 1, "the revision")
            return client
        except Closed:
            client, _ = await back(client, server, "paused", number, epoch, kind="open")


async def paused(nodes):
    """A node that stands still loses its rooms; when it goes on nobody sees another history."""
    first, ann = await people(nodes, 0, 1)
    epoch = (await first.join("paused", kind="open"))["epoch"]
    await ann.join("paused", kind="open")
    for number in range(3):
        ann = await surely(ann, nodes[1], epoch, number)
    os.kill(nodes[0].process.pid, signal.SIGSTOP)
    try:
        # Sent to a server that does not answer; it may be heard when that goes on.
        ann.send(type="delta", room="paused", id="late", set={"n": "late"})
        first.send(type="delta", room="paused", id="first", set={"n": "first"})
        await gone(ann)
        ann, missed = await back(ann, nodes[2], "paused", 3, epoch, kind="open")
        same(missed, [], "nothing more was stored")
        for number in range(3, 6):
            ann = await surely(ann, nodes[2], epoch, number)
    finally:
        os.kill(nodes[0].process.pid, signal.SIGCONT)
    shown = [m for m in await gone(first) if m["type"] == "delta"]
    same([m["set"]["n"] for m in shown], [0, 1, 2], "what was shown by the server that stood still")
    first, missed = await back(first, nodes[0], "paused", 3, epoch, kind="open")
    same([d["set"]["n"] for d in missed], [3, 4, 5], "what was missed")
    await surely(first, nodes[0], epoch, 6)
    same([d["set"]["n"] for d in await nodes[1].history("paused")], list(range(7)), "the history")


async def stopped(nodes):
    """A node that is stopped in good order hands its rooms on."""
    first, ann = await people(nodes, 0, 1)
    epoch = (await first.join("stopped"))["epoch"]
    await ann.join("stopped")
    await ann.delta("stopped", {"game": "1", "clock": "300+5", "x": ann.id, "o": ann.id})
    await ann.move("stopped", 1, "h8")
    await ann.move("stopped", 2, "h9")
    nodes.up.remove(nodes[0])
    leaving = asyncio.create_task(nodes[0].stop())
    await gone(first)
    await gone(ann)
    ann, missed = await back(ann, nodes[2], "stopped", 3, epoch)
    same((await ann.move("stopped", 3, "h10"))["type"], "delta", "the game goes on")
    left = int((await nodes[1].json("/api/rooms/stopped"))["state"]["xTime"])
    assert 290_000 < left <= 310_000, left
    same(await leaving, 0, "the exit status")
    await nodes.again(nodes[0])


async def names(nodes):
    """A name is claimed once over all nodes; a login, a change of name and a sign-out are known on each."""
    async def ask(client, **message):
        client.count += 1
        client.send(id=f"q{client.count}", **message)
        return await client.expect("account", "sessions", "error", where=lambda m: m.get("id") == f"q{client.count}")

    clients = await people(nodes, 0, 1, 2)
    answers = await asyncio.gather(*(ask(c, type="claim", name="Zoe", password=PASSWORD) for c in clients))
    same(sorted(a["type"] for a in answers), ["account", "error", "error"], "who has the name")
    zoe = next(c for c, a in zip(clients, answers) if a["type"] == "account")
    place = clients.index(zoe)
    await zoe.join("names")
    for other in range(3):
        if other != place:
            await clients[other].join("names")
    elsewhere = nodes[(place + 1) % 3]
    device = Client(await blackbox.Socket.open(elsewhere.port))
    device.send(type="login", id="l", name="zoe", password=PASSWORD)
    device.welcome = await device.expect("welcome")
    same(device.welcome["participant"]["id"], zoe.id, "who is logged in")
    same((await ask(device, type="rename", name="Zora", password=PASSWORD))["type"], "account", "the new name")
    for client in clients:
        await client.expect("participants", where=lambda m: any(p["name"] == "Zora" for p in m["joined"]))
    same((await ask(device, type="password", password=PASSWORD, new="another horse"))["type"],
         "account", "the new password")
    try:
        while True:
            await zoe.receive()
    except Closed as closed:
        same(closed.code, 4001, "what other sessions are closed with")
    for server in nodes.up:
        status, _, body = await server.get("/api/people/zora")
        same((status, json.loads(body)["id"]), (200, zoe.id), "the profile")


async def rated(nodes):
    """A rated game is rated once, and counts on each node."""
    players = await people(nodes, 1, 2)
    for player, name in zip(players, ("Rita", "Rolf")):
        player.send(type="claim", id="c", name=name, password=PASSWORD)
        await player.expect("account")
    first = await Client.connect(nodes[0].port, "First")
    await first.join("rated")
    x, o = players
    for player in players:
        await player.join("rated")
    same((await x.delta("rated", {**RATED, "x": x.id}))["type"], "delta", "the New Game")
    await o.delta("rated", {"o": o.id})
    for place, point in enumerate(MOVES, 1):
        same((await (x if place % 2 else o).move("rated", place, point))["type"], "delta", point)
    same((await o.delta("rated", {"result": "x", "reason": "resign"}))["type"], "delta", "the resignation")
    for server in nodes.up:
        found = json.loads((await server.get("/api/people/rita"))[2])
        same([r["games"] for r in found["ratings"]], [1], "games that count")
        same(found["won"], 1, "games won")


async def lobby(nodes):
    """Who seeks on different nodes is paired, once; when the lobby's node is killed there is another."""
    watchers = await people(nodes, 0, 1, 2)
    for watcher in watchers:
        same((await watcher.join("~lobby"))["kind"], "lobby", "the lobby")

    async def pair(places):
        seekers = [await Client.connect(nodes.up[place % len(nodes.up)].port) for place in places]
        for number, seeker in enumerate(seekers):
            seeker.send(type="seek", id=f"s{number}", clock="300+5")
        found = await asyncio.gather(*(seeker.expect("paired") for seeker in seekers))
        rooms = {}
        for seeker, pairing in zip(seekers, found):
            rooms.setdefault(pairing["room"], []).append((pairing["side"], seeker))
        same(sorted(len(pair) for pair in rooms.values()), [2] * (len(places) // 2), "how many are in each room")
        for room, pair in rooms.items():
            same(sorted(side for side, _ in pair), ["o", "x"], "the sides")
            x, o = (seeker for _, seeker in sorted(pair, key=lambda p: p[0], reverse=True))
            await x.join(room)
            state = (await o.join(room))["state"]
            same((state["x"], state["o"]), (x.id, o.id), "the seats")
            same((await x.move(room, 1, "h8"))["type"], "delta", "the first move")
            await o.expect("delta", where=lambda m: m["set"].get("move") == "1")
        return seekers

    await pair([random.randrange(3) for _ in range(12)])
    # One seek, taken from two nodes at once.
    alone = await Client.connect(nodes[0].port, "Alone")
    alone.send(type="seek", id="a", rule="renju")
    seek = (await alone.expect("seeking"))["key"]
    takers = await people(nodes, 1, 2)
    for taker in takers:
        await taker.join("~lobby")
        taker.send(type="accept", id="t", seek=seek)
    answers = [await taker.expect("paired", "error", where=lambda m: m.get("id") == "t") for taker in takers]
    same(sorted(a["type"] for a in answers), ["error", "paired"], "who has taken it")
    # Each in turn: the lobby was on one of them.
    for server in list(nodes.all):
        await nodes.kill(server)
        await settled(nodes)
        await pair([0, 1])
        await nodes.again(server)


async def settled(nodes):
    """Waits until each server that is there knows where the lobby is."""
    for server in nodes.up:
        while True:
            try:
                client = await Client.connect(server.port)
                if (await client.join("~lobby"))["type"] == "snapshot":
                    break
            except Closed:
                await asyncio.sleep(0.05)


async def answer_of_robot(client, number):
    """The first search of a server waits for all that is more urgent on a busy machine."""
    while True:
        message = json.loads(await asyncio.wait_for(client.socket.receive(), 8 * PATIENCE))
        if message["type"] == "delta" and message["set"].get("move") == number:
            return message


async def robot(nodes):
    """A robot plays where the room is, once, and goes on elsewhere when that node is killed."""
    first, ann = await people(nodes, 0, 1)
    epoch = (await first.join("robot"))["epoch"]
    await ann.join("robot")
    await ann.delta("robot", {"game": "1", "rule": "standard", "x": ann.id, "o": "robot:1"})
    await ann.move("robot", 1, "h8")
    delta = await answer_of_robot(ann, "2")
    same(delta["by"], "robot:1", "who has moved")
    await nodes.kill(nodes[0])
    await gone(ann)
    ann, _ = await back(ann, nodes[2], "robot", delta["rev"], epoch)
    answer = await ann.move("robot", 3, "a1" if delta["set"].get("col2") != "0" else "o15")
    same(answer["type"], "delta", answer)
    same((await answer_of_robot(ann, "4"))["by"], "robot:1", "who has moved")
    await nodes.again(nodes[0])


async def namesakes(nodes):
    """A line is in one room of a name at a time, whoever serves the one with a secret and the one without."""
    secret = "milk" * 6
    for place, (one, other) in enumerate(((0, 1), (1, 0), (2, 2))):
        room = f"milk{place}"
        ann, bob = await people(nodes, one, other)
        await ann.join(room, secret=secret)
        await ann.delta(room, {"game": "1", "x": ann.id})
        await bob.join(room)
        for there in range(3):
            eve = await Client.connect(nodes[there].port, "Eve")
            for more, others, x in (({"secret": secret}, {}, ann.id), ({}, {"secret": secret}, None)):
                same((await eve.join(room, **more))["state"].get("x"), x, "which room")
                answer = await eve.join(room, **others)
                same((answer["type"], answer.get("code")), ("error", "bad-message"), "both at once")
                same((await eve.join(room, **more))["state"].get("x"), x, "the same again")
                eve.send(type="leave", room=room)
            eve.cut()


async def main():
    count = Count()
    nodes = await Nodes(gone=3_600).start()
    for test in (game, races, presence, killed, stopped, names, rated, lobby, namesakes, robot):
        await count.run(sentence(test), test(nodes))
    if not blackbox.ONLY or blackbox.ONLY == sentence(paused):
        others = await Nodes(gone=6).start()
        await count.run(sentence(paused), paused(others))
        await count.run("What they have left behind is sound, too", others.end())
    await count.run("What all of them have left behind is sound", nodes.end())
    count.close()


asyncio.run(main())

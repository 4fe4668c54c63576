#!/usr/bin/env python3
"""The wire contract from outside: transport, rooms, resumes, races, bad input and every limit.

    python3 Tests/system/protocol.py [--server PATH]

The last line is "N passed, N failed".
"""

import argparse
import asyncio
import json
import random
import shutil
import tempfile

from blackbox import NODES, PATIENCE, Client, Closed, Count, Refused, Server, Socket, applied, same


async def closes(socket, code):
    """Waits for the close frame."""
    try:
        while True:
            await asyncio.wait_for(socket.receive(), PATIENCE)
    except Closed as closed:
        same(closed.code, code, "close code")


class Rooms:
    """Names that no other test uses."""
    count = 0

    @classmethod
    def new(cls):
        cls.count += 1
        return f"room-{cls.count}"


async def pair(server, room, kind="gomoku"):
    """Ann and Bob in a room; in a game Ann has X and Bob O."""
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    await ann.join(room, kind=kind)
    await bob.join(room, kind=kind)
    await ann.expect("participants")
    if kind == "gomoku":
        await ann.delta(room, {"game": "1", "x": ann.id})
        await bob.expect("delta")
        await bob.delta(room, {"o": bob.id})
        await ann.expect("delta")
    return ann, bob


async def whole_game(server):
    room = Rooms.new()
    ann, bob = await pair(server, room)
    eve = await Client.connect(server.port, "Eve")
    values = (await eve.join(room))["state"]
    moves = "h8 a1 i8 b1 j8 c1 k8 d1 l8".split()
    for number, point in enumerate(moves, 1):
        await (ann if number % 2 else bob).move(room, number, point)
        for client in (eve, bob if number % 2 else ann):
            delta = await client.expect("delta")
            if client is eve:
                values = applied(values, delta["set"])
                same((await server.json(f"/api/rooms/{room}"))["state"], values, f"state after move {number}")
                if number == 5:
                    # Cut off in the middle of the game, and back with what was missed.
                    rev, epoch = delta["rev"], (await server.json(f"/api/rooms/{room}"))["epoch"]
                    eve.cut()
                    await ann.expect("participants", where=lambda m: m["left"])
                    eve = await Client.connect(server.port, token=eve.token)
                    answer = await eve.join(room, since=rev - 2, epoch=epoch)
                    same([d["rev"] for d in answer["deltas"]], [rev - 1, rev], "what was missed")
    same((values["result"], values["reason"], values["line"]), ("x", "five", "7,7 8,7 9,7 10,7 11,7"), "the end")
    same((await bob.move(room, 10, "a2"))["code"], "game-over", "after the end")


async def values_keep_their_type(server):
    room = Rooms.new()
    ann, bob = await pair(server, room, "open")
    set = {"n": 1, "f": 1.50, "e": 1e3, "t": True, "s": "1", "a": [1, "x", None], "o": {"b": {"c": []}}, "": "empty", "ключ😀": "é"}
    text = '{"type":"delta","room":"%s","id":"raw","set":{"raw":1.50,"big":12345678901234567890,"exp":1E3}}' % room
    await ann.delta(room, set)
    same((await bob.expect("delta"))["set"], set, "values")
    ann.socket.text(text)
    raw = await asyncio.wait_for(bob.socket.receive(), PATIENCE)
    if '"raw":1.50' not in raw or '"big":12345678901234567890' not in raw or '"exp":1E3' not in raw:
        raise AssertionError(f"numbers were rewritten: {raw}")
    await ann.delta(room, {"n": None, "missing": None})
    state = (await server.json(f"/api/rooms/{room}"))["state"]
    same("n" in state, False, "a deleted key")


async def guards(server):
    room = Rooms.new()
    ann, bob = await pair(server, room, "open")
    one = await ann.delta(room, {"a": 1, "b": 1})
    rev = one["rev"]
    await bob.expect("delta")
    await bob.delta(room, {"b": 1})
    reject = await ann.delta(room, {"a": 2, "b": 2}, base=rev, guard=True)
    same((reject["code"], reject["keys"], reject["rev"]), ("conflict", ["b"], rev + 1), "even to the same value")
    same((await ann.delta(room, {"a": 2, "b": 2}, base=rev, guard=["a"]))["type"], "delta", "only a is guarded")
    await ann.delta(room, {"c": None})
    same((await ann.delta(room, {"c": 1}, base=rev, guard=True))["code"], "conflict", "a delete is a change")
    same((await ann.delta(room, {"z": 1}, base=rev, guard=True))["type"], "delta", "a key nobody has touched")
    same((await ann.delta(room, {"z": 2}, base=rev, guard=False))["type"], "delta", "last writer wins")
    for guard in (True, False):
        reject = await ann.delta(room, {"z": 2}, base=10 ** 6, guard=guard)
        same((reject["code"], reject["keys"]), ("bad-value", ["base"]), "a base from the future")


async def exactly_once(server):
    room = Rooms.new()
    ann, bob = await pair(server, room, "open")
    first = await ann.delta(room, {"a": 1}, id="same")
    await bob.expect("delta")
    again = await ann.delta(room, {"a": 2}, id="same")
    same((again["rev"], again["set"], again["again"]), (first["rev"], {"a": 1}, True), "the delta that was accepted then")
    same((await bob.delta(room, {"a": 3}, id="same"))["rev"], first["rev"] + 1, "ids are each participant's own")
    for number in range(600):
        ann.send(type="delta", room=room, id=f"x{number}", set={"n": number})
    await ann.expect("delta", where=lambda m: m["id"] == "x599")
    back = await Client.connect(server.port, token=ann.token)
    same(back.id, ann.id, "the same identity")
    await back.join(room, kind="open")
    again = await back.delta(room, {"a": 9}, id="same")
    same((again["rev"], again.get("again")), (first["rev"], True), "long ago, on another connection")


async def private_state(server):
    room = Rooms.new()
    ann, bob = await pair(server, room, "open")
    answer = await ann.delta(room, {"hand": "aces"}, scope="private")
    same((answer["type"], answer["scope"]), ("delta", "private"), "acknowledged")
    await ann.delta(room, {"a": 1})
    same((await bob.expect("delta"))["set"], {"a": 1}, "the next thing that Bob hears")
    other = await Client.connect(server.port, token=ann.token)
    same((await other.join(room, kind="open"))["private"], {"hand": "aces"}, "her own, on another connection")
    eve = await Client.connect(server.port, "Eve")
    same((await eve.join(room, kind="open"))["private"], {}, "Eve's own")
    text = (await server.get(f"/api/rooms/{room}"))[2] + (await server.get(f"/api/rooms/{room}/history"))[2]
    same(b"aces" in text, False, "over HTTP")


async def races(server):
    """Two New Games, and a move against a New Game, hundreds of times."""
    for number in range(150):
        room = Rooms.new()
        ann, bob = await pair(server, room)
        await ann.move(room, 1, "h8")
        await bob.expect("delta")
        base = 3
        ann.send(type="delta", room=room, id="n", base=base, guard=number % 2 == 0, set={"game": "2", "rule": "standard", "x": ann.id})
        if number % 3:
            bob.send(type="delta", room=room, id="n", base=base, guard=number % 2 == 0, set={"game": "2", "rule": "freestyle", "x": bob.id})
        else:
            bob.send(type="delta", room=room, id="n", base=base, set={"move": "2", "col2": "0", "row2": "0"})
        results = [await client.expect("delta", "reject", where=lambda m, c=client: m.get("id") == "n" and m.get("by", c.id) == c.id)
                   for client in (ann, bob)]
        state = (await server.json(f"/api/rooms/{room}"))["state"]
        won = [r["type"] == "delta" for r in results]
        if number % 3:
            same(sorted(won), [False, True], "exactly one New Game")
            same(state["rule"], "standard" if won[0] else "freestyle", "whole")
            same(state["x"], ann.id if won[0] else bob.id, "whole")
        if state["game"] == "2":
            same([k for k in state if k[:3] in ("col", "row")], [], "no ghost stone")
            same(state["move"], "0", "no ghost stone")
        for client in (ann, bob):
            client.cut()


async def interleavings(server):
    """Random deltas of several clients, duplicates, cuts and resumes: everybody has the same state at every revision."""
    seed = random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    room = Rooms.new()
    states = {}

    async def life(name, rng):
        token = epoch = None
        rev, values, count = 0, {}, 0
        for _ in range(6):
            client = await Client.connect(server.port, name, token)
            token = client.token
            answer = await client.join(room, kind="open", **({"since": rev, "epoch": epoch} if epoch else {}))
            if answer["type"] == "snapshot":
                epoch, rev, values = answer["epoch"], answer["rev"], answer["state"]
            pending = answer.get("deltas", [])
            for step in range(30):
                count += 1
                id = f"{count - rng.randrange(2) * rng.randrange(1, 3)}"
                more = {"base": rev, "guard": True} if rng.random() < 0.3 else {}
                client.send(type="delta", room=room, id=id, set={f"k{rng.randrange(6)}": rng.choice([None, count])}, **more)
                while True:
                    for delta in pending:
                        same(delta["rev"], rev + 1, f"{name} sees no gap")
                        rev, values = delta["rev"], applied(values, delta["set"])
                        same(states.setdefault(rev, values), values, f"the state at {rev}")
                    pending = []
                    message = await client.receive()
                    if message["type"] == "delta" and not message.get("again"):
                        pending = [message]
                        if message["by"] == client.id and message["id"] == id:
                            break
                    elif message["type"] == "deltas":
                        pending = message["deltas"]
                    elif message.get("id") == id:
                        break
            for delta in pending:
                same(delta["rev"], rev + 1, f"{name} sees no gap")
                rev, values = delta["rev"], applied(values, delta["set"])
                same(states.setdefault(rev, values), values, f"the state at {rev}")
            client.cut()

    await asyncio.gather(*(life(f"c{i}", random.Random(rng.random())) for i in range(5)))
    history = await server.history(room)
    same([d["rev"] for d in history], list(range(1, len(history) + 1)), "revisions")
    ids = [(d["by"], d["id"]) for d in history]
    same(len(ids), len(set(ids)), "each id once")


async def bad_input(server):
    """Each kind of nonsense has its named answer, and the connection goes on."""
    room = Rooms.new()
    ann, bob = await pair(server, room)
    for text, code in [
            ("", "bad-message"), ("{", "bad-message"), ("[]", "bad-message"), ("null", "bad-message"), ('"x"', "bad-message"),
            ("{}", "bad-message"), ('{"type":7}', "bad-message"), ('{"type":"dance"}', "bad-message"),
            ('{"type":"join"}', "bad-message"), ('{"type":"join","room":"a b"}', "bad-message"),
            ('{"type":"join","room":["x"]}', "bad-message"), ('{"type":"delta"}', "bad-message"),
            ('{"type":"say","room":"%s","id":"1"}' % room, "bad-message"), ("[" * 50000, "bad-message"),
            ('{"type":"hello","token":"somebody else"}', "bad-message"), ('{"type":"leave","room":"nowhere"}', "not-joined"),
            ('{"type":"history","room":"nowhere"}', "not-joined"), ('{"type":"join","room":"%s","kind":"open"}' % room, "other-kind")]:
        ann.socket.text(text)
        error = await ann.expect("error")
        same(error["code"], code, text[:60])
        if len(error["message"]) < 10:
            raise AssertionError(f"{text!r} is answered with {error['message']!r}")
    for set, code in [
            ({"move": "1"}, "bad-value"), ({"move": "2", "col2": "0", "row2": "0"}, "wrong-move-number"),
            ({"move": "1", "col1": "15", "row1": "0"}, "off-board"), ({"move": "1", "col1": "-1", "row1": "0"}, "off-board"),
            ({"move": "1", "col1": {}, "row1": "0"}, "bad-value"), ({"move": None}, "bad-value"), ({"rule": "renju"}, "bad-key"),
            ({"col1": "3", "row1": "3"}, "bad-key"), ({"x": None, "color": "red"}, "bad-key"), ({}, "bad-value"),
            ({"o": ann.id}, "seat-taken"), ({"result": "x", "reason": "five"}, "bad-value"), ({"line": "1,1"}, "bad-key"),
            ({f"k{i}": 1 for i in range(1000)}, "too-large"), ({"game": "1"}, "conflict"), ({"game": "two"}, "bad-value"),
            ({"game": "2", "x": bob.id}, "bad-value")]:
        same((await ann.delta(room, set))["code"], code, str(set)[:60])
    for set in ([], "x", 1, None):
        same((await ann.delta(room, set))["code"], "bad-value", f"set {set}")
    same((await ann.delta(room, {"move": "1", "col1": 7, "row1": 7}))["set"], {"move": "1", "col1": "7", "row1": "7"}, "still well")
    same((await ann.move(room, 2, "a1"))["code"], "not-your-turn", "out of turn")
    same((await bob.move(room, 2, "h8"))["code"], "occupied", "occupied")
    eve = await Client.connect(server.port, "Eve")
    same((await eve.delta(room, {"o": eve.id}))["code"], "read-only", "not in the room")
    await eve.join(room)
    same((await eve.move(room, 2, "a1"))["code"], "not-seated", "a spectator")


async def closes_with_the_right_code(server):
    socket = await Socket.open(server.port)
    socket.frame(2, b"\x00\x01")
    await closes(socket, 1003)
    socket = await Socket.open(server.port)
    socket.frame(1, b"\xff\xfe")
    await closes(socket, 1007)
    socket = await Socket.open(server.port)
    socket.text("x" * 70_000)
    await closes(socket, 1009)
    socket = await Socket.open(server.port)
    socket.frame(1, b"x" * 40_000, fin=False)
    socket.frame(0, b"x" * 40_000)
    await closes(socket, 1009)
    socket = await Socket.open(server.port)
    for _ in range(400):
        socket.text("nonsense")
    await closes(socket, 1008)
    ann = await Client.connect(server.port, "Ann")
    same((await ann.join(Rooms.new()))["type"], "snapshot", "others go on")


async def fragments_and_pipelines(server):
    ann = await Client.connect(server.port, "Ann")
    text = json.dumps({"type": "ping", "at": "ü" * 2000}).encode()
    for start in range(0, len(text), 97):
        ann.socket.frame(0 if start else 1, text[start:start + 97], fin=start + 97 >= len(text))
        if start == 97:
            ann.socket.frame(9, b"are you there")
    same((await ann.expect("pong"))["at"], "ü" * 2000, "one message of many frames")
    for number in range(500):
        ann.send(type="ping", at=number)
    same([(await ann.expect("pong"))["at"] for _ in range(500)], list(range(500)), "in order")
    socket = await Socket.open(server.port)
    for message in ({"type": "hello", "name": "Quick"}, {"type": "join", "room": Rooms.new()}, {"type": "ping"}):
        socket.send(message)
    kinds = [json.loads(await socket.receive())["type"] for _ in range(3)]
    same(kinds, ["welcome", "snapshot", "pong"], "what is asked before the welcome waits for it")


async def handshakes(server):
    same((await Client.connect(server.port, subprotocol=None)).welcome["type"], "welcome", "without a subprotocol")
    # The one that is connected to.
    port = server.port
    host = f"127.0.0.1:{port}"
    await Client.connect(port, headers=[("Origin", f"http://{host}")])
    for origin in ("http://evil.example", "null", f"http://{host}.evil.example", "https://127.0.0.1"):
        try:
            await Socket.open(port, headers=[("Origin", origin)])
        except Refused as refused:
            same((refused.status, json.loads(refused.body)["code"]), (403, "bad-origin"), origin)
        else:
            raise AssertionError(f"{origin} got in")
    same((await server.get("/ws"))[0], 426, "plain HTTP")


async def names(server):
    ann = await Client.connect(server.port, "  Ann\x1b[31m\u202e\n<b>\u200d ")
    same(ann.welcome["participant"]["name"], "Ann [31m <b>", "cleaned")
    long = await Client.connect(server.port, "x" * 500)
    same(len(long.welcome["participant"]["name"]), 32, "cut")
    room = Rooms.new()
    await ann.join(room)
    await long.join(room)
    await ann.expect("participants")
    long.send(type="hello", name="Longer")
    await long.expect("welcome")
    same((await ann.expect("participants"))["joined"][0]["name"], "Longer", "renamed")
    unknown = await Client.connect(server.port, token="nobody's")
    same(unknown.token != "nobody's", True, "an unknown token is nobody's")


async def chat(server):
    room = Rooms.new()
    ann, bob = await pair(server, room)
    ann.send(type="say", room=room, id="s1", text="good luck <b>\x1b[2J")
    said = await bob.expect("said")
    same((said["by"], said["text"], said["id"]), (ann.id, "good luck <b>\x1b[2J", "s1"), "said")
    eve = await Client.connect(server.port, "Eve")
    same([line["text"] for line in (await eve.join(room))["chat"]], ["good luck <b>\x1b[2J"], "in the snapshot")
    ann.send(type="say", room=room, id="s2", text="x" * 501)
    same((await ann.expect("error"))["code"], "too-large", "long")
    ann.send(type="say", room=room, id="s3", text="  ")
    same((await ann.expect("error"))["code"], "bad-message", "empty")
    for number in range(30):
        ann.send(type="say", room=room, id=f"f{number}", text="flood")
    same((await ann.expect("error"))["code"], "rate-limited", "flood")


async def http(server):
    status, headers, body = await server.get("/")
    same(status, 200, "the page")
    policy = headers["content-security-policy"]
    for part in ("default-src 'none'", "script-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"):
        same(part in policy, True, part)
    same("unsafe" in policy, False, "nothing unsafe")
    same((headers["x-content-type-options"], headers["referrer-policy"]), ("nosniff", "no-referrer"), "headers")
    same((await server.get("/", [("If-None-Match", headers["etag"])]))[0], 304, "unchanged")
    same((await server.get("/", method="HEAD"))[2], b"", "HEAD")
    same(json.loads((await server.get("/healthz"))[2])["status"], "ok", "health")
    for path, expected in [("/nothing", 404), ("/../etc/passwd", 404), ("/%2e%2e/etc/passwd", 404), ("/api/nothing", 404),
                           ("/api/rooms/never-made", 404), ("/api/rooms/a%20b", 404), ("/api/rooms/%ff", 404)]:
        status, headers, body = await server.get(path)
        same((status in (expected, 400)), True, f"{path} is {status}")
        if headers["content-type"].startswith("application/json"):
            same(set(json.loads(body)) >= {"code", "message"}, True, path)
    same((await server.get("/", method="DELETE"))[0], 405, "DELETE")
    room = Rooms.new()
    ann, bob = await pair(server, room)
    rooms = (await server.json("/api/rooms"))["rooms"]
    same([r for r in rooms if r["room"] == room], [], "not in the list, unless its maker says so")
    await ann.delta(room, {"game": "2", "x": ann.id, "listed": "yes"})
    rooms = (await server.json("/api/rooms"))["rooms"]
    found = [r for r in rooms if r["room"] == room][0]
    same((found["participants"], found["move"], found["x"]), (2, 0, ann.id), "in the list")
    same((await server.get("/metrics"))[2].startswith(b"# HELP gomoku_"), True, "metrics")


async def records(server):
    room = Rooms.new()
    ann, bob = await pair(server, room)
    for number, point in enumerate("h8 a1 i8 b1 j8 c1 k8 d1 l8".split(), 1):
        await (ann if number % 2 else bob).move(room, number, point)
        await (bob if number % 2 else ann).expect("delta")
    status, headers, sgf = await server.get(f"/api/rooms/{room}/games/1.sgf")
    same(status, 200, "sgf")
    for part in (b"GM[4]", b"SZ[15]", b"PB[Ann]", b"PW[Bob]", b"RE[B+", b";B[hh]", b";W[ao]", b";B[lh]"):
        same(part in sgf, True, f"{part} in {sgf}")
    psq = (await server.get(f"/api/rooms/{room}/games/1.psq"))[2].decode().splitlines()
    same(psq[0].startswith("Piskvorky 15x15"), True, psq[0])
    same([line.rsplit(",", 1)[0] for line in psq[1:10]], ["8,8", "1,15", "9,8", "2,15", "10,8", "3,15", "11,8", "4,15", "12,8"], "psq")
    for path in ("games/2.sgf", "games/0.sgf", "games/1.pdf", "games/x.psq"):
        same((await server.get(f"/api/rooms/{room}/{path}"))[0], 404, path)


async def join_with_a_full_board(server):
    room = Rooms.new()
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    await ann.delta(room, {"game": "1", "rule": "standard", "x": ann.id, "o": ann.id})
    cells = {0: [], 1: []}
    for row in range(15):
        for column in range(15):
            cells[0 if (column + 2 * row) % 4 < 2 else 1].append((column, row))
    while len(cells[0]) > 113:
        cells[1].append(cells[0].pop())
    while len(cells[0]) < 113:
        cells[0].append(cells[1].pop())
    for number in range(1, 226):
        column, row = cells[(number + 1) % 2].pop(0)
        answer = await ann.delta(room, {"move": str(number), f"col{number}": column, f"row{number}": row})
        same(answer["type"], "delta", f"move {number}: {answer}")
    same((answer["set"]["result"], answer["set"]["reason"]), ("draw", "full"), "a full board")
    bob = await Client.connect(server.port, "Bob")
    times = []
    for _ in range(9):
        began = asyncio.get_running_loop().time()
        snapshot = await bob.join(room)
        times.append(asyncio.get_running_loop().time() - began)
    same(snapshot["state"]["move"], "225", "one frame")
    print(f"join with 225 moves: {sorted(times)[4] * 1000:.2f} ms")


async def lag_is_given_back(server):
    """Ann is 300 ms away, by her pongs: so much of what her move took is not hers to pay."""
    room, away = Rooms.new(), 0.3
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    for client in (ann, bob):
        await client.join(room)
    await ann.delta(room, {"game": "1", "x": ann.id, "clock": "60+0"})
    await bob.delta(room, {"o": bob.id})
    await ann.move(room, 1, "h8")
    await bob.move(room, 2, "h9")  # from now on Ann's time runs
    ann.socket.pong_delay = away
    time = asyncio.get_running_loop().time
    began = time()
    # It is there when her line has brought it, and so is her move.
    await ann.expect("delta", where=lambda m: m["set"].get("move") == "2")
    await asyncio.sleep(max(0, began + away + 0.02 - time()))
    moved = await ann.move(room, 3, "i8")
    elapsed = (time() - began) * 1000
    paid = 60_000 - int(moved["set"]["xTime"])
    if paid > elapsed - away * 1000 + 25:
        raise AssertionError(f"paid {paid} ms of {elapsed:.0f} ms, of which the line took {away * 1000:.0f}")


async def players_see_the_lag(server):
    """A player's ping that names the room tells how far away both are; who only watches is not told."""
    room, away = Rooms.new(), 0.3
    ann, bob, eve = [await Client.connect(server.port, name) for name in ("Ann", "Bob", "Eve")]
    for client in (ann, bob, eve):
        await client.join(room)
    await ann.delta(room, {"game": "1", "x": ann.id})
    await bob.delta(room, {"o": bob.id})
    bob.socket.pong_delay = away

    async def lag(client):
        client.send(type="ping", at=1, room=room)
        return (await client.expect("pong")).get("lag")
    told = {}
    while set(told) != {"x", "o"}:
        told = await lag(ann)
        # Pongs come while one waits for something: Bob's answers only when his line is read.
        await lag(bob)
    if told["o"] < away * 1000 or told["x"] >= away * 1000:
        raise AssertionError(f"Bob is {away * 1000:.0f} ms away, Ann is not: {told}")
    same(await lag(eve), None, "who watches")


async def connected(server, isIn):
    """A connection that gets in, or nothing once one does not. Servers that count together hear of each other's within
    milliseconds, and no event tells when."""
    end = asyncio.get_running_loop().time() + (PATIENCE if NODES > 1 else 0)
    while True:
        try:
            client = await Client.connect(server.port)
            if isIn:
                return client
            found = client
        except (Refused, Closed) as refused:
            same(getattr(refused, "status", 429), 429, "refused")
            if not isIn:
                return None
            found = refused
        if asyncio.get_running_loop().time() > end:
            raise AssertionError(f"{found} got in" if not isIn else f"refused: {found}")
        if not isIn:
            client.cut()
        await asyncio.sleep(0.02)


async def limits(command):
    """Each limit that has an option, set low and exceeded."""
    options = {"--message-bytes": 3000, "--key-bytes": 8, "--value-bytes": 100, "--keys-per-delta": 5, "--keys-per-room": 7,
               "--state-bytes": 400, "--rooms-per-connection": 2, "--connections-per-address": 3, "--history-per-room": 4,
               "--outbox-bytes": 20_000}
    server = Server([str(part) for option in options.items() for part in option], command)
    await server.start()
    room = Rooms.new()
    ann = await Client.connect(server.port, "Ann")
    same((ann.welcome["limits"]["keyBytes"], ann.welcome["limits"]["messageBytes"]), (8, 3000), "told in the welcome")
    await ann.join(room, kind="open")
    same((await ann.delta(room, {"k" * 8: 1}))["type"], "delta", "a key of 8")
    same((await ann.delta(room, {"k" * 9: 1}))["code"], "too-large", "a key of 9")
    same((await ann.delta(room, {"v": "x" * 98}))["type"], "delta", "a value of 100")
    same((await ann.delta(room, {"v": "x" * 99}))["code"], "too-large", "a value of 101")
    same((await ann.delta(room, {f"k{i}": 1 for i in range(6)}))["code"], "too-large", "6 keys at once")
    same((await ann.delta(room, {f"k{i}": 1 for i in range(5)}))["type"], "delta", "5 keys at once, 7 in all")
    same((await ann.delta(room, {"one": 1}))["code"], "too-large", "8 keys in all")
    same((await ann.delta(room, {f"k{i}": "x" * 90 for i in range(5)}))["code"], "too-large", "state bytes")
    await ann.join(Rooms.new())
    same((await ann.join(Rooms.new()))["code"], "too-many-rooms", "a third room")
    same((await server.json(f"/api/rooms/{room}"))["rev"] > 2, True, "three requests of HTTP count as well")
    others = [await connected(server, isIn=True), await connected(server, isIn=True)]
    await connected(server, isIn=False)
    others[0].cut()
    ann.socket.text("x" * 3001)
    await closes(ann.socket, 1009)
    await server.stop()


async def slow_reader(server):
    """Somebody who does not read gets a snapshot in the end, never a gap, and nobody waits for it."""
    room = Rooms.new()
    ann, _ = await pair(server, room, "open")
    slow = await Client.connect(server.port, "Slow")
    await slow.join(room, kind="open")
    slow.socket.reader._transport.pause_reading()
    for number in range(400):
        answer = await ann.delta(room, {"big": f"{number}" + "x" * 30_000})
        same(answer["type"], "delta", "Ann does not wait")
    slow.socket.reader._transport.resume_reading()
    rev = gaps = snapshots = 0
    while rev < answer["rev"]:
        message = await slow.expect("delta", "deltas", "snapshot")
        if message["type"] == "snapshot":
            snapshots += 1
            rev = message["rev"]
        else:
            for delta in message.get("deltas", [message]):
                same(rev == 0 or delta["rev"] == rev + 1, True, f"{delta['rev']} after {rev}")
                rev = delta["rev"]
    same(snapshots > 0, True, "a snapshot")


async def stops_cleanly(command):
    directory = tempfile.mkdtemp(prefix="gomoku-protocol-")
    server = await Server(["--data", directory], command).start()
    ann = await Client.connect(server.port, "Ann")
    await ann.join("lunch", kind="open")
    for number in range(300):
        ann.send(type="delta", room="lunch", id=f"{number}", set={"n": number})
    await ann.expect("delta", where=lambda m: m["id"] == "100")
    stopping = asyncio.create_task(server.stop())
    newest = 0
    try:
        while True:
            message = await ann.expect("delta")
            newest = message["rev"]
    except Closed as closed:
        same(closed.code, 1001, "close code")
    same(await stopping, 0, "exit status")
    await server.start()
    same((await server.json("/api/rooms/lunch"))["rev"] >= newest, True, "everything is there again")
    back = await Client.connect(server.port, token=ann.token)
    same((back.id, back.welcome["participant"]["name"]), (ann.id, "Ann"), "the same identity")
    await back.join("lunch", kind="open")
    same((await back.delta("lunch", {"n": 0}, id="5")).get("again"), True, "the same answer to an old id")
    await server.stop()
    shutil.rmtree(directory)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--server")
    parser.add_argument("--only")
    options = parser.parse_args()
    directory = tempfile.mkdtemp(prefix="gomoku-protocol-")
    server = await Server(["--data", directory], options.server).start()
    count = Count()
    tests = [
        ("a whole game, one client cut off and back", whole_game), ("values keep their JSON type", values_keep_their_type),
        ("guards", guards), ("exactly once", exactly_once), ("private state", private_state), ("races", races),
        ("any interleaving", interleavings), ("bad input", bad_input), ("close codes", closes_with_the_right_code),
        ("fragments and pipelines", fragments_and_pipelines), ("handshakes and origins", handshakes), ("names", names),
        ("chat", chat), ("HTTP", http), ("records", records), ("lag is given back", lag_is_given_back), ("players see the lag", players_see_the_lag), ("join with a full board", join_with_a_full_board), ("a slow reader", slow_reader)]
    for name, test in tests:
        if not options.only or options.only in name:
            await count.run(name, test(server))
    await server.stop()
    shutil.rmtree(directory, ignore_errors=True)
    for name, test in (("limits", limits), ("SIGTERM", stops_cleanly)):
        if not options.only or options.only in name:
            await count.run(name, test(options.server))
    count.close()


asyncio.run(main())

"""Three servers over one Redis: one game, one lobby and one set of accounts for the clients of all
servers."""

import asyncio
import json
import os
import random
import re
import signal
import time

import pytest
import pytest_asyncio

from gomokutest import people as accounts
from gomokutest import preload, study
from gomokutest.checks import same
from gomokutest.client import Client, applied
from gomokutest.commands import assert_sound, run
from gomokutest.environment import SEED, TIMEOUT
from gomokutest.redis import Redis
from gomokutest.server import Server
from gomokutest.websocket import Closed


class Nodes:
    """Servers over one Redis. A test may kill some of them."""

    def __init__(self, directory, gone):
        """`gone`: the silence in seconds after which the other servers take over a server's
        rooms."""
        self.place = "--store", Redis.address(directory)
        environment = {**os.environ, "GOMOKU_STORE_GONE": str(gone)}
        self.all = [Server(self.place, alone=True, env=environment) for _ in range(3)]
        # The running servers, in the order of their starts.
        self.up = []

    async def start(self):
        """Starts all servers that are not running."""
        missing = [server for server in self.all if server not in self.up]
        await asyncio.gather(*(self.restart(server) for server in missing))
        return self

    def __getitem__(self, number):
        return self.all[number]

    async def kill(self, server):
        self.up.remove(server)
        await server.kill()

    async def restart(self, server):
        """Starts a server, even if a failed test has left it half stopped."""
        if server.process and server.process.returncode is None:
            await server.kill()
        await server.start()
        self.up.append(server)

    async def stop(self, server):
        self.up.remove(server)
        return await server.stop()

    async def end(self):
        """Stops all servers. Fails unless the store is sound."""
        for server in list(self.up):
            same(await self.stop(server), 0, "the exit status")
        await asyncio.to_thread(assert_sound, *self.place)


@pytest_asyncio.fixture(scope="module")
async def cluster(data):
    # A running server must not count as dead, however busy the machine is.
    nodes = await Nodes(data, gone=3_600).start()
    yield nodes
    await nodes.end()


@pytest_asyncio.fixture
async def nodes(cluster):
    """Three running servers. Servers that the test kills are restarted for the next test."""
    yield cluster
    await cluster.start()


@pytest_asyncio.fixture
async def short_lived(tmp_path):
    """Three servers that count as dead after four seconds of silence."""
    nodes = Nodes(str(tmp_path), gone=4)
    yield await nodes.start()
    await nodes.end()


async def connect_clients(nodes, *places):
    """Returns clients named A, B, …, connected to these servers."""
    return [await Client.connect(nodes[place].port, chr(65 + number)) for number, place in enumerate(places)]


async def reconnect(client, server, room, rev, epoch, **more):
    """Reconnects a client to a server as soon as that server has the room. Returns the new client
    and the deltas that it missed."""
    end = asyncio.get_running_loop().time() + TIMEOUT
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


async def read_until_closed(client):
    """Waits for the end of a connection. Returns the messages before it."""
    messages = []
    try:
        while True:
            messages.append(await client.receive())
    except Closed:
        return messages


async def test_game_between_players_on_three_servers(nodes):
    """Two players on two servers play in a room of the third server. Clients of every server
    receive each delta once, in order."""
    # The first client's server becomes the owner of the room. The players use the other servers.
    watchers = await connect_clients(nodes, 0, 1, 2, 0, 1, 2)
    snapshots = [await watcher.join("game") for watcher in watchers]
    ann, bob = await connect_clients(nodes, 1, 2)
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
        history = [delta["set"] for delta in await server.history("game")]
        same(history, [delta["set"] for delta in seen[0]], "the history")
    ann.send(type="history", room="game", id="h", **{"from": 1, "to": 3})
    same([d["rev"] for d in (await ann.expect("history"))["deltas"]], [1, 2, 3], "the history over the line")
    ann.send(type="delta", room="game", id="bad", set={"move": 5, "x": []})
    same((await ann.expect("reject"))["rev"], 11, "the revision that a malformed delta is rejected at")


# Every request about a room, valid or malformed, without the fields `room` and `id`.
REQUESTS_ABOUT_A_ROOM = [
    {"type": "join"},
    {"type": "hint"},
    {"type": "delta", "set": {"game": "1", "x": "ME", "o": "ME"}},
    {"type": "delta", "set": {"move": "7", "col7": "1", "row7": "1"}},
    {"type": "delta", "set": {"move": 1}},
    {"type": "delta", "set": "none"},
    {"type": "hint"},
    {"type": "hint", "move": "one"},
    {"type": "say", "text": "Hello"},
    {"type": "say", "text": ""},
    {"type": "history", "from": 1},
    {"type": "history", "from": "one"},
    {"type": "report", "participant": "ME", "text": "I call me names."},
    {"type": "report", "participant": "p-nobody", "text": "Who is this?"},
    {"type": "join", "kind": "open"},
    {"type": "leave"},
    {"type": "say", "text": "Who hears this?"},
    {"type": "delta", "set": {"move": "1", "col1": "1", "row1": "1"}},
    {"type": "hint"},
    {"type": "history", "from": 1},
    {"type": "join"},
]


async def test_requests_for_a_remote_room_are_answered_like_local_ones(nodes):
    near, far, client, other = await connect_clients(nodes, 0, 1, 0, 0)
    await near.join("near")
    await far.join("far")
    for number, request in enumerate(REQUESTS_ABOUT_A_ROOM):
        answers = []
        for room, ann, host in (("near", client, near), ("far", other, far)):
            ann.send(**json.loads(json.dumps(request).replace("ME", ann.id)), room=room, id=f"{number}")
            # A `leave` has no answer. A ping with a room is answered if the client is in that room.
            ann.send(type="ping", at=number, room=room)
            if request["type"] == "leave":
                answer = await ann.expect("pong", where=lambda m, number=number: m["at"] == number)
            else:
                answer = await ann.expect(
                    *("snapshot", "deltas", "delta", "reject", "error", "hint", "said", "history", "reported"),
                    where=lambda m, number=number: m.get("id") in (None, f"{number}"),
                )
            if answer["type"] == "hint" and "cell" in answer:
                answer.update(cell="any", line="any", score=0)
            text = re.sub(rf"\b{room}\b", "ROOM", json.dumps(answer, sort_keys=True))
            for one, word in ((ann, "ME"), (host, "HOST")):
                text = text.replace(one.id, word).replace(f'"{one.welcome["participant"]["name"]}"', f'"{word}"')
            text = re.sub(r'"epoch": "\w+"', '"epoch": "ANY"', text)
            answers.append(re.sub(r'"(at|time|began|turnAt)": \d+', r'"\1": 0', text))
        same(answers[1], answers[0], f"the answer to {request} in a room of another node")


async def test_one_of_several_racing_new_games_or_moves_wins(nodes):
    """Of New Games that race from three servers the room accepts one. The same holds for moves."""
    ann = await Client.connect(nodes[0].port, "Ann")
    others = [await Client.connect(nodes[place].port, token=ann.token) for place in (1, 2, 0, 1, 2)]
    clients = [ann, *others]
    for client in clients:
        await client.join("race")
    rev = 0

    async def race(sets):
        nonlocal rev
        for number, (client, set) in enumerate(zip(clients, sets, strict=True)):
            client.send(type="delta", room="race", id=f"{rev}-{number}", base=rev, set=set)
        answers = await asyncio.gather(
            *(
                client.expect("delta", "reject", where=lambda m, n=n: m.get("id") == f"{rev}-{n}")
                for n, client in enumerate(clients)
            )
        )
        won = [answer for answer in answers if answer["type"] == "delta"]
        same([(one["type"], one["rev"]) for one in won], [("delta", rev + 1)], "the accepted deltas")
        # The next round builds on this revision.
        rev += 1
        return won[0]["id"]

    for number in range(1, 9):
        await race([{"game": str(number), "rule": "standard", "x": ann.id, "o": ann.id} for _ in clients])
        for move in (1, 2, 3):
            place = {"move": str(move), f"col{move}": str(3 * move)}
            await race([{**place, f"row{move}": str(row)} for row in range(6)])
    same(rev, 32, "revisions")
    same(len(await nodes[1].history("race")), 32, "the history")


async def test_presence_chat_and_private_state_across_servers(nodes):
    """Presence, chat and private state reach clients of all servers. The clients of a killed server
    leave the room."""
    one, two, three = await connect_clients(nodes, 0, 1, 2)
    snapshots = [await client.join("here") for client in (one, two, three)]
    same([p["id"] for p in snapshots[2]["participants"]], [one.id, two.id, three.id], "the participants")
    for client, later in ((one, [two, three]), (two, [three])):
        for other in later:
            await client.expect("participants", where=lambda m, o=other: o.id in [p["id"] for p in m["joined"]])
    two.send(type="say", room="here", id="s", text="hello there")
    for client in (one, two, three):
        same((await client.expect("said"))["text"], "hello there", "the chat")
    again = await Client.connect(nodes[2].port, token=two.token)
    await again.join("here")
    same((await two.delta("here", {"own": "1"}, scope="private"))["type"], "delta", "a private delta")
    same((await again.expect("delta"))["set"], {"own": "1"}, "the private state on another server")
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


async def test_killed_room_owner_does_not_interrupt_the_game(nodes):
    """The server of a room is killed. Clients of the other servers continue, and a delta in flight
    is stored once."""
    first, ann, bob = await connect_clients(nodes, 0, 1, 2)
    epoch = (await first.join("killed"))["epoch"]
    for client in (ann, bob):
        await client.join("killed")
    await ann.delta("killed", {"game": "1", "rule": "standard", "x": ann.id})
    await bob.delta("killed", {"o": bob.id})
    for number in range(1, 5):
        await (ann if number % 2 else bob).move("killed", number, f"{'abcd'[number - 1]}1")
    # The server may die before or after it stores this delta.
    lost = {"move": "5", "col5": "10", "row5": "10"}
    ann.send(type="delta", room="killed", id="lost", set=lost)
    await nodes.kill(nodes[0])
    shown = [m for m in await read_until_closed(ann) if m["type"] == "delta" and m["rev"] == 7]
    ann, missed = await reconnect(ann, nodes[2], "killed", 6, epoch)
    ann.send(type="delta", room="killed", id="lost", set=lost)
    answer = await ann.expect("delta", where=lambda m: m.get("id") == "lost")
    same(answer["rev"], 7, "the revision of what was sent again")
    same(answer.get("again", False), bool(missed), "whether it was stored already")
    assert not shown or missed, "it was shown, and is not stored"
    await read_until_closed(bob)
    bob, missed = await reconnect(bob, nodes[1], "killed", 6, epoch)
    same([delta["id"] for delta in missed], ["lost"], "what Bob has missed")
    same((await bob.move("killed", 6, "f6"))["rev"], 8, "the game goes on")
    seen = await ann.expect("delta", where=lambda m: m["rev"] == 8)
    same(seen["by"], bob.id, "the author of the move that the other player sees")
    same([d["rev"] for d in await nodes[2].history("killed")], list(range(1, 9)), "the history")


async def send_until_stored(client, server, epoch, number):
    """Sends the next delta until it is stored. Returns the client.

    On a busy machine the other servers may consider a running server dead, which closes its
    connections. The client reconnects then.
    """
    while True:
        try:
            same((await client.delta("paused", {"n": number}, id=f"n{number}"))["rev"], number + 1, "the revision")
            return client
        except Closed:
            client, _ = await reconnect(client, server, "paused", number, epoch, kind="open")


async def test_suspended_server_loses_its_rooms_but_no_deltas(short_lived):
    """A suspended server loses its rooms to the others. When it resumes, it shows no delta that the
    others lack, and its clients receive the deltas that they missed."""
    nodes = short_lived
    first, ann = await connect_clients(nodes, 0, 1)
    epoch = (await first.join("paused", kind="open"))["epoch"]
    await ann.join("paused", kind="open")
    for number in range(3):
        ann = await send_until_stored(ann, nodes[1], epoch, number)
    os.kill(nodes[0].process.pid, signal.SIGSTOP)
    try:
        # The server reads these deltas after it resumes.
        ann.send(type="delta", room="paused", id="late", set={"n": "late"})
        first.send(type="delta", room="paused", id="first", set={"n": "first"})
        await read_until_closed(ann)
        ann, missed = await reconnect(ann, nodes[2], "paused", 3, epoch, kind="open")
        same(missed, [], "the deltas that were stored meanwhile")
        for number in range(3, 6):
            ann = await send_until_stored(ann, nodes[2], epoch, number)
    finally:
        os.kill(nodes[0].process.pid, signal.SIGCONT)
    shown = [m for m in await read_until_closed(first) if m["type"] == "delta"]
    same([m["set"]["n"] for m in shown], [0, 1, 2], "the deltas that the server showed that stood still")
    first, missed = await reconnect(first, nodes[0], "paused", 3, epoch, kind="open")
    same([d["set"]["n"] for d in missed], [3, 4, 5], "the deltas that the client missed")
    await send_until_stored(first, nodes[0], epoch, 6)
    same([d["set"]["n"] for d in await nodes[1].history("paused")], list(range(7)), "the history")


async def test_stopping_server_hands_over_its_rooms(nodes):
    """A server that stops hands over its rooms. A timed game continues on another server, and costs
    the players no time."""
    first, ann = await connect_clients(nodes, 0, 1)
    epoch = (await first.join("stopped"))["epoch"]
    await ann.join("stopped")
    await ann.delta("stopped", {"game": "1", "clock": "300+5", "x": ann.id, "o": ann.id})
    await ann.move("stopped", 1, "h8")
    await ann.move("stopped", 2, "h9")
    leaving = asyncio.create_task(nodes.stop(nodes[0]))
    await read_until_closed(first)
    await read_until_closed(ann)
    ann, _ = await reconnect(ann, nodes[2], "stopped", 3, epoch)
    same((await ann.move("stopped", 3, "h10"))["type"], "delta", "the game goes on")
    left = int((await nodes[1].json("/api/rooms/stopped"))["state"]["xTime"])
    assert 290_000 < left <= 310_000, left
    same(await leaving, 0, "the exit status")


async def test_names_are_unique_across_servers(nodes):
    """If three servers receive claims of the same name, one succeeds. Every server immediately
    knows about a login, a rename and a new password."""
    clients = await connect_clients(nodes, 0, 1, 2)
    answers = await asyncio.gather(*(accounts.claim(client, "Zoe") for client in clients))
    same(sorted(a["type"] for a in answers), ["account", "error", "error"], "the answers to the claims")
    zoe = next(c for c, a in zip(clients, answers, strict=True) if a["type"] == "account")
    place = clients.index(zoe)
    await zoe.join("names")
    for other in range(3):
        if other != place:
            await clients[other].join("names")
    elsewhere = nodes[(place + 1) % 3]
    device, welcome = await accounts.login(elsewhere, "zoe")
    same(welcome["participant"]["id"], zoe.id, "the participant who is logged in")
    answer = await accounts.ask(device, type="rename", name="Zora", password=accounts.PASSWORD)
    same(answer["type"], "account", "the new name")
    for client in clients:
        await client.expect("participants", where=lambda m: any(p["name"] == "Zora" for p in m["joined"]))
    same(
        (await accounts.ask(device, type="password", password=accounts.PASSWORD, new="another horse"))["type"],
        "account",
        "the new password",
    )
    with pytest.raises(Closed) as closed:
        await zoe.expect("nothing of that kind")
    same(closed.value.code, 4001, "the close code of other sessions")
    for server in nodes.up:
        status, _, body = await server.get("/api/people/zora")
        same((status, json.loads(body)["id"]), (200, zoe.id), "the profile")


async def test_rated_game_counts_once_across_servers(nodes):
    """A rated game counts once, and every server shows it in the profile."""
    players = await connect_clients(nodes, 1, 2)
    for player, name in zip(players, ("Rita", "Rolf"), strict=True):
        same((await accounts.claim(player, name))["type"], "account", "the answer to the claim")
    first = await Client.connect(nodes[0].port, "First")
    await first.join("rated")
    x, o = players
    for player in players:
        await player.join("rated")
    same((await x.delta("rated", {**accounts.RATED, "x": x.id}))["type"], "delta", "the New Game")
    await o.delta("rated", {"o": o.id})
    for place, point in enumerate(accounts.MOVES, 1):
        same((await (x if place % 2 else o).move("rated", place, point))["type"], "delta", point)
    same((await o.delta("rated", {"result": "x", "reason": "resign"}))["type"], "delta", "the resignation")
    for server in nodes.up:
        found = json.loads((await server.get("/api/people/rita"))[2])
        same([r["games"] for r in found["ratings"]], [1], "rated games")
        same(found["won"], 1, "games won")


async def test_rated_positions_are_protected_on_all_servers(nodes):
    """A player of a rated game cannot analyse its position on a server without the game, and cannot
    see an analysis of it. An analysis ends when its client leaves the server."""
    x, o = await connect_clients(nodes, 1, 2)
    for player, name in ((x, "Rhea"), (o, "Ruth")):
        same((await accounts.claim(player, name))["type"], "account", "the answer to the claim")
    first = await Client.connect(nodes[0].port, "First")
    await first.join("protected")
    for player in (x, o):
        await player.join("protected")
    same((await x.delta("protected", {**accounts.RATED, "x": x.id}))["type"], "delta", "the New Game")
    await o.delta("protected", {"o": o.id})
    for place, point in enumerate(accounts.MOVES, 1):
        same((await (x if place % 2 else o).move("protected", place, point))["type"], "delta", point)
    # The server of O knows the position before it sends O the last move.
    again, eve = await Client.connect(nodes[2].port, token=x.token), await Client.connect(nodes[1].port, "Eve")
    same(again.id, x.id, "the participant")
    # The six stones, shifted by three columns on a larger board.
    board = {"rule": "standard", "size": 20, "turn": "x"}
    board |= {"x": ["10,7", "9,6", "5,14"], "o": ["11,6", "3,14", "7,14"]}
    again.send(type="analyse", id="mine", **board)
    same((await again.expect("error", "analysis"))["code"], "rated", "the player's request")
    # In an analysis, where the game has them.
    cells = ["7,7", "8,6", "6,6", "0,14", "2,14", "4,14"]
    await eve.join("seen", kind="analysis")
    nodes_of_line, parent = {}, study.ROOT
    for cell in cells:
        nodes_of_line[f"node.{(node := study.node_id(f'{parent} {cell}'))}"] = f"{parent} {cell}"
        parent = node
    chapter = {"title": "Seen", "rule": "standard", "size": "15"}
    same((await eve.delta("seen", {"chapter.1": chapter, **nodes_of_line}))["type"], "delta", "the spectator's line")
    same((await again.join("seen", kind="analysis"))["code"], "rated", "the player's join")
    eve.send(type="analyse", id="long", **board, milliseconds=60_000)
    await eve.expect("analysis", where=lambda m: m["id"] == "long")
    eve.cut()
    async with asyncio.timeout(TIMEOUT):
        while (await nodes[1].metrics())["gomoku_analyses"]:
            again.send(type="ping", at=1)
            await again.expect("pong")
    same((await o.delta("protected", {"result": "x", "reason": "resign"}))["type"], "delta", "the resignation")
    same((await again.join("protected"))["type"], "snapshot", "the game is over")
    same((await again.join("seen", kind="analysis"))["type"], "snapshot", "the analysis after the game")


async def test_lobby_pairs_seekers_across_servers(nodes):
    """Seekers on different servers are paired exactly once. When the lobby's server is killed,
    another server takes over the lobby."""
    print(f"TEST_SEED={SEED}")
    choice = random.Random(SEED)
    for watcher in await connect_clients(nodes, 0, 1, 2):
        same((await watcher.join("~lobby"))["kind"], "lobby", "the lobby")

    async def pair(places):
        seekers = [await Client.connect(nodes.up[place % len(nodes.up)].port) for place in places]
        for number, seeker in enumerate(seekers):
            seeker.send(type="seek", id=f"s{number}", clock="300+5")
        found = await asyncio.gather(*(seeker.expect("paired") for seeker in seekers))
        rooms = {}
        for seeker, pairing in zip(seekers, found, strict=True):
            rooms.setdefault(pairing["room"], []).append((pairing["side"], seeker))
        counts = [len(pair) for pair in rooms.values()]
        same(counts, [2] * (len(places) // 2), "the number of seekers in each room")
        for room, pair in rooms.items():
            same(sorted(side for side, _ in pair), ["o", "x"], "the sides")
            x, o = (seeker for _, seeker in sorted(pair, key=lambda p: p[0], reverse=True))
            await x.join(room)
            state = (await o.join(room))["state"]
            same((state["x"], state["o"]), (x.id, o.id), "the seats")
            same((await x.move(room, 1, "h8"))["type"], "delta", "the first move")
            await o.expect("delta", where=lambda m: m["set"].get("move") == "1")
        return seekers

    await pair([choice.randrange(3) for _ in range(12)])
    # Two servers accept the same seek at the same time.
    alone = await Client.connect(nodes[0].port, "Alone")
    alone.send(type="seek", id="a", rule="renju")
    seek = (await alone.expect("seeking"))["key"]
    takers = await connect_clients(nodes, 1, 2)
    for taker in takers:
        await taker.join("~lobby")
        taker.send(type="accept", id="t", seek=seek)
    answers = [await taker.expect("paired", "error", where=lambda m: m.get("id") == "t") for taker in takers]
    same(sorted(a["type"] for a in answers), ["error", "paired"], "the answers to the takers")
    # Kills each server in turn, because one of them has the lobby.
    for server in list(nodes.all):
        await nodes.kill(server)
        await wait_for_lobby(nodes)
        await pair([0, 1])
        await nodes.restart(server)


async def test_login_is_refused_while_a_seek_is_listed_on_any_server(nodes):
    """On every server a client may log in only while the lobby, wherever it is, lists no seek of
    that client."""
    await accounts.claimed(nodes[0], "Liv")

    async def may_log_in(client):
        client.send(type="login", id="l", name="Liv", password=accounts.PASSWORD)
        answer = await client.expect("welcome", "error", where=lambda m: m["type"] == "welcome" or m.get("id") == "l")
        return answer["type"] == "welcome"

    for server in nodes.all:
        refused, seeker = [await Client.connect(server.port) for _ in range(2)]
        refused.send(type="accept", id="a", seek="seek.999")
        same((await refused.expect("error"))["code"], "gone", "the answer to a seek that does not exist")
        same(await may_log_in(refused), True, "the login after a refused request")
        seeker.send(type="seek", id="s", rule="renju", clock="300+5")
        await seeker.expect("seeking")
        same(await may_log_in(seeker), False, "the login during a seek")
        opponent = await Client.connect(nodes[0].port)
        opponent.send(type="seek", id="s", rule="renju", clock="300+5")
        await asyncio.gather(seeker.expect("paired"), opponent.expect("paired"))
        same(await may_log_in(seeker), True, "the login of a paired client")


async def wait_for_lobby(nodes):
    """Waits until each running server knows which server has the lobby."""
    for server in nodes.up:
        while True:
            try:
                client = await Client.connect(server.port)
                if (await client.join("~lobby"))["type"] == "snapshot":
                    break
            except Closed:
                await asyncio.sleep(0.05)


async def answer_of_robot(client, number):
    return await client.expect("delta", where=lambda message: message["set"].get("move") == number)


async def test_robot_answers_once_across_servers(nodes):
    """A robot answers a move once, whichever server has the room, and continues on another server
    when that one is killed."""
    first, ann = await connect_clients(nodes, 0, 1)
    epoch = (await first.join("robot"))["epoch"]
    await ann.join("robot")
    await ann.delta("robot", {"game": "1", "rule": "standard", "x": ann.id, "o": "robot:1"})
    await ann.move("robot", 1, "h8")
    delta = await answer_of_robot(ann, "2")
    same(delta["by"], "robot:1", "the author of the move")
    await nodes.kill(nodes[0])
    await read_until_closed(ann)
    ann, _ = await reconnect(ann, nodes[2], "robot", delta["rev"], epoch)
    answer = await ann.move("robot", 3, "a1" if delta["set"].get("col2") != "0" else "o15")
    same(answer["type"], "delta", answer)
    same((await answer_of_robot(ann, "4"))["by"], "robot:1", "the author of the move")


async def test_rooms_of_one_name_with_and_without_a_secret_are_separate(nodes):
    """A room with a secret and one without may have the same name. A connection can be in only one
    of them at a time, whichever servers own them."""
    secret = "milk" * 6
    for place, (one, other) in enumerate(((0, 1), (1, 0), (2, 2))):
        room = f"milk{place}"
        ann, bob = await connect_clients(nodes, one, other)
        await ann.join(room, secret=secret)
        await ann.delta(room, {"game": "1", "x": ann.id})
        await bob.join(room)
        for there in range(3):
            eve = await Client.connect(nodes[there].port, "Eve")
            for more, others, x in (({"secret": secret}, {}, ann.id), ({}, {"secret": secret}, None)):
                same((await eve.join(room, **more))["state"].get("x"), x, "the seat in this room")
                answer = await eve.join(room, **others)
                same(
                    (answer["type"], answer.get("code")),
                    ("error", "bad-message"),
                    "the answer to the other room of that name",
                )
                same((await eve.join(room, **more))["state"].get("x"), x, "the seat in the first room again")
                eve.send(type="leave", room=room)
            eve.cut()


async def test_servers_command_lists_all_running_servers(tmp_path):
    """`gomoku-server servers` lists the processes of all running servers, and no others."""
    place = ["--store", Redis.address(str(tmp_path))]
    servers = [
        Server([*place, "--admin-socket", str(tmp_path / f"admin.{number}")], alone=True) for number in range(3)
    ]
    for server in servers:
        await server.start()

    async def told():
        status, lines, errors = await asyncio.to_thread(run, "servers", "--admin-socket", str(tmp_path / "admin.0"))
        same(status, 0, errors)
        return {int(line.split("process ")[1].split(",")[0]): "(this server)" in line for line in lines.splitlines()}

    processes = [server.process.pid for server in servers]
    same(await told(), {process: process == processes[0] for process in processes}, "the servers")
    same(await servers[1].stop(), 0, "the exit status")
    same(await told(), {process: process == processes[0] for process in processes[::2]}, "the servers after one has ended")
    for server in servers[::2]:
        same(await server.stop(), 0, "the exit status")


async def test_servers_report_the_time_of_redis(tmp_path):
    """The clock of one server's machine is ten minutes ahead. Both servers still report the time of
    Redis."""
    clock = preload.Clock(str(tmp_path))
    clock.step(600)
    place = ["--store", Redis.address(str(tmp_path))]
    servers = [Server(place, alone=True), Server(place, alone=True, clock=clock)]
    for server in servers:
        await server.start()
        client = await Client.connect(server.port)
        earliest = time.time()
        client.send(type="ping", at=1)
        told = (await client.expect("pong"))["time"] / 1_000
        assert earliest - 1 < told < time.time() + 1, told - earliest
    for server in servers:
        same(await server.stop(), 0, "the exit status")

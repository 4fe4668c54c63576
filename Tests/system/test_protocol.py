"""The wire protocol: transport, rooms, resumes, bad input, HTTP and every limit.

test_contract_rooms.py tests the guarantees of every store: order, exactly-once, guards, private
state.
"""

import asyncio
import json
import signal

import pytest

from gomokutest import store
from gomokutest.checks import same
from gomokutest.client import Client, applied
from gomokutest.environment import TIMEOUT
from gomokutest.server import Server
from gomokutest.websocket import Closed, Refused, Socket

pytestmark = pytest.mark.all_stores


async def closes(socket, code):
    """Waits for a close frame with this code."""
    try:
        while True:
            await asyncio.wait_for(socket.receive(), TIMEOUT)
    except Closed as closed:
        same(closed.code, code, "close code")


async def pair(server, room, kind="gomoku"):
    """Returns Ann and Bob, both in the room. In a game Ann has X and Bob has O."""
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


@pytest.mark.smoke
async def test_reconnecting_client_gets_the_deltas_it_missed(server, room):
    """Two clients play a whole game to five in a row. A third loses its connection in the middle,
    resumes, and gets the deltas that it missed."""
    ann, bob = await pair(server, room)
    eve = await Client.connect(server.port, "Eve")
    values = (await eve.join(room))["state"]
    moves = ["h8", "a1", "i8", "b1", "j8", "c1", "k8", "d1", "l8"]
    for number, point in enumerate(moves, 1):
        await (ann if number % 2 else bob).move(room, number, point)
        for client in (eve, bob if number % 2 else ann):
            delta = await client.expect("delta")
            if client is eve:
                values = applied(values, delta["set"])
                same((await server.json(f"/api/rooms/{room}"))["state"], values, f"state after move {number}")
                if number == 5:
                    # Eve loses the connection in the middle of the game, and resumes.
                    rev, epoch = delta["rev"], (await server.json(f"/api/rooms/{room}"))["epoch"]
                    eve.cut()
                    await ann.expect("participants", where=lambda m: m["left"])
                    eve = await Client.connect(server.port, token=eve.token)
                    answer = await eve.join(room, since=rev - 2, epoch=epoch)
                    same([d["rev"] for d in answer["deltas"]], [rev - 1, rev], "what was missed")
    same((values["result"], values["reason"], values["line"]), ("x", "five", "7,7 8,7 9,7 10,7 11,7"), "the end")
    same((await bob.move(room, 10, "a2"))["code"], "game-over", "after the end")


async def test_values_keep_their_json_type(server, room):
    """Values arrive as they were sent. Numbers keep every digit, and `null` deletes a key."""
    ann, bob = await pair(server, room, "open")
    set = {
        "n": 1,
        "f": 1.50,
        "e": 1e3,
        "t": True,
        "s": "1",
        "a": [1, "x", None],
        "o": {"b": {"c": []}},
        "": "empty",
        "ключ😀": "é",
    }
    raw = '{"raw":1.50,"big":12345678901234567890,"exp":1E3}'
    await ann.delta(room, set)
    same((await bob.expect("delta"))["set"], set, "values")
    ann.socket.text(f'{{"type":"delta","room":"{room}","id":"raw","set":{raw}}}')
    raw = await asyncio.wait_for(bob.socket.receive(), TIMEOUT)
    if '"raw":1.50' not in raw or '"big":12345678901234567890' not in raw or '"exp":1E3' not in raw:
        raise AssertionError(f"numbers were rewritten: {raw}")
    await ann.delta(room, {"n": None, "missing": None})
    state = (await server.json(f"/api/rooms/{room}"))["state"]
    same("n" in state, False, "a deleted key")


async def test_bad_requests_get_an_error_code(server, room):
    """Each kind of bad request gets its error code and an explanation, and the connection stays
    open."""
    ann, bob = await pair(server, room)
    for text, code in [
        ("", "bad-message"),
        ("{", "bad-message"),
        ("[]", "bad-message"),
        ("null", "bad-message"),
        ('"x"', "bad-message"),
        ("{}", "bad-message"),
        ('{"type":7}', "bad-message"),
        ('{"type":"dance"}', "bad-message"),
        ('{"type":"join"}', "bad-message"),
        ('{"type":"join","room":"a b"}', "bad-message"),
        ('{"type":"join","room":["x"]}', "bad-message"),
        ('{"type":"delta"}', "bad-message"),
        (f'{{"type":"say","room":"{room}","id":"1"}}', "bad-message"),
        ("[" * 50000, "bad-message"),
        ('{"type":"hello","token":"somebody else"}', "bad-message"),
        ('{"type":"leave","room":"nowhere"}', "not-joined"),
        ('{"type":"history","room":"nowhere"}', "not-joined"),
        (f'{{"type":"join","room":"{room}","kind":"open"}}', "other-kind"),
    ]:
        ann.socket.text(text)
        error = await ann.expect("error")
        same(error["code"], code, text[:60])
        if len(error["message"]) < 10:
            raise AssertionError(f"{text!r} is answered with {error['message']!r}")
    for set, code in [
        ({"move": "1"}, "bad-value"),
        ({"move": "2", "col2": "0", "row2": "0"}, "wrong-move-number"),
        ({"move": "1", "col1": "15", "row1": "0"}, "off-board"),
        ({"move": "1", "col1": "-1", "row1": "0"}, "off-board"),
        ({"move": "1", "col1": {}, "row1": "0"}, "bad-value"),
        ({"move": None}, "bad-value"),
        ({"rule": "renju"}, "bad-key"),
        ({"col1": "3", "row1": "3"}, "bad-key"),
        ({"x": None, "color": "red"}, "bad-key"),
        ({}, "bad-value"),
        ({"o": ann.id}, "seat-taken"),
        ({"result": "x", "reason": "five"}, "bad-value"),
        ({"line": "1,1"}, "bad-key"),
        ({f"k{i}": 1 for i in range(1000)}, "too-large"),
        ({"game": "1"}, "conflict"),
        ({"game": "two"}, "bad-value"),
        ({"game": "2", "x": bob.id}, "bad-value"),
    ]:
        same((await ann.delta(room, set))["code"], code, str(set)[:60])
    for set in ([], "x", 1, None):
        same((await ann.delta(room, set))["code"], "bad-value", f"set {set}")
    same(
        (await ann.delta(room, {"move": "1", "col1": 7, "row1": 7}))["set"],
        {"move": "1", "col1": "7", "row1": "7"},
        "still well",
    )
    same((await ann.move(room, 2, "a1"))["code"], "not-your-turn", "out of turn")
    same((await bob.move(room, 2, "h8"))["code"], "occupied", "occupied")
    eve = await Client.connect(server.port, "Eve")
    same((await eve.delta(room, {"o": eve.id}))["code"], "read-only", "not in the room")
    await eve.join(room)
    same((await eve.move(room, 2, "a1"))["code"], "not-seated", "a spectator")


async def test_protocol_violations_get_their_close_codes(server, room):
    """Binary frames, text that is not UTF-8, too large messages and floods of nonsense each close
    with a specific code."""
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
    same((await ann.join(room))["type"], "snapshot", "others go on")


async def test_fragments_and_pipelines(server, room):
    """A message may be split into many frames, and a client may send requests without waiting for
    answers."""
    ann = await Client.connect(server.port, "Ann")
    text = json.dumps({"type": "ping", "at": "ü" * 2000}).encode()
    for start in range(0, len(text), 97):
        ann.socket.frame(0 if start else 1, text[start : start + 97], fin=start + 97 >= len(text))
        if start == 97:
            ann.socket.frame(9, b"are you there")
    same((await ann.expect("pong"))["at"], "ü" * 2000, "one message of many frames")
    for number in range(500):
        ann.send(type="ping", at=number)
    same([(await ann.expect("pong"))["at"] for _ in range(500)], list(range(500)), "in order")
    socket = await Socket.open(server.port)
    for message in ({"type": "hello", "name": "Quick"}, {"type": "join", "room": room}, {"type": "ping"}):
        socket.send(message)
    kinds = [json.loads(await socket.receive())["type"] for _ in range(3)]
    same(kinds, ["welcome", "snapshot", "pong"], "what is asked before the welcome waits for it")


async def test_handshakes_and_origins(server):
    """The upgrade needs no subprotocol. A page of another origin is refused."""
    same((await Client.connect(server.port, subprotocol=None)).welcome["type"], "welcome", "without a subprotocol")
    # In a cluster each access to `port` may return another server.
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


async def test_page_of_an_allowed_origin_may_connect():
    """A page of the origin that --allow-origin names may connect. Other origins are refused."""
    server = await Server(["--allow-origin", "https://club.example"], alone=True).start()
    await Client.connect(server.port, headers=[("Origin", "https://club.example")])
    with pytest.raises(Refused):
        await Socket.open(server.port, headers=[("Origin", "https://other.example")])
    await server.stop()


async def test_display_names_are_cleaned_and_cut(server, room):
    """Control characters are removed from names, and names are cut to 32 characters. A second hello
    renames."""
    ann = await Client.connect(server.port, "  Ann\x1b[31m\u202e\n<b>\u200d ")
    same(ann.welcome["participant"]["name"], "Ann [31m <b>", "cleaned")
    long = await Client.connect(server.port, "x" * 500)
    same(len(long.welcome["participant"]["name"]), 32, "cut")
    await ann.join(room)
    await long.join(room)
    await ann.expect("participants")
    long.send(type="hello", name="Longer")
    await long.expect("welcome")
    same((await ann.expect("participants"))["joined"][0]["name"], "Longer", "renamed")
    unknown = await Client.connect(server.port, token="nobody's")
    same(unknown.token != "nobody's", True, "an unknown token is nobody's")


async def test_chat_is_delivered_unchanged_and_limited(server, room):
    """A chat message reaches the room and newcomers as it was sent. Long messages, empty messages
    and floods are refused."""
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


@pytest.mark.stores("directory")
@pytest.mark.parametrize(("people", "told"), [(2, [1, 1, 1]), (8, [3])])
async def test_newcomers_to_a_crowded_room_are_announced_together(server, room, people, told):
    """Participants of a small room are notified of each newcomer immediately. From eight
    participants on, newcomers within 10 ms are announced together."""
    there = [await Client.connect(server.port, f"P{number}") for number in range(people)]
    for client in there:
        await client.join(room)
    await there[0].expect("participants", where=lambda m: there[-1].id in [one["id"] for one in m["joined"]])
    newcomers = [await Client.connect(server.port, f"N{number}") for number in range(3)]
    # The server reads all three requests in one turn of its loop.
    server.process.send_signal(signal.SIGSTOP)
    for client in newcomers:
        client.send(type="join", room=room)
    server.process.send_signal(signal.SIGCONT)
    joined = []
    while sum(joined) < 3:
        joined.append(len((await there[0].expect("participants", where=lambda m: m["joined"]))["joined"]))
    same(joined, told, "newcomers in each message")


async def test_history_is_paged_by_bytes(server, room):
    """A page of history ends after 64 kB and names the next one. HTTP and the WebSocket return the
    same pages."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room, kind="open")
    for number in range(900):
        ann.send(type="delta", room=room, id=f"{number}", set={"n": number})
    await ann.expect("delta", where=lambda m: m["id"] == "899")
    first, pages = 1, 0
    while first:
        ann.send(type="history", room=room, **{"from": first})
        page = await ann.expect("history")
        count = len(page["deltas"])
        same([d["rev"] for d in page["deltas"]], list(range(first, first + count)), "revisions")
        following = first + count if first + count <= 900 else None
        same((page["from"], page["rev"], page.get("next")), (first, 900, following), "the page")
        over_http = await server.json(f"/api/rooms/{room}/history?from={first}")
        same((over_http["deltas"], over_http.get("next")), (page["deltas"], following), "over HTTP")
        first, pages = following, pages + 1
    same(pages, 2, "pages")
    ann.send(type="history", room=room, **{"from": 5, "to": 6})
    same([d["rev"] for d in (await ann.expect("history"))["deltas"]], [5, 6], "two of them")


async def test_long_backlog_is_replaced_by_a_snapshot(server, room):
    """A client gets a snapshot if the deltas that it missed are larger than the room's state and
    than 64 kB. A client with another epoch gets one, too."""
    ann = await Client.connect(server.port, "Ann")
    epoch = (await ann.join(room, kind="open"))["epoch"]
    for number in range(10):
        await ann.delta(room, {"n": f"{number}" + "x" * 10_000})
    same((await ann.join(room, kind="open", since=8, epoch=epoch))["type"], "deltas", "two deltas")
    same((await ann.join(room, kind="open", since=1, epoch=epoch))["type"], "snapshot", "nine deltas")
    same((await ann.join(room, kind="open", since=8, epoch="k-other"))["type"], "snapshot", "another epoch")


async def test_http_pages_headers_health_and_errors(server, room):
    """HTTP serves the page with its security headers, health, errors as JSON, listed rooms and
    metrics."""
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
    for path, expected in [
        ("/nothing", 404),
        ("/../etc/passwd", 404),
        ("/%2e%2e/etc/passwd", 404),
        ("/api/nothing", 404),
        ("/api/rooms/never-made", 404),
        ("/api/rooms/a%20b", 404),
        ("/api/rooms/%ff", 404),
    ]:
        status, headers, body = await server.get(path)
        same((status in (expected, 400)), True, f"{path} is {status}")
        if headers["content-type"].startswith("application/json"):
            same(set(json.loads(body)) >= {"code", "message"}, True, path)
    same((await server.get("/", method="DELETE"))[0], 405, "DELETE")
    ann, _ = await pair(server, room)
    rooms = (await server.json("/api/rooms"))["rooms"]
    same([r for r in rooms if r["room"] == room], [], "not in the list, unless its maker says so")
    await ann.delta(room, {"game": "2", "x": ann.id, "listed": "yes"})
    rooms = (await server.json("/api/rooms"))["rooms"]
    found = next(r for r in rooms if r["room"] == room)
    same((found["participants"], found["move"], found["x"]), (2, 0, ann.id), "in the list")
    await ann.join(f"{room}-2")
    await ann.delta(f"{room}-2", {"game": "1", "x": ann.id, "listed": "yes"})
    same(len((await server.json("/api/rooms?limit=1"))["rooms"]), 1, "a limit")
    same((await server.get("/metrics"))[2].startswith(b"# HELP gomoku_"), True, "metrics")


async def test_game_record_is_available_as_sgf_and_psq(server, room):
    """The record of a game is available as SGF and as psq."""
    ann, bob = await pair(server, room)
    for number, point in enumerate(["h8", "a1", "i8", "b1", "j8", "c1", "k8", "d1", "l8"], 1):
        await (ann if number % 2 else bob).move(room, number, point)
        await (bob if number % 2 else ann).expect("delta")
    status, _, sgf = await server.get(f"/api/rooms/{room}/games/1.sgf")
    same(status, 200, "sgf")
    for part in (b"GM[4]", b"SZ[15]", b"PB[Ann]", b"PW[Bob]", b"RE[B+", b";B[hh]", b";W[ao]", b";B[lh]"):
        same(part in sgf, True, f"{part} in {sgf}")
    psq = (await server.get(f"/api/rooms/{room}/games/1.psq"))[2].decode().splitlines()
    same(psq[0].startswith("Piskvorky 15x15"), True, psq[0])
    same(
        [line.rsplit(",", 1)[0] for line in psq[1:10]],
        ["8,8", "1,15", "9,8", "2,15", "10,8", "3,15", "11,8", "4,15", "12,8"],
        "psq",
    )
    for path in ("games/2.sgf", "games/0.sgf", "games/1.pdf", "games/x.psq"):
        same((await server.get(f"/api/rooms/{room}/{path}"))[0], 404, path)


async def test_full_board_is_a_draw_and_fits_one_snapshot(server, room):
    """A game of 225 moves ends in a draw, and fits into one snapshot."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    await ann.delta(room, {"game": "1", "rule": "standard", "x": ann.id, "o": ann.id})
    # Pairs of columns, shifted from row to row, contain no five in any direction.
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
        ann.send(
            type="delta",
            room=room,
            id=f"m{number}",
            set={"move": str(number), f"col{number}": column, f"row{number}": row},
        )
    for number in range(1, 226):
        answer = await ann.expect("delta", "reject", where=lambda m, id=f"m{number}": m["id"] == id)
        same(answer["type"], "delta", f"move {number}: {answer}")
    same((answer["set"]["result"], answer["set"]["reason"]), ("draw", "full"), "a full board")
    bob = await Client.connect(server.port, "Bob")
    same((await bob.join(room))["state"]["move"], "225", "one frame")


async def hold_the_next_pong(server, client):
    """Answers all pings of the server so far, and lets the server ping the client again. The client
    holds back the next pong."""
    for _ in range(2):
        client.send(type="ping")
        await client.expect("pong")
    await server.skip(1)
    client.socket.hold_pongs()


async def test_clock_compensates_for_lag(server, room):
    """A player with 600 ms of lag does not pay for it, because the clock gives back the lag that
    pongs measured.

    The test moves the server's clock by those 600 ms, and measures the machine's own delay.
    """
    away = 0.6
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    for client in (ann, bob):
        await client.join(room)
    await ann.delta(room, {"game": "1", "x": ann.id, "clock": "60+0"})
    await bob.delta(room, {"o": bob.id})
    await ann.move(room, 1, "h8")
    await hold_the_next_pong(server, ann)
    began = asyncio.get_running_loop().time()
    await bob.move(room, 2, "h9")  # Ann's clock runs from now on.
    await ann.socket.pinged()
    await server.skip(away)
    ann.socket.release_pongs()
    moved = await ann.move(room, 3, "i8")
    elapsed = (asyncio.get_running_loop().time() - began) * 1000
    # An unchanged key is not sent.
    paid = 60_000 - int(moved["set"].get("xTime", 60_000))
    # The three times are rounded to milliseconds.
    assert paid <= elapsed + 2, f"paid {paid} ms of {away * 1000 + elapsed:.0f} ms, of which the line took {away * 1000:.0f}"


async def test_players_but_not_spectators_see_the_lag(server, room):
    """A player whose ping names the room learns the lag of both sides. A spectator does not. Bob's
    pong is held until the server's clock has moved by 600 ms."""
    began = asyncio.get_running_loop().time()
    ann, bob, eve = [await Client.connect(server.port, name) for name in ("Ann", "Bob", "Eve")]
    for client in (ann, bob, eve):
        await client.join(room)
    await ann.delta(room, {"game": "1", "x": ann.id})
    await bob.delta(room, {"o": bob.id})

    async def lag(client):
        client.send(type="ping", at=1, room=room)
        return (await client.expect("pong")).get("lag")

    told = {}
    while "x" not in told:
        told = await lag(ann)
    elapsed = (asyncio.get_running_loop().time() - began) * 1000
    assert told["x"] <= elapsed + 2, f"Ann is not {told['x']} ms away"
    await hold_the_next_pong(server, bob)
    await lag(ann)
    await bob.socket.pinged()
    await server.skip(0.6)
    bob.socket.release_pongs()
    # A shorter measurement would replace it.
    bob.socket.hold_pongs()
    # When Bob's next message arrives, his server reports the lag to the room's server.
    await lag(bob)
    told = await lag(ann)
    assert told["o"] >= 600, f"Bob is 600 ms away: {told}"
    same(await lag(eve), None, "a spectator")


async def connected(server, is_in):
    """Returns a connection once one is accepted, or None once one is refused.

    The servers of a cluster share the count, but learn about each other's connections a moment
    later, and no event signals it.
    """
    end = asyncio.get_running_loop().time() + (TIMEOUT if store.servers() > 1 else 0)
    while True:
        try:
            client = await Client.connect(server.port)
            if is_in:
                return client
            found = client
        except (Refused, Closed) as refused:
            same(getattr(refused, "status", 429), 429, "refused")
            if not is_in:
                return None
            found = refused
        if asyncio.get_running_loop().time() > end:
            raise AssertionError(f"refused: {found}" if is_in else f"{found} got in")
        if not is_in:
            client.cut()
        await asyncio.sleep(0.02)


async def test_configurable_limits_are_enforced(room):
    """A request that exceeds a configurable limit is refused with the code of that limit."""
    options = {
        "--message-bytes": 3000,
        "--key-bytes": 8,
        "--value-bytes": 100,
        "--keys-per-delta": 5,
        "--keys-per-room": 7,
        "--state-bytes": 400,
        "--rooms-per-connection": 2,
        "--connections-per-address": 3,
        "--history-per-room": 4,
        "--outbox-bytes": 20_000,
    }
    server = await Server([str(part) for option in options.items() for part in option]).start()
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
    await ann.join(f"{room}-2")
    same((await ann.join(f"{room}-3"))["code"], "too-many-rooms", "a third room")
    same(
        (await server.json(f"/api/rooms/{room}"))["rev"] > 2,
        True,
        "HTTP requests do not count as connections once they have ended",
    )
    others = [await connected(server, is_in=True), await connected(server, is_in=True)]
    await connected(server, is_in=False)
    others[0].cut()
    ann.socket.text("x" * 3001)
    await closes(ann.socket, 1009)
    await server.stop()


async def test_slow_reader_gets_a_snapshot_and_no_gap(server, room):
    """A client that does not read gets a snapshot once it reads again, and never a gap. Other
    clients do not wait for it."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room, kind="open")
    slow = await Client.connect(server.port, "Slow")
    await slow.join(room, kind="open")
    slow.socket.reader._transport.pause_reading()
    answer, number = None, 0
    # The kernel's buffers hold several megabytes before the server has to queue anything.
    while number % 10 or not (await server.metrics(slow.socket.port))["gomoku_overflows_total"]:
        number += 1
        answer = await ann.delta(room, {"big": f"{number}" + "x" * 30_000})
        same(answer["type"], "delta", "Ann does not wait")
        assert number < 1_000, "the server keeps everything for a client that reads nothing"
    slow.socket.reader._transport.resume_reading()
    rev = snapshots = 0
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


async def test_sigterm_closes_with_1001_and_loses_no_delta(tmp_path):
    """SIGTERM closes connections with 1001 and exits with 0. Every delta that a client received is
    stored, and identities and IDs are still known."""
    server = await Server(["--data", str(tmp_path)]).start()
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
    same(await server.stop(), 0, "exit status")

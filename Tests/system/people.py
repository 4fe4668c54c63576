#!/usr/bin/env python3
"""Claimed names, logins, ratings and finished games against the built server. The last line is "N passed, N failed".
"""

import asyncio
import json
import sqlite3
import subprocess
import tempfile
import urllib.parse

from blackbox import PATIENCE, STORE, Client, Closed, Count, Redis, Server, Socket, binary, kept, sentence

PASSWORD = "correct horse"
# Rated games of the same two that count in a day.
COUNTED = 5
MOVES = ("h8", "i9", "g9", "a1", "c1", "e1")
RATED = {"game": "1", "rule": "standard", "clock": "300+5", "rated": "yes"}


async def ask(client, **message):
    """Sends a request with an id, and waits for its answer."""
    client.count += 1
    message = {"id": f"q{client.count}", **message}
    client.send(**message)
    return await client.expect("account", "token", "sessions", "error", where=lambda m: m.get("id") == message["id"])


async def reply(client, *types):
    """The next message of these types, for which many hashes may have to be made before."""
    while True:
        message = json.loads(await asyncio.wait_for(client.socket.receive(), 8 * PATIENCE))
        if message["type"] in types:
            return message


async def claim(client, name, password=PASSWORD):
    return await ask(client, type="claim", name=name, password=password)


async def login(server, name, password=PASSWORD, **more):
    """A new connection that logs in without a hello, and what was answered."""
    client = Client(await Socket.open(server.port))
    client.send(type="login", id="l", name=name, password=password, **more)
    answer = await client.expect("welcome", "error")
    if answer["type"] == "welcome":
        client.welcome = answer
        client.id, client.token = answer["participant"]["id"], answer["token"]
    return client, answer


async def person(server, who):
    status, _, body = await server.get("/api/people/" + urllib.parse.quote(who))
    return status, json.loads(body)


async def claimed(server, name):
    client = await Client.connect(server.port, name)
    assert (await claim(client, name))["type"] == "account"
    return client


async def rated_game(room, x, o, number=1, **more):
    """Two people with claimed names begin a rated game and play as many moves as let it count."""
    for player in (x, o):
        await player.join(room)
    assert (await x.delta(room, {**RATED, "game": str(number), "x": x.id, **more}))["type"] == "delta"
    assert (await o.delta(room, {"o": o.id}))["type"] == "delta"
    for place, point in enumerate(MOVES, 1):
        assert (await (x if place % 2 else o).move(room, place, point))["type"] == "delta"


async def names(directory):
    """A name is claimed once, by one, and then it is that person's everywhere."""
    server = await Server(["--data", directory]).start()
    ann, eve = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Eve")
    await eve.join("lunch")
    await ann.join("lunch")
    for name, password, code in [
            ("A", PASSWORD, "bad-name"), ("<b>", PASSWORD, "bad-name"), ("robot 3", PASSWORD, "bad-name"),
            ("p-abc", PASSWORD, "bad-name"), ("Ann", "short", "weak-password"), ("Ann", "x" * 129, "weak-password")]:
        answer = await claim(ann, name, password)
        assert answer.get("code") == code, answer
    assert "claimed" not in ann.welcome["participant"]
    answer = await claim(ann, "Ann")
    assert answer["type"] == "account" and answer["participant"] == {
        "id": ann.id, "name": "Ann", "bot": False, "claimed": True}, answer
    news = await eve.expect("participants", where=lambda m: any(p.get("claimed") for p in m["joined"]))
    assert news["joined"][0]["id"] == ann.id
    assert (await claim(ann, "Other"))["code"] == "already-claimed"
    assert (await claim(eve, "ANN"))["code"] == "name-taken"
    assert (await claim(eve, "\u0410nn"))["code"] == "bad-name", "a Cyrillic A among Latin letters"
    for name in ("R\u043ebot", "\U0001d411\U0001d428\U0001d41b\U0001d428\U0001d42d", "\u3164\u3164", "R0b0t 7"):
        assert (await claim(eve, name))["code"] == "bad-name", name
    rob = await Client.connect(server.port, "R\u043ebot 5")
    assert rob.welcome["participant"]["name"] == "R\u043ebot 5 (guest)"
    blank = await Client.connect(server.port, "\u3164\u115f")
    assert blank.welcome["participant"]["name"].startswith("Guest ")
    assert (await ask(eve, type="token"))["code"] == "not-claimed"

    # Somebody who says to be Ann is not.
    guest = await Client.connect(server.port, "Ann")
    assert guest.welcome["participant"]["name"] == "Ann (guest)" and guest.id != ann.id
    spaced = await Client.connect(server.port, "A n n")
    assert spaced.welcome["participant"]["name"].endswith(" (guest)")
    # Ann does not lose the name by saying another.
    again = await Client.connect(server.port, "Zoe", token=ann.token)
    assert again.id == ann.id and again.welcome["participant"]["name"] == "Ann"

    wrong, answer = await login(server, "Ann", "wrong horse")
    _, nobody = await login(server, "Nobody", PASSWORD)
    assert answer["code"] == nobody["code"] == "bad-login" and answer["message"] == nobody["message"], (answer, nobody)
    wrong.send(type="join", room="lunch")
    assert (await wrong.expect("error"))["code"] == "bad-message", "a wrong password is no hello"
    second, answer = await login(server, "ann")
    assert answer["type"] == "welcome" and second.id == ann.id and second.token != ann.token, answer
    assert answer["participant"]["claimed"] and (await second.join("lunch"))["type"] == "snapshot"
    second.send(type="login", id="l2", name="Ann", password=PASSWORD)
    assert (await second.expect("error"))["id"] == "l2", "not while in a room"

    # A bot's token, and a restart.
    token = (await ask(ann, type="token"))["token"]
    await server.stop()
    server = await Server(["--data", directory]).start()
    third, answer = await login(server, "Ann", bot=True)
    assert third.id == ann.id and answer["participant"]["bot"], answer
    for known in (ann.token, second.token, token):
        back = await Client.connect(server.port, token=known)
        assert back.id == ann.id and back.welcome["participant"]["name"] == "Ann"
    log = "".join(server.log)
    assert PASSWORD not in log and token not in log
    if STORE == "redis":
        stored = Redis.bytes()
    else:
        stored = b"".join(open(f"{directory}/{file}", "rb").read() for file in ("gomoku.sqlite", "gomoku.sqlite-wal"))
    assert ann.id.encode() in stored and PASSWORD.encode() not in stored and token.encode() not in stored
    await server.stop()


async def closed_code(client):
    """What the server closes the line with."""
    try:
        while True:
            await asyncio.wait_for(client.socket.receive(), PATIENCE)
    except Closed as closed:
        return closed.code


async def sessions(directory):
    """Where somebody is signed in, and signed out there: the token is nobody's and its lines are closed, others' are not."""
    server = await Server(["--data", directory]).start()
    guest = await Client.connect(server.port, "Guest")
    for request in ({"type": "sessions"}, {"type": "signout", "session": "all"}, {
            "type": "password", "password": PASSWORD, "new": PASSWORD}):
        assert (await ask(guest, **request))["code"] == "not-claimed"
    ann = await Client.connect(server.port, "Ann")
    assert (await ask(ann, type="claim", name="Ann", password=PASSWORD, device="Ann's\u202e laptop"))["type"] == "account"
    phone, _ = await login(server, "Ann", device="phone")
    tablet, _ = await login(server, "Ann", device="x" * 1000)
    bot = (await ask(ann, type="token", device="bot"))["token"]
    window = await Client.connect(server.port, token=phone.token)
    listed = (await ask(ann, type="sessions"))["sessions"]
    assert [s.get("device") for s in listed] == ["bot", "x" * 64, "phone", "Ann's laptop"], listed
    assert [s.get("here") for s in listed] == [None, None, None, True]
    assert all(s["since"] <= s["seen"] for s in listed) and len({s["session"] for s in listed}) == 4

    # One of them; it is gone, a second time too, and nobody else's is.
    left = (await ask(ann, type="signout", session=listed[2]["session"]))["sessions"]
    assert left == [listed[0], listed[1], listed[3]], left
    assert await closed_code(phone) == 4001 and await closed_code(window) == 4001
    assert (await ask(ann, type="signout", session=listed[2]["session"]))["code"] == "gone"
    assert (await Client.connect(server.port, "Eve", token=phone.token)).id != ann.id
    bob = await claimed(server, "Bob")
    assert (await ask(bob, type="signout", session=listed[0]["session"]))["code"] == "gone", "not Bob's"
    assert (await Client.connect(server.port, token=bot)).id == ann.id

    # Another password: wrong, too short, right. All other sessions end, also after a kill.
    assert (await ask(ann, type="password", password="wrong horse", new="battery staple"))["code"] == "bad-login"
    assert (await ask(ann, type="password", password=PASSWORD, new="short"))["code"] == "weak-password"
    assert (await ask(ann, type="password", password=PASSWORD, new="battery staple"))["type"] == "account"
    assert await closed_code(tablet) == 4001
    await server.kill()
    server = await Server(["--data", directory]).start()
    for token in (tablet.token, bot, phone.token):
        assert (await Client.connect(server.port, "Eve", token=token)).id != ann.id, "signed out"
    assert (await login(server, "Ann"))[1]["code"] == "bad-login", "the old password"
    phone, answer = await login(server, "Ann", "battery staple")
    assert phone.id == ann.id, answer
    ann = await Client.connect(server.port, token=ann.token)
    assert ann.id == phone.id and len((await ask(ann, type="sessions"))["sessions"]) == 2

    assert len((await ask(ann, type="signout", session="others"))["sessions"]) == 1
    assert await closed_code(phone) == 4001
    assert (await ask(ann, type="signout", session="here"))["sessions"] == []
    assert await closed_code(ann) == 4001
    assert (await Client.connect(server.port, "Eve", token=ann.token)).id != ann.id
    await server.stop()


async def renamed(directory):
    """A name is changed once, for all who see it and all who are it; the one before stays its owner's."""
    server = await Server(["--data", directory]).start()
    guest = await Client.connect(server.port, "Guest")
    assert (await ask(guest, type="rename", name="Gus", password=PASSWORD))["code"] == "not-claimed"
    ann, bob = await claimed(server, "Ann"), await claimed(server, "Bob")
    phone, _ = await login(server, "Ann")
    for client in (bob, phone):
        await client.join("lunch")
    for name, password, code in (("Robot 1", PASSWORD, "bad-name"), ("bob", PASSWORD, "name-taken"), ("Ann B", "wrong horse", "bad-login")):
        assert (await ask(ann, type="rename", name=name, password=password))["code"] == code
    answer = await ask(ann, type="rename", name="Ann B", password=PASSWORD)
    assert answer["participant"] == {"id": ann.id, "name": "Ann B", "bot": False, "claimed": True}, answer
    news = await bob.expect("participants", where=lambda m: any(p["name"] == "Ann B" for p in m["joined"]))
    assert news["joined"][0]["id"] == ann.id
    assert (await ask(ann, type="rename", name="Ann C", password=PASSWORD))["code"] == "already-renamed"
    await server.kill()
    server = await Server(["--data", directory]).start()
    for name in ("Ann", "Ann B"):
        assert (await login(server, name))[1]["participant"]["name"] == "Ann B"
        assert (await person(server, name))[1]["id"] == ann.id
        assert (await Client.connect(server.port, name)).welcome["participant"]["name"] == f"{name} (guest)"
    await server.stop()


async def deleted(directory):
    """Who leaves for good is signed out everywhere and has no page; the games stay, without the name."""
    server = await Server(["--data", directory]).start()
    ann, bob = await claimed(server, "Ann"), await claimed(server, "Bob")
    phone, _ = await login(server, "Ann")
    await rated_game("old", ann, bob)
    await ann.delta("old", {"result": "o", "reason": "resign"})
    address = f"/api/games/{(await server.json('/api/rooms/old'))['epoch']}-1"
    ann.send(type="say", room="old", id="s1", text="bye")
    await bob.expect("said")
    assert (await ask(ann, type="delete", password="wrong horse"))["code"] == "bad-login"
    answer = await ask(ann, type="delete", password=PASSWORD)
    assert answer["type"] == "sessions" and answer["sessions"] == [], answer
    assert await closed_code(ann) == 4001 and await closed_code(phone) == 4001
    await server.kill()
    server = await Server(["--data", directory]).start()
    for token in (ann.token, phone.token):
        assert (await Client.connect(server.port, "Eve", token=token)).id != ann.id
    assert (await login(server, "Ann"))[1]["code"] == "bad-login"
    for name in ("Ann", ann.id):
        assert (await person(server, name))[0] == 404, name
    game = await server.json(address)
    assert [game[side]["name"] for side in "xo"] == ["", "Bob"], game
    best = await server.json("/api/leaders?rule=standard&speed=blitz")
    assert [p["name"] for p in best["leaders"]] == ["Bob"] and "next" not in best, best
    assert (await server.get("/api/leaders?rule=standard&speed=slow"))[0] == 404
    again = await Client.connect(server.port, "Eve")
    assert [line["name"] for line in (await again.join("old"))["chat"]] == [""]
    await claimed(server, "Ann")
    await server.stop()


async def guessing(directory):
    """Wrong passwords: after some the name is left alone for a while, for everybody, on any connection."""
    server = await Server(["--data", directory]).start()
    await claimed(server, "Ann")
    # At once, so that the time a hash takes gives none back.
    clients = [Client(await Socket.open(server.port)) for _ in range(12)]
    for client in clients:
        client.send(type="login", name="Ann", password="wrong horse")
    # In no order, and each hash takes its time: all are read meanwhile, since who answers no ping is gone.
    codes = sorted(answer.get("code") for answer in await asyncio.gather(*(reply(client, "welcome", "error") for client in clients)))
    assert codes == ["bad-login"] * 10 + ["rate-limited"] * 2, codes
    _, answer = await login(server, "Bob", "wrong horse")
    assert answer["code"] == "bad-login", "other names are not concerned"
    await server.stop()


async def early(directory):
    """What is sent before a login's answer has come waits for it."""
    server = await Server(["--data", directory]).start()
    ann = await claimed(server, "Ann")
    client = Client(await Socket.open(server.port))
    client.send(type="login", name="Ann", password=PASSWORD)
    client.send(type="join", room="lunch")
    client.send(type="ping", at=1)
    types = [(await client.receive())["type"] for _ in range(3)]
    assert types[0] == "welcome" and set(types) == {"welcome", "snapshot", "pong"}, types
    # Many at once: all are answered, the loop goes on meanwhile.
    others = [await Client.connect(server.port) for _ in range(5)]
    for index, other in enumerate(others):
        other.send(type="claim", id="c", name=f"Name {index}", password=PASSWORD)
    ann.send(type="ping", at=7)
    assert (await ann.expect("pong"))["at"] == 7
    answers = await asyncio.gather(*(reply(other, "account", "error") for other in others))
    assert [answer["type"] for answer in answers] == ["account"] * 5, answers
    await server.stop()


async def seats(directory):
    """Only claimed names play rated games, and each only one side of it."""
    server = await Server(["--data", directory]).start()
    ann, bob = await claimed(server, "Ann"), await claimed(server, "Bob")
    guest = await Client.connect(server.port, "Gus")
    for player in (ann, bob, guest):
        await player.join("r")

    async def refused(client, set, code):
        answer = await client.delta("r", set)
        assert answer["type"] == "reject" and answer["code"] == code, answer

    await refused(guest, {**RATED, "x": guest.id}, "not-claimed")
    await refused(ann, {**RATED, "x": ann.id, "o": "robot:1"}, "not-claimed")
    await refused(ann, {**RATED, "x": ann.id, "o": ann.id}, "bad-value")
    await refused(ann, {"game": "1", "rated": "yes", "x": ann.id}, "bad-value")
    answer = await ann.delta("r", {**RATED, "x": ann.id})
    assert answer["set"]["rated"] == "yes", answer
    await refused(guest, {"o": guest.id}, "not-claimed")
    await refused(ann, {"o": "robot:1"}, "not-claimed")
    await refused(ann, {"o": ann.id}, "bad-value")
    # Who claims a name now may sit down at once.
    assert (await claim(guest, "Gus"))["type"] == "account"
    assert (await guest.delta("r", {"o": guest.id}))["type"] == "delta"
    await server.stop()


async def once(directory):
    """kill -9 right after the result: the game is there once, with its ratings, and so is all that was acknowledged."""
    server = await Server(["--data", directory]).start()
    ann, bob = await claimed(server, "Ann"), await claimed(server, "Bob")
    tokens = ann.token, bob.token
    for number in range(1, 9):
        await rated_game("r", ann, bob, number)
        await bob.delta("r", {"result": "x", "reason": "resign"}, id=f"end{number}")
        await server.kill()
        server = await Server(["--data", directory]).start()
        ann, bob = [await Client.connect(server.port, token=token) for token in tokens]
        ann.count = bob.count = 100 * number
        # Sent again, as if the answer had been lost.
        await bob.join("r")
        again = await bob.delta("r", {"result": "x", "reason": "resign"}, id=f"end{number}")
        assert again.get("again"), again
        for name, won in (("Ann", number), ("Bob", 0)):
            _, profile = await person(server, name)
            assert profile["games"] == number and profile["won"] == won, profile
            assert [(r["rule"], r["speed"], r["games"]) for r in profile["ratings"]] == [("standard", "blitz", min(number, COUNTED))], profile
    points = (await person(server, "ann"))[1]["ratings"][0], (await person(server, "bob"))[1]["ratings"][0]
    assert points[0]["rating"] > 1700 and points[1]["rating"] < 1300, points
    games = (await server.json("/api/people/Ann/games?limit=3"))["games"]
    assert [game["number"] for game in games] == [8, 7, 6] and "moves" not in games[0]
    assert all(game["rated"] and "after" not in game["x"] for game in games), "five games of the same two count in a day"
    older = (await server.json(f"/api/people/Ann/games?before={games[-1]['ended']}"))["games"]
    assert [game["number"] for game in older] == [5, 4, 3, 2, 1]
    assert older[1]["x"]["after"] == older[0]["x"]["rating"] and older[0]["x"]["after"] == points[0]["rating"], older
    await server.stop()
    assert check(directory).startswith("1 rooms, "), check(directory)


def checked(directory):
    return subprocess.run(
        [binary("gomoku-server"), *kept(["check", "--data", directory])], capture_output=True, text=True)


def check(directory):
    """What `gomoku-server check` says; it must find nothing."""
    found = checked(directory)
    assert found.returncode == 0 and ": 0 faults." in found.stdout, found.stdout + found.stderr
    return found.stdout


def change(directory, sql, *arguments):
    """Changes the file of a store that no server has."""
    database = sqlite3.connect(f"{directory}/gomoku.sqlite")
    database.execute(sql, arguments)
    database.commit()
    database.close()


def make_old(directory):
    """As if all rooms had been changed long ago."""
    if STORE == "redis":
        script = """
            for _, kind in ipairs({'rooms', 'finished', 'listed'}) do
                for shard = 0, 63 do
                    local key = string.format('{s%02d}%s', shard, kind)
                    for _, room in ipairs(redis.call('ZRANGE', key, 0, -1)) do redis.call('ZADD', key, 1, room) end
                end
            end"""
        Redis.one.ask(directory, "EVAL", script, "0")
    else:
        change(directory, "UPDATE room SET changed = 1")


def make_stronger(directory, participant):
    """Somebody's rating is one that no game has made."""
    if STORE == "redis":
        Redis.one.ask(directory, "HSET", "{people}p:" + participant, "r:standard:blitz", "1700 200 0.06 1 1")
    else:
        change(directory, "UPDATE rating SET rating = rating + 1 WHERE participant = ?", participant)


async def records(directory):
    """Finished games stay at their address when their room is gone; others are none."""
    server = await Server(["--data", directory]).start()
    ann, bob = await claimed(server, "Ann"), await claimed(server, "Bob")
    await rated_game("old", ann, bob)
    epoch = (await server.json("/api/rooms/old"))["epoch"]
    address = f"/api/games/{epoch}-1"
    assert (await server.get(address))[0] == 404, "it goes on"
    await ann.delta("old", {"result": "o", "reason": "resign"})
    guest = await Client.connect(server.port, "Gus")
    await guest.join("solo")
    await guest.delta("solo", {"game": "1", "x": guest.id, "o": guest.id})
    await guest.delta("solo", {"result": "draw", "reason": "aborted"})
    game = await server.json(address)
    expected = {
        "id": f"{epoch}-1", "room": "old", "number": 1, "rule": "standard", "size": 15, "opening": "none", "clock": "300+5",
        "rated": True, "x": {"id": ann.id, "name": "Ann", "rating": 1500, "after": 1338},
        "o": {"id": bob.id, "name": "Bob", "rating": 1500, "after": 1662}, "result": "o", "reason": "resign",
        "moves": ["7,7", "8,6", "6,6", "0,14", "2,14", "4,14"], "ended": game["ended"]}
    assert game == expected, game
    home = await server.json("/api/home")
    assert home["games"] == [{name: value for name, value in expected.items() if name != "moves"}], home
    best = [(p["rule"], p["speed"], p["name"], p["rating"], p["deviation"], p["games"]) for p in home["leaders"]]
    assert best == [("standard", "blitz", "Bob", 1662, 290, 1), ("standard", "blitz", "Ann", 1338, 290, 1)], best
    assert home["online"] == 3, home
    await server.stop()

    make_old(directory)
    server = await Server(["--data", directory, "--keep-finished", "1"]).start()
    # Asking for the room would keep it.
    await server.said("removed 2 rooms")
    assert (await server.get("/api/rooms/old"))[0] == 404
    assert await server.json(address) == expected
    status, headers, body = await server.get(address + ".sgf")
    assert status == 200 and b"PB[Ann]" in body and b"RE[W+" in body and f'{epoch}-1.sgf' in headers["content-disposition"], body
    status, _, body = await server.get(address + ".psq")
    assert status == 200 and body.startswith(b"Piskvorky 15x15"), body
    status, profile = await person(server, bob.id)
    assert status == 200 and profile["name"] == "Bob" and profile["claimed"] and profile["won"] == 1, profile
    status, profile = await person(server, guest.id)
    assert (profile["name"], profile["claimed"], profile["games"]) == ("Gus", False, 0) and "since" not in profile, profile
    assert (await person(server, "Gus"))[0] == 404, "a guest has no name of its own"
    for path, code in [("/api/people/nobody", "no-such-person"), ("/api/people/nobody/games", "no-such-person"),
                       ("/api/people/Ann/x", "not-found"), ("/api/games/x-1", "no-such-game"), ("/api/games/x", "no-such-game"),
                       (f"{address}.txt", "no-such-game"), ("/api/people/", "no-such-person")]:
        status, _, body = await server.get(path)
        assert status == 404 and json.loads(body)["code"] == code, (path, body)
    await server.stop()
    check(directory)
    # What is not as the games make it is found.
    make_stronger(directory, ann.id)
    found = checked(directory)
    assert found.returncode == 65 and "is not what the games make" in found.stdout, found.stdout


async def moved(directory):
    """Everything is carried over into a Redis and back into a directory: the same people, games and rooms, and they go on."""
    places = [["--data", f"{directory}/a"], ["--store", Redis.address(f"{directory}/b")], ["--data", f"{directory}/c"]]

    def tool(*words, place, status=0):
        done = subprocess.run([binary("gomoku-server"), *kept([*words, *place])], capture_output=True, text=True)
        assert done.returncode == status, (words, done.stdout, done.stderr)
        return done.stdout + done.stderr

    server = await Server(places[0]).start()
    ann, bob = await claimed(server, "Ann"), await claimed(server, "Bob")
    await rated_game("r", ann, bob)
    await bob.delta("r", {"result": "x", "reason": "resign"})
    ann.send(type="say", room="r", id="said", text="well played")
    await bob.expect("said", where=lambda m: m["text"] == "well played")
    profile, games, token = await person(server, "Ann"), await server.json("/api/people/Bob/games"), ann.token
    files = []
    for number, place in enumerate(places):
        await server.stop()
        files.append(f"{directory}/{number}.export")
        tool("export", files[-1], place=place)
        assert ": 0 faults." in tool("check", place=place)
        if number + 1 < len(places):
            tool("import", files[-1], place=places[number + 1])
            assert "left as it" in tool("import", files[-1], place=places[number + 1], status=1), "nothing is written over"
            server = await Server(places[number + 1]).start()
            assert (await person(server, "Ann"), await server.json("/api/people/Bob/games")) == (profile, games)
            ann = await Client.connect(server.port, token=token)
            assert ann.id == profile[1]["id"]
            snapshot = await ann.join("r")
            assert snapshot["state"]["result"] == "x" and snapshot["chat"][0]["text"] == "well played", snapshot
    assert len({open(file).read().split("\n", 1)[1] for file in files}) == 1, "the same file each time"
    # And they go on there.
    server = await Server(places[-1]).start()
    bob, answer = await login(server, "Bob")
    ann = await Client.connect(server.port, token=token)
    assert answer["type"] == "welcome"
    # Their first ids were used before, and would be answered as then: ids are carried over, too.
    ann.count = bob.count = 100
    await rated_game("r", ann, bob, 2)
    await bob.delta("r", {"result": "x", "reason": "resign"})
    assert (await person(server, "Ann"))[1]["games"] == 2
    await server.stop()
    assert ": 0 faults." in tool("check", place=places[-1])


async def memory(_):
    """Without a directory it is the same, as long as the server runs."""
    server = await Server().start()
    ann, bob = await claimed(server, "Ann"), await claimed(server, "Bob")
    await rated_game("r", ann, bob)
    await bob.delta("r", {"offer": "draw o"})
    await ann.delta("r", {"result": "draw", "reason": "agreement"})
    _, profile = await person(server, "Ann")
    assert (profile["drawn"], profile["ratings"][0]["rating"], profile["ratings"][0]["games"]) == (1, 1500, 1), profile
    assert len((await server.json("/api/people/Bob/games"))["games"]) == 1
    # A rematch is rated as well, without saying so.
    await ann.delta("r", {"offer": "rematch x"})
    answer = await bob.delta("r", {"game": "2", "rule": "standard", "clock": "300+5", "x": bob.id, "o": ann.id})
    assert answer["set"]["rated"] == "yes", answer
    assert (await login(server, "Bob"))[1]["type"] == "welcome"
    await server.stop()


async def main():
    count = Count()
    for test in (names, sessions, renamed, deleted, guessing, early, seats, once, records, moved, memory):
        with tempfile.TemporaryDirectory() as directory:
            await count.run(sentence(test), test(directory))
    count.close()


asyncio.run(main())

"""Claimed names, logins, ratings and finished games over the wire protocol. test_contract_people.py
tests accounts with each store."""

import asyncio
import json
import sqlite3
import time
from pathlib import Path

import pytest

from gomokutest import store
from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.commands import assert_sound, run
from gomokutest.environment import TIMEOUT
from gomokutest.people import PASSWORD, RATED, ask, claim, claimed, login, person, rated_game
from gomokutest.redis import Redis
from gomokutest.server import Server
from gomokutest.websocket import Socket

pytestmark = pytest.mark.all_stores


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("A", PASSWORD, "bad-name"),
        ("<b>", PASSWORD, "bad-name"),
        ("robot 3", PASSWORD, "bad-name"),
        ("p-abc", PASSWORD, "bad-name"),
        pytest.param("R\u043ebot", PASSWORD, "bad-name", id="Robot-with-a-Cyrillic-o"),
        pytest.param(
            "\U0001d411\U0001d428\U0001d41b\U0001d428\U0001d42d",
            PASSWORD,
            "bad-name",
            id="Robot-in-mathematical-letters",
        ),
        pytest.param("\u3164\u3164", PASSWORD, "bad-name", id="blank"),
        ("R0b0t 7", PASSWORD, "bad-name"),
        pytest.param("\u0410nn", PASSWORD, "bad-name", id="a-Cyrillic-A-among-Latin-letters"),
        ("Anne", "short", "weak-password"),
        pytest.param("Anne", "x" * 129, "weak-password", id="a-password-of-129"),
    ],
)
async def test_invalid_names_and_passwords_are_refused(server, name, password, code):
    """Names of one letter, names in other scripts, names similar to the server's own, and passwords
    of a wrong length are refused."""
    client = await Client.connect(server.port, "Anne")
    answer = await claim(client, name, password)
    assert answer.get("code") == code, answer
    assert "claimed" not in client.welcome["participant"]


async def test_guest_with_a_claimed_or_reserved_name_is_marked(server):
    """A guest whose name looks like a claimed or reserved one is marked as a guest. A hello does
    not rename the owner of a name."""
    ann = await claimed(server, "Ann")
    for name, shown in (("R\u043ebot 5", "R\u043ebot 5 (guest)"), ("Ann", "Ann (guest)"), ("A n n", "A n n (guest)")):
        guest = await Client.connect(server.port, name)
        assert guest.welcome["participant"]["name"] == shown and guest.id != ann.id
    blank = await Client.connect(server.port, "\u3164\u115f")
    assert blank.welcome["participant"]["name"].startswith("Guest ")
    again = await Client.connect(server.port, "Zoe", token=ann.token)
    assert again.id == ann.id and again.welcome["participant"]["name"] == "Ann"


async def test_refused_logins(server, room):
    """A wrong password and an unknown name get the same answer, and do not count as a hello. A
    client in a room cannot log in."""
    await claimed(server, "Bea")
    wrong, answer = await login(server, "Bea", "wrong horse")
    _, nobody = await login(server, "Nobody", PASSWORD)
    assert answer["code"] == nobody["code"] == "bad-login" and answer["message"] == nobody["message"], (answer, nobody)
    wrong.send(type="join", room=room)
    assert (await wrong.expect("error"))["code"] == "bad-message", "a wrong password is no hello"
    second, answer = await login(server, "bea")
    assert answer["type"] == "welcome" and (await second.join(room))["type"] == "snapshot"
    second.send(type="login", id="l2", name="Bea", password=PASSWORD)
    assert (await second.expect("error"))["id"] == "l2"


async def test_passwords_and_tokens_are_neither_stored_nor_logged(tmp_path):
    """The store and the log contain neither passwords nor tokens."""
    server = await Server(["--data", str(tmp_path)], real_hashes=True).start()
    ann = await claimed(server, "Ann")
    token = (await ask(ann, type="token"))["token"]
    if store.is_redis():
        stored = Redis.bytes()
    else:
        stored = b"".join((tmp_path / file).read_bytes() for file in ("gomoku.sqlite", "gomoku.sqlite-wal"))
    log = "".join(server.log)
    assert ann.id.encode() in stored
    for secret in (PASSWORD, token, ann.token):
        assert secret.encode() not in stored and secret not in log
    await server.stop()


async def test_name_is_locked_after_ten_wrong_passwords(server):
    """After ten wrong passwords a name is locked for a while on all connections. Other names are
    not affected."""
    await claimed(server, "Guessed")
    clients = [Client(await Socket.open(server.port)) for _ in range(12)]
    for client in clients:
        client.send(type="login", name="Guessed", password="wrong horse")
    answers = await asyncio.gather(*(client.expect("welcome", "error") for client in clients))
    codes = sorted(answer.get("code") for answer in answers)
    assert codes == ["bad-login"] * 10 + ["rate-limited"] * 2, codes
    _, answer = await login(server, "Bob", "wrong horse")
    assert answer["code"] == "bad-login"


async def test_claims_from_one_ipv6_site_are_limited(tmp_path):
    """All networks of an IPv6 /48 together can claim 48 names at once, counted over all servers. A
    guest with an IPv4 address can still claim one then."""
    server = await Server(["--data", str(tmp_path), "--trusted-proxy", "127.0.0.1"]).start()
    start = time.monotonic()

    async def claim_from(address, name):
        client = await Client.connect(server.port, headers=[("X-Forwarded-For", address)])
        answer = await claim(client, name)
        client.cut()
        return answer.get("code", answer["type"])

    # The claims come from 16 of its /56 networks. Each of these alone could claim 24.
    answers = [await claim_from(f"2001:db8:1:{number % 16}00::{number}", f"Name {number}") for number in range(60)]
    accounts = answers.count("account")
    # One claim is refilled every 7.5 seconds.
    earned = int((time.monotonic() - start) / 7.5) + 1
    assert 48 <= accounts <= 48 + earned and set(answers) == {"account", "rate-limited"}, answers
    assert await claim_from("203.0.113.1", "Ann") == "account"
    await server.stop()


async def test_requests_during_a_login_wait_for_its_answer(tmp_path):
    """Requests that a client sends before the login's answer wait for it. Meanwhile the server
    serves other clients, and answers every claim."""
    server = await Server(["--data", str(tmp_path)], real_hashes=True).start()
    ann = await claimed(server, "Ann")
    client = Client(await Socket.open(server.port))
    client.send(type="login", name="Ann", password=PASSWORD)
    client.send(type="join", room="lunch")
    client.send(type="ping", at=1)
    types = [(await client.receive())["type"] for _ in range(3)]
    assert types[0] == "welcome" and set(types) == {"welcome", "snapshot", "pong"}, types
    others = [await Client.connect(server.port) for _ in range(2)]
    for index, other in enumerate(others):
        other.send(type="claim", id="c", name=f"Name {index}", password=PASSWORD)
    ann.send(type="ping", at=7)
    assert (await ann.expect("pong"))["at"] == 7
    answers = await asyncio.gather(*(other.expect("account", "error") for other in others))
    assert [answer["type"] for answer in answers] == ["account"] * 2, answers
    await server.stop()


async def test_rated_games_need_two_claimed_names(server, room):
    """Rated games are only for claimed names, with one side for each, and need a clock."""
    ann, bob = await claimed(server, "Seat Ann"), await claimed(server, "Seat Bob")
    guest = await Client.connect(server.port, "Seat Gus")
    for player in (ann, bob, guest):
        await player.join(room)

    async def refused(client, set, code):
        answer = await client.delta(room, set)
        assert answer["type"] == "reject" and answer["code"] == code, answer

    await refused(guest, {**RATED, "x": guest.id}, "not-claimed")
    await refused(ann, {**RATED, "x": ann.id, "o": "robot:1"}, "not-claimed")
    await refused(ann, {**RATED, "x": ann.id, "o": ann.id}, "bad-value")
    await refused(ann, {"game": "1", "rated": "yes", "x": ann.id}, "bad-value")
    answer = await ann.delta(room, {**RATED, "x": ann.id})
    assert answer["set"]["rated"] == "yes", answer
    await refused(guest, {"o": guest.id}, "not-claimed")
    await refused(ann, {"o": "robot:1"}, "not-claimed")
    await refused(ann, {"o": ann.id}, "bad-value")
    # A guest who claims a name now can sit down immediately.
    assert (await claim(guest, "Seat Gus"))["type"] == "account"
    assert (await guest.delta(room, {"o": guest.id}))["type"] == "delta"


async def test_daily_rated_games_of_the_same_players_are_limited(tmp_path):
    """At most five rated games a day between the same two players change their ratings. The list of
    games is paged."""
    server = await Server(["--data", str(tmp_path)]).start()
    ann, bob = await claimed(server, "Ann"), await claimed(server, "Bob")
    for number in range(1, 9):
        await rated_game("r", ann, bob, number)
        assert (await bob.delta("r", {"result": "x", "reason": "resign"}))["type"] == "delta"
    for name, won in (("Ann", 8), ("Bob", 0)):
        _, profile = await person(server, name)
        assert (profile["games"], profile["won"], profile["lost"]) == (8, won, 8 - won), profile
        assert [(r["rule"], r["speed"], r["games"]) for r in profile["ratings"]] == [("standard", "blitz", 5)], profile
    points = (await person(server, "ann"))[1]["ratings"][0], (await person(server, "bob"))[1]["ratings"][0]
    # The change is limited because a new name has few games.
    assert (points[0]["rating"], points[1]["rating"]) == (1662, 1338), points
    best = await server.json("/api/leaders?rule=standard&speed=blitz")
    assert [one["name"] for one in best["leaders"]] == ["Ann", "Bob"] and "next" not in best, best
    assert (await server.get("/api/leaders?rule=standard&speed=slow"))[0] == 404
    games = (await server.json("/api/people/Ann/games?limit=3"))["games"]
    assert [game["number"] for game in games] == [8, 7, 6] and "moves" not in games[0]
    assert all(game["rated"] and "after" not in game["x"] for game in games)
    older = (await server.json(f"/api/people/Ann/games?before={games[-1]['ended']}"))["games"]
    assert [game["number"] for game in older] == [5, 4, 3, 2, 1]
    assert older[1]["x"]["after"] == older[0]["x"]["rating"] and older[0]["x"]["after"] == points[0]["rating"], older
    await server.stop()
    assert_sound(*store.program_arguments(["--data", str(tmp_path)]))


async def test_records_never_reveal_unlisted_rooms(tmp_path):
    """The record of a finished game, the lists of games and the home page name the room if it was
    listed. They never reveal an unlisted room to a stranger."""
    server = await Server(["--data", str(tmp_path)]).start()
    ann, bob = await claimed(server, "Ann"), await claimed(server, "Bob")
    for room, terms in (("secret-den", {}), ("open-house", {"listed": "yes"})):
        await rated_game(room, ann, bob, **terms)
        await bob.delta(room, {"result": "x", "reason": "resign"})
    games = {}
    for path in ("/api/home", "/api/people/Ann/games", f"/api/people/{bob.id}/games"):
        answer = await server.json(path)
        same([game.get("room") for game in answer["games"]], ["open-house", None], f"the rooms in {path}")
        assert "secret-den" not in json.dumps(answer), answer
        games.update({game["id"]: game for game in answer["games"]})
    for id, game in games.items():
        record = await server.json(f"/api/games/{id}")
        same(record.get("room"), game.get("room"), "the room in the record")
        sgf = (await server.get(f"/api/games/{id}.sgf"))[2].decode()
        assert "secret-den" not in sgf, sgf
    for path in ("/api/rooms", "/api/leaders?rule=standard&speed=blitz", "/api/people/Ann"):
        assert "secret-den" not in (await server.get(path))[2].decode(), path
    same(await server.stop(), 0, "the exit status")


def change(directory, sql, *arguments):
    """Changes the database of a stopped server."""
    database = sqlite3.connect(f"{directory}/gomoku.sqlite")
    database.execute(sql, arguments)
    database.commit()
    database.close()


def make_old(directory):
    """Backdates all rooms, as if they had not changed for a long time."""
    if store.is_redis():
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
    """Gives a participant a rating that does not follow from the recorded games."""
    if store.is_redis():
        Redis.one.ask(directory, "HSET", "{people}p:" + participant, "r:standard:blitz", "1700 200 0.06 1 1")
    else:
        change(directory, "UPDATE rating SET rating = rating + 1 WHERE participant = ?", participant)


async def test_home_page_replays_the_newest_listed_games(server):
    """`/api/home` contains the moves of three games at most. Games of unlisted tables and short
    games are left out."""
    ann, bob = await claimed(server, "Ann of replays"), await claimed(server, "Bob of replays")

    async def played(room, *more, **terms):
        await rated_game(room, ann, bob, **terms)
        for number, point in enumerate(more, 7):
            assert (await (ann if number % 2 else bob).move(room, number, point))["type"] == "delta"
        await ann.delta(room, {"result": "o", "reason": "resign"})
        return (await server.json(f"/api/rooms/{room}"))["epoch"] + "-1"

    rest = ("a2", "a4", "a6")
    told = [await played(f"listed{number}", *rest, listed="yes") for number in range(4)]
    await played("short", "a2", "a4", listed="yes")
    await played("private", *rest)
    home = await until_home(server, 6)
    assert [game["id"] for game in home["replays"]] == told[:0:-1], home
    newest = home["replays"][0]
    assert newest["moves"] == ["7,7", "8,6", "6,6", "0,14", "2,14", "4,14", "0,13", "0,11", "0,9"], newest
    assert newest["room"] == "listed3" and "times" not in newest and "left" not in newest, newest


async def until_home(server, games):
    """Returns `/api/home` once it has that many games. The server caches the answer."""
    async with asyncio.timeout(TIMEOUT):
        while len((home := await server.json("/api/home"))["games"]) < games:
            await asyncio.sleep(0.1)
    return home


async def test_finished_games_outlive_their_rooms(tmp_path):
    """A finished game remains at its address after its room was removed, with its record and
    ratings. `check` reports ratings that do not follow from the games."""
    directory = str(tmp_path)
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
        "id": f"{epoch}-1",
        "number": 1,
        "rule": "standard",
        "size": 15,
        "opening": "none",
        "clock": "300+5",
        "rated": True,
        "x": {"id": ann.id, "name": "Ann", "rating": 1500, "after": 1338},
        "o": {"id": bob.id, "name": "Bob", "rating": 1500, "after": 1662},
        "result": "o",
        "reason": "resign",
        "moves": ["7,7", "8,6", "6,6", "0,14", "2,14", "4,14"],
        "ended": game["ended"],
    }
    times, left = game.pop("times"), game.pop("left")
    assert len(times) == len(left) == 6, (times, left)
    assert all(0 <= time < 60_000 for time in times) and all(0 < time <= 330_000 for time in left), (times, left)
    assert game == expected, game
    home = await server.json("/api/home")
    assert home["games"] == [{name: value for name, value in expected.items() if name != "moves"}], home
    assert home["replays"] == [], "the table is not listed"
    best = [(p["rule"], p["speed"], p["name"], p["rating"], p["deviation"], p["games"]) for p in home["leaders"]]
    assert best == [("standard", "blitz", "Bob", 1662, 290, 1), ("standard", "blitz", "Ann", 1338, 290, 1)], best
    assert home["online"] == 3, home
    await server.stop()

    make_old(directory)
    server = await Server(["--data", directory, "--keep-finished", "1"]).start()
    # The test waits for the log because a request for the room would keep the room.
    await server.said("removed 2 old rooms")
    assert (await server.get("/api/rooms/old"))[0] == 404
    assert await server.json(address) == {**expected, "times": times, "left": left}
    status, headers, body = await server.get(address + ".sgf")
    assert (
        status == 200 and b"PB[Ann]" in body and b"RE[W+" in body and f"{epoch}-1.sgf" in headers["content-disposition"]
    ), body
    status, _, body = await server.get(address + ".psq")
    assert status == 200 and body.startswith(b"Piskvorky 15x15"), body
    status, profile = await person(server, bob.id)
    assert status == 200 and profile["name"] == "Bob" and profile["claimed"] and profile["won"] == 1, profile
    status, profile = await person(server, guest.id)
    assert (profile["name"], profile["claimed"], profile["games"]) == ("Gus", False, 0) and "since" not in profile, (
        profile
    )
    assert (await person(server, "Gus"))[0] == 404, "a guest has no name of its own"
    for path, code in [
        ("/api/people/nobody", "no-such-person"),
        ("/api/people/nobody/games", "no-such-person"),
        ("/api/people/Ann/x", "not-found"),
        ("/api/games/x-1", "no-such-game"),
        ("/api/games/x", "no-such-game"),
        (f"{address}.txt", "no-such-game"),
        ("/api/people/", "no-such-person"),
    ]:
        status, _, body = await server.get(path)
        assert status == 404 and json.loads(body)["code"] == code, (path, body)
    await server.stop()
    place = store.program_arguments(["--data", directory])
    assert_sound(*place)
    make_stronger(directory, ann.id)
    status, told, _ = run("check", *place)
    assert status == 65 and "does not follow from the games" in told, told


@pytest.mark.stores("directory")
async def test_export_and_import_between_directory_and_redis(tmp_path):
    """`export` and `import` move people, games and rooms from a directory into a Redis and back.
    Play continues in each."""
    directory = str(tmp_path)
    places = [["--data", f"{directory}/a"], ["--store", Redis.address(f"{directory}/b")], ["--data", f"{directory}/c"]]

    def tool(*words, place, status=0):
        found, told, wrong = run(*words, *place)
        assert found == status, (words, told, wrong)
        return told + wrong

    server = await Server(places[0]).start()
    ann, bob = await claimed(server, "Ann"), await claimed(server, "Bob")
    await rated_game("r", ann, bob)
    await bob.delta("r", {"result": "x", "reason": "resign"})
    ann.send(type="say", room="r", id="said", text="well played")
    await bob.expect("said", where=lambda m: m["text"] == "well played")
    profile, games, token = await person(server, "Ann"), await server.json("/api/people/Bob/games"), ann.token
    await server.stop()
    first, second, third = (f"{directory}/{number}.export" for number in (1, 2, 3))
    tool("export", first, place=places[0])
    tool("import", first, place=places[1])
    assert "was not changed" in tool("import", first, place=places[1], status=74), "nothing is written over"
    server = await Server(places[1]).start()
    assert (await person(server, "Ann"), await server.json("/api/people/Bob/games")) == (profile, games)
    ann = await Client.connect(server.port, token=token)
    assert ann.id == profile[1]["id"]
    snapshot = await ann.join("r")
    assert snapshot["state"]["result"] == "x" and snapshot["chat"][0]["text"] == "well played", snapshot
    await server.stop()
    tool("export", second, place=places[1])
    tool("import", second, place=places[2])
    tool("export", third, place=places[2])
    assert len({Path(file).read_text().split("\n", 1)[1] for file in (first, second, third)}) == 1, (
        "the same file each time"
    )
    server = await Server(places[2]).start()
    bob, answer = await login(server, "Bob")
    ann = await Client.connect(server.port, token=token)
    assert answer["type"] == "welcome"
    # The IDs must be new. IDs are exported, too, so the server would answer the first ones with
    # their earlier results.
    ann.count = bob.count = 100
    await rated_game("r", ann, bob, 2)
    await bob.delta("r", {"result": "x", "reason": "resign"})
    assert (await person(server, "Ann"))[1]["games"] == 2
    await server.stop()
    assert_sound(*places[2])


async def test_people_and_ratings_in_memory():
    """Without a directory the server has names, ratings and games while it runs. A rematch is
    rated, too."""
    server = await Server().start()
    ann, bob = await claimed(server, "Ann"), await claimed(server, "Bob")
    await rated_game("r", ann, bob)
    await bob.delta("r", {"offer": "draw o"})
    await ann.delta("r", {"result": "draw", "reason": "agreement"})
    _, profile = await person(server, "Ann")
    assert (profile["drawn"], profile["ratings"][0]["rating"], profile["ratings"][0]["games"]) == (1, 1500, 1), profile
    assert len((await server.json("/api/people/Bob/games"))["games"]) == 1
    # The delta for the rematch does not contain the key `rated`.
    await ann.delta("r", {"offer": "rematch x"})
    answer = await bob.delta("r", {"game": "2", "rule": "standard", "clock": "300+5", "x": bob.id, "o": ann.id})
    assert answer["set"]["rated"] == "yes", answer
    assert (await login(server, "Bob"))[1]["type"] == "welcome"
    await server.stop()

"""The lobby over the wire protocol: seekers are paired exactly once, and `~lobby` lists seeks and
games. test_contract_lobby.py tests it with each store."""

import random

import pytest
import pytest_asyncio

from gomokutest.client import Client, applied
from gomokutest.environment import SEED
from gomokutest.lobby import LOBBY, seek, until_empty, watch
from gomokutest.people import claim
from gomokutest.websocket import cut_idle

pytestmark = pytest.mark.all_stores


@pytest_asyncio.fixture(autouse=True)
async def emptied(server):
    """Removes all seeks from the lobby after each test."""
    yield
    cut_idle(set(server.ports))
    await until_empty(server)


@pytest.mark.smoke
async def test_two_seekers_are_paired_and_play(server):
    """Two clients seek the same game, are paired, and play it in a separate room. Meanwhile the
    lobby lists the seeks and the game."""
    watcher, snapshot = await watch(server)
    assert snapshot["kind"] == "lobby" and snapshot["seated"] == [], snapshot
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    answer = await seek(ann, "s1", clock="300+5", takebacks="no")
    listed = {
        "by": ann.id,
        "name": "Ann",
        "bot": False,
        "rating": 1500,
        "rule": "freestyle",
        "clock": "300+5",
        "opening": "none",
        "size": "15",
        "takebacks": "no",
        "rated": False,
    }
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
    board = f"board.{room}"
    shown, changes = [], []
    while changes[-1:] != [{f"play.{room}": None}]:
        changes.append((await watcher.expect("delta"))["set"])
        assert set(changes[-1]) in ({board}, {f"play.{room}"}), changes
        shown += [changes[-1][board]["moves"]] if changes[-1].get(board) else []
    # The board follows each move but the last, which ends the game, and disappears before the game.
    assert shown == [" ".join(moves[:count]) for count in range(len(moves))], shown
    assert changes[-2] == {board: None}, changes
    for client in (watcher, ann, bob):
        client.cut()


async def test_lobby_refuses_deltas_chat_and_malformed_requests(server):
    """The lobby refuses deltas and chat, seeks for games that do not exist, and accepts with
    malformed keys."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(LOBBY)
    assert (await ann.delta(LOBBY, {"seek.1": None}))["code"] == "read-only"
    assert (await ann.delta(LOBBY, {"mine": 1}, scope="private"))["code"] == "read-only"
    ann.send(type="say", room=LOBBY, id="c", text="hello")
    assert (await ann.expect("error"))["code"] == "read-only"
    for wrong in [
        {"rule": "chess"},
        {"clock": "0300+5"},
        {"clock": "0+5"},
        {"opening": "rif"},
        {"size": "16"},
        {"takebacks": True},
        {"rated": "yes"},
        {"rating": "1700-1300"},
        {"rating": "0-99999"},
        {"rating": "-1-2"},
        {"rating": 1500},
    ]:
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
    # The rate limit: about the twenty-first request within a second is refused.
    bob = await Client.connect(server.port, "Bob")
    for _ in range(30):
        bob.send(type="accept", id="w", seek="seek.1")
    codes = [(await bob.expect("error"))["code"] for _ in range(30)]
    assert codes[0] == "gone" and codes[-1] == "rate-limited", codes
    bob.cut()


async def test_too_many_lobby_requests_are_rate_limited(server):
    """A client that sends too many requests to the lobby is rate-limited for a while."""
    ann = await Client.connect(server.port, "Ann")
    for number in range(25):
        ann.send(type="seek", id=f"{number}", rule="caro", size="13")
    answers = [await ann.expect("seeking", "error") for _ in range(25)]
    assert [answer["type"] for answer in answers[:20]] == ["seeking"] * 20, answers
    refused = answers[-1]
    assert refused["code"] == "rate-limited" and refused["retryAfter"] > 0, refused
    await server.skip(refused["retryAfter"] / 1_000)
    assert (await seek(ann, "again", rule="caro", size="13"))["type"] == "seeking"


async def test_pairing_respects_rating_ranges(server):
    """Seekers outside each other's rating range are not paired. If several seeks fit, the oldest is
    taken."""
    people = [await Client.connect(server.port, name) for name in ("Ann", "Bob", "Cid", "Dan", "Eve")]
    ann, bob, cid, dan, eve = people
    assert (await seek(ann, rating="1600-1800", rule="caro"))["type"] == "seeking"
    assert (await seek(bob, rule="caro"))["type"] == "seeking", "1500 is out of Ann's range"
    answer = await seek(cid, rule="caro", rating="1700-1800")
    assert answer["type"] == "seeking" and answer["seek"]["range"] == "1700-1800", answer
    assert (await seek(dan, rule="caro", rating="1500-1500"))["type"] == "paired"
    assert (await bob.expect("paired"))["id"] == "s"
    # The range also applies to a client that accepts a listed seek.
    eve.send(type="accept", id="a", seek=answer["key"])
    assert (await eve.expect("error"))["code"] == "out-of-range"
    for one in people:
        one.cut()
    await until_empty(server)


async def test_seek_ends_with_unseek_a_new_seek_or_its_connection(server):
    """A seek ends with `unseek`, with another seek of its connection, and with the connection. It
    follows a rename."""
    watcher, _ = await watch(server)
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
    # A participant with two connections is not paired with itself.
    one = await Client.connect(server.port, "Bob")
    two = await Client.connect(server.port, token=one.token)
    assert (await seek(one))["type"] == "seeking" and (await seek(two))["type"] == "seeking"
    for client in (watcher, one, two):
        client.cut()
    await until_empty(server)


async def test_game_of_a_missing_paired_player_can_be_claimed(server):
    """A paired player whose connection broke gets `paired` again after the hello. A player who
    never joins the room is announced as absent, and after a minute the other player may claim the
    game."""
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    await seek(ann, "s1")
    await seek(bob, "s2")
    paired = await ann.expect("paired")
    token = bob.token
    bob.cut()
    bob = await Client.connect(server.port, token=token)
    again = await bob.expect("paired")
    assert again == {"type": "paired", "room": paired["room"], "side": "o" if paired["side"] == "x" else "x"}, again
    bob.cut()
    snapshot = await ann.join(paired["room"])
    assert [one["name"] for one in snapshot["seated"]] == ["Bob"], snapshot
    await server.skip(15)
    delta = await ann.expect("delta", where=lambda m: "gone" in m["set"])
    other = "o" if paired["side"] == "x" else "x"
    side, at = delta["set"]["gone"].split()
    assert side == other and int(at) > delta["at"], delta
    again = await ann.join(paired["room"], since=0, epoch=snapshot["epoch"])
    assert [one["name"] for one in again["seated"]] == ["Bob"], again
    won = {"result": paired["side"], "reason": "abandoned"}
    assert (await ann.delta(paired["room"], won))["type"] == "reject", "before the time that is told"
    await server.skip(60)
    assert (await ann.delta(paired["room"], won))["set"]["result"] == paired["side"]


async def test_rated_seeks_and_spectator_chat_of_rated_games(server):
    """Rated seeks need claimed names, and rating ranges apply. While a rated game runs, the players
    do not receive the spectators' chat."""
    ann, bob, eve, fay = [await Client.connect(server.port, name) for name in ("Ann", "Bob", "Eve", "Fay")]
    watcher, _ = await watch(server)
    assert (await seek(ann, "s0", rated=True))["code"] == "bad-message", "a rated game has a clock"
    terms = {"clock": "300+5", "rated": True, "rule": "standard"}
    assert (await seek(ann, "s1", **terms))["code"] == "not-claimed"
    for player, name in ((ann, "LobbyAnn"), (bob, "LobbyBob")):
        assert (await claim(player, name))["type"] == "account"
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
        """Returns the chat messages that a client has received so far. The server of the room sends
        the pong after them."""
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
    assert (outside["chat"], outside["participants"]) == ([], []), "chat and presence are for people in the room"
    x, o = (bob, ann) if found["side"] == "x" else (ann, bob)
    for number, point in enumerate(("h8", "a1", "i8", "c1", "j8", "e1"), 1):
        assert (await (x if number % 2 else o).move(room, number, point))["type"] == "delta"
    assert (await x.delta(room, {"result": "o", "reason": "resign"}))["type"] == "delta"
    assert [line["id"] for line in (await ann.join(room))["chat"]] == ["psst", "hi"], (
        "when it is over everybody may read everything"
    )
    # The next seeks show the winner's higher and the loser's lower rating.
    won, lost = (await seek(o, "w", **terms))["seek"]["rating"], None
    assert won > 1500, won
    answer = await seek(x, "l", **terms, rating="1500-1500")
    lost = answer["seek"]["rating"]
    assert answer["type"] == "seeking" and lost < 1500, answer
    assert (await seek(x, "m", **terms, rating=f"{won}-{won}"))["type"] == "paired"
    for client in (ann, bob, eve, fay, watcher):
        client.cut()


async def test_seek_list_built_from_deltas_equals_the_snapshot(server, thorough):
    """After random seeks, accepts and ends, a list that a client has updated by deltas equals a new
    snapshot."""
    seed = SEED
    chance = random.Random(seed)
    watcher, snapshot = await watch(server)
    state, rev = snapshot["state"], snapshot["rev"]
    people = [await Client.connect(server.port, f"P{n}") for n in range(12)]
    for step in range(600 if thorough else 150):
        who = chance.randrange(len(people))
        one, what = people[who], chance.random()
        if what < 0.6:
            one.send(
                type="seek",
                id=f"{step}",
                rule=chance.choice(["freestyle", "renju", "caro"]),
                size=chance.choice(["15", "19"]),
            )
        elif what < 0.75:
            one.send(type="unseek")
        elif what < 0.9:
            keys = [key for key in state if key.startswith("seek.")]
            one.send(type="accept", id=f"{step}", seek=chance.choice(keys) if keys else "seek.1")
        else:
            one.cut()
            people[who] = await Client.connect(server.port, f"P{who}")
        # The pong arrives after everything that the request caused on this connection.
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
    fresh, snapshot = await watch(server)
    while rev < snapshot["rev"]:
        message = await watcher.expect("delta")
        state, rev = applied(state, message["set"]), rev + 1
    assert state == snapshot["state"], (seed, state, snapshot["state"])
    assert not [key for key in state if key.startswith("seek.")], (seed, state)
    watcher.cut()
    fresh.cut()

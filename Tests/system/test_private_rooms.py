"""Unlisted rooms, and rooms that are shared by a secret link."""

import json

import pytest

from gomokutest import store
from gomokutest.client import Client
from gomokutest.redis import Redis
from gomokutest.server import Server

pytestmark = pytest.mark.all_stores

SECRET, OTHER = "ABCabc019-_ABCabc019-_", "ABCabc019-_ABCabc019-A"


async def http(server, path, secret=None):
    """Returns status and body of a response."""
    headers = [("Authorization", f"Bearer {secret}")] if secret else []
    status, _, body = await server.get(path, headers)
    return status, body.decode()


async def listed(server):
    return [room["room"] for room in (await server.json("/api/rooms?limit=500"))["rooms"]]


async def lobby(server):
    return (await server.json("/api/rooms/~lobby"))["state"]


async def begin(server, room, secret=None, **terms):
    """Lets Ann create the room with a game, and Bob take the other seat."""
    more = {"secret": secret} if secret else {}
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    for client in (ann, bob):
        assert (await client.join(room, **more))["type"] == "snapshot"
    assert (await ann.delta(room, {"game": "1", "x": ann.id, **terms}))["type"] == "delta"
    assert (await bob.delta(room, {"o": bob.id}))["type"] == "delta"
    return ann, bob


async def test_unlisted_room_is_readable_only_by_name(server):
    """A room is listed only if its creator says so. A visitor who knows its name can read the game
    over HTTP, but neither chat nor presence."""
    ann, bob = await begin(server, "quiet")
    ann.send(type="say", room="quiet", id="c", text="just us")
    await ann.expect("said")
    assert "quiet" not in await listed(server) and "play.quiet" not in await lobby(server)
    assert "quiet" not in (await http(server, "/metrics"))[1]
    snapshot = await server.json("/api/rooms/quiet")
    assert snapshot["state"]["x"] == ann.id and snapshot["rev"] == 2, snapshot
    assert (snapshot["participants"], snapshot["chat"]) == ([], []), snapshot
    seated = [one["name"] for one in snapshot["seated"]]
    assert seated == ["Ann", "Bob"], snapshot
    bob.send(type="leave", room="quiet")
    await ann.expect("participants", where=lambda m: m["left"] == [bob.id])
    assert [one["name"] for one in (await server.json("/api/rooms/quiet"))["seated"]] == seated, "presence"
    eve = await Client.connect(server.port, "Eve")
    assert (await eve.join("quiet"))["chat"][0]["id"] == "c", "in the room there is chat"
    await begin(server, "loud", listed="yes")
    assert "loud" in await listed(server) and "play.loud" in await lobby(server)


async def test_room_with_a_secret_is_indistinguishable_from_a_missing_one(server):
    """Without the secret a room with a secret cannot be distinguished from a room that does not
    exist."""
    ann, _ = await begin(server, "tea", SECRET, listed="yes")
    assert "tea" not in await listed(server) and "play.tea" not in await lobby(server), "not even when it says so"
    assert "tea" not in (await http(server, "/metrics"))[1]
    for path in ("", "/history", "/games/1.sgf", "/games/1.psq", "/games/1/report", "/games/1/puzzle", "/study.sgf", "/else"):
        for secret in (None, OTHER, "short"):
            found = await http(server, f"/api/rooms/tea{path}", secret)
            none = await http(server, f"/api/rooms/nil{path}", secret)
            assert found[0] == 404 and found[1].replace("tea", "nil") == none[1], (path, secret, found, none)
    status, body = await http(server, "/api/rooms/tea", SECRET)
    snapshot = json.loads(body)
    assert status == 200 and snapshot["state"]["x"] == ann.id, body
    assert (snapshot["participants"], snapshot["chat"]) == ([], []), snapshot
    assert (await http(server, "/api/rooms/tea/history", SECRET))[0] == 200
    assert (await http(server, "/api/rooms/tea/games/1.sgf", SECRET))[0] == 200
    for more in ({}, {"secret": OTHER}):
        eve = await Client.connect(server.port, "Eve")
        answers = [await eve.join(room, **more) for room in ("tea", f"no-tea{len(more)}")]
        for answer in answers:
            for part in ("room", "epoch"):
                answer.pop(part)
        assert answers[0] == answers[1] and answers[0]["state"] == {} and answers[0]["host"] == eve.id, answers
        # Eve's deltas go to the room without a secret.
        assert (await eve.delta("tea", {"game": "1", "x": eve.id}))["rev"] == 1
        assert (await eve.delta("tea", {"o": eve.id}))["rev"] == 2
        eve.cut()
    assert (await ann.delta("tea", {"move": "1", "col1": "7", "row1": "7"}))["rev"] == 3, "nobody came between"
    # A resume does not reveal the room either.
    eve = await Client.connect(server.port, "Eve")
    assert (await eve.join("tea", since=1, epoch=snapshot["epoch"]))["type"] == "snapshot"
    eve.cut()


async def test_client_with_the_secret_may_join_and_play(server):
    """A client that knows the secret may enter and take the open seat. Only the two players may
    start the next game."""
    ann, bob = await begin(server, "milk", SECRET)
    eve = await Client.connect(server.port, "Eve")
    assert (await eve.join("milk", secret=SECRET))["state"]["o"] == bob.id
    assert (await ann.delta("milk", {"result": "o", "reason": "resign"}))["type"] == "delta"
    assert (await eve.delta("milk", {"game": "2", "x": eve.id}))["code"] == "not-seated"
    assert (await bob.delta("milk", {"game": "2", "x": bob.id}))["type"] == "delta"
    assert (await eve.delta("milk", {"o": eve.id}))["type"] == "delta"
    # A connection can be in only one room of the same name at a time.
    answer = await eve.join("milk")
    assert (answer["type"], answer["code"]) == ("error", "bad-message"), answer
    eve.send(type="leave", room="milk")
    assert (await eve.join("milk"))["state"] == {}


async def test_malformed_secrets_are_refused(server):
    """A secret has 22 to 128 letters, digits, - and _. Any other secret is a bad message."""
    ann = await Client.connect(server.port, "Ann")
    for secret in (
        "",
        "short",
        "a" * 21,
        "a" * 129,
        "ABCabc019-_ABCabc019-=",
        "ABCabc019-_ABCabc019-é",
        7,
        {},
        ["a" * 22],
    ):
        answer = await ann.join("cup", secret=secret)
        assert (answer["type"], answer["code"]) == ("error", "bad-message"), (secret, answer)
    answer = await ann.join("~lobby", kind="lobby", secret=SECRET)
    assert (answer["type"], answer["code"]) == ("error", "bad-message"), answer
    assert (await ann.join("cup", secret=None))["type"] == "snapshot", "null is none"


async def test_restart_preserves_room_visibility_and_stores_no_secret(tmp_path):
    """After a restart rooms are listed, unlisted and secret as before. No secret is on disk or in
    the log."""
    server = await Server(["--data", str(tmp_path)]).start()
    ann, _ = await begin(server, "tea", SECRET)
    await begin(server, "loud", listed="yes")
    eve, _ = await begin(server, "tea")
    await server.stop()
    await server.start()
    assert await listed(server) == ["loud"]
    assert json.loads((await http(server, "/api/rooms/tea", SECRET))[1])["state"]["x"] == ann.id
    assert (await server.json("/api/rooms/tea"))["state"]["x"] == eve.id
    assert (await http(server, "/api/rooms/tea", OTHER))[0] == 404
    back = await Client.connect(server.port, token=ann.token)
    assert (await back.join("tea", secret=SECRET))["rev"] == 2
    await server.stop()
    if store.is_redis():
        stored = Redis.bytes()
    else:
        stored = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert ann.id.encode() in stored and SECRET.encode() not in stored
    assert not any(SECRET in line for line in server.log), "the log"

"""The puzzle of a lost game over HTTP: its routes, its refusals, and the cached answer."""

import json

import pytest

from gomokutest.checks import same
from gomokutest.client import Client

pytestmark = pytest.mark.all_stores

# O wins. After ten moves, X misses the points that hold.
LOST = "e7 d10 b4 g7 h5 e12 d6 f8 c5 a3 h6 e9 c11 f10 d8 e10 e11 g10 c10 h10".split()
SECRET = "ABCabc019-_ABCabc019-_"


def cell(name):
    return f"{ord(name[0]) - 97},{15 - int(name[1:])}"


async def begin(server, room, **more):
    """Lets Ann start a game against Bob. Returns both, and the epoch of the room."""
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    for client in (ann, bob):
        epoch = (await client.join(room, **more))["epoch"]
    assert (await ann.delta(room, {"game": "1", "x": ann.id}))["type"] == "delta"
    assert (await bob.delta(room, {"o": bob.id}))["type"] == "delta"
    return ann, bob, epoch


async def play(room, players, points):
    for number, point in enumerate(points, 1):
        answer = await players[(number - 1) % 2].move(room, number, point)
        assert answer["type"] == "delta", answer


async def get(server, path, *headers):
    status, _, body = await server.get(path, headers)
    return status, json.loads(body)


async def test_loser_gets_one_puzzle_from_the_game(server, room):
    """The default is the loser's side. Both routes, and the second request, give the same puzzle.
    While the game runs, the puzzle is refused as a report is."""
    ann, bob, epoch = await begin(server, room)
    await play(room, (ann, bob), LOST[:-1])
    path, permanent = f"/api/rooms/{room}/games/1/puzzle", f"/api/games/{epoch}-1/puzzle"
    for name in ("puzzle", "puzzle?side=x", "report"):
        status, answer = await get(server, f"/api/rooms/{room}/games/1/{name}")
        same((status, answer["code"]), (409, "not-over"), f"{name} while the game runs")
    same((await get(server, permanent))[1]["code"], "no-such-game", "the permanent address while the game runs")
    assert (await bob.move(room, len(LOST), LOST[-1]))["type"] == "delta"
    status, puzzle = await get(server, path)
    same((status, puzzle["turn"], puzzle["kind"]), (200, "x", "defence"), "the puzzle")
    same(sorted(puzzle["x"] + puzzle["o"]), sorted(map(cell, LOST[:10])), "the position")
    same(puzzle["last"], cell(LOST[9]), "its last stone")
    assert 1 <= len(puzzle["points"]) <= 3 and cell(LOST[10]) not in puzzle["points"], puzzle
    for other in (
        path,
        f"{path}?side=x",
        f"{path}?side=",
        permanent,
        f"{permanent}?side=x",
        f"{permanent}?missing=null",
    ):
        same(await get(server, other), (200, puzzle), other)


async def test_refusals_have_codes(server, room):
    """An impossible side, a game without a puzzle, and missing games are refused with a code. With
    `missing=null`, a game without a puzzle is no error."""
    ann, bob, epoch = await begin(server, room)
    await play(room, (ann, bob), "h8 a1 h9 a2 h10 a3 h11 a4 h12".split())
    path, permanent = f"/api/rooms/{room}/games/1/puzzle", f"/api/games/{epoch}-1/puzzle"
    for address in (path, permanent):
        for side in ("", "?side=o", "?side=x"):
            status, answer = await get(server, address + side)
            same((status, answer["code"]), (404, "no-puzzle-in-game"), address + side)
        status, answer = await get(server, f"{address}?side=z")
        same((status, answer["code"]), (400, "bad-message"), "an impossible side")
    same(await get(server, f"{permanent}?missing=null"), (200, None), "no error for a browser")
    same((await get(server, f"/api/rooms/{room}/games/2/puzzle"))[1]["code"], "not-found", "no second game")
    same((await get(server, "/api/games/knothing12345-1/puzzle"))[1]["code"], "no-such-game", "an unknown epoch")
    status, answer = await get(server, f"/api/rooms/{room}/games/0/puzzle")
    same((status, answer["code"]), (404, "not-found"), "a number that no game has")


async def test_puzzle_of_a_private_room_needs_the_secret(server, room):
    """Without the secret, the puzzle cannot be told from that of a missing room."""
    ann, bob, _ = await begin(server, room, secret=SECRET)
    await play(room, (ann, bob), LOST)
    path = f"/api/rooms/{room}/games/1/puzzle"
    for query in ("", "?side=x", "?side=z"):
        status, answer = await get(server, path + query)
        none = await get(server, path.replace(room, "nil") + query)
        same((status, json.dumps(answer).replace(room, "nil")), (none[0], json.dumps(none[1])), query)
        same(status, 404, query)
    status, puzzle = await get(server, path, ("Authorization", f"Bearer {SECRET}"))
    same((status, puzzle["turn"]), (200, "x"), "with the secret")

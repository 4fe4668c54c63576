"""The robot analyses positions for clients: lines, proofs, refusals and the end of an analysis."""

import asyncio
import base64

import pytest

from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.environment import TIMEOUT
from gomokutest.people import claimed, rated_game
from gomokutest.proofs import Proof, Wrong

# X makes a double four with one stone on h8.
WON = {"rule": "freestyle", "size": 15, "turn": "x"} | {
    "x": ["7,4", "7,5", "7,6", "4,7", "5,7", "6,7"],
    "o": ["7,3", "3,7"],
}
QUIET = {"rule": "renju", "size": 15, "turn": "o", "x": ["7,7", "9,7"], "o": ["8,8"]}


async def analysis(client, **order):
    """Asks for an analysis, and returns its messages up to the last one."""
    client.count += 1
    name = f"a{client.count}"
    client.send(type="analyse", id=name, **order)
    messages = []
    while not messages or not messages[-1]["done"]:
        messages.append(await client.expect("analysis", where=lambda m: m["id"] == name))
    return messages


def turned(cell):
    column, row = map(int, cell.split(","))
    return f"{14 - row},{column}"


@pytest.mark.smoke
async def test_a_win_is_proven(server):
    """The last message about a won position has a proof that a second checker accepts, and a line
    that ends with a five. A turned position is answered from the store with the same proof."""
    ann = await Client.connect(server.port, "Ann")
    messages = await analysis(ann, **WON)
    last = messages[-1]
    same([line["chance"] for line in last["lines"]], [100], "the chance to win")
    claim = next(claim for claim in last["claims"] if claim["kind"] == "wins")
    proof = Proof(claim["proof"])
    proof.check()
    same(sorted(proof.stones[0]), sorted(15 * int(r) + int(c) for c, r in (p.split(",") for p in WON["x"])), "X")
    same(last["lines"][0]["proof"], claim["name"], "the line's proof")
    same((claim["means"], claim["moves"], len(claim["line"])), ("fours", 2, 3), "the winning line")
    # The line is legal, and its last move completes a five.
    for number, cell in enumerate(claim["line"]):
        column, row = map(int, cell.split(","))
        point = 15 * row + column
        same(point in proof.empty(), True, "an empty point")
        same(proof.is_five(number % 2, point), number == 2, "the five")
        proof.stones[number % 2].add(point)

    other = {**WON, "x": [turned(cell) for cell in WON["x"]], "o": [turned(cell) for cell in WON["o"]]}
    (answer,) = await analysis(await Client.connect(server.port, "Bob"), **other)
    same(answer["stored"], True, "a stored answer")
    same(answer["lines"][0]["cell"], turned(last["lines"][0]["cell"]), "the turned move")
    same(answer["claims"][0]["name"], claim["name"], "the name of the proof")
    Proof(answer["claims"][0]["proof"]).check()


async def test_a_false_proof_is_found():
    """The second checker refuses a proof about a position in which it does not hold."""
    # The example of docs/PROOFS.md, then the same with another move of X, which makes no five.
    def text(*parts):
        return base64.urlsafe_b64encode(bytes.fromhex("".join(parts))).decode().rstrip("=")

    position = ("01000f00", "06430e0e0b0000", "023437", "00")
    Proof(text(*position, "01700000", "0100")).check()
    with pytest.raises(Wrong):
        Proof(text(*position, "01010000", "0100")).check()


async def test_lines_and_the_end(server):
    """An analysis shows as many lines as asked for. After a stop, and after a new request, the
    earlier analysis sends nothing."""
    ann = await Client.connect(server.port, "Ann")
    messages = await analysis(ann, **QUIET, lines=3, milliseconds=300)
    last = messages[-1]
    same(len({line["cell"] for line in last["lines"]}), 3, "three different moves")
    assert all(1 <= line["chance"] <= 99 for line in last["lines"]), last
    assert last["depth"] > 0, messages
    board = {**QUIET, "x": ["7,7", "9,9"]}
    ann.send(type="analyse", id="long", **board, milliseconds=60_000)
    await ann.expect("analysis", where=lambda m: m["id"] == "long")
    ann.send(type="analyse", id="next", **WON)
    while True:
        message = await ann.expect("analysis")
        if message["id"] == "next":
            break
    ann.send(type="analyse", id="again", **board, milliseconds=60_000)
    assert not (await ann.expect("analysis", where=lambda m: m["id"] != "next"))["done"]
    ann.send(type="analyse", id="end", stop=True)
    ann.send(type="ping", at=1)
    await ann.expect("pong")
    for stopped in (True, False):
        if not stopped:
            # A connection that closes ends its analysis too.
            ann.send(type="analyse", id="gone", **board, milliseconds=60_000)
            await ann.expect("analysis", where=lambda m: m["id"] == "gone")
            ann.cut()
        bob = await Client.connect(server.port, "Bob")
        async with asyncio.timeout(TIMEOUT):
            while (await server.metrics())["gomoku_analyses"]:
                bob.send(type="ping", at=1)
                await bob.expect("pong")


async def test_refusals(server, room):
    """A player cannot analyse the position of a rated game in progress, in any orientation; a
    spectator can. Invalid requests are refused."""
    ann, bob = await claimed(server, "Rated Ann"), await claimed(server, "Rated Bob")
    await rated_game(room, ann, bob)
    cells = ["7,7", "8,6", "6,6", "0,14", "2,14", "4,14"]
    for turn in (lambda cell: cell, turned):
        board = {"rule": "freestyle", "size": 15, "turn": "x"}
        board |= {"x": [turn(cell) for cell in cells[::2]], "o": [turn(cell) for cell in cells[1::2]]}
        for player in (ann, bob):
            player.send(type="analyse", id="mine", **board)
            same((await player.expect("error", "analysis"))["code"], "rated", "a player's request")
    eve = await Client.connect(server.port, "Eve")
    assert (await analysis(eve, **board, milliseconds=100))[-1]["done"]
    eve.send(type="analyse", id="bad", **{**QUIET, "x": ["8,8"]})
    same((await eve.expect("error", "analysis"))["code"], "bad-message", "two stones on one cell")
    over = {**QUIET, "rule": "freestyle", "x": [f"{column},3" for column in range(5)]}
    (answer,) = await analysis(eve, **over)
    same((answer["lines"], answer["claims"]), ([], []), "a position that is over")
    # A page that asks all the time must wait.
    for number in range(40):
        eve.send(type="analyse", id=f"n{number}", **over)
    refusal = await eve.expect("error")
    same(refusal["code"], "rate-limited", "too many requests")
    assert refusal["retryAfter"] > 0, refusal

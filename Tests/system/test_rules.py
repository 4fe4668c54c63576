"""The whole game over the wire: rules, openings, sizes, clocks, offers and records."""

import random

import pytest
import pytest_asyncio

from gomokutest import store
from gomokutest.checks import same
from gomokutest.client import Client, applied
from gomokutest.commands import run
from gomokutest.environment import SEED
from gomokutest.server import Server

pytestmark = pytest.mark.all_stores

RULES = {
    "freestyle": ["none", "swap", "swap2", "pro", "long-pro"],
    "standard": ["none", "swap", "swap2", "pro", "long-pro"],
    "caro": ["none", "swap", "swap2", "pro", "long-pro"],
    "renju": ["none", "swap", "swap2", "pro", "long-pro", "rif", "soosorv-8", "taraguchi-10"],
}
SIZES = [13, 15, 17, 19, 20]
# Each rule and each opening once. `make test-all` runs the other pairs.
TELLING = {
    ("standard", "none"),
    ("freestyle", "swap2"),
    ("standard", "swap"),
    ("caro", "pro"),
    ("freestyle", "long-pro"),
    ("renju", "rif"),
    ("renju", "soosorv-8"),
    ("renju", "taraguchi-10"),
}
# The number of random points that a test tries at one step of an opening. If all are refused, the
# test or the server is wrong.
TRIES = 4000


@pytest_asyncio.fixture(scope="module")
async def server(data, clock):
    """A server for all tables. After the tests `gomoku-server check` judges every delta again."""
    running = await Server(["--data", data], clock=clock).start()
    yield running
    assert await running.stop() == 0
    status, told, wrong = run(*store.program_arguments(["check", "--data", data]))
    assert status == 0, told[-500:] + wrong[-500:]


@pytest.fixture
def rng(request):
    """A random source for this test. TEST_SEED repeats its choices."""
    return random.Random(f"{SEED} {request.node.name}")


class Table:
    """Two players, a spectator, and the room's keys as the spectator sees them."""

    count = 0

    def __init__(self, server, room):
        self.server, self.room, self.values = server, room, {}

    @classmethod
    async def open(cls, server, **options):
        cls.count += 1
        self = cls(server, f"rules-{cls.count}")
        self.players = [await Client.connect(server.port, name) for name in ("Ann", "Bob")]
        self.eve = await Client.connect(server.port, "Eve")
        for client in (*self.players, self.eve):
            await client.join(self.room)
        await self.begin(**options)
        return self

    async def begin(self, **options):
        ann, bob = self.players
        number = int(self.values.get("game", 0)) + 1
        await self.do(ann, {"game": str(number), "x": ann.id, **options})
        await self.do(bob, {"o": bob.id})

    async def ask(self, client, set):
        """Sends a delta and returns the answer. Fails unless the spectator receives an accepted
        delta."""
        answer = await client.delta(self.room, set)
        if answer["type"] == "delta":
            seen = await self.eve.expect("delta", where=lambda m: m["rev"] == answer["rev"])
            same(seen["set"], answer["set"], "what a spectator sees")
            self.values = applied(self.values, seen["set"])
        return answer

    async def do(self, client, set):
        answer = await self.ask(client, set)
        same(answer["type"], "delta", f"{set}: {answer.get('message')}")
        return answer["set"]

    async def refused(self, client, set, code):
        answer = await self.ask(client, set)
        same((answer["type"], answer.get("code")), ("reject", code), f"{set}")
        return answer["message"]

    def who(self, side):
        return next(player for player in self.players if player.id == self.values[side])

    def stone(self, column, row):
        number = int(self.values["move"]) + 1
        return {"move": str(number), f"col{number}": str(column), f"row{number}": str(row)}

    async def moves(self, points):
        """Plays points such as `7,7`, each for the side to move. Returns the last delta."""
        for point in points.split():
            side = "x" if int(self.values["move"]) % 2 == 0 else "o"
            last = await self.do(self.who(side), self.stone(*point.split(",")))
        return last

    async def is_as_stored(self):
        same((await self.server.json(f"/api/rooms/{self.room}"))["state"], self.values, "the room's keys")

    def leave(self):
        for client in (*self.players, self.eve):
            client.cut()


async def opening(table, rng):
    """Plays the opening like a client that knows no opening and uses only `phase`, `awaits`,
    `choices` and `fifths`."""
    size = int(table.values.get("size", 15))
    steps = 0
    while "phase" in table.values:
        phase, side = table.values["phase"], table.values["awaits"]
        actor = table.who(side)
        other = next(player for player in table.players if player is not actor)
        choices = table.values.get("choices")
        fifths = table.values.get("fifths", "").split()
        for tries in range(TRIES):
            # Openings are played near the middle of the board.
            spread = rng.choice([1, 2, 4, size // 2])
            point = [min(size - 1, max(0, size // 2 + rng.randint(-spread, spread))) for _ in range(2)]
            if choices:
                step = {"choice": rng.choice(choices.split())}
            elif phase == "offer-fifths":
                step = {"fifth": f"{point[0]},{point[1]}"}
            elif phase == "pick-fifth":
                step = table.stone(*rng.choice(fifths).split(","))
            else:
                step = table.stone(*point)
            if tries == 0 and actor is not other:
                await table.refused(other, step, "not-your-turn")
            answer = await table.ask(actor, step)
            if answer["type"] == "delta":
                break
            if answer["code"] not in ("forbidden-move", "occupied", "bad-value"):
                raise AssertionError(f"{phase} by {side}: {step}: {answer}")
        else:
            raise AssertionError(f"{phase}: nothing goes")
        steps += 1
        if steps > 60:
            raise AssertionError("the opening does not end")
    return steps


@pytest.mark.parametrize(
    ("rule", "name"),
    [
        pytest.param(rule, name, marks=[] if (rule, name) in TELLING else [pytest.mark.full])
        for rule in RULES
        for name in RULES[rule]
    ],
)
async def test_opening(server, rng, rule, name):
    """The opening can be played on boards of two sizes. The game goes on after it, and its record
    is correct."""
    for size in (15, rng.choice(SIZES)):
        table = await Table.open(server, rule=rule, opening=name, size=str(size))
        steps = await opening(table, rng)
        assert (name == "none") == (steps == 0), f"{steps} steps"
        # The players may have swapped sides.
        for _ in range(6):
            side = "x" if int(table.values["move"]) % 2 == 0 else "o"
            for _ in range(TRIES):
                answer = await table.ask(table.who(side), table.stone(rng.randrange(size), rng.randrange(size)))
                if answer["type"] == "delta":
                    break
        await table.do(table.who("x"), {"result": "o", "reason": "resign"})
        await table.is_as_stored()
        record = (await server.get(f"/api/rooms/{table.room}/games/1.sgf"))[2].decode()
        for wanted in (f"SZ[{size}]", "GM[4]", "RE[W+R"):
            assert wanted in record, f"{wanted} is not in {record[:300]}"
        table.leave()


@pytest.mark.parametrize("rule", RULES)
async def test_five_in_a_row_ends_the_game(server, rule):
    """Five in a row end the game, and the delta has the winning row."""
    table = await Table.open(server, rule=rule)
    last = await table.moves("3,7 0,0 4,7 2,0 5,7 4,0 6,7 6,0 7,7")
    same((last["result"], last["reason"], last["line"]), ("x", "five", "3,7 4,7 5,7 6,7 7,7"), rule)
    await table.refused(table.players[1], table.stone(9, 9), "game-over")
    table.leave()


@pytest.mark.parametrize(
    ("rule", "result"), [("freestyle", "x"), ("standard", None), ("caro", None), ("renju", "forbidden")]
)
async def test_six_in_a_row_under_each_rule(server, rule, result):
    """Six in a row win under freestyle, do not count under standard and caro, and are forbidden to
    X under renju."""
    table = await Table.open(server, rule=rule)
    await table.moves("2,7 0,0 3,7 2,0 4,7 4,0 6,7 6,0 7,7 8,0")
    ann = table.players[0]
    if result == "forbidden":
        message = await table.refused(ann, table.stone(5, 7), "forbidden-move")
        assert "overline" in message and "f8" in message, message
    else:
        same((await table.do(ann, table.stone(5, 7))).get("result"), result, f"six under {rule}")
    table.leave()


@pytest.mark.parametrize(
    ("rule", "points", "result"),
    [
        pytest.param("renju", "0,0 2,7 2,0 3,7 4,0 4,7 6,0 6,7 8,0 7,7 10,0 5,7", "o", id="renju-six-for-O"),
        pytest.param("caro", "3,7 2,7 4,7 8,7 5,7 0,0 6,7 2,0 7,7", None, id="caro-closed-at-both-ends"),
        pytest.param("caro", "0,7 5,7 1,7 8,0 2,7 0,0 3,7 2,0 4,7", "x", id="caro-closed-at-one-end-and-the-edge"),
    ],
)
async def test_overlines_and_closed_ends_under_each_rule(server, rule, points, result):
    """Renju allows O an overline. Under caro five in a row do not count if the opponent has closed
    both ends. The edge of the board closes no end."""
    table = await Table.open(server, rule=rule)
    last = await table.moves(points)
    same((last.get("result"), last.get("reason")), (result, result and "five"), "the result")
    table.leave()


@pytest.mark.parametrize(
    ("kind", "points"),
    [
        ("double three", "5,7 0,0 6,7 2,0 7,5 4,0 7,6 6,0"),
        ("double four", "4,7 3,7 5,7 0,0 6,7 2,0 7,4 7,3 7,5 4,0 7,6 6,0"),
    ],
)
async def test_renju_forbids_double_threes_and_fours(server, kind, points):
    """Renju forbids X a double three and a double four. The message names the reason and the
    point."""
    table = await Table.open(server, rule="renju")
    await table.moves(points)
    message = await table.refused(table.players[0], table.stone(7, 7), "forbidden-move")
    assert kind in message and "h8" in message, message
    table.leave()


async def test_board_sizes(server):
    """Boards can have 13, 15, 17, 19 or 20 points per side, and no other size."""
    for size in SIZES:
        table = await Table.open(server, size=str(size))
        last = size - 1
        await table.refused(table.players[0], table.stone(size, 0), "off-board")
        await table.moves(f"{last},{last} 0,0")
        table.leave()
    table = await Table.open(server)
    await table.do(table.players[0], {"result": "o", "reason": "resign"})
    await table.refused(table.players[0], {"game": "2", "size": "16", "x": table.players[0].id}, "bad-value")
    table.leave()


@pytest.mark.parametrize("terms", ["1+0", "0/2x1"])
async def test_game_ends_when_the_flag_falls(server, terms):
    """The server ends a game when the time of the side to move has run out, and not before. No
    clock runs before both players have moved."""
    table = await Table.open(server, clock=terms)
    _, bob = table.players
    await table.moves("7,7")
    await server.skip(10)
    same(table.values.get("turnAt"), None, "nobody's time runs before both have moved")
    await table.moves("8,8")
    same("turnAt" in table.values, True, "X's time runs")
    await table.refused(bob, {"result": "o", "reason": "time"}, "bad-value")
    # X may have up to a second more as compensation for lag.
    await server.skip(3)
    fallen = await table.eve.expect("delta")
    same((fallen["by"], fallen["set"]["result"], fallen["set"]["reason"]), ("server", "o", "time"), terms)
    table.leave()


async def test_clock_formats_and_increments(server):
    """A quick move gains its increment. A clock has the form `main+increment` or
    `main/periodsxlength`."""
    table = await Table.open(server, clock="300+5")
    await table.moves("7,7 8,8 7,8")
    assert 300_000 < int(table.values["xTime"]) <= 305_000, table.values
    table.leave()
    table = await Table.open(server)
    await table.do(table.players[0], {"result": "o", "reason": "resign"})
    await table.refused(table.players[0], {"game": "2", "clock": "5 minutes", "x": table.players[0].id}, "bad-value")
    table.leave()


async def test_draws_takebacks_aborts_and_rematches(server):
    """A draw needs an offer by the other side. Takebacks and rematches follow an offer, too. A game
    can be aborted without an offer, but only before both players have moved."""
    table = await Table.open(server)
    ann, bob = table.players
    await table.moves("7,7")
    await table.do(bob, {"result": "draw", "reason": "aborted"})
    await table.begin()
    await table.moves("7,7 8,8 7,8")
    await table.refused(bob, {"result": "draw", "reason": "aborted"}, "bad-value")
    await table.refused(bob, {"result": "draw", "reason": "agreement"}, "not-offered")
    await table.do(ann, {"offer": "draw x"})
    await table.refused(ann, {"result": "draw", "reason": "agreement"}, "not-offered")
    await table.do(bob, {"offer": None})
    await table.refused(ann, {"offer": "draw x"}, "rate-limited")
    # A takeback of X's last move, which is the last move of the game.
    await table.do(ann, {"offer": "takeback x"})
    taken = await table.do(bob, {"move": "2", "col3": None, "row3": None})
    same((taken["move"], taken["col3"]), ("2", None), "taken back")
    await table.moves("9,9 9,8")
    await table.do(bob, {"offer": "draw o"})
    await table.do(ann, {"result": "draw", "reason": "agreement"})
    same((table.values["result"], table.values["reason"]), ("draw", "agreement"), "agreed")
    # A rematch swaps the sides.
    await table.do(ann, {"offer": "rematch x"})
    await table.do(bob, {"game": "3", "x": bob.id, "o": ann.id})
    same((table.values["x"], table.values["o"]), (bob.id, ann.id), "sides swap")
    await table.moves("7,7 8,8")
    await table.do(bob, {"result": "o", "reason": "resign"})
    await table.is_as_stored()
    await table.begin(takebacks="no")
    await table.moves("7,7 8,8")
    await table.refused(bob, {"offer": "takeback o"}, "not-offered")
    table.leave()

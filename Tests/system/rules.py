#!/usr/bin/env python3
"""The whole game from outside: rules, openings, sizes, clocks, offers and records, through the real server.

    python3 Tests/system/rules.py [--server PATH] [--seed N] [--only NAME]

The last line is "N passed, N failed".
"""

import argparse
import asyncio
import random
import shutil
import subprocess
import tempfile

from blackbox import Client, Count, Server, applied, binary, kept, same

RULES = {
    "freestyle": ["none", "swap", "swap2", "pro", "long-pro"], "standard": ["none", "swap", "swap2", "pro", "long-pro"],
    "caro": ["none", "swap", "swap2", "pro", "long-pro"],
    "renju": ["none", "swap", "swap2", "pro", "long-pro", "rif", "soosorv-8", "taraguchi-10"]}
SIZES = [13, 15, 17, 19, 20]
# Wrong points that are tried at one step of an opening before something must be wrong with the test or the server.
TRIES = 4000


class Table:
    """Two players and somebody who only watches, and what the room's keys are for the latter."""
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
        """What came of a delta; nobody else is told of a rejection."""
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
        """Points as `7,7`, by whoever's turn it is."""
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
    """Plays the opening as a client that knows none: by `phase`, `awaits`, `choices` and `fifths` alone."""
    size = int(table.values.get("size", 15))
    steps = 0
    while "phase" in table.values:
        phase, side = table.values["phase"], table.values["awaits"]
        actor = table.who(side)
        other = next(player for player in table.players if player is not actor)
        choices = table.values.get("choices")
        fifths = table.values.get("fifths", "").split()
        for tries in range(TRIES):
            # Openings lie about the middle: so does most of what is tried.
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


def every_opening(rule):
    async def test(server, rng):
        for name in RULES[rule]:
            for size in (15, rng.choice(SIZES)):
                table = await Table.open(server, rule=rule, opening=name, size=str(size))
                steps = await opening(table, rng)
                if (name == "none") != (steps == 0):
                    raise AssertionError(f"{name} took {steps} steps")
                # And play goes on, whoever has which side by now.
                for _ in range(6):
                    side = "x" if int(table.values["move"]) % 2 == 0 else "o"
                    for _ in range(TRIES):
                        answer = await table.ask(table.who(side), table.stone(rng.randrange(size), rng.randrange(size)))
                        if answer["type"] == "delta":
                            break
                loser = table.who("x")
                await table.do(loser, {"result": "o", "reason": "resign"})
                await table.is_as_stored()
                record = (await server.get(f"/api/rooms/{table.room}/games/1.sgf"))[2].decode()
                for wanted in (f"SZ[{size}]", "GM[4]", "RE[W+R"):
                    if wanted not in record:
                        raise AssertionError(f"{wanted} is not in {record[:300]}")
                table.leave()
    return test


async def what_wins(server, rng):
    five = "3,7 0,0 4,7 2,0 5,7 4,0 6,7 6,0 7,7"
    for rule in RULES:
        table = await Table.open(server, rule=rule)
        last = await table.moves(five)
        same((last["result"], last["reason"], last["line"]), ("x", "five", "3,7 4,7 5,7 6,7 7,7"), rule)
        await table.refused(table.players[1], table.stone(9, 9), "game-over")
        table.leave()
    # X fills the hole of six in a row; then O does, elsewhere.
    six = "2,7 0,0 3,7 2,0 4,7 4,0 6,7 6,0 7,7 8,0"
    for rule, result in (("freestyle", "x"), ("standard", None), ("caro", None), ("renju", "forbidden")):
        table = await Table.open(server, rule=rule)
        await table.moves(six)
        ann = table.players[0]
        if result == "forbidden":
            message = await table.refused(ann, table.stone(5, 7), "forbidden-move")
            if "overline" not in message or "f8" not in message:
                raise AssertionError(message)
        else:
            same((await table.do(ann, table.stone(5, 7))).get("result"), result, f"six under {rule}")
        table.leave()
    table = await Table.open(server, rule="renju")
    last = await table.moves("0,0 2,7 2,0 3,7 4,0 4,7 6,0 6,7 8,0 7,7 10,0 5,7")
    same((last["result"], last["reason"]), ("o", "five"), "O's overline under renju")
    table.leave()
    # Caro: five that are closed at both ends are none; the edge closes nothing.
    table = await Table.open(server, rule="caro")
    last = await table.moves("3,7 2,7 4,7 8,7 5,7 0,0 6,7 2,0 7,7")
    same(last.get("result"), None, "closed at both ends")
    table.leave()
    table = await Table.open(server, rule="caro")
    last = await table.moves("0,7 5,7 1,7 8,0 2,7 0,0 3,7 2,0 4,7")
    same(last.get("result"), "x", "closed at one end and by the edge")
    table.leave()
    # A double three and a double four.
    for kind, before, point in (
            ("double three", "5,7 0,0 6,7 2,0 7,5 4,0 7,6 6,0", (7, 7)), ("double four", "4,7 3,7 5,7 0,0 6,7 2,0 7,4 7,3 7,5 4,0 7,6 6,0", (7, 7))):
        table = await Table.open(server, rule="renju")
        await table.moves(before)
        message = await table.refused(table.players[0], table.stone(*point), "forbidden-move")
        if kind not in message or "h8" not in message:
            raise AssertionError(f"{kind}: {message}")
        table.leave()


async def sizes(server, rng):
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


async def clocks(server, rng):
    for clock in ("1+0", "0/2x1"):
        table = await Table.open(server, clock=clock)
        ann, bob = table.players
        await table.moves("7,7")
        same(table.values.get("turnAt"), None, "nobody's time runs before both have moved")
        await table.moves("8,8")
        same("turnAt" in table.values, True, "X's time runs")
        await table.refused(bob, {"result": "o", "reason": "time"}, "bad-value")
        fallen = await table.eve.expect("delta")
        same((fallen["by"], fallen["set"]["result"], fallen["set"]["reason"]), ("server", "o", "time"), clock)
        table.leave()
    table = await Table.open(server, clock="300+5")
    await table.moves("7,7 8,8 7,8")
    left = int(table.values["xTime"])
    if not 300_000 < left <= 305_000:
        raise AssertionError(f"{left} ms after a quick move with 5 s more")
    table.leave()
    table = await Table.open(server)
    await table.do(table.players[0], {"result": "o", "reason": "resign"})
    await table.refused(table.players[0], {"game": "2", "clock": "5 minutes", "x": table.players[0].id}, "bad-value")
    table.leave()


async def offers(server, rng):
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
    # A takeback of X's last move, which is the last one.
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


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--server")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    rng = random.Random(options.seed)
    directory = tempfile.mkdtemp(prefix="gomoku-rules-")
    command = options.server or binary("gomoku-server")
    server = await Server(["--data", directory], command).start()
    count = Count()
    tests = [(f"every opening under {rule}", every_opening(rule)) for rule in RULES]
    tests += [("what wins and what is forbidden", what_wins), ("sizes", sizes), ("clocks", clocks), ("offers", offers)]
    for name, test in tests:
        if options.only in name:
            await count.run(name, test(server, rng))
    await server.stop()

    async def everything_is_legal():
        done = subprocess.run([command, *kept(["check", "--data", directory])], capture_output=True, text=True)
        same(done.returncode, 0, done.stdout[-500:] + done.stderr[-500:])

    await count.run("every delta of all that is judged legal again", everything_is_legal())
    shutil.rmtree(directory, ignore_errors=True)
    count.close()


asyncio.run(main())

#!/usr/bin/env python3
"""The built-in robot at the table: it plays whole games, openings and clocks, and drops what is no longer asked.

    python3 Tests/system/robots.py [--server PATH]
"""

import argparse
import asyncio
import shutil
import tempfile

from blackbox import Client, Count, Server, applied


def same(found, expected, what):
    if found != expected:
        raise AssertionError(f"{what}: found {found!r}, expected {expected!r}")


async def follow(client, values, until):
    """Applies deltas until the condition holds."""
    while not until(values):
        values = applied(values, (await client.expect("delta"))["set"])
    return values


async def plays_a_game(server, level, rule, other):
    """Two robots against each other, under the referee's eyes, to the end."""
    room = f"game-{rule}-{level}-{other}"
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    answer = await ann.delta(room, {"game": "1", "rule": rule, "x": f"robot:{level}", "o": f"robot:{other}"})
    values = await follow(ann, answer["set"], lambda v: "result" in v)
    print(f"{rule}: level {level} against {other}: {values['result']} by {values['reason']} in {values['move']} moves")
    same(values["reason"] in ("five", "full"), True, "the end")


async def answers_a_person(server):
    ann = await Client.connect(server.port, "Ann")
    await ann.join("person")
    values = (await ann.delta("person", {"game": "1", "x": ann.id}))["set"]
    values = applied(values, (await ann.delta("person", {"o": "robot:2"}))["set"])
    values = applied(values, (await ann.move("person", 1, "h8"))["set"])
    values = await follow(ann, values, lambda v: v["move"] == "2")
    await ann.delta("person", {"offer": "takeback x"})
    values = await follow(ann, values, lambda v: v["move"] == "0")
    same("col1" in values, False, "taken back")
    values = applied(values, (await ann.move("person", 1, "i9"))["set"])
    values = await follow(ann, values, lambda v: v["move"] == "2")
    await ann.delta("person", {"offer": "draw x"})
    values = await follow(ann, values, lambda v: "refused" in v)
    same("offer" in values, False, "a draw is declined")


async def drops_what_is_over(server):
    """A position that changes while it thinks: nothing is played into it."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join("over")
    await ann.delta("over", {"game": "1", "x": ann.id, "o": "robot:10"})
    await ann.move("over", 1, "h8")
    answer = await ann.delta("over", {"result": "o", "reason": "resign"})
    same(answer["set"]["result"], "o", "resigned while it thinks")
    values = (await ann.delta("over", {"game": "2", "x": ann.id, "o": "robot:1"}))["set"]
    values = applied(values, (await ann.move("over", 1, "a1"))["set"])
    values = await follow(ann, values, lambda v: v["move"] == "2")
    same(values["game"], "2", "the second game goes on")
    history = await server.history("over")
    same([d["by"] for d in history].count("robot:10"), 0, "nothing of the first")


async def plays_openings(server):
    for opening, rule in (("swap2", "freestyle"), ("swap", "standard"), ("pro", "freestyle"), ("long-pro", "freestyle"),
                          ("rif", "renju"), ("soosorv-8", "renju"), ("taraguchi-10", "renju")):
        ann = await Client.connect(server.port, "Ann")
        room = f"opening-{opening}"
        await ann.join(room)
        answer = await ann.delta(room, {"game": "1", "rule": rule, "opening": opening, "x": "robot:3", "o": "robot:4"})
        same(answer["type"], "delta", opening)
        values = await follow(ann, answer["set"], lambda v: "phase" not in v and int(v["move"]) > 8 or "result" in v)
        print(f"{opening}: {values.get('steps')}")
        ann.cut()


async def keeps_its_clock(server):
    ann = await Client.connect(server.port, "Ann")
    await ann.join("clock")
    values = (await ann.delta("clock", {"game": "1", "clock": "10+1", "x": "robot:10", "o": "robot:10"}))["set"]
    values = await follow(ann, values, lambda v: "result" in v)
    same(values["reason"] in ("five", "full"), True, f"ended by {values['reason']}, not by time")


async def comes_back_after_a_restart(server):
    ann = await Client.connect(server.port, "Ann")
    await ann.join("restart")
    await ann.delta("restart", {"game": "1", "x": ann.id, "o": "robot:10"})
    await ann.move("restart", 1, "h8")
    await server.kill()
    await server.start()
    back = await Client.connect(server.port, token=ann.token)
    values = (await back.join("restart"))["state"]
    await follow(back, values, lambda v: v["move"] == "2")


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--server")
    options = parser.parse_args()
    directory = tempfile.mkdtemp(prefix="gomoku-robots-")
    server = await Server(["--data", directory], options.server).start()
    count = Count()
    await count.run("a person is answered, taken back for, declined a draw", answers_a_person(server))
    await count.run("what is over is dropped", drops_what_is_over(server))
    for rule in ("freestyle", "standard", "renju", "caro"):
        await count.run(f"a whole game of {rule}", plays_a_game(server, 4, rule, 1))
    await count.run("openings", plays_openings(server))
    await count.run("a clock", keeps_its_clock(server))
    await count.run("a restart", comes_back_after_a_restart(server))
    await server.stop()
    shutil.rmtree(directory, ignore_errors=True)
    count.close()


asyncio.run(main())

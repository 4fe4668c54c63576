#!/usr/bin/env python3
"""The built-in robot at the table: it plays whole games, openings and clocks, and drops what is no longer asked.

    python3 Tests/system/robots.py [--server PATH]
"""

import argparse
import asyncio
import json
import shutil
import tempfile

from blackbox import Client, Count, Server, applied, same, follow


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
    """The strongest, which thinks as long as it may; a weaker one loses to it before the board is full: that takes four minutes."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join("clock")
    values = (await ann.delta("clock", {"game": "1", "clock": "10+1", "x": "robot:10", "o": "robot:5"}))["set"]
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


def winning(moves):
    """A delta that puts moves on the board from the first on, by somebody who sits on both sides."""
    return [(number + 1, point) for number, point in enumerate(moves.split())]


async def gives_hints(server):
    ann = await Client.connect(server.port, "Ann")
    bob = await Client.connect(server.port, "Bob")
    for one in (ann, bob):
        await one.join("hints")

    async def hint(client, **more):
        while True:
            client.send(type="hint", room="hints", id="h", **more)
            answer = await client.expect("hint", "error")
            if answer.get("code") != "rate-limited":
                return answer
            await asyncio.sleep(answer["retryAfter"] / 1000)  # as long as it says: then there is one

    async def refused(client, code):
        answer = await hint(client)
        same((answer["type"], answer.get("code"), answer.get("id")), ("error", code, "h"), f"refused with {code}")

    await refused(ann, "no-game")
    await ann.delta("hints", {"game": "1", "x": ann.id})
    await bob.delta("hints", {"o": bob.id})
    # Between two people both must want it, and each hint is told to the other.
    await refused(ann, "not-offered")
    await ann.delta("hints", {"offer": "hints x"})
    await bob.delta("hints", {"hints": "yes"})
    answer = await hint(ann)
    while True:
        told = await bob.expect("delta")
        if told["by"] == "server":
            break
    same(told["set"], {"xHints": "1"}, "what Bob is told of Ann's hint")
    same(answer, {"type": "hint", "room": "hints", "id": "h", "move": 1, "cell": "7,7", "score": 0, "line": ["7,7"]}, "the first move")
    await refused(bob, "not-your-turn")
    # X has four in a row with one end closed: O must close the other, and X then sees its five.
    for number, point in winning("e8 d8 f8 a1 g8 a15 h8"):
        await (ann, bob)[(number + 1) % 2].move("hints", number, point)
    answer = await hint(bob)
    same((answer["move"], answer["cell"]), (8, "8,7"), "the only reply to a four")
    await refused(ann, "not-your-turn")
    await bob.move("hints", 8, "o1")
    answer = await hint(ann)
    same((answer["move"], answer["cell"], answer["score"], answer["line"]), (9, "8,7", 29999, ["8,7"]), "a five")
    other = await Client.connect(server.port, "Cid")
    other.send(type="hint", room="hints", id="h")
    same((await other.expect("error"))["code"], "not-joined", "from outside")
    other.send(type="hint", room="no room", id="h")
    same((await other.expect("error"))["code"], "bad-message", "a room that cannot be")
    await ann.move("hints", 9, "i8")
    answer = await hint(ann)
    same((answer["type"], answer["code"]), ("error", "no-game"), "when it is over")


async def hints_are_bounded(server):
    """A position that changes while it is looked at, and one who asks too often."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join("bounded")
    await ann.delta("bounded", {"game": "1", "x": ann.id, "o": ann.id})
    for number, point in winning("h8 i9"):
        await ann.move("bounded", number, point)
    ann.send(type="hint", room="bounded", id="early")
    await ann.move("bounded", 3, "g7")
    answer = await ann.expect("hint", "error")
    same((answer["type"], answer["id"], answer["move"]), ("hint", "early", 4), "for the position as it is now")
    for number in range(8):
        ann.send(type="hint", room="bounded", id=f"many{number}")
    codes = [(await ann.expect("hint", "error")).get("code") for _ in range(8)]
    same(codes.count("rate-limited") >= 3, True, f"too many hints: {codes}")
    same(codes.count(None) >= 3, True, f"some hints: {codes}")


async def no_hints_in_a_rated_game(server):
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    for one, name in ((ann, "Hinted Ann"), (bob, "Hinted Bob")):
        one.send(type="claim", id="c", name=name, password="correct horse")
        await one.expect("account")
        await one.join("rated")
    answer = await ann.delta("rated", {"game": "1", "rated": "yes", "clock": "60+1", "x": ann.id})
    same(answer["type"], "delta", f"{answer}")
    await bob.delta("rated", {"o": bob.id})
    ann.send(type="hint", room="rated", id="h")
    answer = await ann.expect("hint", "error")
    same((answer["type"], answer.get("code")), ("error", "rated"), "while it runs")


async def hints_in_an_opening(server):
    ann = await Client.connect(server.port, "Ann")
    await ann.join("opening")
    values = (await ann.delta("opening", {"game": "1", "opening": "swap2", "x": ann.id, "o": ann.id}))["set"]
    for number in range(1, 4):
        ann.send(type="hint", room="opening", id="h")
        answer = await ann.expect("hint", "error")
        same((answer["type"], answer["move"]), ("hint", number), f"stone {number}")
        column, row = answer["cell"].split(",")
        delta = await ann.delta("opening", {"move": str(number), f"col{number}": column, f"row{number}": row})
        same(delta["type"], "delta", f"stone {number} is taken")
        values = applied(values, delta["set"])
    ann.send(type="hint", room="opening", id="h")
    answer = await ann.expect("hint", "error")
    same(answer.get("choice") in values["choices"], True, f"{answer} among {values['choices']}")


async def reports(server):
    ann = await Client.connect(server.port, "Ann")
    await ann.join("report")
    path = "/api/rooms/report/games/1/report"
    await ann.delta("report", {"game": "1", "x": ann.id, "o": ann.id})
    same((await server.get(path))[0], 409, "while it runs")
    # O leaves X's open three alone, which h10 would have stopped with a three of O's own, X does not see it, and O makes an open four.
    for number, point in winning("h8 i9 h7 j8 h9 k7 a15 l6 h10 m5"):
        await ann.move("report", number, point)
    answers = await asyncio.gather(*(server.get(path) for _ in range(3)))
    same([status for status, _, _ in answers], [200] * 3, "after the end")
    same(len({body for _, _, body in answers}), 1, "one report for all")
    status, headers, body = answers[0]
    same(headers["content-type"], "application/json", "its type")
    found = json.loads(body)
    same((found["room"], found["game"], len(found["moves"])), ("report", 1, 10), "the report")
    moves = {move["move"]: move for move in found["moves"]}
    same((moves[10]["cell"], moves[10]["score"], moves[10]["kind"]), ("12,10", 30000, "good"), "the five")
    same((moves[6]["kind"], moves[6]["bestScore"] > -29000, moves[6]["score"]), ("blunder", True, -29997), "an open three left alone")
    same((moves[7]["kind"], moves[7]["bestScore"], moves[7]["score"] <= -29000), ("missed-win", 29997, True), "a win not seen")
    same((moves[8]["kind"], moves[9]["kind"]), ("good", "good"), "nothing else was left")
    print("\n".join(json.dumps(one) for one in [*found["moves"], found["summary"]]))
    same((found["summary"]["x"]["missed-win"], found["summary"]["o"]["blunder"], found["summary"]["turningPoint"]), (1, 1, 7), "in the summary")
    same((await server.get("/api/rooms/report/games/2/report"))[0], 404, "no such game")
    same((await server.get("/api/rooms/report/games/x/report"))[0], 404, "no number")


async def reports_are_bounded(server):
    """More reports than may wait: 503 for the rest, and robots go on playing meanwhile."""
    rooms = [f"many{number}" for number in range(14)]
    ann = await Client.connect(server.port, "Ann")
    for room in rooms:
        await ann.join(room)
        await ann.delta(room, {"game": "1", "x": ann.id, "o": ann.id})
        for number, point in winning("h8 i9 g7"):
            await ann.move(room, number, point)
        await ann.delta(room, {"result": "x", "reason": "resign"})
    asked = [asyncio.create_task(server.get(f"/api/rooms/{room}/games/1/report")) for room in rooms]
    await ann.join("meanwhile")
    await ann.delta("meanwhile", {"game": "1", "x": ann.id, "o": "robot:1"})
    await ann.move("meanwhile", 1, "h8")
    await ann.expect("delta", where=lambda m: m["room"] == "meanwhile" and m["by"] == "robot:1")
    same(all(task.done() for task in asked), False, "the robot goes first")
    statuses = [(await task)[0] for task in asked]
    print(statuses)
    same(set(statuses), {200, 503}, "some wait, some are sent away")
    same((await server.get(f"/api/rooms/{rooms[-1]}/games/1/report"))[0], 200, "later it goes")


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--server")
    parser.add_argument("--only", default="", help="only tests whose name has this in it")
    options = parser.parse_args()
    directory = tempfile.mkdtemp(prefix="gomoku-robots-")
    server = await Server(["--data", directory], options.server).start()
    count = Count()

    async def run(name, test):
        if options.only in name:
            await count.run(name, test)
        else:
            test.close()

    await run("a person is answered, taken back for, declined a draw", answers_a_person(server))
    await run("what is over is dropped", drops_what_is_over(server))
    for rule in ("freestyle", "standard", "renju", "caro"):
        await run(f"a whole game of {rule}", plays_a_game(server, 4, rule, 1))
    await run("openings", plays_openings(server))
    await run("a clock", keeps_its_clock(server))
    await run("a restart", comes_back_after_a_restart(server))
    await run("hints", gives_hints(server))
    await run("hints are bounded", hints_are_bounded(server))
    await run("hints: none in a rated game", no_hints_in_a_rated_game(server))
    await run("hints in an opening", hints_in_an_opening(server))
    await run("reports", reports(server))
    await run("reports are bounded", reports_are_bounded(server))
    await server.stop()
    shutil.rmtree(directory, ignore_errors=True)
    count.close()


asyncio.run(main())

"""The built-in robot at a table. It plays games, openings and clocks, drops outdated searches, and
gives hints and reports."""

import asyncio
import base64
import json

import pytest

from gomokutest import preload
from gomokutest.checks import same
from gomokutest.client import Client, applied, follow
from gomokutest.people import claim
from gomokutest.server import Server

pytestmark = pytest.mark.all_stores


@pytest.mark.parametrize(
    ("rule", "level"),
    [
        pytest.param("freestyle", 2, marks=pytest.mark.smoke),
        *(pytest.param(rule, 4, marks=pytest.mark.full) for rule in ("freestyle", "standard", "renju", "caro")),
    ],
)
async def test_two_robots_play_a_game(server, room, rule, level):
    """Two robots play a refereed game to its end."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    answer = await ann.delta(room, {"game": "1", "rule": rule, "x": f"robot:{level}", "o": "robot:1"})
    values = await follow(ann, answer["set"], lambda v: "result" in v)
    same(values["reason"] in ("five", "full"), True, "the end")


async def test_robot_answers_a_person(server, room):
    """The robot answers a move, grants a takeback and declines a draw."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    values = (await ann.delta(room, {"game": "1", "x": ann.id}))["set"]
    values = applied(values, (await ann.delta(room, {"o": "robot:2"}))["set"])
    values = applied(values, (await ann.move(room, 1, "h8"))["set"])
    values = await follow(ann, values, lambda v: v["move"] == "2")
    await ann.delta(room, {"offer": "takeback x"})
    values = await follow(ann, values, lambda v: v["move"] == "0")
    same("col1" in values, False, "taken back")
    values = applied(values, (await ann.move(room, 1, "i9"))["set"])
    values = await follow(ann, values, lambda v: v["move"] == "2")
    await ann.delta(room, {"offer": "draw x"})
    values = await follow(ann, values, lambda v: "refused" in v)
    same("offer" in values, False, "a draw is declined")


async def begin(server, room, level):
    """Returns a client that has started a game against the robot. The robot has the second move."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    await ann.delta(room, {"game": "1", "x": ann.id, "o": f"robot:{level}"})
    return ann


async def second_move(client, room):
    """Sends the first move, and waits for the robot's move. Returns the `thinking` messages that
    the client received."""
    client.send(type="delta", room=room, id="m1", set={"move": "1", "col1": "7", "row1": "7"})
    told = []
    while True:
        message = await client.expect("delta", "thinking")
        if message["type"] == "thinking":
            told.append(message)
        elif message["set"].get("move") == "2":
            return told


async def test_searches_are_shortened_under_load(tmp_path, room):
    """While thirty players wait for the strongest robot, each search is shortened, and a weak robot
    answers first."""
    server = await Server(["--data", str(tmp_path / "data"), "--robot-threads", "2"], alone=True).start()
    rooms = [f"{room}-{number}" for number in range(30)]
    players = [await begin(server, name, 10) for name in rooms]
    beginner = await begin(server, f"{room}-weak", 1)
    spectator = await Client.connect(server.port, "Eve")
    await spectator.join(rooms[-1])
    waiting = [asyncio.create_task(second_move(*pair)) for pair in zip(players, rooms, strict=True)]
    # Tasks start in order, so every other player sends a move before the beginner does.
    weak = asyncio.create_task(second_move(beginner, f"{room}-weak"))
    same(await weak, [], "a quick robot thinks as long as ever")
    answered = sum(task.done() for task in waiting)
    assert answered < 15, f"{answered} strong robots have answered before the weak one"
    told = await asyncio.gather(*waiting)
    shortened = [message for messages in told for message in messages]
    assert len(shortened) > 20, f"{len(shortened)} players were told"
    for message in shortened:
        same((message["side"], message["usual"]), ("o", 1_000), "what they are told")
        assert 20 <= message["milliseconds"] < 750, message
    same({len(messages) for messages in told} <= {0, 1}, True, "once a move")
    spectator.send(type="ping", at=1)
    heard = [(await spectator.receive())["type"]]
    while heard[-1] != "pong":
        heard.append((await spectator.receive())["type"])
    same(heard.count("thinking"), 0, f"a spectator is not told: {heard}")
    await server.stop()


async def test_robot_drops_its_search_when_the_game_ends(server, room):
    """The robot drops its search when the game ends. The next game goes on."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    await ann.delta(room, {"game": "1", "x": ann.id, "o": "robot:10"})
    await ann.move(room, 1, "h8")
    answer = await ann.delta(room, {"result": "o", "reason": "resign"})
    same(answer["set"]["result"], "o", "resigned while it thinks")
    values = (await ann.delta(room, {"game": "2", "x": ann.id, "o": "robot:1"}))["set"]
    values = applied(values, (await ann.move(room, 1, "a1"))["set"])
    values = await follow(ann, values, lambda v: v["move"] == "2")
    same(values["game"], "2", "the second game goes on")
    history = await server.history(room)
    same([d["by"] for d in history].count("robot:10"), 0, "nothing of the first")


# Swift's OpeningAdviserTests play each opening to its end. These tests add the work of the room:
# choices, which swap seats, and offers of fifth moves.
@pytest.mark.parametrize(
    ("opening", "rule"),
    [
        ("swap2", "freestyle"),
        ("rif", "renju"),
        *(
            pytest.param(*pair, marks=pytest.mark.full)
            for pair in (
                ("swap", "standard"),
                ("pro", "freestyle"),
                ("long-pro", "freestyle"),
                ("soosorv-8", "renju"),
                ("taraguchi-10", "renju"),
            )
        ),
    ],
)
async def test_robots_play_an_opening_and_the_rest_of_the_game(server, room, opening, rule):
    """Two robots play an opening step by step, and then the rest of the game."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    answer = await ann.delta(room, {"game": "1", "rule": rule, "opening": opening, "x": "robot:3", "o": "robot:4"})
    same(answer["type"], "delta", opening)
    await follow(ann, answer["set"], lambda v: ("phase" not in v and int(v["move"]) > 6) or "result" in v)
    # The robots stop thinking.
    ann.send(type="leave", room=room)


async def test_robot_answers_within_its_clock(server, room):
    """The strongest robot, which uses all the time it may, answers in time."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    values = (await ann.delta(room, {"game": "1", "clock": "5+1", "x": ann.id, "o": "robot:10"}))["set"]
    for number, point in ((1, "a1"), (3, "o1"), (5, "a15")):
        values = applied(values, (await ann.move(room, number, point))["set"])
        values = await follow(ann, values, lambda v, number=number: v["move"] == str(number + 1) or "result" in v)
        same("result" in values, False, f"ended by {values.get('reason')}")
    ann.send(type="leave", room=room)


@pytest.mark.full
async def test_robot_plays_a_whole_game_within_its_clock(server, room):
    """The strongest robot wins a timed game against a weaker one, and neither loses on time."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    values = (await ann.delta(room, {"game": "1", "clock": "10+1", "x": "robot:10", "o": "robot:5"}))["set"]
    values = await follow(ann, values, lambda v: "result" in v)
    same(values["reason"] in ("five", "full"), True, f"ended by {values['reason']}, not by time")


async def test_robot_continues_after_a_restart(tmp_path):
    """After SIGKILL during the robot's search, the robot moves once a participant has returned to
    the room."""
    server = await Server(["--data", str(tmp_path)]).start()
    ann = await Client.connect(server.port, "Ann")
    await ann.join("restart")
    await ann.delta("restart", {"game": "1", "x": ann.id, "o": "robot:10"})
    await ann.move("restart", 1, "h8")
    await server.kill()
    await server.start()
    back = await Client.connect(server.port, token=ann.token)
    values = (await back.join("restart"))["state"]
    await follow(back, values, lambda v: v["move"] == "2")
    await server.stop()


def winning(moves):
    """Returns the moves as pairs of move number and point."""
    return [(number + 1, point) for number, point in enumerate(moves.split())]


async def test_hints_are_for_the_side_to_move_with_consent(server, room):
    """Only the side to move gets hints, in a running game, and between two people only after both
    have agreed. Both are notified."""
    ann = await Client.connect(server.port, "Ann")
    bob = await Client.connect(server.port, "Bob")
    for one in (ann, bob):
        await one.join(room)

    async def hint(client, **more):
        while True:
            client.send(type="hint", room=room, id="h", **more)
            answer = await client.expect("hint", "error")
            if answer.get("code") != "rate-limited":
                return answer
            await server.skip(answer["retryAfter"] / 1000)

    async def refused(client, code):
        answer = await hint(client)
        same((answer["type"], answer.get("code"), answer.get("id")), ("error", code, "h"), f"refused with {code}")

    await refused(ann, "no-game")
    await ann.delta(room, {"game": "1", "x": ann.id})
    await bob.delta(room, {"o": bob.id})
    # Between two people both must agree, and both are notified of each hint.
    await refused(ann, "not-offered")
    await ann.delta(room, {"offer": "hints x"})
    await bob.delta(room, {"hints": "yes"})
    answer = await hint(ann)
    while True:
        told = await bob.expect("delta")
        if told["by"] == "server":
            break
    same(told["set"], {"xHints": "1"}, "what Bob is told of Ann's hint")
    same(
        answer,
        {"type": "hint", "room": room, "id": "h", "move": 1, "cell": "7,7", "score": 0, "line": ["7,7"]},
        "the first move",
    )
    await refused(bob, "not-your-turn")
    # X has four in a row with one end closed. O must close the other end. Otherwise X gets its five
    # as a hint.
    for number, point in winning("e8 d8 f8 a1 g8 a15 h8"):
        await (ann, bob)[(number + 1) % 2].move(room, number, point)
    answer = await hint(bob)
    same((answer["move"], answer["cell"]), (8, "8,7"), "the only reply to a four")
    await refused(ann, "not-your-turn")
    await bob.move(room, 8, "o1")
    answer = await hint(ann)
    same((answer["move"], answer["cell"], answer["score"], answer["line"]), (9, "8,7", 29999, ["8,7"]), "a five")
    other = await Client.connect(server.port, "Cid")
    other.send(type="hint", room=room, id="h")
    same((await other.expect("error"))["code"], "not-joined", "from outside")
    other.send(type="hint", room="no room", id="h")
    same((await other.expect("error"))["code"], "bad-message", "a room that cannot be")
    await ann.move(room, 9, "i8")
    answer = await hint(ann)
    same((answer["type"], answer["code"]), ("error", "no-game"), "when it is over")


async def test_hints_fit_the_position_and_are_rate_limited(server, room):
    """A hint refers to the current position, even if the position changes while the server computes
    it. A client that sends too many requests must wait."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    await ann.delta(room, {"game": "1", "x": ann.id, "o": ann.id})
    for number, point in winning("h8 i9"):
        await ann.move(room, number, point)
    ann.send(type="hint", room=room, id="early")
    await ann.move(room, 3, "g7")
    answer = await ann.expect("hint", "error")
    same((answer["type"], answer["id"], answer["move"]), ("hint", "early", 4), "for the position as it is now")
    for number in range(8):
        ann.send(type="hint", room=room, id=f"many{number}")
    codes = [(await ann.expect("hint", "error")).get("code") for _ in range(8)]
    same(codes.count("rate-limited") >= 3, True, f"too many hints: {codes}")
    same(codes.count(None) >= 3, True, f"some hints: {codes}")


async def test_no_hints_in_a_rated_game(server, room):
    """A rated game has no hints."""
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    for one, name in ((ann, "Hinted Ann"), (bob, "Hinted Bob")):
        await claim(one, name)
        await one.join(room)
    answer = await ann.delta(room, {"game": "1", "rated": "yes", "clock": "60+1", "x": ann.id})
    same(answer["type"], "delta", f"{answer}")
    await bob.delta(room, {"o": bob.id})
    ann.send(type="hint", room=room, id="h")
    answer = await ann.expect("hint", "error")
    same((answer["type"], answer.get("code")), ("error", "rated"), "while it runs")


async def test_hints_in_an_opening_are_legal_stones_or_choices(server, room):
    """Hints in an opening are stones that may be placed, or one of the choices."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    values = (await ann.delta(room, {"game": "1", "opening": "swap2", "x": ann.id, "o": ann.id}))["set"]
    for number in range(1, 4):
        ann.send(type="hint", room=room, id="h")
        answer = await ann.expect("hint", "error")
        same((answer["type"], answer["move"]), ("hint", number), f"stone {number}")
        column, row = answer["cell"].split(",")
        delta = await ann.delta(room, {"move": str(number), f"col{number}": column, f"row{number}": row})
        same(delta["type"], "delta", f"stone {number} is taken")
        values = applied(values, delta["set"])
    ann.send(type="hint", room=room, id="h")
    answer = await ann.expect("hint", "error")
    same(answer.get("choice") in values["choices"], True, f"{answer} among {values['choices']}")


async def reported(server, path):
    """Returns the answer to a request for a report. Retries as long as the server is busy with
    other reports."""
    while (answer := await server.get(path))[0] == 503:
        same((json.loads(answer[2])["code"], answer[1]["retry-after"]), ("busy", "10"), "why there is none yet")
        await asyncio.sleep(0.1)  # No event signals that the report is ready.
    return answer


async def test_game_report_rates_each_move(server, room):
    """The report of a finished game rates each move. It shows the mistake, the missed win, and the
    turning point."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    path = f"/api/rooms/{room}/games/1/report"
    await ann.delta(room, {"game": "1", "x": ann.id, "o": ann.id})
    same((await server.get(path))[0], 409, "while it runs")
    # O ignores X's open three, although h10 would stop it and make a three for O. X misses the win,
    # and O makes an open four.
    for number, point in winning("h8 i9 h7 j8 h9 k7 a15 l6 h10 m5"):
        await ann.move(room, number, point)
    answers = await asyncio.gather(*(reported(server, path) for _ in range(3)))
    same([status for status, _, _ in answers], [200] * 3, "after the end")
    same(len({body for _, _, body in answers}), 1, "one report for all")
    _, headers, body = answers[0]
    same(headers["content-type"], "application/json", "its type")
    found = json.loads(body)
    same((found["room"], found["game"], len(found["moves"])), (room, 1, 10), "the report")
    moves = {move["move"]: move for move in found["moves"]}
    same((moves[10]["cell"], moves[10]["score"], moves[10]["kind"]), ("12,10", 30000, "good"), "the five")
    same(
        (moves[6]["kind"], moves[6]["bestScore"] > -29000, moves[6]["score"]),
        ("mistake", True, -29997),
        "an open three left alone, which leaves O little as it is",
    )
    same(
        (moves[7]["kind"], moves[7]["bestScore"], moves[7]["score"] <= -29000),
        ("missed-win", 29997, True),
        "a win not seen",
    )
    same((moves[8]["kind"], moves[9]["kind"]), ("good", "good"), "nothing else was left")
    same(
        (found["summary"]["x"]["missed-win"], found["summary"]["o"]["mistake"], found["summary"]["turningPoint"]),
        (1, 1, 7),
        "in the summary",
    )
    same(found["complete"], True, "without `after` the report is complete")
    same(
        [(event["kind"], event["move"], event["side"]) for event in found["events"]],
        [("lost", 6, "o"), ("gave-up-win", 7, "x"), ("lost", 7, "x"), ("lost-from-here", 8, "x")],
        "the events",
    )
    same(found["events"][1]["line"][0], moves[7]["best"], "the win that was given up")
    same((moves[6]["chance"], moves[7]["chance"]), (100, 0), "proven chances of X")
    same((moves[6]["claim"]["winner"], moves[6]["claim"]["means"]), ("x", "fours"), "the claim")
    same(moves[6]["claim"]["proof"], found["events"][0]["proof"], "the proof of the event")
    same(base64.urlsafe_b64decode(moves[6]["claim"]["proof"] + "==")[:4], bytes([1, 0, 15, 0]), "its first bytes")
    same((await server.get(f"/api/rooms/{room}/games/2/report"))[0], 404, "no such game")
    same((await server.get(f"/api/rooms/{room}/games/x/report"))[0], 404, "no number")


async def test_report_grows_as_the_positions_are_appraised(server, room):
    """With `after`, a request is answered as soon as the report has more positions."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    await ann.delta(room, {"game": "1", "x": ann.id, "o": ann.id})
    for number, point in winning("h8 i9 h7 j8 h9 k7 a15 l6 h10 m5"):
        await ann.move(room, number, point)
    path = f"/api/rooms/{room}/games/1/report"
    parts = [json.loads((await reported(server, f"{path}?after=-1"))[2])]
    while not parts[-1]["complete"]:
        parts.append(json.loads((await reported(server, f"{path}?after={parts[-1]['appraised']}"))[2]))
    counts = [part["appraised"] for part in parts]
    same((counts[0] < 11, counts[-1], counts == sorted(counts)), (True, 11, True), f"the answers {counts}")
    same(all(len(part["moves"]) == max(0, part["appraised"] - 1) for part in parts), True, "moves of each answer")
    same(json.loads((await reported(server, path))[2]), parts[-1], "the whole report")
    same(json.loads((await reported(server, f"{path}?after=99"))[2]), parts[-1], "a complete report answers at once")


async def test_reports_are_limited_and_yield_to_robots(server):
    """If more reports are requested than may wait, some requests get 503 and succeed later. Robots
    move before any report is computed."""
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
    same(set(statuses), {200, 503}, "some wait, some are sent away")
    same((await reported(server, f"/api/rooms/{rooms[-1]}/games/1/report"))[0], 200, "later it goes")


async def test_report_request_gets_503_after_a_long_wait(tmp_path):
    """A request that has waited 8 seconds for a report gets 503, before another server that has
    passed it on stops waiting. The report is still computed."""
    clock = preload.Clock(str(tmp_path))
    server = await Server(["--robot-threads", "1"], alone=True, clock=clock).start()
    ann = await Client.connect(server.port, "Ann")
    for room in ("one", "two"):
        await ann.join(room)
        await ann.delta(room, {"game": "1", "x": ann.id, "o": ann.id})
        # The moves are far from each other, so that the server needs seconds for this number of
        # undecided positions.
        for number in range(1, 41):
            await ann.move(room, number, f"{'aceg'[number % 4]}{1 + number // 4}")
        await ann.delta(room, {"result": "x", "reason": "resign"})
    paths = [f"/api/rooms/{room}/games/1/report" for room in ("one", "two")]
    asked = [asyncio.create_task(server.get(path)) for path in paths]
    await server.get("/healthz")
    await server.get("/healthz")
    clock.skip(9)
    answers = await asyncio.gather(*asked)
    same([status for status, _, _ in answers], [503, 503], "the answers after 8 seconds")
    same([(await reported(server, path))[0] for path in paths], [200, 200], "the answers later")
    same(await server.stop(), 0, "the exit status")

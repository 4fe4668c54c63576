"""The engine bridge `gomoku-cli bot` and the examples: whole games on a server, and engines that
misbehave."""

import asyncio
import os
import pathlib
import re
import shutil
import signal
import stat
import subprocess
import sys

import pytest
import pytest_asyncio

from gomokutest import live, ports, preload
from gomokutest.checks import same
from gomokutest.client import Client, applied, follow
from gomokutest.environment import ROOT, TIMEOUT, binary
from gomokutest.people import claimed
from gomokutest.preload import Clock
from gomokutest.server import Server

pytestmark = pytest.mark.all_stores

BAD = [sys.executable, os.path.join(ROOT, "Tests/system/bad_engines/engine.py")]
# A bad engine that plays well enough. It starts immediately, while our own engine first builds its
# tables.
QUICK = [*BAD, "crlf"]
EXAMPLES = os.path.join(ROOT, "examples")
# The engine's time per move, and the bridge's patience beyond it, in milliseconds. A busy machine
# must not make the bridge give up: in a debug build our engine builds tables for a second. With
# SHORT the bridge soon gives up an engine that never answers.
TIMES = ["--time", "50", "--grace", "60000"]
SHORT = ["--grace", "800"]
# A move that crosses the opponent's resignation is rejected with a sentence that also says "is
# over".
GAME_IS_OVER = re.compile(r"Game \d+ is over:")


async def enter(server, room):
    """Returns a client that watches the room, and the room's state."""
    client = await Client.connect(server.port, "Spectator")
    return client, (await client.join(room))["state"]


def left_running(marker):
    """Returns the processes whose command line contains the marker. Excludes zombies."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
            if marker.encode() in words and int(pid) != os.getpid():
                found.append(int(pid))
        except OSError:
            pass
    return found


async def wait_until_ended(marker):
    """Waits until no process with the marker runs. The bridge ends its engines eventually, but not
    by a certain time."""
    for _ in range(20 * TIMEOUT):
        if not left_running(marker):
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"{left_running(marker)} of {marker} still run")


class Program:
    """A running bridge or example. Its standard error is captured."""

    def __init__(self, process):
        self.process = process
        live.started(self)

    @classmethod
    async def start(cls, *words, **more):
        return cls(
            await asyncio.create_subprocess_exec(
                *words,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
                **more,
            )
        )

    async def says(self, text):
        """Waits for a line of standard error that contains the text. Returns the line."""
        while True:
            line = (await asyncio.wait_for(self.process.stderr.readline(), TIMEOUT)).decode()
            assert line, f"the program ended before it said: {text}"
            if text in line:
                return line.rstrip("\n")

    async def wait(self):
        """Waits for the end. Returns the program's standard error and its exit status."""
        said = (await asyncio.wait_for(self.process.stderr.read(), TIMEOUT)).decode()
        status = await asyncio.wait_for(self.process.wait(), TIMEOUT)
        live.ended(self)
        return said, status

    async def stop(self, number=signal.SIGTERM):
        if self.process.returncode is None:
            self.process.send_signal(number)
        return await self.wait()

    def abandon(self):
        self.process.kill()


def bridge(server, engine, rooms, *options, **more):
    """Starts a bridge that plays in the rooms with the engine."""
    return Program.start(
        binary("gomoku-cli"),
        "bot",
        "--engine",
        *engine,
        *TIMES,
        *options,
        "--",
        f"http://127.0.0.1:{server.port}",
        *rooms,
        **more,
    )


def own_engine(level=1):
    """Returns the command of our own engine."""
    return f"{binary('gomoku-cli')} engine --level {level}"


async def test_own_engine_plays_in_two_rooms_at_once(server, room):
    """Our own engine simultaneously plays games in two rooms against the built-in robot. The bridge
    ends after them."""
    rooms, watchers = [f"{room}-a", f"{room}-b"], []
    for name in rooms:
        ann = await Client.connect(server.port, "Ann")
        await ann.join(name)
        watchers.append((ann, (await ann.delta(name, {"game": "1", "x": "robot:1"}))["set"]))
    program = await bridge(server, [own_engine(2)], rooms, "--games", "1")
    for name, (ann, values) in zip(rooms, watchers, strict=True):
        values = await follow(ann, values, lambda v: "result" in v)
        same(values["reason"] in ("five", "full"), True, f"{name} ended by {values['reason']}")
    said, status = await program.wait()
    same(status, 0, said)


# OpeningTests.swift tests the server's rules for the steps of an opening. These tests cover the
# bridge, which translates the steps for the engine's protocol.
@pytest.mark.parametrize(
    ("opening", "rule"),
    [
        ("swap2", "freestyle"),
        *(
            pytest.param(*pair, marks=pytest.mark.full)
            for pair in (("pro", "standard"), ("soosorv-8", "renju"), ("taraguchi-10", "renju"))
        ),
    ],
)
async def test_own_engine_plays_an_opening(server, room, opening, rule):
    """Our own engine plays a game with an opening through the bridge."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    values = (await ann.delta(room, {"game": "1", "rule": rule, "opening": opening, "x": "robot:1"}))["set"]
    program = await bridge(server, [own_engine()], [room], "--games", "1")
    values = await follow(ann, values, lambda v: "result" in v)
    same(values["reason"] in ("five", "full", "forbidden"), True, f"ended by {values['reason']}")
    said, status = await program.wait()
    same(status, 0, said)


# Moves that never win, so that the engine decides the end of the game.
HARMLESS = ["a1", "o1", "a15", "o15", "a8", "o8", "h1", "h15", "d1", "l15", "d15", "l1"]


async def against_bad_engine(server, room, mode, opponent):
    """Plays a game against a bad engine, either as a person with harmless moves or with the robot.

    Returns the reason why the game ended, the output of the bridge, and its exit status.
    """
    marker = f"marker-{room}-{os.getpid()}"
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    is_person = opponent == "person"
    values = (await ann.delta(room, {"game": "1", "x": ann.id if is_person else "robot:1"}))["set"]
    program = await bridge(server, [*BAD, mode, marker], [room], "--games", "1", *(SHORT if is_person else []))
    while "result" not in values:
        values = await follow(
            ann, values, lambda v: "result" in v or (is_person and "o" in v and int(v["move"]) % 2 == 0)
        )
        if "result" not in values:
            number = int(values["move"])
            answer = await ann.move(room, number + 1, HARMLESS[number // 2])
            if "set" in answer:
                values = applied(values, answer["set"])
            else:  # The engine has resigned in the meantime.
                values = await follow(ann, values, lambda v: "result" in v)
    said, status = await program.wait()
    await wait_until_ended(marker)
    return values["reason"], said, status


@pytest.mark.parametrize("mode", ["crlf", "half", "long", "junk", "stale", "forks", "stubborn"])
async def test_engine_with_odd_output_still_plays_a_whole_game(server, room, mode):
    """An engine with odd output, or with child processes that outlive it, still plays a whole
    game."""
    reason, said, status = await against_bad_engine(server, room, mode, "robot")
    same((reason == "resign", status), (False, 0), f"{reason}: {said}")


@pytest.mark.parametrize(
    ("mode", "why"),
    [
        ("silent", "no move within"),
        ("garbage", "no move within"),
        ("late", "no move within"),
        ("crash", "exited by itself"),
        ("illegal", "off the board"),
        ("occupied", "illegal move"),
        ("forever", "gives up game"),
    ],
)
async def test_bridge_resigns_for_an_engine_without_a_legal_move(server, room, mode, why):
    """If an engine gives no legal move in time, the bridge resigns, reports the reason, and ends
    the engine."""
    reason, said, status = await against_bad_engine(server, room, mode, "person")
    same((reason, status), ("resign", 69), said)
    assert why in said, said


async def test_bridge_ends_if_the_engine_refuses_the_board(server, room):
    """An engine that answers START with ERROR takes no seat, and the bridge ends."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    await ann.delta(room, {"game": "1", "x": ann.id})
    said, status = await (await bridge(server, [*BAD, "refuses-start"], [room])).wait()
    same(("refused the game: ERROR unsupported size" in said, status), (True, 69), said)
    same("o" in (await server.json(f"/api/rooms/{room}"))["state"], False, "a seat taken")


WAYS = {
    "watched": ["ns-watched"],
    "open": ["ns-open"],
    "over": ["ns-over"],
    "empty": ["ns-empty"],
    "seek": ["--seek", "any"],
}
NO_ENGINES = {
    "missing": (["/nowhere/engine"], [], "could not be started (No such file or directory)"),
    "missing-in-a-folder": (
        ["/nowhere/engine"],
        ["--folder", "/tmp"],
        "could not be started (No such file or directory)",
    ),
    "false": (["/bin/false"], [], "could not be started (it exited before it said OK)"),
    "refuses": ([*BAD, "refuses-start"], [], "refused the game: ERROR unsupported size"),
}


@pytest_asyncio.fixture(scope="module")
async def rooms_without_engine(server):
    """Rooms at every stage in which a bridge may find them, and the client that made them."""
    ann = await Client.connect(server.port, "Ann")
    for room in ("ns-watched", "ns-open", "ns-over", "ns-empty"):
        await ann.join(room)
    await ann.delta("ns-watched", {"game": "1", "x": ann.id, "o": "robot:1"})
    await ann.delta("ns-open", {"game": "1", "x": ann.id})
    await ann.delta("ns-over", {"game": "1", "x": ann.id, "o": "robot:1"})
    await ann.delta("ns-over", {"result": "o", "reason": "resign"})
    return ann


@pytest.mark.parametrize(
    ("engine", "way"),
    [
        pytest.param(engine, way, marks=[] if engine == "false" or way == "open" else [pytest.mark.full])
        for engine in NO_ENGINES
        for way in WAYS
    ],
)
async def test_bridge_ends_if_the_engine_cannot_be_started(rooms_without_engine, server, engine, way):
    """An engine that cannot be started ends the bridge with an error in any room. The bridge takes
    no seat, seeks no opponent, and starts no game."""
    command, options, why = NO_ENGINES[engine]
    rooms, options = ([], [*options, *WAYS[way]]) if way == "seek" else (WAYS[way], options)
    said, status = await (await bridge(server, command, rooms, *options)).wait()
    same((why in said, status, "gives up" in said), (True, 69, False), said)
    same("game" in (await server.json("/api/rooms/ns-empty"))["state"], False, "a game begun")
    same("o" in (await server.json("/api/rooms/ns-open"))["state"], False, "a seat taken")


async def test_missing_folder_is_refused(server, room):
    """`--folder` with a path that is no folder is refused with exit status 64."""
    said, status = await (await bridge(server, [*BAD, "half"], [room], "--folder", "/nowhere")).wait()
    same(("/nowhere is not a folder" in said, status), (True, 64), said)


async def test_bridge_gives_up_a_silent_engine(server, room, tmp_path):
    """The bridge gives up an engine that is silent for ten seconds."""
    ann, clock = await Client.connect(server.port, "Ann"), Clock(tmp_path)
    await ann.join(room)
    await ann.delta(room, {"game": "1", "x": ann.id})
    marker = f"marker-{room}-{os.getpid()}"
    program = await bridge(server, [*BAD, "no-ok", marker], [room], env=preload.environment(clock=clock))
    while not left_running(marker):
        await asyncio.sleep(0.02)  # No event signals that a process has started.
    end = asyncio.create_task(program.wait())
    while not end.done():
        clock.skip(1)
        # The bridge reads its clock when news of the room arrives.
        await ann.delta(room, {"offer": "draw x"})
        await asyncio.sleep(0.02)
    said, status = await end
    same(("did not say OK" in said, status), (True, 69), said)
    await wait_until_ended(marker)


async def test_game_of_a_killed_bridge_can_be_claimed(server, room):
    """The game of a killed bridge can be claimed by its opponent after a while, as with any absent
    player."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    values = (await ann.delta(room, {"game": "1", "x": ann.id}))["set"]
    program = await bridge(server, QUICK, [room])
    values = await follow(ann, values, lambda v: "o" in v)
    bot = values["o"]
    values = applied(values, (await ann.move(room, 1, "h8"))["set"])
    values = await follow(ann, values, lambda v: v["move"] == "2")
    await program.stop(signal.SIGKILL)
    await ann.expect("participants", where=lambda m: bot in m["left"])
    await server.skip(15)
    values = await follow(ann, values, lambda v: "gone" in v)
    same(values["gone"].split()[0], "o", "the side that has gone")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("mode", ["forks", "stubborn", "eof-flood"])
async def test_engine_ends_with_the_bridge(server, room, mode, number):
    """Engines end with the bridge, however it ends, and so do the children that they leave
    behind."""
    marker = f"marker-{room}-{os.getpid()}"
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    values = (await ann.delta(room, {"game": "1", "x": ann.id}))["set"]
    program = await bridge(server, [*BAD, mode, marker], [room])
    values = await follow(ann, values, lambda v: "o" in v)
    values = applied(values, (await ann.move(room, 1, "h8"))["set"])
    await follow(ann, values, lambda v: v["move"] == "2")
    same(len(left_running(marker)) > 0, True, "running before")
    await program.stop(number)
    await wait_until_ended(marker)


async def test_crashed_engine_does_not_affect_other_rooms(server, room):
    """An engine that dies in one room does not affect the engine of another room."""
    one, other = f"{room}-a", f"{room}-b"
    ann = await Client.connect(server.port, "Ann")
    for name in (one, other):
        await ann.join(name)
        await ann.delta(name, {"game": "1", "x": ann.id})
    program = await bridge(server, [*BAD, "crash"], [one, other])
    for _ in range(2):
        await ann.expect("delta", where=lambda m: "o" in m["set"])
    await ann.move(one, 1, "h8")
    await ann.expect("delta", where=lambda m: m["set"].get("move") == "2")
    await ann.move(one, 3, "a1")
    await ann.expect("delta", where=lambda m: m["set"].get("reason") == "resign")
    await ann.move(other, 1, "h8")
    await ann.expect("delta", where=lambda m: m["room"] == other and m["set"].get("move") == "2")
    await program.stop()


async def test_takeback_while_the_engine_thinks(server, room):
    """After a takeback the restarted engine moves in the new position. Its earlier answer is
    dropped."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    values = (await ann.delta(room, {"game": "1", "x": ann.id}))["set"]
    marker = f"marker-{room}-{os.getpid()}"
    program = await Program.start(
        binary("gomoku-cli"),
        "bot",
        "--engine",
        *BAD,
        "late",
        marker,
        "--time",
        "200",
        "--grace",
        "9000",
        "--",
        f"http://127.0.0.1:{server.port}",
        room,
    )
    values = await follow(ann, values, lambda v: "o" in v)
    values = applied(values, (await ann.move(room, 1, "a1"))["set"])
    values = await follow(ann, values, lambda v: v["move"] == "2")
    values = applied(values, (await ann.move(room, 3, "a2"))["set"])
    # The engine thinks for 4 s. The bridge grants the takeback in the meantime.
    await ann.delta(room, {"offer": "takeback x"})
    values = await follow(ann, values, lambda v: v["move"] == "2")
    values = applied(values, (await ann.move(room, 3, "c3"))["set"])
    values = await follow(ann, values, lambda v: v["move"] == "4")
    same((values["col3"], values["row3"], "result" in values), ("2", "12", False), "the position after the takeback")
    await program.stop()
    await wait_until_ended(marker)


@pytest.mark.parametrize("is_thinking", [False, True], ids=["the person's turn", "the engine's turn"])
async def test_bridge_reconnects(tmp_path, is_thinking):
    """If the server is killed and restarted in the middle of a game, the bridge reconnects and the
    game goes on."""
    server = await Server(["--data", str(tmp_path)]).start()
    ann, values = await enter(server, "again")
    values = (await ann.delta("again", {"game": "1", "x": ann.id}))["set"]
    program = await bridge(server, QUICK, ["again"])
    values = await follow(ann, values, lambda v: "o" in v)
    values = applied(values, (await ann.move("again", 1, "h8"))["set"])
    values = await follow(ann, values, lambda v: v["move"] == "2")
    # The ID must be new. The server would answer an ID from before the restart with its earlier
    # result.
    if is_thinking:
        await ann.move("again", 3, "a1", id="move 3")
    await server.kill()
    await server.start()
    ann = await Client.connect(server.port, token=ann.token)
    values = (await ann.join("again"))["state"]
    if not is_thinking:
        values = applied(values, (await ann.move("again", 3, "a1", id="move 3"))["set"])
    await follow(ann, values, lambda v: v["move"] == "4")
    await program.stop()
    await server.stop()


async def test_bots_find_opponents_in_the_lobby(server):
    """A bot seeks a game and another bot accepts any, so they play. Then a person who seeks the
    same terms plays the first bot. The second bot reads the server's address from its settings."""
    address = f"http://127.0.0.1:{server.port}"
    cli = binary("gomoku-cli")
    ann, _ = await enter(server, "somewhere")
    await ann.join("~lobby", kind="lobby")
    one = await Program.start(
        cli,
        "bot",
        "--engine",
        *QUICK,
        *TIMES,
        "--name",
        "One",
        "--seek",
        "standard 60+1 13",
        "--games",
        "2",
        "--",
        address,
    )
    seek = await ann.expect(
        "delta", where=lambda m: any(key.startswith("seek.") and value for key, value in m["set"].items())
    )
    value = next(iter(seek["set"].values()))
    same(
        (value["name"], value["bot"], value["rule"], value["clock"], value["size"]),
        ("One", True, "standard", "60+1", "13"),
        "the seek",
    )
    settings = {**os.environ, "GOMOKU_SERVER": address}
    two = await Program.start(
        cli, "bot", "--engine", *QUICK, *TIMES, "--name", "Two", "--seek", "any", "--games", "1", env=settings
    )
    said, status = await two.wait()
    same(status, 0, said)
    same(len(GAME_IS_OVER.findall(said)), 1, said)
    # The second game: the bot named One seeks again.
    ann.send(type="seek", id="s", rule="standard", clock="60+1", size="13")
    paired = await ann.expect("paired")
    state = (await ann.join(paired["room"]))["state"]
    same((state["rule"], state["clock"], state["size"]), ("standard", "60+1", "13"), "the room")
    await ann.delta(paired["room"], {"result": "o" if paired["side"] == "x" else "x", "reason": "resign"})
    said, status = await one.wait()
    same(status, 0, said)
    same(len(GAME_IS_OVER.findall(said)), 2, said)


async def test_bot_claims_the_game_of_a_departed_opponent(server):
    """After the opponent has left, the bot waits as long as the server demands, then claims the
    game."""
    environment = preload.environment(clock=server.clock)
    ann = await Client.connect(server.port, "Ann")
    await ann.join("~lobby", kind="lobby")
    ann.send(type="seek", id="s")
    program = await bridge(server, QUICK, [], "--seek", "any", "--games", "1", env=environment)
    paired = await ann.expect("paired")
    watcher = await Client.connect(server.port, "Spectator")
    values = (await watcher.join(paired["room"]))["state"]
    await ann.join(paired["room"])
    # Let the bot move first. Otherwise its engine would count the skipped time as thinking time.
    if paired["side"] == "x":
        await ann.move(paired["room"], 1, "g7")
    values = await follow(watcher, values, lambda v: v["move"] == ("2" if paired["side"] == "x" else "1"))
    ann.cut()
    await watcher.expect("participants", where=lambda m: ann.id in m["left"])
    await server.skip(15)
    values = await follow(watcher, values, lambda v: "gone" in v)
    await server.skip(60)
    # The bot reads its clock when news of the room arrives.
    watcher.send(type="say", room=paired["room"], id="1", text="Well?")
    values = await follow(watcher, values, lambda v: "result" in v)
    same((values["result"], values["reason"]), ({"x": "o", "o": "x"}[paired["side"]], "abandoned"), "the end")
    said, status = await program.wait()
    same(status, 0, said)


def examples():
    """Returns the command of each example whose language is installed."""
    found = {
        "python": [sys.executable, os.path.join(EXAMPLES, "bot.py")],
        "shell": ["bash", os.path.join(EXAMPLES, "bot.sh")],
    }
    if shutil.which("node"):
        found["node"] = [os.path.join(EXAMPLES, "bot.mjs")]
    found["swift"] = [binary("example-bot")]
    return found


def start_example(name, server, room, *words):
    return run_example(name, f"http://127.0.0.1:{server.port}", room, *words)


def run_example(name, *words):
    if name not in examples():
        pytest.skip(f"{name} is not installed")
    return Program.start(*examples()[name], *words, env=dict(os.environ, GOMOKU_CLI=binary("gomoku-cli")))


LANGUAGES = ["python", "shell", "node", "swift"]


@pytest.mark.parametrize("name", LANGUAGES)
async def test_example_reconnects_as_the_same_participant(tmp_path, name):
    """If the server is killed and restarted in the middle of a game, the example reconnects as the
    same participant and plays on. It is also the same participant after a restart of its own."""
    token = tmp_path / "bot.token"
    server = await Server(["--data", str(tmp_path / "data")]).start()
    ann, values = await enter(server, "again")
    values = (await ann.delta("again", {"game": "1", "x": ann.id}))["set"]
    program = await start_example(name, server, "again", str(token))
    values = await follow(ann, values, lambda v: "o" in v)
    bot = values["o"]
    await server.kill()
    await server.start()
    ann = await Client.connect(server.port, token=ann.token)
    values = (await ann.join("again"))["state"]
    # Ann's IDs must be new in this run, too.
    values = applied(values, (await ann.move("again", 1, "h8", id="move 1"))["set"])
    values = await follow(ann, values, lambda v: v["move"] == "2")
    same(values["o"], bot, "the participant")
    await program.stop()
    same(stat.S_IMODE(os.stat(token).st_mode), 0o600, "who may read the token")
    # The restarted example must not reuse an ID.
    values = applied(values, (await ann.move("again", 3, "a1", id="move 3"))["set"])
    program = await start_example(name, server, "again", str(token))
    values = await follow(ann, values, lambda v: v["move"] == "4")
    same(values["o"], bot, "the participant of another run")
    await program.stop()
    await server.stop()


# Arguments that no example can use, by the exit status. `{url}` is the server of the module.
REFUSED = {
    "no arguments": (64, []),
    "no address": (64, ["gopher://127.0.0.1", "lunch"]),
    "no name of a room": (64, ["{url}", "lunch room"]),
    "unreadable token": (66, ["{url}", "lunch", "{folder}"]),
    "no server": (69, ["{nobody}", "lunch"]),
    "no folder for the token": (74, ["{url}", "lunch", "{folder}/none/token"]),
    "no room for games": (76, ["{url}", "~lobby"]),
}


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize("why", REFUSED)
async def test_example_reports_why_it_ends(server, tmp_path, name, why):
    """An example that cannot play says why in one line, and ends with a status of sysexits.h."""
    expected, words = REFUSED[why]
    places = {
        "url": f"http://127.0.0.1:{server.port}",
        "nobody": f"http://127.0.0.1:{ports.take()}",
        "folder": str(tmp_path),
    }
    said, status = await (await run_example(name, *(word.format(**places) for word in words))).wait()
    lines = said.splitlines()
    # For a wrong address, gomoku-cli also prints its usage.
    is_one_line = len(lines) == 1 or (name, why) == ("shell", "no address")
    same((status, is_one_line), (expected, True), said)


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize("stage", ["alone", "first move", "in the game", "opponent left"])
async def test_stopped_example_gives_its_seat_up(server, room, name, stage):
    """An example without a token file cannot return as the same participant. When it is stopped, it
    leaves its seat, aborts the game or resigns, so that the room is free for others."""
    ann, values = await enter(server, room)
    program = await start_example(name, server, room)
    values = await follow(ann, values, lambda v: v.get("move") == "1")
    if stage != "alone":
        values = applied(values, (await ann.delta(room, {"o": ann.id}))["set"])
        await program.says("playing X.")
    if stage in ("in the game", "opponent left"):
        values = applied(values, (await ann.move(room, 2, "a1"))["set"])
        values = await follow(ann, values, lambda v: v["move"] == "3")
    if stage == "opponent left":
        spectator, values = await enter(server, room)
        ann.cut()
        await spectator.expect("participants", where=lambda m: ann.id in m["left"])
        ann = spectator
    # bash loses a SIGINT that arrives while a child process of it ends.
    number = signal.SIGTERM if name == "shell" else signal.SIGINT
    said, status = await program.stop(number)
    same((status, said.splitlines()[-1]), (128 + number, "The bot was stopped. It has given its seat up."), said)
    values = await follow(ann, values, lambda v: "result" in v or "x" not in v)
    end = {"alone": None, "first move": "aborted"}.get(stage, "resign")
    same((values.get("reason"), "x" in values), (end, stage != "alone"), f"{values}")


async def has_read_everything(peer):
    """Waits until the client has read all data that was sent to it."""
    port = peer.get_extra_info("peername")[1]
    pattern = re.compile(rf"^ *\d+: \w+:{port:04X} \w+:\w+ \w+ \w+:(\w+)", re.MULTILINE)
    while int(pattern.search(pathlib.Path("/proc/net/tcp").read_text())[1], 16):
        await asyncio.sleep(0.01)


async def test_python_example_stops_between_two_messages(server, room):
    """A signal that arrives in the middle of a message interrupts the Python example after it, so
    that the example can still read the answer to its resignation."""
    ann, values = await enter(server, room)
    is_held, rest = asyncio.Event(), asyncio.Event()

    async def copy(reader, writer, is_answer):
        while data := await reader.read(65536):
            if is_answer and is_held.is_set() and not rest.is_set():
                writer.write(data[:2])
                await has_read_everything(writer)
                middle.set_result(None)
                await rest.wait()
                data = data[2:]
            writer.write(data)
        writer.close()

    async def serve(reader, writer):
        from_server, to_server = await asyncio.open_connection("127.0.0.1", server.port)
        await asyncio.gather(copy(reader, to_server, False), copy(from_server, writer, True))

    middle = asyncio.get_running_loop().create_future()
    proxy = await asyncio.start_server(serve, "127.0.0.1", 0)
    program = await run_example("python", f"http://127.0.0.1:{proxy.sockets[0].getsockname()[1]}", room)
    values = await follow(ann, values, lambda v: v.get("move") == "1")
    values = applied(values, (await ann.delta(room, {"o": ann.id}))["set"])
    await program.says("playing X.")
    values = applied(values, (await ann.move(room, 2, "a1"))["set"])
    values = await follow(ann, values, lambda v: v["move"] == "3")
    is_held.set()
    ann.send(type="say", room=room, id="say 1", text="Are you there?")
    await middle
    program.process.send_signal(signal.SIGINT)
    rest.set()
    said, status = await program.wait()
    same((status, said.splitlines()[-1]), (130, "The bot was stopped. It has given its seat up."), said)
    proxy.close()


async def test_python_example_stops_after_a_ping(server, room):
    """A signal stops the Python example also if the last frame from the server was a ping."""
    is_pinged, has_parted = asyncio.Event(), asyncio.Event()
    answered = asyncio.get_running_loop().create_future()

    async def copy(reader, writer, is_answer):
        while data := await reader.read(65536):
            if is_answer and is_pinged.is_set():
                await has_parted.wait()
            elif not is_answer and data.startswith(b"\x8a"):
                answered.set_result(None)
            elif answered.done():
                has_parted.set()
            writer.write(data)
        writer.close()

    async def serve(reader, writer):
        nonlocal pings
        pings = writer
        from_server, to_server = await asyncio.open_connection("127.0.0.1", server.port)
        await asyncio.gather(copy(reader, to_server, False), copy(from_server, writer, True))

    pings = None
    proxy = await asyncio.start_server(serve, "127.0.0.1", 0)
    program = await run_example("python", f"http://127.0.0.1:{proxy.sockets[0].getsockname()[1]}", room)
    await program.says("waiting for an opponent.")
    is_pinged.set()
    pings.write(b"\x89\x00")
    await answered
    program.process.send_signal(signal.SIGTERM)
    said, status = await program.wait()
    same((status, said.splitlines()[-1]), (143, "The bot was stopped. It has given its seat up."), said)
    proxy.close()


@pytest.mark.parametrize("name", LANGUAGES)
async def test_stopped_example_with_a_token_keeps_its_seat(server, room, tmp_path, name):
    """An example with a token file keeps its seat when it is stopped, and says how to continue.
    Only the owner can read the file, even if others could before. The token is not in the
    output."""
    ann, values = await enter(server, room)
    token = tmp_path / "bot.token"
    token.touch(0o644)
    for _ in range(2):
        program = await start_example(name, server, room, str(token))
        values = await follow(ann, values, lambda v: v.get("move") == "1")
        await program.says("playing X, waiting for an opponent.")
        bot = values["x"]
        said, status = await program.stop()
        same(
            (status, said.splitlines()[-1]),
            (143, f"The bot was stopped. Start it again with {token} to continue."),
            said,
        )
        same((stat.S_IMODE(token.stat().st_mode), token.read_text().strip() in said), (0o600, False), said)
        token.chmod(0o644)
    same((await server.json(f"/api/rooms/{room}"))["state"]["x"], bot, "the seat")


@pytest.mark.parametrize("name", LANGUAGES)
async def test_example_reports_the_game_and_accepts_a_rematch(server, room, name):
    """An example says which side it plays and how the game ended. It accepts a rematch under the
    same rule. After that it says that both seats are taken, if another bot has them."""
    ann, values = await enter(server, room)
    values = (await ann.delta(room, {"game": "1", "rule": "renju", "takebacks": "no", "x": ann.id}))["set"]
    program = await start_example(name, server, room)
    values = await follow(ann, values, lambda v: "o" in v)
    bot = values["o"]
    values = applied(values, (await ann.delta(room, {"result": "o", "reason": "resign"}))["set"])
    values = applied(values, (await ann.delta(room, {"offer": "rematch x"}))["set"])
    values = await follow(ann, values, lambda v: v["game"] == "2" and v["move"] == "1")
    same((values["x"], values["o"]), (bot, ann.id), "the exchanged sides")
    same((values["rule"], values["takebacks"]), ("renju", "no"), "the terms")
    other = await start_example(name, server, room)
    await other.says(f"Game 2 in {room}: both seats are taken.")
    said, status = await other.stop()
    same((status, said.splitlines()[-1]), (143, "The bot was stopped."), said)
    for sentence in ("Game 1 in {}: playing O.", "Game 1 in {} is over: O won (resign).", "Game 2 in {}: playing X."):
        await program.says(sentence.format(room))
    await program.stop()


@pytest.mark.parametrize("name", LANGUAGES)
async def test_example_waits_for_a_place_on_a_full_server(name):
    """An example that the server refuses for now tries again, and says so."""
    # The lobby takes the only place.
    server = await Server(["--rooms", "1"], alone=True).start()
    program = await start_example(name, server, "lunch")
    for _ in range(2):
        line = await program.says("Trying again in")
        same("Try again later" in line, True, line)
    said, status = await program.stop()
    same((status, said.splitlines()[-1]), (143, "The bot was stopped."), said)
    await server.stop()


async def test_shell_example_runs_no_text_of_the_server(tmp_path):
    """bash runs commands in texts that it reads as numbers. The shell example runs none that a
    server sends."""
    trap = tmp_path / "trap"
    # A program in place of gomoku-cli, so that it can send what no server would.
    lines = [
        '{"type":"welcome","participant":{"id":"p-1"},"token":"t"}',
        '{"type":"snapshot","kind":"gomoku","state":{"game":"1","x":"p-1","o":"p-2","move":"a[$(touch FILE)]"}}',
        '{"type":"error","code":"busy","message":"Later.","retryAfter":"a[$(touch FILE)]"}',
    ]
    program = tmp_path / "gomoku-cli"
    text = "\n".join(lines).replace("FILE", str(trap))
    program.write_text(f"#!/bin/sh\ncat <<'END'\n{text}\nEND\n")
    program.chmod(0o755)
    environment = dict(os.environ, GOMOKU_CLI=str(program))
    bot = await Program.start(*examples()["shell"], "http://127.0.0.1:1", "lunch", env=environment)
    await bot.says("busy: Later. Trying again in")
    await bot.stop()
    same(trap.exists(), False, "a command of the server ran")


@pytest.mark.parametrize("name", LANGUAGES)
async def test_example_ends_when_its_token_is_signed_out(server, room, tmp_path, name):
    """If the owner of a name signs out the bot's token, the example does not try again."""
    ann = await claimed(server, f"Owner {name}")
    await ann.join(room)
    ann.send(type="token", id="t")
    token = tmp_path / "bot.token"
    token.write_text((await ann.expect("token"))["token"])
    program = await start_example(name, server, room, str(token))
    await ann.expect("delta", where=lambda m: m["set"].get("move") == "1")
    ann.send(type="signout", id="s", session="others")
    said, status = await program.wait()
    same((status, "4001" in said.splitlines()[-1]), (76, True), said)


README = os.path.join(ROOT, "README.md")


async def test_first_bot_of_the_readme_plays_a_move_and_leaves_the_room_free(server, room, tmp_path):
    """The bot of the README plays a move each time that it is started. After it, anyone can start a
    game in the room."""
    with open(README, encoding="utf-8") as file:
        code = re.search(r"```python\n(.*?)```", file.read(), re.DOTALL)[1]
    (tmp_path / "first.py").write_text(code.replace('"first"', f'"{room}"'))
    (tmp_path / ".build" / "release").mkdir(parents=True)
    (tmp_path / ".build" / "release" / "gomoku-cli").symlink_to(binary("gomoku-cli"))
    settings = {**os.environ, "GOMOKU_SERVER": f"http://127.0.0.1:{server.port}"}
    for number in ("1", "2"):
        program = await Program.start(*examples()["python"][:1], "first.py", cwd=tmp_path, env=settings)
        said, status = await program.wait()
        same((status, said), (0, ""), "the first bot")
        deltas = [delta["set"] for delta in await server.history(room)]
        same([d.get("move") for d in deltas if "game" in d or d.get("move") == "1"][-2:], ["0", "1"], f"{deltas}")
        state = (await server.json(f"/api/rooms/{room}"))["state"]
        same((state["game"], state["result"], state["reason"]), (number, "o", "resign"), "the end")
        same(state["move"], "2", "the computer has answered")
    ann, _ = await enter(server, room)
    answer = await ann.delta(room, {"game": "3", "x": ann.id})
    same(answer["type"], "delta", f"a game of another participant: {answer}")


@pytest.mark.parametrize(
    ("product", "command"),
    [
        ("Python", [*examples()["python"][:1], "--version"]),
        ("Node", ["node", "--version"]),
        ("Swift", ["swift", "--version"]),
    ],
)
def test_examples_run_with_the_versions_of_the_readme(product, command):
    """The tests run the examples with the versions that the README names as tested."""
    with open(README, encoding="utf-8") as file:
        named = re.search(rf"{product} ([\d.]*\d)", file.read().split("## Tested platforms")[1])[1]
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=TIMEOUT).stdout
    found = re.search(r"\d[\d.]*", said)[0]
    same(f"{found}.".startswith(f"{named}."), True, f"the README names {product} {named}, but {found} is installed")


async def test_shell_example_reports_missing_gomoku_cli():
    """The shell example reports that gomoku-cli is missing."""
    program = await Program.start(
        *examples()["shell"], "http://127.0.0.1:1", "lunch", env=dict(os.environ, GOMOKU_CLI="/nowhere/gomoku-cli")
    )
    said, status = await program.wait()
    same(("There is no /nowhere/gomoku-cli" in said, status), (True, 69), said)


@pytest.mark.parametrize("name", LANGUAGES)
async def test_example_plays_to_the_end(server, room, name):
    """The example takes a seat against the robot and plays to the end."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    values = (await ann.delta(room, {"game": "1", "x": "robot:1"}))["set"]
    program = await start_example(name, server, room)
    values = await follow(ann, values, lambda v: "result" in v)
    same(values["reason"] in ("five", "full"), True, f"ended by {values['reason']}")
    await program.stop()


async def test_two_examples_play_each_other(server, room):
    """In an empty room one example starts the game and another sits down."""
    ann, values = await enter(server, room)
    programs = [await start_example(name, server, room) for name in ("python", "node")]
    values = await follow(ann, values, lambda v: "result" in v)
    same(values["reason"] in ("five", "full"), True, f"ended by {values['reason']}")
    for program in programs:
        await program.stop()


async def test_match_against_a_remote_bot(server, room, tmp_path):
    """A match against a bot in a room. The records as psq and SGF equal the server's, and `analyse`
    reads them."""
    program, cli = await start_example("swift", server, room), binary("gomoku-cli")
    match = await asyncio.create_subprocess_exec(
        cli,
        "match",
        "level:1",
        f"remote:http://127.0.0.1:{server.port}/?room={room}",
        "--games",
        "2",
        "--time",
        "50",
        "--records",
        str(tmp_path),
        "--verbose",
        "--rule",
        "standard",
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, error = await asyncio.wait_for(match.communicate(), 5 * TIMEOUT)
    lines = said.decode().splitlines()
    same((match.returncode, error, len(lines)), (0, b"", 3), f"{said} {error}")
    for line in lines[:2]:
        same("five" in line or "full" in line, True, line)
    same(sorted(os.listdir(tmp_path)), [f"{n:04}.{kind}" for n in (1, 2) for kind in ("psq", "sgf")], "records")
    # The server's own record of the last game has the same moves. The bot may have begun a game
    # before the match.
    last = (await server.json(f"/api/rooms/{room}"))["state"]["game"]

    def cells(record):
        return [line.rsplit(",", 1)[0] for line in record.splitlines() if line.count(",") == 2 and line[0].isdigit()]

    own = (await server.get(f"/api/rooms/{room}/games/{last}.psq"))[2].decode()
    same(cells((tmp_path / "0002.psq").read_text()), cells(own), "the moves")
    for kind in ("psq", "sgf"):
        done = await asyncio.create_subprocess_exec(
            cli, "analyse", str(tmp_path / f"0002.{kind}"), stdout=asyncio.subprocess.PIPE
        )
        same((await done.communicate())[0].decode(), "The game is over.\n", kind)
    await program.stop()

#!/usr/bin/env python3
"""The engine bridge and the examples: whole games on a server, and engines that misbehave on purpose.

    python3 Tests/system/bots.py [--server PATH] [--only NAME]
"""

import argparse
import asyncio
import os
import shutil
import signal
import sys
import tempfile

from blackbox import PATIENCE, ROOT, Client, Count, Server, applied, binary, same, follow

CLI = binary("gomoku-cli")
BAD = [sys.executable, os.path.join(ROOT, "Tests/system/bad_engines/engine.py")]
EXAMPLES = os.path.join(ROOT, "examples")
# How long an engine may take here, in milliseconds. One that answers is waited for, however busy the machine: in a debug build
# ours makes tables for a second. Of one that never does, the tests wait for the end.
TIMES = ["--time", "200", "--grace", "60000"]
SHORT = ["--grace", "800"]


async def enter(server, room):
    """A spectator with what the room knows."""
    client = await Client.connect(server.port, "Spectator")
    return client, (await client.join(room))["state"]


def left_running(marker):
    """Processes whose command line holds the marker, zombies not."""
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


async def all_gone(marker):
    """Waits until nothing with the marker runs; the engine's end is the bridge's promise, not an instant."""
    for _ in range(20 * PATIENCE):
        if not left_running(marker):
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"{left_running(marker)} of {marker} still run")


class Program:
    """A bridge or an example as a process, and all it says on standard error."""

    # Every one that was started: a test that fails may leave its own behind.
    started = []

    @classmethod
    async def start(cls, *words):
        self = cls()
        self.process = await asyncio.create_subprocess_exec(
            *words, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE)
        cls.started.append(self)
        return self

    async def end(self):
        """Waits for its end; what it said and its status."""
        said = (await asyncio.wait_for(self.process.stderr.read(), 60)).decode()
        return said, await asyncio.wait_for(self.process.wait(), PATIENCE)

    async def stop(self, number=signal.SIGTERM):
        if self.process.returncode is None:
            self.process.send_signal(number)
        return await self.end()


def bridge(server, engine, rooms, *options):
    return Program.start(CLI, "bot", "--engine", *engine, *TIMES, *options, "--", f"http://127.0.0.1:{server.port}", *rooms)


async def plays_whole_games(server):
    """Our own engine through the bridge, two rooms at once, against the built-in robot."""
    rooms, watchers = ["whole-1", "whole-2"], []
    for room in rooms:
        ann = await Client.connect(server.port, "Ann")
        await ann.join(room)
        watchers.append((ann, (await ann.delta(room, {"game": "1", "x": "robot:1"}))["set"]))
    program = await bridge(server, [f"{CLI} engine --level 3"], rooms, "--games", "1")
    for room, (ann, values) in zip(rooms, watchers):
        values = await follow(ann, values, lambda v: "result" in v)
        same(values["reason"] in ("five", "full"), True, f"{room} ended by {values['reason']}")
    said, status = await program.end()
    same(status, 0, said)


async def plays_openings(server):
    for opening, rule in (("swap2", "freestyle"), ("pro", "standard"), ("soosorv-8", "renju"), ("taraguchi-10", "renju")):
        room = f"bridge-{opening}"
        ann = await Client.connect(server.port, "Ann")
        await ann.join(room)
        values = (await ann.delta(room, {"game": "1", "rule": rule, "opening": opening, "x": "robot:2"}))["set"]
        program = await bridge(server, [f"{CLI} engine --level 2"], [room], "--games", "1")
        values = await follow(ann, values, lambda v: "result" in v)
        same(values["reason"] in ("five", "full", "forbidden"), True, f"{opening} ended by {values['reason']}")
        said, status = await program.end()
        same(status, 0, said)


# Stones of somebody who never wins, so that it is the engine that ends the game.
HARMLESS = "a1 o1 a15 o15 a8 o8 h1 h15 d1 l15 d15 l1".split()


async def bad(server, mode, why):
    """With `why` the game is resigned for that reason, by an engine that plays a person; without, it is played to its end, against
    the robot."""
    room, marker = f"bad-{mode}", f"marker-{mode}-{os.getpid()}"
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    values = (await ann.delta(room, {"game": "1", "x": ann.id if why else "robot:1"}))["set"]
    program = await bridge(server, [*BAD, mode, marker], [room], "--games", "1", *(SHORT if why else []))
    while "result" not in values:
        values = await follow(ann, values, lambda v: "result" in v or bool(why) and "o" in v and int(v["move"]) % 2 == 0)
        if "result" not in values:
            number = int(values["move"])
            answer = await ann.move(room, number + 1, HARMLESS[number // 2])
            if "set" in answer:
                values = applied(values, answer["set"])
            else:  # The engine has resigned meanwhile.
                values = await follow(ann, values, lambda v: "result" in v)
    said, status = await program.end()
    same((values["reason"] == "resign", status), (why is not None, 1 if why else 0), f"{values['reason']}: {said}")
    if why and why not in said:
        raise AssertionError(f"no {why!r} in {said!r}")
    await all_gone(marker)


async def refuses_the_table(server):
    """ERROR to START: the seat is not taken at all, and the bridge ends."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join("refused")
    await ann.delta("refused", {"game": "1", "x": ann.id})
    said, status = await (await bridge(server, [*BAD, "refuses-start"], ["refused"])).end()
    same(("refused the game: ERROR unsupported size" in said, status), (True, 1), said)
    same("o" in (await server.json("/api/rooms/refused"))["state"], False, "a seat taken")


async def cannot_start(server):
    """An engine that cannot be started ends the bridge with the reason, however it is called and whatever stands in the
    room; nobody is found in the lobby for it, and no game is begun."""
    ann = await Client.connect(server.port, "Ann")
    for room in ("ns-watched", "ns-open", "ns-over", "ns-empty"):
        await ann.join(room)
    await ann.delta("ns-watched", {"game": "1", "x": ann.id, "o": "robot:1"})
    await ann.delta("ns-open", {"game": "1", "x": ann.id})
    await ann.delta("ns-over", {"game": "1", "x": ann.id, "o": "robot:1"})
    await ann.delta("ns-over", {"result": "o", "reason": "resign"})
    ways = [[room] for room in ("ns-watched", "ns-open", "ns-over", "ns-empty")] + [["--seek", "any"], ["--seek", "renju 300+5"]]
    engines = [
        (["/nowhere/engine"], [], "could not be started (No such file or directory)"),
        (["/nowhere/engine"], ["--folder", "/tmp"], "could not be started (No such file or directory)"),
        (["/bin/false"], [], "could not be started (it ended before it said OK)"),
        ([*BAD, "refuses-start"], [], "refused the game: ERROR unsupported size"),
    ]

    async def fails(engine, options, why, way):
        rooms, options = ([], [*options, *way]) if way[0] == "--seek" else (way, options)
        said, status = await (await bridge(server, engine, rooms, *options)).end()
        same((why in said, status), (True, 1), f"{engine} {way}: {said}")

    # One that says nothing is waited for: meanwhile the others are tried.
    silent = asyncio.create_task(fails(["/bin/sleep", "1000"], [], "did not say OK", ["ns-watched"]))
    for engine, options, why in engines:
        await asyncio.gather(*(fails(engine, options, why, way) for way in ways))
    await silent
    same("game" in (await server.json("/api/rooms/ns-empty"))["state"], False, "a game begun")
    same("o" in (await server.json("/api/rooms/ns-open"))["state"], False, "a seat taken")
    said, status = await (await bridge(server, [*BAD, "half"], ["ns-empty"], "--folder", "/nowhere")).end()
    same(("--folder takes a folder" in said, status), (True, 64), said)


async def leaves_its_seat_behind(server):
    """A bridge that is killed has left its game: the other may claim it after the time that is told."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join("killed")
    values = (await ann.delta("killed", {"game": "1", "x": ann.id}))["set"]
    program = await bridge(server, [f"{CLI} engine --level 1"], ["killed"])
    values = await follow(ann, values, lambda v: "o" in v)
    values = applied(values, (await ann.move("killed", 1, "h8"))["set"])
    values = await follow(ann, values, lambda v: v["move"] == "2")
    await program.stop(signal.SIGKILL)
    values = await follow(ann, values, lambda v: "gone" in v)
    same(values["gone"].split()[0], "o", "who has gone")


async def dies_with_the_bridge(server, mode, number):
    """However the bridge ends, its engines do, and the children they left."""
    room, marker = f"ends-{mode}-{number}", f"marker-ends-{mode}-{number}-{os.getpid()}"
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    values = (await ann.delta(room, {"game": "1", "x": ann.id}))["set"]
    program = await bridge(server, [*BAD, mode, marker], [room])
    values = await follow(ann, values, lambda v: "o" in v)
    values = applied(values, (await ann.move(room, 1, "h8"))["set"])
    await follow(ann, values, lambda v: v["move"] == "2")
    same(len(left_running(marker)) > 0, True, "running before")
    await program.stop(number)
    await all_gone(marker)


async def only_its_own_game(server):
    """One room's engine dies, the other room's plays on."""
    ann = await Client.connect(server.port, "Ann")
    for room in ("own-1", "own-2"):
        await ann.join(room)
        await ann.delta(room, {"game": "1", "x": ann.id})
    program = await bridge(server, [*BAD, "crash"], ["own-1", "own-2"])
    for room in ("own-1", "own-2"):
        while "o" not in (await server.json(f"/api/rooms/{room}"))["state"]:
            await ann.expect("delta", where=lambda m: "o" in m["set"])
    await ann.move("own-1", 1, "h8")
    await ann.expect("delta", where=lambda m: m["set"].get("move") == "2")
    await ann.move("own-1", 3, "a1")
    await ann.expect("delta", where=lambda m: m["set"].get("reason") == "resign")
    await ann.move("own-2", 1, "h8")
    await ann.expect("delta", where=lambda m: m["room"] == "own-2" and m["set"].get("move") == "2")
    await program.stop()


async def takes_back_while_it_thinks(server):
    """What is taken back or started anew while the engine thinks: a new process, the new position, no stale move."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join("back")
    values = (await ann.delta("back", {"game": "1", "x": ann.id}))["set"]
    marker = f"marker-back-{os.getpid()}"
    program = await Program.start(
        CLI, "bot", "--engine", *BAD, "late", marker, "--time", "200", "--grace", "9000", "--",
        f"http://127.0.0.1:{server.port}", "back")
    values = await follow(ann, values, lambda v: "o" in v)
    values = applied(values, (await ann.move("back", 1, "a1"))["set"])
    values = await follow(ann, values, lambda v: v["move"] == "2")
    values = applied(values, (await ann.move("back", 3, "a2"))["set"])
    # It thinks for 4 s now; the takeback is granted by the bridge meanwhile.
    await ann.delta("back", {"offer": "takeback x"})
    values = await follow(ann, values, lambda v: v["move"] == "2")
    values = applied(values, (await ann.move("back", 3, "c3"))["set"])
    values = await follow(ann, values, lambda v: v["move"] == "4")
    same((values["col3"], values["row3"], "result" in values), ("2", "12", False), "the position after the takeback")
    await program.stop()
    await all_gone(marker)


async def comes_back(server):
    """The server is killed and started again in the middle of a game, first while the person is to move, then while the
    engine thinks: it goes on."""
    ann, values = await enter(server, "again")
    values = (await ann.delta("again", {"game": "1", "x": ann.id}))["set"]
    program = await bridge(server, [f"{CLI} engine --level 1"], ["again"])
    values = await follow(ann, values, lambda v: "o" in v)
    values = applied(values, (await ann.move("again", 1, "h8"))["set"])
    values = await follow(ann, values, lambda v: v["move"] == "2")
    for number, is_thinking in ((3, False), (5, True)):
        taken = {(values[f"col{move}"], values[f"row{move}"]) for move in range(1, number)}
        point = next(f"{column}1" for column in "abc" if (str(ord(column) - ord("a")), "14") not in taken)
        # An id of its own: ids of the connection before would be known, and answered as they were then.
        if is_thinking:
            await ann.move("again", number, point, id=f"move {number}")
        await server.kill()
        await server.start()
        ann = await Client.connect(server.port, token=ann.token)
        values = (await ann.join("again"))["state"]
        if not is_thinking:
            values = applied(values, (await ann.move("again", number, point, id=f"move {number}"))["set"])
        values = await follow(ann, values, lambda v: v["move"] == str(number + 1))
    await program.stop()


async def example(server, name, words):
    """An example takes a seat against the robot and plays to the end; it opens the next game by itself where it must."""
    ann = await Client.connect(server.port, "Ann")
    room = f"example-{name}"
    await ann.join(room)
    values = (await ann.delta(room, {"game": "1", "x": "robot:1"}))["set"]
    program = await Program.start(*words, f"http://127.0.0.1:{server.port}", room)
    try:
        values = await follow(ann, values, lambda v: "result" in v)
        same(values["reason"] in ("five", "full"), True, f"ended by {values['reason']}")
    finally:
        said, _ = await program.stop()
        if said:
            print(said, end="")


async def examples_meet(server, one, other):
    """Two examples in an empty room: one starts the game, the other sits down."""
    ann, values = await enter(server, "meeting")
    programs = [await Program.start(*words, f"http://127.0.0.1:{server.port}", "meeting") for words in (one, other)]
    try:
        values = await follow(ann, values, lambda v: "result" in v)
        same(values["reason"] in ("five", "full"), True, f"ended by {values['reason']}")
    finally:
        for program in programs:
            await program.stop()


async def seeks_in_the_lobby(server):
    """One bot looks for a game, another takes whatever there is: they play two, and a person who looks for the same plays one."""
    address = f"http://127.0.0.1:{server.port}"
    engine = f"{CLI} engine --level 1"
    ann, _ = await enter(server, "somewhere")
    await ann.join("~lobby", kind="lobby")
    one = await Program.start(CLI, "bot", "--engine", engine, *TIMES, "--name", "One", "--seek", "standard 60+1 13", "--games", "3", "--", address)
    seek = await ann.expect("delta", where=lambda m: any(key.startswith("seek.") and value for key, value in m["set"].items()))
    value = next(iter(seek["set"].values()))
    same((value["name"], value["bot"], value["rule"], value["clock"], value["size"]), ("One", True, "standard", "60+1", "13"), "the seek")
    two = await Program.start(CLI, "bot", "--engine", engine, *TIMES, "--name", "Two", "--seek", "any", "--games", "2", "--", address)
    said, status = await two.end()
    same(status, 0, said)
    same(said.count("is over"), 2, said)
    # The third game: One looks again, and a person takes it.
    ann.send(type="seek", id="s", rule="standard", clock="60+1", size="13")
    paired = await ann.expect("paired")
    state = (await ann.join(paired["room"]))["state"]
    same((state["rule"], state["clock"], state["size"]), ("standard", "60+1", "13"), "the room")
    await ann.delta(paired["room"], {"result": "o" if paired["side"] == "x" else "x", "reason": "resign"})
    said, status = await one.end()
    same(status, 0, said)
    same(said.count("is over"), 3, said)


async def match_against_a_remote_bot(server, words):
    """A match's player that sits in a room; its records as psq and SGF, read again by analyse."""
    program = await Program.start(*words, f"http://127.0.0.1:{server.port}", "match")
    try:
        with tempfile.TemporaryDirectory() as folder:
            match = await asyncio.create_subprocess_exec(
                CLI, "match", "level:2", f"remote:http://127.0.0.1:{server.port}/?room=match", "--games", "3", "--time", "50",
                "--records", folder, "--verbose", "--rule", "standard", stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
            said, error = await asyncio.wait_for(match.communicate(), 5 * PATIENCE)
            lines = said.decode().splitlines()
            same((match.returncode, error, len(lines)), (0, b"", 4), f"{said} {error}")
            for line in lines[:3]:
                same("five" in line or "full" in line, True, line)
            same(sorted(os.listdir(folder)), [f"{n:04}.{kind}" for n in (1, 2, 3) for kind in ("psq", "sgf")], "records")
            # The server's own record of the last game has the same moves; the bot may have opened one before.
            last = (await server.json("/api/rooms/match"))["state"]["game"]
            own = (await server.get(f"/api/rooms/match/games/{last}.psq"))[2].decode().splitlines()
            kept = open(os.path.join(folder, "0003.psq")).read().splitlines()
            cells = lambda record: [line.rsplit(",", 1)[0] for line in record if line.count(",") == 2 and line[0].isdigit()]
            same(cells(kept), cells(own), "the moves")
            for kind in ("psq", "sgf"):
                done = await asyncio.create_subprocess_exec(
                    CLI, "analyse", os.path.join(folder, f"0003.{kind}"), stdout=asyncio.subprocess.PIPE)
                same((await done.communicate())[0].decode(), "The game is over.\n", kind)
    finally:
        await program.stop()


def examples():
    """Those whose language is there."""
    found = {"python": [sys.executable, os.path.join(EXAMPLES, "bot.py")],
             "shell": ["bash", os.path.join(EXAMPLES, "bot.sh")]}
    os.environ["GOMOKU_CLI"] = CLI
    if node := shutil.which("node"):
        found["node"] = [node, "--experimental-websocket", os.path.join(EXAMPLES, "bot.mjs")]
    found["swift"] = [binary("example-bot")]
    return found


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--server", help="the program to test")
    parser.add_argument("--only", default="", help="tests whose name begins so")
    options = parser.parse_args()
    count = Count()

    async def run(name, test):
        if name.startswith(options.only):
            await count.run(name, test)
        else:
            test.close()

    with tempfile.TemporaryDirectory() as data:
        server = await Server(["--data", data], options.server).start()
        await run("our engine, two games at once", plays_whole_games(server))
        await run("openings", plays_openings(server))
        for mode in ("crlf", "half", "long", "junk", "stale", "forks", "stubborn"):
            await run(f"bad engine plays on: {mode}", bad(server, mode, None))
        for mode, why in (("silent", "no move within"), ("garbage", "no move within"), ("late", "no move within"),
                          ("crash", "ended by itself"), ("illegal", "off the board"), ("occupied", "illegal move"),
                          ("forever", "is given up")):
            await run(f"bad engine resigns: {mode}", bad(server, mode, why))
        await run("refuses the table", refuses_the_table(server))
        await run("cannot start", cannot_start(server))
        await run("leaves its seat behind", leaves_its_seat_behind(server))
        for mode in ("forks", "stubborn", "eof-flood"):
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
                await run(f"ends with the bridge: {mode} {number.name}", dies_with_the_bridge(server, mode, number))
        await run("only its own game", only_its_own_game(server))
        await run("takeback while it thinks", takes_back_while_it_thinks(server))
        await run("comes back", comes_back(server))
        await run("seeks in the lobby", seeks_in_the_lobby(server))
        found = examples()
        for name, words in found.items():
            await run(f"example: {name}", example(server, name, words))
        if "python" in found and "node" in found:
            await run("example: two meet", examples_meet(server, found["python"], found["node"]))
        await run("match: against a remote bot", match_against_a_remote_bot(server, found["swift"]))
        for program in Program.started:
            if program.process.returncode is None:
                await program.stop()
        await server.stop()
    count.close()


if __name__ == "__main__":
    asyncio.run(main())

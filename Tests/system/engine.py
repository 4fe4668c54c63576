#!/usr/bin/env python3
"""gomoku-cli engine as a manager's process: it stops when told to, and takes no more memory than it may.

    python3 Tests/system/engine.py [--cli PATH]

The last line is "N passed, N failed".
"""

import argparse
import asyncio
import os
import re
import time

from blackbox import Count, PATIENCE, binary

MOVE = re.compile(r"\d+,\d+$")


class Engine:
    """The program, and the lines that it says."""

    @classmethod
    async def start(cls, cli, *options):
        made = cls()
        made.process = await asyncio.create_subprocess_exec(
            cli, "engine", *options, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
        return made

    def say(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    async def line(self, matching=MOVE):
        """The next line that is one; what is told meanwhile is let go."""
        while True:
            line = (await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)).decode().strip()
            assert line, "the engine has ended"
            if re.match(matching, line):
                return line

    def ticks(self):
        """The processor's time it has used, in ticks of the system."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            words = file.read().rsplit(")", 1)[1].split()
        return int(words[11]) + int(words[12])

    def megabytes(self):
        """The most that it ever had in memory."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmHWM:\s+(\d+) kB", file.read())[1]) / 1024

    async def end(self):
        self.say("END")
        await asyncio.wait_for(self.process.wait(), PATIENCE)


async def stopped(cli):
    """STOP and YXSTOP while it thinks are answered with a move at once, and the game goes on"""
    engine = await Engine.start(cli)
    engine.say("START 15", "INFO timeout_turn 50000", "INFO timeout_match 0", "INFO max_memory 83886080", "INFO max_node 100")
    await engine.line("OK")
    engine.say("BOARD", "7,7,2", "DONE")  # the tables are made when the first move is thought about
    await engine.line()
    engine.say("INFO max_node 0")
    for stop, board in (("STOP", ["7,7,2", "8,8,1", "7,9,2"]), ("YXSTOP", ["7,7,2"])):
        engine.say("BOARD", *board, "DONE")
        await asyncio.sleep(0.5)  # it is to think by now; that it does has no sign
        began = time.monotonic()
        engine.say(stop)
        await engine.line()
        took = time.monotonic() - began
        assert took < 5, f"{stop} was answered after {took:.1f} s of 50"
    await engine.end()


async def small_memory(cli):
    """with 10 MB asked for it takes what the program itself takes, and next to nothing for positions"""
    engine = await Engine.start(cli)
    engine.say("START 15", "INFO max_memory 10485760", "INFO timeout_turn 300")
    await engine.line("OK")
    for board in (["7,7,2"], ["7,7,2", "8,8,1", "7,9,2"]):
        engine.say("BOARD", *board, "DONE")
        await engine.line()
    found = engine.megabytes()
    print(f"        {found:.0f} MB at most", flush=True)
    assert found < LIMIT, found
    await engine.end()


async def ponders(cli):
    """with --ponder it thinks while the opponent does, on several threads, and answers all the same; without it rests"""
    for options in (["--ponder", "--threads", "2"], []):
        engine = await Engine.start(cli, *options)
        engine.say("START 15", "INFO max_memory 83886080", "INFO timeout_turn 200")
        await engine.line("OK")
        for turn in ("BEGIN", "TURN 0,0"):
            engine.say(turn)
            await engine.line()
            rest, deadline = engine.ticks(), time.monotonic() + (PATIENCE if options else 1)
            while engine.ticks() < rest + 30 and time.monotonic() < deadline:
                await asyncio.sleep(0.02)
            assert (engine.ticks() >= rest + 30) == bool(options), f"{options}: {engine.ticks() - rest} ticks of thinking"
        engine.say("RESTART")
        await engine.line("OK")
        engine.say("BEGIN")
        assert await engine.line() == "7,7"
        await engine.end()


# The optimised program takes about 25 MB for itself; unoptimised it is larger.
LIMIT = 60


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", help="the program")
    options = parser.parse_args()
    count = Count()
    for test in (stopped, small_memory, ponders):
        await count.run(test.__doc__, test(options.cli or binary("gomoku-cli")))
    count.close()


asyncio.run(main())

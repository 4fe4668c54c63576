"""`gomoku-cli engine` as a Gomocup manager runs it. It stops on command and respects its memory
limit."""

import asyncio
import re

import pytest

from gomokutest import live
from gomokutest.environment import TIMEOUT, binary

MOVE = r"\d+,\d+$"
# The limit in megabytes. The optimised program itself takes about 25 MB. The unoptimised one is
# larger.
MEGABYTES = 60
# Clock ticks of processor time that only thinking uses.
THOUGHT = 30


class Engine:
    """A running engine, and the lines that it writes."""

    def __init__(self, process):
        self.process = process
        live.started(self)

    @classmethod
    async def start(cls, *options):
        return cls(
            await asyncio.create_subprocess_exec(
                binary("gomoku-cli"), "engine", *options, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
            )
        )

    def say(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    async def line(self, matching=MOVE):
        """Returns the next line that matches. Skips other lines."""
        while True:
            line = (await asyncio.wait_for(self.process.stdout.readline(), TIMEOUT)).decode().strip()
            assert line, "the engine has ended"
            if re.match(matching, line):
                return line

    def ticks(self):
        """Returns the processor time used so far, in clock ticks."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            words = file.read().rsplit(")", 1)[1].split()
        return int(words[11]) + int(words[12])

    async def thinks(self, ticks, seconds=TIMEOUT):
        """Returns whether the engine uses `ticks` more clock ticks within the time."""
        rest, end = self.ticks(), asyncio.get_running_loop().time() + seconds
        while self.ticks() < rest + ticks:
            if asyncio.get_running_loop().time() > end:
                return False
            await asyncio.sleep(0.02)  # No event signals it.
        return True

    def megabytes(self):
        """Returns the peak memory of the process in megabytes."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmHWM:\s+(\d+) kB", file.read())[1]) / 1024

    async def end(self):
        self.say("END")
        await asyncio.wait_for(self.process.wait(), TIMEOUT)
        live.ended(self)

    def abandon(self):
        self.process.kill()


async def test_stop_makes_the_engine_move_at_once():
    """STOP and YXSTOP make a thinking engine answer with a move, and the game goes on."""
    engine = await Engine.start()
    # With an hour per move the engine answers only if it is stopped.
    engine.say(
        "START 15", "INFO timeout_turn 3600000", "INFO timeout_match 0", "INFO max_memory 83886080", "INFO max_node 100"
    )
    await engine.line("OK")
    engine.say("BOARD", "7,7,2", "DONE")
    await engine.line()
    engine.say("INFO max_node 0")
    for stop, board in (("STOP", ["7,7,2", "8,8,1", "7,9,2"]), ("YXSTOP", ["7,7,2"])):
        engine.say("BOARD", *board, "DONE")
        assert await engine.thinks(10), "it does not think"
        engine.say(stop)
        await engine.line()
    await engine.end()


@pytest.mark.parametrize("end", ["END\n", ""], ids=["END", "end of the input"])
async def test_engine_answers_queued_requests_before_it_ends(end):
    """The engine ends after END or the end of its input. First it answers everything that was asked
    before, including queued requests."""
    process = await asyncio.create_subprocess_exec(
        binary("gomoku-cli"), "engine", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    asked = "START 15\nINFO timeout_turn 300\nBEGIN\nTURN 8,8\nABOUT\n" + end
    said, _ = await asyncio.wait_for(process.communicate(asked.encode()), TIMEOUT)
    lines = [line for line in said.decode().splitlines() if not line.startswith("MESSAGE")]
    assert [lines[0], lines[1]] == ["OK", "7,7"] and re.match(MOVE, lines[2]), lines
    assert lines[3].startswith('name="Gomoku"') and process.returncode == 0, (lines, process.returncode)


async def test_engine_respects_a_small_memory_limit():
    """With a limit of 10 MB the engine uses the memory of the program itself, and almost none for
    positions."""
    engine = await Engine.start()
    engine.say("START 15", "INFO max_memory 10485760", "INFO timeout_turn 300")
    await engine.line("OK")
    for board in (["7,7,2"], ["7,7,2", "8,8,1", "7,9,2"]):
        engine.say("BOARD", *board, "DONE")
        await engine.line()
    assert engine.megabytes() < MEGABYTES, engine.megabytes()
    await engine.end()


@pytest.mark.parametrize("options", [["--ponder", "--threads", "2"], []], ids=["ponder", "rest"])
async def test_engine_ponders_only_on_request(options):
    """With --ponder the engine thinks on the opponent's time and still answers. Without it the
    engine is idle then."""
    engine = await Engine.start(*options)
    engine.say("START 15", "INFO max_memory 83886080", "INFO timeout_turn 200")
    await engine.line("OK")
    for turn in ("BEGIN", "TURN 0,0"):
        engine.say(turn)
        await engine.line()
        assert await engine.thinks(THOUGHT, TIMEOUT if options else 1) == bool(options)
    engine.say("RESTART")
    await engine.line("OK")
    engine.say("BEGIN")
    assert await engine.line() == "7,7"
    await engine.end()

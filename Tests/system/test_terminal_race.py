"""`gomoku-cli race` with the hand-made puzzles of Tests/Fixtures/puzzles: two terminals race, the
server is killed in the middle, a spectator watches, and a terminal that cannot draw prints
lines."""

import asyncio
import json
import os
import re
import subprocess

import pytest
import pytest_asyncio

from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.environment import SMALL_WEB, TIMEOUT, binary
from gomokutest.puzzles import page_with_puzzles, point_name, solution
from gomokutest.server import Server
from gomokutest.terminal import Terminal

DOWN, LEFT = "\x1b[B", "\x1b[D"


@pytest_asyncio.fixture
async def club(tmp_path):
    """A server with puzzles."""
    web = page_with_puzzles(SMALL_WEB, tmp_path / "web")
    server = await Server(["--data", str(tmp_path / "data")], alone=True, web=web).start()
    yield server
    if server.process.returncode is None:
        await server.kill()


class Racers:
    """Terminals in one race."""

    def __init__(self, folder, server, room):
        self.folder, self.server, self.room, self.terminals = str(folder), server, room, []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for terminal in self.terminals:
            terminal.close()

    def open(self, who, *, command="race", width=80, height=24, environment=()):
        link = f"http://127.0.0.1:{self.server.port}/?race={self.room}"
        words = [binary("gomoku-cli"), command, link, "--name", who]
        terminal = Terminal(words, f"{self.folder}/{who}", width, height, environment)
        self.terminals.append(terminal)
        return terminal

    async def puzzle(self, place):
        """Returns a puzzle of the race, and the points of its stones."""
        puzzle = json.loads((await self.server.get(f"/api/puzzles/{self.puzzles[place]}"))[2])
        stones = {point_name(cell): stone for stone in ("x", "o") for cell in puzzle[stone]}
        return puzzle, stones

    async def shows(self, terminal, place):
        """Waits until the terminal shows a puzzle of the race, and returns it."""
        puzzle, stones = await self.puzzle(place)
        await terminal.until(f"puzzle {place}", lambda: terminal.screen.board() == stones)
        return puzzle

    async def solve(self, terminal, place):
        type_points(terminal, solution(await self.shows(terminal, place)))
        await terminal.shows("Solved!")


async def standing(terminal, rank, name, solved, failed):
    """Waits for a row of the standings."""
    row = re.compile(rf" {rank} {re.escape(name)} +{solved} +{failed}\b")
    await terminal.until(f"{rank} {name} {solved} {failed}", lambda: row.search(terminal.screen.text()))


def wrong_point(puzzle):
    """Returns an empty point that fails the puzzle."""
    taken = {*puzzle["x"], *puzzle["o"], *solution(puzzle)}
    return next(point_name(f"0,{row}") for row in range(15) if f"0,{row}" not in taken)


def type_points(terminal, cells):
    for cell in cells:
        terminal.type(f"{point_name(cell)}\r")


async def skip_to_the_end(terminal):
    """Skips puzzles until none or no time is left."""
    end = re.compile("All puzzles done|Your time is up|The race is over")
    while not end.search(terminal.screen.text()):
        board = terminal.screen.board()
        terminal.type("s")
        await terminal.until(
            "another puzzle, or the end",
            lambda: terminal.screen.board() != board or end.search(terminal.screen.text()),
        )


async def test_two_terminals_race_through_a_kill(tmp_path, club, room):
    """One solves, fails and skips puzzles, the other sees it. The server is killed with SIGKILL in
    the middle: an answer given meanwhile counts once, and the race goes on to its end."""
    with Racers(tmp_path, club, room) as racers:
        ann = racers.open("Ann")
        await ann.shows("Join, invite friends, then start.")
        await ann.shows(f"?race={room}")
        ann.type("j")
        await standing(ann, 1, "Ann (you)", 0, 0)
        bob = racers.open("Bob", command="play", width=120, height=40)
        await bob.shows("Start when everyone is here.")
        bob.type("j")
        await standing(ann, 1, "Bob", 0, 0)
        ann.type(f"\t{DOWN}{DOWN}{DOWN}{LEFT}\r")
        await bob.shows("3 minutes, from rating 600 on.")
        bob.type("n")
        await ann.shows("Get ready!")

        eve = await Client.connect(club.port, "Eve")
        state = (await eve.join(room, kind="race"))["state"]
        racers.puzzles = state["puzzles"].split()
        await racers.solve(ann, 0)
        await standing(bob, 1, "Ann", 1, 0)
        puzzle = await racers.shows(bob, 0)
        bob.click(wrong_point(puzzle))
        await bob.shows("Wrong. Ten seconds less.")
        await standing(ann, 2, "Bob", 0, 1)
        await racers.shows(ann, 1)
        ann.type("s")
        await ann.shows("Skipped. Ten seconds less.")
        await standing(bob, 1, "Ann", 1, 1)

        third = await racers.shows(ann, 2)
        _, fourth = await racers.puzzle(3)
        await club.kill()
        await ann.shows("press R to retry now")
        await bob.shows("press R to retry now")
        # The next puzzles were fetched before.
        type_points(ann, solution(third))
        await ann.shows("Solved!")
        await ann.until("the fourth puzzle", lambda: ann.screen.board() == fourth)
        await standing(ann, 1, "Ann (you)", 1, 1)
        await club.start()
        ann.type("R")
        bob.type("R")
        await standing(ann, 1, "Ann (you)", 2, 1)
        await standing(bob, 1, "Ann", 2, 1)
        await racers.solve(bob, 1)
        await standing(ann, 2, "Bob", 1, 1)
        results = await results_of(club, room)
        same(sorted(results.values()), ["+-+", "-+"], "the results")

        await skip_to_the_end(ann)
        await ann.shows("All puzzles done. Wait for the others.")
        await skip_to_the_end(bob)
        for terminal in (ann, bob):
            await terminal.shows("The race is over.")
            await terminal.shows("Ann wins with 2 solved.")
        await ann.shows("n race again")
        ann.type("x")
        await standing(bob, 1, "Bob (you)", 1, len(racers.puzzles) - 1)
        for terminal in (ann, bob):
            terminal.type("q")
            same((await terminal.ended(), terminal.is_given_back(), terminal.screen.strange), (0, [], []), "the end")
        eve.cut()


async def results_of(server, room):
    """Returns the results that a new participant finds in the room."""
    client = await Client.connect(server.port, "Dan")
    state = (await client.join(room, kind="race"))["state"]
    client.cut()
    return {key: value for key, value in state.items() if key.startswith("racer.")}


async def test_spectators_and_lines(tmp_path, club, room):
    """A spectator's terminal shows the leader's puzzle. A terminal that cannot draw prints lines,
    and reads a term, points and keys."""
    with Racers(tmp_path, club, room) as racers:
        plain = await asyncio.create_subprocess_exec(
            *[binary("gomoku-cli"), "race", f"http://127.0.0.1:{club.port}", room, "--name", "Ann", "--lines"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | {"XDG_STATE_HOME": str(tmp_path)},
        )  # fmt: skip

        def write(text):
            plain.stdin.write(f"{text}\n".encode())

        async def read(text):
            """Reads lines up to one with this text."""
            lines = [""]
            while text not in lines[-1]:
                lines.append((await asyncio.wait_for(plain.stdout.readline(), TIMEOUT)).decode())
                assert lines[-1], f"{text} is not in {lines}"
            return lines[-1]

        await read("Join, invite friends, then start.")
        write("w")
        same(await read("?race="), f"http://127.0.0.1:{club.port}/?race={room}\n", "the link")
        write("minutes 1")
        await read("1 minute, from rating 900 on.")
        write("sorry")
        await read("does nothing here")
        eve = racers.open("Eve", command="watch")
        await eve.shows("Join, invite friends, then start.")
        write("n")
        await read("Get ready!")
        await read("Go!")
        state = await results_of(club, room)
        same(list(state.values()), [""], "the host joins by starting")
        eve_client = await Client.connect(club.port, "Fay")
        racers.puzzles = (await eve_client.join(room, kind="race"))["state"]["puzzles"].split()
        eve_client.cut()
        await read("to move")
        await racers.shows(eve, 0)
        await eve.shows("You are watching the race.")
        for cell in solution((await racers.puzzle(0))[0]):
            write(point_name(cell))
        await read("Solved!")
        await racers.shows(eve, 1)
        await standing(eve, 1, "Ann", 1, 0)
        for _ in range(6):
            write("s")
        await read("The race is over.")
        await read("1. Ann (you) · Solved: 1 · Mistakes: 6")
        await eve.shows("The race is over.")
        write("q")
        same(await asyncio.wait_for(plain.wait(), TIMEOUT), 0, "the exit status")


@pytest.mark.parametrize("kind", ["dumb", ""])
async def test_dumb_terminal_prints_the_race_as_lines(tmp_path, club, room, kind):
    """Without --lines, too, and without an escape sequence."""
    with Racers(tmp_path, club, room) as racers:
        terminal = racers.open("Ann", environment={"TERM": kind})

        async def said(text):
            await terminal.until(text, lambda: text in terminal.raw.decode(errors="replace"))

        await said("Join, invite friends, then start.")
        terminal.type("minutes 1\n")
        await said("1 minute, from rating 900 on.")
        terminal.type("q\n")
        same(await terminal.ended(), 0, terminal.raw)
        assert b"\x1b" not in terminal.raw, terminal.raw


async def test_a_new_race_has_a_link_that_leads_to_it(tmp_path, club):
    """Without a room, the command opens one with a random name. Its link leads there, from the
    command for puzzles, too."""
    terminal = Terminal([binary("gomoku-cli"), "race", f"http://127.0.0.1:{club.port}"], str(tmp_path / "ann"))
    await terminal.shows("Join, invite friends, then start.")
    terminal.type("w")
    pattern = rf"http://127.0.0.1:{club.port}/\?race=race-[0-9a-z]{{12}}"
    await terminal.until("the link", lambda: re.fullmatch(pattern, terminal.screen.clipboard))
    terminal.type("j")
    await terminal.shows("(you)")
    other = Terminal([binary("gomoku-cli"), "puzzles", terminal.screen.clipboard], str(tmp_path / "bob"))
    await other.shows("Start when everyone is here.")
    for each in (terminal, other):
        each.type("q")
        same(await each.ended(), 0, each.screen.text())
        each.close()

"""`gomoku-cli puzzles lost`: a game that the user loses in a terminal, and the puzzle from it."""

import json
import os
import subprocess

import pytest

from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.environment import TIMEOUT, binary
from gomokutest.people import claim
from gomokutest.terminal import Proxy, Terminal

# O wins. After ten moves, X misses the points that hold.
LOST = "e7 d10 b4 g7 h5 e12 d6 f8 c5 a3 h6 e9 c11 f10 d8 e10 e11 g10 c10 h10".split()


class Ann:
    """A user with a state folder of her own."""

    def __init__(self, server, folder):
        self.address = f"http://127.0.0.1:{server.port}"
        self.folder = os.path.join(folder, "ann")

    def puzzles(self, *arguments):
        """Returns the exit status and the output of the command for puzzles."""
        return self.run("puzzles", *arguments)

    def run(self, *arguments):
        """Returns the exit status and the output of a command."""
        done = subprocess.run(
            [binary("gomoku-cli"), *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            env=os.environ | {"XDG_STATE_HOME": self.folder, "LC_ALL": "C.UTF-8"},
            check=False,
        )
        return done.returncode, done.stdout

    def lost(self):
        """Returns the exit status and the objects of `puzzles lost --json`."""
        status, output = self.puzzles(self.address, "lost", "--json")
        return status, [json.loads(line) for line in output.splitlines()]

    def path(self, name):
        return os.path.join(self.folder, "gomoku", name)

    def token(self):
        (name,) = [name for name in os.listdir(self.path("")) if name.endswith(".token")]
        with open(self.path(name), encoding="utf-8") as file:
            return file.read().strip()


class Window:
    """The terminal of a user at a table. A dumb one prints lines, and reads whole lines."""

    def __init__(self, user, room, kind):
        command = [binary("gomoku-cli"), "play", f"{user.address}/?room={room}", "--name", "Ann"]
        self.terminal = Terminal(command, user.folder, 120, 40, {"TERM": kind})
        self.is_dumb = kind == "dumb"

    async def shows(self, text):
        terminal = self.terminal
        await terminal.until(
            text, lambda: text in (terminal.raw.decode(errors="replace") if self.is_dumb else terminal.screen.text())
        )

    def press(self, key):
        self.terminal.type(key + ("\r" if self.is_dumb else ""))


async def lose(window, bob, room):
    """Lets the user, at a table with Bob, play X and lose."""
    assert (await bob.delta(room, {"game": "1", "o": bob.id}))["type"] == "delta"
    await window.shows("Press j to take it.")
    window.press("j")
    await window.shows("Your turn: play X.")
    for number, point in enumerate(LOST, 1):
        if number % 2 == 0:
            assert (await bob.move(room, number, point))["type"] == "delta"
            continue
        # The terminal plays only after it has shown Bob's move.
        if number > 1:
            await window.shows(f"Bob plays {LOST[number - 2]}.")
        window.terminal.type(f"{point}\r")
        await bob.expect("delta", where=lambda message, number=number: message["set"].get("move") == str(number))


class BusyOnce(Proxy):
    """A proxy that answers the first request for the puzzle of a game as a busy server does."""

    requests = 0

    def answer(self, data):
        if b"/puzzle?" not in data.split(b"\r\n", 1)[0]:
            return None
        self.requests += 1
        if self.requests > 1:
            return None
        body = b'{"code":"busy","message":"The server is busy."}'
        return b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


@pytest.mark.parametrize("kind", ["xterm-256color", "dumb"])
async def test_table_asks_a_busy_server_again(server, room, tmp_path, kind):
    """If the server is too busy to make the puzzle from a lost game, the table asks again, and
    shows the command for the puzzle."""
    line = await BusyOnce(server.port).start()
    ann, bob = Ann(line, str(tmp_path)), await Client.connect(server.port, "Bob")
    await bob.join(room)
    window = Window(ann, room, kind)
    await window.shows("Bob")
    await lose(window, bob, room)
    await window.shows(f"Puzzle from this game: gomoku-cli puzzles {ann.address}/ lost")
    assert line.requests > 1, "the requests for the puzzle"
    window.press("q")
    same(await window.terminal.ended(), 0, window.terminal.screen.text())
    window.terminal.close()
    line.close()
    bob.cut()


@pytest.mark.parametrize("kind", ["xterm-256color", "dumb"])
async def test_user_solves_the_puzzle_from_the_last_lost_game(server, room, tmp_path, kind):
    """The table remembers the lost game and shows the command for its puzzle, which asks the server
    for that game. An account needs no memory, because the server lists its games."""
    ann, bob = Ann(server, str(tmp_path)), await Client.connect(server.port, "Bob")
    epoch = (await bob.join(room))["epoch"]
    same(ann.lost(), (66, [{"type": "missing", "reason": "no-lost-game"}]), "before the first game")
    window = Window(ann, room, kind)
    await window.shows("Bob")
    same(ann.lost(), (66, [{"type": "missing", "reason": "no-lost-game"}]), "before the first loss")
    await lose(window, bob, room)
    await window.shows(f"Puzzle from this game: gomoku-cli puzzles {ann.address}/ lost")
    window.press("q")
    same((await window.terminal.ended(), window.terminal.screen.strange), (0, []), window.terminal.screen.text())
    window.terminal.close()

    status, (puzzle,) = ann.lost()
    same((status, puzzle["game"], puzzle["turn"], puzzle["kind"]), (0, f"{epoch}-1", "x", "defence"), "the puzzle")
    same(sorted(puzzle["x"] + puzzle["o"]), sorted(LOST[:10]), "the position")
    link = f"{ann.address}/?puzzles=lost"
    (tmp_path / "bob").write_text(bob.token)
    for command in ("play", "watch"):
        same(ann.run(command, link), ann.puzzles(link), f"{command} with the link")
        for other in (["--guest"], ["--token-file", str(tmp_path / "bob")]):
            same(ann.run(command, link, *other)[0], 66, f"{command} {other[0]} is another user")
    assert ann.puzzles(link)[1] == ann.puzzles(ann.address, "--game", puzzle["game"])[1] != "", "the link"

    os.remove(ann.path("lost-games.json"))
    same(ann.lost()[0], 66, "a guest whose device has forgotten the game")
    assert (await claim(await Client.connect(server.port, token=ann.token()), f"Ann {kind[:5]}"))["type"] == "account"
    same(ann.lost(), (0, [puzzle]), "an account")
    bob.cut()

"""`gomoku-cli` in terminals of four sizes: earlier moves during a game, the mouse, and names with
wide characters."""

import os
import re

import pytest
import pytest_asyncio

from gomokutest.client import Client
from gomokutest.environment import binary
from gomokutest.terminal import Terminal

SIZES = [(60, 20), (80, 24), (120, 40), (200, 60)]
WIDE = "鈴木一郎과 김철수"


class Terminals:
    """A server, and terminals of people who each have a separate directory."""

    def __init__(self, server, folder):
        self.port, self.folder, self.terminals = server.port, folder, []
        self.url = f"http://127.0.0.1:{self.port}"

    def terminal(self, who, command, *arguments, width, height, environment=()):
        made = Terminal(
            [binary("gomoku-cli"), command, self.url, *arguments],
            os.path.join(self.folder, who),
            width,
            height,
            environment,
        )
        self.terminals.append(made)
        return made

    async def game(self, room, *moves):
        """Plays a game between two clients, and returns them."""
        players = [await Client.connect(self.port, name) for name in ("Ann", WIDE)]
        for player in players:
            await player.join(room)
        await players[0].delta(room, {"game": "1", "x": players[0].id, "listed": "yes"})
        await players[1].delta(room, {"o": players[1].id})
        for number, point in enumerate(moves, 1):
            await players[1 - number % 2].move(room, number, point)
        return players


@pytest_asyncio.fixture
async def terminals(server, tmp_path):
    made = Terminals(server, str(tmp_path))
    yield made
    for terminal in made.terminals:
        terminal.close()


def place(terminal, text):
    """Returns the column and row of a text on the screen, from 0."""
    for row, cells in enumerate(terminal.screen.cells):
        # A wide character occupies a cell with the character and one with an empty text.
        line = "".join(cell or "\0" for cell in cells)
        if text in line:
            return line.index(text), row
    raise AssertionError(f"{text!r} is not on the screen:\n{terminal.screen.text()}")


def press(terminal, button, column, row):
    terminal.type(f"\x1b[<{button};{column + 1};{row + 1}M")


def click(terminal, text, right=0):
    column, row = place(terminal, text)
    press(terminal, 0, column + right, row)
    terminal.type(f"\x1b[<0;{column + right + 1};{row + 1}m")


async def moved(client, number):
    """Returns the next delta, which must be the move with this number."""
    made = await client.expect("delta")
    assert made["set"].get("move") == str(number), made
    return made["set"]


async def shows_stones(terminal, **stones):
    """Waits until the board has exactly these stones, all of them confirmed."""
    await terminal.until(
        f"the stones {stones}",
        lambda: terminal.screen.board() == stones and not re.search("[●○]\\?", terminal.screen.text()),
    )


@pytest.mark.parametrize(("width", "height"), SIZES)
async def test_player_looks_back_while_the_game_goes_on(terminals, width, height):
    """A player steps back with keys, the wheel and a click on a move, while the opponent plays.
    Nothing can be played from an earlier position, and only changed cells are drawn."""
    room = f"back{width}"
    bob = await Client.connect(terminals.port, WIDE)
    await bob.join(room)
    ann = terminals.terminal("ann", "play", room, "--name", "Ann", width=width, height=height)
    await ann.shows("Here: 2")
    ann.type("n\r")
    await bob.expect("delta")
    await bob.delta(room, {"o": bob.id})
    await ann.shows("Your turn: play X.")
    ann.type("h8\r")
    await moved(bob, 1)
    await bob.move(room, 2, "i9")
    await shows_stones(ann, h8="x", i9="o")
    ann.type("h9\r")
    await moved(bob, 3)
    await shows_stones(ann, h8="x", i9="o", h9="x")
    before = len(ann.raw)
    ann.type("[")
    await ann.shows("Move 2 of 3: O i9. The game goes on.")
    await shows_stones(ann, h8="x", i9="o")
    assert len(ann.raw) - before < 1500, "more than the changed cells was drawn"
    press(ann, 64, *ann.screen.places()["h8"])
    await ann.shows("Move 1 of 3")
    await bob.move(room, 4, "i8")
    await ann.shows("Move 1 of 4")
    assert ann.screen.board() == {"h8": "x"}
    ann.type("a1\r")
    await ann.shows("You can play only in the current position.")
    press(ann, 65, *ann.screen.places()["h8"])
    await ann.shows("Move 2 of 4")
    click(ann, "h8 ")
    await ann.shows("Move 1 of 4")
    ann.click("o15")
    await ann.shows("You can play only in the current position.")
    ann.type("\x1b")
    await shows_stones(ann, h8="x", i9="o", h9="x", i8="o")
    ann.type("a1\r")
    made = await moved(bob, 5)
    assert (made["col5"], made["row5"]) == ("0", "14"), made
    ann.type("q")
    assert await ann.ended() == 0
    assert not ann.screen.strange, ann.screen.strange
    bob.cut()


@pytest.mark.parametrize(("width", "height"), SIZES)
async def test_everything_drawn_reacts_to_the_mouse(terminals, width, height):
    """With the mouse alone a spectator enters a game from the lobby, reads the help, steps through
    the moves and leaves."""
    players = await terminals.game(f"mouse{width}", "h8", "i9", "h9")
    eve = terminals.terminal("eve", "play", "--guest", "--name", "Eve", width=width, height=height)
    await eve.shows(f"Ann 1500 – {WIDE}")
    click(eve, "? help")
    await eve.shows("Any key goes back")
    press(eve, 0, 0, 1)
    await eve.until("no help", lambda: "goes back" not in eve.screen.text())
    # The only game is selected, so that a click opens it.
    await eve.shows("> Ann")
    click(eve, "Ann 1500")
    await eve.shows("watching")
    await eve.shows("Moves")
    await shows_stones(eve, h8="x", i9="o", h9="x")
    click(eve, "i9")
    await shows_stones(eve, h8="x", i9="o")
    click(eve, "→ forward")
    await shows_stones(eve, h8="x", i9="o", h9="x")
    press(eve, 0, *place(eve, "q quit"))  # The program ends before the button is released.
    assert await eve.ended() == 0
    assert not eve.screen.strange, eve.screen.strange
    # The next window's lobby must not list this game.
    await players[0].delta(f"mouse{width}", {"result": "o", "reason": "resign"})
    for player in players:
        player.cut()


@pytest.mark.parametrize(("width", "height"), SIZES)
async def test_replay_uses_the_whole_window(terminals, width, height):
    """A replay shows the players by name, the moves with their times, and reacts to the mouse."""
    room = f"replay{width}"
    players = await terminals.game(room, "h8", "i9", "h9")
    replay = terminals.terminal("eve", "replay", room, width=width, height=height)
    await replay.shows("Empty table.")
    replay.type("\x1b[F")
    for text in (WIDE, "Game 1 · freestyle", "X Ann"):
        await replay.shows(text)
    await shows_stones(replay, h8="x", i9="o", h9="x")
    if width > 60:
        assert re.search(r"1\. h8 +\d+\.\d +i9 +\d+\.\d", replay.screen.text()), replay.screen.text()
    click(replay, "h8 ")
    await shows_stones(replay, h8="x")
    press(replay, 65, *replay.screen.places()["a1"])
    await shows_stones(replay, h8="x", i9="o")
    click(replay, "← back")
    await shows_stones(replay, h8="x")
    click(replay, "? help")
    await replay.shows("Any key goes back")
    click(replay, "Any key goes back")
    await replay.until("no help", lambda: "Any key" not in replay.screen.text())
    # The screen may have received only the first part of this frame.
    await replay.shows("q quit")
    if width == 200:
        click(replay, "plays O.")
        await shows_stones(replay)
    press(replay, 0, *place(replay, "q quit"))
    assert await replay.ended() == 0
    assert not replay.screen.strange, replay.screen.strange
    for player in players:
        player.cut()

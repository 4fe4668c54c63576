"""The animation of a game, and the page after its last move.

Ann has X and plays in a window of the page. Bob has O and plays with `gomoku-cli play`.
"""

import asyncio
import re
import time

from PIL import Image

from gomokutest.tables import wait_shown

from . import windows
from .colours import BACKGROUND

ROOM, CHAT = "tea", "Good luck, Ann!"
# Bob makes a row of four, which Ann blocks at both ends. Move 9 is one of these blocks, and it also
# gives her two rows of three. Bob can block only one of them, so move 13 makes a four with two open
# ends.
MOVES = "h8 h9 i7 g10 j7 g9 i9 g8 g7 g11 g12 j10 h7 f7 k7".split()
# The durations of a frame and of the last frame, in milliseconds.
FRAME, LAST_FRAME = 1000, 4000

# The size of the page's window in the animation, in CSS pixels, and the pixels per CSS pixel.
WINDOW, SCALE = (960, 580), 0.7
# The columns and rows of the terminal.
TERMINAL = (64, 24)

# Whether the page shows these stones, none of them unconfirmed.
SHOWS_STONES = """
    const shown = [...document.querySelectorAll('#board [data-point]')].filter(point => point.dataset.stone);
    return shown.length === arguments[0].length && shown.every(point => arguments[0].includes(point.dataset.point)
        && !point.classList.contains('pending'))"""
# Whether the page shows a latency for both players, and whether both are below 10 ms. After a game
# the page shows none.
HAS_LATENCY = """return document.querySelector('.player .over')
    || [...document.querySelectorAll('.player .trip')].every(trip => / ms$/.test(trip.textContent))"""
IS_QUICK = """return document.querySelector('.player .over')
    || [...document.querySelectorAll('.player .trip')].every(trip => /^\\d ms$/.test(trip.textContent))"""
# The time in seconds that a run may wait for short latencies. A longer wait would show in the times
# of the moves.
CALM = 20


class Table:
    """The page of Ann and the terminal of Bob at one table, and the frames taken of them."""

    def __init__(self, server, directory):
        self.server, self.directory = server, directory
        self.frames, self.stones = [], []
        # The rest of CALM, and the number of frames with a latency of 10 ms or more.
        self.patience, self.slow = CALM, 0

    async def open(self):
        """Lets Ann start a game on the page, and Bob take the free seat from the terminal."""
        self.ann = windows.open_window(self.server.url, "Ann", WINDOW, SCALE)
        self.ann.visit(ROOM)
        self.ann.new_game("x")
        self.ann.at_rev(1)
        self.bob = windows.open_terminal(self.directory, "play", self.server.url, ROOM, "--name", "Bob", size=TERMINAL)
        await self.bob.shows("j play O")
        self.bob.type("j")
        await self.bob.until("Bob in his seat", lambda: "open seat" not in self.bob.screen.text())
        # The page paints the grain of the board once it is idle.
        self.ann.settled(ahead=True)

    async def frame(self):
        """Adds a frame once page and terminal show all stones."""
        self.ann.until(f"the stones {self.stones}", SHOWS_STONES, self.stones)
        self.ann.until("the latency", HAS_LATENCY)
        await self.bob.until(f"the stones {self.stones}", self.is_drawn)
        await self.calm()
        page, terminal = windows.picture(self.ann), self.bob.screen.picture()
        both = Image.new("RGB", (page.width + terminal.width, page.height), BACKGROUND)
        both.paste(page, (0, 0))
        both.paste(terminal, (page.width, 0))
        self.frames.append(both)

    def is_drawn(self):
        """Whether the terminal shows all stones and the last move in its list, and its output is
        complete."""
        screen = self.bob.screen
        text = screen.text()
        return (
            sorted(screen.board() or "") == sorted(self.stones)
            and all(re.search(rf"\b{point}\b", text) for point in self.stones[-1:])
            and not re.search("[●○][?]", text)
            and windows.is_complete(self.bob)
        )

    async def calm(self):
        """Waits until all latencies are short. Gives up if the machine is too busy."""
        started = time.monotonic()
        while not (self.ann.script(IS_QUICK) and re.search(r" \d ms", self.bob.screen.text()) and self.is_drawn()):
            if time.monotonic() - started > self.patience:
                self.slow += 1
                break
            await asyncio.sleep(0.1)  # Polled, because two programs show latencies.
        self.patience -= time.monotonic() - started

    async def play(self):
        """Plays the game, and takes all frames."""
        await self.frame()
        self.bob.type("c")
        await self.bob.until("the line for the message", lambda: 25 in self.bob.screen.modes)
        self.bob.type(CHAT + "\r")
        await self.bob.shows(f"Bob: {CHAT}")
        self.ann.until(CHAT, "return document.querySelector('.chat').textContent.includes(arguments[0])", CHAT)
        await self.frame()
        for number, point in enumerate(MOVES):
            self.stones.append(point)
            if number % 2:
                self.bob.type(point + "\r")
            else:
                self.ann.play_by_click(point)
            if number + 1 == len(MOVES):
                wait_shown(self.ann, "#result")
            await self.frame()

    def last_page(self):
        """Returns a picture of the page after the last move, in a larger window."""
        windows.show(self.ann, windows.DESKTOP)
        return windows.picture(self.ann)

    def close(self):
        self.bob.close()
        self.ann.close()


async def animation(server, directory):
    """Returns the frames of the animation, their durations, and the page after the last move."""
    table = Table(server, directory)
    await table.open()
    await table.play()
    page = table.last_page()
    table.close()
    if table.slow:
        print(f"In {table.slow} frames a latency is 10 ms or more. Run this again when the machine is less busy.")
    return table.frames, [FRAME] * (len(table.frames) - 1) + [LAST_FRAME], page

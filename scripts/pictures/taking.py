"""Takes the pictures and saves them."""

import datetime
import time

from gomokutest import page
from gomokutest.browser import PageServer, Window
from gomokutest.preload import Clock
from gomokutest.puzzles import page_with_puzzles

from . import game, pages, race, saving, terminals, windows
from .club import Club

# The calendar day on the servers, which decides about the puzzle of the day.
DAY = datetime.datetime(2026, 11, 24, 12, tzinfo=datetime.UTC)

# The pictures of the page and of the terminal that show the club.
OF_PAGE = {"home": pages.home, "phone": pages.phone, "report": pages.report, "study": pages.study}
OF_PAGE |= {"puzzle": pages.puzzle}
OF_TERMINAL = {"terminal-table": terminals.table, "terminal-study": terminals.study}
NAMES = ["game", "page", *OF_PAGE, "race", *OF_TERMINAL]


async def take(wanted, directory, folder):
    """Takes the wanted pictures. `folder`: for temporary files."""
    windows.use_fonts(folder)
    if {"game", "page"} & {*wanted}:
        await _take_game(wanted, directory, folder)
    if {*OF_PAGE, *OF_TERMINAL} & {*wanted}:
        await _take_club(wanted, directory, folder)
    if "race" in wanted:
        _take_race(directory, folder)
    Window.end_idle()


async def _take_game(wanted, directory, folder):
    server = PageServer()
    frames, durations, picture = await game.animation(server, folder / "game")
    server.close()
    if "game" in wanted:
        _tell("game", saving.save_animation(frames, durations, directory / "game.webp"))
    if "page" in wanted:
        _save("page", picture, directory)


async def _take_club(wanted, directory, folder):
    server = PageServer(clock=_clock(folder / "club"))
    club = Club(server)
    club.open()
    for name, shot in OF_TERMINAL.items():
        if name in wanted:
            _save(name, await shot(club, folder / name), directory)
    for name, shot in OF_PAGE.items():
        if name in wanted:
            _save(name, shot(club), directory)
    club.close()
    server.close()


def _take_race(directory, folder):
    clock = _clock(folder / "race")
    # The server draws the puzzles of a race at random. With these few puzzles each race is the
    # same.
    server = PageServer(web=page_with_puzzles(page.bundled(), folder / "page"), clock=clock)
    club = Club(server)
    _save("race", race.running(club, clock), directory)
    club.close()
    server.close()


def _clock(folder):
    """Returns a clock that shows DAY."""
    folder.mkdir()
    clock = Clock(str(folder))
    clock.step(DAY.timestamp() - time.time())
    return clock


def _save(name, picture, directory):
    _tell(name, saving.save(picture, directory / f"{name}.webp"))


def _tell(name, words):
    print(f"{name}.webp: {words}", flush=True)

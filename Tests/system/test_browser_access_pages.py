"""axe finds nothing on the pages beside the lobby and the table, nor in the dialogs that need a
game of their own."""

import pytest

from gomokutest.screens import Screens
from gomokutest.tables import new_room, open_dialog, press, wait_shown

pytestmark = pytest.mark.few_puzzles

# X misses its win at move 7, and O makes a five.
GAME = "h8 i9 h7 j8 h9 k7 a15 l6 h10 m5"
PLAYABLE = "return document.querySelector('#board').classList.contains('playable')"


@pytest.fixture
def screens(tables, axe, thorough):
    return Screens(tables.ann, axe, thorough)


def puzzles(screens, _):
    window = screens.window
    window.go("?puzzles", "a puzzle", PLAYABLE)
    screens.clean("a puzzle", both=True)
    press(window, "#puzzle-solution")
    wait_shown(window, "#to-analysis")
    screens.clean("its solution", both=True)


def race(screens, _):
    window = screens.window
    window.go(f"?race={new_room()}", "the race", "return document.getElementById('race-start')?.checkVisibility()")
    screens.clean("a race before its start", both=True)
    press(window, "#race-start")
    window.until("the race", "return document.documentElement.dataset.phase === 'running'")
    window.until("its puzzle", PLAYABLE)
    screens.clean("a race", both=True)


def analysis(screens, _):
    window = screens.window
    ready = "return document.querySelector('#tree [role=treeitem]') && document.documentElement.dataset.pending === '0'"
    window.go(f"?analysis={new_room()}&rule=renju#h8h9i9", "the analysis", ready)
    for tab in ("notes", "people", "tree"):
        press(window, f"#tab-{tab}")
        screens.clean(f"an analysis, the tab {tab}", both=True)
    window.press(".tree-tools button", opens="#chapter-dialog")
    screens.clean("a new chapter")


def finished_game(screens, tables):
    window, _ = tables.start()
    tables.play(*GAME.split())
    wait_shown(window, "#result")
    open_dialog(window, "#share-game", "#share-dialog")
    window.until("the link", "return document.querySelector('#share-dialog #link').value")
    screens.clean("the link to a finished game", both=True)
    press(window, "#share-dialog [value=done]")
    window.click("[data-action=report]")
    wait_shown(window, "[data-learn=x]")
    press(window, "[data-learn=x]")
    wait_shown(window, "#learn-dialog .board")
    screens.clean("Learn from your mistakes", both=True)
    press(window, "#learn-dialog [data-point='b15'] .hit")
    window.until("the verdict", "return document.querySelector('.learn-verdict').textContent")
    screens.clean("a mistake repeated", both=True)


def embedded(screens, _):
    window, (*_, game) = screens.window, screens.played()
    for path in (f"games/{game}", "puzzles/daily"):
        window.driver.get(f"{window.url}/embed/{path}")
        window.until("the board", "return document.querySelector('.board .stone')?.checkVisibility()")
        screens.clean(f"embedded {path}", both=True)


def not_found(screens, _):
    window = screens.window
    window.expected.append("404")
    window.driver.get(f"{window.url}/nope")
    window.until("the sentence", "return document.getElementById('nothing')?.checkVisibility()")
    screens.clean("no page", both=True)


def still_playing(screens, _):
    window = screens.window
    window.go(f"?room={new_room()}&rule=freestyle&robot=1&clock=300%2B5", "the game", PLAYABLE)
    window.go("", "the lobby", "return document.querySelector('#running .game')", ahead=True)
    screens.clean("the lobby with a running game", both=True)
    window.press("[data-clock='300+3']", opens="#still-playing-dialog")
    screens.clean("the question before another game", both=True)


@pytest.mark.parametrize("visit", [puzzles, race, analysis, finished_game, embedded, not_found, still_playing])
def test_page_is_accessible(screens, tables, visit):
    """Each page in its states, on a phone, in both colour schemes."""
    screens.fresh(size="phone")
    visit(screens, tables)

"""The puzzle from the user's own lost game: from the table to the solution, without a rating."""

import pytest

from gomokutest.checks import same
from gomokutest.tables import Tables, press

# X wins. After fifteen moves, O misses a win by fours.
LOST = "e8 e6 d4 f6 c6 f9 c5 f7 f8 g8 d5 h6 d6 d7 c8 g6 i6 i10 h9 c7 e7 g9 b4".split()
LINK = "#result .own-puzzle"
READY = "return document.querySelector('#board').classList.contains('playable')"
RESULT = "return document.querySelector('#result').textContent"
RECORD = "return JSON.parse(localStorage.getItem('gomoku.puzzles') ?? 'null')"
ASKED = "return performance.getEntriesByType('resource').filter(({name}) => name.includes('/puzzle?')).length"
STONES = "return document.querySelectorAll('#board :is([data-stone=x], [data-stone=o])').length"


@pytest.fixture(scope="module")
def shared_table(page_server):
    tables = Tables(page_server.url)
    yield tables
    tables.close()


@pytest.fixture
def table(shared_table):
    with shared_table.fresh():
        yield shared_table


def solve_with_hints(window):
    """Solves the puzzle by hints. Returns the points."""
    points = []
    while not window.script(RESULT).startswith("Solved"):
        press(window, "#puzzle-hint")
        window.settled()
        points.append(window.script("return /Hint: (\\w+)/.exec(document.querySelector('#result').textContent)[1]"))
        press(window, f"#board [data-point='{points[-1]}'] .hit")
        window.settled()
    return points


def test_loser_solves_the_puzzle_from_the_game(table):
    """Only the loser's page asks for the puzzle, once. Its link opens the puzzle, which is solved
    like any other, and changes neither rating nor reviews. The puzzles' menu finds it again."""
    ann, bob = table.start()
    table.play(*LOST)
    for window in table.pair:
        window.settled()
    same([window.script(ASKED) for window in table.pair], [0, 1], "requests for the puzzle")
    bob.until("the link", "return document.querySelector(arguments[0])?.checkVisibility()", LINK)
    same(bob.text(LINK), "Puzzle from this game", "the link")
    assert not ann.script("return document.querySelector(arguments[0])?.checkVisibility()", LINK)
    press(bob, LINK)
    bob.until("the puzzle", READY)
    address = bob.script("return location.search")
    assert address.startswith("?puzzles=lost&game=") and address.endswith("-1"), address
    same(bob.script(STONES), 15, "the stones before the missed win")
    same(bob.text("#mode-note"), "From a game that you lost. It changes no rating.", "the note")
    points = solve_with_hints(bob)
    assert bob.script("return document.querySelector('#to-analysis').getAttribute('href')").startswith("?analysis=")
    bob.go(address, "the puzzle again", READY)
    for point in points:
        press(bob, f"#board [data-point='{point}'] .hit")
        bob.settled()
    same(bob.script(RESULT), "Solved!", "the result")
    record = bob.script(RECORD)
    same(
        record and (record["rating"]["games"], record["reviews"], record["done"]), record and (0, [], ""), "the record"
    )
    bob.go("?puzzles=lost", "the last lost game", READY)
    same(bob.script(STONES), 15, "the same puzzle")


def test_without_a_lost_game_there_is_one_sentence(table):
    """A browser that has lost no game shows a sentence instead of a puzzle."""
    table.ann.go(
        "?puzzles=lost",
        "the sentence",
        "return document.querySelector('#task-title').textContent === 'You have lost no game here yet.'",
    )

"""A puzzle race in three browsers, with the hand-made puzzles of Tests/Fixtures/puzzles."""

import json
import urllib.request

import pytest

from gomokutest.checks import same
from gomokutest.environment import TIMEOUT
from gomokutest.puzzles import point_name, solution
from gomokutest.screens import SIZES, TELLING_SIZES
from gomokutest.tables import press, press_keys

pytestmark = pytest.mark.few_puzzles

# Returns faults of the layout: a page that scrolls, a small board, small controls.
FIT = """const wrong = [], page = document.scrollingElement;
    if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) wrong.push(`the page is ${page.scrollWidth} by ${page.scrollHeight}`);
    for (const name of ['#board', '.top', '#task', '#actions']) {
        const r = document.querySelector(name).getBoundingClientRect();
        if (r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1) wrong.push(`${name} is outside`);
    }
    for (const each of document.querySelectorAll('.puzzle-panel :is(button, a, select)')) {
        const r = each.getBoundingClientRect();
        if (each.checkVisibility() && (r.height < 43 || r.width < 43)) wrong.push(`${each.id || each.textContent} is ${r.width} by ${r.height}`);
    }
    if (document.querySelector('#board').getBoundingClientRect().width < Math.min(innerWidth, innerHeight) * .54) wrong.push('the board is small');
    return wrong"""
NAMELESS = """return [...document.querySelectorAll('button, a, select, section, nav, main, table')]
    .filter(e => e.checkVisibility() && !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.textContent.trim()))
    .map(e => e.outerHTML.slice(0, 80))"""
PHASE = "return document.documentElement.dataset.phase === arguments[0]"
PLAYABLE = "return document.querySelector('#board').classList.contains('playable')"
# The rows of the table, sorted: rank, name, solved puzzles, mistakes.
ROWS = "return [...document.querySelectorAll('#standings tbody tr')].map(row => [row.cells[0], row.querySelector('b'), row.cells[2], row.cells[3]].map(each => each.textContent).join(' ')).sort()"
# The ranks that are not on the line of their name.
LOW_RANKS = """
    const bottom = (each) => { const range = document.createRange(); range.selectNodeContents(each); return range.getBoundingClientRect().bottom; };
    return [...document.querySelectorAll('#standings tbody tr')].filter(row => Math.abs(bottom(row.cells[0]) - bottom(row.querySelector('b'))) > 1).map(row => row.textContent)"""
AT = f"return JSON.stringify((() => {{ {ROWS} }})()) === arguments[0]"


def enter(window, room):
    """Opens the race under the window's name."""
    window.driver.get(f"{window.url}/icon.svg")
    window.script("localStorage.setItem('gomoku.name', arguments[0])", window.name)
    window.go(f"?race={room}", "the race", "return document.documentElement.dataset.connection === 'online'")
    window.settled()


def wait_for_rows(window, *rows):
    window.until(f"{window.name} sees {rows}", AT, json.dumps(rows, separators=(",", ":")))


def solve(window, server, number):
    """Solves the puzzle of that rating on the window's board."""
    window.until(f"puzzle {number}", PLAYABLE)
    with urllib.request.urlopen(f"{server.url}/api/puzzles/{PUZZLES[number]}", timeout=TIMEOUT) as answer:
        puzzle = json.load(answer)
    for cell in solution(puzzle):
        press(window, f"#board [data-point='{point_name(cell)}'] .hit")
    window.settled()


# The first puzzles of every race: this server has fewer puzzles than a race may have.
PUZZLES = ["owqubwfsSzV", "lWo_38PldRl", "m8wzM-7iVhB"]


def test_three_people_race(page_server, open_window, room):
    """Ann creates a race, Bob joins it by its link, and Cyd watches. Both see each other's progress
    at once. The race ends when both have done all puzzles. The table and the links to the puzzles
    remain."""
    ann, bob, cyd = (open_window(name) for name in ("Ann", "Bob", "Cyd"))
    for each in (ann, bob, cyd):
        enter(each, room)
        same(each.script(NAMELESS), [], "controls without a name")
    same(cyd.script("return document.querySelector('#race-start').hidden"), True, "a spectator cannot start")
    ann.script(
        "const s = document.querySelector('#race-minutes'); s.value = '10'; s.dispatchEvent(new Event('change'))"
    )
    press(bob, "#race-join")
    wait_for_rows(ann, "1 Bob 0 0")
    ann.until("Ann's name", "return document.querySelector('#race-start').checkVisibility()")
    press_keys(ann, "n")
    for each in (ann, bob, cyd):
        each.until("the countdown", PHASE, "countdown")
    for each in (ann, bob, cyd):
        each.until("the race", PHASE, "running")

    solve(ann, page_server, 0)
    solve(ann, page_server, 1)
    for each in (ann, bob, cyd):
        wait_for_rows(each, "1 Ann 2 0", "2 Bob 0 0")
    assert "Ann: 2 solved." in bob.script("return document.querySelector('#live').textContent")
    same(cyd.script(PLAYABLE), False, "a spectator's board")
    same(cyd.text("#task-title"), "You are watching the race.", "the spectator's title")

    bob.until("Bob's first puzzle", PLAYABLE)
    # A key that is held down skips nothing.
    bob.script("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 's', repeat: true, bubbles: true }))")
    press(bob, "#board [data-point='a1'] .hit")
    wait_for_rows(cyd, "1 Ann 2 0", "2 Bob 0 1")
    same(bob.text("#result"), "Wrong. Ten seconds less.", "Bob's result")
    bob.until(
        "a screen reader hears it with the next task",
        "return document.querySelector('#live').textContent.includes('Wrong. Ten seconds less. ')",
    )
    bob.driver.refresh()
    bob.until("Bob is back", PLAYABLE)
    solve(bob, page_server, 1)
    wait_for_rows(cyd, "1 Ann 2 0", "2 Bob 1 1")

    # A race ends early when everyone has done all puzzles, of which there are 16.
    for window in (ann, bob):
        for _ in range(14):
            window.settled()
            press_keys(window, "s")
    for each in (ann, bob, cyd):
        each.until("the end", PHASE, "over")
        wait_for_rows(each, "1 Ann 2 14", "2 Bob 1 15")
    same(cyd.text("#result"), "Ann wins with 2 solved.", "the winner")
    same(cyd.script(LOW_RANKS), [], "ranks below the line of their name")
    links = "return [...document.querySelectorAll('#own-puzzles a')].map(a => a.textContent + a.getAttribute('href'))"
    same(bob.script(links)[:2], [f"✗?puzzle={PUZZLES[0]}", f"✓?puzzle={PUZZLES[1]}"], "Bob's puzzles")
    press(bob, "#race-start")
    for each in (ann, bob, cyd):
        each.until("another race", PHASE, "countdown")
        wait_for_rows(each, "1 Ann 0 0", "1 Bob 0 0")


def test_the_race_fits_every_window(page_server, open_window, room, thorough):
    """Before, during and after a race, nothing lies outside the window."""
    ann = open_window("Ann")
    enter(ann, room)

    def assert_fits(when):
        for width, height in SIZES if thorough else TELLING_SIZES:
            ann.resize(width, height)
            same(ann.script(FIT), [], f"{when} at {width} by {height}")

    assert_fits("before the race")
    ann.script("const s = document.querySelector('#race-minutes'); s.value = '1'; s.dispatchEvent(new Event('change'))")
    press(ann, "#race-start")
    ann.until("the race", PLAYABLE)
    assert_fits("in the race")
    for _ in range(6):
        ann.settled()
        press_keys(ann, "s")
    ann.until("the end", PHASE, "over")
    assert_fits("after the race")


def test_the_puzzles_lead_to_a_race(page_server, open_window):
    """A link on the page of the puzzles opens a new race, whose address others can open."""
    ann = open_window("Ann")
    ann.go("?puzzles", "the puzzles", PLAYABLE)
    ann.go(
        ann.script("return document.querySelector('.with-friends').getAttribute('href')"),
        "a new race",
        "return /^\\?race=race-[a-z0-9]{12}$/.test(location.search)",
    )


def test_a_class_has_a_week(page_server, open_window, room):
    """Ann sets two puzzles for a week. Bob joins after she is done. Only Ann can end the race, with
    a second press."""
    ann, bob = open_window("Ann"), open_window("Bob")
    enter(ann, room)
    for name, value in (("minutes", "10080"), ("count", "10")):
        ann.script(
            "const s = document.querySelector(arguments[0]); s.value = arguments[1]; s.dispatchEvent(new Event('change'))",
            f"#race-{name}",
            value,
        )
        ann.settled()
    same(ann.text("#race-facts"), "Freestyle · 7 days", "the terms")
    press(ann, "#race-start")
    ann.until("the race", PLAYABLE)
    same(ann.text("#clock"), "6 days", "the time left")
    for _ in range(10):
        ann.settled()
        press_keys(ann, "s")
    wait_for_rows(ann, "1 Ann 0 10")
    same(ann.text("#task-title"), "All puzzles done. Wait for the others.", "Ann is done")
    enter(bob, room)
    press(bob, "#race-join")
    solve(bob, page_server, 0)
    wait_for_rows(ann, "1 Bob 1 0", "2 Ann 0 10")
    same(bob.script("return document.querySelector('#race-end').checkVisibility()"), False, "Bob cannot end it")
    press(ann, "#race-end")
    same(ann.text("#race-end"), "End it for everyone?", "the question")
    press(ann, "#race-end")
    for each in (ann, bob):
        each.until("the end", PHASE, "over")
    same(bob.script("return document.querySelector('#race-start').checkVisibility()"), False, "Bob starts no other")
    same(ann.script("return document.querySelector('#race-start').checkVisibility()"), True, "Ann may start another")

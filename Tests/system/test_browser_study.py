"""The analysis board: two windows edit one study and see each other, keys alone suffice, and the
board fits every window."""

import asyncio
import contextlib
import random

import pytest

from gomokutest.browser import Keys, Window, shared
from gomokutest.checks import same
from gomokutest.environment import SEED
from gomokutest.screens import size_name
from gomokutest.study import Study
from gomokutest.tables import leave, new_room, prefer, press, press_keys

# The number of moves in the large study.
NODES = 3_000

# The windows in which board, engine and tree must fit without scrolling.
SIZES = [(390, 844), (844, 390), (768, 600), (1280, 800), (1920, 1080)]
# Returns what does not fit: parts outside the window, parts that cover each other, and a page that
# scrolls.
FIT = """const wrong = [], page = document.scrollingElement;
    if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) wrong.push(`the page is ${page.scrollWidth} by ${page.scrollHeight}`);
    const parts = ['#board', '#steps', '#engine', '#tree', '.top', '#side [role=tablist]'].map(name => [name, document.querySelector(name).getBoundingClientRect()]);
    for (const [name, r] of parts) {
        if (r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1) wrong.push(`${name} is outside`);
        for (const [other, o] of parts) {
            if (name < other && Math.min(r.right, o.right) > Math.max(r.left, o.left) + 1 && Math.min(r.bottom, o.bottom) > Math.max(r.top, o.top) + 1) wrong.push(`${name} lies on ${other}`);
        }
    }
    const tree = document.querySelector('#tree').getBoundingClientRect();
    if (tree.height < 90) wrong.push(`the tree has a height of ${tree.height}`);
    if (document.querySelector('#board').getBoundingClientRect().width < Math.min(innerWidth, innerHeight) * .54) wrong.push('the board is small');
    return wrong"""
# Returns the controls without an accessible name.
NAMELESS = """return [...document.querySelectorAll('button, input, select, textarea, [role=tree], [role=treeitem], [role=tab], section, main')]
    .filter(e => e.checkVisibility() && !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.textContent.trim() || e.labels?.length))
    .map(e => e.outerHTML.slice(0, 80))"""
ITEMS = "return [...document.querySelectorAll('#tree [role=treeitem]')].map(e => e.querySelector('.at').textContent)"
CURRENT = "return document.querySelector('#tree [aria-selected=true] .at')?.textContent"
READY = "return document.querySelector('#tree [role=treeitem]') && document.documentElement.dataset.pending === '0'"


@pytest.fixture(scope="module")
def windows(page_server):
    """The windows of Ann and Bob."""
    with contextlib.ExitStack() as stack:
        pair = []
        for name in ("Ann", "Bob"):
            window = Window(page_server.url, name)
            stack.callback(window.close)
            prefer(window)
            leave(window)
            window.script("localStorage.setItem('gomoku.name', arguments[0])", name)
            pair.append(window)
        yield pair
        for window in pair:
            same(window.complaints(), [], f"errors in {window.name}'s window")


def pick(window, point):
    """Plays a point, and waits until the server has confirmed it."""
    press(window, f"#board [data-point='{point}'] .hit")
    window.until(f"{point} is confirmed", READY)
    same(window.script(CURRENT), point, "the current node")


def keys(window, *pressed):
    """Presses keys while no control has the focus."""
    window.script("document.activeElement.blur()")
    for key in pressed:
        window.driver.switch_to.active_element.send_keys(key)


def test_two_windows_share_moves_comments_and_cursors(windows):
    """One participant sees the other's moves, comment, mark and cursor, follows it, and keeps the
    position that the user chose. A deleted branch disappears for both, and comes back by undo."""
    ann, bob = windows
    room = new_room()
    ann.go(f"?analysis={room}&rule=renju&title=Direct#h8h9", "the study", READY)
    same(ann.script("return location.search + location.hash"), f"?analysis={room}", "the address")
    bob.go(f"?analysis={room}", "the study", READY)
    same(bob.script(ITEMS), ["Start", "h8", "h9"], "Bob's tree")
    pick(ann, "i9")
    bob.until("Ann's move", "return [...document.querySelectorAll('#tree .at')].some(e => e.textContent === 'i9')")
    same(bob.script(CURRENT), "Start", "Bob's position")
    keys(bob, Keys.END)
    press(bob, "#tab-people")
    bob.until("the button", "return document.querySelector('#tab-people-body .follow')")
    press(bob, "#tab-people-body .follow")
    press(ann, "[data-mark=label]")
    press(ann, "#board [data-point='j10'] .hit")
    press(ann, "[data-mark=label]")
    ann.find("#comment").send_keys("<b>good</b> shape", Keys.CONTROL, Keys.ENTER)
    bob.until(
        "the comment", "return document.querySelector('.comments')?.textContent.includes('Ann <b>good</b> shape')"
    )
    same(bob.script("return document.querySelector('.overlay .study-mark text').textContent"), "A", "the mark")
    pick(ann, "g7")
    bob.until("Bob follows", "return document.querySelector(`#board [data-point=g7]`).dataset.stone")
    ann.script(
        """const cell = document.querySelector(`#board [data-point='d4'] .hit`);
        cell.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))"""
    )
    bob.until("Ann's cursor", "return document.querySelector('.overlay .cursor-of text')?.textContent === 'Ann'")
    pick(bob, "f6")
    same(
        bob.script("return document.querySelectorAll('.follow[aria-pressed=true]').length"),
        0,
        "followed after an own move",
    )
    ann.until("Bob's move", "return [...document.querySelectorAll('#tree .at')].some(e => e.textContent === 'f6')")
    keys(bob, Keys.ARROW_LEFT, Keys.DELETE)
    ann.until("Ann leaves the deleted branch", CURRENT + " === 'i9'")
    keys(bob, "z")
    ann.until(
        "the branch is back", "return [...document.querySelectorAll('#tree .at')].some(e => e.textContent === 'f6')"
    )
    state = shared(ann.url, room)["state"]
    same(sum(key.startswith("node.") for key in state), 5, "nodes")


def test_reader_cannot_change_the_study(windows):
    """After the owner lets everyone else only read, the other window shows that, and keeps its
    position."""
    ann, bob = windows
    room = new_room()
    ann.go(f"?analysis={room}#h8", "the study", READY)
    bob.go(f"?analysis={room}", "the study", READY)
    press(ann, "#tab-people")
    ann.choose(".everyone select", "reader")
    bob.until("the notice", "return document.querySelector('#rights').checkVisibility()")
    same(
        bob.script("return [...document.querySelectorAll('#comment, .tree-tools button')].every(e => e.disabled)"),
        True,
        "disabled",
    )
    press(bob, "#board [data-point='a1'] .hit")
    bob.until("why not", "return document.querySelector('#notice').textContent.includes('Ask its owner')")
    same(bob.script("return document.querySelectorAll('.everyone[hidden]').length"), 1, "Bob's choice of roles")
    press(bob, "#board [data-point='h8'] .hit")
    bob.until("an existing move", CURRENT + " === 'h8'")


def test_keys_alone_move_through_the_tree(windows):
    """Arrows go through the line and between variations, the tree is an ARIA tree with one tab
    stop, and a move can be played and deleted without a mouse."""
    ann = windows[0]
    ann.go(f"?analysis={new_room()}#h8i9j8", "the study", READY)
    same(ann.script(CURRENT), "j8", "a new study shows its last move")
    keys(ann, Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    ann.play_by_keys("g7")
    ann.until("the variation", CURRENT + " === 'g7'")
    keys(ann, Keys.ARROW_UP)
    same(ann.script(CURRENT), "i9", "the variation above")
    keys(ann, Keys.ARROW_DOWN, "b", "f")
    same(ann.script(CURRENT), "g7", "back and forth")
    keys(ann, Keys.HOME, Keys.END)
    same(ann.script(CURRENT), "g7", "the end of the line that was last shown")
    ann.script("document.querySelector('#tree [tabindex=\"0\"]').focus()")
    press_keys(ann, Keys.ARROW_UP)
    same(
        ann.script(
            "const e = document.activeElement; return [e.getAttribute('role'), e.getAttribute('aria-label'), e.getAttribute('aria-level'), e.ariaExpanded, e.tabIndex]"
        ),
        ["treeitem", "2, O i9", "1", "true", 0],
        "the focused item",
    )
    press_keys(ann, "-")
    same(ann.script(ITEMS), ["Start", "h8", "i9", "j8"], "hidden variations")
    press_keys(ann, "+", Keys.ARROW_DOWN)
    same(
        ann.script(
            "return [document.activeElement.ariaLevel, document.querySelectorAll('#tree [tabindex=\"0\"]').length]"
        ),
        ["2", 1],
        "the level of a variation",
    )
    press_keys(ann, Keys.DELETE)
    ann.until("the deletion", CURRENT + " === 'h8'")
    same(ann.script(ITEMS), ["Start", "h8", "i9", "j8"], "after the deletion")


def test_large_tree_draws_only_what_is_in_sight(windows, page_server):
    """A tree with 3,000 nodes has few elements, and a step through it takes little time."""
    ann, room = windows[0], new_room()
    asyncio.run(Study(random.Random(SEED), lambda _number: page_server.port, room).plant(NODES))
    ann.go(f"?analysis={room}", "the study", READY)
    same(sum(key.startswith("node.") for key in shared(ann.url, room)["state"]), NODES, "nodes")
    assert ann.script("return document.querySelectorAll('#tree [role=treeitem]').length") < 300
    spent = ann.script("""const began = performance.now();
        for (let step = 0; step < 50; step += 1) document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
        return (performance.now() - began) / 50""")
    print(f"{spent:.1f} ms per step")
    assert spent < 200, f"{spent:.1f} ms per step"


@pytest.mark.parametrize("size", SIZES, ids=map(size_name, SIZES))
def test_board_engine_and_tree_fit_the_window(windows, size):
    """The page never scrolls, no part covers another, and every control has a name."""
    ann = windows[0]
    if size == SIZES[0]:
        ann.go(f"?analysis={new_room()}&title={'A long title of a study ' * 4}#h8i9j8j9", "the study", READY)
    ann.resize(*size)
    press(ann, "#tab-tree")
    same(ann.script(FIT), [], "what does not fit")
    same(ann.script(NAMELESS), [], "controls without a name")

"""Ann and Bob, each in a window, and the tables at which they play."""

import contextlib
import json
import time
import urllib.request
import uuid

from selenium.common.exceptions import WebDriverException

from .browser import Window, shared
from .checks import same
from .environment import PATIENCE

# How many stones the board shows.
STONES = "return document.querySelectorAll('#board [data-stone=x], #board [data-stone=o]').length"
# Whether the player in the window may move.
PLAYABLE = "return document.querySelector('#board').classList.contains('playable')"
# Plays a point at a revision. Returns 'played', or 'waits' if the window's player is not to move.
_PLAY = """if (Number(document.documentElement.dataset.rev) !== arguments[1]) return null;
    if (!document.querySelector('#board').classList.contains('playable')) return 'waits';
    document.querySelector(`#board [data-point='${arguments[0]}'] .hit`).dispatchEvent(new MouseEvent('click', {bubbles: true}));
    return 'played'"""
# Plays all points from a revision on, each as soon as the one before is acknowledged.
_PLAY_ALL = """const [points, first] = arguments, page = document.documentElement.dataset, number = Number(page.rev) - first;
    if (page.pending !== '0' || !(number >= 0)) return false;
    if (number >= points.length) return true;
    if (!document.querySelector('#board').classList.contains('playable') || window.pressed === page.rev) return false;
    window.pressed = page.rev;
    document.querySelector(`#board [data-point='${points[number]}'] .hit`).dispatchEvent(new MouseEvent('click', {bubbles: true}));
    return false"""


def new_room():
    """Returns the name of a room that nobody has used."""
    return f"test-{uuid.uuid4().hex[:10]}"


def press(window, selector):
    """Clicks an element by script, whether or not it is in sight."""
    window.script(
        "document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click', {bubbles: true}))", selector
    )


def press_touch(window, point):
    """Taps a point of the board; the page shows the stone before it plays it."""
    window.script(
        """const hit = document.querySelector(`#board [data-point='${arguments[0]}'] .hit`);
        hit.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true, pointerType: 'touch'}));
        hit.dispatchEvent(new MouseEvent('click', {bubbles: true}));
        document.querySelector('#board').dispatchEvent(new PointerEvent('pointerdown', {pointerType: 'mouse'}));""",
        point,
    )


def press_keys(window, *keys):
    """Types on whatever has the focus, and goes on where the keys take it."""
    window.driver.switch_to.active_element.send_keys(*keys)


def wait_shown(window, selector):
    """Waits until the element is there and visible."""
    window.until(selector, "return document.querySelector(arguments[0])?.checkVisibility()", selector)


def open_dialog(window, opener, dialog):
    """Clicks what opens a dialog, and waits until the dialog is open."""
    window.click(opener)
    window.until(dialog, "return document.querySelector(arguments[0])?.open", dialog)


def play_both(window, points):
    """Plays these points, separated by spaces, in a window whose player has both seats."""
    points = points.split()
    window.until(points, _PLAY_ALL, points, window.rev())


def choose_terms(window, **terms):
    """Fills in the New Game dialog: opening, clock ("own" with main, increment, periods, length), takebacks."""
    window.script(
        """const dialog = document.querySelector('#new-game-dialog');
        for (const [name, value] of Object.entries(arguments[0])) {
            const field = dialog.querySelector(`[name='${name.replace('_', '-')}']`);
            if (field.type === 'checkbox') field.checked = value; else field.value = value;
            for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, {bubbles: true}));
        }""",
        terms,
    )


def prefer(window, motion="reduce", scheme="light"):
    """Sets the reader's preferences: `motion` is "reduce" or "no-preference", `scheme` is "light" or "dark". Without animations
    a move takes half the processor time, so tests only ask for them where they are the subject."""
    window.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {
            "features": [
                {"name": "prefers-reduced-motion", "value": motion},
                {"name": "prefers-color-scheme", "value": scheme},
            ]
        },
    )


def leave(window):
    """Leaves the table for a file of the server. An empty page would cost the browser a new process, and half a second."""
    window.driver.get(f"{window.url}/icon.svg")


def remember(window, **settings):
    """Stores settings in the browser before the page is there; None removes one."""
    leave(window)
    window.script(
        """for (const [name, value] of Object.entries(arguments[0]))
        value === null ? localStorage.removeItem(`gomoku.${name}`) : localStorage.setItem(`gomoku.${name}`, value)""",
        settings,
    )


def claim(window, name=None):
    """Claims a name of its own for the participant in the window; returns it. The window shows a table."""
    name = name or f"{window.name} {uuid.uuid4().hex[:6]}"
    open_dialog(window, "#account", "#account-dialog")
    window.until("the form", "return document.querySelector('#account-dialog [name=username]')")
    window.script(
        """const dialog = document.querySelector('#account-dialog');
        dialog.querySelector('[name=username]').value = arguments[0];
        dialog.querySelector('[name=password]').value = 'correct horse battery';
        dialog.querySelector('button[type=submit]').click()""",
        name,
    )
    window.until("the name is claimed", "return !document.getElementById('account-dialog')")
    return name


def introduce(window):
    """Stores the window's name before its page starts, which sends it along with its first message."""
    window.driver.execute_cdp_cmd(
        "Page.addScriptToEvaluateOnNewDocument",
        {
            "source": f"""
        if (location.protocol === 'http:' && self === top && !localStorage.getItem('gomoku.name'))
            localStorage.setItem('gomoku.name', '{window.name}');"""
        },
    )


def forget(window):
    """Leaves the page, and removes what it has stored and what the test has emulated."""
    try:
        leave(window)
        window.script("localStorage.clear(); sessionStorage.clear()")
    except WebDriverException:  # the server does not run
        window.driver.get("about:blank")
    window.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    window.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    prefer(window)
    window.driver.get_log("browser")


@contextlib.contextmanager
def fresh(*windows):
    """Within it a test has these windows to itself, with new participants. Afterwards no browser may have logged an error or a
    breach of the page's policy."""
    try:
        yield
        for window in windows:
            same(window.complaints(), [], f"errors in the log of {window.name}'s browser")
    finally:
        for window in windows:
            forget(window)


class Tables:
    """Ann's and Bob's windows, and the table where they are."""

    def __init__(self, url, bob_url=None, text_size=None):
        """`bob_url`: the address that Bob uses, if it is another one. `text_size`: of Ann's browser."""
        self.url, self.room = url, None
        self.ann, self.bob = self.pair = Window(url, "Ann", text_size), Window(bob_url or url, "Bob")
        for window in self.pair:
            prefer(window)
            introduce(window)

    @contextlib.contextmanager
    def fresh(self):
        """Within it a test has both windows to itself."""
        with fresh(*self.pair):
            yield self

    def visit(self, room=None):
        """Both go to an empty table."""
        self.room = room or new_room()
        for window in self.pair:
            window.visit(self.room)

    def start(self, **terms):
        """Starts a game on these terms, as a link says them: Ann takes X unless `side` says otherwise, Bob the other side."""
        self.room = new_room()
        query = "".join(f"&{key}={value}" for key, value in {"rule": "freestyle", **terms}.items())
        for rev, window in enumerate(self.pair, 1):
            window.driver.get(f"{window.url}/?room={self.room}{query}")
            window.online()
            window.at_rev(rev)
        self.ann.at_rev(2)
        return self.pair

    def start_by_dialog(self, rule="freestyle", listed=False, **terms):
        """Ann starts a game with the dialog and takes X; Bob joins her."""
        self.visit()
        self.ann.new_game("x", rule, start=False, listed=listed)
        choose_terms(self.ann, **terms)
        self.ann.click("#new-game-dialog button[value=start]")
        self.join()
        return self.pair

    def join(self):
        """Bob takes the seat that is open."""
        rev = 1 + self.ann.rev()
        wait_shown(self.bob, ".player[data-side=o] button")
        self.bob.click(".player[data-side=o] button")
        self.at_rev(max(2, rev))

    def at_rev(self, rev):
        for window in self.pair:
            window.at_rev(rev)

    def settle(self):
        """Waits until both windows show the same revision, and returns it."""
        rev = max(window.rev() for window in self.pair)
        self.at_rev(rev)
        return rev

    @property
    def state(self):
        """The room's state, from the server."""
        return shared(self.url, self.room)["state"]

    def history(self):
        """The room's deltas, from the server."""
        with urllib.request.urlopen(f"{self.url}/api/rooms/{self.room}/history", timeout=PATIENCE) as answer:
            return json.load(answer)["deltas"]

    def play(self, *points):
        """Plays each point in the window whose player is to move."""
        rev, windows = max(window.rev() for window in self.pair), list(self.pair)
        for point in points:
            end = time.monotonic() + PATIENCE
            while windows[0].until(f"{point} at revision {rev}", _PLAY, point, rev) != "played":
                assert time.monotonic() < end, f"nobody may play {point}"
                windows.reverse()
            windows.reverse()
            rev += 1
        self.at_rev(rev)

    def act(self, window, selector):
        """Presses a button that changes the table, and waits until both windows show the change."""
        rev = self.settle()
        wait_shown(window, selector)
        window.click(selector)
        self.at_rev(rev + 1)

    def resign(self, window):
        """Resigns, and answers the question."""
        open_dialog(window, "#resign", "#resign-dialog")
        self.act(window, "#resign-dialog button[value=resign]")

    def close(self):
        for window in self.pair:
            window.close()

"""The windows of Ann and Bob, and the tables at which they play."""

import contextlib
import json
import time
import urllib.request
import uuid

from selenium.common.exceptions import WebDriverException

from .browser import Window, shared
from .checks import same
from .environment import TIMEOUT

# The number of stones on the board.
STONES = "return document.querySelectorAll('#board [data-stone=x], #board [data-stone=o]').length"
# Whether the player in the window may move.
PLAYABLE = "return document.querySelector('#board').classList.contains('playable')"
# Plays a point at a revision. Returns 'played', 'waits' if it is not this player's turn, or null at
# another revision.
_PLAY = """if (Number(document.documentElement.dataset.rev) !== arguments[1]) return null;
    if (!document.querySelector('#board').classList.contains('playable')) return 'waits';
    document.querySelector(`#board [data-point='${arguments[0]}'] .hit`).dispatchEvent(new MouseEvent('click', {bubbles: true}));
    return 'played'"""
# Plays all points from a revision on. Plays each point after the previous one is acknowledged.
_PLAY_ALL = """const [points, first] = arguments, page = document.documentElement.dataset, number = Number(page.rev) - first;
    if (page.pending !== '0' || !(number >= 0)) return false;
    if (number >= points.length) return true;
    if (!document.querySelector('#board').classList.contains('playable') || window.pressed === page.rev) return false;
    window.pressed = page.rev;
    document.querySelector(`#board [data-point='${points[number]}'] .hit`).dispatchEvent(new MouseEvent('click', {bubbles: true}));
    return false"""


def new_room():
    """Returns the name of a room that does not exist yet."""
    return f"test-{uuid.uuid4().hex[:10]}"


def press(window, selector):
    """Clicks an element by script, even if it is out of sight."""
    window.script(
        "document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click', {bubbles: true}))", selector
    )


def press_touch(window, point):
    """Taps a point of the board. The first tap previews the stone."""
    window.script(
        """const hit = document.querySelector(`#board [data-point='${arguments[0]}'] .hit`);
        hit.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true, pointerType: 'touch'}));
        hit.dispatchEvent(new MouseEvent('click', {bubbles: true}));
        document.querySelector('#board').dispatchEvent(new PointerEvent('pointerdown', {pointerType: 'mouse'}));""",
        point,
    )


def press_keys(window, *keys):
    """Sends keys to the element that has the focus. Each key follows the focus that the previous
    one moved."""
    window.driver.switch_to.active_element.send_keys(*keys)


def wait_shown(window, selector):
    """Waits until the element exists and is visible."""
    window.until(selector, "return document.querySelector(arguments[0])?.checkVisibility()", selector)


def open_dialog(window, opener, dialog):
    """Clicks `opener`, and waits until the dialog is open."""
    window.click(opener)
    window.until(dialog, "return document.querySelector(arguments[0])?.open", dialog)


def play_both(window, points):
    """Plays these points, separated by spaces, in a window whose player has both seats."""
    points = points.split()
    window.until(points, _PLAY_ALL, points, window.rev())


def choose_terms(window, **terms):
    """Fills in the New Game dialog: opening, clock ("own" with main, increment, periods, length),
    takebacks."""
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
    """Sets the browser's media preferences. `motion` is "reduce" or "no-preference", `scheme` is
    "light" or "dark".

    Without animations a move takes half the processor time, so only tests about animations ask for
    them.
    """
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
    """Leaves the table for a file of the same server. For a blank page the browser would start a
    new process, which takes half a second."""
    window.driver.get(f"{window.url}/icon.svg")


def remember(window, **settings):
    """Stores settings in the browser before the page loads. None removes a setting."""
    leave(window)
    window.script(
        """for (const [name, value] of Object.entries(arguments[0]))
        value === null ? localStorage.removeItem(`gomoku.${name}`) : localStorage.setItem(`gomoku.${name}`, value)""",
        settings,
    )


def claim(window, name=None):
    """Claims a name for the participant in the window, and returns it. The window must show a
    table."""
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
    """Stores the window's name before its page starts, so that the page sends it with its first
    message."""
    window.driver.execute_cdp_cmd(
        "Page.addScriptToEvaluateOnNewDocument",
        {
            "source": f"""
        if (location.protocol === 'http:' && self === top && !localStorage.getItem('gomoku.name'))
            localStorage.setItem('gomoku.name', '{window.name}');"""
        },
    )


def forget(window):
    """Leaves the page, clears its storage, and resets the emulated settings."""
    try:
        leave(window)
        window.script("localStorage.clear(); sessionStorage.clear()")
    except WebDriverException:  # The server is not running.
        window.driver.get("about:blank")
    window.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    window.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    prefer(window)
    window.driver.get_log("browser")


@contextlib.contextmanager
def fresh(*windows):
    """Gives a test these windows with new participants. Afterwards fails if a browser has logged an
    error or a violation of the page's content security policy."""
    try:
        yield
        for window in windows:
            same(window.complaints(), [], f"errors in the log of {window.name}'s browser")
    finally:
        for window in windows:
            forget(window)


class Tables:
    """The windows of Ann and Bob, and their current table."""

    def __init__(self, url, bob_url=None, text_size=None, paints=None):
        """`bob_url`: the address for Bob, if it differs. `text_size`: the font size of Ann's
        browser. `paints`: see `Window`."""
        self.url, self.room = url, None
        self.ann = Window(url, "Ann", text_size, paints=paints)
        self.bob = Window(bob_url or url, "Bob", paints=paints)
        self.pair = self.ann, self.bob
        for window in self.pair:
            prefer(window)
            introduce(window)

    @contextlib.contextmanager
    def fresh(self):
        """Gives a test both windows with new participants."""
        with fresh(*self.pair):
            yield self

    def visit(self, room=None):
        """Opens an empty table in both windows."""
        self.room = room or new_room()
        for window in self.pair:
            window.visit(self.room)

    def start(self, **terms):
        """Starts a game by link with these terms. Ann takes X unless `side` says otherwise, and Bob
        takes the other side."""
        self.room = new_room()
        query = "".join(f"&{key}={value}" for key, value in {"rule": "freestyle", **terms}.items())
        for rev, window in enumerate(self.pair, 1):
            window.driver.get(f"{window.url}/?room={self.room}{query}")
            window.online()
            window.at_rev(rev)
        self.ann.at_rev(2)
        return self.pair

    def start_by_dialog(self, rule="freestyle", listed=False, **terms):
        """Starts a game with the New Game dialog. Ann takes X, and Bob joins."""
        self.visit()
        self.ann.new_game("x", rule, start=False, listed=listed)
        choose_terms(self.ann, **terms)
        self.ann.click("#new-game-dialog button[value=start]")
        self.join()
        return self.pair

    def join(self):
        """Seats Bob at the open seat."""
        rev = 1 + self.ann.rev()
        wait_shown(self.bob, ".player[data-side=o] button")
        self.bob.click(".player[data-side=o] button")
        self.at_rev(max(2, rev))

    def at_rev(self, rev):
        for window in self.pair:
            window.at_rev(rev)

    def settle(self):
        """Waits until both windows show the newest revision of the two, and returns it."""
        rev = max(window.rev() for window in self.pair)
        self.at_rev(rev)
        return rev

    @property
    def state(self):
        """The room's state, read from the server."""
        return shared(self.url, self.room)["state"]

    def history(self):
        """Returns the room's deltas, read from the server."""
        with urllib.request.urlopen(f"{self.url}/api/rooms/{self.room}/history", timeout=TIMEOUT) as answer:
            return json.load(answer)["deltas"]

    def play(self, *points):
        """Plays each point in the window of the player whose turn it is."""
        rev, windows = max(window.rev() for window in self.pair), list(self.pair)
        for point in points:
            end = time.monotonic() + TIMEOUT
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
        """Resigns, and confirms."""
        open_dialog(window, "#resign", "#resign-dialog")
        self.act(window, "#resign-dialog button[value=resign]")

    def close(self):
        for window in self.pair:
            window.close()

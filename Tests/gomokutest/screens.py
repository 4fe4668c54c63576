"""Checks of the page's layout and accessibility: window sizes, overflow, names of controls, and
axe's rules."""

import fcntl
import glob
import json
import os
import subprocess
import sys
import urllib.request

from .checks import same
from .environment import ROOT, TIMEOUT
from .tables import new_room, open_dialog, play_both, prefer, press, remember

# Widths and heights of windows in CSS pixels: a phone in portrait and landscape, a tablet, a
# laptop, a desktop.
SIZES = ((390, 844), (844, 390), (768, 600), (1280, 800), (1920, 1080))
# The sizes that `make test` uses for every measurement.
TELLING_SIZES = ((390, 844), (844, 390), (1280, 800))
# The browser's default font size in pixels: normal and 200 %.
TEXTS = (16, 32)
# The window sizes of the accessibility tests.
DEVICES = {"phone": (360, 740), "tablet": (768, 1024), "desktop": (1280, 800)}
# The minimum height of a control in CSS pixels (WCAG 2.2, 2.5.5). Links within text are exempt.
TARGET = 43.5

# Returns faults: elements of the given selectors that are missing or outside the window, content
# clipped by its own box, and a page that scrolls.
OUTSIDE = """const wrong = [];
for (const selector of arguments[0]) {
    const found = [...document.querySelectorAll(selector)].filter(e => e.checkVisibility());
    if (!found.length) wrong.push(`${selector} is not there`);
    for (const element of found) {
        const r = element.getBoundingClientRect(), name = `${selector} ${[r.left, r.top, r.right, r.bottom].map(Math.round)}`;
        if (r.width < 1 || r.height < 1 || r.left < -.5 || r.top < -.5 || r.right > innerWidth + .5 || r.bottom > innerHeight + .5)
            wrong.push(`${name} is outside`);
    }
}
for (const box of document.querySelectorAll('.player, .prompt, .bar button, .clock, .turn, .answers button')) {
    if (!box.checkVisibility()) continue;
    if (box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1)
        wrong.push(`${box.id || box.className} is cut: ${box.scrollWidth}/${box.clientWidth}, ${box.scrollHeight}/${box.clientHeight}`);
}
const words = document.querySelector('#turn').getBoundingClientRect();
for (const button of document.querySelectorAll('.prompt button')) {
    const r = button.getBoundingClientRect();
    if (button.checkVisibility() && r.bottom > words.top + 1 && r.top < words.bottom - 1 && r.right > words.left + 1 && r.left < words.right - 1)
        wrong.push(`${button.textContent} lies on the words`);
}
if (document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth) wrong.push('the page scrolls');
return wrong;"""
# The side of the board in pixels. The drawing is a square in the middle of its box.
BOARD = "const r = document.querySelector('#board').getBoundingClientRect(); return Math.min(r.width, r.height)"
# The minimum side of the board in each window, with fonts of 16 and of 32 px: most of the window's
# shorter side.
LEAST = {
    (390, 844): (380, 290),
    (844, 390): (370, 370),
    (768, 600): (415, 360),
    (1280, 800): (780, 640),
    (1920, 1080): (1060, 1050),
}

# Returns the visible controls that are lower than arguments[0].
SMALL = """return [...document.querySelectorAll(
        'button:not(.link), select, a[href], input:not([type=radio]):not([type=checkbox]):not([type=file]), .option, .check')]
    .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.matches('.skip, .player .name') && e.getBoundingClientRect().height < arguments[0])
    .map(e => e.outerHTML.slice(0, 80))"""
# Returns the visible controls and sections without a name.
NAMELESS = """return [...document.querySelectorAll('button, input, select, a[href], dialog, section, form, table, svg[role], [role=grid]')]
    .filter(e => e.checkVisibility() && !e.textContent.trim() && !e.labels?.length && !e.ariaLabel && !e.getAttribute('aria-labelledby'))
    .map(e => e.outerHTML.slice(0, 80))"""
# Returns the elements that are wider than the window, their dialog or their tile.
WIDE = """const wrong = [...document.querySelectorAll('dialog[open]')].filter(d => d.scrollWidth > d.clientWidth).map(d => d.id);
if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page');
for (const tile of document.querySelectorAll('.option span')) {
    const most = tile.parentElement.clientWidth;
    if (tile.checkVisibility() && [...tile.children].some(c => c.scrollWidth > most || c.getBoundingClientRect().width > most))
        wrong.push(tile.textContent);
}
return wrong;"""
# Returns the visible lists that are narrower than their longest choice, and the missing pixels.
CUT_LISTS = """return [...document.querySelectorAll('select')].filter(list => list.checkVisibility()).map(list => {
    const free = list.cloneNode(true);
    free.style.cssText = 'position: fixed; width: max-content; flex: none; min-width: 0; max-width: none';
    list.after(free);
    const missing = free.getBoundingClientRect().width - list.getBoundingClientRect().width;
    free.remove();
    return [list.name || list.id || list.className, missing];
}).filter(([, missing]) => missing > .5)"""

# The package of PyPI that carries axe-core.
AXE = "axe-core-python==0.1.0"
# The time limit for its download, in seconds.
DOWNLOAD = 120


class AxeMissing(Exception):
    """axe-core could not be fetched."""


def axe_script():
    """Returns the text of axe.min.js. The first process that needs it downloads it from PyPI into
    .build-tools."""
    tools = os.path.join(ROOT, ".build-tools")
    folder = os.path.join(tools, AXE.replace("==", "-"))
    os.makedirs(tools, exist_ok=True)
    with open(f"{folder}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        script = glob.glob(f"{folder}/**/axe.min.js", recursive=True)
        if not script:
            command = [
                sys.executable,
                "-m",
                "pip",
                "install",
                "--quiet",
                "--no-deps",
                "--disable-pip-version-check",
                "--target",
                folder,
                AXE,
            ]
            try:
                done = subprocess.run(command, timeout=DOWNLOAD, capture_output=True, text=True, check=False)
            except subprocess.TimeoutExpired as error:
                raise AxeMissing(f"pip did not fetch {AXE} within {DOWNLOAD} s") from error
            script = glob.glob(f"{folder}/**/axe.min.js", recursive=True)
            if done.returncode or not script:
                raise AxeMissing(f"pip could not fetch {AXE}, which these tests need: {done.stderr[-800:]}")
    with open(script[0], encoding="utf-8") as file:
        return file.read()


def size_name(size):
    """Returns the name of the size for test names."""
    return "x".join(map(str, size))


# The contrast rule, the only rule about colours.
CONTRAST = ["color-contrast"]
# Runs axe and returns its findings. Checks the element that arguments[1] selects, otherwise the
# open dialog, otherwise the whole page. arguments[0]: axe's options.
_AXE = """const done = arguments[arguments.length - 1], open = [...document.querySelectorAll(arguments[1] ?? 'dialog:modal')].at(-1);
    if (arguments[1] && !open?.checkVisibility()) return done([`${arguments[1]} is not there`]);
    axe.run(open ?? document, {resultTypes: ['violations'], ...arguments[0]}).then((r) => done(r.violations
      .map((v) => `${v.id}: ${v.help} (${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120) + ' ' + n.failureSummary.split('\\n')[1]).join(' | ')})`)),
      (e) => done([String(e)]))"""


class Screens:
    """A window that visits one screen after another, and the checks for each screen."""

    def __init__(self, window, axe, thorough):
        """`axe`: the text of axe.min.js. `thorough`: see the fixture."""
        self.window, self.axe, self.thorough, self.dark, self.mode = window, axe, thorough, False, ""

    def fresh(self, dark=False, size="desktop", **kept):
        """Shows an empty table with these settings."""
        width, height = DEVICES[size]
        self.dark, self.mode = dark, " ".join([size, "dark" if dark else "light", *kept.values()])
        self.window.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"},
        )
        self.scheme(dark)
        remember(self.window, **{**dict.fromkeys(("theme", "stones", "language", "numbers")), **kept})
        self.window.visit(new_room())

    def scheme(self, dark):
        prefer(self.window, scheme="dark" if dark else "light")

    def game(self, rule="renju"):
        """Plays both sides up to a position with a forbidden point."""
        self.window.new_game("xo", rule)
        self.window.at_rev(1)
        play_both(self.window, "h8 a1 i8 c1 j10 a3 j11 o15")

    def dialog(self, opener, dialog):
        open_dialog(self.window, opener, dialog)

    def clean(self, where, rules=None, within=None, both=False):
        """Fails if axe finds anything in the open dialog, or in the page if none is open.

        - `rules`: the names of the rules (default: all).
        - `within`: the selector of the part that is new on this screen.
        - `both`: whether to check the contrast in the other colour scheme, too. `make test-all`
          always does.
        """
        if not self.window.script("return Boolean(window.axe)"):
            self.window.script(self.axe + ";window.axe = axe")
        found = {where: self._axe(rules, within)}
        if both or self.thorough:
            self.scheme(not self.dark)
            found[f"{where}, the other colour scheme"] = self._axe(CONTRAST, within)
            self.scheme(self.dark)
        same({at: errors for at, errors in found.items() if errors}, {}, self.mode)

    def look(self, where, within=None):
        """Runs all checks on the current screen."""
        self.usable(where)
        self.clean(where, within=within)

    def _axe(self, rules, within):
        return self.window.driver.execute_async_script(_AXE, {"runOnly": rules} if rules else {}, within)

    def usable(self, where):
        """Fails if a control is too small to touch or has no name, or if an element overflows its
        container."""
        same(self.window.script(SMALL, TARGET), [], f"controls too small to touch: {where}, {self.mode}")
        same(self.window.script(NAMELESS), [], f"controls without a name: {where}, {self.mode}")
        same(self.window.script(WIDE), [], f"wider than its place: {where}, {self.mode}")

    def lobby(self, look):
        """Shows the lobby and its dialogs in turn, and calls look(where) for each."""
        window = self.window
        self.dialog("#account", "#account-dialog")
        look("claiming a name")
        window.click("#account-dialog button.link")
        look("signing in")
        window.script("document.querySelector('#account-dialog .actions button[type=button]').click()")
        window.go(
            "?lobby",
            "the lobby",
            "return document.querySelector('.screen .lobby') && !/Loading/.test(document.querySelector('.open').textContent)",
            ahead=True,
        )
        window.script("document.querySelector('.own-terms').open = true")
        window.click(".seek button[type=submit]")
        window.until("looking", "return !document.querySelector('.seeking').hidden")
        look("the lobby")
        window.script("document.getElementById('learn').click()")
        window.until("the lesson", "return document.querySelector('#lesson-dialog[open]')")
        look("the lesson")
        window.script("document.querySelector('#lesson-dialog').close()")
        self.dialog("[data-way=friend]", "#friend-dialog")
        look("playing a friend")

    def person(self, look):
        """Shows a person and then an unknown person, and calls look(where) for each."""
        window = self.window
        window.go(f"?person={self.played()[0]}", "a person", "return document.querySelector('.games li')")
        look("a person")
        window.go("?person=nobody-of-that-name", "nobody", "return document.querySelector('.person [role=alert]')")
        look("nobody")
        same([line for line in window.complaints() if "nobody-of-that-name" not in line], [], "errors in the log")

    def record(self, look):
        """Shows a game record, and calls look(where)."""
        self.window.go(f"?record={self.played()[1]}", "a record", "return document.querySelector('.record')")
        look("a record")

    def played(self):
        """Resigns a recorded game as X against the computer. Returns the player's ID and the game's
        ID."""
        window, room = self.window, new_room()
        window.go(
            f"?room={room}&rule=freestyle&robot=1", "the game", "return document.documentElement.dataset.rev >= 1"
        )
        press(window, "[data-point=h8] .hit")
        window.at_rev(3)
        self.dialog("#resign", "#resign-dialog")
        window.click("#resign-dialog button[value=resign]")
        window.at_rev(4)
        with urllib.request.urlopen(f"{window.url}/api/rooms/{room}", timeout=TIMEOUT) as answer:
            me = json.load(answer)["state"]["x"]
        with urllib.request.urlopen(f"{window.url}/api/people/{me}/games", timeout=TIMEOUT) as answer:
            return me, json.load(answer)["games"][0]["id"]

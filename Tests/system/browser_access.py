#!/usr/bin/python3
"""Checks in a real browser that everybody can use the page: axe on every screen, and checks of our own.

    /usr/bin/python3 Tests/system/browser_access.py [--server PATH | --url URL] [--web DIR] [--no-axe]

axe-core comes from PyPI (axe-core-python, which carries it) into a folder that is removed in the end; where it cannot be
had, that is said and only the named checks run. The last line is "N passed, N failed".
"""

import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser_kit import Keys, Line, Window, main, same  # noqa: E402
from browser_layout import press as press_mouse, press_touch  # noqa: E402

AXE = "axe-core-python==0.1.0"
# How long the download may take, in seconds.
AXE_PATIENCE = 120
# Width and height of the windows that are looked at, in CSS pixels.
SIZES = {"phone": (360, 740), "tablet": (768, 1024), "desktop": (1280, 800)}
# The least size of what one touches, in CSS pixels (WCAG 2.2, 2.5.5); links in a line of text are excepted.
TARGET = 43.5


def axe_script():
    """The text of axe.min.js, or None where it cannot be had."""
    folder = tempfile.mkdtemp(prefix="gomoku-axe-")
    try:
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check", "--target", folder, AXE],
                       check=True, timeout=AXE_PATIENCE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(glob.glob(f"{folder}/**/axe.min.js", recursive=True)[0], encoding="utf-8") as file:
            return file.read()
    except (OSError, IndexError, subprocess.SubprocessError):
        return None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Screens:
    """One window that is brought from screen to screen."""

    def __init__(self, url, axe):
        self.url, self.axe = url, axe
        if not axe:
            print("without axe: only the named checks run", flush=True)
        self.window = Window(url, "Ann")

    def fresh(self, dark=False, size="desktop", **kept):
        width, height = SIZES[size]
        self.window.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"})
        self.window.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}, {"name": "prefers-reduced-motion", "value": "reduce"}]})
        self.window.visit(f"test-{uuid.uuid4().hex[:10]}")
        self.window.script("for (const name of ['theme', 'stones', 'language', 'numbers']) localStorage.removeItem(`gomoku.${name}`);"
                           "for (const [name, value] of Object.entries(arguments[0])) localStorage.setItem(`gomoku.${name}`, value)", kept)
        self.window.driver.refresh()
        self.window.online()

    def game(self, rule="renju"):
        self.window.new_game("xo", rule)
        self.window.at_rev(1)
        for rev, point in enumerate("h8 a1 i8 c1 j10 a3 j11 o15".split(), 2):
            self.window.play_by_click(point)
            self.window.at_rev(rev)

    def dialog(self, button, dialog):
        self.window.click(button)
        self.window.until(dialog, "return document.querySelector(arguments[0] + '[open]')", dialog)

    def people(self, look):
        """Brings the lobby, its dialogs, a person and a record to the window, one after the other, and calls look(where)."""
        window = self.window
        window.click("#account")
        window.until("the dialog", "return document.querySelector('#account-dialog[open]')")
        look("claiming a name")
        window.click("#account-dialog button.link")
        look("signing in")
        window.script("document.querySelector('#account-dialog .actions button[type=button]').click()")
        self.go("lobby", "return document.querySelector('.screen .lobby') && !/Loading/.test(document.querySelector('.open').textContent)")
        self.window.script("document.querySelector('.own-terms').open = true")
        window.click(".seek button[type=submit]")
        window.until("looking", "return !document.querySelector('.seeking').hidden")
        look("the lobby")
        window.script("document.getElementById('learn').click()")
        window.until("the lesson", "return document.querySelector('#lesson-dialog[open]')")
        look("the lesson")
        window.script("document.querySelector('#lesson-dialog').close()")
        window.click("[data-way=friend]")
        window.until("the dialog", "return document.querySelector('#friend-dialog[open]')")
        look("playing a friend")
        window.script("document.querySelector('#friend-dialog button[value=cancel]').click()")
        me, game = self.played()
        self.go(f"person={me}", "return document.querySelector('.games li')")
        look("a person")
        self.go(f"record={game}", "return document.querySelector('.record')")
        look("a record")
        self.go("person=nobody-of-that-name", "return document.querySelector('.person [role=alert]')")
        look("nobody")

    def go(self, query, ready):
        self.window.driver.get(f"{self.window.url}/?{query}")
        self.window.until("online", "return document.documentElement.dataset.connection === 'online'")
        self.window.until(query, ready)

    def played(self):
        """Plays a game that is recorded, as X against the computer, and resigns; (the id of who played, that of the game)."""
        window, room = self.window, f"test-{uuid.uuid4().hex[:10]}"
        self.go(f"room={room}&rule=freestyle&robot=1", "return document.documentElement.dataset.rev >= 1")
        window.play_by_click("h8")
        window.at_rev(3)
        window.click("#resign")
        window.until("the dialog", "return document.querySelector('#resign-dialog[open]')")
        window.click("#resign-dialog button[value=resign]")
        window.at_rev(4)
        with urllib.request.urlopen(f"{self.url}/api/rooms/{room}") as answer:
            me = json.load(answer)["state"]["x"]
        with urllib.request.urlopen(f"{self.url}/api/people/{me}/games") as answer:
            return me, json.load(answer)["games"][0]["id"]

    def clean(self, where):
        """Fails where axe finds anything."""
        # Half a megabyte, once a page.
        if not self.window.script("return !!window.axe"):
            self.window.script(self.axe + ";window.axe = axe")
        found = self.window.driver.execute_async_script("""const done = arguments[arguments.length - 1];
            axe.run(document, {resultTypes: ['violations']}).then((r) => done(r.violations
              .map((v) => `${v.id}: ${v.help} (${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120) + ' ' + n.failureSummary.split('\\n')[1]).join(' | ')})`)),
              (e) => done([String(e)]))""")
        same(found, [], where)

    def close(self):
        self.window.close()


def axe_on_every_screen(screens):
    """axe finds nothing on any screen, light and dark"""
    window = screens.window
    for dark in (False, True):
        mode = "dark" if dark else "light"
        screens.fresh(dark)
        screens.clean(f"the empty table, {mode}")
        screens.dialog("[data-choice=robot]", "#new-game-dialog")
        screens.clean(f"New Game, {mode}")
        window.click("#new-game-dialog button[value=cancel]")
        window.click("[data-choice=watch]")
        window.until("the lobby", "return document.querySelector('.screen .lobby')")
        # While the answer is on its way, when it is there, and when there is none.
        window.script("const fetched = window.fetch; window.fetch = (...asked) => new Promise((answer) => {"
                      "  window.answered = () => { window.fetch = fetched; answer(fetched(...asked)); }; })")
        screens.dialog("#other-tables", "#watch-dialog")
        window.until("asked", "return !!window.answered")
        screens.clean(f"tables in play, asked for, {mode}")
        window.script("window.answered()")
        window.until("answered", "return !/Loading/.test(document.querySelector('#watch-dialog [role=status]').textContent)")
        screens.clean(f"tables in play, {mode}")
        window.click("#watch-dialog button")
        window.script("const fetched = window.fetch; window.fetch = () => { window.fetch = fetched; return Promise.reject(new TypeError('held')); }")
        screens.dialog("#other-tables", "#watch-dialog")
        window.until("not answered", "return /could not/.test(document.querySelector('#watch-dialog [role=status]').textContent)")
        screens.clean(f"tables in play, not answered, {mode}")
        window.click("#watch-dialog button")
        window.driver.back()
        window.until("the table again", "return document.documentElement.dataset.screen === ''")
        screens.game()
        screens.clean(f"a game, {mode}")
        screens.dialog("#settings", "#settings-dialog")
        screens.clean(f"settings, {mode}")
        window.click("#settings-dialog button[value=done]")
        screens.dialog("#resign", "#resign-dialog")
        screens.clean(f"resigning, {mode}")
        window.click("#resign-dialog button[value=cancel]")
        window.click("#replay")
        window.until("the history", "return document.querySelector('.replay')?.dataset.rev === '9'")
        screens.clean(f"a replay, {mode}")
        window.click("#next")


def axe_on_people(screens):
    """axe finds nothing in the lobby, its dialogs, and on the pages of people and games, light and dark, in German"""
    for dark, size, language in ((False, "desktop", "en"), (True, "desktop", "en"), (True, "phone", "en"), (False, "phone", "de")):
        screens.fresh(dark, size, language=language)
        screens.people(lambda where: screens.clean(f"{where}, {'dark' if dark else 'light'}, {size}, {language}"))


def axe_on_a_game(screens):
    """axe finds nothing in an opening, an offer's place, the shortcuts, the analysis, the end of a game and one's own account, light and dark"""
    window = screens.window
    for dark in (False, True):
        mode = "dark" if dark else "light"
        screens.fresh(dark)
        window.driver.get(f"{window.url}/?room=test-{uuid.uuid4().hex[:10]}&rule=freestyle&opening=swap2&robot=1&side=o")
        window.online()
        window.until("a choice", "return document.querySelector('[data-answer=more], [data-answer=black], #board.playable') && document.querySelector('[data-action=opening]')?.checkVisibility()")
        window.click("[data-action=opening]")
        window.until("the steps", "return document.querySelector('#opening')?.checkVisibility()")
        screens.clean(f"an opening, {mode}")
        window.click("#opening > button")
        window.until("the board that shows it", "return document.querySelector('dialog[open] .demo-board')")
        screens.clean(f"an opening shown, {mode}")
        window.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        screens.fresh(dark)
        window.new_game("xo", "freestyle")
        window.at_rev(1)
        window.find("#board").send_keys("?")
        window.until("the shortcuts", "return document.querySelector('#shortcuts-dialog[open]')")
        screens.clean(f"the shortcuts, {mode}")
        window.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        for rev, point in enumerate("h8 a1 i8 c1 j8 e1 k8 g1 l8".split(), 2):
            window.play_by_click(point)
            window.at_rev(rev)
        window.until("the card", "return document.querySelector('#result')?.checkVisibility()")
        screens.clean(f"the end, {mode}")
        for tab in ("moves", "table", "chat"):
            window.click(f"#tab-{tab}")
            screens.clean(f"the tab {tab}, {mode}")
        screens.dialog("#share", "#share-dialog")
        screens.clean(f"the link, {mode}")
        window.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        window.script("document.querySelector('[data-action=report]').click()")
        window.until("the analysis", "return document.querySelector('.report .report-figures')?.checkVisibility()")
        screens.clean(f"the analysis, {mode}")
        window.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    name = f"Axel {uuid.uuid4().hex[:6]}"
    screens.dialog("#account", "#account-dialog")
    window.script("""const dialog = document.querySelector('#account-dialog');
        dialog.querySelector('[name=username]').value = arguments[0];
        dialog.querySelector('[name=password]').value = 'correct horse battery';
        dialog.querySelector('button[type=submit]').click()""", name)
    window.until("it is theirs", "return !document.getElementById('account-dialog')")
    for dark in (True, False):
        window.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}, {"name": "prefers-reduced-motion", "value": "reduce"}]})
        screens.dialog("#account", "#account-dialog")
        window.until("one's own", "return document.querySelector('#account-dialog .own')")
        window.script("for (const part of document.querySelectorAll('.own details')) part.open = true")
        window.until("the sessions", "return document.querySelector('.sessions li:not(.empty)')")
        screens.clean(f"one's own account, {'dark' if dark else 'light'}")
        window.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    screens.dialog("#account", "#account-dialog")
    window.click("#sign-out")
    window.until("a guest", "return document.getElementById('account').dataset.claimed === 'no'")


def axe_between_two(screens):
    """axe finds nothing in an offer, a move to be confirmed, a refusal, unread chat, what one can do about somebody, a report, who is heard and a lost line, light and dark"""
    line = Line(int(screens.url.rsplit(":", 1)[1]))
    own, other = Screens(line.url, screens.axe), Window(screens.url, "Bob")
    window = own.window
    try:
        for dark in (False, True):
            mode = "dark" if dark else "light"
            own.fresh(dark)
            window.new_game("x")
            window.at_rev(1)
            other.driver.get(f"{other.url}/{window.script('return location.search + location.hash')}")
            other.online()
            other.until("a seat", "return /Join as O/.test(document.querySelector('#next').textContent)")
            other.click("#next")
            window.at_rev(2)
            for rev, (mover, point) in enumerate(((window, "h8"), (other, "i9")), 3):
                mover.until("one's turn", "return document.querySelector('#board').classList.contains('playable')")
                mover.play_by_click(point)
                window.at_rev(rev)
            press_touch(window, "j10")
            window.until("a move to be confirmed", "return document.querySelector('#confirm .primary').checkVisibility()")
            own.clean(f"a move to be confirmed, {mode}")
            window.script("document.querySelector('#confirm button:last-child').click()")
            other.until("the bar", "return document.querySelector('[data-action=draw]')?.checkVisibility()")
            other.click("[data-action=draw]")
            window.until("the offer", "return document.querySelector('[data-answer=accept]')?.checkVisibility()")
            own.clean(f"an offer, {mode}")
            window.click("#tab-moves")
            other.find("#chat-text").send_keys("Hello", Keys.ENTER)
            window.until("a mark", "return document.querySelector('#tab-chat').dataset.unread === '1'")
            press_mouse(window, "#board [data-point='h8'] .hit")
            window.until("a refusal", "return !document.getElementById('notice').hidden")
            own.clean(f"a refusal and unread chat, {mode}")
            own.dialog("#mute", "#mute-dialog")
            own.clean(f"who is heard, {mode}")
            window.click("#mute-dialog button")
            own.dialog("#chat li button", "#person-dialog")
            own.clean(f"what one can do about somebody, {mode}")
            window.click("#person-dialog [value=report]")
            window.until("the report", "return document.querySelector('#abuse-dialog[open]')")
            own.clean(f"a report, {mode}")
            window.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
            line.cut()
            window.until("the loss is told", "return document.querySelector('#connection').checkVisibility()")
            own.clean(f"a lost line, {mode}")
            line.mend()
            window.script("document.querySelector('#connection button').click()")
            window.online()
    finally:
        line.mend()
        own.close()
        other.close()


def axe_on_every_theme(screens):
    """axe finds nothing with any board, nor in German"""
    for kept in ({"theme": "paper", "stones": "pen"}, {"theme": "contrast", "stones": "plain"}, {"theme": "slate", "numbers": "on"}, {"theme": "wood"},
                 {"language": "de"}):
        screens.fresh(size="phone", **kept)
        screens.game()
        screens.clean(str(kept))


def names_and_roles(screens):
    """everything one can press or fill in has a name, and every image a role or none"""
    window = screens.window
    for language in ("en", "de"):
        screens.fresh(language=language)
        screens.game()
        window.click("#replay")
        window.until("the replay", "return document.querySelector('.replay')?.dataset.rev === '9'")
        nameless = window.script("return [...document.querySelectorAll('button, input, select, a[href], dialog, section, [role=grid]')].filter(e => "
                                 "!e.textContent.trim() && !e.labels?.length && !e.ariaLabel && !e.getAttribute('aria-labelledby') && !e.closest('[hidden]'))"
                                 ".map(e => e.outerHTML.slice(0, 80))")
        same(nameless, [], f"without a name, {language}")
        same(window.script("return [...document.querySelectorAll('svg')].filter(e => e.role !== 'grid' && e.ariaHidden !== 'true').length"), 0, "drawings that speak")
        same(window.script("return document.querySelectorAll('h1').length"), 1, "main headings")
        window.click("#next")


def focus_order(screens):
    """Tab goes through the page as one reads it, stops once on the board, and never where nothing shows"""
    window = screens.window
    screens.fresh()
    screens.game()
    window.driver.refresh()
    window.online()
    window.find("body").send_keys(Keys.TAB)
    order = []
    for _ in range(30):
        name = window.script("const e = document.activeElement; return e === document.body ? null : e.id || e.dataset.point || (e.closest('.player')?.dataset.side ?? '') + e.className || e.textContent")
        if name is None or name in order:
            break
        shown = window.script("const r = document.activeElement.getBoundingClientRect(); return r.width > 0 && r.height > 0")
        same(shown, True, f"{name} shows")
        order.append(name)
        window.driver.switch_to.active_element.send_keys(Keys.TAB)
    points = [name for name in order if len(name) <= 3]
    same(len(points), 1, f"stops on the board, of {order}")
    wanted = ["share", "account", "settings", points[0], "resign", "new-game", "tab-chat", "chat-text"]
    same([name for name in order if name in wanted], wanted, "the order")


def people_at_every_size(screens):
    """the lobby, its dialogs, and the pages of people and games fit, and what one touches there is large enough and named"""
    window = screens.window
    small = ("return [...document.querySelectorAll('button:not(.link), select, a[href], input:not([type=radio]):not([type=checkbox]):not([type=file]), .check')]"
             ".filter(e => e.checkVisibility({visibilityProperty: true}) && !e.matches('.skip') && e.getBoundingClientRect().height < arguments[0]).map(e => e.outerHTML.slice(0, 80))")
    nameless = ("return [...document.querySelectorAll('button, input, select, a[href], dialog, section, form, table')].filter(e => e.checkVisibility() && !e.textContent.trim()"
                " && !e.labels?.length && !e.ariaLabel && !e.getAttribute('aria-labelledby')).map(e => e.outerHTML.slice(0, 80))")
    wide = "return [document.documentElement.scrollWidth <= innerWidth, [...document.querySelectorAll('dialog[open]')].every(d => d.scrollWidth <= d.clientWidth)]"
    for language in ("en", "de"):
        for size in SIZES:
            def look(where):
                same(window.script(small, TARGET), [], f"too small: {where}, {size}, {language}")
                same(window.script(nameless), [], f"without a name: {where}, {size}, {language}")
                same(window.script(wide), [True, True], f"{where} fits, {size}, {language}")
            screens.fresh(size=size, language=language)
            screens.people(look)


def target_sizes(screens):
    """what one touches is large enough, and nothing is wider than the window, at phone, tablet and desktop size"""
    window = screens.window
    small = ("return [...document.querySelectorAll('button:not(.link), select, a.button, input:not([type=radio]):not([type=checkbox]):not([type=file]), .option, .check')]"
             ".filter(e => e.checkVisibility() && e.getBoundingClientRect().height < arguments[0]).map(e => e.id || e.className || e.textContent)")
    wide = "return [document.documentElement.scrollWidth <= innerWidth, [...document.querySelectorAll('dialog[open]')].every(d => d.scrollWidth <= d.clientWidth)]"
    cut = ("return [...document.querySelectorAll('.option span')].filter(e => e.checkVisibility() && "
           "[...e.children].some(c => c.scrollWidth > e.parentElement.clientWidth || c.getBoundingClientRect().width > e.parentElement.clientWidth)"
           ").map(e => e.textContent)")
    for language in ("en", "de"):
        for size in SIZES:
            screens.fresh(size=size, language=language)

            def look(where):
                same(window.script(cut), [], f"words wider than their tile on {where}, {size}, {language}")
                same(window.script(small, TARGET), [], f"too small on {where}, {size}, {language}")
                same(window.script(wide), [True, True], f"{where} fits, {size}, {language}")
            look("the empty table")
            screens.dialog("[data-choice=robot]", "#new-game-dialog")
            look("New Game")
            window.script("document.querySelector('#new-game-dialog button[value=cancel]').click()")
            screens.dialog("#settings", "#settings-dialog")
            look("settings")
            window.script("document.querySelector('#settings-dialog button[value=done]').click()")
            screens.game()
            window.click("#replay")
            window.until("the replay", "return document.querySelector('.replay')?.dataset.rev === '9'")
            look("a replay")
            window.script("document.querySelector('#next').click()")


NAMED = (names_and_roles, focus_order, target_sizes, people_at_every_size)
WITH_AXE = (axe_on_every_screen, axe_on_a_game, axe_between_two, axe_on_every_theme, axe_on_people)


if __name__ == "__main__":
    sys.exit(main(
        __doc__, lambda screens: (WITH_AXE if screens.axe else ()) + NAMED,
        lambda url, _, options: Screens(url, None if options.no_axe else axe_script()),
        more=[("--no-axe", {"action": "store_true", "help": "without axe"})]))

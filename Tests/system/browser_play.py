#!/usr/bin/python3
"""Plays in two real browsers and compares what they show with what the server knows.

    /usr/bin/python3 Tests/system/browser_play.py [--server PATH | --url URL] [--web DIR]

The last line is "N passed, N failed"; the exit status is 0 only when nothing failed.
"""

import os
import sys
import urllib.parse
import uuid
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser_kit import Keys, Line, Window, main, same, shared, stones_of  # noqa: E402


def new_room():
    return f"test-{uuid.uuid4().hex[:10]}"


class Tables:
    """Two people at a fresh table: Ann has the server's own address, Bob sits behind a line that can be cut."""

    def __init__(self, url, server):
        """`server`: None where it is not ours to stop."""
        self.url, self.server = url, server
        self.line = Line(urllib.parse.urlsplit(url).port or 80)
        self.ann = Window(url, "Ann")
        self.bob = Window(self.line.url, "Bob")

    def fresh(self):
        self.room = new_room()
        self.ann.visit(self.room)
        self.bob.visit(self.room)

    def start(self, rule="freestyle"):
        """Ann takes X, Bob O."""
        self.fresh()
        self.ann.new_game("x", rule)
        self.bob.until("the offer to join", "return !document.querySelector('.player[data-side=o] button').hidden")
        self.bob.click(".player[data-side=o] button")
        for window in (self.ann, self.bob):
            window.at_rev(2)
        self.agree()

    def agree(self):
        """Waits until both show the server's revision, then compares the boards; returns the state. Nobody may be moving."""
        told = shared(self.url, self.room)
        for window in (self.ann, self.bob):
            window.at_rev(told["rev"])
            same(window.stones(), stones_of(told["state"]), f"{window.name}'s board at revision {told['rev']}")
        return told["state"]

    def move(self, number, point):
        """The player to move plays `point`: Ann clicks, Bob uses the keyboard."""
        rev = self.ann.rev()
        self.ann.play_by_click(point) if number % 2 else self.bob.play_by_keys(point)
        self.ann.at_rev(rev + 1)
        state = self.agree()
        same(stones_of(state)[point], "x" if number % 2 else "o", f"move {number}")
        return state

    def close(self):
        for window in (self.ann, self.bob):
            window.close()


def empty_table(tables):
    """an empty table says what to do first, and its address names it"""
    ann = tables.ann
    ann.driver.get(f"{ann.url}/?room=nobody-was-here")
    ann.online()
    same(ann.text("#room-name"), "nobody-was-here", "its name")
    same(ann.text("#turn"), "This table is empty", "headline")
    assert ann.find("#next").is_displayed() and ann.text("#next") == "Start a game"


def whole_game(tables):
    """a whole game, by clicks in one window and by keyboard in the other, shows the same board everywhere"""
    tables.start()
    same(tables.ann.text("#turn"), "Your turn. You play X.", "Ann's headline")
    tables.bob.until("Bob waits", "return document.getElementById('turn').textContent === 'Ann is thinking: X to move.'")
    points = "h8 h9 i8 i9 g8 g9 j8 j9 f8".split()
    for number, point in enumerate(points, 1):
        state = tables.move(number, point)
    same((state["result"], state["reason"]), ("x", "five"), "result")
    same(tables.ann.text("#turn"), "You win (five in a row)!", "Ann's headline")
    same(tables.bob.text("#turn"), "You lose (five in a row).", "Bob's headline")
    for window in (tables.ann, tables.bob):
        won = window.script("return [...document.querySelectorAll('#board .won')].map(c => c.dataset.point).sort().join(' ')")
        same(won, "f8 g8 h8 i8 j8", "winning row")
        same(window.find("[data-point=f8]").get_attribute("aria-label"), "f8, X, move 9, last move, winning row", "words")
    assert "You lose" in tables.bob.script("return document.getElementById('live').textContent")


def watching(tables):
    """a second guest of the same browser watches, is told so, and cannot move"""
    tables.start()
    ann = tables.ann
    home = ann.driver.current_window_handle
    ann.driver.switch_to.new_window("tab")
    try:
        ann.driver.get(f"{ann.url}/?room={tables.room}")
        ann.online()
        same(ann.text("#turn"), "Your turn. You play X.", "the same browser is the same player")
        ann.click("#someone-else")
        ann.until("a spectator", "return document.getElementById('hint').textContent === 'You are watching.'")
        ann.play_by_click("h8")
        ann.until("the reason", "return document.getElementById('notice').textContent.startsWith('You are watching.')")
        same(ann.stones(), {}, "board")
    finally:
        ann.driver.close()
        ann.driver.switch_to.window(home)
    tables.agree()


def cut_line(tables):
    """a line cut in the middle of a game comes back with everything, and a move made meanwhile arrives once"""
    tables.start()
    tables.move(1, "h8")
    tables.move(2, "i9")
    rev = tables.bob.rev()
    tables.line.cut()
    tables.bob.until("the loss is told", "return document.documentElement.dataset.connection === 'offline' "
                     "&& document.querySelector('#connection p').textContent.startsWith('The connection is lost.')")
    same(tables.bob.script("return document.getElementById('live').textContent"), "The connection is lost. Trying again.", "said once")
    tables.ann.until("Bob's absence", "return document.getElementById('hint').textContent.startsWith('Bob is away')")
    tables.ann.play_by_click("i8")
    tables.ann.at_rev(rev + 1)
    same(tables.bob.rev(), rev, "Bob's revision while cut off")
    tables.line.mend()
    # By script: the page may have found the line again by itself, and the button is gone then.
    tables.bob.script("document.querySelector('#connection button').click()")
    tables.bob.online()
    tables.agree()
    tables.line.cut()
    tables.bob.until("offline", "return document.documentElement.dataset.connection !== 'online'")
    tables.bob.play_by_keys("j10")
    same(tables.bob.pending(), ["j10"], "shown as pending")
    same(stones_of(shared(tables.url, tables.room)["state"]).get("j10"), None, "the server's board")
    tables.line.mend()
    tables.ann.at_rev(rev + 2)
    tables.bob.until("acknowledged", "return document.documentElement.dataset.pending === '0'")
    same(tables.agree()["move"], "4", "played once")
    tables.move(5, "g8")


def taken_back(tables):
    """a move that the server rejects is taken back, with its reason"""
    tables.start()
    for number, point in enumerate(("h8", "h9", "i8"), 1):
        tables.move(number, point)
    tables.line.hold()
    tables.bob.play_by_keys("i9")
    same(tables.bob.pending(), ["i9"], "shown at once")
    same(tables.bob.find("[data-point=i9]").get_attribute("aria-label"), "i9, O, not yet confirmed", "words")
    tables.ann.click("#resign")
    tables.ann.click("#resign-dialog button[value=resign]")
    tables.ann.until("the end", "return document.getElementById('turn').textContent.startsWith('You lose (resignation)')")
    tables.line.release()
    tables.bob.until("taken back with its reason", "return document.getElementById('notice').textContent === "
                     "'Your move i9 was taken back. The game is over.'")
    same(tables.bob.pending(), [], "pending")
    same(tables.bob.text("#turn"), "You win (resignation)!", "Bob's headline")
    tables.agree()


def two_new_games(tables):
    """two New Games at once: one goes through, whole, and the other is told"""
    tables.fresh()
    tables.bob.new_game("x", "standard", start=False)
    tables.line.hold()
    tables.bob.click("#new-game-dialog button[value=start]")
    tables.ann.new_game("o", "freestyle")
    tables.ann.at_rev(1)
    tables.line.release()
    tables.bob.until("told", "return document.getElementById('notice').textContent.includes('Somebody else was faster')")
    state = tables.agree()
    same({key: state[key] for key in ("game", "rule", "move")}, {"game": "1", "rule": "freestyle", "move": "0"}, "Ann's game")
    assert "o" in state and "x" not in state, state
    # A game that started while the dialog was open is not thrown away by whoever did not see it.
    tables.fresh()
    tables.bob.new_game("x", start=False)
    tables.ann.new_game("x")
    tables.bob.at_rev(1)
    tables.bob.click("#new-game-dialog button[value=start]")
    tables.bob.until("told", "return document.getElementById('notice').textContent.includes('Somebody else was faster')")
    same(tables.agree()["game"], "1", "Ann's game")
    for round_number in range(5):
        tables.fresh()
        for window in (tables.ann, tables.bob):
            window.new_game("xo", start=False)
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda window: window.click("#new-game-dialog button[value=start]"), (tables.ann, tables.bob)))
        for window in (tables.ann, tables.bob):
            window.until("answered", "return document.documentElement.dataset.pending === '0' && document.documentElement.dataset.rev === '1'")
        state = tables.agree()
        same((state["game"], state["x"]), ("1", state["o"]), f"one game, whole, in round {round_number}")


def both_sides(tables):
    """one may play both sides, number the stones, and start anew"""
    tables.fresh()
    ann = tables.ann
    ann.new_game("xo")
    ann.at_rev(1)
    for rev, point in enumerate("a1 o15 b2".split(), 2):
        ann.play_by_click(point)
        ann.at_rev(rev)
    tables.agree()
    ann.click("#numbers")
    same(ann.script("return [...document.querySelectorAll('#board .number')].map(t => t.textContent).sort().join()"), "1,2,3", "numbers")
    ann.click("#numbers")
    ann.new_game("x")
    ann.at_rev(5)
    same(tables.agree()["game"], "2", "the second game")
    same(ann.stones(), {}, "a clean board")


def chatting(tables):
    """what is said arrives as text, never as markup, and a draft survives a reload"""
    tables.fresh()
    line = "<img src=x onerror=alert(1)><b>hi</b>"
    tables.ann.find("#chat-text").send_keys(line, Keys.ENTER)
    tables.bob.until("the line", "return [...document.querySelectorAll('#chat li')].some(li => li.textContent === 'Ann ' + arguments[0])", line)
    same(tables.bob.script("return document.querySelectorAll('#chat img, #chat li b b').length"), 0, "markup")
    tables.bob.find("#chat-text").send_keys("half a sen")
    tables.bob.driver.refresh()
    tables.bob.online()
    same(tables.bob.script("return document.getElementById('chat-text').value"), "half a sen", "the draft")
    tables.bob.find("#chat-text").clear()
    tables.bob.find("#chat-text").send_keys(" ", Keys.BACKSPACE)


def by_touch(tables):
    """on touch a tap shows the stone, and the button or a second tap plays it"""
    tables.start()
    ann = tables.ann

    def tap(selector):
        x, y = ann.script("const r = document.querySelector(arguments[0]).getBoundingClientRect();"
                          "return [r.x + r.width / 2, r.y + r.height / 2]", selector)
        ann.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        ann.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    ann.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True})
    ann.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        tap("[data-point=h8] .hit")
        ann.until("a preview", "return document.querySelector('[data-point=h8] .preview') && !document.getElementById('confirm').hidden")
        same(ann.stones(), {}, "nothing is played yet")
        tap("[data-point=i8] .hit")
        ann.until("the preview moved", "return document.querySelector('[data-point=i8] .preview') && !document.querySelector('[data-point=h8] .preview')")
        ann.script("document.querySelector('#confirm').scrollIntoView({block: 'center'})")
        tap("#confirm .primary")
        ann.until("played", "return document.querySelector('[data-point=i8]').dataset.stone === 'x' && document.getElementById('confirm').hidden")
        width = ann.script("return [document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1], f"the page is wider than the phone: {width}"
    finally:
        ann.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
        ann.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    ann.until("acknowledged", "return document.documentElement.dataset.pending === '0'")
    tables.agree()


def for_screen_readers(tables):
    """the board is a named grid with one tab stop, and everything one can press has a name"""
    tables.start()
    ann = tables.ann
    same(ann.script("return [...document.querySelectorAll('#board [tabindex=\"0\"]')].length"), 1, "tab stops on the board")
    same(ann.script("return document.querySelectorAll('#board [role=row] > [role=gridcell][aria-label]').length"), 225, "named cells")
    nameless = ann.script("return [...document.querySelectorAll('button, input, dialog, section, svg[role]')].filter(e => "
                          "!e.textContent.trim() && !e.labels?.length && !e.ariaLabel && !e.getAttribute('aria-labelledby')"
                          " && !e.closest('[hidden]')).map(e => e.outerHTML.slice(0, 80))")
    same(nameless, [], "without a name")
    small = ann.script("return [...document.querySelectorAll('button, input:not([type=radio]):not([type=checkbox])')].filter(e => e.offsetParent"
                       " && e.getBoundingClientRect().height < 43.5).map(e => e.id || e.textContent)")
    same(small, [], "too small to touch")


def restarted(tables):
    """a server that stops and comes back is found again"""
    tables.start()
    same(tables.server.stop(), 0, "exit status")
    tables.ann.until("told", "return document.documentElement.dataset.connection !== 'online'")
    tables.server.start()
    for window in (tables.ann, tables.bob):
        window.until("online", "return document.documentElement.dataset.connection === 'online'")
        window.online()


def no_complaints(tables):
    """the browsers have logged no error and no breach of the strict policy"""
    tables.fresh()
    for window in (tables.ann, tables.bob):
        same(window.complaints(), [], f"{window.name}'s log")


TESTS = (empty_table, whole_game, watching, cut_line, taken_back, two_new_games, both_sides, chatting, by_touch,
         for_screen_readers, no_complaints)


if __name__ == "__main__":
    sys.exit(main(__doc__, lambda tables: TESTS + ((restarted,) if tables.server else ()), lambda url, server, _: Tables(url, server)))

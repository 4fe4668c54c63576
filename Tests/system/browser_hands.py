#!/usr/bin/python3
"""Plays whole games in a real browser by keyboard alone and by touch alone, and watches where the focus is.

    /usr/bin/python3 Tests/system/browser_hands.py [--server PATH | --url URL] [--web DIR] [--only NAME]

The last line is "N passed, N failed"; the exit status is 0 only when nothing failed.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser_kit import Keys, main, same, shared  # noqa: E402
from browser_layout import Tables  # noqa: E402
from browser_play import new_room  # noqa: E402
from browser_table import wait_shown  # noqa: E402

# More presses of Tab than the page has stops.
STOPS = 60
FOCUS = "const e = document.activeElement; return [e.id, e.className?.baseVal ?? e.className, e.tagName, e.textContent.trim().slice(0, 30), e.dataset?.point ?? ''].join(' ')"
LOST = "return document.activeElement === document.body || !document.activeElement.checkVisibility()"


def press(window, *keys):
    for key in keys:
        window.driver.switch_to.active_element.send_keys(key)


def tab_to(window, selector):
    """Presses Tab until the focus is there, as who has no mouse does."""
    for _ in range(STOPS):
        if window.script("return document.activeElement.matches(arguments[0])", selector):
            return
        press(window, Keys.TAB)
    raise AssertionError(f"{selector} cannot be reached; the focus is on {window.script(FOCUS)}")


def kept(window, after):
    """The focus is somewhere that shows, not on the body."""
    same(window.script(LOST), False, f"the focus is lost after {after}: {window.script(FOCUS)}")


def by_arrows(window, point):
    """From the point where one is to another, and Enter."""
    at = window.script("return document.activeElement.dataset.point")
    across, down = ord(point[0]) - ord(at[0]), int(at[1:]) - int(point[1:])
    press(window, *[Keys.ARROW_RIGHT if across > 0 else Keys.ARROW_LEFT] * abs(across), *[Keys.ARROW_DOWN if down > 0 else Keys.ARROW_UP] * abs(down), Keys.ENTER)


def opened(window, opener, dialog, key=Keys.ENTER):
    """Opens a dialog by the keyboard."""
    window.until(opener, "return document.querySelector(arguments[0])?.checkVisibility()", opener)
    window.script("document.querySelector(arguments[0]).focus()", opener)
    press(window, key)
    window.until(dialog, "return document.querySelector(arguments[0])?.open", dialog)
    kept(window, f"{dialog} that opens")
    same(window.script("return document.querySelector(arguments[0]).contains(document.activeElement)", dialog), True, f"{dialog} has the focus")


def closed(window, opener, dialog):
    """Puts it away: the focus is where it was before."""
    press(window, Keys.ESCAPE)
    window.until(f"{dialog} closed", "return !document.querySelector(arguments[0])?.open", dialog)
    kept(window, f"{dialog} that was put away")
    same(window.script("return document.activeElement.matches(arguments[0])", opener), True, f"back from {dialog}: {window.script(FOCUS)}")


def there_and_back(window, opener, dialog, key=Keys.ENTER):
    opened(window, opener, dialog, key)
    closed(window, opener, dialog)


def every_dialog(tables):
    """each dialog has the focus when it opens, and gives it back to what opened it"""
    ann, bob = pair = tables.pair()
    ann.driver.get(f"{ann.url}/?lobby")
    ann.online()
    for opener, dialog in (("#learn", "#lesson-dialog"), ("[data-way=friend]", "#friend-dialog"), ("#settings", "#settings-dialog"), ("#account", "#account-dialog")):
        there_and_back(ann, opener, dialog)
    there_and_back(ann, "#settings", "#shortcuts-dialog", key="?")
    ann.driver.get(f"{ann.url}/?room={new_room()}")
    ann.online()
    for opener, dialog in (("[data-choice=self]", "#new-game-dialog"), ("[data-choice=friend]", "#friend-dialog")):
        there_and_back(ann, opener, dialog)
    ann, bob = pair = tables.start(rule="freestyle")
    bob.find("#chat-text").send_keys("Well played", Keys.ENTER)
    opened(ann, "#chat li button", "#person-dialog")
    closed(ann, "#chat li button", "#person-dialog")
    opened(ann, "#chat li button", "#person-dialog")
    ann.script("document.querySelector('#person-dialog [value=report]').focus()")
    press(ann, Keys.ENTER)
    ann.until("the report", "return document.querySelector('#abuse-dialog[open]')")
    kept(ann, "a report that opens")
    closed(ann, "#chat li button", "#abuse-dialog")
    ann.find("#mute")
    there_and_back(ann, "#mute", "#mute-dialog")
    tables.play(pair, "h8", "h9", "i8", "i9", "j8", "j9", "k8", "k9", "l8")
    wait_shown(ann, "#result")
    there_and_back(ann, "[data-action=report]", "#report-dialog")


def keyboard_alone(tables):
    """a whole game by keyboard alone, from the first screen to the next game, the focus never lost"""
    ann, _ = tables.pair()
    room = new_room()
    ann.driver.get(f"{ann.url}/?room={room}")
    ann.online()
    tab_to(ann, "[data-choice=self]")
    press(ann, Keys.ENTER)
    ann.until("the dialog", "return document.querySelector('#new-game-dialog[open]')")
    kept(ann, "a dialog that opens")
    tab_to(ann, "#new-game-dialog button[value=start]")
    press(ann, Keys.ENTER)
    ann.until("the game", "return document.querySelector('#board').classList.contains('playable') && document.querySelector('[data-action=leave]')?.checkVisibility()")
    kept(ann, "the dialog")
    tab_to(ann, "#board [data-point]")
    for rev, point in enumerate("h8 h9 i8 i9 j8 j9 k8 k9 l8".split(), 2):
        by_arrows(ann, point)
        ann.at_rev(rev)
        kept(ann, point)
        if point == "i8":
            tab_to(ann, "[data-action=undo]")
            press(ann, Keys.ENTER)
            ann.at_rev(rev + 1)
            kept(ann, "a move taken back")
            break
    ann.script("document.querySelector('#board [tabindex=\"0\"]').focus()")
    for rev, point in enumerate("i8 i9 j8 j9 k8 k9 l8".split(), 6):
        by_arrows(ann, point)
        ann.at_rev(rev)
        kept(ann, point)
    same(shared(tables.url, room)["state"]["result"], "x", "the result")
    wait_shown(ann, "#result")
    kept(ann, "the card")
    tab_to(ann, "#result .sign")
    press(ann, Keys.ENTER)
    kept(ann, "the card that was put away")
    tab_to(ann, "#new-game")
    press(ann, Keys.ENTER)
    ann.until("the dialog", "return document.querySelector('#new-game-dialog[open]')")
    tab_to(ann, "#new-game-dialog button[value=start]")
    press(ann, Keys.ENTER)
    ann.until("the next game", "return document.querySelector('#rule').textContent.startsWith('Game 2')")
    kept(ann, "the next game")


def tap(window, selector):
    """A finger on the middle of an element that one sees."""
    window.until(selector, "return document.querySelector(arguments[0])?.checkVisibility()", selector)
    x, y = window.script("""const e = document.querySelector(arguments[0]); e.scrollIntoView({block: 'nearest'});
        const r = e.getBoundingClientRect(), at = [r.left + r.width / 2, r.top + r.height / 2], top = document.elementFromPoint(...at);
        if (!e.contains(top) && !top?.contains(e) && top?.closest('.cell') !== e.closest('.cell')) throw new Error(`${arguments[0]} is under ${top?.outerHTML}`);
        return at""", selector)
    for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
        window.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def touch_alone(tables):
    """a whole game against the robot by touch alone on a phone: every move shown first, then played, to the next level"""
    _, bob = tables.pair()
    room = new_room()
    bob.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        bob.resize(390, 844)
        bob.driver.get(f"{bob.url}/?room={room}")
        bob.online()
        tap(bob, "[data-choice=robot]")
        bob.until("the dialog", "return document.querySelector('#new-game-dialog[open]')")
        tap(bob, "#new-game-dialog .actions .primary")
        bob.until("the game", "return document.querySelector('#board').classList.contains('playable')")
        for count in range(1, 4):
            bob.until("one's turn", "return document.querySelector('#board').classList.contains('playable')")
            free = bob.script("return [...document.querySelectorAll('#board [data-point]')].find(c => !c.dataset.stone && !c.querySelector('.preview')).dataset.point")
            tap(bob, f"[data-point='{free}'] .hit")
            bob.until("the stone is shown", "return document.querySelector('#board .preview') && document.querySelector('#confirm .primary').checkVisibility()")
            same(shared(tables.url, room)["state"]["move"], str(2 * count - 2), "not played yet")
            tap(bob, f"[data-point='{free}'] .hit" if count % 2 else "#confirm .primary")
            bob.until("the answer", "return document.querySelectorAll('#board [data-stone=x], #board [data-stone=o]').length === arguments[0] && document.querySelector('#board').classList.contains('playable')", 2 * count)
        tap(bob, "#tab-moves")
        wait_shown(bob, "#moves")
        tap(bob, "#tab-moves")
        tap(bob, "[data-action=hint]")
        bob.until("a hint", "return document.querySelector('.question.hinted')?.textContent.startsWith('Hint:')")
        tap(bob, "#resign")
        bob.until("the question", "return document.querySelector('#resign-dialog[open]')")
        tap(bob, "#resign-dialog [value=resign]")
        wait_shown(bob, "#result")
        tap(bob, "#result .levels button")
        bob.until("the next game", "return document.querySelector('#rule').textContent.startsWith('Game 2')")
    finally:
        bob.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
        bob.resize(1280, 900)


def focus_kept(tables):
    """the focus is never lost: not by moves of either side, offers and their answers, hints, dialogs, looking back, nor the end"""
    ann, bob = pair = tables.start(rule="freestyle", clock="300/3x20")
    tables.play(pair, "h8", "h9")
    ann.script("document.querySelector('#board [tabindex=\"0\"]').focus()")
    tables.play(pair, "i8", "i9")
    kept(ann, "the other's move")
    for action in ("hints", "draw", "takeback"):
        ann.script(f"document.querySelector('[data-action={action}]').focus()")
        tables.act(pair, ann, f"[data-action={action}]")
        kept(ann, f"an offer: {action}")
        bob.until("the question", "return document.querySelector('[data-answer=refuse]')?.checkVisibility()")
        bob.script("document.querySelector('[data-answer=refuse]').focus()")
        tables.act(pair, bob, "[data-answer=refuse]")
        kept(bob, f"one's answer: {action}")
        kept(ann, f"the other's answer: {action}")
    for opener, dialog in (("#share", "#share-dialog"), ("#settings", "#settings-dialog"), ("#account", "#account-dialog"), ("#resign", "#resign-dialog")):
        there_and_back(ann, opener, dialog)
    ann.find("#moves")
    ann.script("document.querySelector('#moves li:nth-child(2) button').focus()")
    press(ann, Keys.ENTER)
    ann.until("looking back", "return document.querySelector('.replay')")
    kept(ann, "looking back")
    ann.script("document.querySelector('.replay button').focus()")
    press(ann, Keys.ESCAPE)
    ann.until("the table", "return !document.querySelector('.replay')")
    kept(ann, "coming back")
    ann.find("#chat-text").send_keys("Well played", Keys.ENTER)
    kept(ann, "a line of chat")
    ann.script("document.querySelector('#board [tabindex=\"0\"]').focus()")
    tables.play(pair, "j8", "j9", "k8", "k9", "l8")
    for window in pair:
        wait_shown(window, "#result")
    kept(ann, "the end")
    ann.script("document.querySelector('[data-result=rematch]').focus()")
    tables.act(pair, ann, "[data-result=rematch]")
    kept(ann, "a rematch asked for")
    bob.script("document.querySelector('[data-result=rematch]')?.focus()")
    tables.act(pair, bob, "[data-answer=accept]")
    kept(bob, "the rematch")
    kept(ann, "the next game")


TESTS = (keyboard_alone, touch_alone, focus_kept, every_dialog)


if __name__ == "__main__":
    sys.exit(main(__doc__, TESTS, lambda url, *_: Tables(url)))

"""Whole games by keyboard alone and by touch alone, without ever losing the focus."""

import pytest

from gomokutest.browser import Keys, shared
from gomokutest.checks import same
from gomokutest.tables import PLAYABLE, STONES, new_room, press_keys, wait_shown

# More Tab presses than the page has focusable elements.
STOPS = 60
# Describes the focused element.
FOCUS = """const e = document.activeElement, name = e.className?.baseVal ?? e.className;
    return [e.id, name, e.tagName, e.textContent.trim().slice(0, 30), e.dataset?.point ?? ''].join(' ')"""
LOST = "return document.activeElement === document.body || !document.activeElement.checkVisibility()"
FOCUSED = "return document.activeElement.matches(arguments[0])"


def tab_to(window, selector):
    """Presses Tab until the element has the focus."""
    for _ in range(STOPS):
        if window.script(FOCUSED, selector):
            return
        press_keys(window, Keys.TAB)
    raise AssertionError(f"{selector} cannot be reached; the focus is on {window.script(FOCUS)}")


def focus(window, selector):
    window.script("document.querySelector(arguments[0]).focus()", selector)


def focus_board(window):
    focus(window, "#board [tabindex='0']")


def assert_focus_kept(window, after):
    """Fails if the focus is on the body or on an invisible element."""
    assert not window.script(LOST), f"the focus is lost after {after}: {window.script(FOCUS)}"


def play_by_arrows(window, point):
    """Moves from the focused point to another with the arrow keys, and presses Enter."""
    at = window.script("return document.activeElement.dataset.point")
    across, down = ord(point[0]) - ord(at[0]), int(at[1:]) - int(point[1:])
    press_keys(
        window,
        *[Keys.ARROW_RIGHT if across > 0 else Keys.ARROW_LEFT] * abs(across),
        *[Keys.ARROW_DOWN if down > 0 else Keys.ARROW_UP] * abs(down),
        Keys.ENTER,
    )


def open_by_keyboard(window, opener, dialog, key=Keys.ENTER):
    """Opens a dialog by keyboard. Fails unless the dialog gets the focus."""
    wait_shown(window, opener)
    focus(window, opener)
    press_keys(window, key)
    window.until(dialog, "return document.querySelector(arguments[0])?.open", dialog)
    assert_focus_kept(window, f"{dialog} that opens")
    same(
        window.script("return document.querySelector(arguments[0]).contains(document.activeElement)", dialog),
        True,
        f"{dialog} has the focus",
    )


def close_by_escape(window, opener, dialog):
    """Closes a dialog by Escape. Fails unless the focus returns to the opener."""
    press_keys(window, Keys.ESCAPE)
    window.until(f"{dialog} closed", "return !document.querySelector(arguments[0])?.open", dialog)
    assert window.script(FOCUSED, opener), f"back from {dialog}: the focus is on {window.script(FOCUS)}"
    assert_focus_kept(window, f"{dialog} that was closed")


def open_and_close(window, opener, dialog, key=Keys.ENTER):
    open_by_keyboard(window, opener, dialog, key)
    close_by_escape(window, opener, dialog)


def test_whole_game_by_keyboard_alone(tables):
    """A whole game can be played by keyboard alone, from the first screen to the next game, without
    losing the focus."""
    ann, room = tables.ann, new_room()
    ann.driver.get(f"{ann.url}/?room={room}")
    ann.online()
    tab_to(ann, "[data-choice=self]")
    press_keys(ann, Keys.ENTER)
    ann.until("the dialog", "return document.querySelector('#new-game-dialog[open]')")
    assert_focus_kept(ann, "a dialog that opens")
    tab_to(ann, "#new-game-dialog button[value=start]")
    press_keys(ann, Keys.ENTER)
    ann.until("the game", PLAYABLE + " && document.querySelector('[data-action=leave]')?.checkVisibility()")
    assert_focus_kept(ann, "the dialog")
    tab_to(ann, "#board [data-point]")
    for rev, point in enumerate("h8 h9 i8".split(), 2):
        play_by_arrows(ann, point)
        ann.at_rev(rev)
        assert_focus_kept(ann, point)
    tab_to(ann, "[data-action=undo]")
    press_keys(ann, Keys.ENTER)
    ann.at_rev(5)
    assert_focus_kept(ann, "a move taken back")
    focus_board(ann)
    for rev, point in enumerate("i8 i9 j8 j9 k8 k9 l8".split(), 6):
        play_by_arrows(ann, point)
        ann.at_rev(rev)
        assert_focus_kept(ann, point)
    same(shared(ann.url, room)["state"]["result"], "x", "the result")
    wait_shown(ann, "#result")
    assert_focus_kept(ann, "the result")
    tab_to(ann, "#new-game")
    press_keys(ann, Keys.ENTER)
    ann.until("the dialog", "return document.querySelector('#new-game-dialog[open]')")
    tab_to(ann, "#new-game-dialog button[value=start]")
    press_keys(ann, Keys.ENTER)
    ann.until("the next game", "return document.querySelector('#rule').textContent.startsWith('Game 2')")
    assert_focus_kept(ann, "the next game")


def tap(window, selector):
    """Touches the middle of an element. Fails if another element covers it."""
    wait_shown(window, selector)
    x, y = window.script(
        """const e = document.querySelector(arguments[0]); e.scrollIntoView({block: 'nearest'});
        const r = e.getBoundingClientRect(), at = [r.left + r.width / 2, r.top + r.height / 2], top = document.elementFromPoint(...at);
        if (!e.contains(top) && !top?.contains(e) && top?.closest('.cell') !== e.closest('.cell')) throw new Error(`${arguments[0]} is under ${top?.outerHTML}`);
        return at""",
        selector,
    )
    for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
        window.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.mark.parametrize(
    "size, opener", [((390, 844), "#tab-moves"), ((375, 553), "#unfold")], ids=["whole screen", "bars"]
)
def test_whole_game_by_touch_alone(painted_tables, size, opener):
    """A game against the robot can be played by touch alone on a phone, with and without the
    browser's bars. The first tap previews each move."""
    bob, room = painted_tables.bob, new_room()
    bob.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    bob.resize(*size)
    bob.driver.get(f"{bob.url}/?room={room}")
    bob.online()
    tap(bob, "[data-choice=robot]")
    bob.until("the dialog", "return document.querySelector('#new-game-dialog[open]')")
    tap(bob, "#new-game-dialog .actions .primary")
    for count in range(1, 4):
        bob.until("one's turn", PLAYABLE)
        free = bob.script(
            "return [...document.querySelectorAll('#board [data-point]')].find(c => !c.dataset.stone && !c.querySelector('.preview')).dataset.point"
        )
        tap(bob, f"[data-point='{free}'] .hit")
        bob.until(
            "the stone is shown",
            "return document.querySelector('#board .preview') && document.querySelector('#confirm .primary').checkVisibility()",
        )
        same(shared(bob.url, room)["state"]["move"], str(2 * count - 2), "not played yet")
        tap(bob, f"[data-point='{free}'] .hit" if count % 2 else "#confirm .primary")
        bob.until(
            "the answer",
            f"{STONES} === arguments[0] && document.querySelector('#board').classList.contains('playable')",
            2 * count,
        )
    tap(bob, opener)
    wait_shown(bob, "#moves")
    tap(bob, opener)
    tap(bob, "[data-action=hint]")
    bob.until("a hint", "return document.querySelector('.question.hinted')?.textContent.startsWith('Hint:')")
    tap(bob, "#resign")
    bob.until("the question", "return document.querySelector('#resign-dialog[open]')")
    tap(bob, "#resign-dialog [value=resign]")
    wait_shown(bob, "#result")
    tap(bob, "#result .levels button")
    bob.until("the next game", "return document.querySelector('#rule').textContent.startsWith('Game 2')")


def test_offers_keep_the_focus(tables):
    """The focus survives the opponent's moves, offers and their answers."""
    ann, bob = tables.start(clock="300/3x20")
    tables.play("h8", "h9")
    focus_board(ann)
    tables.play("i8", "i9")
    assert_focus_kept(ann, "the opponent's move")
    for action in ("hints", "draw", "takeback"):
        focus(ann, f"[data-action={action}]")
        tables.act(ann, f"[data-action={action}]")
        assert_focus_kept(ann, f"an offer: {action}")
        wait_shown(bob, "[data-answer=refuse]")
        focus(bob, "[data-answer=refuse]")
        tables.act(bob, "[data-answer=refuse]")
        assert_focus_kept(bob, f"one's answer: {action}")
        assert_focus_kept(ann, f"the opponent's answer: {action}")


def test_history_chat_and_game_end_keep_the_focus(tables):
    """The focus survives looking back, chat, the end of a game, and a rematch."""
    ann, bob = tables.start()
    tables.play("h8", "h9", "i8", "i9")
    ann.find("#moves")
    focus(ann, "#moves li:nth-child(2) button")
    press_keys(ann, Keys.ENTER)
    ann.until("looking back", "return document.querySelector('.replay')")
    assert_focus_kept(ann, "looking back")
    focus(ann, ".replay button")
    press_keys(ann, Keys.ESCAPE)
    ann.until("the table", "return !document.querySelector('.replay')")
    assert_focus_kept(ann, "coming back")
    ann.find("#chat-text").send_keys("Well played", Keys.ENTER)
    assert_focus_kept(ann, "a line of chat")
    focus_board(ann)
    tables.play("j8", "j9", "k8", "k9", "l8")
    for window in tables.pair:
        wait_shown(window, "#result")
    assert_focus_kept(ann, "the end")
    focus(ann, "[data-action=rematch]")
    tables.act(ann, "[data-action=rematch]")
    assert_focus_kept(ann, "a rematch asked for")
    wait_shown(bob, "[data-answer=accept]")
    focus(bob, "[data-answer=accept]")
    tables.act(bob, "[data-answer=accept]")
    assert_focus_kept(bob, "the rematch")
    assert_focus_kept(ann, "the next game")


@pytest.mark.parametrize(
    "where, dialogs",
    [
        (
            "?lobby",
            {
                "#learn": "#lesson-dialog",
                "[data-way=friend]": "#friend-dialog",
                "#settings": "#settings-dialog",
                "#account": "#account-dialog",
            },
        ),
        (
            "?room=",
            {
                "[data-choice=self]": "#new-game-dialog",
                "[data-choice=friend]": "#friend-dialog",
                "#share": "#share-dialog",
            },
        ),
    ],
    ids=["lobby", "empty table"],
)
def test_dialogs_return_the_focus(tables, where, dialogs):
    """Each dialog takes the focus when it opens, and returns it to its opener when it closes."""
    ann = tables.ann
    if where.endswith("="):
        ann.driver.get(f"{ann.url}/{where}{new_room()}")
        ann.online()
    else:
        ann.go(where, ahead=True)
    for opener, dialog in dialogs.items():
        open_and_close(ann, opener, dialog)
    open_and_close(ann, "#settings", "#shortcuts-dialog", key="?")


def test_dialogs_of_a_game_return_the_focus(tables):
    """During and after a game each dialog takes the focus when it opens, and returns it to its
    opener when it closes."""
    ann, bob = tables.start()
    tables.play("h8", "h9", "i8")
    open_and_close(ann, "#resign", "#resign-dialog")
    bob.find("#chat-text").send_keys("Well played", Keys.ENTER)
    open_by_keyboard(ann, "#chat li button", "#person-dialog")
    close_by_escape(ann, "#chat li button", "#person-dialog")
    open_by_keyboard(ann, "#chat li button", "#person-dialog")
    focus(ann, "#person-dialog [value=report]")
    press_keys(ann, Keys.ENTER)
    ann.until("the report", "return document.querySelector('#abuse-dialog[open]')")
    assert_focus_kept(ann, "a report that opens")
    close_by_escape(ann, "#chat li button", "#abuse-dialog")
    ann.find("#mute")
    open_and_close(ann, "#mute", "#mute-dialog")
    tables.play("i9", "j8", "j9", "k8", "k9", "l8")
    wait_shown(ann, "#result")
    open_and_close(ann, "[data-action=report]", "#report-dialog")

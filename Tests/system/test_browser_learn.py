"""Learning from mistakes: a mistake of a finished game is set up again, tries are judged by the
report or by the server, the lesson survives a reload, and it fits every window."""

from gomokutest.browser import Keys
from gomokutest.checks import same
from gomokutest.phones import PHONES
from gomokutest.screens import SIZES, TELLING_SIZES
from gomokutest.tables import press, press_keys, wait_shown

# O ignores an open three, X misses its win, and O makes an open four.
GAME = ("h8", "i9", "h7", "j8", "h9", "k7", "a15", "l6", "h10", "m5")
# The windows in which the lesson must fit without scrolling.
STONES = "return document.querySelectorAll('#learn-dialog [data-stone=x], #learn-dialog [data-stone=o]').length"
TASK, VERDICT = ".learn-task", ".learn-verdict"
VISIBLE = "return [...document.querySelectorAll('.learn-actions button')].filter(b => !b.hidden).map(b => b.className.split(' ')[0])"
# Answers every `analyse` with the error code in `window.refusal`. `asked` counts the requests.
REFUSE = """window.asked = 0;
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        const message = JSON.parse(text);
        if (message.type !== 'analyse') return send.call(this, text);
        if (message.stop) return;
        asked += 1;
        this.onmessage({ data: JSON.stringify({ type: 'error', id: message.id, code: refusal, message: 'No.' }) });
    };"""
# Returns faults of the layout: parts outside the window or on each other, and parts that scroll.
FIT = """const wrong = [], dialog = document.querySelector('#learn-dialog');
    const parts = [...dialog.querySelectorAll('.learn-head, .learn-board, .learn-words, .learn-line, .learn-actions, .learn-actions button')].filter(e => e.checkVisibility());
    for (const part of [dialog, ...parts]) {
        const r = part.getBoundingClientRect();
        if (r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1) wrong.push(`${part.className} is outside`);
        if (part.scrollHeight > part.clientHeight + 2 && part.className !== 'learn-board') wrong.push(`${part.className} scrolls`);
        for (const other of parts) {
            const o = other.getBoundingClientRect();
            if (part === dialog || part === other || part.contains(other) || other.contains(part)) continue;
            if (Math.min(r.right, o.right) > Math.max(r.left, o.left) + 1 && Math.min(r.bottom, o.bottom) > Math.max(r.top, o.top) + 1) wrong.push(`${part.className} lies on ${other.className}`);
        }
    }
    if (dialog.querySelector('.wood').getBoundingClientRect().width < Math.min(innerWidth, innerHeight) * .54) wrong.push('the board is small');
    return wrong"""


def open_lesson(window, opener="[data-action=report]", side="x"):
    """Opens the analysis, waits until it is complete, and opens the lesson about a side."""
    window.click(opener)
    wait_shown(window, f"[data-learn={side}]")
    press(window, f"[data-learn={side}]")
    wait_shown(window, "#learn-dialog .board")


def pick(window, point):
    """Tries a point of the lesson's board."""
    press(window, f"#learn-dialog [data-point='{point}'] .hit")


def verdict(window, words):
    """Waits until the verdict begins with these words."""
    window.until(words, f"return document.querySelector('{VERDICT}').textContent.startsWith(arguments[0])", words)


def test_mistake_is_judged_by_the_report_and_the_lesson_survives_a_reload(tables):
    """The own side's mistakes come first. The move of the game is wrong, and its proof plays on the
    board. The proven win is right. All of it works by keyboard, and a reload continues."""
    ann, _ = tables.start()
    tables.play(*GAME)
    wait_shown(ann, "#result")
    open_lesson(ann)
    starts = "return [...document.querySelectorAll('[data-learn]')].map(b => [b.dataset.learn, b.querySelector('span').textContent])"
    same(ann.script(starts), [["x", "Learn from your mistakes"], ["o", "Mistakes of O"]], "the buttons")
    same(ann.text(TASK), "Move 7: X played a15 and gave up a proven win. Find a winning move.", "the task")
    same((ann.script(STONES), ann.text(".learn-progress")), (6, "Mistake 1 of 1"), "the position before the mistake")
    # The board's cursor is in the middle, h8. The way to a15 is seven steps each.
    press_keys(ann, *[Keys.ARROW_LEFT] * 7, *[Keys.ARROW_UP] * 7, Keys.ENTER)
    verdict(ann, "Wrong: a15 is proven to lose. It is the move of the game.")
    same(ann.script("return document.querySelector('.learn-words').getAttribute('role')"), "status", "the live region")
    press_keys(ann, "w")
    line = ann.until(
        "the whole line",
        "const [, at, count] = document.querySelector('.learn-line [role=status]').textContent.match(/Move (.*) of (.*):/); "
        "return at === count && Number(at)",
    )
    assert line >= 4, line
    same(ann.script(STONES), 6 + line, "stones of the position and the proof")
    same(ann.script("return document.querySelectorAll('#learn-dialog .cell.won').length"), 5, "stones of the five")
    press_keys(ann, Keys.ARROW_LEFT)
    same(ann.script(STONES), 6 + line - 1, "stones after one step back")
    press_keys(ann, "t")
    same((ann.script(STONES), ann.text(VERDICT)), (6, ""), "after Try again")
    best = ann.script(
        "return fetch(`api/rooms/${new URLSearchParams(location.search).get('room')}/games/1/report?after=-1`).then(a => a.json()).then(r => r.moves[6].best)"
    )
    column, row = map(int, best.split(","))
    pick(ann, f"{chr(97 + column)}{15 - row}")
    verdict(ann, f"Right: {chr(97 + column)}{15 - row} is proven to win.")
    same(ann.script(VISIBLE), ["learn-why", "learn-next"], "the buttons after a right move")
    press_keys(ann, "n")
    same((ann.text(TASK), ann.script(VISIBLE)), ("Better moves found: 1 of 1.", ["learn-again"]), "the end")
    ann.script("document.querySelector('.learn-again').focus()")
    press_keys(ann, Keys.ESCAPE)
    same(ann.text("[data-learn=x] small"), "1 of 1 done", "the note in the button")
    same(ann.script("return document.getElementById('report-dialog').open"), True, "Escape closes only the lesson")
    ann.driver.refresh()
    ann.online()
    wait_shown(ann, "#result")
    open_lesson(ann)
    same(ann.text(TASK), "Better moves found: 1 of 1.", "after a reload")


def test_other_tries_are_judged_by_the_server_or_can_be_skipped(tables):
    """A spectator of the record chooses a side. The server judges a try that the report does not
    know. If the server is busy, the user can go on and see the answer."""
    ann, bob = tables.start()
    tables.play(*GAME)
    wait_shown(ann, "#result")
    id = ann.script(
        "return fetch(`api/rooms/${new URLSearchParams(location.search).get('room')}`).then(a => a.json()).then(r => `${r.epoch}-1`)"
    )
    bob.go(f"?record={id}", ahead=True)
    wait_shown(bob, ".record button.primary")
    open_lesson(bob, ".record button.primary")
    # Both ends of the open three win. The report knows one of them.
    for point in ("h6", "h10"):
        pick(bob, point)
        verdict(bob, f"Right: {point} is proven to win.")
        if point == "h6":
            press(bob, ".learn-next")
            press(bob, ".learn-again")
    press(bob, ".learn-next")
    press(bob, ".learn-again")
    pick(bob, "a1")
    verdict(bob, "Wrong: a1 is proven to lose.")
    bob.script(REFUSE)
    for code, words in (
        ("busy", "The server is busy and cannot judge o1 now."),
        ("rated", "o1 leads to a position of your rated game."),
    ):
        bob.script("window.refusal = arguments[0]", code)
        pick(bob, "o1")
        verdict(bob, words)
    same(bob.script(VISIBLE), ["learn-retry", "learn-answer", "learn-next"], "the user can go on")
    press(bob, ".learn-answer")
    verdict(bob, "h")
    assert bob.text(VERDICT).endswith(" wins. This is proven."), bob.text(VERDICT)
    same(
        bob.script("return document.querySelector('#learn-dialog .board').classList.contains('playable')"),
        False,
        "playable",
    )
    same(bob.script("return asked"), 2, "requests")


def test_lesson_fits_every_window(tables, thorough):
    """Nothing scrolls or covers another part in any state of a lesson, by touch too."""
    ann, _ = tables.start()
    tables.play(*GAME)
    wait_shown(ann, "#result")
    open_lesson(ann)
    side = "return Math.round(document.querySelector('#learn-dialog .wood').getBoundingClientRect().width)"
    for size in (*PHONES, *(SIZES if thorough else TELLING_SIZES)):
        ann.resize(*size)
        press(ann, ".learn-next")
        press(ann, ".learn-again")
        same(ann.script(FIT), [], f"{size}: what does not fit in a task")
        board = ann.script(side)
        pick(ann, "a15")
        verdict(ann, "Wrong: a15")
        same(ann.script(FIT), [], f"{size}: what does not fit after a try")
        press(ann, ".learn-why")
        wait_shown(ann, ".learn-line")
        same(ann.script(FIT), [], f"{size}: what does not fit with a line")
        same(ann.script(side), board, f"{size}: the side of the board")
        press(ann, ".learn-retry")
        ann.script("""const hit = document.querySelector(`#learn-dialog [data-point='b2'] .hit`);
            hit.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true, pointerType: 'touch'}));
            hit.dispatchEvent(new MouseEvent('click', {bubbles: true}));
            hit.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true, pointerType: 'mouse'}))""")
        wait_shown(ann, ".learn-confirm")
        same((ann.text(".learn-confirm"), ann.script(STONES)), ("Play b2", 6), "the first tap previews the move")
        same(ann.script(FIT), [], f"{size}: what does not fit with a preview")

#!/usr/bin/python3
"""Plays whole games in two real browsers with what the page has besides the board: openings, clocks, offers, absence, hints.

    /usr/bin/python3 Tests/system/browser_game.py [--server PATH | --url URL] [--web DIR] [--no-axe] [--only NAME]

The last line is "N passed, N failed"; the exit status is 0 only when nothing failed.
"""

import os
import statistics
import sys
import time
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser_access import TARGET, Screens, axe_script  # noqa: E402
from browser_kit import Keys, Window, main, same, shared  # noqa: E402
from browser_play import new_room  # noqa: E402

# How far Bob's computer is from the server's time, in milliseconds.
SKEW = 3_723_456
# How far a clock on the page may be from the server's, in milliseconds: some 10 on a machine with nothing else to do,
# which is printed; what a busy one adds is none of the page's doing. Bob's hour would show by far.
AGREEMENT = 2_000

# Keeps the time at which each face of a clock appeared, by this machine's clock whatever the page thinks it is.
WATCH = """window.faces = []; const digits = document.querySelector('.clock.' + arguments[0] + ' b');
window.watching?.disconnect();
window.watching = new MutationObserver(() => faces.push([performance.timeOrigin + performance.now(), digits.textContent]));
watching.observe(digits, {childList: true, characterData: true, subtree: true});"""


class Pair:
    """Ann and Bob, each in a window; Bob's computer is an hour and some off."""

    def __init__(self, url, axe):
        """`axe`: whether its checks are to be fetched."""
        self.url, self.uses_axe = url, axe
        self.ann, self.bob = Window(url, "Ann"), Window(url, "Bob")
        self.bob.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {
            "source": f"{{ const real = Date.now.bind(Date); Date.now = () => real() + {SKEW}; }}"})

    def start(self, rule="freestyle", **terms):
        """Ann takes X on these terms, Bob O."""
        self.room = new_room()
        for window in (self.ann, self.bob):
            window.visit(self.room)
            window.script("for (const name of ['opening', 'clock', 'takebacks', 'muted']) localStorage.removeItem(`gomoku.${name}`)")
        self.ann.new_game("x", rule, start=False)
        choose_terms(self.ann, **terms)
        self.ann.click("#new-game-dialog button[value=start]")
        self.bob.until("the offer to join", "return !document.querySelector('.player[data-side=o] button').hidden")
        self.bob.click(".player[data-side=o] button")
        self.at(2)

    def at(self, rev):
        for window in (self.ann, self.bob):
            window.at_rev(rev)

    @property
    def state(self):
        return shared(self.url, self.room)["state"]

    def play(self, *points):
        """Each point by whoever the board of is playable."""
        for point in points:
            rev = self.ann.rev()
            self.at(rev)
            window = next(w for w in (self.ann, self.bob) if w.script("return document.querySelector('#board').classList.contains('playable')"))
            press(window, f"#board [data-point='{point}'] .hit")
            self.at(rev + 1)

    def act(self, window, name):
        rev = self.ann.rev()
        self.at(rev)
        window.until(name, "return document.querySelector(arguments[0])?.checkVisibility()", f"[data-action={name}]")
        window.click(f"[data-action={name}]")
        self.at(rev + 1)

    def answer(self, window, name):
        rev = self.ann.rev()
        self.at(rev)
        window.until(name, "return document.querySelector(arguments[0])", f"[data-answer='{name}']")
        window.click(f"[data-answer='{name}']")
        self.at(rev + 1)

    def close(self):
        for window in (self.ann, self.bob):
            window.close()


def press(window, selector):
    window.script("document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click', {bubbles: true}))", selector)


def choose_terms(window, **terms):
    """Fills in the New Game dialog: opening, clock ("own" with main, increment, periods, length), takebacks."""
    window.script("""const dialog = document.querySelector('#new-game-dialog');
        for (const [name, value] of Object.entries(arguments[0])) {
            const field = dialog.querySelector(`[name='${name.replace('_', '-')}']`);
            if (field.type === 'checkbox') field.checked = value; else field.value = value;
            for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, {bubbles: true}));
        }""", terms)


def spoken(window, words):
    window.until(words, "return document.getElementById('live').textContent.includes(arguments[0])", words)


def question(window):
    return window.text("#questions p")


def swap2_with_clock(pair):
    """a swap2 game with a clock: three stones by one, two by the other, a choice, and play with exchanged sides"""
    pair.start(opening="swap2", clock="600/5x30")
    ann, bob = pair.ann, pair.bob
    same(pair.state["clock"], "600/5x30", "clock")
    same((ann.text("#turn"), bob.text("#turn")), ("Place stone 1: X.", "Ann places stone 1."), "what is awaited")
    assert "Swap2" in ann.text("#rule") and "10 min + 5 × 30 s" in ann.text("#rule"), ann.text("#rule")
    pair.play("h8", "i9", "g7")
    same((ann.text("#turn"), bob.text("#turn")), ("Bob makes a choice.", "Take a side, or add two stones?"), "what is awaited")
    same(bob.script("return [...document.querySelectorAll('#questions [data-answer]')].map(b => b.textContent)"), ["Take X", "Take O", "Add two stones"], "choices")
    press(bob, "#board [data-point='a1'] .hit")
    bob.until("why not", "return document.getElementById('notice').textContent === 'First make your choice.'")
    pair.answer(bob, "more")
    spoken(ann, "Bob adds two stones.")
    pair.play("a1", "o15")
    same(ann.text("#turn"), "Which side do you take?", "Ann's choice")
    before = pair.state
    pair.answer(ann, "white")
    after = pair.state
    same((after["x"], after["o"]), (before["o"], before["x"]), "sides are exchanged")
    same("phase" in after, False, "the opening is over")
    same(ann.text("#turn"), "Your turn. You play O.", "Ann's headline")
    same(ann.script("return document.querySelector('.clock.o').closest('[data-side]').dataset.side"), "o", "where O's clock is")
    for window in (ann, bob):
        same(window.complaints(), [], f"{window.name}'s browser")


def takeback_draw_rematch_resign(pair):
    """takeback asked and accepted, draw offered and refused, resigning with a question, and a rematch"""
    pair.start(clock="300+5")
    ann, bob = pair.ann, pair.bob
    pair.play("h8", "i9")
    pair.act(bob, "takeback")
    same((question(ann), question(bob)), ("Bob asks to take back the last move.", "You have asked to take back your last move."), "questions")
    spoken(ann, "Bob asks to take back the last move.")
    ann.find("[data-answer=accept]").send_keys(Keys.ENTER)
    pair.at(6)
    same(ann.script("return document.activeElement.closest('#board') !== null"), True, "the keyboard goes on at the board")
    same(pair.state["move"], "1", "moves left")
    same(ann.stones(), {"h8": "x"}, "Ann's board")
    spoken(bob, "Taken back: 1.")
    pair.play("i9")
    pair.act(bob, "draw")
    spoken(ann, "Bob offers a draw.")
    pair.answer(ann, "refuse")
    spoken(bob, "The draw was declined.")
    button = bob.find("[data-action=draw]")
    same((button.get_attribute("aria-disabled"), button.text.split("\n")[-1]), ("true", "Declined; again in 6 moves."), "the draw's button")
    button.click()
    same((bob.text("#notice"), pair.state.get("offer")), ("Declined; again in 6 moves.", None), "nothing is sent")
    for window in (ann, bob):
        shown = window.script("return [...document.querySelectorAll('#new-game, #invite, #resign, [data-action]')].filter(b => b.checkVisibility()).length")
        assert shown <= 4, f"{window.name} has {shown} buttons"
    bob.click("#resign")
    bob.until("the question", "return document.querySelector('#resign-dialog[open]')")
    same(bob.text("#resign-dialog h2"), "Give up this game as O?", "question")
    bob.click("#resign-dialog button[value=cancel]")
    same("result" in pair.state, False, "nothing was resigned")
    rev = bob.rev()
    bob.click("#resign")
    bob.until("the question", "return document.querySelector('#resign-dialog[open]')")
    bob.click("#resign-dialog button[value=resign]")
    pair.at(rev + 1)
    before = pair.state
    same((before["result"], before["reason"]), ("x", "resign"), "end")
    pair.act(bob, "rematch")
    same(question(ann), "Bob wants a rematch with sides exchanged.", "question")
    pair.answer(ann, "accept")
    after = pair.state
    same((after["game"], after["x"], after["o"], after["clock"]), ("2", before["o"], before["x"], "300+5"), "the rematch")
    same(bob.text("#turn"), "Your turn. You play X.", "Bob's headline")
    pair.play("h8")
    pair.act(ann, "abort")
    same(pair.state["reason"], "aborted", "called off")
    for window in (ann, bob):
        same(window.complaints(), [], f"{window.name}'s browser")


def clocks_agree(pair):
    """the clocks of both pages change when the server's arithmetic says so, an hour's skew or not"""
    pair.start(clock="own", main=0.25, increment=0)
    same(pair.state["clock"], "15+0", "own values")
    pair.play("h8", "i9")
    state = pair.state
    same((state["turn"], "turnAt" in state), ("x", True), "X's time runs")
    for window in (pair.ann, pair.bob):
        # The server's clock is known well once the first pings have come.
        window.script(WATCH, "x")
    for window in (pair.ann, pair.bob):
        window.until("tenths of seconds", "return faces.length > 30")
    zero = int(state["turnAt"]) + int(state["xTime"])
    for window in (pair.ann, pair.bob):
        faces = window.script("return faces")
        off = []
        for at, face in faces:
            minutes, seconds = face.split(":") if ":" in face else (0, face)
            left = int(minutes) * 60_000 + round(float(seconds) * 1_000)
            # A face is rounded down: it appears when less than the next one is left.
            off.append(at - (zero - left - (1_000 if left >= 10_000 else 100)))
        assert len(off) > 20, faces
        print(f"        {window.name}: median {statistics.median(off):.0f} ms, {min(off):.0f} to {max(off):.0f} ms, of {len(off)} faces", flush=True)
        assert abs(statistics.median(off)) < AGREEMENT, off
    same(pair.ann.script("return document.querySelector('.clock.x').classList.contains('low')"), True, "shortage shows")
    same(pair.ann.script("return getComputedStyle(document.querySelector('.clock.x')).borderStyle"), "double", "shortage shows by more than colour")
    spoken(pair.ann, "10 seconds left.")
    same(pair.ann.script("return document.querySelector('.clock.x').getAttribute('aria-live')"), "off", "a clock does not speak")


def flag(pair):
    """whoever runs out of time has lost, on both pages"""
    pair.start(clock="own", main=0.05, increment=0)
    pair.play("h8", "i9")
    pair.at(5)
    state = pair.state
    same((state["result"], state["reason"]), ("o", "time"), "end")
    same((pair.ann.text("#turn"), pair.bob.text("#turn")), ("You lose (time).", "You win (time)!"), "headlines")
    same(pair.bob.text(".clock.x b"), "0.0", "the clock that ran out")


def absence(pair):
    """a player who leaves is told, with the seconds until the game can be claimed, and then it can be"""
    pair.start()
    pair.play("h8", "i9")
    ann = pair.ann
    pair.bob.driver.get("about:blank")
    ann.until("Bob is away", "return /^Bob has left/.test(document.querySelector('#questions p')?.textContent)")
    claimable = int(pair.state["gone"].split()[1])
    spoken(ann, "Bob has left.")
    ann.driver.refresh()
    ann.online()
    same(ann.text(".player[data-side=o] .name"), "Bob", "who sits and is away has a name, for a page that never saw him")
    # The page's words and its clock are read at once, and nothing can be claimed before its time.
    ann.until("the countdown tells the time that is left", """
        const told = /^Bob has left. You may claim the game in (\d+) s.$/.exec(document.querySelector('#questions p')?.textContent);
        return told && !document.querySelector('[data-answer=claim]') && Math.abs(Number(told[1]) - (arguments[0] - Date.now()) / 1_000) < 2""", claimable)
    ann.until("the claim", "return document.querySelector('[data-answer=claim]')")
    assert time.time() * 1_000 >= claimable - AGREEMENT, "not before its time"
    rev = ann.rev()
    ann.click("[data-answer=claim]")
    ann.at_rev(rev + 1)
    same((pair.state["result"], pair.state["reason"]), ("x", "abandoned"), "end")
    same(ann.text("#turn"), "You win (the other player left)!", "headline")


def pro_and_fifths(pair):
    """where an opening lets a stone go is marked and said, and fifth moves are offered and picked on the board"""
    pair.start("renju", opening="rif")
    ann, bob = pair.ann, pair.bob
    marked = "return document.querySelectorAll('#board .marked.' + arguments[0]).length"
    same((ann.script(marked, "outside"), bob.script(marked, "outside")), (224, 0), "closed points")
    press(ann, "#board [data-point='a1'] .hit")
    ann.until("why not", "return document.getElementById('notice').textContent === 'a1 is outside the area that is open now.'")
    same(ann.find("[data-point=a1]").get_attribute("aria-label"), "a1, not open now", "words")
    pair.play("h8", "h9", "i9")
    pair.answer(bob, "stay")
    pair.play("h10")
    same(ann.text("#turn"), "Offer fifth moves: 2 more.", "Ann's headline")
    pair.play("g8")
    spoken(bob, "g8 is offered as fifth move.")
    same((ann.script(marked, "fifth"), bob.script(marked, "fifth")), (1, 1), "offered")
    pair.play("j11")
    same(bob.text("#turn"), "Pick one of the marked points as X's fifth move.", "Bob's headline")
    press(bob, "#board [data-point='a1'] .hit")
    bob.until("why not", "return document.getElementById('notice').textContent.startsWith('a1 was not offered.')")
    bob.play_by_keys("j11")
    pair.at(ann.rev() + 0 if ann.rev() == bob.rev() else max(ann.rev(), bob.rev()))
    ann.until("the fifth", "return document.querySelector('[data-point=j11]').dataset.stone === 'x'")
    same("phase" in pair.state, False, "the opening is over")


def hint_and_report(pair):
    """between two people hints are for who agreed, each is told to the other and marked on the board; the report of a finished game lists its moves"""
    pair.start()
    ann = pair.ann
    pair.play("h8", "a1", "i8", "a2", "j8", "a3")
    rev = ann.rev()
    ann.click("[data-action=hints]")
    pair.at(rev + 1)
    pair.bob.click("[data-answer=accept]")
    pair.at(rev + 2)
    ann.click("[data-action=hint]")
    pair.at(rev + 3)
    pair.bob.until("the other is told", "return document.querySelector('.player[data-side=x] .hints-taken').textContent === '1 hint' && document.getElementById('notice').textContent === 'Ann has taken a hint.'")
    same(pair.bob.script("return document.getElementById('notice').dataset.kind"), "info", "no error")
    cell = ann.until("a hint", "return document.querySelector('#board .marked.hint')?.closest('[data-point]').dataset.point")
    same(question(ann), f"Hint: {cell}.", "what is told")
    assert "suggested" in ann.find(f"[data-point={cell}]").get_attribute("aria-label")
    pair.play(cell)
    same(ann.script("return document.querySelector('#board .marked.hint, #questions .hinted')"), None, "the hint is gone with the position")
    rev = pair.bob.rev()
    pair.bob.click("#resign")
    pair.bob.until("the question", "return document.querySelector('#resign-dialog[open]')")
    pair.bob.click("#resign-dialog button[value=resign]")
    pair.at(rev + 1)
    ann.click("[data-action=report]")
    ann.until("the report", "return document.querySelector('#report-dialog .report-moves')")
    ann.click("#report-dialog input[type=checkbox]")
    lines = ann.script("return [...document.querySelectorAll('.report-moves b')].map(b => b.textContent)")
    same(lines[:2], ["1. X h8", "2. O a1"], "moves")
    same(len(lines), 7, "how many")
    ann.click("#report-dialog button[value=close]")
    same(ann.complaints(), [], "the browser")


def muting(pair):
    """lines of somebody muted are hidden at once and after a reload, and come back; who watches is marked"""
    pair.start()
    ann, bob = pair.ann, pair.bob
    bob.click("#someone-else")
    bob.online()
    bob.until("watching", "return document.getElementById('hint').textContent === 'You are watching.'")
    field = bob.find("#chat-text")
    field.send_keys("A fine move")
    bob.click("#chat-form button")
    ann.until("the line", "return document.getElementById('chat').textContent.includes('A fine move')")
    assert "(watching)" in ann.text("#chat"), ann.text("#chat")
    ann.click("#mute")
    ann.until("who is heard", "return document.querySelector('#mute-dialog[open]')")
    ann.script("[...document.querySelectorAll('#mute-dialog input')].filter(i => i.checked).forEach(i => i.click())")
    ann.click("#mute-dialog button[value=done]")
    ann.until("nothing said", "return !document.getElementById('chat').textContent.includes('A fine move')")
    ann.driver.refresh()
    ann.online()
    same("A fine move" in ann.text("#chat"), False, "after a reload")
    ann.click("#mute")
    ann.until("who is heard", "return document.querySelector('#mute-dialog[open]')")
    ann.script("[...document.querySelectorAll('#mute-dialog input')].forEach(i => i.click())")
    ann.click("#mute-dialog button[value=done]")
    ann.until("the line", "return document.getElementById('chat').textContent.includes('A fine move')")
    bob.click("#someone-else")
    bob.online()


def rated(pair):
    """who has claimed a name may ask for a rated game: no hints there, and who watches talks among themselves"""
    names = {}
    for window in (pair.ann, pair.bob):
        window.visit(new_room())
        names[window] = f"{window.name} {uuid.uuid4().hex[:6]}"
        window.click("#account")
        window.until("the dialog", "return document.querySelector('#account-dialog[open] [name=username]')")
        field = window.find("#account-dialog [name=username]")
        field.clear()
        field.send_keys(names[window])
        window.find("#account-dialog [name=password]").send_keys("correct horse")
        window.click("#account-dialog button[type=submit]")
        window.until("claimed", "return !document.getElementById('account-dialog')")
    room = new_room()
    for window in (pair.ann, pair.bob):
        window.driver.get(f"{window.url}/?room={room}")
        window.online()
    ann, bob = pair.ann, pair.bob
    ann.new_game("x", start=False)
    enabled = "return !document.querySelector('#new-game-dialog [name=rated]').disabled"
    choose_terms(ann, clock="")
    same(ann.script(enabled), False, "a rated game needs a clock")
    choose_terms(ann, clock="300+5", rated=True)
    same(ann.script(enabled), True, "with a clock it is asked")
    ann.click("#new-game-dialog button[value=start]")
    bob.until("the offer to join", "return !document.querySelector('.player[data-side=o] button').hidden")
    bob.click(".player[data-side=o] button")
    pair.room = room
    pair.at(2)
    same(pair.state.get("rated"), "yes", "rated")
    assert "rated" in ann.text("#rule"), ann.text("#rule")
    pair.play("h8", "i9")
    same(ann.script("return document.querySelector('[data-action=hint]').checkVisibility()"), False, "a hint")
    eve = Window(pair.url, "Eve")
    try:
        eve.visit(room)
        eve.find("#chat-text").send_keys("Ann should play g7")
        eve.click("#chat-form button")
        eve.until("the line", "return document.getElementById('chat').textContent.includes('(among those who watch) Ann should')")
        ann.find("#chat-text").send_keys("Good luck")
        ann.click("#chat-form button")
        eve.until("the line", "return document.getElementById('chat').textContent.includes('Good luck')")
        for window in (ann, bob):
            window.until("the line", "return document.getElementById('chat').textContent.includes('Good luck')")
            same("g7" in window.text("#chat"), False, f"what {window.name} gets of the advice")
        same(eve.complaints(), [], "Eve's browser")
    finally:
        eve.close()


def german(pair):
    """in German the game's screens have no English words left"""
    ann = pair.ann
    pair.start(opening="swap2", clock="300+5", takebacks=False)
    ann.script("localStorage.setItem('gomoku.language', 'de')")
    ann.driver.refresh()
    ann.online()
    ann.until("German", "return document.getElementById('turn').textContent === 'Setze Stein 1: X.'")
    assert "ohne Rücknahmen" in ann.text("#rule"), ann.text("#rule")
    ann.script("localStorage.removeItem('gomoku.language')")
    ann.driver.refresh()
    ann.online()
    ann.until("English", "return document.getElementById('turn').textContent === 'Place stone 1: X.'")


def access(pair):
    """axe finds nothing on the game's screens, light and dark; what one touches is large enough at every size"""
    axe = axe_script() if pair.uses_axe else None
    screens = Screens(pair.url, axe)
    window = screens.window
    small = ("return [...document.querySelectorAll('button:not(.link), select, input:not([type=radio]):not([type=checkbox]):not([type=file]), .option, .check')]"
             ".filter(e => e.checkVisibility() && e.getBoundingClientRect().height < arguments[0]).map(e => e.id || e.name || e.textContent)")
    wide = "return document.documentElement.scrollWidth <= innerWidth && [...document.querySelectorAll('dialog[open]')].every(d => d.scrollWidth <= d.clientWidth)"

    def look(where):
        same(window.script(small, TARGET), [], f"too small on {where}")
        same(window.script(wide), True, f"{where} fits")
        if axe:
            screens.clean(where)

    def start(rule, **terms):
        window.new_game("xo", rule, start=False)
        choose_terms(window, **terms)
        look(f"New Game, {mode}")
        window.click("#new-game-dialog button[value=start]")
        window.at_rev(1)

    try:
        for dark, size, language in ((False, "phone", "de"), (True, "phone", "en"), (False, "tablet", "en"), (True, "desktop", "de"), (False, "desktop", "en")):
            mode = f"{'dark' if dark else 'light'}, {size}, {language}"
            screens.fresh(dark, size, language=language)
            start("renju", opening="soosorv-8", clock="own", main=0.1, clock_kind="byoyomi", periods=10, length=60)
            for rev, point in enumerate(("h8", "h9", "i9"), 2):
                press(window, f"[data-point={point}] .hit") if size != "phone" else window.script(
                    "const b = document.querySelector('#board'); document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click', {bubbles: true}))",
                    f"[data-point={point}] .hit")
                window.at_rev(rev)
            look(f"a choice of an opening, {mode}")
            window.click("[data-answer=stay]")
            window.at_rev(5)
            press(window, "[data-point=h10] .hit")
            window.at_rev(6)
            look(f"how many fifth moves, {mode}")
            window.click("[data-answer=fifths-2]")
            window.at_rev(7)
            window.click("[data-answer=stay]")
            window.at_rev(8)
            press(window, "[data-point=g8] .hit")
            window.at_rev(9)
            look(f"fifth moves, {mode}")
            window.click("#resign")
            window.until("the question", "return document.querySelector('#resign-dialog[open]')")
            look(f"resigning, {mode}")
            window.script("document.querySelector('#resign-dialog button[value=resign]').click()")
            window.at_rev(10)
            window.click("[data-action=report]")
            window.until("the report", "return document.querySelector('#report-dialog :is(.report-moves, [role=alert])')")
            look(f"the report, {mode}")
            window.script("document.querySelector('#report-dialog button[value=close]').click()")
            window.script("document.getElementById('mute').hidden = false; document.getElementById('mute').click()")
            window.until("who is heard", "return document.querySelector('#mute-dialog[open]')")
            look(f"who is heard, {mode}")
            window.script("document.querySelector('#mute-dialog button').click()")
    finally:
        screens.close()


TESTS = (swap2_with_clock, takeback_draw_rematch_resign, clocks_agree, flag, pro_and_fifths, hint_and_report, muting, german, absence, rated)


if __name__ == "__main__":
    sys.exit(main(
        __doc__, (*TESTS, access), lambda url, _, options: Pair(url, axe=not options.no_axe),
        more=[("--no-axe", {"action": "store_true", "help": "without axe"})]))

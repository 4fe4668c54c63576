#!/usr/bin/python3
"""Measures the table in a real browser: everything on one screen at every size, and nothing that moves during a game.

    /usr/bin/python3 Tests/system/browser_layout.py [--server PATH | --url URL] [--web DIR] [--only NAME]

The last line is "N passed, N failed"; the exit status is 0 only when nothing failed.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser_kit import Keys, Line, Window, main, same, shared  # noqa: E402
from browser_play import new_room  # noqa: E402

SIZES = ((390, 844), (844, 390), (768, 600), (1280, 800), (1920, 1080))
# The browser's own setting for text, in pixels: as it comes, and 200 %.
TEXTS = (16, 32)

# What does not lie whole within the window, is empty, or is cut by its own box.
OUTSIDE = """const wrong = [];
for (const selector of arguments[0]) {
    const found = [...document.querySelectorAll(selector)].filter(e => e.checkVisibility());
    if (!found.length) wrong.push(`${selector} is not there`);
    for (const element of found) {
        const r = element.getBoundingClientRect(), name = `${selector} ${[r.left, r.top, r.right, r.bottom].map(Math.round)}`;
        if (r.width < 1 || r.height < 1 || r.left < -.5 || r.top < -.5 || r.right > innerWidth + .5 || r.bottom > innerHeight + .5) wrong.push(`${name} is outside`);
    }
}
for (const box of document.querySelectorAll('.player, .prompt, .bar button, .clock, .turn, .answers button')) {
    if (!box.checkVisibility()) continue;
    if (box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1) wrong.push(`${box.id || box.className} is cut: ${box.scrollWidth}/${box.clientWidth}, ${box.scrollHeight}/${box.clientHeight}`);
}
const words = document.querySelector('#turn').getBoundingClientRect();
for (const button of document.querySelectorAll('.prompt button')) {
    const r = button.getBoundingClientRect();
    if (button.checkVisibility() && r.bottom > words.top + 1 && r.top < words.bottom - 1 && r.right > words.left + 1 && r.left < words.right - 1) wrong.push(`${button.textContent} lies on the words`);
}
if (document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth) wrong.push('the page scrolls');
return wrong;"""
# How large the board is there at least, with letters of either size: most of what the window's smaller side allows.
LEAST = {(390, 844): (380, 290), (844, 390): (370, 370), (768, 600): (415, 360), (1280, 800): (780, 640), (1920, 1080): (1060, 1050)}
# The board's side: what is drawn of it is a square in its box.
BOARD = "const r = document.querySelector('#board').getBoundingClientRect(); return Math.min(r.width, r.height)"
TABLE = ["#board", ".player[data-side=x]", ".player[data-side=o]", ".prompt", "#turn", "#actions", ".tabs", "#share", "#settings", "#account"]
# Where everything is, by name.
PLACES = """const places = {};
for (const e of document.querySelectorAll('#board, .player, .player .token, .clock, .prompt, #turn, #actions > span, .tabs button, .top > button, .panel')) {
    const r = e.getBoundingClientRect();
    places[e.id || `${e.className} ${e.closest('.player[data-side]')?.dataset.side ?? [...e.parentElement.children].indexOf(e)}`.replace(/ (to-move|absent|vacant|runs|low|unfolded)/g, '')] = [r.left, r.top, r.width, r.height].map(v => Math.round(v * 10) / 10).join();
}
return places;"""
SHIFTS = """window.shifts = []; new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push([entry.value, ...entry.sources.map(({node}) => node?.nodeType === 3 ? `${node.parentElement?.outerHTML}` : node?.id || node?.className?.baseVal || node?.className || node?.nodeName)].join(' '));
}).observe({type: 'layout-shift', buffered: false});"""


class Tables:
    """Ann and Bob at one table, Ann's window measured; another pair with letters twice as large."""

    def __init__(self, url):
        self.url, self.pairs = url, {}

    def pair(self, text=16):
        if text not in self.pairs:
            self.pairs[text] = (Window(self.url, "Ann", text), Window(self.url, "Bob"))
        return self.pairs[text]

    def start(self, text=16, **terms):
        """A game on these terms, as a link says them, both in their seats."""
        ann, bob = self.pair(text)
        self.room = new_room()
        query = "".join(f"&{key}={value}" for key, value in terms.items())
        for rev, window in enumerate((ann, bob), 1):
            window.resize(1280, 900)
            window.driver.get(f"{window.url}/?room={self.room}{query}")
            window.online()
            window.at_rev(rev)
        ann.at_rev(2)
        return ann, bob

    def play(self, pair, *points):
        for point in points:
            rev = max(window.rev() for window in pair)
            for window in pair:
                window.at_rev(rev)
            mover = next(window for window in pair if window.script("return document.querySelector('#board').classList.contains('playable')"))
            press(mover, f"#board [data-point='{point}'] .hit")
            for window in pair:
                window.at_rev(rev + 1)

    def act(self, pair, window, selector):
        """Presses what changes the table, and waits until both have seen it."""
        rev = max(each.rev() for each in pair)
        for each in pair:
            each.at_rev(rev)
        window.until(selector, "return document.querySelector(arguments[0])?.checkVisibility()", selector)
        window.click(selector)
        for each in pair:
            each.at_rev(rev + 1)

    def close(self):
        for pair in self.pairs.values():
            for window in pair:
                window.close()


def press(window, selector):
    window.script("document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click', {bubbles: true}))", selector)


def fits(window, state, *more):
    """Everything is on the screen at every size, and the board as large as the smaller side leaves it."""
    for width, height in SIZES:
        window.resize(width, height)
        text = window.script("return parseFloat(getComputedStyle(document.documentElement).fontSize)")
        same(window.script(OUTSIDE, TABLE + list(more)), [], f"{state} at {width} by {height}, letters of {text} px")
        least = LEAST[width, height][TEXTS.index(text)]
        side = window.script(BOARD)
        assert side >= least, f"{state}: the board is {side} of {width} by {height}, letters of {text} px"
    window.resize(1280, 900)


def on_one_screen(tables):
    """board, players, clocks and what is due are on one screen at every size, without scrolling, with letters of 200 %, too"""
    for text in TEXTS:
        ann, bob = tables.pair(text)
        ann.visit(new_room())
        fits(ann, "the empty table", "#next")
        ann, bob = tables.start(text, rule="renju", clock="300/5x30")
        clocks = (".clock.x", ".clock.o")
        fits(ann, "before the first move", *clocks, "[data-action=leave]", "[data-action=hints]")
        tables.play((ann, bob), "h8", "h9", "i8", "g8")
        fits(ann, "a game", *clocks, "#resign", "[data-action=draw]", "[data-action=takeback]", "[data-action=hints]")
        tables.act((ann, bob), bob, "[data-action=draw]")
        fits(ann, "an offer", *clocks, "[data-answer=accept]", "[data-answer=refuse]", "#resign")
        tables.act((ann, bob), ann, "[data-answer=refuse]")
        press_touch(ann, "j10")
        fits(ann, "a move to be confirmed", *clocks, "#confirm button:first-child", "#confirm button:last-child")
        ann.script("document.querySelector('#confirm button:last-child').click()")
        ann.click("#resign")
        ann.until("the question", "return document.querySelector('#resign-dialog[open]')")
        tables.act((ann, bob), ann, "#resign-dialog button[value=resign]")
        fits(ann, "the end", *clocks, "[data-action=rematch]", "#new-game", "[data-action=report]")
        ann, bob = tables.start(text, opening="swap2", clock="600+5", side="o")  # Ann is who chooses
        tables.play((ann, bob), "h8", "i9", "g7")
        fits(ann, "a choice of an opening", *clocks, "[data-answer=black]", "[data-answer=white]", "[data-answer=more]")


def german_choice(tables):
    """the choice of an opening fits in German, too: no button lies on what is asked"""
    ann, bob = tables.pair()
    for window in (ann, bob):
        window.driver.get(f"{window.url}/?lobby")
        window.script("localStorage.setItem('gomoku.language', 'de')")
    try:
        ann, bob = tables.start(opening="swap2", clock="600/5x30", side="o")
        tables.play((ann, bob), "h8", "i9", "g7")
        ann.until("the choice", "return document.querySelector('[data-answer=more]')?.textContent === 'Zwei dazu'")
        fits(ann, "a choice in German", "[data-answer=black]", "[data-answer=white]", "[data-answer=more]")
    finally:
        for window in (ann, bob):
            window.script("localStorage.removeItem('gomoku.language')")


def press_touch(window, point):
    """A tap, which shows the stone before it is played."""
    window.script("""const hit = document.querySelector(`#board [data-point='${arguments[0]}'] .hit`);
        hit.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true, pointerType: 'touch'}));
        hit.dispatchEvent(new MouseEvent('click', {bubbles: true}));
        document.querySelector('#board').dispatchEvent(new PointerEvent('pointerdown', {pointerType: 'mouse'}));""", point)


def nothing_moves(tables):
    """nothing moves during a game: no layout shift from its start to its end, and every element where it was after each event"""
    for size in SIZES:
        ann, bob = pair = tables.start(rule="freestyle", clock="300/3x20")
        ann.resize(*size)
        ann.until("all is loaded", "return document.querySelector('[data-action=leave]')?.checkVisibility() && [...document.fonts].some(f => f.status === 'loaded') && [...document.querySelectorAll('.trip')].every(t => t.textContent)")
        ann.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
        ann.script(SHIFTS)
        tables.play(pair, "h8", "h9")
        before = ann.script(PLACES)

        def still(event):
            same(ann.script(PLACES), before, f"places at {size} after {event}")
        tables.play(pair, "i8", "i9", "j8", "j9")
        still("moves")
        tables.act(pair, bob, "[data-action=draw]")
        still("an offer")
        tables.act(pair, ann, "[data-answer=refuse]")
        still("its refusal")
        tables.act(pair, ann, "[data-action=takeback]")
        still("one's own question")
        tables.act(pair, bob, "[data-answer=accept]")
        still("a move taken back")
        press(ann, "#board [data-point='h8'] .hit")
        ann.until("why not", "return !document.getElementById('notice').hidden")
        still("a notice")
        tables.act(pair, ann, "[data-action=hints]")
        still("hints asked for")
        tables.act(pair, bob, "[data-answer=accept]")
        rev = ann.rev()
        press(ann, "[data-action=hint]")
        ann.until("a hint", "return document.querySelector('.question.hinted')?.textContent.startsWith('Hint:')")
        for window in pair:
            window.at_rev(rev + 1)
        still("a hint")
        press_touch(ann, "a1")
        still("a move to be confirmed")
        ann.script("document.querySelector('#confirm button:last-child').click()")
        bob.find("#chat-text").send_keys("A line that is long enough to need more than one row of the box, and then some more of it", Keys.ENTER)
        ann.until("the line", "return document.querySelector('#chat').textContent.includes('long enough')")
        still("a line of chat")
        bob.driver.get("about:blank")
        ann.until("absence", "return document.querySelector('.player[data-side=o]').classList.contains('absent')")
        still("the other's absence")
        bob.driver.get(f"{bob.url}/?room={tables.room}")
        bob.online()
        ann.until("presence", "return !document.querySelector('.player[data-side=o]').classList.contains('absent')")
        tables.play(pair, "j8", "j9", "k8", "b1", "l8")
        ann.until("the end", "return document.querySelector('[data-action=rematch]')?.checkVisibility()")
        still("the end")
        ann.until("the card", "return document.querySelector('#result')?.checkVisibility()")
        ann.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
        same(ann.script("return shifts"), [], f"layout shifts at {size}")


# What of the words about the line is cut or lies on something; null while they are not there, or a next try is just being made.
LINE = """if (!document.querySelector('#connection button').checkVisibility() || !document.querySelector('#hint').textContent.startsWith('Your game is safe')) return null;
const wrong = [], parts = [...document.querySelectorAll('#connection :is(.short, button)')];
const others = [...document.querySelectorAll('#board, .player, .prompt, #turn, #hint, #actions button, .tabs button, .panel, #chat-form *, .top > button, .top h1 a, .table > p:first-child')].filter(e => e.checkVisibility());
for (const part of parts) {
    const r = part.getBoundingClientRect();
    if (r.width < 40 || r.height < 10 || r.left < 0 || r.top < 0 || r.right > innerWidth || r.bottom > innerHeight) wrong.push(`${part.className || part.tagName} is ${[r.left, r.top, r.right, r.bottom].map(Math.round)}`);
    if (part.scrollWidth > part.clientWidth + 1) wrong.push(`${part.textContent} is cut`);
    for (const other of others) {
        const o = other.getBoundingClientRect();
        if (Math.min(r.right, o.right) > Math.max(r.left, o.left) + .5 && Math.min(r.bottom, o.bottom) > Math.max(r.top, o.top) + .5) wrong.push(`${part.className || part.tagName} lies on ${other.id || other.className || other.tagName}`);
    }
}
return [wrong];"""


def line_lost(tables):
    """that the line is lost is told at every size where nothing is covered, and nothing moves for it; the words say that the game is safe"""
    line = Line(int(tables.url.rsplit(":", 1)[1]))
    for text in TEXTS:
        ann = Window(line.url, "Ann", text)
        try:
            ann.driver.get(f"{line.url}/?room={new_room()}&rule=freestyle&robot=1")
            ann.online()
            ann.at_rev(1)
            for size in SIZES:
                ann.resize(*size)
                ann.until("the bar", "return document.querySelector('[data-action=leave]')?.checkVisibility()")
                ann.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
                ann.script(SHIFTS)
                before = ann.script(PLACES)
                line.cut()
                same(ann.until("the loss is told", LINE)[0], [], f"at {size}, letters of {text} px")
                same(ann.script(PLACES), before, f"places at {size}")
                line.mend()
                ann.script("document.querySelector('#connection button').click()")
                ann.until("the line is back", "return !document.querySelector('#connection').checkVisibility() && document.documentElement.dataset.connection === 'online'")
                same(ann.script("return shifts"), [], f"layout shifts at {size}")
        finally:
            line.mend()
            ann.close()


def no_bands(tables):
    """upright, the strips stand at the board's edges, and what is left over is one space, below"""
    ann, bob = tables.start(rule="freestyle", clock="300/3x20")
    tables.play((ann, bob), "h8", "h9")
    for size in ((390, 844), (360, 740), (412, 915)):
        ann.resize(*size)
        gaps = ann.script("""const box = document.querySelector('#board').getBoundingClientRect(), side = Math.min(box.width, box.height), middle = (box.top + box.bottom) / 2;
            return [middle - side / 2 - document.querySelector('.player[data-side=o]').getBoundingClientRect().bottom,
                document.querySelector('.player[data-side=x]').getBoundingClientRect().top - middle - side / 2]""")
        assert all(0 <= gap <= 10 for gap in gaps), f"above and below the board at {size}: {gaps}"
    ann.resize(1280, 900)


def only_what_can_be_done(tables):
    """before the first move one leaves; after it calls off, then resigns; every button keeps its place; a guest who watches has none"""
    shown = "return [...document.querySelectorAll('#actions button')].filter(b => b.checkVisibility()).map(b => b.dataset.action)"
    ann, bob = pair = tables.start(rule="freestyle")
    ann.until("the bar", "return document.querySelector('[data-action=leave]')?.checkVisibility()")
    bob.until("the bar", "return document.querySelector('[data-action=leave]')?.checkVisibility()")
    same((ann.script(shown), bob.script(shown)), (["leave", "hints"], ["leave", "hints"]), "before the first move")
    where = "return document.querySelector(arguments[0]).getBoundingClientRect().left"
    left = ann.script(where, "[data-action=leave]")
    tables.play(pair, "h8")
    same((ann.script(shown), bob.script(shown)), (["takeback", "abort", "hints"], ["abort", "hints"]), "after the first")
    same(ann.script(where, "[data-action=abort]"), left, "the place of what ends the game")
    tables.play(pair, "h9")
    same(ann.script(shown), ["takeback", "draw", "resign", "hints"], "later")
    same(ann.script(where, "#resign"), left, "the place of what ends the game")
    eve = Window(tables.url, "Eve")
    try:
        eve.visit(tables.room)
        eve.until("the game", "return document.querySelectorAll('#board [data-stone=x]').length === 1")
        same(eve.script(shown), [], "what who watches can do")
    finally:
        eve.close()
    ann, bob = pair = tables.start(rule="freestyle")
    tables.act(pair, ann, "[data-action=leave]")
    same(shared(tables.url, tables.room)["state"].get("x"), None, "the seat that Ann has left")
    same(bob.script("return document.querySelector('.player[data-side=x] .name').textContent"), "Open seat", "for Bob")


def tabs_on_a_phone(tables):
    """on a phone chat is one tap away, counts what is new, and closes by Escape; the moves lead back to each position"""
    ann, bob = pair = tables.start(rule="freestyle")
    ann.resize(390, 844)
    tables.play(pair, "h8", "h9", "i8")
    same(ann.script("return document.querySelector('#chat-text').checkVisibility()"), False, "chat")
    bob.find("#chat-text").send_keys("Hello", Keys.ENTER)
    ann.until("a mark", "return document.querySelector('#tab-chat').dataset.unread === '1'")
    ann.find("#tab-chat").click()
    ann.script("document.querySelector('#chat-text').focus()")
    same(ann.script(OUTSIDE, ["#chat-text", "#chat-form button"]), [], "the chat")
    same(ann.script("return [document.querySelector('#tab-chat').dataset.unread, document.querySelector('#chat').textContent.includes('Hello')]"), ["", True], "read")
    ann.driver.switch_to.active_element.send_keys("Hi", Keys.ENTER)
    bob.until("the answer", "return document.querySelector('#chat').textContent.includes('Hi')")
    ann.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    same(ann.script("return [document.querySelector('#chat-text').checkVisibility(), document.activeElement.id]"), [False, "tab-chat"], "closed")
    ann.find("#tab-moves").click()
    same(ann.script("return [...document.querySelectorAll('#moves li')].map(li => li.textContent.trim().replace(/\\s+/g, ' '))"), ["1 h8", "2 h9", "3 i8"], "the moves")
    ann.script("document.querySelector('#moves li:nth-child(2) button').click()")
    ann.until("the position after two moves", "return document.querySelectorAll('#board [data-stone=x], #board [data-stone=o]').length === 2")
    tables.play((bob, ann), "a1")
    ann.click("#next")
    ann.until("the live game", "return document.querySelectorAll('#board [data-stone=x], #board [data-stone=o]').length === 4")


def openings_taught(tables):
    """while an opening is played a panel shows all its steps, which one this is and whose, and what each choice means"""
    ann, bob = pair = tables.start(opening="swap2", side="o")  # Ann chooses, Bob begins
    step = "return [...document.querySelectorAll('#opening li')].findIndex(li => li.getAttribute('aria-current') === 'step')"
    now = "return document.querySelector('#opening [aria-current] b').textContent"
    for window in pair:
        window.click("[data-action=opening]")
        same(window.script("return [document.querySelector('#opening').checkVisibility(), document.querySelectorAll('#opening li').length]"), [True, 4], "the steps")
        same(window.script(step), 0, "the first step")
    same((ann.script(now).split(" ", 2)[2], bob.script(now)), ("places stone 1.", "Place stone 1: X."), "whose step it is")
    tables.play(pair, "h8", "i9", "g7")
    same((ann.script(step), bob.script(step)), (1, 1), "the choice")
    same(ann.script("return [...document.querySelectorAll('#opening dt')].map(d => d.textContent)"), ["Take X", "Take O", "Add two stones"], "what each choice means")
    tables.act(pair, ann, "[data-answer=more]")
    same((ann.script(step), ann.script("return document.querySelectorAll('#opening .done').length")), (2, 2), "two more stones")
    tables.play(pair, "a1", "o15")
    same(bob.script(step), 3, "the last choice")
    tables.act(pair, bob, "[data-answer=black]")
    same(bob.script("return document.querySelector('#opening').checkVisibility()"), False, "the opening is over")


def every_opening_taught(tables):
    """every opening has its panel, with all its steps and the one it is at, and can be shown on a board"""
    ann, _ = tables.pair()
    for opening, steps in (("swap", 2), ("swap2", 4), ("pro", 3), ("long-pro", 3), ("rif", 5), ("soosorv-8", 7), ("taraguchi-10", 7)):
        ann.driver.get(f"{ann.url}/?room={new_room()}&rule=renju&opening={opening}&robot=1")
        ann.online()
        ann.until("the game", "return document.querySelector('[data-action=opening]')?.checkVisibility()")
        ann.click("[data-action=opening]")
        ann.until("the panel", "return document.querySelector('#opening')?.checkVisibility()")
        told = ann.script("const items = [...document.querySelectorAll('#opening li')]; return [items.length, items.filter(li => li.textContent.length > 9).length, items.findIndex(li => li.getAttribute('aria-current') === 'step'), document.querySelector('#opening [aria-current] b').textContent]")
        same((told[:3], told[3][:16]), ([steps, steps, 0], "Place stone 1: X"), opening)
        ann.click("#how-it-works")
        shown = ann.until("the demonstration", "return document.querySelector('#opening-demo[open] .demo-board') && document.querySelector('.demo-told small').textContent")
        assert shown.endswith(f" of {steps}"), shown
        ann.script("document.querySelector('#opening-demo [value=done]').click()")


def result_card(tables):
    """a card says what the game came to, for those who have seen it end: Rematch first, the winning row in sight, Escape puts it away"""
    ann, bob = pair = tables.start(rule="freestyle")
    tables.play(pair, "h3", "a15", "i3", "c15", "j3", "e15", "k3", "g15", "l3")
    for window, words in ((ann, "You win (five in a row)!"), (bob, "You lose (five in a row).")):
        window.until("the card", "return document.querySelector('#result')?.checkVisibility()")
        same(window.script("return document.querySelector('#result h2').textContent"), words, "the outcome")
    same(ann.script("return [...document.querySelectorAll('#result .actions > *')].map(b => b.textContent)"), ["Rematch", "Analyse", "Save"], "what to do next")
    for size in SIZES:
        ann.resize(*size)
        same(ann.script(OUTSIDE, ["#result", "#result .actions > *"]), [], f"the card at {size}")
        same(ann.script("""const card = document.querySelector('#result').getBoundingClientRect();
            return [...document.querySelectorAll('#board .won')].filter(cell => { const r = cell.getBoundingClientRect();
                return r.bottom > card.top && r.top < card.bottom && r.right > card.left && r.left < card.right; }).length"""), 0, f"stones of the row under the card at {size}")
    ann.resize(1280, 900)
    ann.script("document.querySelector('#result button').focus()")
    ann.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    same(ann.script("return [document.querySelector('#result').checkVisibility(), Boolean(document.activeElement.closest('#board'))]"), [False, True], "put away")
    ann.driver.refresh()
    ann.online()
    ann.until("the bar", "return document.querySelector('[data-action=rematch]')?.checkVisibility()")
    same(ann.script("return Boolean(document.querySelector('#result')?.checkVisibility())"), False, "who comes later")
    bob.until("the button", "return document.querySelector('[data-result=rematch]')")
    bob.script("document.querySelector('[data-result=rematch]').click()")
    tables_rev = "return document.querySelector('.question.rematch') !== null"
    ann.until("the question", tables_rev)
    tables.act(pair, ann, "[data-answer=accept]")
    same(shared(tables.url, tables.room)["state"]["game"], "2", "the rematch")


TESTS = (on_one_screen, german_choice, nothing_moves, line_lost, no_bands, only_what_can_be_done, tabs_on_a_phone, openings_taught, every_opening_taught, result_card)


if __name__ == "__main__":
    sys.exit(main(__doc__, TESTS, lambda url, *_: Tables(url)))

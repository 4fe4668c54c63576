"""Layout stability during a game: no layout shift, and every part of the table stays in its place,
also when the connection is lost."""

import contextlib
import functools
import urllib.parse

import pytest

from gomokutest.browser import Keys, TCPProxy, Window
from gomokutest.checks import same
from gomokutest.screens import SIZES, TELLING_SIZES, TEXTS, size_name
from gomokutest.tables import leave, new_room, prefer, press, press_touch, wait_shown

# Returns the position and size of every part, by name.
PLACES = """const places = {};
const selectors = '#board, .player, .player .token, .clock, .prompt, #turn, #actions > span, .tabs button, .top > button, .panel';
for (const e of document.querySelectorAll(selectors)) {
    const r = e.getBoundingClientRect(), side = e.closest('.player[data-side]')?.dataset.side ?? [...e.parentElement.children].indexOf(e);
    const name = e.id || `${e.className} ${side}`.replace(/ (to-move|absent|vacant|runs|low|unfolded)/g, '');
    places[name] = [r.left, r.top, r.width, r.height].map(v => Math.round(v * 10) / 10).join();
}
return places;"""
# Records layout shifts from now on in `shifts`, with the elements that moved.
SHIFTS = """window.shifts = [];
const name = (node) => node?.nodeType === 3 ? node.parentElement?.outerHTML : node?.id || node?.className?.baseVal || node?.className || node?.nodeName;
new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) shifts.push([value, ...sources.map(({node}) => name(node))].join(' '));
}).observe({type: 'layout-shift', buffered: false});"""
# Returns parts of the lost-connection notice that are clipped or cover something. Returns null
# while the notice is hidden or the page reconnects.
LINE = """if (!document.querySelector('#connection button').checkVisibility()) return null;
if (!document.querySelector('#hint').textContent.startsWith('Your game is safe')) return null;
const wrong = [], parts = [...document.querySelectorAll('#connection :is(.short, button)')];
const others = [...document.querySelectorAll('#board, .player, .prompt, #turn, #hint, #actions button, .tabs button, .panel, #chat-form *, .top > button, .top h1 a, .table > p:first-child')].filter(e => e.checkVisibility());
for (const part of parts) {
    const r = part.getBoundingClientRect(), name = part.className || part.tagName;
    if (r.width < 40 || r.height < 10 || r.left < 0 || r.top < 0 || r.right > innerWidth || r.bottom > innerHeight)
        wrong.push(`${name} is ${[r.left, r.top, r.right, r.bottom].map(Math.round)}`);
    if (part.scrollWidth > part.clientWidth + 1) wrong.push(`${part.textContent} is cut`);
    for (const other of others) {
        const o = other.getBoundingClientRect();
        if (Math.min(r.right, o.right) > Math.max(r.left, o.left) + .5 && Math.min(r.bottom, o.bottom) > Math.max(r.top, o.top) + .5)
            wrong.push(`${name} lies on ${other.id || other.className || other.tagName}`);
    }
}
return [wrong];"""
# Whether everything that a table fetches has arrived: its bar, its fonts, and the players'
# round-trip times.
LOADED = """return document.querySelector('[data-action=leave]')?.checkVisibility() && [...document.fonts].some(f => f.status === 'loaded')
    && [...document.querySelectorAll('.trip')].every(t => t.textContent)"""


def next_frames(window):
    """Waits until the browser has drawn the page's current state."""
    window.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")


each_size = pytest.mark.parametrize(
    "size",
    [
        pytest.param(size, id=size_name(size), marks=[] if size in ((390, 844), (1280, 800)) else pytest.mark.full)
        for size in SIZES
    ],
)


class LayoutCheck:
    """A game between Ann and Bob during which Ann's page, at one window size, must not move."""

    def __init__(self, tables, size):
        self.tables, self.size = tables, size
        self.ann, self.bob = tables.pair
        prefer(self.ann, "no-preference")
        tables.start(clock="300/3x20")
        self.ann.resize(*size)
        self.ann.until("all is loaded", LOADED)
        next_frames(self.ann)
        self.ann.script(SHIFTS)
        tables.play("h8", "h9", "i8", "i9")
        self.places = self.ann.script(PLACES)

    def assert_unmoved_after(self, event):
        """Fails if any part has moved."""
        same(self.ann.script(PLACES), self.places, f"places at {self.size} after {event}")

    def end(self):
        """Fails if there was any layout shift."""
        next_frames(self.ann)
        same(self.ann.script("return shifts"), [], f"layout shifts at {self.size}")


@each_size
def test_offers_and_hints_do_not_shift_the_layout(tables, size):
    """Moves, offers and their answers, a refused move and a hint do not shift the layout. Every
    element stays in its place."""
    layout = LayoutCheck(tables, size)
    ann, bob = tables.pair
    tables.play("j8", "j9")
    layout.assert_unmoved_after("moves")
    tables.act(bob, "[data-action=draw]")
    layout.assert_unmoved_after("an offer")
    tables.act(ann, "[data-answer=refuse]")
    layout.assert_unmoved_after("its refusal")
    tables.act(ann, "[data-action=takeback]")
    layout.assert_unmoved_after("one's own question")
    tables.act(bob, "[data-answer=accept]")
    layout.assert_unmoved_after("a move taken back")
    press(ann, "#board [data-point='h8'] .hit")
    ann.until("why not", "return !document.getElementById('notice').hidden")
    layout.assert_unmoved_after("a notice")
    tables.act(ann, "[data-action=hints]")
    layout.assert_unmoved_after("hints asked for")
    tables.act(bob, "[data-answer=accept]")
    rev = ann.rev()
    press(ann, "[data-action=hint]")
    ann.until("a hint", "return document.querySelector('.question.hinted')?.textContent.startsWith('Hint:')")
    tables.at_rev(rev + 1)
    layout.assert_unmoved_after("a hint")
    layout.end()


@each_size
def test_chat_absence_and_game_end_do_not_shift_the_layout(tables, size):
    """A move to confirm, a chat message, the opponent's absence and the end of the game do not
    shift the layout. Every element stays in its place."""
    layout = LayoutCheck(tables, size)
    ann, bob = tables.pair
    press_touch(ann, "a1")
    layout.assert_unmoved_after("a move to be confirmed")
    ann.script("document.querySelector('#confirm button:last-child').click()")
    bob.find("#chat-text").send_keys(
        "A line that is long enough to need more than one row of the box, and then some more of it", Keys.ENTER
    )
    ann.until("the line", "return document.querySelector('#chat').textContent.includes('long enough')")
    layout.assert_unmoved_after("a line of chat")
    leave(bob)
    ann.until("absence", "return document.querySelector('.player[data-side=o]').classList.contains('absent')")
    layout.assert_unmoved_after("the other's absence")
    bob.driver.get(f"{bob.url}/?room={tables.room}")
    bob.online()
    ann.until("presence", "return !document.querySelector('.player[data-side=o]').classList.contains('absent')")
    tables.play("j8", "j9", "k8", "b1", "l8")
    wait_shown(ann, "[data-action=rematch]")
    layout.assert_unmoved_after("the end")
    wait_shown(ann, "#result")
    layout.end()


# Records the places of X's and O's stone in the strips, in each frame in which they are visible.
STRIPS = """{ window.orders = new Set();
    const look = () => {
        const tops = ['x', 'o'].map((side) => document.querySelector(`.player[data-side=${side}] .token`)).filter((e) => e?.checkVisibility({visibilityProperty: true}))
            .map((e) => e.getBoundingClientRect()).map((r) => r.top + r.left);
        if (tops.length === 2 && tops[0] !== tops[1]) orders.add(tops[0] > tops[1] ? 'x is near' : 'o is near');
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look); }"""


@pytest.mark.parametrize(
    "size", [(390, 664), pytest.param((375, 553), marks=pytest.mark.full), (1280, 800)], ids=size_name
)
def test_strips_do_not_swap_places_after_loading(tables, size, request):
    """The strip of the player's own side is near the player from its first frame on: after a
    reload, for the friend who follows a link, and for the maker of a game as O."""
    ann, bob = tables.pair
    for window in tables.pair:
        window.resize(*size)
        added = window.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": STRIPS})
        request.addfinalizer(
            functools.partial(window.driver.execute_cdp_cmd, "Page.removeScriptToEvaluateOnNewDocument", added)
        )
    seen = "return [...orders].join()"
    tables.start(side="o")
    for window, near in ((ann, "o is near"), (bob, "x is near")):
        window.until("the strips", "return orders.size > 0")
        next_frames(window)
        same(window.script(seen), near, f"the strips of {window.name} while the game begins")
        window.driver.refresh()
        window.online()
        window.until("the strips", "return orders.size > 0")
        next_frames(window)
        same(window.script(seen), near, f"the strips of {window.name} after a reload")


@pytest.fixture(params=TEXTS, ids=["letters of 16 px", "letters of 32 px"])
def reader(request, page_server):
    """A window behind a TCP proxy, with a font of that size, and the proxy."""
    line = TCPProxy(urllib.parse.urlsplit(page_server.url).port)
    with contextlib.closing(Window(line.url, "Ann", request.param)) as window:
        yield window, line


def test_lost_connection_notice_does_not_shift_the_layout(reader, thorough):
    """The page reports a lost connection at every size without covering or moving anything, and
    says that the game is safe."""
    ann, line = reader
    ann.driver.get(f"{line.url}/?room={new_room()}&rule=freestyle&robot=1")
    ann.online()
    ann.at_rev(1)
    wait_shown(ann, "[data-action=leave]")
    for size in SIZES if thorough else TELLING_SIZES:
        ann.resize(*size)
        next_frames(ann)
        ann.script(SHIFTS)
        before = ann.script(PLACES)
        line.cut()
        same(ann.until("the loss is told", LINE)[0], [], f"at {size}")
        same(ann.script(PLACES), before, f"places at {size}")
        line.mend()
        ann.script("document.querySelector('#connection button').click()")
        ann.until(
            "the line is back",
            "return !document.querySelector('#connection').checkVisibility() "
            "&& document.documentElement.dataset.connection === 'online'",
        )
        same(ann.script("return shifts"), [], f"layout shifts at {size}")

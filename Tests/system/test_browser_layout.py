"""Layout of the table at every window size: everything fits on one screen without overlaps or
clipping. Also how tabs and panels unfold."""

import re
import urllib.request

import pytest

from gomokutest.browser import Keys
from gomokutest.checks import same
from gomokutest.environment import TIMEOUT
from gomokutest.phones import PHONES
from gomokutest.screens import BOARD, LEAST, OUTSIDE, SIZES, TELLING_SIZES, TEXTS
from gomokutest.tables import STONES, Tables, new_room, press_touch, remember, wait_shown

TABLE = (
    "#board",
    ".player[data-side=x]",
    ".player[data-side=o]",
    ".prompt",
    "#turn",
    "#actions",
    ".tabs",
    "#settings",
    "#account",
)
CLOCKS = (".clock.x", ".clock.o")
# The actions in the bar.
SHOWN = "return [...document.querySelectorAll('#actions button')].filter(b => b.checkVisibility()).map(b => b.dataset.action)"


@pytest.fixture(scope="session")
def sizes(thorough):
    return SIZES if thorough else TELLING_SIZES


@pytest.fixture(scope="module")
def large_windows(page_server):
    """Windows in which Ann's browser has a font size of 200 %."""
    windows = Tables(page_server.url, text_size=32)
    yield windows
    windows.close()


@pytest.fixture
def large_tables(large_windows):
    with large_windows.fresh():
        yield large_windows


def assert_fits(window, sizes, state, *more):
    """Fails unless everything is on the screen at every size, and the board fills the space that
    the shorter side allows."""
    for size in sizes:
        window.resize(*size)
        text, wrong, side = window.script(
            f"""const selectors = arguments[0];
            return [parseFloat(getComputedStyle(document.documentElement).fontSize),
                    (function () {{ {OUTSIDE} }})(selectors), (function () {{ {BOARD} }})()]""",
            [*TABLE, *more],
        )
        same(wrong, [], f"{state} at {size}, letters of {text} px")
        least = LEAST[size][TEXTS.index(text)]
        assert side >= least, f"{state}: the board is {side} at {size}, letters of {text} px"


def assert_game_fits(tables, sizes):
    ann, bob = tables.pair
    ann.visit(new_room())
    assert_fits(ann, sizes, "the empty table", "[data-choice=friend]", "[data-choice=watch]", "#share")
    tables.start(rule="renju", clock="300/5x30")
    assert_fits(ann, sizes, "before the first move", *CLOCKS, "#sound", "[data-action=leave]", "[data-action=hints]")
    tables.play("h8", "h9", "i8", "g8")
    assert_fits(
        ann, sizes, "a game", *CLOCKS, "#resign", "[data-action=draw]", "[data-action=takeback]", "[data-action=hints]"
    )
    tables.act(bob, "[data-action=draw]")
    assert_fits(ann, sizes, "an offer", *CLOCKS, "[data-answer=accept]", "[data-answer=refuse]", "#resign")
    tables.act(ann, "[data-answer=refuse]")
    press_touch(ann, "j10")
    assert_fits(
        ann, sizes, "a move to be confirmed", *CLOCKS, "#confirm button:first-child", "#confirm button:last-child"
    )
    ann.script("document.querySelector('#confirm button:last-child').click()")
    tables.resign(ann)
    assert_fits(ann, sizes, "the end", *CLOCKS, "[data-action=rematch]", "#new-game", "[data-action=report]")


def assert_opening_fits(tables, sizes):
    """Ann must choose, because Bob begins in swap2."""
    tables.start(opening="swap2", clock="600+5", side="o")
    tables.play("h8", "i9", "g7")
    assert_fits(
        tables.ann,
        sizes,
        "a choice of an opening",
        *CLOCKS,
        "[data-answer=black]",
        "[data-answer=white]",
        "[data-answer=more]",
    )


def test_game_fits_on_one_screen(tables, sizes):
    """Board, players, clocks and buttons are on one screen at every size, without scrolling, in
    every state of a game."""
    assert_game_fits(tables, sizes)


def test_game_fits_on_one_screen_at_double_font_size(large_tables, sizes):
    """With a font size of 200 % everything still fits on one screen in every state of a game."""
    assert_game_fits(large_tables, sizes)


def test_opening_choice_fits_on_one_screen(tables, sizes):
    """The choice of an opening is on one screen with the board, at every size."""
    assert_opening_fits(tables, sizes)


def test_opening_choice_fits_on_one_screen_at_double_font_size(large_tables, sizes):
    """With a font size of 200 % the choice of an opening still fits on one screen."""
    assert_opening_fits(large_tables, sizes)


def test_opening_choice_fits_in_german(tables, sizes):
    """The choice of an opening fits in German, too. No button covers the question."""
    for window in tables.pair:
        remember(window, language="de")
    ann, _ = tables.start(opening="swap2", clock="600/5x30", side="o")
    tables.play("h8", "i9", "g7")
    ann.until("the choice", "return document.querySelector('[data-answer=more]')?.textContent === 'Zwei dazu'")
    assert_fits(ann, sizes, "a choice in German", "[data-answer=black]", "[data-answer=white]", "[data-answer=more]")


def test_player_strips_touch_the_board_on_portrait_screens(tables):
    """On a portrait screen the players' strips touch the board's edges. All remaining space is at
    the bottom."""
    ann, _ = tables.start(clock="300/3x20")
    tables.play("h8", "h9")
    for size in ((390, 844), (360, 740), (412, 915)):
        ann.resize(*size)
        gaps = ann.script("""const box = document.querySelector('#board').getBoundingClientRect();
            const side = Math.min(box.width, box.height), middle = (box.top + box.bottom) / 2;
            return [middle - side / 2 - document.querySelector('.player[data-side=o]').getBoundingClientRect().bottom,
                document.querySelector('.player[data-side=x]').getBoundingClientRect().top - middle - side / 2]""")
        assert all(0 <= gap <= 10 for gap in gaps), f"above and below the board at {size}: {gaps}"


def test_moves_are_shown_first_and_the_chat_below_them(tables):
    """The moves are the default tab. In large windows the chat is always visible below them."""
    ann, _ = tables.start()
    tables.play("h8", "h9")
    for size in ((1280, 800), (1920, 1080)):
        ann.resize(*size)
        above = ann.script("""const [moves, chat] = ['#tab-moves-body', '#tab-chat-body'].map(s => document.querySelector(s));
            return [moves, chat, document.querySelector('#chat-text')].every(e => e.checkVisibility())
                && moves.getBoundingClientRect().bottom <= chat.getBoundingClientRect().top""")
        same(above, True, f"the moves above the chat at {size}")
    ann.resize(768, 600)
    visible = "return ['#moves', '#chat-text', '#opening'].map(s => document.querySelector(s).checkVisibility())"
    same(ann.script(visible), [True, False, False], "the default tab of a smaller window")
    ann.click("#tab-chat")
    same(ann.script(visible), [False, True, False], "the chat is one press away")
    ann.resize(1280, 800)
    ann.until("the moves come back beside the chat", f"return (() => {{ {visible} }})().join() === 'true,true,false'")


def test_move_list_cuts_no_row(tables):
    """Each move in the list is visible as a whole or not at all, at the end of the list."""
    ann, _ = tables.start()
    tables.play("h8", "h9", "i8", "i9", "j8", "j9", "a1", "a2", "b1", "b2", "c1", "c2", "e1", "e2")
    for size in ((768, 600), (960, 580), (1280, 800), (1366, 768), (1920, 1080)):
        ann.resize(*size)
        ann.script("const body = document.querySelector('#tab-moves-body'); body.scrollTop = body.scrollHeight")
        # A row's time is as high as its words.
        visible, cut = ann.script("""const body = document.querySelector('#tab-moves-body').getBoundingClientRect();
            const rows = [...document.querySelectorAll('#moves button')].map(row => [row.dataset.number, row.querySelector('small').getBoundingClientRect()]);
            return [rows.filter(([, r]) => r.top > body.top && r.bottom < body.bottom).map(([number]) => number),
                rows.filter(([, r]) => [body.top, body.bottom].some(edge => r.top < edge && edge < r.bottom)).map(([number]) => number)]""")
        same(cut, [], f"cut rows at {size}")
        assert len(visible) >= 4 and visible[-1] == "14", f"visible rows at {size}: {visible}"


def test_clocks_are_large(tables):
    """The digits of the clocks have 2.7 times the size of the text, at every window size."""
    ann, _ = tables.start(clock="300/5x30")
    for size in (*SIZES, *PHONES):
        ann.resize(*size)
        digits = ann.script("return parseFloat(getComputedStyle(document.querySelector('.clock.x b')).fontSize)")
        assert digits >= 43, f"digits of {digits} px at {size}"


def test_digits_are_in_the_middle_of_their_clock(painted_tables):
    """The drawn digits of a clock have as much room above as below, at every window size."""
    ann, _ = painted_tables.start(clock="600+5")
    ann.until("the digits' font", "return [...document.fonts].some(f => f.status === 'loaded')")
    for size in (*SIZES, *PHONES):
        ann.resize(*size)
        above, below, height = drawn_rows(ann, ".clock.x")
        assert abs(above - below) <= 2 and height >= 28, f"{above}, {below} px around {height} px at {size}"


def drawn_rows(window, selector):
    """Returns the numbers of pixel rows above and below what is drawn in an element, and of the
    drawn rows. The first pixel has the color of the background."""
    x, y, width, height = window.script(
        """const r = document.querySelector(arguments[0]).getBoundingClientRect(), s = getComputedStyle(document.querySelector(arguments[0]));
        const edge = parseFloat(s.borderTopWidth);
        return [r.left + 8, r.top + edge, r.width - 16, r.height - 2 * edge].map(Math.round)""",
        selector,
    )
    clip = {"x": x, "y": y, "width": width, "height": height, "scale": 1}
    picture = window.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "clip": clip})["data"]
    return window.driver.execute_async_script(
        """const [picture, done] = arguments, bytes = Uint8Array.from(atob(picture), (c) => c.charCodeAt(0));
        createImageBitmap(new Blob([bytes])).then((map) => {
            const canvas = Object.assign(document.createElement('canvas'), {width: map.width, height: map.height}), pen = canvas.getContext('2d');
            pen.drawImage(map, 0, 0);
            const {data} = pen.getImageData(0, 0, map.width, map.height), rows = [];
            for (let row = 0; row < map.height; row += 1) for (let at = 4 * row * map.width; at < 4 * (row + 1) * map.width; at += 4)
                if (Math.abs(data[at] - data[0]) > 90) { rows.push(row); break; }
            done([rows[0], map.height - 1 - rows.at(-1), rows.length]);
        })""",
        picture,
    )


def test_action_bar_offers_leave_abort_or_resign_in_turn(tables, open_window):
    """Players can leave before the first move, abort after it, and resign later. Each button keeps
    its position. A spectator has none of them."""
    ann, bob = tables.start()
    for window in tables.pair:
        wait_shown(window, "[data-action=leave]")
    same((ann.script(SHOWN), bob.script(SHOWN)), (["leave", "hints"], ["leave", "hints"]), "before the first move")
    where = "return document.querySelector(arguments[0]).getBoundingClientRect().left"
    left = ann.script(where, "[data-action=leave]")
    tables.play("h8")
    same(
        (ann.script(SHOWN), bob.script(SHOWN)), (["takeback", "abort", "hints"], ["abort", "hints"]), "after the first"
    )
    same(ann.script(where, "[data-action=abort]"), left, "the place of the button that ends the game")
    tables.play("h9")
    same(ann.script(SHOWN), ["takeback", "draw", "resign", "hints"], "later")
    same(ann.script(where, "#resign"), left, "the place of the button that ends the game")
    eve = open_window("Eve")
    eve.visit(tables.room)
    eve.until("the game", "return document.querySelectorAll('#board [data-stone=x]').length === 1")
    same(eve.script(SHOWN), [], "a spectator's actions")


def test_player_may_leave_before_the_first_move(tables):
    """A player who leaves before the first move gives up the seat, and the opponent sees it
    open."""
    ann, bob = tables.start()
    tables.act(ann, "[data-action=leave]")
    same(tables.state.get("x"), None, "the seat that Ann has left")
    same(bob.script("return document.querySelector('.player[data-side=x] .name').textContent"), "Open seat", "for Bob")


def test_chat_and_move_list_tabs_on_a_phone(tables):
    """On a phone the chat is one tap away, counts unread messages, and closes by Escape. The list
    of moves shows the time of each move and leads back to each position."""
    ann, bob = tables.start()
    ann.resize(390, 844)
    tables.play("h8", "h9", "i8")
    same(ann.script("return document.querySelector('#chat-text').checkVisibility()"), False, "chat")
    bob.find("#chat-text").send_keys("Hello", Keys.ENTER)
    ann.until("a mark", "return document.querySelector('#tab-chat').dataset.unread === '1'")
    ann.find("#tab-chat").click()
    ann.script("document.querySelector('#chat-text').focus()")
    same(ann.script(OUTSIDE, ["#chat-text", "#chat-form button"]), [], "the chat")
    same(
        ann.script(
            "return [document.querySelector('#tab-chat').dataset.unread, document.querySelector('#chat').textContent.includes('Hello')]"
        ),
        ["", True],
        "read",
    )
    ann.driver.switch_to.active_element.send_keys("Hi", Keys.ENTER)
    bob.until("the answer", "return document.querySelector('#chat').textContent.includes('Hi')")
    ann.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    same(
        ann.script("return [document.querySelector('#chat-text').checkVisibility(), document.activeElement.id]"),
        [False, "tab-chat"],
        "closed",
    )
    ann.find("#tab-moves").click()
    same(
        ann.script(
            "return [...document.querySelectorAll('#moves li')].map(li => li.textContent.trim().replace(/\\s+/g, ' ').replace(/\\d+(\\.\\d)? s$/, 'TIME'))"
        ),
        ["1 h8 TIME", "2 h9 TIME", "3 i8 TIME"],
        "the moves and their times",
    )
    ann.script("document.querySelector('#moves li:nth-child(2) button').click()")
    ann.until("the position after two moves", STONES + " === 2")
    tables.play("a1")
    ann.click("#next")
    ann.until("the live game", STONES + " === 4")


def test_opening_panel_explains_the_current_step(tables):
    """During an opening a panel shows, without a press, all its steps, the current step and its
    player, and the meaning of each choice."""
    ann, bob = tables.start(opening="swap2", side="o")  # Ann chooses, Bob begins.
    step = "return [...document.querySelectorAll('#opening li')].findIndex(li => li.getAttribute('aria-current') === 'step')"
    now = "return document.querySelector('#opening [aria-current] b').textContent"
    for window in tables.pair:
        wait_shown(window, "#opening")
        same(
            window.script(
                "return [document.querySelector('#opening').checkVisibility(), document.querySelectorAll('#opening li').length]"
            ),
            [True, 4],
            "the steps",
        )
        same(window.script(step), 0, "the first step")
    same((ann.script(now), bob.script(now)), ("Bob places stone 1.", "Place stone 1: X."), "the step's player")
    tables.play("h8", "i9", "g7")
    same((ann.script(step), bob.script(step)), (1, 1), "the choice")
    same(
        ann.script("return [...document.querySelectorAll('#opening dt')].map(d => d.textContent)"),
        ["Take X", "Take O", "Add two stones"],
        "what each choice means",
    )
    tables.act(ann, "[data-answer=more]")
    same(
        (ann.script(step), ann.script("return document.querySelectorAll('#opening .done').length")),
        (2, 2),
        "two more stones",
    )
    tables.play("a1", "o15")
    same(bob.script(step), 3, "the last choice")
    tables.act(bob, "[data-answer=black]")
    same(bob.script("return document.querySelector('#opening').checkVisibility()"), False, "the opening is over")


def test_opening_panel_scrolls_to_the_current_step(tables):
    """The panel scrolls if its steps do not fit, also if its tab is shown later. Ten fifth moves
    skip the fifth stone."""
    ann, bob = tables.start(rule="renju", opening="taraguchi-10")
    seen = """const step = document.querySelector('#opening [aria-current]');
        const [box, row] = [document.getElementById('tab-moves-body'), step].map(e => e.getBoundingClientRect());
        return [[...step.parentElement.children].indexOf(step), row.top >= box.top - 1 && row.bottom <= box.bottom + 1,
                box.height < document.getElementById('opening').scrollHeight]"""
    for window in tables.pair:
        window.resize(1280, 700)

    def chooser():
        return {"x": ann, "o": bob}[tables.state["awaits"]]

    ann.find("#tab-moves").click()
    for point in ("h8", "h9", "i9"):
        tables.play(point)
        tables.act(chooser(), "[data-answer=stay]")
    tables.play("f8")
    ann.until("the fourth step", f"const [at, isSeen] = (() => {{ {seen} }})(); return at === 3 && isSeen")
    tables.act(chooser(), "[data-answer=ten]")
    bob.find("#tab-moves").click()
    for window in tables.pair:
        window.until("the sixth step", f"const [at, isSeen] = (() => {{ {seen} }})(); return at === 5 && isSeen")
        same(window.script(seen)[2], True, "the panel is higher than its place")
        same(
            window.script(
                "return [...document.querySelectorAll('#opening .skipped')].map(li => li.textContent.slice(-8))"
            ),
            ["Skipped."],
            "the step that ten fifth moves replace",
        )


# The openings and the number of steps of each.
OPENINGS = {"swap": 2, "swap2": 4, "pro": 3, "long-pro": 3, "rif": 5, "soosorv-8": 7, "taraguchi-10": 7}


def test_every_opening_has_a_panel_and_a_demonstration(tables, thorough):
    """Each opening has a panel with all its steps and the current one, and can be shown on a
    board."""
    ann = tables.ann
    for opening, steps in OPENINGS.items() if thorough else [("pro", 3), ("taraguchi-10", 7)]:
        ann.driver.get(f"{ann.url}/?room={new_room()}&rule=renju&opening={opening}&robot=1")
        ann.online()
        wait_shown(ann, "[data-action=opening]")
        ann.click("[data-action=opening]")
        wait_shown(ann, "#opening")
        count, worded, step, now = ann.script("""const items = [...document.querySelectorAll('#opening li')];
            return [items.length, items.filter(li => li.textContent.length > 9).length,
                items.findIndex(li => li.getAttribute('aria-current') === 'step'), document.querySelector('#opening [aria-current] b').textContent]""")
        same((count, worded, step, now[:16]), (steps, steps, 0, "Place stone 1: X"), opening)
        ann.click("#how-it-works")
        shown = ann.until(
            "the demonstration",
            "return document.querySelector('#opening-demo[open] .demo-board') "
            "&& document.querySelector('.demo-told small').textContent",
        )
        assert shown.endswith(f" of {steps}"), shown


def test_chat_scrolls_at_double_font_size(tables):
    """With a font size of 200 % two lines of the chat remain visible, and the message field can be
    reached, by scrolling if necessary."""
    ann, _ = tables.start()
    ann.resize(1280, 800)
    ann.script("document.documentElement.style.fontSize = '200%'")
    height, inside = (
        ann.script("""const body = document.getElementById('tab-chat-body'), field = document.getElementById('chat-text');
        const height = body.querySelector('.chat').clientHeight;
        field.scrollIntoView();
        const [box, row] = [body, field].map(e => e.getBoundingClientRect());
        return [height, row.top >= box.top - 1 && row.bottom <= box.bottom + 1]""")
    )
    assert height >= 90, height
    same(inside, True, "the field is in its place")


def win_on_bottom_row(tables):
    """Lets Ann win with a row along the board's lower edge."""
    ann, bob = tables.start()
    tables.play("h3", "a15", "i3", "c15", "j3", "e15", "k3", "g15", "l3")
    for window in tables.pair:
        wait_shown(window, "#result")
        wait_shown(window, "#share-game")
    return ann, bob


# Returns the labels of the buttons after a game, and whether a sentence explains each.
NEXT_STEPS = """return [...document.querySelectorAll('#actions button')].filter(b => b.checkVisibility())
    .map(b => [b.querySelector('span').textContent, Boolean(b.title)])"""
# Returns the words of the bar that are broken into two lines or cut off.
BROKEN = """return [...document.querySelectorAll('#actions span, #actions em')].filter(e => e.checkVisibility() && e.firstChild?.nodeType === 3).flatMap(e => {
    const text = e.firstChild, range = document.createRange(), button = e.closest('button').getBoundingClientRect();
    return [...text.data.matchAll(/\\S+/g)].filter(({0: word, index}) => {
        range.setStart(text, index); range.setEnd(text, index + word.length);
        const [first, ...more] = range.getClientRects();
        return more.length || first.left < button.left - .5 || first.right > button.right + .5 || first.bottom > button.bottom + .5;
    }).map(([word]) => word);
})"""


@pytest.mark.parametrize("language", ["en", "de", pytest.param("fr", marks=pytest.mark.full)])
def test_steps_after_a_game_say_what_they_do(tables, language):
    """After a game the result is in the prompt and covers nothing. Each button of the bar says what
    it does, and no word is broken at any size."""
    for window in tables.pair:
        remember(window, language=language)
    ann, bob = win_on_bottom_row(tables)
    if language == "en":
        outcomes = [window.script("return document.querySelector('#turn').textContent") for window in (ann, bob)]
        same(outcomes, ["You win (five in a row)!", "You lose (five in a row)."], "the outcome")
        names = ["Rematch", "Next opponent", "Share game", "Analyse", "New game"]
        same(ann.script(NEXT_STEPS), [[name, True] for name in names], "what to do next")
    for size in (*SIZES, (812, 568), (390, 664), (320, 568)):
        ann.resize(*size)
        same(ann.script(BROKEN), [], f"broken words at {size}")
        same(ann.script(OUTSIDE, ["#actions button"]), [], f"the steps at {size}")
        same(ann.script(COVERED), [], f"parts over the board or the bar at {size}")


# Returns the visible elements outside the board and the bar that lie on one of them.
COVERED = """const wood = document.querySelector('#board .wood').getBoundingClientRect(), bar = document.querySelector('#actions').getBoundingClientRect();
return [...document.body.querySelectorAll('*')].filter(e => e.checkVisibility({visibilityProperty: true})
    && !e.closest('#board, #actions') && !e.matches(':has(#board, #actions), .hidden, .skip')).filter(e => {
    const r = e.getBoundingClientRect();
    return r.width > 1 && r.height > 1 && [wood, bar].some(o => Math.min(r.right, o.right) > Math.max(r.left, o.left) + 1 && Math.min(r.bottom, o.bottom) > Math.max(r.top, o.top) + 1);
}).map(e => e.outerHTML.slice(0, 80))"""


def test_result_stays_after_a_reload_and_leads_to_a_rematch(tables):
    """A reloaded page still shows the result. The rematch swaps sides, and the score of both games
    is beside the names."""
    ann, bob = win_on_bottom_row(tables)
    ann.driver.refresh()
    ann.online()
    wait_shown(ann, "#result")
    tables.act(bob, "[data-action=rematch]")
    wait_shown(ann, ".question.rematch")
    tables.act(ann, "[data-answer=accept]")
    same(tables.state["game"], "2", "the rematch")
    score = """return ['x', 'o'].map(side => document.querySelector(`.player[data-side=${side}] .name`).textContent
        + ': ' + document.querySelector(`.player[data-side=${side}] .score`).textContent)"""
    for window in tables.pair:
        window.until("the score", score + ".join() === 'Bob: Score 0,Ann: Score 1'")
    bob.driver.refresh()
    bob.online()
    bob.until("the score after a reload", score + ".join() === 'Bob: Score 0,Ann: Score 1'")
    tables.play("h8", "h9")
    tables.resign(ann)
    ann.until(
        "the score in words", "return document.querySelector('.score-words').textContent === 'Score: Bob 1 – 1 Ann'"
    )


def test_finished_game_is_shared_with_its_link_and_file(tables):
    """The dialog for a finished game has the link to its page, and saves the record."""
    ann, _ = win_on_bottom_row(tables)
    ann.click("#share-game")
    link = ann.until("the link", "return document.querySelector('#share-dialog[open] #link')?.value")
    assert "?record=" in link, link
    same(
        ann.script(
            "return [...document.querySelectorAll('#share-dialog a')].map(a => [a.textContent, a.href || '', a.download || ''])"
        )[0],
        ["View game", link, ""],
        "the way to the game's page",
    )
    room = ann.script("return new URLSearchParams(location.search).get('room')")
    name, address = ann.script(
        "const file = document.querySelector('#share-dialog a[download]'); return [file.download, file.href]"
    )
    same((name, address), (f"{room}-1.sgf", f"{ann.url}/api/rooms/{room}/games/1.sgf"), "the file")
    with urllib.request.urlopen(address, timeout=TIMEOUT) as answer:
        record = answer.read().decode()
    same(len(re.findall(r";[BW]\[", record)), 9, f"moves of {record}")
    ann.click("#its-record")
    ann.until(
        "the game's page", "return document.querySelector('.record, .replay') && location.search.includes('record=')"
    )

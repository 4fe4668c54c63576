"""A table in two browsers: the players' strips, the link to share, guided openings, looking back,
and the robot's levels."""

import json
import re
import uuid

import pytest

from gomokutest.browser import Keys, shared
from gomokutest.checks import same
from gomokutest.screens import BOARD, LEAST, OUTSIDE, SIZES
from gomokutest.tables import (
    PLAYABLE,
    STONES,
    choose_terms,
    claim,
    leave,
    new_room,
    open_dialog,
    prefer,
    press,
    remember,
    wait_shown,
)

# A window larger than the others, because the board grows with it.
LARGE = (2560, 1440)
# Whether an element is too large for its box and scrolls.
SCROLLS = """const place = document.querySelector(arguments[0]);
    return place.scrollHeight > place.clientHeight + 1 || place.scrollWidth > place.clientWidth + 1"""
# Returns the table's name and the document's title.
TITLES = "return [document.getElementById('room-name').textContent, document.title]"
# Returns names that are clipped by their strip or by their own box.
CUT_NAMES = """return [...document.querySelectorAll('.player')].flatMap(strip => {
    const name = strip.querySelector('.name'), box = strip.getBoundingClientRect(), r = name.getBoundingClientRect();
    const cut = name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1 || r.top < box.top - .5 || r.bottom > box.bottom + .5;
    return cut || r.width < 10 ? [`${name.textContent} ${name.scrollWidth}/${name.clientWidth} ${name.scrollHeight}/${name.clientHeight}`] : [] })"""


def test_player_strip_shows_name_delay_clock_and_absence(tables):
    """A strip shows the player's name as a link to the profile, the connection's delay, the clock
    and its periods, and absence."""
    ann, bob = tables.start(clock="300/3x20")
    tables.play("h8", "h9")
    strip = ".player[data-side=o] "
    ann.until("the lag", "return /^\\d+\\sms$/.test(document.querySelector(arguments[0] + '.trip').textContent)", strip)
    assert ann.script("return document.querySelector(arguments[0] + '.net').dataset.bars", strip) in ("1", "2", "3"), (
        "bars of the line"
    )
    same(
        ann.script("return document.querySelector(arguments[0] + '.clock small').textContent", strip),
        "3\u00a0×\u00a020\u00a0s",
        "periods",
    )
    same(
        ann.script("return document.querySelector(arguments[0] + '.name').getAttribute('href')", strip),
        f"?person={tables.state['o']}",
        "the link",
    )
    ann.click(strip + ".name")
    ann.until("the profile", "return document.querySelector('.screen .person')")
    same(ann.script("return document.documentElement.dataset.connection"), "online", "the game's line")
    ann.driver.back()
    ann.until("the table", "return document.documentElement.dataset.screen === ''")
    leave(bob)
    ann.until(
        "away",
        "const s = document.querySelector(arguments[0]); "
        "return s.querySelector('small').textContent === 'away' && s.querySelector('.net').dataset.bars === '0'",
        strip,
    )


@pytest.fixture(scope="module")
def owners(table_windows):
    """The tokens of Ann and Bob by window. Both own claimed names."""
    tokens = {}
    with table_windows.fresh():
        for window in table_windows.pair:
            window.visit(new_room())
            claim(window)
            tokens[window] = window.script("return localStorage.getItem('gomoku.token')")
    return tokens


@pytest.fixture
def rated_tables(owners, tables):
    """The windows of Ann and Bob, who both own claimed names."""
    for window in tables.pair:
        remember(window, token=owners[window])
    return tables


def test_player_strips_show_ratings_and_changes(rated_tables):
    """In a rated game a strip shows the rating beside the name, with a question mark while it is
    uncertain, and after the game the rating change of both players."""
    tables = rated_tables
    ann, bob = tables.start(clock="300+5", rated="yes")
    for window in tables.pair:
        window.until(
            "the ratings before the first rated game",
            "return [...document.querySelectorAll('.player .rating')].every(r => r.textContent === '1500?')",
        )
    tables.play("h8", "h9", "i8", "i9", "j8", "j9")
    tables.resign(bob)
    for window in tables.pair:
        window.until(
            "both changes",
            "return [...document.querySelectorAll('.gain')].every(g => /^[+−]\\d+$/.test(g.textContent))",
        )
        same(
            window.script(
                "return ['x', 'o'].map(s => document.querySelector(`.player[data-side=${s}] .gain`).dataset.way)"
            ),
            ["up", "down"],
            "who has gained",
        )
    told = ann.until(
        "the ratings",
        "const r = [...document.querySelectorAll('.player .rating')].map(e => parseInt(e.textContent)); return r.every(Boolean) && r",
    )
    assert max(told) > 1500 > min(told), told
    tables.start(clock="300+5", rated="yes")
    ann.until(
        "the ratings of the next game",
        "return document.querySelector('.player[data-side=x] .rating').textContent === arguments[0]",
        f"{max(told)}?",  # After one game a rating is uncertain.
    )
    same(ann.script("return document.querySelector('.gain').textContent"), "", "nothing is gained yet")


def test_rated_game_has_no_hints_and_a_separate_spectator_chat(rated_tables, open_window):
    """The owner of a name can request a rated game with a clock. It has no hints, and its
    spectators chat separately."""
    tables = rated_tables
    ann, bob = tables.pair
    tables.visit()
    ann.new_game("x", start=False)
    enabled = "return !document.querySelector('#new-game-dialog [name=rated]').disabled"
    choose_terms(ann, clock="")
    same(ann.script(enabled), False, "a rated game needs a clock")
    choose_terms(ann, clock="300+5", rated=True)
    same(ann.script(enabled), True, "with a clock it can be rated")
    ann.click("#new-game-dialog button[value=start]")
    tables.join()
    same(tables.state.get("rated"), "yes", "rated")
    assert "rated" in ann.text("#rule"), ann.text("#rule")
    tables.play("h8", "i9")
    same(ann.script("return document.querySelector('[data-action=hint]').checkVisibility()"), False, "a hint")
    eve = open_window("Eve")
    eve.visit(tables.room)
    eve.find("#chat-text").send_keys("Ann should play g7")
    eve.click("#chat-form button")
    eve.until("the line", "return document.getElementById('chat').textContent.includes('(to spectators) Ann should')")
    ann.find("#chat-text").send_keys("Good luck")
    ann.click("#chat-form button")
    for window in (eve, ann, bob):
        window.until("the line", "return document.getElementById('chat').textContent.includes('Good luck')")
    for window in (ann, bob):
        same("g7" in window.text("#chat"), False, f"the advice, for {window.name}")


def test_long_names_are_never_cut(tables):
    """Names are never clipped. A long name shrinks, then wraps, at every size. Renaming does not
    change the game."""
    ann, bob = tables.start(clock="300/3x20")
    rev = ann.rev()
    for window, name in ((ann, "Wilhelmine Wammerswaldau"), (bob, "MWMWMWMWMWMWMWMWMWMWMWMW")):
        field = window.find("#name")
        field.clear()
        field.send_keys(name, Keys.ENTER)
        window.find("#chat")
    for window in tables.pair:
        window.until(
            "both names",
            "const name = (side) => document.querySelector(`.player[data-side=${side}] .name`).textContent;"
            "return name('o').startsWith('MW') && name('x').startsWith('Wil')",
        )
    same(ann.rev(), rev, "a name is no change of the game")
    for size in (*SIZES, LARGE):
        ann.resize(*size)
        same(ann.script(CUT_NAMES), [], f"names at {size}")


def test_share_button_copies_and_shows_the_link(tables):
    """The Share button copies the link, and shows it as text and as a QR code. The focus returns to
    the button when the dialog closes."""
    ann = tables.ann
    ann.visit(new_room())
    ann.driver.execute_cdp_cmd(
        "Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    )
    ann.resize(1280, 900)
    ann.script("document.querySelector('#share').focus()")
    ann.driver.switch_to.active_element.send_keys(Keys.ENTER)
    ann.until("the dialog", "return document.querySelector('#share-dialog[open]')")
    address = ann.script("return location.href")
    same(ann.script("return document.querySelector('#link').value"), address, "the link")
    ann.until(
        "copied",
        "return document.querySelector('#share-dialog .told').textContent === 'Link copied. Send it to a friend.'",
    )
    same(
        ann.driver.execute_async_script(
            "navigator.clipboard.readText().then(arguments[0], (e) => arguments[0](String(e)))"
        ),
        address,
        "what was copied",
    )
    squares = ann.driver.execute_async_script(
        "import('/page/qr-code.js').then(({qrCode}) => arguments[1](qrCode(arguments[0]).flat().filter(Boolean).length))",
        address,
    )
    same(
        ann.script("return document.querySelector('#share-dialog .code path').getAttribute('d').split('M').length - 1"),
        squares,
        "squares of the code",
    )
    for size in SIZES:
        ann.resize(*size)
        same(ann.script(OUTSIDE, ["#share-dialog", "#share-dialog .code", "#link"])[:1], [], f"the dialog at {size}")
        side = ann.script("return document.querySelector('#share-dialog .code').getBoundingClientRect().width")
        assert side >= 120, f"the code is {side} wide at {size}"
    ann.resize(1280, 900)
    ann.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    ann.until("closed", "return !document.querySelector('#share-dialog')")
    same(ann.script("return document.activeElement.id"), "share", "the focus")


# Returns a notice's colour, role and symbol.
NOTICE = """const notice = document.getElementById('notice'), style = getComputedStyle(notice);
    return notice.hidden || !notice.textContent.endsWith(arguments[0]) ? null
        : [style.backgroundColor, notice.getAttribute('role'), getComputedStyle(notice, '::before').content]"""
# Shortens the time for which notices are shown to a fifth.
IMPATIENT = "const wait = window.setTimeout; window.setTimeout = (run, after, ...more) => wait(run, after === 6_000 ? 1_200 : after, ...more);"


def test_information_notice_differs_from_an_error_and_disappears(tables):
    """An information notice differs from an error, not only by colour, and disappears by itself."""
    ann, bob = tables.start()
    ann.script(IMPATIENT)
    tables.play("h8")
    press(ann, "#board [data-point='h8'] .hit")
    wrong = ann.until("an error", NOTICE, "")
    tables.act(ann, "[data-action=hints]")
    tables.act(bob, "[data-answer=accept]")
    wait_shown(bob, "[data-action=hint]")
    press(bob, "[data-action=hint]")
    told = ann.until("information", NOTICE, "took a hint.")
    assert told[0] != wrong[0] and told[2] != wrong[2], (wrong, told)
    same((wrong[1], told[1]), ("alert", "status"), "how it is announced")
    ann.until("it goes by itself", "return document.getElementById('notice').hidden")


# Records the intervals that the page requests, and speeds up the demonstration.
QUICK_STEPS = """const every = window.setInterval; window.intervals = [];
    window.setInterval = (run, after, ...more) => { intervals.push(after); return every(run, after === 1_600 ? 200 : after, ...more); };"""


def test_opening_demonstration_goes_step_by_step(tables):
    """An opening is demonstrated on a small board with text for every step. It advances
    automatically or by hand, but only by hand with reduced motion."""
    ann = tables.ann
    prefer(ann, "no-preference")
    ann.driver.get(f"{ann.url}/?room={new_room()}&opening=swap2&robot=1")
    ann.online()
    ann.click("[data-action=opening]")
    ann.script(QUICK_STEPS)
    open_dialog(ann, "#how-it-works", "#opening-demo")
    ann.until("it goes on by itself", "return Number(document.querySelector('#opening-demo').dataset.at) >= 2")
    # Goes back to the fourth picture, and from there to the last.
    seen = ann.script("""const demo = document.querySelector('#opening-demo'), seen = [];
        const button = (words) => [...demo.querySelectorAll('button')].find(b => b.textContent === words);
        do button('Back').click(); while (demo.dataset.at > 3);
        while (demo.dataset.at < 3) button('Next').click();
        for (let to = 4; to <= 6; to += 1) {
            button('Next').click();
            seen.push([Number(demo.dataset.at), demo.querySelectorAll('[data-stone=x], [data-stone=o]').length, demo.querySelector('.demo-told small').textContent]);
        }
        return seen""")
    same(seen, [[4, 4, "Step 3 of 4"], [5, 5, "Step 3 of 4"], [6, 5, "Step 4 of 4"]], "the last pictures")
    same(
        ann.script("return document.querySelector('.demo-words').textContent"),
        "Then the first player chooses a side.",
        "its words",
    )
    for size in SIZES:
        ann.resize(*size)
        same(ann.script(OUTSIDE, ["#opening-demo", "#opening-demo .demo-board"])[:1], [], f"at {size}")
    same(ann.script("return intervals.includes(1_600)"), True, "its steps have a timer")
    ann.resize(1280, 900)
    ann.script("document.querySelector('#opening-demo [value=done]').click()")
    prefer(ann, "reduce")
    ann.script("window.intervals = []")
    open_dialog(ann, "#how-it-works", "#opening-demo")
    same(
        ann.script("return [intervals.includes(1_600), document.querySelector('#opening-demo').dataset.at]"),
        [False, "0"],
        "with reduced motion",
    )


def test_forbidden_points_are_shown_to_x_only(tables):
    """Under renju X always sees forbidden points, and O does not. A refused point shows the two
    threes at every size."""
    ann, bob = tables.start(rule="renju")
    tables.play("e8", "a15", "f8", "c15", "g6", "e15", "g7", "g15")
    ann.until("the mark", "return document.querySelector('[data-point=g8] .forbidden')")
    same(bob.script("return document.querySelectorAll('#board .forbidden').length"), 0, "for O")
    press(ann, "#board [data-point='g8'] .hit")
    same(
        ann.script("return document.getElementById('notice').textContent"),
        "g8 is forbidden to X: double three. It would make these threes at once: e8 f8 g8 and g8 g7 g6.",
        "why not",
    )
    for size in SIZES:
        ann.resize(*size)
        same(
            ann.script("""const box = (e) => { const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; };
            const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
            const rings = [...document.querySelectorAll('.why circle')].map(box);
            return ['e8', 'f8', 'g8', 'g7', 'g6'].filter(p => !rings.some(ring => far(ring, box(document.querySelector(`[data-point=${p}] .hit`))) < 2))"""),
            [],
            f"stones without a ring at {size}",
        )
    same(ann.script("return document.querySelectorAll('.why line').length"), 2, "the two threes")


def test_wheel_steps_through_the_moves(tables):
    """The wheel steps back through the moves, and forward to the live game, which continues. The
    list marks the position."""
    ann, bob = tables.start()
    tables.play("h8", "h9", "i8", "i9")
    turn = "document.querySelector('#board').dispatchEvent(new WheelEvent('wheel', {deltaY: arguments[0], bubbles: true, cancelable: true}))"
    ann.script(turn, -120)
    ann.until("one back", STONES + " === 3")
    wait_shown(ann, "#moves")
    same(
        ann.script(
            "return document.querySelector('#moves [aria-current]').textContent.trim().replace(/\\s+/g, ' ').replace(/ [\\d.]+ s$/, '')"
        ),
        "3 i8",
        "the marked move",
    )
    ann.script(turn, -120)
    ann.until("two back", STONES + " === 2")
    rev = bob.rev()
    ann.script("document.querySelector('#moves li:nth-child(1) button').click()")
    ann.until("the first move", STONES + " === 1")
    for stones in (2, 3, 4):
        ann.script(turn, 120)
        ann.until("on", STONES + " === arguments[0]", stones)
    same(ann.script("return document.documentElement.dataset.replay"), "on", "the last position")
    ann.script(turn, 120)
    ann.until(
        "the live game",
        "return !document.querySelector('.replay') && document.querySelector('#board').classList.contains('playable')",
    )
    same(bob.rev(), rev, "nothing was done at the table")
    ann.script(turn, -120)
    ann.until("back once more", STONES + " === 3")
    ann.script(turn, -30)
    same(ann.script(STONES), 3, "a small turn is none")
    ann.click("#next")
    tables.play("j8")


def test_past_position_and_moves_fit_on_the_screen(tables):
    """While looking back the whole board stays on the screen, with the moves within reach, at every
    size."""
    ann, _ = tables.start(clock="300/3x20")
    tables.play("h8", "h9", "i8", "i9")
    where = (
        "const r = document.querySelector('#board').getBoundingClientRect(); return [r.left, r.top, r.width, r.height]"
    )
    ann.resize(*SIZES[0])
    before = ann.script(where)
    ann.find("#moves")
    ann.script("document.querySelector('#moves li:nth-child(2) button').click()")
    ann.until("the replay", STONES + " === 2")
    same(ann.script(where), before, "the board of a phone, before and after")
    controls = [
        ".replay .step-buttons button",
        ".replay input[type=range]",
        ".replay select",
        ".replay .open-record",
        ".replay .links a",
    ]
    for size in (*SIZES, LARGE):
        ann.resize(*size)
        same(ann.script(OUTSIDE, ["#board", ".player", ".player .name", ".tabs", "#next", *controls]), [], f"at {size}")
        same(ann.script(SCROLLS, "#replay-place"), False, f"the controls scroll at {size}")
        side = ann.script(BOARD)
        assert side >= 0.88 * LEAST.get(size, (1400,))[0], f"the board is {side} at {size}"


def test_table_name_is_readable(tables):
    """A table's name is shown as capitalized words. A random name from the server is replaced by
    the players' names."""
    ann = tables.ann
    number = uuid.uuid4().int % 90 + 10
    ann.driver.get(f"{ann.url}/?room=calm-otter-{number}")
    ann.online()
    name = [f"Calm otter {number}", f"Calm otter {number} · Five in a row"]
    same(ann.script(TITLES), name, "the name")
    ann.driver.get(f"{ann.url}/?room=g{uuid.uuid4().hex[:12]}&rule=freestyle&robot=2")
    ann.online()
    ann.until("the players", "return document.querySelector('#room-name').textContent.endsWith('– Sprout')")
    shown, title = ann.script(TITLES)
    same(title.removeprefix("● "), f"{shown} · Five in a row", "the document's title")


def test_moves_have_their_times_also_after_a_reload(tables):
    """The list of moves shows the time of each move, also after a reload and while looking
    back."""
    ann, _ = tables.start()
    tables.play("h8", "h9", "i8", "i9")
    shown = "return [...document.querySelectorAll('#moves time')].map(e => e.textContent)"
    times = ann.until("the times", f"const t = (() => {{ {shown} }})(); return t.length === 4 && t.every(Boolean) && t")
    assert all(re.fullmatch(r"\d+(\.\d)?\u00a0s", time) for time in times), times
    ann.driver.refresh()
    ann.online()
    ann.until("the same times", f"return (() => {{ {shown} }})().join() === arguments[0]", ",".join(times))
    press(ann, "#moves li:nth-child(2) button")
    ann.until(
        "the replay", "return document.querySelector('.replay') && document.querySelector('#moves [aria-current]')"
    )
    same(ann.script(shown), times, "the times while looking back")


def test_spectator_takes_no_seat_of_a_player_who_is_present(tables, open_window):
    """After a game at a table with a name, a spectator gets the button for a new game when a player
    has left, and only the seat of that player."""
    ann, bob = tables.start()
    tables.play("h8", "h9")
    tables.resign(bob)
    eve = open_window("Eve")
    eve.visit(tables.room)
    wait_shown(eve, "[data-action=report]")
    same(eve.script("return document.querySelector('#new-game').checkVisibility()"), False, "while both are present")
    leave(bob)
    open_dialog(eve, "#new-game", "#new-game-dialog")
    same(
        eve.script("""return [...document.querySelectorAll('#new-game-dialog :is([name=opponent], [name=sides])')]
            .filter(input => input.checkVisibility()).map(input => [input.value, input.checked])"""),
        [["o", True]],
        "what can be chosen",
    )
    rev = eve.rev()
    eve.click("#new-game-dialog button[value=start]")
    eve.at_rev(rev + 1)
    state = tables.state
    same((state["game"], state.get("x")), ("2", None), "the seat is open for Ann")
    ann.click(".player[data-side=x] button")
    ann.at_rev(rev + 2)
    same(bool(tables.state.get("x")), True, "Ann has it again")


def test_every_robot_level_has_a_name_and_description(tables):
    """Each of the robot's ten levels has a name and a description of suitable opponents, at every
    size."""
    ann = tables.ann
    room = new_room()
    ann.visit(room)
    open_dialog(ann, "[data-choice=robot]", "#new-game-dialog")
    told = ann.script("""const slider = document.querySelector('#new-game-dialog [name=level]');
        return Array.from({length: 10}, (_, at) => { slider.value = at + 1; slider.dispatchEvent(new Event('input', {bubbles: true}));
            return [document.querySelector('#new-game-dialog output').textContent, document.querySelector('.level-note').textContent,
                slider.getAttribute('aria-valuetext')]; })""")
    same([len({words[part] for words in told}) for part in range(3)], [10, 10, 10], "words of their own")
    same((told[0][0], told[3][0], told[9][0]), ("1 of 10: Seed", "4 of 10: Willow", "10 of 10: Kaya"), "names")
    for size in SIZES:
        ann.resize(*size)
        same(
            ann.script("""const told = ['.level-note', '#new-game-dialog output'].map(s => document.querySelector(s));
            return told.filter(e => e.scrollWidth > e.clientWidth + 1).length"""),
            0,
            f"the words at {size}",
        )
    ann.resize(1280, 900)
    ann.script(
        "const s = document.querySelector('#new-game-dialog [name=level]'); s.value = 2; s.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    ann.click("#new-game-dialog button[value=start]")
    ann.until(
        "Sprout sits there", "return document.querySelector('.player[data-side=o] .name').textContent === 'Sprout'"
    )
    same(ann.text(".player[data-side=o] small"), "computer, level 2", "what it is")
    same(shared(tables.url, room)["state"]["o"], "robot:2", "the robot")


def test_shortened_thinking_time_is_shown_once_per_game(open_window):
    """Under load the server sends the shorter thinking time with each move. The page shows it
    once."""
    ann = open_window("Ann")
    ann.driver.execute_cdp_cmd(
        "Page.addScriptToEvaluateOnNewDocument",
        {
            "source": "const Line = WebSocket; WebSocket = class extends Line { constructor(...w) { super(...w); globalThis.line = this; } };"
        },
    )
    room = new_room()
    ann.driver.get(f"{ann.url}/?room={room}&rule=freestyle&robot=2")
    ann.online()
    wait_shown(ann, "[data-action=hint]")

    def think(milliseconds):
        """Delivers a `thinking` message to the page, and returns the notice over the board."""
        message = {"type": "thinking", "room": room, "side": "o", "milliseconds": milliseconds, "usual": 1_000}
        ann.script("line.dispatchEvent(new MessageEvent('message', {data: arguments[0]}))", json.dumps(message))
        ann.settled()
        return ann.text("#notice")

    words = "The server is busy: the computer thinks for about {} s instead of 1 s."
    same(think(1_000), "", "the usual time")
    same(think(400), words.format("0.4"), "the notice")
    same(think(300), words.format("0.4"), "the notice after the next move")


def test_lost_game_offers_the_next_lower_level(tables):
    """After a lost game against the robot the result card offers the next lower level at every
    size, and a single press starts that game."""
    ann = tables.ann
    room = new_room()
    ann.driver.get(f"{ann.url}/?room={room}&rule=freestyle&robot=2")
    ann.online()
    wait_shown(ann, "[data-action=hint]")  # Hints against the robot need no consent.
    for stones in (2, 4):
        ann.until("one's turn", PLAYABLE)
        free = ann.script(
            "return [...document.querySelectorAll('#board [data-point]')].find(c => !c.dataset.stone).dataset.point"
        )
        press(ann, f"#board [data-point='{free}'] .hit")
        ann.until("the answer", STONES + " === arguments[0]", stones)
    open_dialog(ann, "#resign", "#resign-dialog")
    ann.click("#resign-dialog button[value=resign]")
    wait_shown(ann, "#result")
    same(
        ann.script("return [...document.querySelectorAll('#result .levels button')].map(b => b.textContent)"),
        ["Too hard? Try Seed"],
        "a loser is not asked whether it was too easy",
    )
    for size in SIZES:
        ann.resize(*size)
        same(ann.script(OUTSIDE, ["#result", "#result .levels button"])[:1], [], f"the card at {size}")
    ann.resize(1280, 900)
    ann.click("#result .levels [data-level='1']")
    ann.until(
        "the next game", "return [...document.querySelectorAll('.player .name')].some(n => n.textContent === 'Seed')"
    )
    state = shared(tables.url, room)["state"]
    same(state["game"], "2", "the next game")
    assert "robot:1" in (state["x"], state["o"]), state

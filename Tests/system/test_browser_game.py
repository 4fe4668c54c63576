"""Whole games between two browsers with openings, clocks, offers, absence, hints and chat. Bob's
computer clock is wrong by about an hour."""

import statistics

import pytest

from gomokutest.browser import Keys, PageServer
from gomokutest.checks import same
from gomokutest.preload import Clock
from gomokutest.tables import Tables, leave, open_dialog, press, press_keys, wait_shown

# The offset of Bob's computer clock from the server's time, in milliseconds.
SKEW = 3_723_456
# The allowed difference between a clock on the page and the server's, in milliseconds. A busy
# machine draws late, but Bob's hour would be far outside.
AGREEMENT = 5_000
# Records the time at which each text of a clock appeared. The times are this machine's, whatever
# time the page believes it is.
WATCH = """window.faces = []; const digits = document.querySelector('.clock.' + arguments[0] + ' b');
window.watching?.disconnect();
window.watching = new MutationObserver(() => faces.push([performance.timeOrigin + performance.now(), digits.textContent]));
watching.observe(digits, {childList: true, characterData: true, subtree: true});"""


@pytest.fixture(scope="module")
def table_windows(page_server):
    windows = Tables(page_server.url)
    windows.bob.driver.execute_cdp_cmd(
        "Page.addScriptToEvaluateOnNewDocument",
        {"source": f"{{ const real = Date.now.bind(Date); Date.now = () => real() + {SKEW}; }}"},
    )
    yield windows
    windows.close()


def spoken(window, words):
    window.until(words, "return document.getElementById('live').textContent.includes(arguments[0])", words)


def question(window):
    return window.text("#questions p")


def notice(window, words):
    window.until(words, "return document.getElementById('notice').textContent.startsWith(arguments[0])", words)


def test_swap2_game_with_a_clock(tables):
    """A swap2 game with a clock. One player places three stones, the other one two, the first
    player chooses, and the sides are swapped."""
    ann, bob = tables.start_by_dialog(opening="swap2", clock="600/5x30")
    same(tables.state["clock"], "600/5x30", "clock")
    same((ann.text("#turn"), bob.text("#turn")), ("Place stone 1: X.", "Ann places stone 1."), "what is awaited")
    rule = ann.text("#rule")
    assert "Swap2" in rule and "10 min + 5 × 30 s" in rule, rule
    tables.play("h8", "i9", "g7")
    same(
        (ann.text("#turn"), bob.text("#turn")),
        ("Bob is choosing.", "Take a side, or add two stones (opponent chooses)?"),
        "what is awaited",
    )
    same(
        bob.script("return [...document.querySelectorAll('#questions [data-answer]')].map(b => b.textContent)"),
        ["Take X", "Take O", "Add two stones"],
        "choices",
    )
    press(bob, "#board [data-point='a1'] .hit")
    notice(bob, "Make your choice first.")
    tables.act(bob, "[data-answer=more]")
    spoken(ann, "Bob adds two stones.")
    tables.play("a1", "o15")
    same(ann.text("#turn"), "Which side do you take?", "Ann's choice")
    before = tables.state
    tables.act(ann, "[data-answer=white]")
    after = tables.state
    same((after["x"], after["o"]), (before["o"], before["x"]), "sides are exchanged")
    same("phase" in after, False, "the opening is over")
    same(ann.text("#turn"), "Your turn. You play O.", "Ann's headline")
    same(
        ann.script("return document.querySelector('.clock.o').closest('[data-side]').dataset.side"),
        "o",
        "where O's clock is",
    )


def test_takeback_and_draw_offers(tables, open_window):
    """A takeback is requested and accepted, and a spectator's board follows. A draw is offered and
    declined, and cannot be offered again immediately."""
    ann, bob = tables.start(clock="300+5")
    tables.play("h8", "i9")
    eve = open_window("Eve")
    eve.visit(tables.room)
    same(eve.stones(), {"h8": "x", "i9": "o"}, "Eve's board")
    tables.act(bob, "[data-action=takeback]")
    same(
        (question(ann), question(bob)),
        ("Bob asks for a takeback.", "Takeback request sent."),
        "questions",
    )
    spoken(ann, "Bob asks for a takeback.")
    ann.find("[data-answer=accept]").send_keys(Keys.ENTER)
    tables.at_rev(6)
    same(
        ann.script("return document.activeElement.closest('#board') !== null"),
        True,
        "the keyboard goes on at the board",
    )
    same(tables.state["move"], "1", "moves left")
    eve.at_rev(6)
    for window in (ann, eve):
        same(window.stones(), {"h8": "x"}, f"{window.name}'s board")
    spoken(bob, "Moves taken back: 1.")
    tables.play("i9")
    tables.act(bob, "[data-action=draw]")
    spoken(ann, "Bob offers a draw.")
    tables.act(ann, "[data-answer=refuse]")
    spoken(bob, "Draw declined.")
    button = bob.find("[data-action=draw]")
    same(
        (button.get_attribute("aria-disabled"), button.text.split("\n")[-1]),
        ("true", "Declined; again in 6 moves."),
        "the draw's button",
    )
    button.click()
    same((bob.text("#notice"), tables.state.get("offer")), ("Declined; again in 6 moves.", None), "nothing is sent")
    for window in tables.pair:
        shown = window.script(
            "return [...document.querySelectorAll('#new-game, #invite, #resign, [data-action]')].filter(b => b.checkVisibility()).length"
        )
        assert shown <= 4, f"{window.name} has {shown} buttons"


def test_resigning_and_a_rematch(tables):
    """A player resigns after a confirmation. A rematch swaps the sides, keeps the clock, and can be
    aborted at its start."""
    ann, bob = tables.start(clock="300+5")
    tables.play("h8", "i9")
    open_dialog(bob, "#resign", "#resign-dialog")
    same(bob.text("#resign-dialog h2"), "Resign this game as O?", "question")
    bob.click("#resign-dialog button[value=cancel]")
    same("result" in tables.state, False, "nothing was resigned")
    tables.resign(bob)
    before = tables.state
    same((before["result"], before["reason"]), ("x", "resign"), "end")
    tables.act(bob, "[data-action=rematch]")
    same(question(ann), "Bob offers a rematch with sides swapped.", "question")
    tables.act(ann, "[data-answer=accept]")
    after = tables.state
    same(
        (after["game"], after["x"], after["o"], after["clock"]), ("2", before["o"], before["x"], "300+5"), "the rematch"
    )
    same(bob.text("#turn"), "Your turn. You play X.", "Bob's headline")
    tables.play("h8")
    tables.act(ann, "[data-action=abort]")
    same(tables.state["reason"], "aborted", "called off")


def test_page_clocks_follow_the_server_time(tables):
    """The clocks of both pages follow the server's time, whatever the computers' clocks show."""
    ann, _bob = tables.start_by_dialog(clock="own", main=0.2, increment=0)
    same(tables.state["clock"], "12+0", "own values")
    tables.play("h8", "i9")
    state = tables.state
    same((state["turn"], "turnAt" in state), ("x", True), "X's time runs")
    for window in tables.pair:
        window.script(WATCH, "x")
    for window in tables.pair:
        window.until("tenths of seconds", "return faces.filter(([, face]) => face.includes('.')).length > 9")
    zero = int(state["turnAt"]) + int(state["xTime"])
    for window in tables.pair:
        faces = window.script("return faces")
        off = []
        for at, face in faces:
            minutes, seconds = face.split(":") if ":" in face else (0, face)
            left = int(minutes) * 60_000 + round(float(seconds) * 1_000)
            # The displayed time is rounded down, so a text appears when less than the next higher
            # value is left.
            off.append(at - (zero - left - (1_000 if left >= 10_000 else 100)))
        assert abs(statistics.median(off)) < AGREEMENT, (window.name, off)
    same(ann.script("return document.querySelector('.clock.x').classList.contains('low')"), True, "shortage shows")
    same(
        ann.script("return getComputedStyle(document.querySelector('.clock.x')).borderStyle"),
        "double",
        "shortage shows by more than colour",
    )
    spoken(ann, "10 seconds left.")
    same(
        ann.script("return document.querySelector('.clock.x').getAttribute('aria-live')"),
        "off",
        "a clock does not speak",
    )


def test_player_who_runs_out_of_time_loses(tables):
    """A player who runs out of time loses, and both pages show it."""
    ann, bob = tables.start(clock="3+0")
    tables.play("h8", "i9")
    tables.at_rev(5)
    state = tables.state
    same((state["result"], state["reason"]), ("o", "time"), "end")
    same((ann.text("#turn"), bob.text("#turn")), ("You lose (time out).", "You win (time out)!"), "headlines")
    same(bob.text(".clock.x b"), "0.0", "the clock that ran out")


@pytest.fixture
def clock(tmp_path):
    return Clock(str(tmp_path))


@pytest.fixture
def ahead(clock):
    """The windows of Ann and Bob, on a server whose clock the test moves."""
    server = PageServer(clock=clock)
    tables = Tables(server.url)
    yield tables
    tables.close()
    server.close()


def test_game_of_an_absent_player_can_be_claimed(ahead, clock):
    """If a player leaves, the page counts down the seconds until the opponent may claim the game.
    Then it offers the claim."""
    tables = ahead
    ann, bob = tables.start()
    tables.play("h8", "i9")
    leave(bob)
    ann.until("Bob is away", "return document.querySelector('.player[data-side=o]').classList.contains('absent')")
    clock.skip(10)
    ann.until("the page tells it", "return /^Bob has left/.test(document.querySelector('#questions p')?.textContent)")
    side, claimable = tables.state["gone"].split()
    same(side, "o", "who has left")
    spoken(ann, "Bob has left.")
    ann.driver.refresh()
    ann.online()
    same(ann.text(".player[data-side=o] .name"), "Bob", "the absent player's name, for a page that never saw him")
    # The script reads the page's text and the clock at the same moment.
    ann.until(
        "the countdown tells the time that is left",
        """
        const told = /^Bob has left. You can claim victory in (\\d+)\\ss.$/.exec(document.querySelector('#questions p')?.textContent);
        return told && !document.querySelector('[data-answer=claim]') && Math.abs(Number(told[1]) - (arguments[0] - Date.now()) / 1_000) < 2""",
        int(claimable) - clock.skipped / 1_000_000,
    )
    clock.skip(60)
    ann.driver.refresh()
    ann.online()
    wait_shown(ann, "[data-answer=claim]")
    rev = ann.rev()
    ann.click("[data-answer=claim]")
    ann.at_rev(rev + 1)
    same((tables.state["result"], tables.state["reason"]), ("x", "abandoned"), "end")
    same(ann.text("#turn"), "You win (game abandoned)!", "headline")


def test_opening_marks_restricted_points(tables):
    """When an opening restricts a stone, the page marks the closed points and explains a refusal.
    Fifth moves are offered and picked on the board."""
    ann, bob = tables.start(rule="renju", opening="rif")
    marked = "return document.querySelectorAll('#board .marked.' + arguments[0]).length"
    same((ann.script(marked, "outside"), bob.script(marked, "outside")), (224, 0), "closed points")
    press(ann, "#board [data-point='a1'] .hit")
    notice(ann, "a1 is not allowed now.")
    same(ann.find("[data-point=a1]").get_attribute("aria-label"), "a1, not allowed now", "words")
    tables.play("h8", "h9", "i9")
    tables.act(bob, "[data-answer=stay]")
    tables.play("h10")
    same(ann.text("#turn"), "Offer possible fifth moves: 2 more.", "Ann's headline")
    tables.play("g8")
    spoken(bob, "g8 is offered as a fifth move.")
    same((ann.script(marked, "fifth"), bob.script(marked, "fifth")), (1, 1), "offered")
    tables.play("j11")
    same(bob.text("#turn"), "Pick one of the marked points as X's fifth move.", "Bob's headline")
    press(bob, "#board [data-point='a1'] .hit")
    notice(bob, "a1 was not offered.")
    bob.play_by_keys("j11")
    ann.until("the fifth", "return document.querySelector('[data-point=j11]').dataset.stone === 'x'")
    same("phase" in tables.state, False, "the opening is over")


def test_hints_need_both_players_consent(tables):
    """Between two people hints need both players' consent. The page reports each hint to the
    opponent and marks it on the board."""
    ann, bob = tables.start()
    tables.play("h8", "a1", "i8", "a2", "j8", "a3")
    tables.act(ann, "[data-action=hints]")
    tables.act(bob, "[data-answer=accept]")
    tables.act(ann, "[data-action=hint]")
    bob.until(
        "the opponent is told",
        "return document.querySelector('.player[data-side=x] .hints-taken').textContent === '1 hint' "
        "&& document.getElementById('notice').textContent === 'Ann took a hint.'",
    )
    same(bob.script("return document.getElementById('notice').dataset.kind"), "info", "no error")
    cell = ann.until(
        "a hint", "return document.querySelector('#board .marked.hint')?.closest('[data-point]').dataset.point"
    )
    same(question(ann), f"Hint: {cell}.", "what is told")
    assert "suggested" in ann.find(f"[data-point={cell}]").get_attribute("aria-label")
    tables.play(cell)
    same(
        ann.script("return document.querySelector('#board .marked.hint, #questions .hinted')"),
        None,
        "the hint is gone with the position",
    )


def test_game_report_lists_its_moves(tables):
    """The report of a finished game lists its moves."""
    ann, bob = tables.start()
    tables.play("h8", "a1", "i8")
    tables.resign(bob)
    ann.click("[data-action=report]")
    ann.until("the report", "return document.querySelector('#report-dialog .report-moves')")
    ann.click("#report-dialog input[type=checkbox]")
    lines = ann.script("return [...document.querySelectorAll('.report-moves b')].map(b => b.textContent)")
    same(lines, ["1. X h8", "2. O a1", "3. X i8"], "moves")


def test_report_shows_proofs_and_chances_by_keyboard(tables):
    """The report names the events that decided the game. Its proofs can be stepped through, and its
    graph read, with the keyboard."""
    ann, _ = tables.start()
    # O ignores an open three, X misses its win, and O makes an open four.
    tables.play("h8", "i9", "h7", "j8", "h9", "k7", "a15", "l6", "h10", "m5")
    wait_shown(ann, "#result")
    ann.click("[data-action=report]")
    ann.until("the whole report", "return document.querySelector('.report-progress').hidden")
    events = ann.script("return [...document.querySelectorAll('.report-events button')].map(b => b.textContent)")
    same(
        [text for text in events if text.startswith("Move 7")],
        ["Move 7: X gave up a won game. Here is the win.", "Move 7: this move of X lost. Here is why."],
        "the decisive move",
    )
    number = next(index for index, text in enumerate(events) if "gave up" in text)
    ann.script("document.querySelectorAll('.report-events button')[arguments[0]].focus()", number)
    press_keys(ann, Keys.ENTER)
    stones = "return document.querySelectorAll('.report-board .dot').length"
    same(ann.script(stones), 7, "six moves, and the first of the proof")
    same(ann.text(".report-line span"), "Proof: move 1 of 3", "the place in the proof")
    ann.script("document.querySelector('.report-line button:nth-child(2)').focus()")
    press_keys(ann, Keys.ENTER, Keys.ENTER, Keys.ENTER)
    same((ann.script(stones), ann.text(".report-line span")), (9, "Proof: move 3 of 3"), "the end of the proof")
    ann.script("document.querySelector('.chance-graph input').focus()")
    press_keys(ann, Keys.HOME)
    same(ann.script(stones), 0, "before the first move")
    words = "return document.querySelector('.chance-graph input').getAttribute('aria-valuetext')"
    assert ann.script(words).startswith("Before the first move. X's chance: "), ann.script(words)
    press_keys(ann, Keys.END, Keys.PAGE_UP)
    assert ann.script(words).startswith("7. X a15: missed win. X's chance: 0%, proven."), ann.script(words)
    same(ann.script("return document.querySelectorAll('.report-board .ring').length"), 1, "the better move")
    assert ann.script("return document.querySelector('.chances .proven').getAttribute('d')"), "a solid stretch"


# The browser has a mouse, which browsers without a window lack.
MOUSE = "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4"


def test_report_names_points_and_keys(tables, open_window):
    """The report's board has coordinates: the letter and the number of a stone stand in its column
    and row. The words about keys are for devices with a mouse, not for phones."""
    ann, bob = tables.start()
    tables.play("h8", "a1", "i8")
    tables.resign(bob)
    ann.click("[data-action=report]")
    ann.until("the whole report", "return document.querySelector('.report-progress').hidden")
    ann.script("document.querySelector('.chance-graph input').focus()")
    press_keys(ann, Keys.END)
    names = ann.script("""const middle = (e) => { const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; };
        const board = document.querySelector('.report-board'), texts = [...board.querySelectorAll('.coordinate')];
        return [...board.querySelectorAll('.dot')].map(dot => {
            const [x, y] = middle(dot);
            return texts.filter(text => /[a-z]/.test(text.textContent) ? Math.abs(middle(text)[0] - x) < 2 : Math.abs(middle(text)[1] - y) < 2)
                .map(text => text.textContent).sort().reverse().join('');
        })""")
    same(names, ["h8", "a1", "i8"], "the coordinates at the stones")
    keys = "return [matchMedia('(hover: hover)').matches, document.querySelector('.for-keys').checkVisibility()]"
    same(ann.script(keys), [False, False], "without a mouse")
    desk = open_window("Desk", arguments=[MOUSE], paints=True)
    desk.visit(tables.room)
    desk.click("[data-action=report]")
    desk.until("the whole report", "return document.querySelector('.report-progress')?.hidden")
    same(desk.script(keys), [True, True], "with a mouse")


def test_muted_chat_is_hidden_until_unmuted(tables):
    """Chat messages of a muted participant are hidden immediately and after a reload, and reappear
    after unmuting. A spectator's messages are marked."""
    ann, bob = tables.start()
    bob.click("#someone-else")
    bob.online()
    bob.until("watching", "return document.getElementById('hint').textContent === 'You are watching.'")
    bob.find("#chat-text").send_keys("A fine move")
    bob.click("#chat-form button")
    ann.until("the line", "return document.getElementById('chat').textContent.includes('A fine move')")
    assert "(spectator)" in ann.text("#chat"), ann.text("#chat")
    open_dialog(ann, "#mute", "#mute-dialog")
    ann.script("[...document.querySelectorAll('#mute-dialog input')].filter(i => i.checked).forEach(i => i.click())")
    ann.click("#mute-dialog button[value=done]")
    ann.until("nothing said", "return !document.getElementById('chat').textContent.includes('A fine move')")
    ann.driver.refresh()
    ann.online()
    same("A fine move" in ann.text("#chat"), False, "after a reload")
    open_dialog(ann, "#mute", "#mute-dialog")
    ann.script("[...document.querySelectorAll('#mute-dialog input')].forEach(i => i.click())")
    ann.click("#mute-dialog button[value=done]")
    ann.until("the line", "return document.getElementById('chat').textContent.includes('A fine move')")

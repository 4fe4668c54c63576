"""Whole games in two browsers. Both must show the server's state, also after lost connections,
refused moves and races."""

import urllib.parse
from concurrent.futures import ThreadPoolExecutor

import pytest

from gomokutest.browser import Keys, TCPProxy, shared, stones_of
from gomokutest.checks import same
from gomokutest.screens import NAMELESS, SMALL, TARGET
from gomokutest.tables import Tables, open_dialog

PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}


class Table(Tables):
    """Ann uses the server's own address. Bob connects through a proxy that can be cut."""

    def __init__(self, url, paints=None):
        self.line = TCPProxy(urllib.parse.urlsplit(url).port)
        super().__init__(url, bob_url=self.line.url, paints=paints)

    def agree(self):
        """Waits until both windows show the server's revision, then compares the boards. Returns
        the state. No move may be in progress."""
        told = shared(self.url, self.room)
        self.at_rev(told["rev"])
        for window in self.pair:
            same(window.stones(), stones_of(told["state"]), f"{window.name}'s board at revision {told['rev']}")
        return told["state"]

    def move(self, number, point):
        """Plays `point` for the player whose turn it is. Ann clicks, Bob uses the keyboard."""
        rev = self.ann.rev()
        self.bob.at_rev(rev)
        if number % 2:
            self.ann.play_by_click(point)
        else:
            self.bob.play_by_keys(point)
        self.ann.at_rev(rev + 1)
        state = self.agree()
        same(stones_of(state)[point], "x" if number % 2 else "o", f"move {number}")
        return state


@pytest.fixture(scope="module")
def shared_table(page_server):
    table = Table(page_server.url)
    yield table
    table.close()


@pytest.fixture
def table(shared_table):
    shared_table.line.release()
    shared_table.line.mend()
    with shared_table.fresh():
        yield shared_table


@pytest.fixture
def painted_table(page_server):
    table = Table(page_server.url, paints=True)
    with table.fresh():
        yield table
    table.close()


def test_empty_table_suggests_the_first_step(table):
    """An empty table suggests the first step, and the page shows its name from the address."""
    ann = table.ann
    ann.visit("nobody-was-here")
    same(ann.text("#room-name"), "nobody-was-here", "its name")
    same(ann.text("#turn"), "This table is empty", "headline")
    assert ann.find("#next").is_displayed()
    same(ann.text("#next"), "Start a game", "the button")


@pytest.mark.smoke
def test_whole_game_by_clicks_and_by_keyboard(table):
    """A whole game, by clicks in one window and by keyboard in the other, shows the same board in
    both windows."""
    ann, bob = table.start_by_dialog()
    table.agree()
    same(ann.text("#turn"), "Your turn. You play X.", "Ann's headline")
    bob.until("Bob waits", "return document.getElementById('turn').textContent === 'Ann is thinking: X to move.'")
    points = "h8 h9 i8 i9 g8 g9 j8 j9 f8".split()
    for number, point in enumerate(points, 1):
        state = table.move(number, point)
    same((state["result"], state["reason"]), ("x", "five"), "result")
    same(ann.text("#turn"), "You win (five in a row)!", "Ann's headline")
    same(bob.text("#turn"), "You lose (five in a row).", "Bob's headline")
    for window in table.pair:
        won = window.script(
            "return [...document.querySelectorAll('#board .won')].map(c => c.dataset.point).sort().join(' ')"
        )
        same(won, "f8 g8 h8 i8 j8", "winning row")
        same(
            window.find("[data-point=f8]").get_attribute("aria-label"), "f8, X, move 9, last move, winning row", "words"
        )
    assert "You lose" in bob.script("return document.getElementById('live').textContent")


def test_second_tab_is_the_same_player_and_another_guest_watches(table):
    """A second tab of a browser is the same player. As another guest it is a spectator and cannot
    move."""
    ann, _ = table.start()
    home = ann.driver.current_window_handle
    ann.driver.switch_to.new_window("tab")
    try:
        ann.driver.get(f"{ann.url}/?room={table.room}")
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
    table.agree()


def test_page_tests_its_connection_when_shown_again_or_online(table):
    """The page also tests its connection when the device reports that it is online."""
    ann, _ = table.start()
    for target, event in (("document", "visibilitychange"), ("window", "online")):
        sent = ann.script(
            f"""const sent = [], send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (text) {{ sent.push(JSON.parse(text).type); send.call(this, text); }};
            {target}.dispatchEvent(new Event('{event}'));
            WebSocket.prototype.send = send;
            return sent;"""
        )
        same(sent, ["ping"], event)


def test_page_reconnects_with_full_state(table):
    """A page whose connection breaks in the middle of a game reconnects with the full state. A move
    made while offline arrives once."""
    ann, bob = table.start()
    table.play("h8", "i9")
    rev = bob.rev()
    table.line.cut()
    bob.until(
        "the loss is told",
        "return document.documentElement.dataset.connection === 'offline' "
        "&& document.querySelector('#connection p').textContent.startsWith('Connection lost.')"
        "&& document.querySelector('#connection p').textContent.endsWith(' Your game is safe.')",
    )
    same(
        bob.script("return document.getElementById('live').textContent"),
        "Connection lost. Reconnecting.",
        "said once",
    )
    ann.until("Bob's absence", "return document.getElementById('hint').textContent.startsWith('Bob is away')")
    ann.play_by_click("i8")
    ann.at_rev(rev + 1)
    same(bob.rev(), rev, "Bob's revision while cut off")
    table.line.mend()
    # Clicked by script, because the button disappears if the page reconnects by itself first.
    bob.script("document.querySelector('#connection button').click()")
    bob.online()
    table.agree()
    table.line.cut()
    bob.until("offline", "return document.documentElement.dataset.connection !== 'online'")
    bob.play_by_keys("j10")
    same(bob.pending(), ["j10"], "shown as pending")
    same(bob.text("#turn"), "Your move j10 will be sent when you are online again.", "Bob's headline")
    same(bob.text("#hint"), "Your game is safe.", "the line below it")
    same(bob.script("return document.querySelector('.player.to-move').dataset.side"), "o", "whose strip is marked")
    same(bob.script("return [...document.querySelectorAll('.trip')].map(t => t.textContent)"), ["", ""], "delays")
    same(stones_of(table.state).get("j10"), None, "the server's board")
    table.line.mend()
    ann.at_rev(rev + 2)
    bob.until("acknowledged", "return document.documentElement.dataset.pending === '0'")
    same(table.agree()["move"], "4", "played once")
    table.move(5, "g8")


def test_rejected_move_is_undone_with_a_reason(table):
    """The page takes back a move that the server rejects, and shows the reason."""
    ann, bob = table.start()
    table.play("h8", "h9", "i8")
    table.line.hold()
    bob.play_by_keys("i9")
    same(bob.pending(), ["i9"], "shown at once")
    same(bob.find("[data-point=i9]").get_attribute("aria-label"), "i9, O, not yet confirmed", "words")
    open_dialog(ann, "#resign", "#resign-dialog")
    ann.click("#resign-dialog button[value=resign]")
    ann.until("the end", "return document.getElementById('turn').textContent.startsWith('You lose (resignation)')")
    table.line.release()
    bob.until(
        "taken back with its reason",
        "return document.getElementById('notice').textContent === 'Your move i9 was rejected. The game is over.'",
    )
    same(bob.pending(), [], "pending")
    same(bob.text("#turn"), "You win (resignation)!", "Bob's headline")
    table.agree()


def test_first_of_two_new_games_wins(table):
    """If both players start a game, the server accepts the first New Game it receives as a whole.
    The other player is notified."""
    ann, bob = table.pair
    table.visit()
    bob.new_game("x", "standard", start=False)
    table.line.hold()
    bob.click("#new-game-dialog button[value=start]")
    ann.new_game("o", "freestyle")
    ann.at_rev(1)
    table.line.release()
    bob.until("told", "return document.getElementById('notice').textContent.includes('Someone else was faster')")
    state = table.agree()
    same(
        {key: state[key] for key in ("game", "rule", "move")},
        {"game": "1", "rule": "freestyle", "move": "0"},
        "Ann's game",
    )
    assert "o" in state and "x" not in state, state


def test_new_game_dialog_does_not_replace_an_unseen_game(table):
    """A game that started while the New Game dialog was open is not replaced by the dialog's."""
    ann, bob = table.pair
    table.visit()
    bob.new_game("x", start=False)
    ann.new_game("x")
    bob.at_rev(1)
    bob.click("#new-game-dialog button[value=start]")
    bob.until("told", "return document.getElementById('notice').textContent.includes('Someone else was faster')")
    same(table.agree()["game"], "1", "Ann's game")


def test_one_of_two_simultaneous_new_games_wins(table, thorough):
    """If two games are started at the same moment, exactly one of them is accepted as a whole."""
    for round_number in range(5 if thorough else 1):
        table.visit()
        for window in table.pair:
            window.new_game("xo", start=False)
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda window: window.click("#new-game-dialog button[value=start]"), table.pair))
        for window in table.pair:
            window.until(
                "answered",
                "return document.documentElement.dataset.pending === '0' "
                "&& document.documentElement.dataset.rev === '1'",
            )
        state = table.agree()
        same((state["game"], state["x"]), ("1", state["o"]), f"one game, whole, in round {round_number}")


def test_one_person_can_play_both_sides(table):
    """A single person can play both sides, number the stones, and start over."""
    ann = table.ann
    table.visit()
    ann.new_game("xo")
    ann.at_rev(1)
    for rev, point in enumerate("a1 o15 b2".split(), 2):
        ann.play_by_click(point)
        ann.at_rev(rev)
    table.agree()
    ann.click("#numbers")
    same(
        ann.script("return [...document.querySelectorAll('#board .number')].map(t => t.textContent).sort().join()"),
        "1,2,3",
        "numbers",
    )
    ann.click("#numbers")
    ann.new_game("x")
    ann.at_rev(5)
    same(table.agree()["game"], "2", "the second game")
    same(ann.stones(), {}, "a clean board")


def test_chat_is_plain_text_and_a_draft_survives_a_reload(table):
    """Chat messages arrive as text, never as markup, and a draft survives a reload."""
    table.visit()
    line = "<img src=x onerror=alert(1)><b>hi</b>"
    table.ann.find("#chat-text").send_keys(line, Keys.ENTER)
    table.bob.until(
        "the line",
        "return [...document.querySelectorAll('#chat li')].some(li => li.textContent === 'Ann ' + arguments[0])",
        line,
    )
    same(table.bob.script("return document.querySelectorAll('#chat img, #chat li b b').length"), 0, "markup")
    table.bob.find("#chat-text").send_keys("half a sen")
    table.bob.driver.refresh()
    table.bob.online()
    same(table.bob.script("return document.getElementById('chat-text').value"), "half a sen", "the draft")


def test_tap_previews_the_stone(painted_table):
    """On a touch screen a tap previews the stone, and the button or a second tap plays it."""
    ann, _ = painted_table.start()

    def tap(selector):
        x, y = ann.script(
            "const r = document.querySelector(arguments[0]).getBoundingClientRect();"
            "return [r.x + r.width / 2, r.y + r.height / 2]",
            selector,
        )
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            ann.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    ann.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    ann.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    tap("[data-point=h8] .hit")
    ann.until(
        "a preview",
        "return document.querySelector('[data-point=h8] .preview') && !document.getElementById('confirm').hidden",
    )
    same(ann.stones(), {}, "nothing is played yet")
    tap("[data-point=i8] .hit")
    ann.until(
        "the preview moved",
        "return document.querySelector('[data-point=i8] .preview') && !document.querySelector('[data-point=h8] .preview')",
    )
    ann.script("document.querySelector('#confirm').scrollIntoView({block: 'center'})")
    tap("#confirm .primary")
    ann.until(
        "played",
        "return document.querySelector('[data-point=i8]').dataset.stone === 'x' && document.getElementById('confirm').hidden",
    )
    width = ann.script("return [document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1], f"the page is wider than the phone: {width}"
    ann.until("acknowledged", "return document.documentElement.dataset.pending === '0'")
    painted_table.agree()


def test_board_is_a_named_grid(table):
    """The board is a named grid with one tab stop. Every control has a name and is large enough to
    touch."""
    ann, _ = table.start()
    same(
        ann.script("return [...document.querySelectorAll('#board [tabindex=\"0\"]')].length"),
        1,
        "tab stops on the board",
    )
    same(
        ann.script("return document.querySelectorAll('#board [role=row] > [role=gridcell][aria-label]').length"),
        225,
        "named cells",
    )
    same(ann.script(NAMELESS), [], "without a name")
    same(ann.script(SMALL, TARGET), [], "too small to touch")


def test_page_reconnects_to_a_restarted_server(table, page_server):
    """The page finds a restarted server again, and the game goes on."""
    table.start()
    table.play("h8")
    same(page_server.stop(), 0, "exit status")
    table.ann.until("told", "return document.documentElement.dataset.connection !== 'online'")
    page_server.start()
    for window in table.pair:
        window.until("online", "return document.documentElement.dataset.connection === 'online'")
    table.agree()
    table.play("i9")
    for window in table.pair:
        window.complaints()  # Requests that failed while the server was down.

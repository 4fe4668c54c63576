"""The table on phones with the browser's bars open: the drawn board has the window's whole width in
every phase of a game, and all other parts share the rest without overlaps."""

import pytest

from gomokutest import people
from gomokutest.checks import same
from gomokutest.phones import MEASURE, PARTS, PHONES, WORDS, assert_board_has_the_width
from gomokutest.screens import CUT_LISTS, WIDE
from gomokutest.tables import Tables, new_room, press, press_keys, press_touch, remember, wait_shown


def test_board_has_the_whole_width_in_each_phase_of_a_game(tables):
    """From an empty table through a game, with a refused move, a move to confirm and an offer, to
    the end, an invitation and a replay, the drawn board is as wide as the phone. No message covers
    it."""
    ann, bob = tables.pair
    ann.driver.get(f"{ann.url}/?room={new_room()}")
    ann.online()
    assert_board_has_the_width(ann, "an empty table", "#choices button")
    ann.driver.get(f"{ann.url}/?room={new_room()}&rule=gomoku")
    ann.online()
    assert_board_has_the_width(ann, "a link with a mistake", "#choices button", "#notice")
    ann.driver.get(f"{ann.url}/?room={new_room()}&rule=freestyle&clock=300%2B5")
    ann.online()
    ann.at_rev(1)
    assert_board_has_the_width(ann, "waiting", "#next", "[data-action=invite]")
    tables.start(rule="renju", clock="300/5x30")
    tables.play("h8", "h9", "i8", "g8")
    assert_board_has_the_width(ann, "running clocks", ".clock.runs", "#resign", "[data-action=hints]")
    press(ann, "#board [data-point=h8] .hit")
    assert_board_has_the_width(ann, "a refused move", "#notice")
    press_touch(ann, "j10")
    assert_board_has_the_width(ann, "a move to confirm", "#confirm .primary")
    ann.script("document.querySelector('#confirm button:last-child').click()")
    tables.act(bob, "[data-action=draw]")
    assert_board_has_the_width(ann, "an offer", "[data-answer=accept]", "[data-answer=refuse]")
    press(ann, "#board [data-point=h8] .hit")
    assert_board_has_the_width(ann, "a refused move during an offer", "#notice", "[data-answer=accept]")
    tables.act(ann, "[data-answer=refuse]")
    tables.play("j8", "a1", "k8", "c1", "l8")
    assert_board_has_the_width(
        ann, "the end", "#result", "[data-action=rematch]", "#next-opponent", "#share-game", "[data-action=report]"
    )
    press(bob, "[data-step=together]")
    wait_shown(ann, "#invited a")
    assert_board_has_the_width(ann, "an invitation", "#invited a", "#invited button", "#result")
    press(ann, "#invited button")
    press(ann, "#moves li:nth-child(3) button")
    assert_board_has_the_width(ann, "a replay", ".replay", "#next")


def test_search_for_the_next_opponent_covers_nothing(tables):
    """While the page looks for the next opponent, it says so in the head, and the drawn board is as
    wide as the phone."""
    ann, _ = tables.start(clock="300+5")
    tables.play("h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1", "l8")
    wait_shown(ann, "#next-opponent")
    press(ann, "#next-opponent")
    wait_shown(ann, ".seeking button")
    assert_board_has_the_width(ann, "the search", ".seeking")
    for size in ((844, 390), (768, 600), (1280, 800)):
        ann.resize(*size)
        same(ann.script(MEASURE, PARTS, WORDS)[3], [], f"the search at {size}")
    ann.click(".seeking button")
    ann.until("the end of the search", "return document.querySelector('.seeking').hidden")


@pytest.mark.parametrize("language", ["en", "de"])
def test_open_seat_shows_its_button_alone_where_players_share_a_row(tables, language):
    """Beside the button that takes the open seat, half a row has no room for the seat's words."""
    ann = tables.ann
    remember(ann, language=language)
    ann.driver.get(f"{ann.url}/?room={new_room()}&rule=freestyle&clock=300%2B5")
    ann.online()
    ann.at_rev(1)
    for size in ((375, 553), (360, 560)):
        ann.resize(*size)
        wait_shown(ann, ".player[data-side=o] button")
        words = "return [...document.querySelectorAll('.player[data-side=o] .who *')].filter(e => e.checkVisibility()).map(e => e.textContent)"
        same(ann.script(words), [], f"words beside the button at {size}")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_head_shows_all_terms_of_the_game(tables, language):
    """The terms have two rows, or three on the narrowest phones. None is hidden, and no unit parts
    from its number. Beside the board the head leaves out the account's words for them."""
    for window in tables.pair:
        remember(window, language=language)
    ann, _ = tables.start(clock="300+3", rule="standard", opening="swap2")
    # Returns the words that are in two rows, or in a row that the head hides.
    wrong = """const rule = document.querySelector('#rule'), { bottom } = rule.getBoundingClientRect();
        const range = document.createRange(), text = rule.firstChild;
        return [rule.childNodes.length, rule.textContent.split(' ').filter(word => {
            const first = text.data.indexOf(word);
            range.setStart(text, first);
            range.setEnd(text, first + word.length);
            const rows = new Set([...range.getClientRects()].map(r => Math.round(r.top)));
            return rows.size > 1 || range.getBoundingClientRect().bottom > bottom + 2;
        })]"""
    for size in [*PHONES, (1280, 900), (1920, 1080)]:
        ann.resize(*size)
        same(ann.script(wrong), [1, []], f"broken or hidden terms at {size}: {ann.text('#rule')}")


def test_clock_with_little_time_fits(tables):
    """A clock with less than ten seconds is marked, and no part of it is cut."""
    ann, _ = tables.start(clock="9+1")
    assert_board_has_the_width(ann, "little time", ".clock.x.low", ".clock.o.low")


@pytest.mark.parametrize("language", ["de", *(pytest.param(each, marks=pytest.mark.full) for each in ("en", "fr"))])
def test_board_has_the_whole_width_in_an_opening(tables, language):
    """While stones are placed and sides are chosen, the drawn board is as wide as the phone, in
    every language of the page."""
    for window in tables.pair:
        remember(window, language=language)
    ann, bob = tables.start(opening="swap2", clock="600+5", side="o")
    assert_board_has_the_width(bob, "placing a stone", "[data-action=opening]")
    tables.play("h8", "i9", "g7")
    assert_board_has_the_width(ann, "a choice", "[data-answer=black]", "[data-answer=white]", "[data-answer=more]")
    press(ann, "#board [data-point=a1] .hit")
    assert_board_has_the_width(ann, "a move before the choice", "#notice", "[data-answer=more]")


def test_board_has_the_whole_width_after_a_game_against_the_computer(tables):
    """After a game against the computer, the offer of another level leaves the board its width. A
    spectator's board has it during the game and after it."""
    ann, spectator = tables.pair
    room = new_room()
    ann.driver.get(f"{ann.url}/?room={room}&rule=freestyle&robot=2&clock=300%2B5")
    ann.online()
    wait_shown(ann, "[data-action=hint]")
    press(ann, "#board [data-point=h8] .hit")
    ann.until("the answer", "return document.querySelectorAll('#board [data-stone=o]').length === 1")
    spectator.driver.get(f"{ann.url}/?room={room}")
    spectator.online()
    assert_board_has_the_width(spectator, "a spectator", ".clock.runs")
    ann.click("#resign")
    ann.click("#resign-dialog button[value=resign]")
    assert_board_has_the_width(spectator, "a spectator after the end", "#result")
    assert_board_has_the_width(ann, "the end", "#result .levels button", "[data-action=rematch]")


def test_record_shows_the_whole_board_and_leads_to_its_players(tables, wire, room):
    """On the page of a finished game, the drawn board is as wide as the phone, the replay's buttons
    are on the screen, the details follow below, and the players' names lead to their profiles."""
    x, o = wire.claim("Record X"), wire.claim("Record O")
    wire.do(people.rated_game(room, x, o, rule="freestyle", clock="300+5", listed="yes"))
    wire.delta(o, room, result="x", reason="resign")
    game = f"{wire.get(f'rooms/{room}')['epoch']}-1"
    ann = tables.ann
    ann.go(f"?record={game}", ahead=True)
    wait_shown(ann, ".record")
    for size in (*PHONES, (390, 844), (768, 1024)):
        ann.resize(*size)
        ann.script("scrollTo(0, 0)")
        # On a phone the scrollbar lies on the page. Here it takes some of the width.
        width, height, *_ = ann.script(MEASURE, PARTS, WORDS)
        whole = ann.script("return document.documentElement.clientWidth")
        same((width, height), (whole, whole), f"the drawn board at {size}")
        faults = ann.script("""
            const box = (selector) => document.querySelector(selector).getBoundingClientRect(), rest = box('.record').bottom;
            const parts = ['.top', '.player[data-side=o]', '#board .wood', '.prompt', '.replay', '.record'].map(box), faults = [];
            parts.slice(1).forEach((part, index) => { if (part.top < parts[index].bottom - .6) faults.push(['overlap', index]); });
            if (parts[4].bottom > innerHeight + .5) faults.push(['the replay is below the screen', parts[4].bottom]);
            if (document.documentElement.scrollWidth > innerWidth) faults.push('wider than the screen');
            if (Math.abs(document.documentElement.scrollHeight - Math.max(innerHeight, rest + 16)) > 20) faults.push(['height', rest]);
            for (const e of document.querySelectorAll('.record :is(a, button), .replay :is(button, select, input)')) {
                const { left, right } = e.getBoundingClientRect();
                if (e.checkVisibility() && (left < -.5 || right > innerWidth + .5)) faults.push(e.outerHTML.slice(0, 60));
            }
            return faults""")
        same(faults, [], f"the record at {size}")
        links = ann.script("""return ['x', 'o'].map((side) => document.querySelector(`.player[data-side=${side}] .name`))
            .map((name) => [name.textContent, name.checkVisibility(), name.getAttribute('href')])""")
        same(
            links,
            [["Record X", True, f"?person={x.id}"], ["Record O", True, f"?person={o.id}"]],
            f"the players at {size}",
        )
    ann.settled(ahead=True)
    ann.script("""window.changed = [];
        new MutationObserver((changes) => changed.push(...changes.map(({ target, oldValue }) => `${target.textContent}: ${oldValue}`)))
            .observe(document.querySelector('main'), { subtree: true, attributeOldValue: true, attributeFilter: ['href'] });
        document.querySelector('#replay-place button:not(:disabled)').click();""")
    ann.settled()
    removed = "return changed.filter((change) => change.startsWith('Record ') && change.endsWith(': null'))"
    same(ann.script(removed), [], "links that a step removed for a moment")


def test_no_rating_breaks_into_two_rows(tables, wire, room):
    """Beside a long name, the change of a rating in the latest results stays in one piece, and so
    does the rating on a profile."""
    x, o = wire.claim("Alexandra the Patient"), wire.claim("Rated O")
    wire.do(people.rated_game(room, x, o, rule="freestyle", clock="300+5", listed="yes"))
    wire.delta(o, room, result="x", reason="resign")
    ann = tables.ann
    # Returns the figures that are in two rows.
    broken = """return [...document.querySelectorAll(arguments[0])].filter(figure => {
        const range = document.createRange();
        range.selectNodeContents(figure);
        const rows = [...range.getClientRects()].filter(r => r.width).sort((a, b) => a.top - b.top);
        return rows.at(-1).top > rows[0].bottom - 2;
    }).map(figure => figure.textContent)"""
    shown = "return [...document.querySelectorAll('.results li')].some(li => li.textContent.includes('Alexandra the Patient'))"
    for query, what, ready, figures in (
        ("", "the result", shown, ".results .seat small"),
        (f"?person={x.id}", "the profile", "return document.querySelector('.person tbody td')", ".person tbody td"),
    ):
        ann.go(query, what, ready, ahead=True)
        for size in ((320, 568), (390, 664), (1280, 800)):
            ann.resize(*size)
            same(ann.script(broken, figures), [], f"figures in two rows at {size}, {what}")
            same(ann.script(WIDE), [], f"wider than its place at {size}, {what}")


def test_message_gives_way_to_the_head_that_it_covers(tables):
    """A message lies on the head, and in a wide window beside the head's buttons. A press on it, or
    the focus on a button below it, hides it."""
    ann, _ = tables.start()
    tables.play("h8", "h9")
    for size in (*PHONES, (844, 390), (768, 600), (1280, 800)):
        ann.resize(*size)
        press(ann, "#board [data-point=h8] .hit")
        wait_shown(ann, "#notice")
        free = ["#mute", "#account", "#settings"] if size[0] >= 1200 else []
        same(ann.script(COVERED, *free), [], f"parts under the message at {size}")
        ann.click("#notice")
        same(ann.script("return document.querySelector('#notice').hidden"), True, "after a press")
        press(ann, "#board [data-point=h8] .hit")
        wait_shown(ann, "#notice")
        ann.script("document.querySelector('#settings').focus()")
        same(ann.script("return document.querySelector('#notice').hidden"), True, "with the focus below it")
        ann.script("document.activeElement.blur()")


@pytest.mark.parametrize("query", ["analysis=notice#h8", "puzzles=practice", "race=notice"])
def test_message_lies_on_the_head_of_every_board(tables, query):
    """On the analysis board, in puzzles and in a race a message has the same place as at a table,
    and a press hides it."""
    ann = tables.ann
    # The part of the page that the key asks for cannot be fetched.
    ann.expected.append("ERR_BLOCKED_BY_CLIENT")
    ann.driver.execute_cdp_cmd("Network.enable", {})
    ann.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/bundle/rest.*.js"]})
    ann.go(f"?{query}", "the board", "return document.querySelector('#board .wood')")
    for size in (*PHONES, (844, 390), (768, 600), (1280, 800)):
        ann.resize(*size)
        press_keys(ann, "?")
        wait_shown(ann, "#notice")
        free = ["#share", "#settings"] if size[0] >= 1200 else []
        same(ann.script(COVERED, *free), [], f"parts under the message at {size}")
        ann.click("#notice")
        same(ann.script("return document.querySelector('#notice').hidden"), True, "after a press")
    ann.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})


# Returns the parts of a page outside the head that a message lies on, and of the given parts.
COVERED = """const message = document.querySelector('#notice').getBoundingClientRect();
return ['#board .wood', '.player', '.prompt', '#actions', '#panel', '#steps', '#engine', '#task', ...arguments].flatMap((selector) => [...document.querySelectorAll(selector)]).filter((part) => {
    const r = part.getBoundingClientRect();
    return part.checkVisibility() && Math.min(r.right, message.right) > Math.max(r.left, message.left) + .6
        && Math.min(r.bottom, message.bottom) > Math.max(r.top, message.top) + .6;
}).map((part) => part.id || part.className)"""


@pytest.fixture(scope="module")
def running(page_server):
    """A window whose user has a game against the computer with a clock, beside the shown one."""
    windows = Tables(page_server.url)
    ann = windows.ann
    for is_second in (False, True):
        ann.driver.get(f"{ann.url}/?room={new_room()}&rule=freestyle&robot=2&clock=300%2B5")
        ann.online()
        if is_second:
            wait_shown(ann, "#still-playing-dialog [value=on]")
            same(ann.text("#still-playing-dialog h2"), "Your game against Sprout is still running", "the question")
            ann.click("#still-playing-dialog [value=on]")
        wait_shown(ann, "[data-action=hint]")
    ann.until("the other game", "return !document.getElementById('running').hidden")
    yield ann
    windows.close()


def test_running_game_in_the_head_is_readable_on_a_phone(running):
    """The link to the other game has the opponent's name in one piece, and nothing in the head
    covers or cuts anything."""
    for size in PHONES:
        running.resize(*size)
        same(running.script(MEASURE, PARTS, WORDS)[3], [], f"the head at {size}")
        cut, outside = running.script("""const words = document.querySelector('.running-words');
            const { left, right } = document.querySelector('.running .game').getBoundingClientRect();
            return [words.scrollWidth - words.clientWidth, left < 0 || right > innerWidth]""")
        same((cut, outside), (0, False), f"the opponent's name at {size}")


@pytest.mark.parametrize("language", ["en", "de"])
def test_dialogs_fit_the_narrowest_phones(running, language):
    """On phones that are 320 or 360 pixels wide no dialog is wider than the window, and long words
    of its buttons use two lines."""
    remember(running, language=language)
    for size in ((320, 568), (360, 560)):
        running.resize(*size)
        running.go("", "the lobby", "return document.querySelector('#running .game')", ahead=True)
        for opener, dialog in (
            ("[data-way=friend]", "#still-playing-dialog"),
            ("#still-playing-dialog [value=on]", "#friend-dialog"),
            ("#account", "#account-dialog"),
        ):
            running.press(opener, opens=dialog)
            same(running.script(WIDE), [], f"wider than its place: {dialog} at {size}")
            if dialog == "#friend-dialog":
                running.script("document.querySelector('#friend-dialog').close()")
    remember(running, language=None)


@pytest.mark.parametrize("language", ["en", "de"])
def test_new_game_dialog_fits_the_narrowest_phones(tables, language):
    """The words of its options stay inside their tiles, and the slider of the levels has a
    track."""
    ann = tables.ann
    remember(ann, language=language)
    ann.go("", ahead=True)
    ann.press("[data-way=computer]", opens="#new-game-dialog")
    for size in PHONES:
        ann.resize(*size)
        same(ann.script(WIDE), [], f"wider than its place at {size}")
        track = ann.script("return document.querySelector('#new-game-dialog [name=level]').getBoundingClientRect().width")
        assert track >= 70, f"the slider has {track} px at {size}"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_lists_of_the_settings_show_their_longest_choice(tables, language):
    """The lists give way to no label."""
    ann = tables.ann
    remember(ann, language=language)
    ann.go("", ahead=True)
    ann.press("#settings", opens="#settings-dialog")
    for size in PHONES:
        ann.resize(*size)
        same(ann.script(CUT_LISTS), [], f"lists that are cut at {size}")
        same(ann.script(WIDE), [], f"wider than its place at {size}")


def test_panel_of_a_phone_opens_above_the_bar(tables):
    """On a phone one button opens the moves, and the chat behind a tab. It counts unread messages,
    covers neither the bar nor itself, and Escape returns the focus to it."""
    ann, bob = tables.start()
    ann.resize(*PHONES[0])
    tables.play("h8", "h9", "i8")
    bob.find("#chat-text").send_keys("Hello")
    bob.script("document.getElementById('chat-form').requestSubmit()")
    ann.until("a mark", "return document.querySelector('#unfold').dataset.unread === '1'")
    for size in PHONES:
        ann.resize(*size)
        same(ann.script("return document.querySelector('#tab-moves').checkVisibility()"), False, f"folded at {size}")
        ann.click("#unfold")
        same(
            ann.script("""const [unfold, moves, tabs, bar] = ['#unfold', '#tab-moves-body', '.tabs', '#actions']
                .map((selector) => document.querySelector(selector).getBoundingClientRect());
                return [document.querySelector('#unfold').ariaExpanded, document.querySelector('#moves').checkVisibility(),
                    moves.bottom <= tabs.top + .5, tabs.bottom <= bar.top + .5, moves.top >= 0, moves.right <= innerWidth]"""),
            ["true", True, True, True, True, True],
            f"the moves at {size}",
        )
        ann.click("#unfold")
    ann.click("#unfold")
    ann.click("#tab-chat")
    same(ann.script("return document.querySelector('#unfold').dataset.unread"), "", "the message was read")
    ann.find("#chat-text").send_keys("Hi")
    ann.script(
        "document.getElementById('chat-text').dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))"
    )
    same(
        ann.script("return [document.querySelector('#chat-text').checkVisibility(), document.activeElement.id]"),
        [False, "unfold"],
        "closed",
    )

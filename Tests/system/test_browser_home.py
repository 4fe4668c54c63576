"""The home page as a new visitor sees it, in real browsers, while a few people play over the wire
protocol."""

import re
import sqlite3
import subprocess
import time

import pytest
from selenium.webdriver.support.ui import Select

from gomokutest import people
from gomokutest.browser import Keys, PageServer, shared
from gomokutest.checks import same
from gomokutest.environment import TIMEOUT, binary
from gomokutest.screens import CUT_LISTS
from gomokutest.tables import remember
from gomokutest.wire import Wire

# The games must be recorded before any page loads the home page's data.
pytestmark = pytest.mark.usefixtures("town")

SIZES = {
    "phone": (390, 844),
    "phone on its side": (844, 390),
    "tablet": (768, 600),
    "laptop": (1280, 800),
    "desktop": (1920, 1080),
    "large desktop": (2560, 1440),
}


@pytest.fixture(scope="module")
def town(page_server):
    """Ann and Bob, who have played three rated games and are playing two more in public."""
    wire = Wire(page_server)
    wire.ann, wire.bob = ann, bob = wire.claim("Ann"), wire.claim("Bob")
    for number, winner in enumerate("xxo"):
        wire.do(people.rated_game(f"past{number}", ann, bob, rule="freestyle"))
        wire.delta(bob if winner == "x" else ann, f"past{number}", result=winner, reason="resign")
    for room in ("also", "now"):
        wire.do(people.rated_game(room, ann, bob, rule="freestyle", listed="yes"))
    # The server caches the home page's data for five seconds.
    deadline = time.monotonic() + TIMEOUT
    while len(wire.get("home")["games"]) < 3:
        assert time.monotonic() < deadline, "the games are not recorded"
        time.sleep(0.1)
    yield wire
    wire.close()


@pytest.fixture
def stranger(open_window):
    return open_window("Stranger")


@pytest.fixture
def passer_by(open_window):
    return open_window("Passer-by")


def arrive(window):
    """Opens the home page."""
    window.go()
    assert window.script("return document.querySelector('.tiles') && document.querySelector('.who-one-is b')")


def test_new_visitor_plays_the_computer_after_two_clicks(stranger):
    arrive(stranger)
    stranger.press("[data-way=computer]", opens="#new-game-dialog")
    stranger.press("#new-game-dialog button[value=start]")
    stranger.until(
        "the stranger's turn",
        "const turn = document.getElementById('turn');"
        " return turn.checkVisibility() && /^Your turn/.test(turn.textContent)",
    )
    assert "room=" in stranger.driver.current_url, stranger.driver.current_url


def test_not_found_page_uses_the_visitors_language_and_leads_home(stranger):
    stranger.expected.append("status of 404")
    stranger.go()
    stranger.script("localStorage.setItem('gomoku.language', 'de')")
    stranger.driver.get(f"{stranger.url}/nonexistent/page")
    stranger.until(
        "the page",
        "return document.getElementById('nothing')?.textContent === 'Unter dieser Adresse gibt es keine Seite.'",
    )
    for size in (*SIZES.values(), (320, 568)):
        stranger.resize(*size)
        high = "return [...document.querySelectorAll('main a')].filter(e => e.getBoundingClientRect().height > 50).map(e => e.textContent)"
        same(stranger.script(high), [], f"buttons with several rows at {size}")
    stranger.click("main a")
    stranger.until("the lobby", "return document.documentElement.dataset.screen === 'lobby'")


def test_visitors_who_press_the_same_tile_are_paired(stranger, passer_by):
    """A first press seeks an opponent and a second one stops. Two visitors who press the same tile
    are paired."""
    for window in (stranger, passer_by):
        arrive(window)
    state = """const tile = document.querySelector("[data-clock='180+2']");
        return [tile.ariaPressed, document.querySelector('.seeking').hidden]"""
    for pressed, words in ((True, "looking"), (False, "not looking")):
        stranger.click("[data-clock='180+2']")
        stranger.until(
            words,
            f"return (() => {{ {state} }})().join() === arguments[0]",
            f"{str(pressed).lower()},{str(not pressed).lower()}",
        )
    stranger.click("[data-clock='300+3']")
    passer_by.until(
        "the seek is listed", "return /5\\smin \\+ 3\\ss/.test(document.querySelector('.open .lines').textContent)"
    )
    passer_by.click("[data-clock='300+3']")
    rooms = {
        window.until(
            "a table",
            "return document.querySelector('.player.to-move') && new URLSearchParams(location.search).get('room')",
        )
        for window in (stranger, passer_by)
    }
    same(len(rooms), 1, rooms)
    same(shared(stranger.url, rooms.pop())["state"]["clock"], "300+3", "the clock")


def test_home_page_boards_follow_games_in_progress(stranger, town):
    """The large board and the small ones follow each move. A visitor who only looks at them does
    not join the tables."""
    # The fixture's clients may have been silent for so long that the server has closed them.
    ann, bob = (town.connect(each.welcome["participant"]["name"], each.token) for each in (town.ann, town.bob))
    for client in (ann, bob):
        for room in ("also", "now"):
            town.do(client.join(room))
    arrive(stranger)
    large = "return document.querySelectorAll('#featured-board .placed').length"
    same(
        stranger.script("return document.getElementById('featured-link').getAttribute('href')"),
        "?room=also",
        "the large board",
    )
    before = int(shared(stranger.url, "also")["state"]["move"])
    same(stranger.script(large), before, "stones on the large board")
    town.play("also", ann, bob, "j10", first=before + 1)
    stranger.until("the next move on the large board", f"{large} === {before + 1}")
    board = "#plays a[href='?room=now'] .mini"
    played = int(shared(stranger.url, "now")["state"]["move"])
    same(stranger.script(f'return document.querySelectorAll("{board} .dot").length'), played, "stones on the board")
    animated = f'return document.querySelectorAll("{board} .dot.new").length'
    same(stranger.script(animated), 0, "stones that appear with an animation")
    ratings = {name: town.get(f"people/{name}")["ratings"][0]["rating"] for name in ("Ann", "Bob")}
    same(
        stranger.script(f"return document.querySelector(\"{board}\").getAttribute('aria-label')"),
        f"Ann ({ratings['Ann']}) – Bob ({ratings['Bob']})",
        "its name",
    )
    town.play("now", ann, bob, "j10", first=played + 1)
    stranger.until(
        "the next move",
        f'return document.querySelectorAll("{board} .dot").length === {played + 1}'
        f' && document.querySelector("{board} .dot.x.last")',
    )
    same(stranger.script(animated), 1, "stones that appear with an animation after a move")
    same(
        [room["participants"] for room in town.get("rooms")["rooms"] if room["room"] in ("also", "now")],
        [2, 2],
        "people at the tables",
    )


def test_home_page_profile_and_terminal_show_the_same_ratings(stranger, town):
    """The home page also lists the latest results and the number of people online."""
    arrive(stranger)
    lines = stranger.script(
        "return [...document.querySelectorAll('.leaders li')].map(li => li.textContent.replace(/(\\d)/, ' $1'))"
    )
    told = dict(re.match(r"(\w+)\s+(\d+ ± \d+)", line.replace("\n", " ")).groups() for line in lines)
    same(sorted(told), ["Ann", "Bob"], "the leaders")
    for name, figures in told.items():
        profile = subprocess.run(
            [binary("gomoku-cli"), "profile", stranger.url, name], capture_output=True, text=True, check=True
        ).stdout
        same(re.search(r"freestyle\s+blitz\s+(\d+ ± \d+)", profile).group(1), figures, f"{name} in the terminal")
    same(stranger.script("return document.querySelectorAll('.results li:not(.empty)').length"), 3, "results")
    assert stranger.script("return /^\\d+ (person|people) online$/.test(document.querySelector('.here').textContent)")
    stranger.press(".leaders a[href='?person=Ann']")
    same(
        stranger.script("return document.querySelector('.person tbody td:nth-child(3)').textContent"),
        told["Ann"],
        "on the page",
    )
    course = stranger.script("return document.querySelector('.rating-graph .course').getAttribute('d')")
    same(course.count("L"), 3, "games in the graph")
    words = stranger.script("return document.querySelector('.rating-graph').getAttribute('aria-label')")
    assert re.search(r"from 1500 to \d+ in 3 games", words), words


@pytest.mark.parametrize("language", ["en", "cs", "ru"])
def test_list_of_leaderboards_shows_its_longest_choice(stranger, town, language):
    """Beside the heading there is room for the rule and the speed."""
    remember(stranger, language=language)
    stranger.go()
    stranger.until("the leaders", "return document.querySelector('.leaders-of select')?.checkVisibility()")
    for size in (*SIZES.values(), (320, 568)):
        stranger.resize(*size)
        same(stranger.script(CUT_LISTS), [], f"lists that are cut at {size}")


def test_game_record_page_fits_without_scrolling(passer_by, town):
    """Only the moves may need scrolling, because there may be hundreds."""
    game = town.get("home")["games"][0]["id"]
    passer_by.go(f"?record={game}")
    same(passer_by.script("return document.getElementById('notice').textContent"), "", "the notice")
    for name, size in SIZES.items():
        passer_by.resize(*size)
        small, board, record = passer_by.script("""
            const small = [...document.querySelectorAll('.record .seats .token')]
                .filter(t => t.checkVisibility()).filter(t => Math.abs(t.offsetWidth - t.offsetHeight) > 1 || t.offsetWidth < 20).length;
            const board = document.querySelector('#board').getBoundingClientRect();
            return [small, Math.min(board.width, board.height) / Math.min(innerWidth, innerHeight),
                    document.querySelector('.record').getBoundingClientRect().top < innerHeight - 60]""")
        assert (small, record) == (0, True) and board >= 0.68, f"the record on a {name}: {small, board, record}"
        hidden = passer_by.script("""
            const out = ({width, left, top, right, bottom}) =>
                width < 1 || left < 0 || top < 0 || right > innerWidth + .5 || bottom > innerHeight + .5;
            const whole = '#board, .player .name, #replay-place :is(button, select, input[type=range], a)';
            return [...document.querySelectorAll(whole)]
                .filter(e => e.checkVisibility() && !e.closest('.record-moves') && out(e.getBoundingClientRect()))
                .map(e => e.outerHTML.slice(0, 60))""")
        same(hidden, [], f"what needs scrolling on a {name}")


def test_lesson_teaches_four_moves_and_leads_to_a_game(passer_by):
    """The moves are played by click and by keyboard. A mistake is reported, and after the second
    one the answer is marked."""
    dialog = "#lesson-dialog"

    def put(point):
        passer_by.script(
            "document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click', {bubbles: true}))",
            f"{dialog} [data-point={point}] .hit",
        )

    arrive(passer_by)
    passer_by.press("#learn", opens=dialog)
    first = passer_by.script("return document.getElementById('lesson-title').textContent")
    put("a1")
    same(passer_by.text(".lesson-words"), "Not there. Try again.", "the words after a mistake")
    same(passer_by.script(f"return document.querySelectorAll('{dialog} .aim').length"), 0, "marks after one mistake")
    put("a2")
    same(passer_by.script(f"return document.querySelectorAll('{dialog} .aim').length"), 2, "marks after two mistakes")
    put("g5")
    same(passer_by.script(f"return document.querySelectorAll('{dialog} .won').length"), 5, "stones of the five")
    passer_by.click(f"{dialog} .primary")
    passer_by.until(
        "the second position", "return document.getElementById('lesson-title').textContent !== arguments[0]", first
    )
    passer_by.script(f"document.querySelector('{dialog} [data-point=h4]').focus()")
    passer_by.driver.switch_to.active_element.send_keys(Keys.ENTER)
    passer_by.until(
        "the focus on the next step", f"return document.activeElement === document.querySelector('{dialog} .primary')"
    )
    passer_by.driver.switch_to.active_element.send_keys(Keys.ENTER)
    for point in ("c5", "f4"):
        put(point)
        passer_by.click(f"{dialog} .primary")
    passer_by.until(
        "the first game",
        "return /^Your turn/.test(document.getElementById('turn')?.textContent ?? '') && location.search.includes('room=')",
    )
    assert passer_by.script("return document.activeElement.matches('#board .cell')"), "the focus is on the board"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_home_page_fits_every_window_size(stranger, town, scheme, thorough):
    stranger.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    arrive(stranger)
    for name, size in SIZES.items():
        stranger.resize(*size)
        if thorough:
            arrive(stranger)  # Load the page at this size instead of only resizing it.
        assert stranger.script("return document.querySelector('#plays .dot') && document.querySelector('.leaders b')")
        wide, tiles, cut = stranger.script("""
            const tiles = [...document.querySelectorAll('.tile[data-clock]')].map(t => t.getBoundingClientRect());
            const cut = [...document.querySelectorAll('.screen *')]
                .filter(e => e.checkVisibility() && e.children.length === 0 && e.textContent.trim())
                .filter(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflow !== 'visible')
                .filter(e => !e.closest('.hidden, .title')).map(e => e.outerHTML.slice(0, 80));
            return [document.documentElement.scrollWidth - innerWidth,
                    tiles.filter(r => r.bottom <= innerHeight && r.height >= 44).length, cut];""")
        same((wide <= 0, cut), (True, []), f"{name}, {scheme}")
        same(tiles, 9, f"tiles without scrolling on a {name}")
        if size[0] == 2560:
            span, board = stranger.script("""
                const parts = [...document.querySelectorAll('.lobby > *')].map(part => part.getBoundingClientRect());
                return [(Math.max(...parts.map(r => r.right)) - Math.min(...parts.map(r => r.left))) / innerWidth,
                        document.getElementById('featured-board').getBoundingClientRect().height / innerHeight]""")
            assert span >= 0.85 and board >= 0.6, f"the columns span {span} of the width, the board {board} of the height"


COLOURS = """const style = getComputedStyle(document.documentElement);
    return [style.colorScheme, style.getPropertyValue('--page').trim(), style.getPropertyValue('--wood').trim()]"""


@pytest.mark.parametrize(
    ("system", "chosen", "colours"),
    [("dark", "light", ["light", "#f4f0e8", "#dfb878"]), ("light", "dark", ["dark", "#15181c", "#4b3421"])],
    ids=["light on a dark system", "dark on a light system"],
)
def test_chosen_light_or_dark_mode_overrides_the_system(stranger, system, chosen, colours):
    """The choice applies to the page and the board, immediately and after a reload."""
    stranger.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": system}]}
    )
    arrive(stranger)
    stranger.press("#settings", opens="#settings-dialog")
    stranger.choose("#settings-dialog [name=mode]", chosen)
    stranger.settled()
    same(stranger.script(COLOURS), colours, "at once")
    stranger.driver.refresh()
    stranger.settled()
    same(stranger.script(COLOURS), colours, "after a reload")


def test_question_mark_shows_shortcuts_except_in_a_text_field(stranger, town):
    stranger.go("?room=now")
    stranger.online()
    stranger.find("#chat-text").send_keys("?")
    same(
        stranger.script(
            "return [document.getElementById('chat-text').value, document.querySelectorAll('dialog[open]').length]"
        ),
        ["?", 0],
        "in the chat's field",
    )
    stranger.script("document.getElementById('chat-text').value = ''; document.activeElement.blur()")
    stranger.find("body").send_keys("?")
    stranger.settled()
    assert stranger.script("return document.querySelector('#shortcuts-dialog').open")
    assert stranger.script("return document.querySelectorAll('#shortcuts-dialog kbd').length") > 10
    stranger.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    stranger.until("closed", "return !document.getElementById('shortcuts-dialog')")


def test_chosen_theme_applies_before_modules_load(stranger):
    """Nothing flashes in other colours while the page's modules load."""
    cdp = stranger.driver.execute_cdp_cmd
    stranger.expected.append("ERR_BLOCKED_BY")
    arrive(stranger)
    stranger.script("localStorage.setItem('gomoku.mode', 'dark'); localStorage.setItem('gomoku.theme', 'slate')")
    cdp("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "light"}]})
    cdp("Network.enable", {})
    cdp("Network.setBypassServiceWorker", {"bypass": True})
    cdp("Network.setBlockedURLs", {"urls": [f"*/bundle/{name}.*.js" for name in ("chunk", "soon", "rest")]})
    try:
        stranger.driver.get(f"{stranger.url}/")
        found = stranger.script("""
            const root = document.documentElement, wood = getComputedStyle(root).getPropertyValue('--wood').trim();
            return [globalThis.gomoku ? 'a module' : 'no module', getComputedStyle(document.body).backgroundColor, wood]""")
        same(found, ["no module", "rgb(21, 24, 28)", "#46525e"], "the looks")
    finally:
        cdp("Network.setBlockedURLs", {"urls": []})
        cdp("Network.setBypassServiceWorker", {"bypass": False})
        cdp("Network.disable", {})


def test_every_screen_shows_the_sign_in_state(passer_by, town):
    """At every window size, guests see an offer to sign in, and other users see their name."""
    account = """const button = document.getElementById('account');
        return [button.getAttribute('aria-label'), button.textContent, button.checkVisibility()]"""
    screens = ("", "?person=Ann", "?room=now")
    for query in screens:
        passer_by.go(query, ahead=True)
        for name, size in SIZES.items():
            passer_by.resize(*size)
            label, _, shown = passer_by.script(account)
            same((label, shown), ("Your account: Sign in", True), f"{query} on a {name}")
    passer_by.resize(*SIZES["laptop"])
    passer_by.sign_in_as(town.ann)
    for query in screens:
        passer_by.go(query, ahead=True)
        same(passer_by.script(account), ["Your account: Ann", "Ann", True], query)
    arrive(passer_by)
    assert "You play as Ann." in passer_by.text(".who-one-is"), passer_by.text(".who-one-is")


@pytest.fixture
def leaders():
    """A server with sixty rated people, and their names from the best down. In another kind of game
    the last two of them are the best."""
    server = PageServer()
    # Written directly into the store's file. Otherwise sixty accounts would have to claim names and
    # win games.
    server.stop()
    names = [f"Player {number:02}" for number in range(60)]
    with sqlite3.connect(f"{server.data}/gomoku.sqlite") as database:
        for number, name in enumerate(names):
            person = f"p-best{number:02}"
            database.execute(
                "INSERT INTO participant (id, token, name, bot, seen) VALUES (?, ?, ?, 0, 1)",
                (person, person.encode(), name),
            )
            database.execute(
                "INSERT INTO account (participant, key, name, since, salt, hash, rounds, block, parallel)"
                " VALUES (?, ?, ?, 1, x'00', x'00', 2, 1, 1)",
                (person, f"player{number:02}", name),
            )
            database.execute(
                "INSERT INTO rating (participant, rule, speed, rating, deviation, volatility, games, at)"
                " VALUES (?, 'renju', 'blitz', ?, 50, 0.06, 9, 1)",
                (person, 2500 - number),
            )
        for number in (59, 58):
            database.execute(
                "INSERT INTO rating (participant, rule, speed, rating, deviation, volatility, games, at)"
                " VALUES (?, 'freestyle', 'rapid', ?, 50, 0.06, 9, 1)",
                (f"p-best{number:02}", 2000 + number),
            )
    database.close()
    server.start()
    yield server, names
    server.close()


def test_leaderboard_lists_five_and_more_on_request(leaders, stranger):
    """Each press lists the next page, and the focus goes to the first name on it."""
    server, names = leaders
    stranger.driver.get(f"{server.url}/")
    stranger.settled()
    listed = "return [...document.querySelectorAll('.leaders li a b:first-child')].map(b => b.textContent)"
    same(stranger.script(listed), [names[59], names[58]], "the best of the kind that is listed first")
    Select(stranger.find(".leaders-of select")).select_by_value("renju blitz")
    for when in ("when it is chosen", "after a reload"):
        same(stranger.script(listed), names[:5], f"the first five of another kind {when}")
        stranger.driver.refresh()
        stranger.settled()
    for count, first in ((50, 5), (60, 50)):
        stranger.press(".leaders ~ button")
        same(len(stranger.script(listed)), count, "names")
        same(stranger.script("return document.activeElement.textContent"), names[first], "where the focus is")
    same(
        (stranger.script(listed), stranger.script("return document.querySelector('.leaders ~ button').hidden")),
        (names, True),
        "all of them",
    )

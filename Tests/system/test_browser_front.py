"""The home page from its first byte on, and the ways between it and the user's games."""

import json
import re
import urllib.request

import pytest

from gomokutest import people
from gomokutest.browser import Keys, PageServer, shared
from gomokutest.checks import same
from gomokutest.lobby import seek
from gomokutest.phones import PHONES, assert_board_has_the_width
from gomokutest.tables import new_room, prefer, remember, wait_shown
from gomokutest.wire import Wire

OTHER_LANGUAGES = ("cs", "de", "en", "et", "ja", "ko", "ru", "zh-Hans", "zh-Hant")
SIZES = [(390, 844), (844, 390), (768, 600), (1280, 800), (1920, 1080), (2560, 1440)]
# The largest sum of layout shifts while the home page loads.
MOST_SHIFT = 0.01
# Adds up layout shifts from the document's beginning, with the elements that moved.
SHIFTS = """window.shifts = [];
    const name = (node) => node?.nodeType === 3 ? node.parentElement?.outerHTML : node?.id || node?.className?.baseVal || node?.className || node?.nodeName;
    new PerformanceObserver((list) => { for (const { value, sources } of list.getEntries()) shifts.push([value, sources.map(({ node }) => name(node)).join(' ')]); })
        .observe({ type: 'layout-shift', buffered: true });"""
# The strip's patience ends at once, also the rest of it after a reload, and the clock advances by
# that. The clock never shows the same time twice, so the strip's timer is shorter than its
# patience. The timer between two updates of the home page, which is as long, keeps its length.
HASTE = """const real = Date.now, soon = setTimeout;
    let ahead = 0;
    Date.now = () => real() + (ahead += .001);
    window.setTimeout = (action, ms = 0, ...more) => {
        if (ms <= 10_000 || ms >= 15_000) return soon(action, ms, ...more);
        return soon(() => { ahead += ms; action(); }, 0);
    };"""
# Returns the controls of the head that are outside the window or covered.
HEAD = """return [...document.querySelectorAll('.top :is(button, a, summary)')].filter(e => e.checkVisibility()).filter(e => {
        const r = e.getBoundingClientRect(), at = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
        return r.left < 0 || r.right > innerWidth || !e.contains(at);
    }).map(e => e.outerHTML.slice(0, 80))"""
# The number of open connections to the server.
CONNECTIONS = """const request = new XMLHttpRequest();
    request.open('GET', '/metrics', false);
    request.send();
    return Number(/^gomoku_connections (\\d+)$/m.exec(request.responseText)[1])"""
SEEKS = "return [...document.querySelectorAll('.seeks li:not(.empty)')].map(li => li.textContent)"


@pytest.fixture
def ann(open_window):
    return open_window("Ann")


@pytest.fixture
def pair(wire, room):
    """Clients of two accounts that no other test uses."""
    return wire.claim(f"A {room[-12:]}"), wire.claim(f"B {room[-12:]}")


def on_new_document(window, script):
    window.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})


def test_board_and_ways_to_play_stand_before_any_script_runs(ann):
    """The document itself contains them. Nothing else is needed but the style sheet."""
    cdp = ann.driver.execute_cdp_cmd
    ann.expected.append("ERR_BLOCKED_BY")
    cdp("Network.enable", {})
    cdp("Network.setBypassServiceWorker", {"bypass": True})
    cdp("Network.setBlockedURLs", {"urls": ["*/bundle/*.js", "*/ws"]})
    for size in SIZES:
        ann.resize(*size)
        ann.driver.get(f"{ann.url}/")
        board, top, bottom, stones, tiles, empty = ann.script("""
            const { width, height, top, bottom } = document.getElementById('featured-board').getBoundingClientRect();
            return [Math.min(width, height) / Math.min(innerWidth, innerHeight), top, innerHeight - bottom, document.querySelectorAll('#featured-board .stone').length,
                    document.querySelectorAll('.tile').length,
                    [...document.querySelectorAll('main h3')].filter(e => e.checkVisibility() && !e.textContent.trim()).length]""")
        assert board >= 0.45, f"the board at {size}: {board} of the window's shorter side"
        assert top >= 0 and bottom >= 0, f"the board at {size} ends {-bottom} below the window, and begins at {top}"
        same((stones, tiles, empty), (39, 12, 0), f"stones, tiles and empty headings at {size}")
    same(ann.script("return globalThis.gomoku"), None, "scripts")


@pytest.fixture
def quiet():
    """A server that nobody else uses."""
    server = PageServer()
    yield server
    server.close()


@pytest.fixture
def busy(quiet):
    """A server with games in progress, seeks, leaders and results."""
    wire = Wire(quiet)
    ann, bob = wire.claim("Ann"), wire.claim("Bob")
    for number in range(3):
        wire.do(people.rated_game(f"past{number}", ann, bob, rule="freestyle"))
        wire.delta(ann, f"past{number}", result="o", reason="resign")
    # More than five leaders, so that there is a button for more.
    for number in range(2):
        pair = wire.claim(f"Cleo {number}"), wire.claim(f"Dan {number}")
        wire.do(people.rated_game(f"more{number}", *pair, rule="freestyle"))
        wire.delta(pair[0], f"more{number}", result="o", reason="resign")
    for number in range(4):
        wire.do(people.rated_game(f"now{number}", ann, bob, rule="freestyle", listed="yes"))
    for number in range(5):
        wire.do(seek(wire.connect(f"Seeker {number}"), rule="renju", clock=f"{number + 1}00+5"))
    yield quiet
    wire.close()


def test_home_page_replays_a_recent_game_of_the_server(quiet, ann):
    """While no game is in progress, the large board replays the newest listed game. It links to the
    game's page."""
    wire = Wire(quiet)
    try:
        x, o = wire.claim("Cleo"), wire.claim("Dan")
        wire.do(people.rated_game("past", x, o, rule="freestyle", listed="yes"))
        wire.play("past", x, o, "a2 a4 a6 a8", first=7)
        wire.delta(x, "past", result="o", reason="resign")
    finally:
        wire.close()
    game = shared(quiet.url, "past")["epoch"] + "-1"
    prefer(ann, "no-preference")
    ann.driver.get(f"{quiet.url}/")
    ann.settled()
    ann.until(
        "the game",
        "return document.getElementById('featured-link').getAttribute('href') === arguments[0]",
        f"?record={game}",
    )
    stones = "return document.querySelectorAll('#featured-board .placed').length"
    first, title, note = (
        ann.script(f"""return [(() => {{ {stones} }})(), document.getElementById('featured-title').textContent,
        document.getElementById('featured-note').textContent]""")
    )
    assert first >= 2 and title == "Cleo (1500) – Dan (1500)", (first, title)
    assert note.startswith("Recent game · Freestyle"), note
    ann.until("the next move", f"return (() => {{ {stones} }})() > arguments[0]", first)
    ann.click("#featured-link")
    ann.until(
        "the record", "return document.querySelector('.record') && document.documentElement.dataset.screen === 'record'"
    )


@pytest.mark.parametrize("state", ["empty", "busy"])
def test_nothing_moves_while_the_home_page_loads(ann, request, state, thorough):
    """Neither on a server without games nor on a busy one."""
    url = request.getfixturevalue("busy" if state == "busy" else "quiet").url
    on_new_document(ann, SHIFTS)
    ann.driver.execute_cdp_cmd("Network.enable", {})
    ann.driver.execute_cdp_cmd(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 100, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    for size in SIZES if thorough else [(390, 844), (768, 600), (1280, 800), (2560, 1440)]:
        ann.resize(*size)
        ann.driver.get(f"{url}/")
        ann.settled(ahead=True)
        ann.until("the leaders", "return !/Loading/.test(document.querySelector('.around').textContent)")
        shown = ann.script("return document.querySelectorAll('#plays .mini').length")
        same(shown, 3 if state == "busy" else 0, "small boards")
        ann.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
        shifts = ann.script("return shifts")
        assert sum(value for value, _ in shifts) < MOST_SHIFT, f"{state}, {size}: {json.dumps(shifts, indent=1)}"


@pytest.mark.parametrize(
    "language", ["fr", *(pytest.param(each, marks=pytest.mark.full) for each in OTHER_LANGUAGES)]
)
def test_nothing_moves_when_the_words_of_a_language_come(quiet, ann, language):
    """The home page arrives in English, and its parts have room for other languages."""
    ann.url = quiet.url
    remember(ann, language=language)
    on_new_document(ann, SHIFTS)
    for size in ((320, 568), (390, 664), (1280, 800)):
        ann.resize(*size)
        ann.go(ahead=True)
        shifts = ann.script("return shifts")
        assert sum(value for value, _ in shifts) < MOST_SHIFT, f"moved at {size}: {shifts}"


def test_running_game_stands_on_the_home_page_and_in_every_head(ann, wire, pair, room):
    """The home page shows the user's own running game, every screen leads back to it, and it
    disappears when it is over. A second game is behind a number."""
    me, bob = pair
    wire.do(people.rated_game(room, me, bob, listed="yes"))
    ann.sign_in_as(me)
    ann.go()
    link = "return document.querySelector('#running .game')?.getAttribute('href') ?? null"
    same(ann.until("the game in the head", link), f"?room={room}", "the way back")
    same(
        ann.script("return document.getElementById('featured-link').getAttribute('href')"), f"?room={room}", "the board"
    )
    same(ann.script("return document.querySelectorAll('#featured-board .placed').length"), 6, "its stones")
    assert ann.script("return /Your turn · \\d:\\d\\d/.test(document.getElementById('featured-note').textContent)"), (
        ann.text(".caption")
    )
    here = [each["participants"] for each in wire.get("rooms")["rooms"] if each["room"] == room]
    same(here, [2], "the player counts as present")
    second = f"2-{room[-40:]}"
    wire.do(people.rated_game(second, me, bob, listed="yes"))
    ann.until("two games", "return document.querySelector('#running summary')?.textContent === '+1'")
    ann.click("#running summary")
    links = "return [...document.querySelectorAll('#running li a')].filter(e => e.checkVisibility()).map(e => e.getAttribute('href'))"
    same([ann.script(link), *ann.script(links)], [f"?room={room}", f"?room={second}"], "both games")
    wire.delta(bob, second, result="x", reason="resign")
    ann.until("one game", "return document.querySelector('#running details').hidden")
    ended = f"{wire.get(f'rooms/{second}')['epoch']}-1"
    ann.go(f"?record={ended}", ahead=True)
    same(ann.until("the game in the head", link), f"?room={room}", "on the page of a finished game")
    for query in ("?puzzles", f"?race=race-{room[-40:]}", f"?analysis=study-{room[-40:]}"):
        for size in ((320, 568), (1280, 800)):
            ann.resize(*size)
            ann.driver.get(f"{ann.url}/{query}")
            same(ann.until("the game in the head", link), f"./?room={room}", f"on {query}")
            ann.settled()
            same(ann.script(HEAD), [], f"controls of the head that are cut off or covered, on {query} at {size}")
            narrow = ann.script("""return [...document.querySelectorAll('.running-words, .table > p')]
                .filter(e => e.checkVisibility() && e.textContent && e.clientWidth < 60).map(e => `${e.textContent}: ${e.clientWidth}`)""")
            same(narrow, [], f"words of the head without room, on {query} at {size}")
        turn = ann.script("const e = document.querySelector('.running-turn'); return [e.textContent, e.clientWidth > 40]")
        same(turn, ["Your turn", True], f"whose turn it is, on {query}")
    ann.go(f"?person={bob.welcome['participant']['name']}")
    same(ann.until("the game in the head", link), f"?room={room}", "on a person's page")
    ann.go("?room=elsewhere", ahead=True)
    same(ann.until("the game in the head", link), f"?room={room}", "at another table")
    wire.delta(bob, room, result="x", reason="resign")
    ann.until("no game in the head", "return document.getElementById('running').hidden")
    ann.go()
    same(ann.script(link), None, "after the end")


def test_page_that_was_left_keeps_no_connection(quiet, ann):
    """A document in the back/forward cache would keep its connections, and the user would count as
    present."""
    ann.url = quiet.url
    wire = Wire(quiet)
    try:
        me, bob = wire.claim("Cleo"), wire.claim("Dan")
        wire.do(people.rated_game("now", me, bob))
        ann.sign_in_as(me)
    finally:
        wire.close()
    ann.go("?room=now")
    ann.until("the game is stored", "return localStorage.getItem('gomoku.games')")
    # One connection shows the running game in the head, and one has the page's own state.
    for query in ("?puzzles", "?race=r", "?analysis=a"):
        ann.driver.get(f"{quiet.url}/{query}")
        ann.until(f"the connections of {query}", f"{CONNECTIONS} === 2")
        # As for a document that goes to the cache. Browsers of tests have none.
        ann.script("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
        ann.until(f"no connection after {query}", f"{CONNECTIONS} === 0")


def test_robot_has_the_same_name_on_the_home_page_as_at_the_table(ann, room):
    ann.go(f"?room={room}&robot=5", ready="return document.body.innerText.includes('Birch')")
    ann.go()
    ann.until("the robot's name in the head", "return document.querySelector('.running-words')?.textContent === 'Birch'")


def test_unlisted_game_is_found_again_with_its_secret(ann, wire):
    """The browser remembers the games that no list shows."""
    ann.go("?room=a", ahead=True)
    ann.press("[data-choice=friend]", opens="#friend-dialog")
    ann.click("#friend-dialog button[value=start]")
    ann.until("a game", "return document.documentElement.dataset.rev >= 1")
    ann.until("the link to send", "return document.querySelector('#share-dialog[open] #link')?.value === location.href")
    address = ann.script("return location.search.match(/room=[^&]*/)[0] + location.hash")
    ann.go()
    found = ann.until("the way back", "return document.querySelector('#running .game')?.getAttribute('href')")
    same(found, f"?{address}", "the way back")
    ann.press("#running .game")
    ann.until("the same table", "return document.documentElement.dataset.rev >= 1")
    same(ann.script("return document.querySelector('.player[data-side=x] small').textContent"), "you", "the seat")


def test_skip_link_changes_nothing_but_the_focus(ann, wire):
    """On a person's page it does not load the page again. The next Tab goes into the content."""
    wire.claim("Skipped to")
    ann.go("?person=Skipped+to", ready="return document.querySelector('.person')")
    ann.script("document.querySelector('.person').dataset.kept = 'yes'; document.querySelector('.skip').focus()")
    ann.driver.switch_to.active_element.send_keys(Keys.ENTER)
    ann.until("the address", "return location.hash === '#screen'")
    ann.settled()
    same(ann.script("return document.querySelector('.person')?.dataset.kept"), "yes", "the same content")
    ann.driver.switch_to.active_element.send_keys(Keys.TAB)
    assert ann.script("return document.activeElement.closest('#screen') !== null"), "the focus is in the content"


def test_page_asks_before_another_game_while_a_clock_runs(ann, wire, pair, room):
    me, bob = pair
    wire.do(people.rated_game(room, me, bob, listed="yes"))
    ann.sign_in_as(me)
    ann.go(ahead=True)
    ann.until("the game", "return document.querySelector('#running .game')")
    dialog = "#still-playing-dialog"
    ann.press("[data-clock='300+3']", opens=dialog)
    ann.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    ann.until("closed", f"return !document.querySelector('{dialog}')")
    same(ann.script("return document.querySelector('.seeking').hidden"), True, "no search")
    ann.press("[data-clock='300+3']", opens=dialog)
    ann.press(f"{dialog} [value=on]")
    ann.until("the search", "return !document.querySelector('.seeking').hidden")
    ann.press(".seeking .stop")
    wire.do(seek(wire.connect("Seeker"), rule="freestyle", clock="900+10"))
    accept = "[...document.querySelectorAll('.seeks li')].find(li => li.textContent.includes('Seeker'))?.querySelector('.primary')"
    ann.until("the seek", f"return {accept}")
    ann.script(f"{accept}.click()")
    ann.until("the question before a seek is accepted", f"return document.querySelector('{dialog}')?.open")
    ann.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    ann.until("closed", f"return !document.querySelector('{dialog}')")
    ann.settled()
    assert ann.script(f"return location.search === '' && Boolean({accept})"), "the seek is still open"
    # At another table: its choices, and the computer for the free seat. Nothing starts there.
    for choice in ("robot", "self", "friend"):
        ann.go(f"?room=e-{room[-40:]}", ahead=True)
        ann.press(f"[data-choice={choice}]", opens=dialog)
        ann.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        ann.until("closed", f"return !document.querySelector('{dialog}')")
        same(ann.script("return document.querySelector('dialog')?.id ?? null"), None, f"a dialog after {choice}")
    waiting = f"w-{room[-40:]}"
    wire.do(me.join(waiting))
    wire.delta(me, waiting, game="1", rule="freestyle", x=me.id)
    ann.go(f"?room={waiting}", ahead=True)
    ann.press("[data-action=invite]", opens=dialog)
    ann.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    ann.until("closed", f"return !document.querySelector('{dialog}')")
    same(ann.script("return document.querySelector('dialog')?.id ?? null"), None, "a dialog after the invitation")
    ann.go(f"?room=e-{room[-40:]}", ahead=True)
    ann.press("#next", opens=dialog)
    ann.press(f"{dialog} [value=on]")
    ann.until("the dialog for a new game", "return document.querySelector('#new-game-dialog[open]')")
    ann.go(ahead=True)
    ann.press("[data-way=computer]", opens=dialog)
    ann.click(f"{dialog} [value=back]")
    ann.until("back at the game", "return new URLSearchParams(location.search).get('room') === arguments[0]", room)


def test_page_asks_before_a_friends_link_takes_a_seat_while_a_clock_runs(ann, wire, pair, room):
    """A link with terms seats its visitor. A player whose clock runs elsewhere is asked first, also
    before the button for a free seat."""
    me, bob = pair
    wire.do(people.rated_game(room, me, bob, listed="yes"))
    friend = wire.connect("Friend")
    for name in (f"{room[-40:]}-a", f"{room[-40:]}-b"):
        wire.do(friend.join(name))
        wire.delta(friend, name, game="1", rule="freestyle", clock="300+5", x=friend.id)
    ann.sign_in_as(me)
    ann.go(ahead=True)
    ann.until("the game is noted", "return document.querySelector('#running .game')")
    dialog = "#still-playing-dialog"
    seat = "return document.querySelector('.player[data-side=o] small').textContent"
    ann.driver.get(f"{ann.url}/?room={room[-40:]}-a&rule=freestyle&clock=300%2B5")
    ann.until("the question", f"return document.querySelector('{dialog}')?.open")
    ann.settled()
    same(shared(ann.url, f"{room[-40:]}-a")["state"].get("o"), None, "O before the answer")
    ann.press(f"{dialog} [value=on]")
    ann.until("the seat", f"return (() => {{ {seat} }})() === 'you'")
    # The second table is asked about at its button, because its link has no terms.
    ann.driver.get(f"{ann.url}/?room={room[-40:]}-b")
    ann.online()
    ann.click("#next")
    ann.until("the question at the button", f"return document.querySelector('{dialog}')?.open")
    ann.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    ann.until("closed", f"return !document.querySelector('{dialog}')")
    ann.settled()
    same(shared(ann.url, f"{room[-40:]}-b")["state"].get("o"), None, "O after no answer")


def test_lost_connection_is_visible_while_another_game_runs(ann, wire, pair, room):
    """The notice has more room in a narrow head than the way back to the game."""
    me, bob = pair
    wire.do(people.rated_game(room, me, bob, listed="yes"))
    ann.sign_in_as(me)
    ann.go(ahead=True)
    ann.until("the game is noted", "return document.querySelector('#running .game')")
    for width, height in ((320, 568), (390, 844)):
        ann.resize(width, height)
        ann.go(f"?room=t-{room[-40:]}", ahead=True)
        ann.until("the way back", "return document.querySelector('#running .game')?.checkVisibility()")
        name, short, way = ann.script("""
            const bar = document.getElementById('connection'), name = document.querySelector('.table > p').checkVisibility();
            bar.querySelector('b').textContent = 'Connection lost';
            bar.hidden = false;
            const short = bar.querySelector('.short').getBoundingClientRect(), way = document.getElementById('running').checkVisibility();
            bar.hidden = true;
            return [name, short.width, way];""")
        same((name, way), (False, False), f"the table's name while online, and the way back while offline, at {width}")
        assert short > 60, f"the notice is {short} wide at {width}"


def test_gadget_page_leads_back_to_a_running_game(ann, wire, pair, room):
    """Also the gallery, which joins no room."""
    ann.expected.append("directive 'webrtc'")  # of the gadget's frame; only some browsers know it
    me, bob = pair
    wire.do(people.rated_game(room, me, bob, listed="yes"))
    ann.sign_in_as(me)
    ann.go(ahead=True)
    ann.until("the game is noted", "return document.querySelector('#running .game')")
    for query in ("", f"?gadget=/gadgets/poll.xml&room={room[-40:]}-g"):
        ann.driver.get(f"{ann.url}/gadget.html{query}")
        found = ann.until("the way back", "return document.querySelector('#running .game')?.getAttribute('href')")
        same(found, f"./?room={room}", f"the way back from {query}")
        ann.resize(320, 568)
        if query:
            ann.until("the people", "return document.querySelector('#people li:not(.empty)')")
            room_for_title, wide = ann.script("""return [document.querySelector('.table > p').clientWidth,
                document.documentElement.scrollWidth > innerWidth];""")
            assert room_for_title > 60, f"the gadget's title has {room_for_title} pixels"
            same(wide, False, "wider than the screen")
        ann.click("#running .game")
        ann.online()
        same(
            ann.script("return document.querySelector('.table-view') && location.pathname + location.search"),
            f"/?room={room}",
            "the table",
        )


def test_computer_and_link_are_offered_until_an_opponent_comes(ann, wire):
    """The search goes on at the table of the game against the computer."""
    on_new_document(ann, HASTE)
    ann.go(ahead=True)
    ann.press("[data-clock='120+1']")
    offer = "[data-offer=computer]"
    ann.until("the offers", f"return document.querySelector('{offer}')?.checkVisibility()")
    same(ann.text(offer), "Play level 3 meanwhile", "the offer to a guest")
    assert ann.script("return document.querySelector('[data-offer=link]').checkVisibility()")
    ann.click(offer)
    ann.until("a game against the computer", "return /^Your turn/.test(document.getElementById('turn')?.textContent)")
    same(
        shared(ann.url, ann.script("return new URLSearchParams(location.search).get('room')"))["state"]["o"],
        "robot:3",
        "O",
    )
    ann.settled(ahead=True)
    ann.until("the search goes on", "return document.querySelector('.table-view .seeking')?.checkVisibility()")
    same(ann.script("return document.querySelector('.seeking details').hidden"), True, "no offers during a game")
    assert_board_has_the_width(ann, "a search during a game", ".seeking")
    opponent = wire.connect("Opponent")
    state = wire.do(opponent.join("~lobby"))["state"]
    keys = [key for key, value in state.items() if key.startswith("seek.") and value.get("clock") == "120+1"]
    same(len(keys), 1, f"seeks of {state}")
    wire.do(accepted(opponent, keys[0]))
    ann.until(
        "the opponent's table",
        "return document.documentElement.dataset.rev >= 1 && /2\\smin/.test(document.getElementById('rule').textContent)",
    )


def test_computer_near_the_rating_of_a_claimed_name_is_offered(ann, wire, pair, room):
    """A player with a rating is offered the level nearest to it, whatever the level of the last
    game against the computer was: a loss, and then a win, change the offer."""
    me, bob = pair
    on_new_document(ann, HASTE)
    # The rating of each level.
    levels = {level: 800 + 150 * (level - 1) for level in range(1, 11)}
    offers = set()
    for number, winner in ((1, "o"), (2, "x"), (3, "x")):
        table = f"{room[-40:]}-{number}"
        wire.do(people.rated_game(table, me, bob, rule="freestyle"))
        wire.delta(me if winner == "o" else bob, table, result=winner, reason="resign")
        ann.sign_in_as(me)
        ann.script("localStorage.setItem('gomoku.level', '10')")
        ann.go(ahead=True)
        ann.press("[data-clock='300+3']")
        ann.until("the offers", "return document.querySelector('[data-offer=computer]')?.checkVisibility()")
        with urllib.request.urlopen(f"{ann.url}/api/people/{me.id}") as answer:
            (rating,) = [each["rating"] for each in json.load(answer)["ratings"]]
        nearest = min(levels, key=lambda level, rating=rating: abs(levels[level] - rating))
        same(ann.text("[data-offer=computer]"), f"Play level {nearest} meanwhile", f"the offer at a rating of {rating}")
        offers.add(nearest)
        ann.press(".seeking .stop")
    assert len(offers) > 1 and 10 not in offers, offers


async def accepted(client, key):
    client.send(type="accept", id="a", seek=key)
    return await client.expect("paired")


@pytest.mark.parametrize("language", ["en", "fr", pytest.param("de", marks=pytest.mark.full)])
def test_search_on_the_home_page_covers_and_moves_nothing(ann, language):
    """The search takes a place that the page reserves, also for its offers. It is in sight after
    the press that begins it."""
    remember(ann, language=language)
    on_new_document(ann, HASTE)
    ann.go(ahead=True)
    for size in (*PHONES, *SIZES):
        ann.resize(*size)
        before = ann.script(PLACES)
        ann.press("[data-rule=renju]")
        ann.until("the offers", "return document.querySelector('[data-offer=link]')?.checkVisibility()")
        same(ann.script(PLACES), before, f"the places at {size}")
        same(ann.script(UNDER_SEARCH), [], f"under the search at {size}")
        ann.press(".seeking .stop")


@pytest.mark.parametrize("language", ["de", "fr"])
def test_search_at_a_table_and_its_offers_are_whole(ann, language):
    """In the head of a table, the buttons of a search lie beside the others and its offers in the
    window, in languages with longer words."""
    remember(ann, language=language)
    on_new_document(ann, HASTE)
    ann.go(ahead=True)
    ann.press("[data-clock='120+1']")
    ann.go(f"?room={new_room()}", ahead=True)
    wait_shown(ann, ".seeking summary")
    for size in (*PHONES, (1024, 768), (1280, 800)):
        ann.resize(*size)
        same(ann.script(CUT_IN_HEAD), [], f"the search in {language} at {size}")
    ann.press(".seeking .stop")


def test_page_that_loads_during_a_search_does_not_move(quiet, ann):
    """The search has its place from the first byte on. A person's page shows it, too."""
    ann.url = quiet.url
    on_new_document(ann, HASTE)
    ann.go(ahead=True)
    ann.press("[data-rule=renju]")
    on_new_document(ann, SHIFTS)
    for size in (PHONES[0], (1280, 800)):
        ann.resize(*size)
        ann.go(ahead=True)
        ann.until("the offers", "return document.querySelector('[data-offer=link]')?.checkVisibility()")
        shifts = ann.script("return shifts")
        assert sum(value for value, _ in shifts) < MOST_SHIFT, f"moved at {size}: {shifts}"
        same([what for _, what in shifts if "card open" in what], [], f"moved below the search at {size}")
    ann.go("?person=nobody", ready="return document.querySelector('.seeking').checkVisibility()")
    same(ann.script(UNDER_SEARCH), [], "under the search on a person's page")
    ann.expected.append("nobody")


# The places of the home page's parts in the document.
PLACES = """return [...document.querySelectorAll('.featured, .playing > .card, .tile')].filter(e => e.checkVisibility()).map(e => {
    const r = e.getBoundingClientRect();
    return [e.className, r.left + scrollX, r.top + scrollY, r.width, r.height].map(v => typeof v === 'number' ? Math.round(v) : v).join(' ');
})"""
# Opens the offers of a search at a table, and returns the words in the head that are cut, and the
# buttons that lie on each other or outside the window.
CUT_IN_HEAD = """document.querySelector('.seeking details').open = true;
    const shown = [...document.querySelectorAll('.top :is(button, summary)')].filter(e => e.checkVisibility()), name = e => e.id || e.textContent, wrong = [];
    for (const one of shown) {
        const a = one.getBoundingClientRect();
        if (one.scrollWidth > one.clientWidth + 1) wrong.push(`${name(one)} is cut`);
        if (a.left < 0 || a.right > innerWidth) wrong.push(`${name(one)} is outside`);
        for (const other of shown.slice(shown.indexOf(one) + 1)) {
            const b = other.getBoundingClientRect();
            if (Math.min(a.right, b.right) > Math.max(a.left, b.left) + 1 && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top) + 1) wrong.push(`${name(one)} lies on ${name(other)}`);
        }
    }
    const list = document.querySelector('.offers').getBoundingClientRect();
    for (const button of document.querySelectorAll('.offers button')) if (button.getBoundingClientRect().right > list.right) wrong.push(`${name(button)} leaves the list`);
    return wrong"""
# The parts and words under the strip of the search, and the strip itself if it is out of sight.
UNDER_SEARCH = """const strip = document.querySelector('.seeking'), r = strip.getBoundingClientRect();
const found = [...document.querySelectorAll('.top *, .screen *, .connection')].filter(e => !strip.contains(e) && !e.contains(strip)
    && e.checkVisibility({ visibilityProperty: true }) && !e.matches('.hidden, .title, svg *')).filter(e => {
    const o = e.getBoundingClientRect();
    return o.width > 1 && Math.min(r.right, o.right) > Math.max(r.left, o.left) + 1 && Math.min(r.bottom, o.bottom) > Math.max(r.top, o.top) + 1;
}).map(e => e.outerHTML.slice(0, 80));
if (!r.height || r.top < -1 || r.top + 60 > innerHeight) found.push(`the strip is at ${r.top}`);
return found;"""


def test_link_offer_ends_the_search_and_shows_the_link(ann):
    on_new_document(ann, HASTE)
    ann.go(ahead=True)
    ann.press("[data-rule=renju]")
    ann.until("the offers", "return document.querySelector('[data-offer=link]')?.checkVisibility()")
    ann.click("[data-offer=link]")
    ann.until(
        "the link to send", "return document.querySelector('#share-dialog[open] #link')?.value.includes('#secret=')"
    )
    same(
        ann.script(
            "const q = new URLSearchParams(location.search); return ['rule', 'opening', 'clock'].map(k => q.get(k)).join()"
        ),
        "renju,taraguchi-10,600 5",
        "the game",
    )
    ann.settled(ahead=True)
    same(ann.script("return document.querySelector('.seeking').hidden"), True, "the search")


def test_focus_goes_from_the_home_page_to_the_board_by_keyboard(ann):
    ann.go(ahead=True)
    ann.script("document.querySelector('[data-way=computer]').focus()")
    ann.driver.switch_to.active_element.send_keys(Keys.ENTER)
    ann.until("the dialog", "return document.querySelector('#new-game-dialog[open]')?.contains(document.activeElement)")
    ann.driver.switch_to.active_element.send_keys(Keys.ENTER)
    ann.until("the game", "return /^Your turn/.test(document.getElementById('turn')?.textContent ?? '')")
    same(ann.script("return document.activeElement.dataset.point"), "h8", "the focus")
    ann.driver.switch_to.active_element.send_keys(Keys.ENTER)
    ann.until("the stone", "return document.querySelector('[data-point=h8]').dataset.stone === 'x'")
    same(ann.script("return document.activeElement.dataset.point"), "h8", "the focus after the move")


def test_focus_returns_to_the_tile_when_the_search_ends(ann):
    """The button that stops the search disappears, and so does the line in the list."""
    ann.go(ahead=True)
    at = "return document.activeElement.closest('.tile')?.dataset.clock ?? document.activeElement.tagName"
    for button in (".seeking .stop", ".seeks li button:not(.primary)"):
        ann.script("document.querySelector('[data-clock=\"180+2\"]').focus()")
        ann.driver.switch_to.active_element.send_keys(Keys.ENTER)
        ann.until("looking", f"return document.querySelector('{button}')?.checkVisibility()")
        ann.script(f"document.querySelector('{button}').focus()")
        ann.driver.switch_to.active_element.send_keys(Keys.ENTER)
        ann.until("stopped", "return document.querySelector('.seeking').hidden")
        ann.settled()
        same(ann.script(at), "180+2", f"the focus after {button}")


def test_games_of_claimed_names_are_rated_unless_they_want_otherwise(ann, open_window, wire, pair):
    ann.sign_in_as(pair[0])
    ann.go(ahead=True)
    watcher = open_window("Watcher")
    watcher.go()
    name = pair[0].welcome["participant"]["name"]
    ann.press("[data-opening=swap2]")
    mine = "const line = [...document.querySelectorAll('.seeks li')].find(li => li.textContent.includes(arguments[0]));"
    words = watcher.until("the rated seek", f"{mine} return line?.textContent", name)
    assert "Standard · 5\u00a0min + 3\u00a0s · Swap2 · rated" in words, words
    ann.press("[data-opening=swap2]")
    watcher.until("no seek", f"{mine} return !line", name)
    ann.click(".rated-tiles input")
    ann.press("[data-opening=swap2]")
    words = watcher.until("the seek", f"{mine} return line?.textContent", name)
    assert "rated" not in words, words
    same(watcher.script("return document.querySelectorAll('.tile.waited').length"), 1, "tiles with a waiting player")
    ann.driver.refresh()
    ann.settled()
    same(ann.script("return document.querySelector('.rated-tiles input').checked"), False, "the choice is kept")
    ann.press("[data-way=friend]", opens="#friend-dialog")
    ann.choose("#friend-dialog [name=clock]", "300+5")
    same(ann.script("return document.querySelector('#friend-dialog [name=rated]').checked"), True, "a friend's game")
    ann.press("#friend-dialog button:not([value=start])")
    ann.press(".seeking .stop")
    ann.click(".own-terms summary")
    ann.until("the form", "return document.querySelector('.own-terms [name=clock]')")
    ann.choose(".own-terms [name=clock]", "300+5")
    same(ann.script("return document.querySelector('.own-terms [name=rated]').checked"), True, "one's own terms")
    ann.go("?room=r", ahead=True)
    ann.press("#next", opens="#new-game-dialog")
    ann.click("#new-game-dialog [value=friend]")
    ann.choose("#new-game-dialog [name=clock]", "300+5")
    same(ann.script("return document.querySelector('#new-game-dialog [name=rated]').checked"), True, "at a table")


def test_step_of_the_replayed_game_draws_one_stone(quiet, ann):
    """A step adds one stone and moves the mark of the last one. Nothing is animated, in this step
    and until the next one."""
    ann.url = quiet.url
    prefer(ann, "no-preference")
    ann.go()
    ann.script("""window.changes = [];
        new MutationObserver((all) => changes.push(...all.flatMap(({ type, target, addedNodes, removedNodes }) =>
            type === 'childList' ? [...Array(addedNodes.length).fill('added'), ...Array(removedNodes.length).fill('removed')] : [target.classList.value])))
            .observe(document.getElementById('featured-board'), { subtree: true, childList: true, attributes: true });
        window.animated = [];
        document.addEventListener('animationstart', ({ animationName }) => animated.push(animationName));
        const notes = new MutationObserver(() => { window.steps = (window.steps ?? 0) + 1; });
        notes.observe(document.getElementById('featured-note'), { subtree: true, childList: true, characterData: true });""")
    ann.until("two steps", "return window.steps >= 2")
    steps, changes, animated, running = ann.script("return [steps, changes, animated, document.getAnimations().length]")
    same(changes, steps * ["added", "placed", "placed latest"], "what the steps change")
    same((animated, running), ([], 0), "animations")


def test_replayed_game_can_be_held_and_stands_still_for_calm_users(quiet, ann):
    ann.url = quiet.url
    ann.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "no-preference"}]}
    )
    ann.go()
    stones = "return document.querySelectorAll('#featured-board .placed').length"
    first, title, note = ann.script(f"""return [(() => {{ {stones} }})(), document.getElementById('featured-title').textContent,
        document.getElementById('featured-note').textContent]""")
    same(title, "The computer plays itself", "the title")
    assert re.fullmatch(r"X: level (9|10), O: level (9|10) · Freestyle · \d+ moves", note), note
    ann.until("the next move", f"{stones} > {first}")
    ann.until("the five at the end", "return document.querySelectorAll('#featured-board .won').length === 5")
    ann.click("#featured-pause")
    same(ann.script("return document.getElementById('featured-pause').getAttribute('aria-label')"), "Continue", "held")
    ann.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    )
    ann.go()
    same(ann.script("return document.getElementById('featured-pause').dataset.state"), "paused", "for calm users")

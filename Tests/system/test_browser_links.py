"""Links in real browsers: a friend's link that was cut off, mistakes in a link, the record of a
finished game, and a game in a frame of another site."""

import http.server
import threading
import urllib.parse

import pytest
from selenium.webdriver.common.action_chains import ActionChains

from gomokutest import people
from gomokutest.browser import Keys, stones_of
from gomokutest.checks import same
from gomokutest.tables import prefer

ROW = "h8 a15 i8 a14 j8 a13 k8 a12 l8"
ALERTS = "[...document.querySelectorAll('[role=alert]')].filter(e => e.checkVisibility()).map(e => e.textContent)"


@pytest.fixture
def ann(open_window):
    return open_window("Ann")


@pytest.fixture
def bob(open_window):
    return open_window("Bob")


def finished(wire, room, names=("Ann", "Bob"), **terms):
    """Plays a game that X wins. Returns its address."""
    ann, bob = wire.connect(names[0]), wire.connect(names[1])
    for client in (ann, bob):
        wire.do(client.join(room))
    wire.delta(ann, room, game="1", x=ann.id, listed="yes", **terms)
    wire.delta(bob, room, o=bob.id)
    wire.play(room, ann, bob, ROW)
    return f"{wire.get(f'rooms/{room}')['epoch']}-1"


def test_start_and_share_link_shares_it(ann, bob):
    """The link is copied and shown, and the address of the page is the link."""
    ann.driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite"]})
    ann.go("?lobby", ahead=True)
    ann.press("[data-way=friend]", opens="#friend-dialog")
    ann.click("#friend-dialog button[value=start]")
    ann.until("the link is shown", "return document.querySelector('#share-dialog[open] #link')")
    ann.settled()
    link = ann.script("return document.querySelector('#link').value")
    same(ann.script("return location.href"), link, "the address of the page")
    same("friend=1" in link and "#secret=" in link and "ask=" not in link, True, link)
    same(ann.script("return navigator.clipboard.readText()"), link, "the clipboard")
    bob.driver.get(link)
    bob.until("a seat", "return document.querySelector('.player[data-side=o] small')?.textContent === 'you'")


def test_friends_link_without_its_secret_says_so(ann, bob, wire):
    """The link opens no table. Otherwise the two friends would wait at different tables."""
    ann.go("?lobby", ahead=True)
    ann.press("[data-way=friend]", opens="#friend-dialog")
    ann.click("#friend-dialog button[value=start]")
    ann.until("a game", "return document.documentElement.dataset.rev >= 1")
    link, _, _ = ann.script("return location.href").partition("#")
    for cut in (link, f"{link}#", f"{link}#secret=abc"):
        bob.driver.get(cut)
        bob.until("the words", f"return {ALERTS}.some(words => words.startsWith('This link is incomplete'))")
        same(bob.script("return document.documentElement.dataset.screen"), "lobby", cut)
    room = urllib.parse.parse_qs(urllib.parse.urlsplit(link).query)["room"][0]
    bob.expected.append("status of 404")
    status = bob.script("return fetch(`api/rooms/${arguments[0]}`).then(({status}) => status)", room)
    same(status, 404, "the other table of this name")


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("?opening=swp2", "This link has an unknown option: opening=swp2. Possible values: none, swap,"),
        ("?room=ROOM&opening=swp2", "This link has an unknown option: opening=swp2. Possible values: none, swap,"),
        ("?room=ROOM&openning=swap2", "This link has an unknown option: openning=swap2. Did you mean opening?"),
        ("?room=ROOM&rule=renju&clok=300", "This link has an unknown option: clok=300. Did you mean clock?"),
    ],
)
def test_mistake_in_a_link_is_reported(ann, room, query, words):
    """No game starts."""
    ann.go(query.replace("ROOM", room), ahead=True)
    ann.until("the words", f"return {ALERTS}.some(words => words.startsWith(arguments[0]))", words)
    same(ann.script("return document.documentElement.dataset.rev ?? '0'"), "0", "deltas")


def test_record_shows_moves_with_times_and_players_as_they_were(ann, wire, room):
    """The strips show the ratings at the time of the game, and not who is present. A click on a
    move shows its position, and the analysis opens."""
    one, other = wire.claim("Ann of then"), wire.claim("Bob of then")
    wire.do(people.rated_game(room, one, other, rule="freestyle", clock="600+5", listed="yes"))
    wire.delta(other, room, result="x", reason="resign")
    id = f"{wire.get(f'rooms/{room}')['epoch']}-1"
    game = wire.get(f"games/{id}")
    ann.go(f"?record={id}", ahead=True)
    ann.until("the moves", "return document.querySelectorAll('.record-moves button').length > 0")
    count = len(game["moves"])
    same(ann.script("return document.querySelectorAll('.record-moves time:not(:empty)').length"), count, "times")
    strips = ann.script(
        "return ['x', 'o'].map(s => document.querySelector(`.player[data-side=${s}] small`).textContent)"
    )
    wanted = [f"{round(game[side]['rating'])} → {round(game[side]['after'])}" for side in "xo"]
    same(strips, wanted, "the strips")
    same(ann.script("return document.querySelector('.record-moves [aria-current]').dataset.number"), str(count), "last")
    ann.click(".record-moves [data-number='2']")
    ann.until("the position", "return document.querySelector('.replay').dataset.at === '2'")
    same(len(ann.stones()), 2, "stones")
    same(ann.script("return document.querySelector('.record-moves [aria-current]').dataset.number"), "2", "the mark")
    ann.click(".record button.primary")
    ann.until("the analysis", "return document.querySelector('#report-dialog .report-figures')")


def test_robot_has_its_name_and_level_in_the_record(ann, wire, room):
    """The head shows the rule without a number, because a record is no part of a room. The strips
    show no latency."""
    client = wire.connect("Ann")
    wire.do(client.join(room))
    for number in ("1", "2"):
        wire.delta(client, room, game=number, x=client.id, o="robot:1", listed="yes")
        wire.delta(client, room, move="1", col1="7", row1="7")
        wire.do(client.expect("delta", where=lambda message: message["set"].get("move") == "2"))
        wire.delta(client, room, result="o", reason="resign")
    ann.go(f"?record={wire.get(f'rooms/{room}')['epoch']}-2", ahead=True)
    ann.until("the record", "return document.querySelector('.record .seats')")
    names = ann.script("return [...document.querySelectorAll('.record .name, .player .name')].map(e => e.textContent)")
    same(sorted(names), ["Ann", "Ann", "Seed", "Seed"], "the names")
    notes = ann.script("return [...document.querySelectorAll('.seats small, .player .noted small')].map(e => e.textContent)")
    wanted = ["", "O · computer, level 1", "X", "computer, level 1"]
    same(sorted(notes), wanted, "the notes")
    same(ann.script("return document.querySelector('#rule').textContent"), "Freestyle", "the head")
    same(ann.script("return [...document.querySelectorAll('.bars')].filter(e => e.checkVisibility()).length"), 0, "bars")


def test_unknown_record_has_a_page(ann):
    ann.expected.append("status of 404")
    ann.driver.get(f"{ann.url}/?record=none-1")
    ann.until("the words", f"return {ALERTS}.includes('This game does not exist.')")
    ann.until("a way on", "return [...document.querySelectorAll('a[href=\"?lobby\"]')].some(a => a.checkVisibility())")
    rest = """return [...document.querySelectorAll('#board, .player, #choices, #actions, #panel, #room-name')]
        .filter(e => e.checkVisibility({visibilityProperty: true})).map(e => e.id || e.className)"""
    for size in ((390, 664), (320, 568), (768, 600), (1280, 800)):
        ann.resize(*size)
        same(ann.script(rest), [], f"parts of a table at {size}")
        same(ann.script("return document.documentElement.scrollWidth <= innerWidth"), True, f"the width at {size}")


@pytest.fixture
def other_site():
    """Serves a page on another origin: `other_site(html)` returns its address."""
    pages = {}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(pages.get(self.path, "").encode())

        def log_message(self, *arguments):
            """Keeps the output of the tests free of requests."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def site(html):
        pages["/page"] = f"<!doctype html><title>Another site</title><link rel=icon href=data:,>{html}"
        return f"http://127.0.0.1:{server.server_port}/page"

    yield site
    server.shutdown()
    server.server_close()


def test_game_in_a_frame_of_another_site(ann, wire, room, other_site):
    """The frame shows the game, is used by keys, and leaves nothing in the browser."""
    id = finished(wire, room)
    ann.driver.get(other_site(f'<iframe src="{ann.url}/embed/games/{id}" title="A game"></iframe>'))
    ann.driver.switch_to.frame(0)
    ann.until("the game", "return document.querySelector('#state')?.textContent === 'X wins (five in a row).'")
    drawn = ann.script(
        "return [...document.querySelectorAll('.cell:not([data-stone=\"\"])')].map(c => c.dataset.point)"
    )
    same(sorted(drawn), sorted(ROW.split()), "the stones")
    same(ann.script("return [document.querySelector('#x').textContent, document.title]"), ["Ann", "Ann – Bob"], "names")
    ann.script("document.querySelector('#steps button:not(:disabled)').focus()")
    for key, stones in (
        (Keys.HOME, 0),
        (Keys.ARROW_RIGHT, 1),
        (Keys.ARROW_RIGHT, 2),
        (Keys.ARROW_LEFT, 1),
        (Keys.END, 9),
    ):
        # The browser takes the focus from a button that becomes disabled, but not at once.
        ActionChains(ann.driver).send_keys(key).perform()
        ann.until(
            f"{stones} stones",
            "return document.querySelectorAll('.cell:not([data-stone=\"\"])').length === arguments[0]",
            stones,
        )
    same(
        ann.script("return [document.cookie, localStorage.length, sessionStorage.length].join()"),
        ",0,0",
        "cookies and storage",
    )
    same(ann.script("return document.querySelector('#whole').href"), f"{ann.url}/?record={id}", "the link")
    ann.driver.switch_to.default_content()


def test_names_of_a_game_in_a_frame_are_whole(ann, wire, room):
    """A long name takes the width that the other one leaves, or a row of its own. The stone beside
    a name is in sight on a dark page, too."""
    one, other = wire.connect("Ann"), wire.connect("Alexandra the Patient")
    for client in (one, other):
        wire.do(client.join(room))
    wire.delta(one, room, game="1", x=one.id, listed="yes")
    wire.delta(other, room, o=other.id)
    ann.driver.get(f"{ann.url}/embed/rooms/{room}")
    ann.until("the name", "return document.querySelector('#o').textContent === 'Alexandra the Patient'")
    cut = "return [...document.querySelectorAll('.side b')].filter(b => b.scrollWidth > b.clientWidth).map(b => b.textContent)"
    for size in ((390, 664), (320, 568), (240, 320)):
        ann.resize(*size)
        same(ann.script(cut), [], f"names that are cut at {size}")
    edge = "return getComputedStyle(document.querySelector('.token.x')).borderTopColor"
    same(ann.script(edge), "rgb(0, 0, 0)", "the edge of a dark stone")
    prefer(ann, scheme="dark")
    same(ann.script(edge), "rgb(164, 157, 144)", "its edge on a dark page")


def test_running_game_in_a_frame_follows_the_moves(ann, wire, room):
    one, other = wire.connect("Ann"), wire.connect("Bob")
    for client in (one, other):
        wire.do(client.join(room))
    wire.delta(one, room, game="1", x=one.id, listed="yes")
    wire.delta(other, room, o=other.id)
    wire.play(room, one, other, "h8 i9")
    ann.driver.get(f"{ann.url}/embed/rooms/{room}")
    shown = "return document.querySelectorAll('.cell[data-stone=x], .cell[data-stone=o]').length === arguments[0]"
    ann.until("two stones", shown, 2)
    wire.play(room, one, other, "i8 j9", first=3)
    ann.until("four stones", shown, 4)
    [listed] = [each for each in wire.get("rooms?limit=500")["rooms"] if each["room"] == room]
    same(listed["participants"], 2, "the visitor of the frame is not in the room")
    same(stones_of(wire.get(f"rooms/{room}")["state"]), {"h8": "x", "i9": "o", "i8": "x", "j9": "o"}, "the room")

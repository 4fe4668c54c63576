"""Finding an opponent: private links, the lobby's seeks, names, rated games and their records, in
real browsers."""

import urllib.parse

import pytest

from gomokutest import people
from gomokutest.browser import Keys, shared, stones_of
from gomokutest.checks import same
from gomokutest.lobby import seek

pytestmark = pytest.mark.all_stores

PASSWORD = "correct horse battery"
NAMES = iter(f"{number:03}" for number in range(1000))
MINE = "return document.querySelector('.player[data-side=' + arguments[0] + '] small')?.textContent === 'you'"


@pytest.fixture
def ann(open_window):
    return open_window("Ann")


@pytest.fixture
def bob(open_window):
    return open_window("Bob")


@pytest.fixture
def eve(open_window):
    return open_window("Eve")


@pytest.fixture
def named(wire):
    """Clients of Ann and Bob with claimed names that no other test uses."""
    tag = next(NAMES)
    return wire.claim(f"Ann {tag}"), wire.claim(f"Bob {tag}")


def enter(window, query):
    """Opens the page at that query, including the lobby's modules that extend the table."""
    window.go(query, ahead=True)


def lobby(window):
    """Opens the lobby, with the form for custom terms unfolded."""
    enter(window, "?lobby")
    lists = window.script("return [...document.querySelectorAll('.screen .lobby .lines')].map(e => e.textContent)")
    assert lists and not any("Loading" in text for text in lists), lists
    window.script("document.querySelector('.own-terms').open = true")


def fill(window, **values):
    """Fills in the seek form, and fires the events that a person's input would fire."""
    window.script(
        """for (const [name, value] of Object.entries(arguments[0])) {
        const field = document.querySelector(`.seek [name="${name}"]`);
        if (typeof value === 'boolean') { if (field.checked !== value) field.click(); continue; }
        field.value = value;
        for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, {bubbles: true}));
    }""",
        values,
    )


def press(window, selector):
    """Clicks a button once it is visible and enabled."""
    window.until(
        selector,
        "const b = document.querySelector(arguments[0]); return b && !b.hidden && !b.disabled && b.checkVisibility()",
        selector,
    )
    window.click(selector)


def account_dialog(window, **values):
    """Fills in and submits the account dialog. Opens it first if necessary."""
    if not window.script("return document.querySelector('#account-dialog[open]')"):
        window.press("#account", opens="#account-dialog")
    for name, text in values.items():
        field = window.find(f"#account-dialog [name={name}]")
        field.clear()
        field.send_keys(text)
    window.press("#account-dialog button[type=submit]")


def assert_alert(window, words):
    """Fails unless the error in the account dialog contains these words."""
    told = window.script("return document.querySelector('#account-dialog [role=alert]')?.textContent")
    assert told and words in told, told


def asks_for_a_name(window):
    window.until(
        "a name is asked for",
        "return document.querySelector('#account-dialog[open] .hint')?.textContent.includes('To play rated games')",
    )


def room_of(*windows):
    """Waits until these windows are at one table, and returns its name."""
    rooms = {
        window.until(
            "a table",
            "return document.documentElement.dataset.rev >= 1 && new URLSearchParams(location.search).get('room')",
        )
        for window in windows
    }
    same(len(rooms), 1, f"one table of {rooms}")
    return rooms.pop()


def seats(*windows):
    """Returns the window of each seat according to the pages' own text: {"x": window, "o":
    window}."""
    found = {side: window for window in windows for side in "xo" if window.script(MINE, side)}
    same(sorted(found), ["o", "x"], "both seats")
    return found


async def paired(one, other):
    """Pairs two clients by a seek. Returns the room, and the clients by side."""
    answer = await seek(one, rule="freestyle", clock="300+5")
    other.send(type="accept", id="a", seek=answer["key"])
    room, side = (found := await other.expect("paired"))["room"], found["side"]
    for client in (one, other):
        await client.join(room)
    return room, {side: other, "o" if side == "x" else "x": one}


def settled(url, room, *windows):
    """Waits until the windows show the server's newest revision, and returns the room's state."""
    told = shared(url, room)
    for window in windows:
        window.at_rev(told["rev"])
        same(window.stones(), stones_of(told["state"]), f"{window.name}'s board")
    return told["state"]


def test_private_link_seats_two_visitors_and_lets_others_watch(ann, bob, eve, room):
    """The first visitor starts the game with the link's terms, the second takes the other seat, the
    third watches."""
    link = f"?room={room}&rule=renju&clock=300+5&opening=swap2&size=15&takebacks=no"
    for window, rev in ((ann, 1), (bob, 2), (eve, 2)):
        enter(window, link)
        window.until("a game", "return document.documentElement.dataset.rev >= arguments[0]", rev)
    state = settled(ann.url, room, ann, bob, eve)
    same(
        {key: state.get(key) for key in ("rule", "clock", "opening", "takebacks", "game")},
        {"rule": "renju", "clock": "300+5", "opening": "swap2", "takebacks": "no", "game": "1"},
        "the game of the link",
    )
    seats(ann, bob)
    same(eve.text("#hint").startswith("You are watching."), True, "Eve watches")
    ann.driver.refresh()
    ann.online()
    settled(ann.url, room, ann, bob, eve)
    seats(ann, bob)


def test_link_with_an_unknown_value_starts_no_game(ann, room):
    enter(ann, f"?room={room}&rule=renju&opening=taraguchi10")
    told = ann.until("the report", "const n = document.getElementById('notice'); return !n.hidden && n.textContent")
    same("opening=taraguchi10" in told and "taraguchi-10" in told, True, told)
    same(ann.script("return document.getElementById('choices').hidden"), False, "what one can do instead")
    same(ann.rev(), 0, "the room")


def test_invalid_table_name_shows_the_lobby_with_an_error(ann):
    ann.driver.get(f"{ann.url}/?room={urllib.parse.quote('kein tisch!')}")
    ann.until(
        "one sentence",
        "return [...document.querySelectorAll('[role=alert]')].filter(e => e.checkVisibility())"
        ".map(e => e.textContent).join('|').startsWith('“kein tisch!” is not a table name.')",
    )
    same(ann.script("return document.documentElement.dataset.screen"), "lobby", "what is shown")
    ann.until("something to do", "return document.querySelector('.play-now button')?.checkVisibility()")


def test_play_a_friend_creates_a_link_with_terms_and_secret(ann, bob, eve, room):
    """The link seats a friend. Without its secret the table is invisible over HTTP and on the
    page."""
    ann.expected.append("status of 404")
    enter(ann, f"?room={room}")
    ann.press("[data-choice=friend]", opens="#friend-dialog")
    ann.choose("#friend-dialog [name=rule]", "standard")
    ann.click("#friend-dialog button[value=start]")
    ann.until("a game", "return document.documentElement.dataset.rev >= 1")
    link = ann.script("return location.href")
    bob.driver.get(link)
    bob.until("a seat", MINE, "o")
    room, secret = ann.script("return new URLSearchParams(location.search).get('room')"), link.split("#secret=")[1]
    same(len(secret) >= 22, True, "the secret in the link")
    told = ann.script(
        """
        const ask = async (headers) => fetch(`api/rooms/${arguments[0]}`, {headers});
        return Promise.all([ask({}), ask({authorization: `Bearer ${arguments[1]}`})])
            .then(async ([without, with_]) => [without.status, with_.status, (await with_.json()).state.rule])""",
        room,
        secret,
    )
    same(told, [404, 200, "standard"], "the table over HTTP without the secret, and with it")
    eve.driver.get(f"{eve.url}/?room={room}")
    eve.online()
    same(eve.rev(), 0, "what is seen of the table without the secret")


def test_seek_is_listed_and_can_be_withdrawn(ann, bob):
    """An unchanged entry of the list stays the same element."""
    lobby(bob)
    lobby(ann)
    fill(ann, rule="caro", clock="own", main="7", increment="3")
    ann.click(".seek button[type=submit]")
    ann.until("the strip", "return !document.querySelector('.seeking').hidden")
    bob.until(
        "the seek",
        "return window.kept = [...document.querySelectorAll('.open .lines li')]"
        ".find(li => li.textContent.includes('Caro · 7\u00a0min + 3\u00a0s'))",
    )
    bob.click(".seek button[type=submit]")
    bob.until(
        "two seeks", "return document.querySelectorAll('.open .lines li:not(.empty)').length === 2"
    )
    same(bob.script("return window.kept.isConnected"), True, "the line that has not changed is the same one")
    bob.click(".seeking .stop")
    ann.click(".seeking .stop")
    bob.until("no seek", "return !window.kept.isConnected")
    ann.until("no strip", "return document.querySelector('.seeking').hidden")


def is_stored(window, secret):
    """Whether the secret is in the page's storage or address."""
    return window.script(
        "return JSON.stringify({...localStorage, ...sessionStorage}).includes(arguments[0])"
        " || location.href.includes(arguments[0])",
        secret,
    )


def test_claiming_a_name_does_not_keep_the_password(ann, wire):
    name = f"Ann {next(NAMES)}"
    lobby(ann)
    ann.press("#account", opens="#account-dialog")
    same(
        ann.script(
            "return ['username', 'password'].map(n => document.querySelector(`#account-dialog"
            " [name=${n}]`).autocomplete)"
        ),
        ["username", "new-password"],
        "for password managers",
    )
    account_dialog(ann, username=name, password=PASSWORD)
    same(ann.script("return document.getElementById('account-dialog')"), None, "the dialog")
    assert name in ann.text(".screen > .notice"), ann.text(".screen > .notice")
    same(wire.get(f"people/{urllib.parse.quote(name)}")["name"], name, "the server's name")
    same(is_stored(ann, PASSWORD), False, "the password is kept")


def test_taken_name_is_refused_and_its_owner_can_sign_in(eve, wire):
    name = f"Taken {next(NAMES)}"
    wire.claim(name, PASSWORD)
    lobby(eve)
    account_dialog(eve, username=name, password=PASSWORD)
    assert_alert(eve, "name is taken")
    eve.click("#account-dialog button.link")
    same(
        eve.script("return document.querySelector('#account-dialog [name=password]').autocomplete"),
        "current-password",
        "signing in",
    )
    account_dialog(eve, password="not the password")
    assert_alert(eve, "Wrong name or password")
    account_dialog(eve, password=PASSWORD)
    eve.until(
        "signed in",
        "return !document.getElementById('account-dialog') && document.getElementById('account').title ==="
        " arguments[0]",
        name,
    )
    same(is_stored(eve, PASSWORD), False, "the password is kept")


def test_guest_joins_a_rated_game_link_after_claiming_a_name(ann, eve, named, room):
    """A player with a claimed name cannot take another name at the table. After signing out the
    guest has no name."""
    link = f"?room={room}&rule=freestyle&clock=300+5&rated=yes&takebacks=no"
    ann.sign_in_as(named[0])
    enter(ann, link)
    ann.until("a game", "return document.documentElement.dataset.rev >= 1")
    enter(eve, link)
    asks_for_a_name(eve)
    account_dialog(eve, username=f"Eve {next(NAMES)}", password=PASSWORD)
    eve.until("a seat", MINE, "o")
    eve.until("no field for another name", "return document.getElementById('name-form').hidden")
    eve.press("#account", opens="#account-dialog")
    eve.press("#sign-out")
    eve.until(
        "a guest again",
        "return !document.getElementById('name-form').hidden && document.getElementById('name').value === ''",
    )


def test_rated_seek_needs_a_claimed_name_to_accept(ann, bob, eve, named):
    """The seek's terms become the game's. A guest who accepts it is asked to claim a name."""
    for window, client in zip((ann, bob), named, strict=True):
        window.sign_in_as(client)
    for window in (ann, bob, eve):
        lobby(window)
    fill(ann, rule="freestyle", clock="600+5", opening="swap2", size="15", takebacks=True, rated=True)
    ann.click(".seek button[type=submit]")
    name = named[0].welcome["participant"]["name"]
    find = (
        "const line = [...document.querySelectorAll('.open .lines li')]"
        ".find(li => li.textContent.includes(arguments[0]));"
    )
    for window in (bob, eve):
        window.until("Ann's seek", f"{find} return line", name)
    eve.script(f"{find} line.querySelector('button').click()", name)
    asks_for_a_name(eve)
    bob.script(f"{find} line.querySelector('button').click()", name)
    room = room_of(ann, bob)
    state = settled(ann.url, room, ann, bob)
    same(
        {key: state.get(key) for key in ("rated", "opening", "clock", "rule")},
        {"rated": "yes", "opening": "swap2", "clock": "600+5", "rule": "freestyle"},
        "the game",
    )
    seats(ann, bob)


def test_spectator_finds_a_game_in_the_lobby_and_sees_its_end(eve, named, wire):
    """The page says that the visitor is a spectator, and does not offer a game at a table of two
    paired players."""
    room, players = wire.do(paired(*named))
    lobby(eve)
    mine = "const link = [...document.querySelectorAll('#plays a, #featured-link, .more-plays a')].find(a => a.href.includes(arguments[0]));"
    eve.until("the game", f"{mine} return link", room)
    eve.script(f"{mine} link.click()", room)
    same(room_of(eve), room, "the table")
    settled(eve.url, room, eve)
    same(eve.text("#hint").startswith("You are watching."), True, "Eve watches")
    wire.play(room, players["x"], players["o"], "a2 a14 b2 c14 c2 e14 d2 g14 e2")
    eve.until("X wins", "return document.getElementById('turn').textContent.startsWith('X wins')")
    state = settled(eve.url, room, eve)
    same((state["result"], state["reason"]), ("x", "five"), "the end")
    same(
        eve.script(
            "return [...document.querySelectorAll('#new-game, #next')].filter(b => b.checkVisibility()).map(b"
            " => b.textContent)"
        ),
        [],
        "games that a spectator is offered",
    )


def test_rated_game_appears_on_profiles_and_has_a_record_page(eve, named, wire, room):
    ann, bob = named
    wire.do(people.rated_game(room, ann, bob, rule="freestyle", clock="600+5", listed="yes"))
    wire.delta(bob, room, result="x", reason="resign")
    names = [client.welcome["participant"]["name"] for client in named]
    for name, won in zip(names, (1, 0), strict=True):
        person = wire.get(f"people/{urllib.parse.quote(name)}")
        same((person["games"], person["won"], person["lost"]), (1, won, 1 - won), f"{name}'s games")
        same(
            [(each["rule"], each["speed"], each["games"]) for each in person["ratings"]],
            [("freestyle", "rapid", 1)],
            "ratings",
        )
        same(person["ratings"][0]["rating"] > 1500, bool(won), "the rating")
    enter(eve, f"?person={urllib.parse.quote(names[0])}")
    same(eve.script("return document.querySelectorAll('.games li a').length"), 1, "games")
    same(
        eve.script("""
        return [...['.screen .title', '.games .outcome'].map(part => document.querySelector(part).textContent),
                [...document.querySelectorAll('.figures dd')].map(d => d.textContent).join()]"""),
        [names[0], "Won", "1,1,0,0"],
        "the winner's page",
    )
    eve.press(".games li a")
    same(eve.stones(), stones_of(shared(eve.url, room)["state"]), "the record's board")
    same(
        eve.script("return [...document.querySelectorAll('.record a.button')].map(a => a.textContent).join()"),
        "Analysis board,.sgf,.psq,Open table,Lobby",
        "links",
    )
    for kind, start in (("sgf", "(;"), ("psq", "Piskvorky")):
        text = eve.script(
            "return fetch([...document.querySelectorAll('.record a.button')].find(a => a.textContent"
            " === '.' + arguments[0]).href)"
            ".then(answer => answer.text())",
            kind,
        )
        same(text.startswith(start), True, f"the .{kind}: {text[:40]!r}")
    address = eve.script("return location.href")
    eve.driver.refresh()
    eve.settled()
    same(
        eve.script("return [location.href, document.querySelector('.record') !== null]"),
        [address, True],
        "the record again",
    )
    eve.driver.back()
    eve.until("the profile", "return document.documentElement.dataset.screen === 'person'")


def test_rematch_and_next_opponent_keep_the_rated_terms(ann, bob, eve, named, wire, room):
    """The players swap sides for the rematch."""
    wire.do(people.rated_game(room, *named, rule="caro", clock="600+5"))
    wire.delta(named[1], room, result="x", reason="resign")
    for window, client in zip((ann, bob), named, strict=True):
        window.sign_in_as(client)
        enter(window, f"?room={room}")
        window.online()
    press(ann, "[data-action=rematch]")
    press(bob, ".question.rematch [data-answer=accept]")
    for window in (ann, bob):
        window.until("game 2", "return document.getElementById('rule').textContent.includes('Game 2')")
    state = settled(ann.url, room, ann, bob)
    same((state["game"], state["rated"], state["clock"]), ("2", "yes", "600+5"), "the rematch")
    same(seats(ann, bob), {"x": bob, "o": ann}, "the seats")
    wire.play(room, named[1], named[0], "h8 i9")  # Without moves the game would be aborted.
    wire.delta(named[1], room, result="o", reason="resign")
    press(ann, "#next-opponent")
    ann.until("looking", "return !document.querySelector('.seeking').hidden")
    lobby(eve)
    eve.until(
        "the seek",
        "return [...document.querySelectorAll('.open .lines li')]"
        ".some(li => li.textContent.includes('Caro · 10\u00a0min + 5\u00a0s · rated'))",
    )
    ann.click(".seeking .stop")


def test_lobby_focus_stays_visible_by_keyboard(eve):
    lobby(eve)
    eve.find("body").send_keys(Keys.TAB)
    seen = []
    for _ in range(60):
        at = eve.script(
            "const e = document.activeElement, r = e.getBoundingClientRect(); return e === document.body"
            " ? null"
            " : [e.id || e.name || e.dataset.way || e.textContent.trim(), r.width > 0 && r.height > 0]"
        )
        if at is None or at[0] in seen:
            break
        same(at[1], True, f"{at[0]} shows")
        seen.append(at[0])
        eve.driver.switch_to.active_element.send_keys(Keys.TAB)
    wanted = [
        "account",
        "settings",
        "computer",
        "friend",
        "rule",
        "clock",
        "opening",
        "size",
        "takebacks",
        "from",
        "to",
        "Find an opponent",
        "learn",
        "other-tables",
    ]
    same([name for name in seen if name in wanted], wanted, f"the order, of {seen}")

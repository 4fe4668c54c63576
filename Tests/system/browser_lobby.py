#!/usr/bin/python3
"""Meets somebody in the lobby: two people in two browsers and one who watches in a third.

    /usr/bin/python3 Tests/system/browser_lobby.py [--server PATH | --url URL] [--web DIR] [--only NAME]

The tests build on one another: names are claimed, a rated game is found, played, recorded, and played again.
The last line is "N passed, N failed".
"""

import json
import os
import sys
import urllib.parse
import urllib.request
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from selenium.common.exceptions import TimeoutException  # noqa: E402
from browser_kit import PATIENCE, Window, main, same, shared, stones_of  # noqa: E402

PASSWORD = "correct horse battery"
SCREEN = "return document.documentElement.dataset.screen === arguments[0]"


class Evening:
    """Ann and Bob, who play, and Eve, who watches; `tag` keeps the names of one run apart from those of another."""

    def __init__(self, url):
        self.url, self.tag = url, uuid.uuid4().hex[:6]
        self.ann, self.bob, self.eve = (Window(url, f"{name} {self.tag}") for name in ("Ann", "Bob", "Eve"))
        self.windows = (self.ann, self.bob, self.eve)
        self.room = None

    def go(self, window, query):
        window.driver.get(window.url + "/" + query)
        window.until("online", "return document.documentElement.dataset.connection === 'online' && document.querySelector('.seeking')")

    def lobby(self, window):
        self.go(window, "?lobby")
        window.until("the lobby", "return document.querySelector('.screen .lobby') && ![...document.querySelectorAll('.lines .empty')].some(e => /Loading…/.test(e.textContent))")
        window.script("document.querySelector('.own-terms').open = true")

    def api(self, path):
        with urllib.request.urlopen(f"{self.url}/api/{path}", timeout=PATIENCE) as answer:
            return json.load(answer)

    def state(self):
        return shared(self.url, self.room)["state"]

    def fill(self, window, **values):
        """Fills the seek form as a person does, event by event."""
        window.script("""for (const [name, value] of Object.entries(arguments[0])) {
            const field = document.querySelector(`.seek [name="${name}"]`);
            if (typeof value === 'boolean') { if (field.checked !== value) field.click(); continue; }
            field.value = value;
            field.dispatchEvent(new Event('input', {bubbles: true}));
            field.dispatchEvent(new Event('change', {bubbles: true}));
        }""", values)

    def seated(self):
        """Waits until Ann and Bob are at the same table, and remembers it; {"x": window, "o": window} by the seats' own words."""
        for window in (self.ann, self.bob):
            window.until("the table of the pair", "return new URLSearchParams(location.search).has('room') && document.documentElement.dataset.rev >= 1")
        rooms = {window.script("return new URLSearchParams(location.search).get('room')") for window in (self.ann, self.bob)}
        same(len(rooms), 1, f"one table of {rooms}")
        self.room = rooms.pop()
        return self.seats()

    def seats(self):
        found = {}
        for window in (self.ann, self.bob):
            for side in window.script("return ['x', 'o'].filter(s => document.querySelector(`.player[data-side=${s}] small`).textContent === 'you')"):
                found[side] = window
        same(sorted(found), ["o", "x"], "both seats")
        return found

    def settle(self):
        """Waits until everybody at the table shows the server's newest revision."""
        told = shared(self.url, self.room)
        for window in self.windows:
            if window.script("return new URLSearchParams(location.search).get('room')") == self.room:
                window.at_rev(told["rev"])
                same(window.stones(), stones_of(told["state"]), f"{window.name}'s board")
        return told["state"]

    def awaited(self):
        """The window of whom something is awaited."""
        state = self.settle()
        side = state.get("awaits") or ("x" if int(state["move"]) % 2 == 0 else "o")
        return self.seats()[side]

    def play(self, point):
        window = self.awaited()
        rev = shared(self.url, self.room)["rev"]
        window.play_by_click(point)
        window.until(f"{point} is played", "return Number(document.documentElement.dataset.rev) > arguments[0]", rev)

    def press(self, window, selector):
        window.until(selector, "const b = document.querySelector(arguments[0]); return b && !b.hidden && !b.disabled && b.checkVisibility()", selector)
        window.click(selector)

    @staticmethod
    def hashed(window, what, code, *arguments):
        """Waits for what comes after a password was hashed, which is slow on purpose and slower on a busy machine."""
        for _ in range(2):
            try:
                return window.until(what, code, *arguments)
            except TimeoutException:
                pass
        return window.until(what, code, *arguments)

    def close(self):
        for window in self.windows:
            window.close()


def a_link_for_a_friend(evening):
    """a private link starts its game for the first, seats the second, and lets the third watch"""
    room = f"test-{uuid.uuid4().hex[:10]}"
    link = f"?room={room}&rule=renju&clock=300+5&opening=swap2&size=15&takebacks=no"
    for window in evening.windows:
        evening.go(window, link)
        window.until("a game", "return document.documentElement.dataset.rev >= 1")
    evening.room = room
    for window in evening.windows:
        window.until("both seats taken", "return document.documentElement.dataset.rev >= 2")
    state = evening.settle()
    same({key: state.get(key) for key in ("rule", "clock", "opening", "takebacks", "game")},
         {"rule": "renju", "clock": "300+5", "opening": "swap2", "takebacks": "no", "game": "1"}, "the game of the link")
    evening.seats()
    same(evening.eve.text("#hint").startswith("You are watching."), True, "Eve watches")
    evening.ann.driver.refresh()
    evening.ann.online()
    evening.settle()
    evening.seats()


def a_link_made_here(evening):
    """'play a friend' asks for the options, starts, and the link carries them and the secret that opens the table"""
    ann, bob, eve = evening.windows
    evening.go(ann, f"?room=test-{uuid.uuid4().hex[:10]}")
    ann.click("[data-choice=friend]")
    ann.until("the dialog", "return document.querySelector('#friend-dialog[open]')")
    ann.choose("#friend-dialog [name=rule]", "standard")
    ann.click("#friend-dialog button[value=start]")
    ann.until("a game", "return document.documentElement.dataset.rev >= 1")
    bob.driver.get(ann.script("return location.href"))
    bob.until("a seat", "return document.querySelector('.player[data-side=o] small')?.textContent === 'you'")
    evening.room = ann.script("return new URLSearchParams(location.search).get('room')")
    link = ann.script("return location.href")
    same(len(link.split("#secret=")[1]) >= 22, True, "the secret in the link")
    asked = ann.script("""return Promise.all([fetch(`api/rooms/${arguments[0]}`), fetch(`api/rooms/${arguments[0]}`,
        {headers: {authorization: `Bearer ${location.hash.slice(8)}`}})]).then((answers) => answers.map(({status}) => status))""", evening.room)
    same(asked, [404, 200], "the table over HTTP without the secret, and with it")
    rule = ann.script("""return fetch(`api/rooms/${arguments[0]}`, {headers: {authorization: `Bearer ${location.hash.slice(8)}`}})
        .then((answer) => answer.json()).then(({state}) => state.rule)""", evening.room)
    same(rule, "standard", "the rule")
    eve.driver.get(link.split("?")[0] + f"?room={evening.room}")
    eve.online()
    same(eve.script("return document.documentElement.dataset.rev"), "0", "what is seen of the table without the secret")


def seeking_and_stopping(evening):
    """a seek is listed for others, follows one to the table, and can be taken back"""
    ann, bob = evening.ann, evening.bob
    evening.lobby(bob)
    evening.lobby(ann)
    evening.fill(ann, rule="caro", clock="own", main="7", increment="3")
    ann.click(".seek button[type=submit]")
    ann.until("the strip", "return !document.querySelector('.seeking').hidden")
    bob.until("the seek", "return [...document.querySelectorAll('.open .lines li')].some(li => li.textContent.includes('Caro · 7 min + 3 s'))")
    kept = bob.script("return (window.kept = [...document.querySelectorAll('.open .lines li')].find(li => li.textContent.includes('Caro'))) && true")
    same(kept, True, "the line")
    bob.click(".seek button[type=submit]")
    bob.until("two seeks", "return document.querySelectorAll('.open .card:first-child .lines li:not(.empty)').length === 2")
    same(bob.script("return window.kept.isConnected"), True, "the line that has not changed is the same one")
    bob.click(".seeking button")
    ann.click(".seeking button")
    bob.until("no seek", "return !window.kept.isConnected")
    same(ann.script("return document.querySelector('.seeking').hidden"), True, "the strip is gone")


def claiming(evening):
    """names are claimed with a password, refused where they are taken, and signed in elsewhere; nothing keeps the password"""
    for window in (evening.ann, evening.bob):
        evening.lobby(window)
        window.click("#account")
        window.until("the dialog", "return document.querySelector('#account-dialog[open]')")
        same(window.script("return ['username', 'password'].map(n => document.querySelector(`#account-dialog [name=${n}]`).autocomplete)"),
             ["username", "new-password"], "for password keepers")
        evening_name = window.find("#account-dialog [name=username]")
        evening_name.clear()
        evening_name.send_keys(window.name)
        window.find("#account-dialog [name=password]").send_keys(PASSWORD)
        window.click("#account-dialog button[type=submit]")
        evening.hashed(window, "claimed", "return !document.getElementById('account-dialog')")
        window.until("the name", "return document.querySelector('.screen > .notice').textContent.includes(arguments[0])", window.name)
    eve = evening.eve
    evening.lobby(eve)
    eve.click("#account")
    eve.until("the dialog", "return document.querySelector('#account-dialog[open]')")
    field = eve.find("#account-dialog [name=username]")
    field.clear()
    field.send_keys(evening.ann.name)
    eve.find("#account-dialog [name=password]").send_keys(PASSWORD)
    eve.click("#account-dialog button[type=submit]")
    eve.until("taken", "return /belongs to somebody/.test(document.querySelector('#account-dialog [role=alert]').textContent)")
    eve.click("#account-dialog button.link")
    same(eve.script("return document.querySelector('#account-dialog [name=password]').autocomplete"), "current-password", "signing in")
    eve.find("#account-dialog [name=password]").send_keys("not the password")
    eve.click("#account-dialog button[type=submit]")
    evening.hashed(eve, "refused", "return /do not belong together/.test(document.querySelector('#account-dialog [role=alert]').textContent)")
    eve.find("#account-dialog [name=password]").send_keys(PASSWORD)
    eve.click("#account-dialog button[type=submit]")
    evening.hashed(eve, "signed in", "return !document.getElementById('account-dialog') && document.getElementById('account').title === arguments[0]", evening.ann.name)
    eve.click("#account")
    eve.until("the dialog", "return document.querySelector('#account-dialog[open]')")
    eve.script("document.querySelector('#own-bot button[type=submit]').click()")
    eve.until("a token for a bot", "return document.querySelector('#account-dialog input[readonly]:not([hidden])')?.value.length > 10")
    eve.script("document.querySelector('#account-dialog .actions button:not(.primary)').click()")
    eve.until("signed out", "return document.getElementById('account').title !== arguments[0]", evening.ann.name)
    for window in evening.windows:
        same(window.script("return JSON.stringify({...localStorage, ...sessionStorage}).includes(arguments[0]) || location.href.includes(arguments[0])", PASSWORD), False, "a kept password")


def a_rated_link(evening):
    """a link to a rated game asks a guest for a name of their own, and seats them when they have one"""
    ann, eve = evening.ann, evening.eve
    link = f"?room=test-{uuid.uuid4().hex[:10]}&rule=freestyle&clock=300+5&rated=yes&takebacks=no"
    evening.go(ann, link)
    ann.until("a game", "return document.documentElement.dataset.rev >= 1")
    evening.go(eve, link)
    eve.until("a name is needed", "return document.querySelector('#account-dialog[open] .hint')?.textContent.includes('rated game needs a name')")
    field = eve.find("#account-dialog [name=username]")
    field.clear()
    field.send_keys(eve.name)
    eve.find("#account-dialog [name=password]").send_keys(PASSWORD)
    eve.click("#account-dialog button[type=submit]")
    evening.hashed(eve, "a seat", "return document.querySelector('.player[data-side=o] small').textContent === 'you'")
    eve.until("no field for another name", "return document.getElementById('name-form').hidden")
    eve.click("#account")
    eve.until("the dialog", "return document.querySelector('#account-dialog[open]')")
    eve.script("document.querySelector('#account-dialog .actions button:not(.primary)').click()")
    eve.until("a guest again", "return !document.getElementById('name-form').hidden && document.getElementById('name').value === ''")


def paired(evening):
    """a rated swap2 game with a clock is sought by one and accepted by the other; both sit down; a guest is told to claim a name"""
    ann, bob, eve = evening.windows
    for window in evening.windows:
        evening.lobby(window)
    evening.fill(ann, rule="freestyle", clock="600+5", opening="swap2", size="15", takebacks=True, rated=True)
    ann.click(".seek button[type=submit]")
    find = "return [...document.querySelectorAll('.open .lines li')].find(li => li.textContent.includes(arguments[0]))"
    for window in (bob, eve):
        window.until("Ann's seek", find, ann.name)
    eve.script(find.replace("return ", "const li = ") + "; li.querySelector('button').click()", ann.name)
    eve.until("a name is needed", "return document.querySelector('#account-dialog[open] .hint')?.textContent.includes('rated game needs a name')")
    eve.script("document.querySelector('#account-dialog .actions button[type=button]').click()")
    bob.script(find.replace("return ", "const li = ") + "; li.querySelector('button').click()", ann.name)
    evening.seated()
    state = evening.settle()
    same({key: state.get(key) for key in ("rated", "opening", "clock", "rule")}, {"rated": "yes", "opening": "swap2", "clock": "600+5", "rule": "freestyle"}, "the game")


def watched(evening):
    """who watches finds the game in the lobby"""
    eve = evening.eve
    eve.until("the game", "return [...document.querySelectorAll('#plays a')].some(a => a.href.includes(arguments[0]))", evening.room)
    eve.script("[...document.querySelectorAll('#plays a')].find(a => a.href.includes(arguments[0])).click()", evening.room)
    eve.until("the table", "return new URLSearchParams(location.search).get('room') === arguments[0] && document.documentElement.dataset.rev >= 1", evening.room)
    same(eve.text("#hint").startswith("You are watching."), True, "Eve watches")


def opened(evening):
    """the opening: three stones by one, and a side by the other"""
    for point in ("h8", "h9", "i8"):
        evening.play(point)
    chooser = evening.awaited()
    evening.press(chooser, "[data-answer=white]")
    for window in (evening.ann, evening.bob):
        window.until("the opening is over", "return !document.querySelector('[data-kind=choose]')")
    evening.settle()


def asked_and_answered(evening):
    """a takeback is asked for and granted, a draw offered and refused; the game goes on"""
    evening.play("i9")
    moves = int(evening.settle()["move"])
    asker = next(window for window in (evening.ann, evening.bob) if window is not evening.awaited())
    other = evening.bob if asker is evening.ann else evening.ann
    evening.press(asker, "[data-action=takeback]")
    evening.press(other, ".question.takeback [data-answer=accept]")
    for window in evening.windows:
        window.until("a move less", "return [...document.querySelectorAll('#board [data-point]')].filter(c => c.dataset.stone).length === arguments[0]", moves - 1)
    evening.settle()
    evening.press(asker, "[data-action=draw]")
    evening.press(other, ".question.draw [data-answer=refuse]")
    asker.until("refused", "return !document.querySelector('.question')")
    same(evening.settle().get("result"), None, "the game goes on")


def ended(evening):
    """the game is played to five in a row, and everybody sees it, who watches too"""
    lines = {"x": "a2 b2 c2 d2 e2".split(), "o": "a14 c14 e14 g14 i14 k14".split()}
    while not (state := evening.settle()).get("result"):
        side = "x" if int(state["move"]) % 2 == 0 else "o"
        evening.play(next(point for point in lines[side] if point not in stones_of(state)))
    same((state["result"], state["reason"]), ("x", "five"), "the end")
    winner = evening.seats()["x"]
    for window, words in ((winner, "You win"), (evening.bob if winner is evening.ann else evening.ann, "You lose"), (evening.eve, "X wins")):
        window.until(words, "return document.getElementById('turn').textContent.startsWith(arguments[0])", words)
    same(evening.eve.script("return [...document.querySelectorAll('#new-game, #next')].filter(b => b.checkVisibility()).map(b => b.textContent)"), [], "who watches is offered no game of theirs")
    assert winner.script("return [...document.querySelectorAll('#rematch, #new-game')].some(b => b.checkVisibility())"), "the players are"
    evening.winner = winner


def rated(evening):
    """the result is rated once, the profiles show it, and the record has an address of its own"""
    winner, loser = evening.winner, evening.bob if evening.winner is evening.ann else evening.ann
    for window, won in ((winner, 1), (loser, 0)):
        person = evening.api(f"people/{urllib.parse.quote(window.name)}")
        same((person["games"], person["won"], person["lost"]), (1, won, 1 - won), f"{window.name}'s games")
        same([(each["rule"], each["speed"], each["games"]) for each in person["ratings"]], [("freestyle", "rapid", 1)], "ratings")
        same(person["ratings"][0]["rating"] > 1500, bool(won), "the rating")
    eve = evening.eve
    evening.go(eve, f"?person={urllib.parse.quote(winner.name)}")
    eve.until("the game", "return document.querySelectorAll('.games li a').length === 1")
    same(eve.script("return document.querySelector('.screen .title').textContent"), winner.name, "whose page")
    same(eve.script("return [...document.querySelectorAll('.figures dd')].map(d => d.textContent).join()"), "1,1,0,0", "figures")
    same(eve.script("return document.querySelector('.games .outcome').textContent"), "Won", "the game as the winner sees it")
    eve.click(".games li a")
    eve.until("the record", "return document.querySelector('.record')")
    same(eve.stones(), stones_of(evening.state()), "the record's board")
    same(eve.script("return [...document.querySelectorAll('.record a.button')].map(a => a.textContent).join()"), ".sgf,.psq,Its table,Lobby", "links")
    for kind, start in (("sgf", "(;"), ("psq", "Piskvorky")):
        text = eve.driver.execute_async_script("fetch([...document.querySelectorAll('.record a.button')].find(a => a.textContent === '.' + arguments[0]).href)"
                                               ".then(r => r.text()).then(arguments[1])", kind)
        same(text.startswith(start), True, f"the .{kind}: {text[:40]!r}")
    address = eve.script("return location.href")
    eve.driver.refresh()
    eve.until("the record again", "return document.querySelector('.record')")
    same(eve.script("return location.href"), address, "its address")
    eve.driver.back()
    eve.until("the profile", SCREEN, "person")


def again(evening):
    """a rematch at the same table, sides exchanged, rated too; after it the next opponent is sought with the same options"""
    winner, loser = evening.winner, evening.bob if evening.winner is evening.ann else evening.ann
    evening.press(winner, "[data-action=rematch]")
    evening.press(loser, ".question.rematch [data-answer=accept]")
    for window in (winner, loser):
        window.until("game 2", "return document.getElementById('rule').textContent.includes('Game 2')")
    state = evening.settle()
    same((state["game"], state["rated"], state["clock"]), ("2", "yes", "600+5"), "the rematch")
    same(evening.seats()["o"], winner, "sides are exchanged")
    for point in ("h8", "i9"):  # before that one leaves, or calls off
        evening.play(point)
    evening.press(loser, "#resign")
    evening.press(loser, "#resign-dialog button[value=resign]")
    evening.press(winner, "#next-opponent")
    winner.until("looking", "return !document.querySelector('.seeking').hidden")
    eve = evening.eve
    evening.lobby(eve)
    eve.until("the next seek", "return [...document.querySelectorAll('.open .lines li')].some(li => li.textContent.includes('10 min + 5 s · Swap2 · rated'))")
    winner.click(".seeking button")


def by_keys(evening):
    """the lobby and the account can be used with the keyboard alone, and nothing that has the focus is out of sight"""
    from browser_kit import Keys
    window = evening.eve
    evening.lobby(window)
    window.find("body").send_keys(Keys.TAB)
    seen = []
    for _ in range(60):
        what = window.script("const e = document.activeElement, r = e.getBoundingClientRect(); return e === document.body ? null : "
                             "[e.id || e.name || e.dataset.way || e.textContent.trim(), r.width > 0 && r.height > 0]")
        if what is None or what[0] in seen:
            break
        same(what[1], True, f"{what[0]} shows")
        seen.append(what[0])
        window.driver.switch_to.active_element.send_keys(Keys.TAB)
    wanted = ["share", "account", "settings", "computer", "friend", "rule", "clock", "opening", "size", "takebacks", "from", "to", "Find an opponent", "learn", "other-tables"]
    same([name for name in seen if name in wanted], wanted, f"the order, of {seen}")


def no_complaints(evening):
    """the browsers have logged no error and no breach of the strict policy"""
    for window in evening.windows:
        same([line for line in window.complaints() if "status of 404" not in line], [], f"{window.name}'s log")


TESTS = (a_link_for_a_friend, a_link_made_here, seeking_and_stopping, claiming, a_rated_link, paired, watched, opened, asked_and_answered, ended, rated, again, by_keys,
         no_complaints)


if __name__ == "__main__":
    sys.exit(main(__doc__, TESTS, lambda url, *_: Evening(url)))

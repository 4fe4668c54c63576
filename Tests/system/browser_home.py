#!/usr/bin/env python3
"""The front door, as a stranger finds it: tests in real browsers, with a few people who play over the wire meanwhile.

    Tests/system/browser_home.py [--server PATH]
"""

import asyncio
import json
import re
import sqlite3
import subprocess
import sys
import threading
import urllib.request

from blackbox import STORE, Client, binary
from browser_kit import Keys, Window, main, same, shared

SIZES = {"phone": (390, 844), "phone on its side": (844, 390), "tablet": (768, 600), "laptop": (1280, 800), "desktop": (1920, 1080)}
PASSWORD = "correct horse"


class Town:
    """People who have played rated games, and two who play one that may be watched."""

    def __init__(self, port):
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.do(self.settle(port))

    def do(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(120)

    async def settle(self, port):
        self.ann, self.bob = [await self.named(port, name) for name in ("Ann", "Bob")]
        for number, winner in enumerate("xxo"):
            await self.begin(f"past{number}")
            loser = self.bob if winner == "x" else self.ann
            await loser.delta(f"past{number}", {"result": winner, "reason": "resign"})
        await self.begin("now", listed="yes")

    async def named(self, port, name):
        client = await Client.connect(port, name)
        client.send(type="claim", id="c1", name=name, password=PASSWORD)
        await client.expect("account")
        return client

    async def begin(self, room, **more):
        for player in (self.ann, self.bob):
            await player.join(room)
        await self.ann.delta(room, {"game": "1", "rule": "freestyle", "clock": "300+5", "rated": "yes", "x": self.ann.id, **more})
        await self.bob.delta(room, {"o": self.bob.id})
        # So many let it count.
        for number, point in enumerate(("h8", "i9", "g9", "a1", "c1", "e1"), 1):
            await (self.ann if number % 2 else self.bob).move(room, number, point)


class Street:
    def __init__(self, server):
        self.url, self.server = server.url, server
        self.town = Town(server.port)
        self.one, self.two = Window(self.url, "Stranger"), Window(self.url, "Passer-by")

    def arrive(self, window):
        window.driver.get(window.url + "/")
        window.until("the front door", "return document.querySelector('.tiles') && document.documentElement.dataset.connection === 'online' && document.querySelector('.who-one-is b')")

    def close(self):
        for window in (self.one, self.two):
            window.close()


def two_clicks(street):
    """a stranger plays the computer after two clicks"""
    window = street.one
    street.arrive(window)
    window.click("[data-way=computer]")
    window.until("the dialog", "return document.querySelector('#new-game-dialog[open]')")
    window.click("#new-game-dialog button[value=start]")
    window.until("one's turn", "return document.getElementById('turn').checkVisibility() && /^Your turn/.test(document.getElementById('turn').textContent)")
    assert "room=" in window.driver.current_url, window.driver.current_url


def one_click(street):
    """two strangers press the same tile and sit at one table; pressed again, a tile stops looking"""
    for window in (street.one, street.two):
        street.arrive(window)
    street.one.click("[data-clock='180+2']")
    street.one.until("looking", "return document.querySelector(\"[data-clock='180+2']\").ariaPressed === 'true' && !document.querySelector('.seeking').hidden")
    street.one.click("[data-clock='180+2']")
    street.one.until("not looking", "return document.querySelector(\"[data-clock='180+2']\").ariaPressed === 'false' && document.querySelector('.seeking').hidden")
    street.one.click("[data-clock='300+3']")
    street.two.until("who waits is shown", "return /5 min \\+ 3 s/.test(document.querySelector('.open .lines').textContent)")
    street.two.click("[data-clock='300+3']")
    for window in (street.one, street.two):
        window.until("a table", "return new URLSearchParams(location.search).has('room') && document.querySelector('.player.to-move')")
    rooms = {window.script("return new URLSearchParams(location.search).get('room')") for window in (street.one, street.two)}
    same(len(rooms), 1, rooms)
    same(shared(street.url, rooms.pop())["state"]["clock"], "300+3", "the clock")


def live(street):
    """a game that is played stands there as a small board, and goes on; who only looks in is not at the table"""
    window = street.one
    street.arrive(window)
    board = "#plays a[href='?room=now'] .mini"
    window.until("the board", f"return document.querySelectorAll(\"{board} .dot\").length === 6")
    same(window.script(f"return document.querySelector(\"{board}\").getAttribute('aria-label')"), "Ann (1662) – Bob (1338)".replace("1662", str(rating(street, "Ann"))).replace("1338", str(rating(street, "Bob"))), "its name")
    street.town.do(street.town.ann.move("now", 7, "j10"))
    window.until("the next move", f"return document.querySelectorAll(\"{board} .dot\").length === 7 && document.querySelector(\"{board} .dot.x.last\")")
    here = [p for r in rooms(street) if r["room"] == "now" for p in [r["participants"]]]
    same(here, [2], "people at the table")


def rooms(street):
    with urllib.request.urlopen(f"{street.url}/api/rooms", timeout=60) as answer:
        return json.load(answer)["rooms"]


def rating(street, name):
    with urllib.request.urlopen(f"{street.url}/api/people/{name}", timeout=60) as answer:
        return json.load(answer)["ratings"][0]["rating"]


def numbers(street):
    """leaders, profile and terminal say the same of a rating; the last results and how many are here are told"""
    window = street.one
    street.arrive(window)
    window.until("the leaders", "return document.querySelectorAll('.leaders li:not(.empty)').length === 2")
    told = dict(re.match(r"(\w+)\s+(\d+ ± \d+)", line.replace("\n", " ")).groups() for line in
                window.script("return [...document.querySelectorAll('.leaders li')].map(li => li.textContent.replace(/(\\d)/, ' $1'))"))
    for name, figures in told.items():
        profile = subprocess.run([binary("gomoku-cli"), "profile", street.url, name], capture_output=True, text=True, check=True).stdout
        same(re.search(r"freestyle\s+blitz\s+(\d+ ± \d+)", profile).group(1), figures, f"{name} in the terminal")
    same(window.script("return document.querySelectorAll('.results li:not(.empty)').length"), 3, "results")
    assert window.script("return /^\\d+ (person|people) online$/.test(document.querySelector('.here').textContent)")
    window.click(".leaders a[href='?person=Ann']")
    window.until("the profile", "return document.querySelector('.person td small')")
    same(window.script("return document.querySelector('.person tbody td:nth-child(3)').textContent"), told["Ann"], "on the page")
    window.until("the graph", "return document.querySelector('.rating-graph .course')")
    same(window.script("return document.querySelector('.rating-graph .course').getAttribute('d').split('L').length"), 4, "three games and what was before")
    assert re.search(r"from 1500 to \d+ in 3 games", window.script("return document.querySelector('.rating-graph').getAttribute('aria-label')"))


def a_record(street):
    """a game that is over is whole when its address is opened, nothing is missing, and the card shows both players, without scrolling"""
    window = street.two
    with urllib.request.urlopen(f"{street.url}/api/home", timeout=60) as answer:
        game = json.load(answer)["games"][0]["id"]
    window.driver.get(f"{window.url}/?record={game}")
    window.until("the record", "return document.querySelector('.record') && document.documentElement.dataset.panel")
    same(window.script("return document.getElementById('notice').textContent"), "", "what is told")
    for size in SIZES.values():
        window.resize(*size)
        same(window.script("""const token = [...document.querySelectorAll('.record .token')].filter(t => Math.abs(t.offsetWidth - t.offsetHeight) > 1 || t.offsetWidth < 20).length;
            const board = document.querySelector('#board').getBoundingClientRect(), least = Math.min(innerWidth, innerHeight) * .68;
            return [token, Math.min(board.width, board.height) >= least, document.querySelector('.record').getBoundingClientRect().top < innerHeight - 60]"""), [0, True, True], f"the record at {size}")
        same(window.script("""const place = document.querySelector('#replay-place');
            return [place.scrollHeight > place.clientHeight + 1, [...document.querySelectorAll('#board, .player .name, #replay-place :is(button, select, input[type=range], a)')].filter(e => e.checkVisibility())
                .filter(e => { const r = e.getBoundingClientRect(); return r.width < 1 || r.left < 0 || r.top < 0 || r.right > innerWidth + .5 || r.bottom > innerHeight + .5; }).map(e => e.outerHTML.slice(0, 60))]"""),
             [False, []], f"what is not seen at once at {size}")
    window.resize(1280, 900)


def chosen_at_once(street):
    """the looks one has chosen are there before the page's modules are: nothing flashes"""
    window = street.one
    cdp = window.driver.execute_cdp_cmd
    street.arrive(window)
    window.script("localStorage.setItem('gomoku.mode', 'dark'); localStorage.setItem('gomoku.theme', 'slate')")
    cdp("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "light"}]})
    cdp("Network.enable", {})
    cdp("Network.setBypassServiceWorker", {"bypass": True})
    cdp("Network.setBlockedURLs", {"urls": ["*/bundle/*"]})
    try:
        window.driver.get(f"{window.url}/")
        same(window.script("""const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
            return [document.documentElement.dataset.screen ?? 'no module', getComputedStyle(document.body).backgroundColor, style('--wood')]"""),
             ["no module", "rgb(21, 24, 28)", "#46525e"], "the looks")
    finally:
        cdp("Network.setBlockedURLs", {"urls": []})
        cdp("Network.setBypassServiceWorker", {"bypass": False})
        window.driver.get_log("browser")  # what was blocked
    street.arrive(window)
    window.script("for (const name of ['mode', 'theme']) localStorage.removeItem(`gomoku.${name}`)")
    cdp("Emulation.setEmulatedMedia", {"features": []})


def best(street):
    """of the best five are listed, and on and on for who asks, the focus going along"""
    window = street.one
    window.driver.get("about:blank")
    street.two.driver.get("about:blank")
    street.server.stop()
    with sqlite3.connect(f"{street.server.data}/gomoku.sqlite") as database:
        for number in range(60):
            person, name = f"p-best{number:02}", f"Player {number:02}"
            database.execute("INSERT INTO participant (id, token, name, bot, seen) VALUES (?, ?, ?, 0, 1)", (person, person.encode(), name))
            database.execute("INSERT INTO account (participant, key, name, since, salt, hash, rounds, block, parallel) VALUES (?, ?, ?, 1, x'00', x'00', 2, 1, 1)", (person, f"player{number:02}", name))
            database.execute("INSERT INTO rating (participant, rule, speed, rating, deviation, volatility, games, at) VALUES (?, 'renju', 'blitz', ?, 50, 0.06, 9, 1)", (person, 2500 - number))
    database.close()
    street.server.start()
    street.arrive(window)
    window.until("leaders", "return document.querySelector('.leaders-of select')")
    window.choose(".leaders-of select", "renju blitz")
    listed = "return [...document.querySelectorAll('.leaders li b:first-child')].filter(b => b.closest('a')).map(b => b.textContent)"
    names = [f"Player {number:02}" for number in range(60)]
    window.until("the first five", f"return (() => {{ {listed} }})().length === 5")
    same(window.script(listed), names[:5], "the first")
    for count, first in ((50, 5), (60, 50)):
        window.click(".leaders ~ button")
        window.until(f"{count}", f"return (() => {{ {listed} }})().length === {count}")
        same(window.script("return document.activeElement.textContent"), names[first], "where the focus is")
    same((window.script(listed), window.script("return document.querySelector('.leaders ~ button').hidden")), (names, True), "all of them")


def lesson(street):
    """how to play is learned in four moves, by click and by keyboard, and leads to the first game"""
    window = street.two
    street.arrive(window)
    window.click("#learn")
    dialog = "#lesson-dialog"
    title = lambda: window.script("return document.getElementById('lesson-title').textContent")
    def put(point):
        window.script("document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click', {bubbles: true}))", f"{dialog} [data-point={point}] .hit")
    window.until("the first", f"return document.querySelector('{dialog}[open]')")
    first = title()
    put("a1")
    same(window.text(".lesson-words"), "Not there. Look again.", "a mistake")
    same(window.script(f"return document.querySelectorAll('{dialog} .aim').length"), 0, "no help yet")
    put("a2")
    same(window.script(f"return document.querySelectorAll('{dialog} .aim').length"), 2, "help after two")
    put("g5")
    same(window.script(f"return document.querySelectorAll('{dialog} .won').length"), 5, "five")
    window.click(f"{dialog} .primary")
    window.until("the second", "return document.getElementById('lesson-title').textContent !== arguments[0]", first)
    window.script(f"document.querySelector('{dialog} [data-point=h4]').focus()")
    window.driver.switch_to.active_element.send_keys(Keys.ENTER)
    window.until("done, and the focus on what goes on", f"return document.activeElement === document.querySelector('{dialog} .primary')")
    window.driver.switch_to.active_element.send_keys(Keys.ENTER)
    for point in ("c5", "f4"):
        put(point)
        window.click(f"{dialog} .primary")
    window.until("the first game", "return document.querySelector('#new-game-dialog[open]')")


def signed_in(street):
    """whether one is signed in stands on every screen, at every size"""
    window = street.two
    says = "const b = document.getElementById('account'); return [b.dataset.claimed, b.getAttribute('aria-label'), b.checkVisibility()]"
    for query in ("", "?person=Ann", "?room=now"):
        window.driver.get(f"{window.url}/{query}")
        window.until("known", "return document.getElementById('account').dataset.claimed === 'no'")
        for size in SIZES.values():
            window.resize(*size)
            same(window.script(says), ["no", "Your account: Sign in", True], f"{query} {size}")
    window.resize(*SIZES["laptop"])
    street.arrive(window)
    window.click("#account")
    window.until("the dialog", "return document.querySelector('#account-dialog[open]')")
    for name, text in (("username", "Carla"), ("password", PASSWORD)):
        window.find(f"#account-dialog [name={name}]").send_keys(text)
    window.click("#account-dialog button[type=submit]")
    window.until("signed in", "return document.getElementById('account').dataset.claimed === 'yes'")
    for query in ("", "?person=Ann", "?room=now"):
        window.driver.get(f"{window.url}/{query}")
        window.until("known", "return document.getElementById('account').dataset.claimed === 'yes'")
        same(window.script(says)[1:], ["Your account: Carla", True], query)
    same(window.script("return document.querySelector('#account').textContent"), "Carla", "the name")
    street.arrive(window)
    assert "You play as Carla." in window.text(".who-one-is"), window.text(".who-one-is")


def fits(street):
    """at every size and both themes nothing is cut off, and the tiles are there without scrolling"""
    window = street.one
    for scheme in ("light", "dark"):
        window.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        for name, size in SIZES.items():
            window.resize(*size)
            street.arrive(window)
            window.until("boards", "return document.querySelector('#plays .dot') && document.querySelector('.leaders b')")
            wide, tiles, cut = window.script("""
                const tiles = [...document.querySelectorAll('.tile[data-clock]')].map(t => t.getBoundingClientRect());
                const cut = [...document.querySelectorAll('.screen *')].filter(e => e.checkVisibility() && e.children.length === 0 && e.textContent.trim()
                    && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflow !== 'visible' && !e.closest('.hidden, .title')).map(e => e.outerHTML.slice(0, 80));
                return [document.documentElement.scrollWidth - innerWidth, tiles.filter(r => r.bottom <= innerHeight && r.height >= 44).length, cut];""")
            same((wide <= 0, cut), (True, []), f"{name}, {scheme}")
            assert tiles == 6 or (size[1] < 500 and tiles >= 3), f"{name}: {tiles} tiles"


def looks(street):
    """light and dark can be chosen against the system, for page and board; ? shows the shortcuts, but not where one types"""
    window = street.one
    window.resize(*SIZES["laptop"])
    colours = "const s = getComputedStyle(document.documentElement); return [s.colorScheme, s.getPropertyValue('--page').trim(), s.getPropertyValue('--wood').trim()]"
    light, dark = ["light", "#f4f0e8", "#dfb878"], ["dark", "#15181c", "#4b3421"]
    for system, chosen, expected in (("dark", "light", light), ("light", "dark", dark)):
        window.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": system}]})
        street.arrive(window)
        window.click("#settings")
        window.until("settings", "return document.querySelector('#settings-dialog[open]')")
        window.choose("#settings-dialog [name=mode]", chosen)
        window.until(chosen, f"const found = (() => {{ {colours} }})(); return JSON.stringify(found) === arguments[0]", json.dumps(expected, separators=(",", ":")))
        window.driver.refresh()
        window.until(f"{chosen}, still", f"const found = (() => {{ {colours} }})(); return JSON.stringify(found) === arguments[0]", json.dumps(expected, separators=(",", ":")))
    window.driver.execute_script("localStorage.removeItem('gomoku.mode')")
    window.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    window.driver.get(f"{window.url}/?room=now")
    window.online()
    window.find("#chat-text").send_keys("?")
    same(window.script("return [document.getElementById('chat-text').value, document.querySelectorAll('dialog[open]').length]"), ["?", 0], "while one types")
    window.script("document.getElementById('chat-text').value = ''; document.activeElement.blur()")
    window.find("body").send_keys("?")
    window.until("the shortcuts", "return document.querySelector('#shortcuts-dialog[open]')")
    assert window.script("return document.querySelectorAll('#shortcuts-dialog kbd').length") > 10
    window.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    window.until("closed", "return !document.getElementById('shortcuts-dialog')")


def no_complaints(street):
    """the browsers have logged no error and no breach of the strict policy"""
    for window in (street.one, street.two):
        same(window.complaints(), [], window.name)


# The best are written into the embedded store's file: sixty names would have to be claimed, and win, otherwise.
BEST = (best,) if STORE == "embedded" else ()
TESTS = (two_clicks, one_click, live, numbers, a_record, lesson, fits, looks, chosen_at_once, signed_in, *BEST, no_complaints)


if __name__ == "__main__":
    sys.exit(main(__doc__, TESTS, lambda url, server, _: Street(server)))

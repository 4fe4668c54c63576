#!/usr/bin/python3
"""Replays, records, the computer, settings, languages and the list of tables, in two real browsers.

    /usr/bin/python3 Tests/system/browser_more.py [--server PATH | --url URL] [--web DIR] [--only NAME]

The last line is "N passed, N failed"; the exit status is 0 only when nothing failed.
"""

import json
import os
import sys
import tempfile
import urllib.request
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser_kit import Keys, PATIENCE, Window, main, same, shared, stones_of  # noqa: E402


class Tables:
    def __init__(self, url):
        self.url = url
        self.ann = Window(url, "Ann")
        self.bob = Window(url, "Bob")

    def fresh(self):
        self.room = f"test-{uuid.uuid4().hex[:10]}"
        for window in (self.ann, self.bob):
            window.visit(self.room)

    def start(self, listed=False):
        self.fresh()
        self.ann.new_game("x", listed=listed)
        self.bob.until("the offer to join", "return !document.querySelector('.player[data-side=o] button').hidden")
        self.bob.click(".player[data-side=o] button")
        self.at_rev(2)

    def at_rev(self, rev):
        for window in (self.ann, self.bob):
            window.at_rev(rev)

    def play(self, points, first=1):
        """Ann plays the odd moves, Bob the even ones."""
        rev = self.ann.rev()
        for number, point in enumerate(points.split(), first):
            (self.ann if number % 2 else self.bob).play_by_click(point)
            rev += 1
            self.at_rev(rev)

    def history(self):
        with urllib.request.urlopen(f"{self.url}/api/rooms/{self.room}/history", timeout=PATIENCE) as answer:
            return json.load(answer)["deltas"]

    def boards(self):
        """The stones after each revision, 0 included, from the server's history."""
        state, boards = {}, [{}]
        for delta in self.history():
            for key, value in delta["set"].items():
                state.pop(key, None) if value is None else state.__setitem__(key, value)
            boards.append(stones_of(state))
        return boards

    def close(self):
        for window in (self.ann, self.bob):
            window.close()


def open_replay(window, rev=None):
    window.click("#replay")
    if rev is not None:
        window.until("the history", "return document.querySelector('.replay')?.dataset.rev === String(arguments[0])", rev)


def position(window):
    return int(window.script("return document.querySelector('.replay').dataset.at"))


def press(window, *keys):
    for key in keys:
        window.driver.switch_to.active_element.send_keys(key)


def two_games(tables):
    tables.start()
    tables.play("h8 i9 i8")
    tables.bob.click("#resign")
    tables.bob.click("#resign-dialog button[value=resign]")
    tables.at_rev(6)
    tables.ann.new_game("x", "renju")
    tables.at_rev(7)
    tables.bob.click(".player[data-side=o] button")
    tables.at_rev(8)
    tables.play("h8 h9")


def every_position(tables):
    """a replay shows every position of the room in order, its earlier game too, and the keys work"""
    two_games(tables)
    boards, ann = tables.boards(), tables.ann
    same(len(boards), 11, "revisions")
    open_replay(ann, 10)
    names = ann.script("return [...document.querySelectorAll('.replay-choice option')].map(o => o.textContent)")
    same(names, ["Game 1: 3 moves, X wins (resignation)", "Game 2: 2 moves, in play", "The whole table"], "what can be replayed")
    same(position(ann), 10, "opens where the table is")
    same(ann.script("return document.getElementById('board').classList.contains('playable')"), False, "nothing can be played in the past")
    ann.script("const c = document.querySelector('.replay-choice'); c.value = 'all'; c.dispatchEvent(new Event('change'))")
    ann.script("document.querySelector('.step-buttons button').focus()")
    press(ann, Keys.HOME)
    shown = []
    for rev in range(11):
        same(position(ann), rev, "position")
        same(ann.stones(), boards[rev], f"the board at revision {rev}")
        shown.append(ann.text("#hint"))
        press(ann, Keys.ARROW_RIGHT)
    same(shown[5:8], ["X plays i8.", "X wins (resignation).", "Game 2 has started. Ann plays X."], "what is told")
    press(ann, Keys.ARROW_LEFT)
    same(ann.stones(), boards[9], "a step back")
    same(ann.script("return document.querySelector('.replay input[type=range]').getAttribute('aria-valuetext')"), "9 of 10: X plays h8.", "the slider's words")
    same(ann.script("return document.getElementById('live').textContent"), "X plays h8.", "said once")
    press(ann, Keys.ESCAPE)
    ann.until("the table again", "return !document.querySelector('.replay')")
    same(ann.stones(), boards[10], "the table")


def played_through(tables):
    """playing shows each position once, in order, and stops at the end; the slider and pause work"""
    two_games(tables)
    ann = tables.ann
    open_replay(ann, 10)
    ann.script("const c = document.querySelector('.replay-choice'); c.value = 'all'; c.dispatchEvent(new Event('change'));"
               "const s = document.querySelector('.replay select[aria-label=Speed]'); s.value = '8'; s.dispatchEvent(new Event('change'));"
               "window.seen = []; const bar = document.querySelector('.replay');"
               "new MutationObserver(() => { if (seen.at(-1) !== bar.dataset.at) seen.push(bar.dataset.at); }).observe(bar, {attributes: true})")
    ann.click(".replay [aria-label=Play]")
    ann.until("the end", "return seen.length === 11 && document.querySelector('.replay [aria-label=Play]')")
    same(ann.script("return seen.join(' ')"), " ".join(map(str, range(11))), "each position once")
    # Paused by the page itself: by the time that a browser's driver has seen a step, a busy machine may be at the end.
    ann.script("""const bar = document.querySelector('.replay');
        new MutationObserver(() => { if (Number(bar.dataset.at) === 2) bar.querySelector('[aria-label=Pause]').click(); }).observe(bar, {attributes: true});""")
    ann.click(".replay [aria-label=Play]")
    ann.until("paused", "return document.querySelector('.replay').dataset.at === '2' && document.querySelector('.replay [aria-label=Play]')")
    at = position(ann)
    ann.script("const r = document.querySelector('.replay input[type=range]'); r.value = 4; r.dispatchEvent(new Event('input'))")
    same((position(ann), ann.stones()), (4, tables.boards()[4]), f"the slider, from {at}")
    ann.click("#next")


def meanwhile(tables):
    """what happens meanwhile is kept: shown on return, and added to the replay"""
    tables.start()
    tables.play("h8")
    ann, bob = tables.ann, tables.bob
    open_replay(ann, 3)
    ann.script("document.querySelector('.step-buttons button').focus()")
    press(ann, Keys.HOME)
    bob.play_by_click("i9")
    tables.at_rev(4)
    ann.until("the count", "return document.querySelector('.replay-note')?.textContent === '1 change at the table meanwhile'")
    same((position(ann), ann.stones()), (1, {}), "the position stays")
    same(ann.script("return document.querySelector('.replay input[type=range]').max"), "4", "the replay has grown")
    press(ann, Keys.END)
    same(ann.stones(), {"h8": "x", "i9": "o"}, "the new move in the replay")
    ann.click("#next")
    ann.until("on return", "return document.getElementById('turn').textContent === 'Your turn. You play X.'")
    same(ann.stones(), {"h8": "x", "i9": "o"}, "on return")
    tables.play("j9", 3)


def opened_records(tables):
    """an .sgf or .psq file opens as a replay, chosen or dropped, and a hostile one is refused with a reason"""
    tables.fresh()
    ann = tables.ann
    open_replay(ann)
    ann.until("nothing yet", "return document.querySelector('.replay-note')?.textContent.startsWith('Nothing has happened')")
    with tempfile.TemporaryDirectory() as folder:
        def choose(name, text):
            path = os.path.join(folder, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            ann.find(".replay input[type=file]").send_keys(path)
        choose("game.sgf", "(;FF[4]GM[4]SZ[19]PB[<b>Ann</b>]PW[Bob]RE[B+R];B[jj];W[kk](;B[ll])(;B[aa]))")
        ann.until("the record", "return document.getElementById('hint').textContent === 'X plays l8. X wins (resignation).'")
        same(ann.stones(), {"j10": "x", "k9": "o", "l8": "x"}, "the last position, on a board of 19")
        same(ann.text(".player[data-side=x] .name"), "<b>Ann</b>", "a name is text")
        choose("bad.sgf", "(;GM[1];B[aa])")
        ann.until("refused", "return document.querySelector('.replay-note')?.textContent.startsWith('bad.sgf: This is the record of another game')")
        same(ann.stones(), {"j10": "x", "k9": "o", "l8": "x"}, "what was shown stays")
    ann.click("#next")
    ann.script("""const files = new DataTransfer();
        files.items.add(new File(['Piskvorky 15x15, 11:11, 0\\r\\n8,8,0\\r\\n9,9,0\\r\\nA\\r\\nB\\r\\n'], 'game.psq'));
        document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: files, bubbles: true, cancelable: true}))""")
    ann.until("dropped", "return document.getElementById('hint').textContent === 'O plays i7.'")
    same(ann.stones(), {"h8": "x", "i7": "o"}, "the dropped record")
    ann.click("#next")
    same(ann.text("#turn"), "This table is empty", "the table again")


def history_lost(tables):
    """a history that cannot be loaded is told, and can be asked for again; what is there already goes on working"""
    tables.start()
    ann = tables.ann
    ann.driver.execute_cdp_cmd("Network.enable", {})
    ann.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/history*"]})
    try:
        ann.click("#replay")
        ann.until("told", "return document.querySelector('.replay-note')?.textContent === 'The history could not be loaded.'")
    finally:
        ann.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    ann.script("[...document.querySelectorAll('.replay button')].find(b => b.textContent === 'Try again').click()")
    ann.until("the history", "return document.querySelector('.replay')?.dataset.rev === '2'")
    same(ann.script("return document.querySelector('.replay-note').textContent"), "", "nothing more to tell")
    ann.click("#next")
    ann.complaints()  # the blocked request itself


def records_linked(tables):
    """a replayed game links to its records, and the server gives them"""
    tables.start()
    tables.play("h8 i9")
    tables.bob.click("#resign")
    tables.bob.click("#resign-dialog button[value=resign]")
    tables.at_rev(5)
    open_replay(tables.ann, 5)
    links = tables.ann.script("return [...document.querySelectorAll('.replay a')].map(a => a.href + ' ' + a.download)")
    same(links, [f"{tables.ann.url}/api/rooms/{tables.room}/games/1.{kind} {tables.room}-1.{kind}" for kind in ("sgf", "psq")], "links")
    for kind, begins in (("sgf", "(;FF[4]GM[4]"), ("psq", "Piskvorky 15x15")):
        with urllib.request.urlopen(f"{tables.url}/api/rooms/{tables.room}/games/1.{kind}", timeout=PATIENCE) as answer:
            text = answer.read().decode()
        same(text[:len(begins)], begins, kind)
        tables.ann.script("const files = new DataTransfer(); files.items.add(new File([arguments[0]], 'own.' + arguments[1]));"
                          "document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: files, bubbles: true, cancelable: true}))", text, kind)
        tables.ann.until(f"our own .{kind} in the page", "return document.querySelector('.replay-choice').selectedOptions[0].textContent.startsWith('own.' + arguments[0])", kind)
        same(tables.ann.stones(), {"h8": "x", "i9": "o"}, f"the board of the .{kind}")
    tables.ann.click("#next")


def the_computer(tables):
    """the computer takes the other seat at the chosen level, or an open one when it is invited"""
    tables.fresh()
    ann = tables.ann
    ann.click("[data-choice=robot]")
    ann.until("the dialog", "return document.querySelector('#new-game-dialog[open] input[value=robot]')?.checked")
    level = ann.find("#new-game-dialog input[name=level]")
    ann.script("arguments[0].value = 4; arguments[0].dispatchEvent(new Event('input', {bubbles: true}))", level)
    ann.script("document.querySelector('#new-game-dialog input[name=sides][value=x]').click()")
    ann.click("#new-game-dialog button[value=start]")
    ann.at_rev(1)
    state = shared(tables.url, tables.room)["state"]
    same((state["rule"], state["o"], "x" in state), ("freestyle", "robot:4", True), "the game")
    same((ann.text(".player[data-side=o] .name"), ann.text(".player[data-side=o] small")), ("Willow", "computer, level 4"), "the robot's name")
    ann.play_by_click("h8")
    ann.until("the robot's answer", "return document.documentElement.dataset.rev === '3'")
    same(sorted(ann.stones().values()), ["o", "x"], "the robot has answered")
    tables.fresh()
    ann.new_game("x")
    ann.until("the offer", "const b = document.getElementById('invite'); return b && !b.hidden && !b.disabled")
    same(bool(tables.bob.script("return document.querySelector('#invite')?.checkVisibility()")), False, "who does not play invites nobody")
    ann.click("#invite")
    ann.until("the dialog", "return document.querySelector('#level-dialog[open]')")
    same(ann.text("#level-dialog output"), "4 of 10: Willow", "the level is remembered")
    ann.click("#level-dialog button[value=start]")
    ann.at_rev(2)
    same(shared(tables.url, tables.room)["state"]["o"], "robot:4", "the invited")


def by_lot(tables):
    """the lot may choose one's side against the computer, and gives either"""
    for number, side in ((0.1, "x"), (0.9, "o")):
        tables.fresh()
        ann = tables.ann
        ann.click("[data-choice=robot]")
        ann.until("the dialog", "return document.querySelector('#new-game-dialog[open] input[value=lot]')")
        ann.script("Math.random = () => arguments[0]; document.querySelector('#new-game-dialog input[value=lot]').click()", number)
        ann.click("#new-game-dialog button[value=start]")
        ann.until("the seats", "return document.querySelector(`.player[data-side=${arguments[0]}] small`).textContent === 'you'", side)
        state = shared(tables.url, tables.room)["state"]
        same(state["xo".replace(side, "")].split(":")[0], "robot", "the other seat")


def sizes_and_rules(tables):
    """the dialog offers every rule and size, and the board follows"""
    for rule, size in (("caro", 19), ("standard", 13), ("renju", 20)):
        tables.fresh()
        ann = tables.ann
        ann.new_game("xo", rule, start=False)
        ann.choose("#new-game-dialog [name=size]", size)
        ann.click("#new-game-dialog button[value=start]")
        tables.at_rev(1)
        state = shared(tables.url, tables.room)["state"]
        same((state["rule"], state["size"]), (rule, str(size)), "the game")
        for window in (ann, tables.bob):
            same(window.script("return document.querySelectorAll('#board .cell').length"), size * size, "points")


def forbidden_points(tables):
    """under renju X sees where it may not play, and why: the rule's name, and the rows drawn on the board; who does not want the marks puts them away"""
    tables.fresh()
    ann = tables.ann
    same(ann.find("#forbidden").is_displayed(), False, "only under renju")
    ann.new_game("xo", "renju")
    ann.at_rev(1)
    for rev, point in enumerate("h8 a1 i8 c1 j10 a3 j11 o15".split(), 2):
        ann.play_by_click(point)
        ann.at_rev(rev)
    ann.until("the mark", "return document.querySelector('[data-point=j8] .forbidden')")
    same(ann.script("return document.querySelectorAll('#board .forbidden').length"), 1, "marks")
    same(ann.find("[data-point=j8]").get_attribute("aria-label"), "j8, forbidden: double three", "words")
    ann.play_by_click("j8")
    ann.until("refused", "return document.getElementById('notice').textContent === 'j8 is forbidden to X: double three. It would make these threes at once: h8 i8 j8 and j11 j10 j8.'")
    same(ann.script("return [document.querySelectorAll('#board .why line').length, document.querySelectorAll('#board .why circle').length, document.querySelectorAll('#board .why .refused').length]"), [2, 5, 1], "rows and stones on the board")
    same(ann.rev(), rev, "nothing was sent")
    ann.play_by_click("o1")
    ann.at_rev(rev + 1)
    same(ann.script("return document.querySelector('#board .why')"), None, "gone with the position")
    ann.click("[data-action=undo]")
    ann.at_rev(rev + 2)
    ann.click("#forbidden")
    same(ann.script("return document.querySelectorAll('#board .forbidden').length"), 0, "marks, when they are off")


def choose_setting(window, name, value):
    window.click("#settings")
    window.until("the dialog", "return document.querySelector('#settings-dialog[open]')")
    window.script("""const field = document.querySelector(`#settings-dialog [name=${arguments[0]}]`);
        if (field.type === 'radio') document.querySelector(`#settings-dialog [name=${arguments[0]}][value="${arguments[1]}"]`).click();
        else if (field.type === 'checkbox') { if (field.checked !== (arguments[1] === 'on')) field.click(); }
        else { field.value = arguments[1]; field.dispatchEvent(new Event('change')); }""", name, value)
    window.until("it takes effect", "return (localStorage.getItem(`gomoku.${arguments[0]}`) ?? arguments[1]) === arguments[1]", name, value)
    window.click("#settings-dialog button[value=done]")


def settings(tables):
    """looks, coordinates and confirmation take effect at once and are remembered"""
    tables.start()
    ann = tables.ann
    wood = "return getComputedStyle(document.querySelector('#board .wood')).fill"
    for theme, colour in (("paper", "rgb(251, 250, 245)"), ("contrast", "rgb(255, 255, 255)"), ("slate", "rgb(70, 82, 94)"), ("wood", "rgb(223, 184, 120)")):
        choose_setting(ann, "theme", theme)
        ann.until(f"the board of {theme}", wood + " === arguments[0]", colour)
    choose_setting(ann, "theme", "paper")
    choose_setting(ann, "coordinates", "off")
    choose_setting(ann, "numbers", "on")
    choose_setting(ann, "confirm", "always")
    ann.driver.refresh()
    ann.online()
    ann.until("remembered", wood + " === 'rgb(251, 250, 245)'")
    same(ann.script("return getComputedStyle(document.querySelector('#board .coordinate')).display"), "none", "coordinates")
    ann.play_by_click("h8")
    ann.until("a preview", "return document.querySelector('[data-point=h8] .preview') && !document.getElementById('confirm').hidden")
    same(ann.rev(), 2, "not played yet")
    ann.play_by_click("h8")
    tables.at_rev(3)
    same(ann.text("[data-point=h8] .number"), "1", "the number")
    for name, value in (("theme", "auto"), ("coordinates", "on"), ("numbers", "off"), ("confirm", "touch")):
        choose_setting(ann, name, value)


def languages(tables):
    """German is one choice away, is remembered, and every part of the page speaks it"""
    tables.start()
    ann = tables.ann
    choose_setting(ann, "language", "de")
    ann.until("German", "return document.getElementById('turn').textContent === 'Du bist am Zug. Du spielst X.'")
    same(ann.script("return document.documentElement.lang"), "de", "the page's language")
    same(ann.find("[data-point=h8]").get_attribute("aria-label"), "h8, leer", "a point")
    ann.driver.refresh()
    ann.until("German still", "return document.getElementById('turn').textContent === 'Du bist am Zug. Du spielst X.'")
    tables.play("h8")
    open_replay(ann, 3)
    same(ann.text("#hint"), "X spielt h8.", "the replay")
    ann.click("#next")
    words = set(ann.script("return [...document.querySelectorAll('body [data-t]')].map(e => e.textContent)"))
    same(words & {"Share", "Cancel", "Replay", "Players", "Who is here", "Your name", "Resign", "Skip to the board"}, set(), "English left over")
    choose_setting(ann, "language", "auto")
    ann.until("English again", "return document.getElementById('turn').textContent === 'Bob is thinking: O to move.'")


def watching(tables):
    """the first screen offers five ways to play, and lists the tables in play that are meant for all"""
    tables.start()
    hidden = tables.room
    tables.start(listed=True)
    played = tables.room
    tables.ann.visit(f"test-{uuid.uuid4().hex[:10]}")
    ann = tables.ann
    same(ann.script("return [...document.querySelectorAll('#choices button')].map(b => b.dataset.choice).join()"), "friend,anyone,robot,self,watch", "choices")
    ann.click("[data-choice=watch]")
    ann.until("the lobby", "return document.querySelector('.screen .lobby')")
    ann.click("#other-tables")
    ann.until("the table", "return [...document.querySelectorAll('#watch-dialog a b')].some(b => b.textContent === arguments[0])", played)
    same(hidden in ann.text("#watch-dialog"), False, "a table that nobody has listed")
    ann.script("[...document.querySelectorAll('#watch-dialog a')].find(a => a.textContent.includes(arguments[0])).click()", played)
    ann.until("there", "return document.getElementById('room-name').textContent === arguments[0]", played)


def no_complaints(tables):
    """the browsers have logged no error and no breach of the strict policy"""
    for window in (tables.ann, tables.bob):
        same([line for line in window.complaints() if "status of 404" not in line or "/api/rooms/" not in line], [], f"{window.name}'s log")


TESTS = (every_position, played_through, meanwhile, opened_records, history_lost, records_linked, the_computer, by_lot, sizes_and_rules, forbidden_points,
         settings, languages, watching, no_complaints)


if __name__ == "__main__":
    sys.exit(main(__doc__, TESTS, lambda url, *_: Tables(url)))

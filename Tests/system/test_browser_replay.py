"""Replays of a table and of record files: every position, automatic play, changes during a replay,
and histories that fail to load."""

import urllib.request

from gomokutest.browser import Keys, stones_of
from gomokutest.checks import same
from gomokutest.client import applied
from gomokutest.environment import TIMEOUT
from gomokutest.tables import new_room, press_keys

CHOOSE_ALL = "const choice = document.querySelector('.replay-choice'); choice.value = 'all'; choice.dispatchEvent(new Event('change'));"
# Drops a file on the page. arguments[0]: its text, arguments[1]: its name.
DROP = """const files = new DataTransfer(); files.items.add(new File([arguments[0]], arguments[1]));
    document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: files, bubbles: true, cancelable: true}))"""


def boards(tables):
    """Returns the stones at each revision, including 0, from the server's history."""
    state, found = {}, [{}]
    for delta in tables.history():
        state = applied(state, delta["set"])
        found.append(stones_of(state))
    return found


def open_replay(window, rev=None):
    window.click("#replay")
    if rev is not None:
        window.until(
            "the history", "return document.querySelector('.replay')?.dataset.rev === String(arguments[0])", rev
        )


def position(window):
    return int(window.script("return document.querySelector('.replay').dataset.at"))


def two_games(tables):
    """Plays a game of three moves that Bob resigns, and two moves of another one: ten revisions in
    total. Returns Ann's window."""
    ann, bob = tables.start()
    tables.play("h8", "i9", "i8")
    tables.resign(bob)
    ann.new_game("x", "renju")
    tables.at_rev(7)
    bob.click(".player[data-side=o] button")
    tables.at_rev(8)
    tables.play("h8", "h9")
    return ann


def test_replay_shows_every_position(tables):
    """A replay shows every position of the room in order, including its earlier game, and can be
    controlled by keys."""
    ann = two_games(tables)
    expected = boards(tables)
    same(len(expected), 11, "revisions")
    open_replay(ann, 10)
    names = ann.script("return [...document.querySelectorAll('.replay-choice option')].map(o => o.textContent)")
    same(
        names,
        ["Game 1: 3 moves, X wins (resignation)", "Game 2: 2 moves, in progress", "Everything at this table"],
        "what can be replayed",
    )
    same(position(ann), 10, "opens where the table is")
    same(
        ann.script("return document.getElementById('board').classList.contains('playable')"),
        False,
        "nothing can be played in the past",
    )
    ann.script(CHOOSE_ALL)
    ann.script("document.querySelector('.step-buttons button').focus()")
    press_keys(ann, Keys.HOME)
    words = []
    for rev in range(11):
        same(position(ann), rev, "position")
        same(ann.stones(), expected[rev], f"the board at revision {rev}")
        words.append(ann.text("#hint"))
        press_keys(ann, Keys.ARROW_RIGHT)
    same(
        words[5:8],
        ["X plays i8.", "X wins (resignation).", "Game 2 has started. Ann plays X."],
        "the words of the steps",
    )
    press_keys(ann, Keys.ARROW_LEFT)
    same(ann.stones(), expected[9], "a step back")
    same(
        ann.script("return document.querySelector('.replay input[type=range]').getAttribute('aria-valuetext')"),
        "step 9 of 10: X plays h8.",
        "the slider's words",
    )
    same(ann.script("return document.getElementById('live').textContent"), "X plays h8.", "said once")
    press_keys(ann, Keys.ESCAPE)
    ann.until("the table again", "return !document.querySelector('.replay')")
    same(ann.stones(), expected[10], "the table")


def test_replay_plays_each_position_once_and_stops(tables):
    """Play shows each position once, in order, and stops at the end. Pause and the slider work."""
    ann = two_games(tables)
    open_replay(ann, 10)
    ann.script(
        CHOOSE_ALL
        + """
        const speed = document.querySelector('.replay select[aria-label=Speed]'), bar = document.querySelector('.replay');
        speed.value = '8'; speed.dispatchEvent(new Event('change')); window.seen = [];
        new MutationObserver(() => { if (seen.at(-1) !== bar.dataset.at) seen.push(bar.dataset.at); }).observe(bar, {attributes: true})"""
    )
    ann.click(".replay [aria-label=Play]")
    ann.until("the end", "return seen.length === 11 && document.querySelector('.replay [aria-label=Play]')")
    same(ann.script("return seen.join(' ')"), " ".join(map(str, range(11))), "each position once")
    # The page itself presses Pause. On a busy machine the replay could end before the test sees a
    # step.
    ann.script("""const bar = document.querySelector('.replay');
        new MutationObserver(() => { if (Number(bar.dataset.at) === 2) bar.querySelector('[aria-label=Pause]')?.click(); }).observe(bar, {attributes: true});""")
    ann.click(".replay [aria-label=Play]")
    ann.until(
        "paused",
        "return document.querySelector('.replay').dataset.at === '2' && document.querySelector('.replay [aria-label=Play]')",
    )
    ann.script(
        "const r = document.querySelector('.replay input[type=range]'); r.value = 4; r.dispatchEvent(new Event('input'))"
    )
    same((position(ann), ann.stones()), (4, boards(tables)[4]), "the slider")


def test_moves_during_a_replay_are_counted_and_shown_on_return(tables):
    """Moves during a replay are counted, added to the replay, and shown on return."""
    ann, bob = tables.start()
    tables.play("h8")
    open_replay(ann, 3)
    ann.script("document.querySelector('.step-buttons button').focus()")
    press_keys(ann, Keys.HOME)
    bob.play_by_click("i9")
    tables.at_rev(4)
    ann.until("the count", "return document.querySelector('.replay-note')?.textContent === '1 new change at the table'")
    same((position(ann), ann.stones()), (1, {}), "the position stays")
    same(ann.script("return document.querySelector('.replay input[type=range]').max"), "4", "the replay has grown")
    press_keys(ann, Keys.END)
    same(ann.stones(), {"h8": "x", "i9": "o"}, "the new move in the replay")
    ann.click("#next")
    ann.until("on return", "return document.getElementById('turn').textContent === 'Your turn. You play X.'")
    same(ann.stones(), {"h8": "x", "i9": "o"}, "on return")
    tables.play("j9")


def test_record_files_open_as_replays(tables, tmp_path):
    """An .sgf or .psq file that is chosen or dropped opens as a replay. A malicious one is refused
    with a reason."""
    ann = tables.ann
    ann.visit(new_room())
    open_replay(ann)
    ann.until(
        "nothing yet", "return document.querySelector('.replay-note')?.textContent.startsWith('Nothing has happened')"
    )

    def choose(name, text):
        (tmp_path / name).write_text(text, encoding="utf-8")
        ann.find(".replay input[type=file]").send_keys(str(tmp_path / name))

    choose("game.sgf", "(;FF[4]GM[4]SZ[19]PB[<b>Ann</b>]PW[Bob]RE[B+R];B[jj];W[kk](;B[ll])(;B[aa]))")
    ann.until(
        "the record", "return document.getElementById('hint').textContent === 'X plays l8. X wins (resignation).'"
    )
    same(ann.stones(), {"j10": "x", "k9": "o", "l8": "x"}, "the last position, on a board of 19")
    same(ann.text(".player[data-side=x] .name"), "<b>Ann</b>", "a name is text")
    left_out = "Only the main line is shown: 1 variation in this file was left out."
    same(ann.text(".replay-note"), left_out, "what is not shown")
    choose("bad.sgf", "(;GM[1];B[aa])")
    ann.until(
        "refused",
        "return document.querySelector('.replay-note')?.textContent.startsWith('bad.sgf: This file records another game')",
    )
    same(ann.stones(), {"j10": "x", "k9": "o", "l8": "x"}, "the position before stays")
    ann.click("#next")
    ann.script(DROP, "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,9,0\r\nA\r\nB\r\n", "game.psq")
    ann.until("dropped", "return document.getElementById('hint').textContent === 'O plays i7.'")
    same(ann.stones(), {"h8": "x", "i7": "o"}, "the dropped record")
    ann.click("#next")
    same(ann.text("#turn"), "This table is empty", "the table again")


def test_failed_history_download_can_be_retried(tables):
    """If the history cannot be loaded, the page says so and offers to retry."""
    ann, _ = tables.start()
    ann.driver.execute_cdp_cmd("Network.enable", {})
    ann.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/history*"]})
    try:
        ann.click("#replay")
        ann.until(
            "told", "return document.querySelector('.replay-note')?.textContent === 'The history could not be loaded.'"
        )
    finally:
        ann.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    ann.script("[...document.querySelectorAll('.replay button')].find(b => b.textContent === 'Try again').click()")
    ann.until("the history", "return document.querySelector('.replay')?.dataset.rev === '2'")
    same(ann.script("return document.querySelector('.replay-note').textContent"), "", "nothing more to tell")
    same([line for line in ann.complaints() if "/history" not in line], [], "errors besides the blocked request's")


def test_replayed_game_links_to_its_records(tables):
    """A replayed game links to its records. The server serves them, and the page opens them
    again."""
    ann, bob = tables.start()
    tables.play("h8", "i9")
    tables.resign(bob)
    open_replay(ann, 5)
    links = ann.script("return [...document.querySelectorAll('.replay a')].map(a => a.href + ' ' + a.download)")
    same(
        links,
        [f"{ann.url}/api/rooms/{tables.room}/games/1.{kind} {tables.room}-1.{kind}" for kind in ("sgf", "psq")],
        "links",
    )
    for kind, begins in (("sgf", "(;FF[4]GM[4]"), ("psq", "Piskvorky 15x15")):
        with urllib.request.urlopen(f"{tables.url}/api/rooms/{tables.room}/games/1.{kind}", timeout=TIMEOUT) as answer:
            text = answer.read().decode()
        same(text[: len(begins)], begins, kind)
        ann.script(DROP, text, f"own.{kind}")
        ann.until(
            f"our own .{kind} in the page",
            "return document.querySelector('.replay-choice').selectedOptions[0].textContent.startsWith('own.' + arguments[0])",
            kind,
        )
        same(ann.stones(), {"h8": "x", "i9": "o"}, f"the board of the .{kind}")

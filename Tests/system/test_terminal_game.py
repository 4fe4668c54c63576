"""Players and a spectator with `gomoku-cli` in terminals, by keys alone, from the lobby to a rated
result."""

import asyncio
import json
import os
import re
import time

import pytest
import pytest_asyncio

from gomokutest.client import Client
from gomokutest.commands import order
from gomokutest.environment import TIMEOUT, binary
from gomokutest.terminal import Proxy, Terminal

pytestmark = pytest.mark.all_stores

EVIL = "\x1b[2J\x1b]0;owned\x07\x1b]2;owned\x1b\\\u202eevil\u200b\x9b31m"
PASSWORD = "correct horse battery"


class Terminals:
    """A server, and terminals of people who each have a separate directory."""

    def __init__(self, server, folder):
        self.server, self.folder = server, folder
        self.terminals = []
        self.addresses = {}

    def address(self, who):
        """Returns the server address of this person. In a cluster it is always the same, because
        the person's files contain it."""
        return self.addresses.setdefault(who, f"http://127.0.0.1:{self.server.port}")

    def run(self, who, *arguments, width=80, height=24):
        made = Terminal([binary("gomoku-cli"), *arguments], os.path.join(self.folder, who), width, height)
        self.terminals.append(made)
        return made

    async def output(self, who, *arguments):
        """Returns the output of a command that needs no keys."""
        process = await asyncio.create_subprocess_exec(
            binary("gomoku-cli"),
            *arguments,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=os.environ | {"XDG_STATE_HOME": os.path.join(self.folder, who), "LC_ALL": "C.UTF-8"},
        )
        out, error = await process.communicate()
        assert process.returncode == 0, error.decode()
        return out.decode()

    async def claim(self, who):
        """Claims a name. The password is typed twice and never shown."""
        terminal = self.run(who, "account", "claim", self.address(who), who.title())
        await terminal.shows("Password:")
        terminal.type(PASSWORD + "\r")
        await terminal.shows("Repeat the password:")
        terminal.type(PASSWORD + "\r")
        await terminal.shows(f"{who.title()} is now your name")
        assert await terminal.ended() == 0
        assert PASSWORD.encode() not in terminal.raw
        with open(
            os.path.join(self.folder, who, "gomoku", os.listdir(os.path.join(self.folder, who, "gomoku"))[0])
        ) as file:
            assert file.read().strip().encode() not in terminal.raw, "the token was shown"

    def close(self):
        for terminal in self.terminals:
            terminal.close()


@pytest_asyncio.fixture
async def terminals(server, tmp_path):
    """The module's server, and terminals of people who each have a separate directory."""
    made = Terminals(server, str(tmp_path))
    yield made
    made.close()


async def play_points(terminal, points, confirmed=True):
    """Plays points one after another. Unless `confirmed` is false, waits until the server has
    confirmed each."""
    for point in points:
        terminal.type(point + "\r")
        if confirmed:
            await wait_for_stone(point, terminal)


async def wait_for_stone(point, *terminals):
    """Waits until every screen shows a confirmed stone on the point."""

    def shown(screen):
        board = screen.board() or {}
        return point in board and not re.search("[●○]\\?", screen.text())

    for terminal in terminals:
        await terminal.until(f"a stone on {point}", lambda: shown(terminal.screen))


async def wait_for_texts(terminals, *texts):
    for terminal in terminals:
        for text in texts:
            await terminal.shows(text)


async def test_two_rated_games_from_the_lobby_to_the_profiles(terminals):
    """Two players meet in the lobby and play two rated games with an opening, a takeback and a
    declined draw, while a spectator watches. Their profiles show the results."""
    for who in ("ann", "bob"):
        await terminals.claim(who)
    ann = terminals.run("ann", "play", terminals.address("ann"), "--seek", "--opening", "swap2", "--clock", "300+5", "--rated")
    await ann.shows("Looking for an opponent")
    await ann.shows("Ann (you)")
    bob = terminals.run("bob", "play", terminals.address("bob"), width=120, height=40)
    await bob.shows("freestyle · Swap2 · 5 min + 5 s · rated")
    bob.type("\r")
    await wait_for_texts([ann, bob], "Swap2", "rated", "5:00")
    players = (ann, bob)

    # Eve comes from the lobby as a spectator, with a name that contains control sequences.
    eve = terminals.run("eve", "play", terminals.address("eve"), "--guest", "--name", ("Eve" + EVIL)[:32])
    await eve.shows("Games in progress: 1")
    eve.type("w\r")
    await eve.shows("watching")
    everybody = (ann, bob, eve)

    # Swap2: X places three stones, O adds two, and X chooses a side.
    await ann.until(
        "who places", lambda: "Place stone 1" in ann.screen.text() or "Bob places stone 1" in ann.screen.text()
    )
    first, second = players if "Place stone 1" in ann.screen.text() else players[::-1]
    name = {ann: "Ann", bob: "Bob"}
    await play_points(first, ["h8", "h9", "i10"])
    await second.shows("Choose with a digit:")
    second.type("3")
    await first.shows("places stone 4")
    await second.shows("Place stone 4")
    await play_points(second, ["a1", "o15"])
    await first.shows("Choose with a digit:")
    await first.shows("1  play X")
    first.type("2")  # Chooses O.
    await wait_for_texts(everybody, "5. o15")
    await second.until("the game after the opening", lambda: "Choose" not in second.screen.text())

    # After the opening X has placed stones 1, 3 and 5, so that O moves.
    o, x = first, second
    await o.shows("Your turn: play O.")
    await play_points(o, ["b2"])
    await wait_for_stone("b2", *everybody)
    await x.shows("Your turn: play X.")
    assert re.search(r"[45]:(0[1-9]|[1-5]\d)", x.screen.text()), "no clock has run"

    # O requests a takeback, and X accepts.
    o.type("u")
    await x.shows("asks for a takeback")
    await eve.shows("asks for a takeback")
    x.type("y")
    for terminal in everybody:
        await terminal.until("b2 free again", lambda: "b2" not in (terminal.screen.board() or {"b2": ""}))
    await play_points(o, ["c2"])
    await wait_for_stone("c2", *everybody)

    # X offers a draw, and O declines.
    x.type("d")
    await o.shows("offers a draw.")
    await x.shows("Press x to withdraw it")
    o.type("x")
    await x.shows("Draw declined.")

    # While a rated game runs, a spectator's chat message reaches only spectators. The players
    # receive it after the game.
    eve.type("c")
    await eve.shows("Say:")
    eve.type("watch out " + "語" * 40 + "\r")
    await eve.shows("(to spectators)")
    x.type("c")
    await x.shows("Say:")
    x.type("good game\r")
    await wait_for_texts([o, eve], "good game")
    await x.until("the line sent", lambda: "Say:" not in x.screen.text())
    assert "watch out" not in x.screen.text() + o.screen.text()

    # X makes five in a separate row. The stones on h8, i10 and o15 are too far apart.
    for mine, theirs in [("g5", "b14"), ("h5", "d14"), ("i5", "f14"), ("j5", "h14"), ("k5", None)]:
        await x.shows("Your turn: play X.")
        await play_points(x, [mine])
        await wait_for_stone(mine, *everybody)
        if theirs:
            await o.shows("Your turn: play O.")
            await play_points(o, [theirs])
            await wait_for_stone(theirs, *everybody)
    await x.shows("You win: five in a row!")
    await o.shows("You lose: five in a row.")
    await eve.shows("X wins: five in a row.")
    winner, loser = name[x], name[o]
    # Ratings and their changes appear beside the names.
    await wait_for_texts(everybody, f"{winner} 1662 +162", f"{loser} 1338 -162")

    # A rematch with swapped sides. The program asks for confirmation before it resigns.
    o.type("g")
    await x.shows("offers a rematch")
    x.type("y")
    await wait_for_texts(everybody, "Game 2 ·")
    await x.shows("places stone 1")
    await play_points(o, ["h8", "h9", "i10"])
    await x.shows("Choose with a digit:")
    o.type("r")
    await o.shows("Resign this game as X? y / n")
    o.type("n")
    o.type("r")
    await o.shows("Resign this game as X? y / n")
    o.type("y")
    await x.shows("You win: resignation!")

    for terminal in everybody:
        terminal.type("q")
        assert await terminal.ended() == 0
        assert not terminal.screen.strange, terminal.screen.strange
        # The bell rings for a player when the opponent is found and when the turn begins.
        assert terminal.screen.bells == 0 if terminal is eve else terminal.screen.bells > 1, terminal.screen.bells
        # The program itself writes the title of the window, links and notifications.
        commands = set(re.findall(rb"\x1b\](\d*)", terminal.raw))
        assert commands <= {b"2", b"8", b"9", b"777"}, commands
        for harm in (b"\x1b]2;owned", b"\xc2\x9b", b"\xe2\x80\xae", b"\xe2\x80\x8b"):
            assert harm not in terminal.raw, harm
        assert terminal.is_given_back() == [], terminal.is_given_back()

    said = await terminals.output("eve", "profile", terminals.address("eve"), winner)
    assert "2 games: 2 won, 0 lost, 0 drawn" in said, said
    rating = int(re.search(r"freestyle\s+\w+\s+(\d+) ±", said).group(1))
    said = await terminals.output("eve", "profile", terminals.address("eve"), loser)
    assert "2 games: 0 won, 2 lost, 0 drawn" in said, said
    assert rating > 1500 > int(re.search(r"freestyle\s+\w+\s+(\d+) ±", said).group(1)), (rating, said)
    lines = (await terminals.output("eve", "games", terminals.address("eve"), winner)).splitlines()
    assert len(lines) == 2 and "(resignation)" in lines[0] and "(five in a row)" in lines[1], lines


async def test_clock_counts_down_in_step_with_the_server(terminals):
    """A player's clock counts down by tenths of a second in step with the server. Only the cells
    that change are redrawn."""
    bob = await Client.connect(terminals.server.port, "Bob")
    await bob.join("clock")
    ann = terminals.run("kim", "play", terminals.address("kim"), "clock", "--name", "Kim")
    await ann.shows("Bob")
    ann.type("n")
    await ann.shows("New game")
    ann.type("\x1b[B\x1b[B\x1b[B" + "15+0\r")
    started = await bob.expect("delta")
    assert started["set"]["clock"] == "15+0", started
    await bob.delta("clock", {"o": bob.id})
    await ann.shows("Your turn: play X.")
    ann.type("h8\r")
    await wait_for_stone("h8", ann)
    state = (await bob.move("clock", 2, "i9"))["set"]
    left, since = int(state.get("xTime", 15000)) / 1000, int(state["turnAt"]) / 1000
    await ann.shows("Your turn: play X.")
    sizes, shown, before = [], [], len(ann.raw)
    while len(shown) < 8:
        ann.changed.clear()
        await asyncio.wait_for(ann.changed.wait(), TIMEOUT)
        found = re.search(r"(?m)Kim \(you\).*?(\d+\.\d)\s*$", ann.screen.text())
        sizes.append(len(ann.raw) - before)
        before = len(ann.raw)
        if not found or (shown and float(found.group(1)) == shown[-1]):
            continue
        shown.append(float(found.group(1)))
        # A busy machine may show a time late, so that it is higher than the current one. It must
        # never be lower.
        assert left >= shown[-1] > left - (time.time() - since) - 1, (left, shown)
    assert shown == sorted(shown, reverse=True), shown
    assert sorted(sizes)[len(sizes) // 2] < 100, sizes
    bob.cut()
    ann.type("q")
    assert await ann.ended() == 0


async def test_muted_participant_stays_muted_after_a_restart(terminals):
    """A person muted by keys stays muted after a restart of the program."""
    mel = await Client.connect(terminals.server.port, "Mel")
    await mel.join("mute")
    for again in (False, True):
        ann = terminals.run("lee", "play", terminals.address("lee"), "mute", "--name", "Lee")
        await ann.shows("Mel")
        if not again:
            await choose_mel(ann)
            ann.type("\r")
            await ann.shows("Mel (muted)")
            ann.type("\x1b")
            await ann.until("the dialog gone", lambda: "muted" not in ann.screen.text())
        mel.send(type="say", room="mute", id=f"m{again}", text="silence me")
        await mel.expect("said")
        await mel.delta("mute", {"game": str(2 if again else 1), "x": mel.id})
        await ann.shows("Game 2" if again else "Game 1")
        assert "silence me" not in ann.screen.text()
        ann.type("q")
        assert await ann.ended() == 0
    mel.cut()


async def choose_mel(terminal):
    """Opens the list of people, and chooses Mel. The only other person is Lee."""
    terminal.type("p")
    await terminal.shows(" >")
    terminal.type("\x1b[B" if "< Lee" in terminal.screen.text() else "")
    await terminal.until("Mel chosen", lambda: "< Mel" in terminal.screen.text())


async def test_report_of_a_player_reaches_the_operator(terminals, data):
    """A report made by keys is confirmed, and `gomoku-server reports` prints it."""
    mel = await Client.connect(terminals.server.port, "Mel")
    await mel.join("abuse")
    lee = terminals.run("lee", "play", terminals.address("lee"), "abuse", "--name", "Lee")
    await lee.shows("Mel")
    await choose_mel(lee)
    lee.type("r")
    await lee.shows("< Insults or threats >")
    lee.type("\x1b[B")
    await lee.shows("< Uses a program >")
    lee.type("Moves in 0.1 s\r")
    await lee.shows("Your report was sent. Thank you.")
    lines = (await order(data, "reports")).splitlines()
    report = next(report for line in lines if (report := json.loads(line))["about"]["id"] == mel.id)
    assert report["text"] == "[cheating] Moves in 0.1 s" and report["room"] == "abuse", report
    assert report["by"]["name"] == "Lee", report
    lee.type("q")
    assert await lee.ended() == 0
    mel.cut()


async def test_name_is_claimed_changed_and_deleted_by_commands(terminals):
    """A name is claimed, changed once and deleted. Each command asks for the password, and prints
    readable errors."""

    async def asked(status, *arguments, shows):
        terminal = terminals.run("zoe", "account", *arguments)
        await terminal.shows("Password:")
        terminal.type(PASSWORD + "\r")
        await terminal.shows(shows)
        assert await terminal.ended() == status, arguments
        assert PASSWORD.encode() not in terminal.raw

    await terminals.claim("zoe")
    await asked(0, "rename", terminals.address("zoe"), "Zoe B", shows="You are now Zoe B")
    assert "Zoe B" in await terminals.output("eve", "profile", terminals.address("eve"), "Zoe"), "the old name leads to her"
    await asked(77, "rename", terminals.address("zoe"), "Zoe C", shows="You have already changed your name once")
    await asked(0, "delete", terminals.address("zoe"), shows="Your name has been deleted")
    gone = terminals.run("zoe", "account", "token", terminals.address("zoe"))
    await gone.shows("No identity is stored for")
    assert await gone.ended() == 66


async def test_terminal_seeks_again_after_a_lost_connection(terminals):
    """A seek ends with its connection, and the terminal seeks again after it has reconnected. The
    guest stays the same participant."""
    watcher = await Client.connect(terminals.server.port, "Watcher")
    await watcher.join("~lobby")
    line = await Proxy(terminals.server.port).start()
    ann = terminals.run("ann", "play", f"http://127.0.0.1:{line.port}", "--guest", "--name", "Guest One")
    await ann.shows("No one is waiting.")
    ann.type("a")
    await ann.shows("Find an opponent")
    ann.type("\r")
    await ann.shows("Guest One (you)")
    listed = await watcher.expect("delta")
    line.cut()
    await ann.shows("press R to retry now")
    assert None in (await watcher.expect("delta"))["set"].values()
    line.mend()
    ann.type("R")
    again = await watcher.expect("delta")
    assert [seek["by"] for seek in again["set"].values()] == [seek["by"] for seek in listed["set"].values()], (
        listed,
        again,
    )
    watcher.send(type="accept", seek=next(iter(again["set"])), id="w1")
    room = (await watcher.expect("paired"))["room"]
    state = (await watcher.join(room))["state"]
    assert {state["x"], state["o"]} == {watcher.id, next(iter(listed["set"].values()))["by"]}, state
    await wait_for_texts([ann], "Guest One (you)", "Watcher", "Game 1")
    ann.type("q")
    assert await ann.ended() == 0
    # The game must end because other tests check the lobby's list of games.
    await watcher.delta(room, {"result": "draw", "reason": "aborted"})
    watcher.cut()
    line.close()

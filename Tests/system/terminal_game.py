#!/usr/bin/env python3
"""Two players and a spectator in three terminals, by keys alone: from the lobby to a rated result, and a clock that agrees.

    python3 Tests/system/terminal_game.py [--server PATH] [--cli PATH]

The last line is "N passed, N failed".
"""

import argparse
import asyncio
import os
import re
import shutil
import tempfile
import time

from blackbox import Client, Count, PATIENCE, Server, binary, sentence
from terminal_kit import Proxy, Terminal

EVIL = "\x1b[2J\x1b]0;owned\x07\u202eevil\u200b\x9b31m"
PASSWORD = "correct horse battery"


class House:
    """A server, and terminals of people who each have a directory of their own."""

    def __init__(self, server, cli):
        self.cli, self.server = cli, server
        self.folder = tempfile.mkdtemp()
        self.terminals = []
        self.addresses = {}

    def at(self, who):
        """Where somebody finds it: of several servers each person goes to one, whose address their files have."""
        return self.addresses.setdefault(who, f"http://127.0.0.1:{self.server.port}")

    def run(self, who, *arguments, width=80, height=24):
        made = Terminal([self.cli, *arguments], os.path.join(self.folder, who), width, height)
        self.terminals.append(made)
        return made

    async def says(self, who, *arguments):
        """What a command prints that needs no keys."""
        process = await asyncio.create_subprocess_exec(
            self.cli, *arguments, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            env=os.environ | {"XDG_STATE_HOME": os.path.join(self.folder, who), "LC_ALL": "C.UTF-8"})
        out, error = await process.communicate()
        assert process.returncode == 0, error.decode()
        return out.decode()

    async def claim(self, who):
        """A name is claimed; the password is typed twice and never shown."""
        terminal = self.run(who, "account", "claim", self.at(who), who.title())
        await terminal.shows("Password:")
        terminal.type(PASSWORD + "\r")
        await terminal.shows("The same again:")
        terminal.type(PASSWORD + "\r")
        await terminal.shows(f"{who.title()} is your name now", 4 * PATIENCE)  # the hash is slow in a debug build
        assert await terminal.ended() == 0
        assert PASSWORD.encode() not in terminal.raw
        with open(os.path.join(self.folder, who, "gomoku", os.listdir(os.path.join(self.folder, who, "gomoku"))[0])) as file:
            assert file.read().strip().encode() not in terminal.raw, "the token was shown"

    def close(self):
        for terminal in self.terminals:
            terminal.close()
        shutil.rmtree(self.folder, ignore_errors=True)


async def types(terminal, points, confirmed=True):
    """Plays points one after another, each when the one before is confirmed."""
    for point in points:
        terminal.type(point + "\r")
        if confirmed:
            await lies(point, terminal)


async def lies(point, *terminals):
    """There is a stone on the point, confirmed, on every screen."""
    def shown(screen):
        board = screen.board() or {}
        return point in board and not re.search("[●○]\\?", screen.text())
    for terminal in terminals:
        await terminal.until(f"a stone on {point}", lambda: shown(terminal.screen))


async def each(terminals, *texts):
    for terminal in terminals:
        for text in texts:
            await terminal.shows(text)


async def evening(house):
    """Lobby, seek, paired, swap2 with a clock, takeback, a draw refused, the end, a rematch, and what the profile says."""
    for who in ("ann", "bob"):
        await house.claim(who)
    ann = house.run(
        "ann", "play", house.at("ann"), "--seek", "--opening", "swap2", "--clock", "300+5", "--rated")
    await ann.shows("Looking for an opponent")
    await ann.shows("Ann (you)")
    bob = house.run("bob", "play", house.at("bob"), width=120, height=40)
    await bob.shows("freestyle · Swap2 · 5 min + 5 s · rated")
    bob.type("\r")
    await each([ann, bob], "Swap2", "rated", "5:00")
    players = (ann, bob)

    # Eve comes to watch from the lobby, with a name that would do harm.
    eve = house.run("eve", "play", house.at("eve"), "--guest", "--name", ("Eve" + EVIL)[:32])
    await eve.shows("Being played: 1")
    eve.type("w\r")
    await eve.shows("watching")
    everybody = (ann, bob, eve)

    # Swap2: X places three, O adds two, X chooses a side.
    await ann.until("who places", lambda: "Place stone 1" in ann.screen.text() or "Bob places stone 1" in ann.screen.text())
    first, second = players if "Place stone 1" in ann.screen.text() else players[::-1]
    name = {ann: "Ann", bob: "Bob"}
    await types(first, ["h8", "h9", "i10"])
    await second.shows("Choose with a digit:")
    second.type("3")
    await first.shows("places stone 4")
    await types(second, ["a1", "o15"])
    await first.shows("Choose with a digit:")
    await first.shows("1  play X")
    first.type("2")  # O from now on: it is the second's stone that comes next? X has three stones, O two
    await each(everybody, "5. o15")
    await second.until("the game after the opening", lambda: "Choose" not in second.screen.text())

    # After the opening X has placed stones 1, 3 and 5, so that O moves.
    o, x = first, second
    await o.shows("Your turn: play O.")
    await types(o, ["b2"])
    await lies("b2", *everybody)
    await x.shows("Your turn: play X.")
    assert re.search(r"[45]:(0[1-9]|[1-5]\d)", x.screen.text()), "no clock has run"

    # O asks for its move back, X allows it.
    o.type("u")
    await x.shows("asks to take the last move")
    await eve.shows("has asked to take a move back")
    x.type("y")
    for terminal in everybody:
        await terminal.until("b2 free again", lambda: "b2" not in (terminal.screen.board() or {"b2": ""}))
    await types(o, ["c2"])
    await lies("c2", *everybody)

    # X offers a draw, O refuses.
    x.type("d")
    await o.shows("offers a draw.")
    await x.shows("x withdraws it")
    o.type("x")
    await x.shows("The draw was refused.")

    # While a rated game runs, a spectator's line is for spectators; the players hear it when the game is over.
    eve.type("c")
    await eve.shows("Say:")
    eve.type("watch out " + "語" * 40 + "\r")
    await eve.shows("(to spectators)")
    x.type("c")
    await x.shows("Say:")
    x.type("good game\r")
    await each([o, eve], "good game")
    await x.until("the line sent", lambda: "Say:" not in x.screen.text())
    assert "watch out" not in x.screen.text() + o.screen.text()

    # X makes five: h8, i10, o15 are there; h8 j6 needs more, so a row of its own.
    for number, (mine, theirs) in enumerate([("g5", "b14"), ("h5", "d14"), ("i5", "f14"), ("j5", "h14"), ("k5", None)]):
        await x.shows("Your turn: play X.")
        await types(x, [mine])
        await lies(mine, *everybody)
        if theirs:
            await o.shows("Your turn: play O.")
            await types(o, [theirs])
            await lies(theirs, *everybody)
    await x.shows("You win: five in a row!")
    await o.shows("You lose: five in a row.")
    await eve.shows("X wins: five in a row.")
    winner, loser = name[x], name[o]
    # Ratings stand beside the names, with what became of them.
    await each(everybody, f"{winner} 1662 +162", f"{loser} 1338 -162")

    # A rematch with sides exchanged; whoever resigns is asked first.
    o.type("g")
    await x.shows("would like another game")
    x.type("y")
    await each(everybody, "Game 2 ·")
    await x.shows("places stone 1")
    await types(o, ["h8", "h9", "i10"])
    await x.shows("Choose with a digit:")
    o.type("r")
    await o.shows("Give up this game as X? y / n")
    o.type("n")
    o.type("r")
    await o.shows("Give up this game as X? y / n")
    o.type("y")
    await x.shows("You win: resignation!")

    for terminal in everybody:
        terminal.type("q")
        assert await terminal.ended() == 0
        assert not terminal.screen.strange, terminal.screen.strange
        # The bell rings once, for those who have found an opponent.
        assert terminal.screen.bells == (0 if terminal is eve else 1), terminal.screen.bells
        for harm in (b"\x1b]", b"\xc2\x9b", b"\xe2\x80\xae", b"\xe2\x80\x8b"):
            assert harm not in terminal.raw, harm
        assert terminal.is_given_back() == [], terminal.is_given_back()

    said = await house.says("eve", "profile", house.at("eve"), winner)
    assert "2 games: 2 won, 0 lost, 0 drawn" in said, said
    rating = int(re.search(r"freestyle\s+\w+\s+(\d+) ±", said).group(1))
    said = await house.says("eve", "profile", house.at("eve"), loser)
    assert "2 games: 0 won, 2 lost, 0 drawn" in said, said
    assert rating > 1500 > int(re.search(r"freestyle\s+\w+\s+(\d+) ±", said).group(1)), (rating, said)
    lines = (await house.says("eve", "games", house.at("eve"), winner)).splitlines()
    assert len(lines) == 2 and "(resignation)" in lines[0] and "(five in a row)" in lines[1], lines


async def clock_agrees(house):
    """What is shown changes when the server's clock does; only the changed cells are drawn."""
    bob = await Client.connect(house.server.port, "Bob")
    await bob.join("clock")
    ann = house.run("kim", "play", house.at("kim"), "clock", "--name", "Kim")
    await ann.shows("Bob")
    ann.type("n")
    await ann.shows("New game")
    ann.type("\x1b[B\x1b[B\x1b[B" + "15+0\r")
    started = await bob.expect("delta")
    assert started["set"]["clock"] == "15+0", started
    await bob.delta("clock", {"o": bob.id})
    await ann.shows("Your turn: play X.")
    ann.type("h8\r")
    await lies("h8", ann)
    state = (await bob.move("clock", 2, "i9"))["set"]
    left, since = int(state.get("xTime", 15000)), int(state["turnAt"])
    await ann.shows("Your turn: play X.")
    errors, sizes, shown = [], [], None
    before = len(ann.raw)
    while len(errors) < 20:
        ann.changed.clear()
        await asyncio.wait_for(ann.changed.wait(), PATIENCE)
        now = time.time() * 1000
        found = re.search(r"(?m)Kim \(you\).*?(\d+\.\d)\s*$", ann.screen.text())
        sizes.append(len(ann.raw) - before)
        before = len(ann.raw)
        if not found or found.group(1) == shown:
            continue
        if shown is not None:
            # It has just become so: a tenth more had been left until now.
            errors.append(left - (now - since) - (float(found.group(1)) * 1000 + 100))
        shown = found.group(1)
    errors.sort(key=abs)
    print(f"clock: median error {errors[len(errors) // 2]:.1f} ms, 90 % within {abs(errors[int(len(errors) * 0.9)]):.1f} ms, "
          f"median output {sorted(sizes)[len(sizes) // 2]} bytes a change")
    # Some 10 on a machine with nothing else to do; what a busy one adds is none of the terminal's doing.
    assert abs(errors[len(errors) // 2]) <= 2_000, errors
    assert sorted(sizes)[len(sizes) // 2] < 100, sizes
    bob.cut()
    ann.type("q")
    assert await ann.ended() == 0


async def muted(house):
    """Somebody is silenced by keys, and still is after a new start."""
    bob = await Client.connect(house.server.port, "Bob")
    await bob.join("mute")
    for again in (False, True):
        ann = house.run("lee", "play", house.at("lee"), "mute", "--name", "Lee")
        await ann.shows("Bob")
        if not again:
            ann.type("p")
            await ann.shows(" >")
            ann.type("\x1b[B" if "< Lee" in ann.screen.text() else "")
            await ann.until("Bob chosen", lambda: "< Bob" in ann.screen.text())
            ann.type("\r")
            await ann.shows("Bob (muted)")
            ann.type("\x1b")
            await ann.until("the dialog gone", lambda: "muted" not in ann.screen.text())
        bob.send(type="say", room="mute", id=f"m{again}", text="silence me")
        await bob.expect("said")
        await bob.delta("mute", {"game": str(2 if again else 1), "x": bob.id})
        await ann.shows("Game 2" if again else "Game 1")
        assert "silence me" not in ann.screen.text()
        ann.type("q")
        assert await ann.ended() == 0
    bob.cut()


async def owner(house):
    """A name is claimed, changed once, and deleted: each asks for the password, and refusals are sentences."""
    async def asked(status, *arguments, shows):
        terminal = house.run("zoe", "account", *arguments)
        await terminal.shows("Password:")
        terminal.type(PASSWORD + "\r")
        await terminal.shows(shows, 4 * PATIENCE)
        assert await terminal.ended() == status, arguments
        assert PASSWORD.encode() not in terminal.raw

    await house.claim("zoe")
    await asked(0, "rename", house.at("zoe"), "Zoe B", shows="You are Zoe B now")
    assert "Zoe B" in await house.says("eve", "profile", house.at("eve"), "Zoe"), "the old name leads to her"
    await asked(1, "rename", house.at("zoe"), "Zoe C", shows="You have changed your name once already")
    await asked(0, "delete", house.at("zoe"), shows="Your name is deleted")
    gone = house.run("zoe", "account", "token", house.at("zoe"))
    await gone.shows("You are nobody on")
    assert await gone.ended() == 1


async def seeks_again(house):
    """A seek ends with its connection: it is made again when the line is back. A guest stays the same from lobby to table."""
    watcher = await Client.connect(house.server.port, "Watcher")
    await watcher.join("~lobby")
    line = await Proxy(house.server.port).start()
    ann = house.run("ann", "play", f"http://127.0.0.1:{line.port}", "--guest", "--name", "Guest One")
    await ann.shows("Nobody is waiting just now.")
    ann.type("a")
    await ann.shows("Look for an opponent")
    ann.type("\r")
    await ann.shows("Guest One (you)")
    listed = await watcher.expect("delta")
    line.cut()
    await ann.shows("press R to try now")
    assert None in (await watcher.expect("delta"))["set"].values()
    line.mend()
    ann.type("R")
    again = await watcher.expect("delta")
    assert [seek["by"] for seek in again["set"].values()] == [seek["by"] for seek in listed["set"].values()], (listed, again)
    watcher.send(type="accept", seek=next(iter(again["set"])), id="w1")
    room = (await watcher.expect("paired"))["room"]
    state = (await watcher.join(room))["state"]
    assert {state["x"], state["o"]} == {watcher.id, next(iter(listed["set"].values()))["by"]}, state
    await each([ann], "Guest One (you)", "Watcher", "Game 1")
    ann.type("q")
    assert await ann.ended() == 0
    watcher.cut()
    line.close()


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--server", help="the server's program")
    parser.add_argument("--cli", help="the client's program")
    parser.add_argument("--only", help="names of tests, by comma")
    options = parser.parse_args()
    count = Count()
    for test in [evening, clock_agrees, muted, owner, seeks_again]:
        if options.only and test.__name__ not in options.only.split(","):
            continue

        async def run():
            data = tempfile.mkdtemp()
            server = await Server(["--data", data], options.server).start()
            house = House(server, os.path.abspath(options.cli) if options.cli else binary("gomoku-cli"))
            try:
                await test(house)
            finally:
                house.close()
                await server.stop()
                shutil.rmtree(data, ignore_errors=True)
        await count.run(sentence(test), run())
    count.close()


asyncio.run(main())

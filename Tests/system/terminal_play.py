#!/usr/bin/env python3
"""gomoku-cli under a pseudo-terminal: a whole game by keys, typing and mouse, cut and dead lines, resizing, signals, hostile text.

    python3 Tests/system/terminal_play.py [--url http://127.0.0.1:8080] [--server PATH] [--cli PATH]

The last line is "N passed, N failed".
"""

import argparse
import asyncio
import glob
import os
import re
import shutil
import signal
import tempfile
import urllib.parse

from blackbox import Client, Count, PATIENCE, Server, applied, binary, sentence
from terminal_kit import Proxy, Terminal

ROOMS = iter(range(1, 1000))


class Table:
    """A room with an opponent, who sees every delta, and terminals."""

    def __init__(self, cli, port):
        self.cli, self.port = cli, port
        self.room = f"terminal-{os.getpid()}-{next(ROOMS)}"
        self.folder = tempfile.mkdtemp()
        self.terminals, self.values, self.rev, self.reading = [], {}, 0, None

    async def __aenter__(self):
        self.bob = await Client.connect(self.port, "Bob")
        self.values = (await self.bob.join(self.room))["state"]
        return self

    async def __aexit__(self, *_):
        for terminal in self.terminals:
            terminal.close()
        self.bob.cut()
        shutil.rmtree(self.folder, ignore_errors=True)

    def terminal(self, *arguments, port=None, command="play", who="ann", width=80, height=24, environment=()):
        made = Terminal(
            [self.cli, command, f"http://127.0.0.1:{port or self.port}/?room={self.room}", "--name", who.title(), *arguments],
            os.path.join(self.folder, who), width, height, environment)
        self.terminals.append(made)
        return made

    def token(self, who="ann"):
        with open(glob.glob(f"{self.folder}/{who}/gomoku/*.token")[0]) as file:
            return file.read().strip()

    async def delta(self):
        """The next delta that Bob sees."""
        message = await self.bob.expect("delta")
        self.values, self.rev = applied(self.values, message["set"]), message["rev"]
        return message

    def stones(self):
        """The board as the state tells it."""
        size = int(self.values.get("size", 15))
        return {
            chr(97 + int(self.values[f"col{n}"])) + str(size - int(self.values[f"row{n}"])): "ox"[n % 2]
            for n in range(1, int(self.values.get("move", 0)) + 1)}

    async def agree(self, terminal):
        """The terminal shows the stones, and no other that waits for its answer: the same stone is drawn before and after."""
        await terminal.until(
            f"the board of revision {self.rev}, {self.stones()}",
            lambda: terminal.screen.board() == self.stones() and not re.search("[●○XO]\\?", terminal.screen.text()))

    async def bob_plays(self, number, point):
        await self.bob.move(self.room, number, point)

    async def game(self, terminal):
        """Ann starts a game by keys, Bob takes O."""
        await terminal.shows("Bob")
        terminal.type("n")
        await terminal.shows("New game")
        terminal.type("\r")
        started = await self.delta()
        assert started["set"]["game"], started
        await self.sit()
        await terminal.shows("Your turn: play X.")

    async def sit(self):
        message = await self.bob.delta(self.room, {"o": self.bob.id})
        self.values, self.rev = applied(self.values, message["set"]), message["rev"]


async def whole_game(table):
    """A whole game by keys and mouse, to the result."""
    screen = table.terminal()
    await table.game(screen)
    keys = {"h8": "\r", "i8": "\x1b[C\r", "j8": "j8\r", "k8": None, "l8": "L8\r"}
    for number, (point, typed) in enumerate(keys.items()):
        if typed is None:
            screen.click(point)
        else:
            screen.type(typed)
        made = await table.delta()
        assert made["set"]["move"] == str(2 * number + 1), made
        await table.agree(screen)
        if number < 4:
            answer = "abcd"[number] + "1"
            message = await table.bob.move(table.room, 2 * number + 2, answer)
            table.values, table.rev = applied(table.values, message["set"]), message["rev"]
            await table.agree(screen)
            await screen.shows(f"Bob plays {answer}.")
    await screen.shows("You win: five in a row!")
    await screen.shows("*●*●*●*●(●)")
    assert not screen.screen.strange, screen.screen.strange


async def cut_line(table):
    """A line that breaks is found again, and what was missed is shown."""
    line = await Proxy(table.port).start()
    screen = table.terminal(port=line.port)
    await table.game(screen)
    screen.type("h8\r")
    await table.delta()
    line.cut()
    await screen.shows("press R to try now")
    message = await table.bob.move(table.room, 2, "i9")
    table.values, table.rev = applied(table.values, message["set"]), message["rev"]
    line.mend()
    screen.type("R")
    await table.agree(screen)
    await screen.shows("Your turn: play X.")
    screen.type("g7\r")
    await table.delta()
    await table.agree(screen)
    line.close()


async def dead_line(table):
    """No word from the line: noticed by itself; a move made meanwhile is sent once the line is back."""
    line = await Proxy(table.port).start()
    screen = table.terminal(port=line.port)
    await table.game(screen)
    line.flows.clear()
    screen.type("h8\r")
    await screen.shows("●?")
    await screen.until("that the line is lost", lambda: re.search("press R|Connecting again", screen.screen.text()), PATIENCE)
    line.cut()
    line.flows.set()
    line.mend()
    screen.type("R")
    made = await table.delta()
    assert made["set"]["move"] == "1", made
    await table.agree(screen)
    line.close()


async def taken_back(table):
    """A move that the server rejects goes from the board, with the reason."""
    line = await Proxy(table.port).start()
    screen = table.terminal(port=line.port)
    await table.game(screen)
    twin = await Client.connect(table.port, token=table.token())
    await twin.join(table.room)
    line.flows.clear()
    screen.type("h8\r")
    await screen.shows("●?")
    await twin.move(table.room, 1, "a1")
    await table.delta()
    line.flows.set()
    await table.agree(screen)
    await screen.shows("Your move h8 was taken back.")
    twin.cut()
    line.close()


async def resizing(table):
    """Whatever size the terminal takes, the picture fits."""
    screen = table.terminal()
    await table.game(screen)
    screen.type("h8\r")
    await table.delta()
    await table.agree(screen)
    for width, height in [(120, 40), (40, 20), (34, 19), (200, 60), (80, 24)]:
        screen.resize(width, height)
        await table.agree(screen)
    screen.resize(30, 10)
    await screen.shows("board needs 34×19")  # wherever the lines break
    screen.resize(80, 24)
    await table.agree(screen)
    assert not screen.screen.strange, screen.screen.strange


async def given_back(table):
    """However it ends, the terminal is as it was."""
    for end, status in [
            ("q", 0), ("\x03", 0), (signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129), (signal.SIGSEGV, -11)]:
        screen = table.terminal(who="ann")
        await screen.shows("Here:")
        assert screen.is_given_back() != [], "the terminal was never taken over"
        if isinstance(end, str):
            screen.type(end)
        else:
            screen.process.send_signal(end)
        found = await screen.ended()
        assert found == status, f"{end!r}: exit status {found}"
        assert screen.is_given_back() == [], f"{end!r}: {screen.is_given_back()}"


async def stopped(table):
    """Ctrl-Z gives the terminal to the shell, fg takes it back; so does a SIGTSTP from elsewhere."""
    shell = Terminal(["bash", "--norc", "--noprofile", "-i"], table.folder, environment={"PS1": "ready$ "})
    table.terminals.append(shell)
    await shell.shows("ready$")
    shell.type(f"{table.cli} play http://127.0.0.1:{table.port} {table.room} --guest\r")
    await shell.shows("Here:")
    for how in ("key", "signal"):
        shell.raw = b""  # before: bash's prompt may come together with what the program writes last
        if how == "key":
            shell.type("\x1a")
        else:
            os.killpg(os.tcgetpgrp(shell.master), signal.SIGTSTP)
        await shell.until("that it is stopped", lambda: 1049 not in shell.screen.modes and 25 in shell.screen.modes)
        await shell.until("the prompt", lambda: b"ready$" in shell.raw)
        shell.screen.resize(80, 24)
        shell.type("fg\r")
        await shell.until("the board again", lambda: 1049 in shell.screen.modes and shell.screen.board() == {})
    shell.type("q")
    await shell.until("the shell", lambda: 1049 not in shell.screen.modes)


async def hostile(table):
    """Names and chat with escapes, bidi marks and wide characters: nothing reaches the terminal that it obeys."""
    evil = "\x1b[2J\x1b]0;owned\x07\u202eevil\u200b\x9b31m"
    screen = table.terminal()
    await table.game(screen)
    eve = await Client.connect(table.port, ("E" + evil)[:32])
    await eve.join(table.room)
    for number, text in enumerate([evil, "語" * 100, evil * 5 + "😀👨‍👩‍👧é", "a" * 500, "last line"]):
        eve.send(type="say", room=table.room, id=f"e{number}", text=text)
    await screen.until("the chat", lambda: screen.screen.text().count("last line") == 2)  # in the panel and as news
    screen.type("h8\r")
    await table.delta()
    await table.agree(screen)
    assert not screen.screen.strange, screen.screen.strange
    assert b"\x07" not in screen.raw and b"\x1b]" not in screen.raw and b"\xc2\x9b" not in screen.raw
    assert b"\xe2\x80\xae" not in screen.raw and b"\xe2\x80\x8b" not in screen.raw
    eve.cut()


async def sides_and_resigning(table):
    """Sides are chosen, taken over and given up by keys."""
    screen = table.terminal()
    await screen.shows("Bob")
    screen.type("b")
    await table.delta()
    await screen.shows("You play both sides.")  # Bob may have heard of it first
    for number, point in enumerate(["h8", "c5", "b4"], 1):
        screen.type(point + "\r")
        made = await table.delta()
        assert made["set"]["move"] == str(number), made
        await table.agree(screen)
    screen.type("r")
    await screen.shows("Give up this game as O?")
    screen.type("y")
    await table.delta()
    await screen.shows("X wins: resignation.")
    screen.type("c")
    await screen.shows("Say:")
    screen.type("well played\r")
    said = await table.bob.expect("said")
    assert said["text"] == "well played", said


async def plain(table):
    """NO_COLOR and a locale without UTF-8."""
    screen = table.terminal(environment={"NO_COLOR": "1", "LC_ALL": "C"})
    await table.game(screen)
    screen.type("h8\r")
    await table.delta()
    await table.agree(screen)
    assert all(byte < 0x80 for byte in screen.raw), "bytes beyond ASCII"
    assert not screen.screen.styles & set(range(30, 48)), screen.screen.styles
    assert "(X]" in screen.screen.text() or "[X]" in screen.screen.text() or "(X)" in screen.screen.text()


async def watching(table):
    """Who watches sees the game and changes nothing."""
    ann = table.terminal()
    watcher = table.terminal(command="watch", who="eve", width=120, height=40)
    await table.game(ann)
    ann.type("h8\r")
    await table.delta()
    await table.agree(watcher)
    watcher.type("i9\r nbjr")
    await watcher.shows("gomoku-cli play lets you play")  # which would take the place of the news to come
    ann.type("q")
    assert await ann.ended() == 0
    await watcher.shows("is away")
    assert watcher.screen.board() == table.stones()


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--url", help="a server that runs already")
    parser.add_argument("--server", help="the server's program")
    parser.add_argument("--cli", help="the client's program")
    parser.add_argument("--only", help="names of tests, by comma")
    options = parser.parse_args()
    count, data = Count(), tempfile.mkdtemp()
    server = None if options.url else await Server(["--data", data], options.server).start()
    port = urllib.parse.urlparse(options.url).port if options.url else server.port
    tests = [
        whole_game, cut_line, dead_line, taken_back, resizing, given_back, stopped, hostile, sides_and_resigning, plain, watching]
    for test in tests:
        if options.only and test.__name__ not in options.only.split(","):
            continue

        async def run():
            async with Table(options.cli or binary("gomoku-cli"), port) as table:
                await test(table)
        await count.run(sentence(test), run())
    if server:
        await server.stop()
    shutil.rmtree(data, ignore_errors=True)
    count.close()


asyncio.run(main())

#!/usr/bin/env python3
"""A table for a friend in the terminal: its link has a secret, which is typed, pasted or piped, and seen by nobody else.

    python3 Tests/system/terminal_friend.py [--server PATH] [--cli PATH]

The last line is "N passed, N failed".
"""

import argparse
import asyncio
import json
import os
import re
import shutil
import tempfile

from blackbox import PATIENCE, Count, Server, binary
from terminal_kit import Terminal

LINK = re.compile(r"http://127\.0\.0\.1:\d+/\?room=([\w-]+)#secret=([\w-]{22})")


class House:
    """A server, and terminals of people who each have a directory of their own."""

    def __init__(self, cli, port):
        self.cli, self.url, self.folder, self.terminals = cli, f"http://127.0.0.1:{port}", tempfile.mkdtemp(), []

    def terminal(self, who, *arguments, command="play", width=110, height=30):
        made = Terminal([self.cli, command, *arguments, "--name", who], os.path.join(self.folder, who), width, height)
        self.terminals.append(made)
        return made

    async def run(self, who, *arguments, typed=""):
        """What a command says that needs no terminal."""
        process = await asyncio.create_subprocess_exec(
            self.cli, *arguments, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            env=os.environ | {"XDG_STATE_HOME": os.path.join(self.folder, who), "LC_ALL": "C.UTF-8"})
        told, complained = await asyncio.wait_for(process.communicate(typed.encode()), PATIENCE)
        return process.returncode, told.decode(), complained.decode()

    async def opened(self, *arguments):
        """Ann opens a table for a friend and sits down; the link that she is told, its room and its secret."""
        ann = self.terminal("Ann", self.url, *arguments, "--friend")
        await ann.shows("New game")
        assert "Watched" not in ann.screen.text(), "who has no link cannot watch, so nobody is asked whether one may"
        ann.type("\r")
        await ann.shows("Send this link to a friend:")
        found = LINK.search(ann.raw.decode(errors="replace"))
        assert found, ann.raw
        return ann, found[0], found[1], found[2]

    def close(self):
        for terminal in self.terminals:
            terminal.close()
        shutil.rmtree(self.folder, ignore_errors=True)


async def by_link(house):
    """who has the link sits down and plays; who has the room's name alone is somewhere else"""
    ann, link, room, secret = await house.opened()
    await ann.until("the link beside the board", lambda: secret in ann.screen.text().replace("\n", "").replace(" ", "")
                    or secret[:10] in ann.screen.text())
    eve = house.terminal("Eve", f"{house.url}/?room={room}")
    await eve.shows("No game here yet")
    bob = house.terminal("Bob", link)
    await bob.shows("Ann")
    bob.type("j")
    await ann.shows("Your turn: play X.")
    ann.type("h8\r")
    await bob.until("the stone", lambda: bob.screen.board() == {"h8": "x"})
    assert "Ann" not in eve.screen.text() and eve.screen.board() == {}, eve.screen.text()
    ann.type("q")
    assert await ann.ended() == 0
    assert LINK.search(ann.raw.decode(errors="replace").split("\x1b[?1049l")[0]), "the line with the link comes before the screen is taken"
    status, told, _ = await house.run("Bob", "state", link, "--json")
    assert status == 0 and json.loads(told)["state"]["move"] == "1", told
    status, told, _ = await house.run("Bob", "replay", link, "--lines")
    assert status == 0 and "h8" in told, told
    _, told, _ = await house.run("Eve", "replay", house.url, room, "--lines")
    assert "h8" not in told, told


async def typed(house):
    """the secret is asked for and not shown, alone or in a link; from a pipe it is a line; it stands on no command line"""
    ann, link, room, secret = await house.opened("garden")
    assert room == "garden"
    bob = house.terminal("Bob", house.url, "garden", "--secret")
    await bob.until("the question", lambda: b"The room's secret, or the link with it:" in bob.raw)
    bob.type(secret + "\r")
    await bob.shows("Ann")
    assert secret.encode() not in bob.raw.split(b"\x1b[?1049h")[0], "shown while it was typed"
    cy = house.terminal("Cy", house.url, "--secret")
    await cy.until("the question", lambda: b"The room's secret, or the link with it:" in cy.raw)
    cy.type(link + "\r")
    await cy.shows("Ann")
    for person in (bob, cy):
        with open(f"/proc/{person.process.pid}/cmdline", "rb") as file:
            assert secret.encode() not in file.read()
    for given in (secret, link):
        status, told, complained = await house.run("Dot", "state", house.url, "garden", "--secret", typed=given + "\n")
        assert status == 0 and "game\t1" in told, (status, told, complained)
    for given, code in (("short", 65), (house.url + "/?room=garden", 65), ("", 130)):
        status, _, complained = await house.run("Dot", "state", house.url, "garden", "--secret", typed=given)
        assert status == code and complained.strip().endswith(".") and "short" not in complained, (given, status, complained)


async def from_the_lobby(house):
    """f in the lobby opens such a table; o takes its link"""
    ann = house.terminal("Ann", house.url)
    await ann.shows("f a friend, by link")
    ann.type("f")
    await ann.shows("New game")
    ann.type("\r")
    await ann.shows("Send this link to a friend:")
    text = "".join(re.findall(r"[\w:/.?=#-]+$", "\n".join(line.rstrip() for line in ann.screen.text().split("\n")), re.MULTILINE))
    found = LINK.search(text)
    assert found, ann.screen.text()
    bob = house.terminal("Bob", house.url)
    await bob.shows("f a friend, by link")
    bob.type("o")
    bob.type(found[0] + "\r")
    await bob.shows("Ann")
    bob.type("j")
    await ann.shows("Your turn: play X.")


async def refusals(house):
    """what does not go together is said, and a link that was cut off is told from a room that is not there; no secret in either"""
    secret = "abcdefghijklmnopqrstuv"
    for arguments, code in ((["play", house.url, "--friend", "--seek"], 64), (["play", f"{house.url}/?room=tea#secret={secret}", "--friend"], 64),
                            (["play", f"{house.url}/?room=tea#secret={secret}", "--secret"], 64), (["watch", f"{house.url}/?room=tea#secret=abc!"], 64),
                            (["watch", f"http://:x/?room=tea#secret={secret}"], 64), (["replay", f"{house.url}/?room=tea#secret={secret}"], 66)):
        status, told, complained = await house.run("Ann", *arguments)
        assert status == code and secret not in told + complained and "abc!" not in complained and complained, (arguments, status, complained)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--server", help="the server's program")
    parser.add_argument("--cli", help="the client's program")
    options = parser.parse_args()
    count, data = Count(), tempfile.mkdtemp()
    server = await Server(["--data", data], options.server).start()
    for test in (by_link, typed, from_the_lobby, refusals):

        async def run():
            house = House(options.cli or binary("gomoku-cli"), server.port)
            try:
                await test(house)
            finally:
                house.close()
        await count.run(test.__doc__, run())
    await server.stop()
    shutil.rmtree(data, ignore_errors=True)
    count.close()


asyncio.run(main())

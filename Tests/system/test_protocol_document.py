"""Plays every example of docs/PROTOCOL.md against the server, in order, and compares the answers.

IDs, epochs and tokens differ in every run, so each name in the document stands for one real name.
`…` stands for anything, and `(three seconds later)` for the clock of a race.
"""

import asyncio
import json
import re
import shutil
from pathlib import Path

import pytest

from gomokutest import store
from gomokutest.environment import ROOT, SMALL_WEB, TIMEOUT
from gomokutest.preload import Clock
from gomokutest.server import Server
from gomokutest.websocket import Socket

pytestmark = pytest.mark.all_stores

NAME = re.compile(r"^(p-|k|g)[0-9a-z]{12,13}$")
ANYTHING = "\u2026"


def examples():
    text = Path(ROOT, "docs", "PROTOCOL.md").read_text(encoding="utf-8")
    for block in re.findall(r"```exchange\n(.*?)```", text, re.DOTALL):
        yield from (line for line in block.split("\n") if line)


def pattern(text):
    """Returns the document's JSON, in which `…` can replace a value, an element or a member."""
    text = re.sub(r"(?<=[:\[,])…(?=[,}\]])", '"…"', text)
    return json.loads(text.replace("{…}", '{"…":"…"}'))


class Names:
    """The real names behind the names in the document."""

    def __init__(self):
        self.real = {}

    def fits(self, expected, found, where=""):
        if expected == ANYTHING or expected == {ANYTHING: ANYTHING} or expected == [ANYTHING]:
            return
        if isinstance(expected, str) and NAME.match(expected):
            known = self.real.setdefault(expected, found)
            assert known == found, f"{where}: {expected} is {known}, found {found}"
        elif isinstance(expected, str) and expected.endswith(ANYTHING):
            assert found.startswith(expected[:-1]), f"{where}: {found!r} does not begin as {expected!r}"
        elif isinstance(expected, dict):
            expected = {self.key(key, found): value for key, value in expected.items()}
            assert isinstance(found, dict) and set(expected) == set(found), f"{where}: {expected} and {found}"
            for key in expected:
                self.fits(expected[key], found[key], f"{where}.{key}")
        elif isinstance(expected, list):
            assert isinstance(found, list) and len(expected) == len(found), f"{where}: {expected} and {found}"
            for index, one in enumerate(expected):
                self.fits(one, found[index], f"{where}[{index}]")
        else:
            assert expected == found and type(expected) is type(found), f"{where}: {expected!r} and {found!r}"

    def key(self, key, found):
        """Returns a key with the real name in it. The part of the key before a new name identifies
        it."""
        front, dot, name = key.partition(".")
        if not dot or not NAME.match(name) or not isinstance(found, dict):
            return key
        for other in found:
            if name not in self.real and other.startswith(front + dot):
                self.real[name] = other[len(front) + 1 :]
        return front + dot + self.real.get(name, name)

    def spoken(self, text):
        """Returns a request with the real names in it."""
        for written, real in self.real.items():
            text = text.replace(written, real)
        return text


class Conversation:
    """The messages that a client gets, in the document's order.

    The document shows the order of a server over a directory. Over Redis, a room's deltas and the
    messages about pairs wait for different answers of the store.
    """

    def __init__(self, socket):
        self.socket, self.held = socket, []

    async def hear(self, expected):
        """Returns the next message; over Redis, the next one of the type that is expected."""
        for place, message in enumerate(self.held):
            if message["type"] == expected["type"]:
                return self.held.pop(place)
        while True:
            message = json.loads(await asyncio.wait_for(self.socket.receive(), TIMEOUT))
            # An analysis that takes longer than a step, as on a busy machine, has messages before
            # the last one, which the document shows.
            if message["type"] == "analysis" and not message["done"]:
                continue
            if not store.is_redis() or message["type"] == expected["type"]:
                return message
            self.held.append(message)


async def test_every_example_in_the_protocol_document(tmp_path):
    """The server answers each request in docs/PROTOCOL.md as documented."""
    # A new server, because the examples contain its first rooms and its first seek. Its page has
    # the puzzles of the examples.
    web = tmp_path / "page"
    shutil.copytree(SMALL_WEB, web)
    shutil.copytree(Path(ROOT, "Tests", "Fixtures", "puzzles"), web / "puzzles")
    clock = Clock(tmp_path)
    server = await Server(clock=clock, web=str(web)).start()
    names, talks, count = Names(), {}, 0
    for line in examples():
        if line == "(three seconds later)":
            # One second more, because servers over Redis may slow down by 10 ms a second.
            clock.skip(4)
            continue
        who, arrow, text = line[:3], line[3], line[5:]
        if who == "get":
            # HTTP: an address, then the body of the response.
            if arrow == ">":
                body = (await server.get(names.spoken(text)))[2]
            else:
                names.fits(pattern(text), json.loads(body), line[:60])
            count += 1
            continue
        if who not in talks:
            talks[who] = Conversation(await Socket.open(server.port))
        if arrow == ">":
            # Sessions are listed in the order of their last use, with a resolution of a
            # millisecond.
            clock.skip(0.002)
            talks[who].socket.text(names.spoken(text))
        else:
            expected = pattern(text)
            names.fits(expected, await talks[who].hear(expected), line[:60])
        count += 1
    assert count > 30, f"only {count} lines of examples"
    await server.stop()

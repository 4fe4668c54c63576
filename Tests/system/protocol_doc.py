#!/usr/bin/env python3
"""Plays every example of docs/PROTOCOL.md against the server, in order, and compares.

Ids, epochs and tokens are others each time: a name in the document stands for one real name throughout.
`…` stands for anything. The last line is "N passed, N failed".
"""

import asyncio
import json
import os
import re

from blackbox import PATIENCE, ROOT, Count, Server, Socket

NAME = re.compile(r"^(p-|k|g)[0-9a-z]{12,13}$")
ANYTHING = "\u2026"


def examples():
    text = open(os.path.join(ROOT, "docs", "PROTOCOL.md")).read()
    for block in re.findall(r"```exchange\n(.*?)```", text, re.S):
        yield from (line for line in block.split("\n") if line)


def pattern(text):
    """The document's JSON, with `…` wherever a value, an element or a member may stand."""
    text = re.sub(r'(?<=[:\[,])…(?=[,}\]])', '"…"', text)
    return json.loads(text.replace("{…}", '{"…":"…"}'))


class Names:
    """Which real name each of the document stands for."""

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
        """A key with a name in it, as it really is; a new name is found by what comes before it."""
        front, dot, name = key.partition(".")
        if not dot or not NAME.match(name) or not isinstance(found, dict):
            return key
        for other in found:
            if name not in self.real and other.startswith(front + dot):
                self.real[name] = other[len(front) + 1:]
        return front + dot + self.real.get(name, name)

    def spoken(self, text):
        """A request with the real names in it."""
        for written, real in self.real.items():
            text = text.replace(written, real)
        return text


async def play(server):
    names, sockets, count = Names(), {}, 0
    for line in examples():
        who, arrow, text = line[:3], line[3], line[5:]
        if who == "get":
            # HTTP: an address, then the body that comes.
            if arrow == ">":
                body = (await server.get(names.spoken(text)))[2]
            else:
                names.fits(pattern(text), json.loads(body), line[:60])
            count += 1
            continue
        if who not in sockets:
            sockets[who] = await Socket.open(server.port)
        if arrow == ">":
            sockets[who].text(names.spoken(text))
        else:
            found = json.loads(await asyncio.wait_for(sockets[who].receive(), PATIENCE))
            names.fits(pattern(text), found, line[:60])
        count += 1
    assert count > 30, f"only {count} lines of examples"
    print(f"{count} lines exchanged as they stand in the document")


async def main():
    server = await Server().start()
    count = Count()
    await count.run("docs/PROTOCOL.md", play(server))
    await server.stop()
    count.close()


asyncio.run(main())

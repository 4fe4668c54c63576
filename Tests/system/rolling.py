#!/usr/bin/env python3
"""Servers of two versions over one Redis: what one tells the other and it does not know, and servers that are replaced one after
the other while people play. The last line is "N passed, N failed".

TEST_OTHER_SERVER names the program of another version; otherwise this one takes its own place.
"""

import asyncio
import json
import os
import random
import subprocess
import tempfile

import blackbox
from blackbox import PATIENCE, Client, Count, Redis, Server, same, sentence
from crash import Player, Witness, verify

blackbox.STORE = "redis"
OTHER = os.environ.get("TEST_OTHER_SERVER")
SEED = int(os.environ.get("TEST_SEED", 0)) or random.randrange(1, 1 << 32)


def text(*words):
    """As servers write to each other: each word is its length, a colon and its bytes."""
    words = [word if isinstance(word, bytes) else str(word).encode() for word in words]
    return b"".join(b"%d:%s" % (len(word), word) for word in words)


def words(bytes):
    found = []
    while bytes:
        length, _, rest = bytes.partition(b":")
        found.append(rest[:int(length)])
        bytes = rest[int(length):]
    return found


class Line:
    """A connection to the Redis."""

    @classmethod
    async def open(cls, directory):
        self = cls()
        Redis.address(directory)
        self.reader, self.writer = await asyncio.open_unix_connection(Redis.one.socket)
        await self.ask("SELECT", Redis.one.database(directory))
        return self

    async def ask(self, *words):
        words = [word if isinstance(word, bytes) else str(word).encode() for word in words]
        self.writer.write(b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words))
        return await self.answer()

    async def answer(self):
        line = (await asyncio.wait_for(self.reader.readline(), PATIENCE)).strip()
        kind, rest = line[:1], line[1:]
        if kind == b"*":
            return [await self.answer() for _ in range(int(rest))]
        if kind == b"$":
            return None if rest == b"-1" else (await self.reader.readexactly(int(rest) + 2))[:-2]
        assert kind != b"-", line
        return int(rest) if kind == b":" else rest


class Stranger:
    """Takes part as a server of another version would."""

    def __init__(self, name):
        self.name, self.session, self.sent = name, "", 0

    async def begin(self, directory, room):
        self.line, self.ear = await Line.open(directory), await Line.open(directory)
        same((await self.ear.ask("SUBSCRIBE", f"node:{self.name}"))[2], 1, "subscriptions")
        await self.line.ask("SET", f"nd:{self.name}", "elsewhere other-machine 1 1", "PX", 600_000)
        self.all = f"nodes:{(await self.line.ask('HGET', 'meta', 'id')).decode()}"
        owner = (await self.line.ask("KEYS", f"*n:{room}"))[0]
        self.host = (await self.line.ask("GET", owner)).decode()
        return self

    def begin_line(self, session):
        self.session, self.sent = session, 0

    async def tell(self, *messages):
        """One packet with these, to whoever serves the room."""
        self.sent += 1
        head = text(self.name, "toHost", self.session, "messages", self.sent)
        same(await self.line.ask("PUBLISH", f"node:{self.host}", head + text(*messages)), 1, "who hears it")

    async def tell_all(self, *messages):
        await self.line.ask("PUBLISH", self.all, text(self.name, "toHost", "", "messages", 0) + text(*messages))

    async def hear(self, kind):
        """The next packet of this kind on this line: what is in it."""
        end = asyncio.get_running_loop().time() + PATIENCE
        while True:
            assert asyncio.get_running_loop().time() < end, f"it does not hear {kind}"
            _, _, message = await self.ear.answer()
            found = words(message)
            if found[2].decode() == self.session and found[3].decode() == kind:
                return [words(one) for one in found[5:]]

    async def frames(self, kind):
        """What clients are sent, up to one of that type."""
        end = asyncio.get_running_loop().time() + PATIENCE
        while True:
            assert asyncio.get_running_loop().time() < end, f"it is not sent {kind}"
            for message in await self.hear("messages"):
                if message[0] == b"frame" and (frame := json.loads(message[2]))["type"] == kind:
                    return frame


def who(client, id, *more):
    return text("who", client, id, "Sue", 0, 0, "", *more)


def asks(client, **message):
    return text("ask", client, "", 1, json.dumps(message))


async def strangers():
    """What a server of another version tells beyond what is known is passed over, or ends the line, and never a server."""
    directory = tempfile.mkdtemp(prefix="gomoku-rolling-")
    server = await Server(["--data", directory]).start()
    ann = await Client.connect(server.port, "Ann")
    await ann.join("roll", kind="open")
    await ann.delta("roll", {"n": 0})
    other = await Stranger("nstranger").begin(directory, "roll")
    # More fields than are known, and a message that may be passed over.
    other.begin_line("one")
    await other.tell(who(1, "p-sue", "", "later", "and more"), text("+hint", "whatever"), asks(1, type="join", room="roll", kind="open"))
    same((await other.frames("snapshot"))["rev"], 1, "what it is shown")
    await ann.expect("participants", where=lambda m: "p-sue" in [p["id"] for p in m["joined"]])
    await other.tell(asks(1, type="delta", room="roll", id="s1", set={"n": 1}))
    same((await other.frames("delta"))["rev"], 2, "its delta")
    same((await ann.expect("delta", where=lambda m: m["rev"] == 2))["by"], "p-sue", "who has sent it")
    # Something is asked that this version cannot do: the line ends, and with it who came by it.
    await other.tell(text("dance", 1, "tango"))
    same(await other.hear("end"), [], "the end of the line")
    await ann.expect("participants", where=lambda m: "p-sue" in m["left"])
    # The same on a line that is of another version altogether; and nothing of it is done.
    other.begin_line("2:two")
    await other.tell(who(1, "p-sue"), asks(1, type="join", room="roll", kind="open"))
    await other.hear("end")
    # And what is no message at all.
    other.begin_line("three")
    await other.tell(who(1, "p-sue"), b"")
    await other.hear("end")
    # Of what is told to all, what is known is heard.
    await other.tell_all(text("dance", "all"), text("renamed", ann.id, "Anna", 0), text("+hint"))
    news = await ann.expect("participants", where=lambda m: ann.id in [p["id"] for p in m["joined"]])
    same([p["name"] for p in news["joined"] if p["id"] == ann.id], ["Anna"], "the new name")
    # A new line is as good as any.
    other.begin_line("four")
    await other.tell(who(1, "p-sue"), asks(1, type="join", room="roll", kind="open"))
    same((await other.frames("snapshot"))["rev"], 2, "what it is shown then")
    same((await ann.delta("roll", {"n": 2}))["rev"], 3, "the room goes on")
    same(await server.stop(), 0, "the exit status")


async def rolled():
    """Three servers are replaced one after the other while people play at all of them: nothing is lost, and nobody notices for long."""
    print(f"seed {SEED}", flush=True)
    rng = random.Random(SEED)
    directory = tempfile.mkdtemp(prefix="gomoku-rolling-")
    environment = {**os.environ, "GOMOKU_STORE_GONE": "60"}
    servers = [Server(["--data", directory], OTHER, env=environment) for _ in range(3)]
    await asyncio.gather(*(server.start() for server in servers))
    witness = Witness()
    players = [Player(f"{kind[0]}{number}-{i}", f"{kind}-{number}", kind, witness, random.Random(rng.random()))
               for kind in ("open", "gomoku") for number in range(3) for i in range(2)]
    lives = [asyncio.create_task(player.live(lambda: rng.choice(servers).port)) for player in players]

    async def goes_on():
        # Of those who play a game, one may wait for the other.
        goals = {player: len(player.done) + 5 for player in players if player.kind == "open"}
        end = asyncio.get_running_loop().time() + 2 * PATIENCE
        while any(len(player.done) < goal for player, goal in goals.items()):
            for life in lives:
                if life.done():
                    await life
            assert asyncio.get_running_loop().time() < end, "play does not go on"
            await asyncio.sleep(0.02)

    await goes_on()
    for number in rng.sample(range(3), 3):
        same(await servers[number].stop(), 0, "the exit status")
        servers[number] = await Server(["--data", directory], env=environment).start()
        await goes_on()
    for player in players:
        player.stopping = True
    await asyncio.wait_for(asyncio.gather(*lives), PATIENCE)
    await verify(rng.choice(servers), players, witness)
    for server in servers:
        same(await server.stop(), 0, "the exit status")
    command = [blackbox.binary("gomoku-server"), *blackbox.kept(["check", "--data", directory])]
    found = subprocess.run(command, capture_output=True, text=True)
    witness.check(found.returncode == 0, found.stdout[-500:] + found.stderr)
    same(witness.faults[:20], [], "faults")
    print(f"{len(witness.acked)} acknowledged deltas and {len(witness.shown)} shown ones are there, {witness.resumes} resumes, "
          f"{witness.snapshots} snapshots", flush=True)


async def main():
    count = Count()
    for test in (strangers, rolled):
        await count.run(sentence(test), test())
    count.close()


asyncio.run(main())

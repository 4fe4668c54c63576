"""Servers of two versions over one Redis: messages that one version does not know, and a rolling
replacement of servers while clients play.

TEST_OTHER_SERVER is the path of another version's program. Without it, the test replaces servers by
the same version.
"""

import asyncio
import json
import os
import random

import pytest

from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.commands import assert_sound
from gomokutest.environment import SEED, TIMEOUT
from gomokutest.redis import Redis
from gomokutest.server import Server
from gomokutest.witness import Load

OTHER = os.environ.get("TEST_OTHER_SERVER")
pytestmark = pytest.mark.stores("redis")


def text(*words):
    """Returns words in the servers' format: each is its length, a colon and its bytes."""
    words = [word if isinstance(word, bytes) else str(word).encode() for word in words]
    return b"".join(b"%d:%s" % (len(word), word) for word in words)


def words(bytes):
    found = []
    while bytes:
        length, _, rest = bytes.partition(b":")
        found.append(rest[: int(length)])
        bytes = rest[int(length) :]
    return found


class RedisConnection:
    """A connection to Redis."""

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
        line = (await asyncio.wait_for(self.reader.readline(), TIMEOUT)).strip()
        kind, rest = line[:1], line[1:]
        if kind == b"*":
            return [await self.answer() for _ in range(int(rest))]
        if kind == b"$":
            return None if rest == b"-1" else (await self.reader.readexactly(int(rest) + 2))[:-2]
        assert kind != b"-", line
        return int(rest) if kind == b":" else rest


class SimulatedServer:
    """A simulated server of another version."""

    def __init__(self, name):
        self.name, self.session, self.sent = name, "", 0

    async def begin(self, directory, room):
        self.commands, self.subscription = await RedisConnection.open(directory), await RedisConnection.open(directory)
        same((await self.subscription.ask("SUBSCRIBE", f"node:{self.name}"))[2], 1, "subscriptions")
        await self.commands.ask("SET", f"nd:{self.name}", "elsewhere other-machine 1 1", "PX", 600_000)
        self.all = f"nodes:{(await self.commands.ask('HGET', 'meta', 'id')).decode()}"
        owner = (await self.commands.ask("KEYS", f"*n:{room}"))[0]
        self.host = (await self.commands.ask("GET", owner)).decode()
        return self

    async def serve(self, directory, room):
        """Becomes the owner of a room."""
        self.commands, self.subscription = await RedisConnection.open(directory), await RedisConnection.open(directory)
        same((await self.subscription.ask("SUBSCRIBE", f"node:{self.name}"))[2], 1, "subscriptions")
        await self.commands.ask("SET", f"nd:{self.name}", "elsewhere other-machine 1 1", "PX", 600_000)
        # Computes the room's shard: FNV-1a of its name.
        shard = 2_166_136_261
        for byte in room.encode():
            shard = (shard ^ byte) * 16_777_619 % 2**32
        await self.commands.ask("SET", f"{{s{shard % 64:02}}}n:{room}", self.name)
        return self

    async def next_request(self, kind):
        """Returns the next message of this kind from a server whose client is in this server's
        room."""
        end = asyncio.get_running_loop().time() + TIMEOUT
        while True:
            assert asyncio.get_running_loop().time() < end, f"it is not told {kind}"
            _, _, message = await self.subscription.answer()
            front, direction, session, packet, _, *messages = words(message)
            if (direction, packet) != (b"toHost", b"messages") or not session:
                continue
            self.front, self.session = front.decode(), session
            for one in map(words, messages):
                if one[0].decode() == kind:
                    return one

    async def reply(self, *messages):
        """Sends one packet with these messages to the server that sent the last request."""
        self.sent += 1
        head = text(self.name, "toFront", self.session, "messages", self.sent)
        readers = await self.commands.ask("PUBLISH", f"node:{self.front}", head + text(*messages))
        same(readers, 1, "the number of servers that read it")

    def begin_link(self, session):
        self.session, self.sent = session, 0

    async def send(self, *messages):
        """Sends one packet with these messages to the server of the room."""
        self.sent += 1
        head = text(self.name, "toHost", self.session, "messages", self.sent)
        readers = await self.commands.ask("PUBLISH", f"node:{self.host}", head + text(*messages))
        same(readers, 1, "the number of servers that read it")

    async def broadcast(self, *messages):
        await self.commands.ask("PUBLISH", self.all, text(self.name, "toHost", "", "messages", 0) + text(*messages))

    async def next_packet(self, kind):
        """Returns the messages of the next packet of this kind on the current link."""
        end = asyncio.get_running_loop().time() + TIMEOUT
        while True:
            assert asyncio.get_running_loop().time() < end, f"it does not hear {kind}"
            _, _, message = await self.subscription.answer()
            found = words(message)
            if found[2].decode() == self.session and found[3].decode() == kind:
                return [words(one) for one in found[5:]]

    async def next_frame(self, kind):
        """Returns the next frame of this type for a client."""
        end = asyncio.get_running_loop().time() + TIMEOUT
        while True:
            assert asyncio.get_running_loop().time() < end, f"it is not sent {kind}"
            for message in await self.next_packet("messages"):
                if message[0] == b"frame" and (frame := json.loads(message[2]))["type"] == kind:
                    return frame


def client_message(client, id, *more):
    return text("who", client, id, "Sue", 0, 0, "", *more)


def request_message(client, **message):
    return text("ask", client, "", 1, json.dumps(message))


async def test_unknown_messages_end_only_the_link_to_their_sender(data):
    """A server ignores unknown fields, and unknown messages that are marked as optional. Any other
    unknown message ends the link to its sender, and nothing else."""
    directory = data
    server = await Server(["--data", directory]).start()
    ann = await Client.connect(server.port, "Ann")
    await ann.join("roll", kind="open")
    await ann.delta("roll", {"n": 0})
    other = await SimulatedServer("nstranger").begin(directory, "roll")
    # Sends unknown fields, and an unknown optional message.
    other.begin_link("one")
    await other.send(
        client_message(1, "p-sue", "", "later", "and more"),
        text("+hint", "whatever"),
        request_message(1, type="join", room="roll", kind="open"),
    )
    same((await other.next_frame("snapshot"))["rev"], 1, "the revision of the snapshot")
    await ann.expect("participants", where=lambda m: "p-sue" in [p["id"] for p in m["joined"]])
    await other.send(request_message(1, type="delta", room="roll", id="s1", set={"n": 1}))
    same((await other.next_frame("delta"))["rev"], 2, "its delta")
    same((await ann.expect("delta", where=lambda m: m["rev"] == 2))["by"], "p-sue", "its author")
    # An unknown request ends the link, and the clients behind it leave.
    await other.send(text("dance", 1, "tango"))
    same(await other.next_packet("end"), [], "the end of the line")
    await ann.expect("participants", where=lambda m: "p-sue" in m["left"])
    # A link of an incompatible version. The server ignores its requests.
    other.begin_link("2:two")
    await other.send(client_message(1, "p-sue"), request_message(1, type="join", room="roll", kind="open"))
    await other.next_packet("end")
    # Sends bytes that are no message.
    other.begin_link("three")
    await other.send(client_message(1, "p-sue"), b"")
    await other.next_packet("end")
    # The server reads those broadcast messages that it knows.
    await other.broadcast(text("dance", "all"), text("renamed", ann.id, "Anna", 0), text("+hint"))
    news = await ann.expect("participants", where=lambda m: ann.id in [p["id"] for p in m["joined"]])
    same([p["name"] for p in news["joined"] if p["id"] == ann.id], ["Anna"], "the new name")
    # A new link works.
    other.begin_link("four")
    await other.send(client_message(1, "p-sue"), request_message(1, type="join", room="roll", kind="open"))
    same((await other.next_frame("snapshot"))["rev"], 2, "the revision of the next snapshot")
    same((await ann.delta("roll", {"n": 2}))["rev"], 3, "the room goes on")
    same(await server.stop(), 0, "the exit status")


@pytest.mark.parametrize("stores_guests", [False, True])
async def test_unsaved_guest_is_stored_by_the_server_that_supports_it(data, stores_guests):
    """A guest who is not stored sends a delta to a room of another server. If that server announces
    that it stores guests, it must store the guest. Otherwise the guest's own server stores the
    guest first."""
    directory = os.path.join(data, str(stores_guests))
    server = await Server(["--data", directory]).start()
    other = await SimulatedServer("nhost").serve(directory, "roll")
    ann = await Client.connect(server.port, "Ann")
    ann.send(type="join", room="roll", kind="open")
    _, client, id, name, *_, token = await other.next_request("who")
    same((id.decode(), name, len(token)), (ann.id, b"Ann", 32), "who has come")
    said = [text("+storesGuests")] if stores_guests else []
    await other.reply(text("+hint"), *said, text("answered", client.decode(), 0, "roll"))
    ann.send(type="delta", room="roll", id="d1", set={"n": 1})
    while b'"delta"' not in (await other.next_request("ask"))[4]:
        pass
    stored = await other.commands.ask("EXISTS", f"{{people}}p:{ann.id}")
    same(stored, int(not stores_guests), "whether the guest is stored")
    await other.commands.ask("DEL", "nd:nhost")
    ann.cut()
    same(await server.stop(), 0, "the exit status")


async def test_rolling_replacement_of_servers_loses_no_delta(data):
    """Three servers are replaced one after another while clients play on all of them. No delta is
    lost, and every client plays on."""
    print(f"TEST_SEED={SEED}")
    rng = random.Random(SEED)
    place = "--store", Redis.address(f"{data}/rolled")
    environment = {**os.environ, "GOMOKU_STORE_GONE": "60"}
    servers = [Server(place, OTHER, alone=True, env=environment) for _ in range(3)]
    await asyncio.gather(*(server.start() for server in servers))
    async with Load(rng, lambda *_: rng.choice(servers).port, rooms=3) as load:
        await load.go_on_everywhere(5)
        for number in rng.sample(range(3), 3):
            same(await servers[number].stop(), 0, "the exit status")
            servers[number] = await Server(place, alone=True, env=environment).start()
            await load.go_on_everywhere(5)
        await load.end(rng.choice(servers))
    for server in servers:
        same(await server.stop(), 0, "the exit status")
    await asyncio.to_thread(assert_sound, *place)

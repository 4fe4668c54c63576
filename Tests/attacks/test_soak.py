"""A mix of all attacks at the same time while others play. Games continue although players'
connections are cut, every ping is answered, memory is bounded, the log has no error, and the store
is sound.

    SOAK_MINUTES=20   the duration (default: some seconds, until each attack has had a turn)
    TEST_SEED=N       the seed of the random choices

From 5 minutes on, memory must be constant. Set `SERVER=.build/release/gomoku-server` to test
another build.
"""

import asyncio
import contextlib
import json
import logging
import os
import random
import resource
import time

import pytest

from gomokutest import attack
from gomokutest.attack import Bystander, connect_from, fill, resident, until
from gomokutest.client import Client, applied
from gomokutest.commands import assert_sound
from gomokutest.environment import SEED, TIMEOUT
from gomokutest.websocket import Closed, Refused, Socket

MINUTES = float(os.environ.get("SOAK_MINUTES", "0"))
# The time in seconds for which attackers stay without reading.
STAY = 5 if MINUTES else 1
# Attackers connect from one of these addresses, players from 127.0.0.1.
ATTACKERS = [f"127.0.2.{number}" for number in range(1, 9)]
GAMES, MOVES = 8, 30
# The errors of a connection that breaks while in use.
BROKEN = (Closed, Refused, OSError, TimeoutError, asyncio.IncompleteReadError)
pytestmark = pytest.mark.timeout(300 + 60 * MINUTES + TIMEOUT)


class Soak:
    """Games and attacks on one server."""

    def __init__(self, server):
        self.server, self.random = server, random.Random(SEED)
        self.played = self.moves = self.cuts = 0
        self.done = {}

    @property
    def is_whole(self):
        """Whether games have progressed, and each attack has had a turn."""
        return self.moves >= MOVES and all(self.done.get(attack.__name__) for attack in Soak.ATTACKS)

    async def attacker(self, name="Mallory"):
        return await connect_from(self.random.choice(ATTACKERS), self.server.port, name)

    async def again_and_again(self, attack):
        """Repeats an attack forever. Errors of the attacker's connection are ignored."""
        while True:
            with contextlib.suppress(*BROKEN):
                async with asyncio.timeout(20):
                    await attack()
            self.done[attack.__name__] = self.done.get(attack.__name__, 0) + 1
            await asyncio.sleep(0.05)

    # MARK: Players

    async def sit(self, room, token=None, name=None):
        client = await Client.connect(self.server.port, name, token)
        answer = await client.join(room)
        assert answer["type"] == "snapshot", answer
        return client, answer["state"]

    async def table(self, number):
        """Lets two players play one game after another. They reconnect when their connections are
        cut."""
        room, tokens, ids, clients = f"table-{number}", {}, {}, {}
        for side in "xo":
            clients[side], state = await self.sit(room, name=f"{side}{number}")
            tokens[side], ids[side] = clients[side].token, clients[side].id
        while True:
            state = await self.game(room, tokens, ids, clients, int(state.get("game", 0)) + 1)
            self.played += 1

    async def game(self, room, tokens, ids, clients, number):
        rule = self.random.choice(["freestyle", "standard", "renju", "caro"])
        terms = {"game": str(number), "rule": rule, "x": ids["x"], "o": ids["o"]}
        answer = await clients["x"].delta(room, terms, id=f"game {number}")
        if answer["type"] == "reject":
            # Each player must take the seat in person.
            del terms["o"]
            answer = await clients["x"].delta(room, terms, id=f"game {number} again")
            assert answer["type"] == "delta", answer
            answer = await clients["o"].delta(room, {"o": ids["o"]}, id=f"seat {number}")
            assert answer["type"] == "delta", answer
        points = [(column, row) for column in range(15) for row in range(15)]
        self.random.shuffle(points)
        move, state = 1, {"game": str(number)}
        for column, row in points:
            side = "x" if move % 2 else "o"
            if self.random.random() < 0.02:
                clients[side].cut()
                self.cuts += 1
                clients[side], state = await self.sit(room, token=tokens[side])
                assert clients[side].id == ids[side], "another identity"
                assert int(state["move"]) == move - 1, f"{state['move']} moves, {move - 1} were acknowledged"
            step = {"move": str(move), f"col{move}": str(column), f"row{move}": str(row)}
            answer = await clients[side].delta(room, step, id=f"{number} {move} {column} {row}")
            if answer["type"] == "reject":
                assert answer["code"] in ("forbidden-move", "rate-limited"), answer
                continue
            state = applied(state, answer["set"])
            self.moves += 1
            if "result" in state or move == MOVES:
                break
            move += 1
            await asyncio.sleep(0.01)
        if "result" not in state:
            answer = await clients["x"].delta(room, {"result": "o", "reason": "resign"}, id=f"resign {number}")
            assert answer["type"] == "delta", answer
        return {"game": str(number)}

    # MARK: Attackers

    async def asks_and_does_not_read(self):
        mallory = await self.attacker()
        await mallory.join("big", kind="open")
        mallory.socket.reader._transport.pause_reading()
        for _ in range(200):
            mallory.send(type="history", room="big", **{"from": 1})
        await asyncio.sleep(self.random.uniform(0.1, STAY))
        mallory.cut()

    async def joins_again_and_again(self):
        mallory = await self.attacker()
        for _ in range(8):
            await mallory.join("big", kind="open", since=0)
            mallory.send(type="leave", room="big")
        mallory.cut()

    async def makes_rooms(self):
        mallory = await self.attacker()
        for _ in range(12):
            room = f"made-{self.random.randrange(10_000)}"
            if (await mallory.join(room, kind="open"))["type"] == "snapshot":
                await mallory.delta(room, {"k": "x" * self.random.randrange(20_000)})
        mallory.cut()

    async def guesses(self):
        mallory = await self.attacker()
        for number in range(5):
            name = f"Name {self.random.randrange(50)}"
            mallory.send(type="login", id="l", name=name, password=f"guess {number} {number}")
            await mallory.expect("welcome", "error")
        mallory.cut()

    async def talks(self):
        mallory = await self.attacker()
        await mallory.join("big", kind="open")
        for number in range(100):
            mallory.send(type="say", room="big", id=f"{number}", text="e\u0301" * self.random.randrange(600))
        await mallory.expect("error")
        mallory.cut()

    async def has_robots_play(self):
        mallory = await self.attacker()
        for _ in range(5):
            room = f"robots-{self.random.randrange(100)}"
            await mallory.join(room)
            await mallory.delta(room, {"game": "1", "x": "robot:10", "o": "robot:10"})
            mallory.send(type="hint", room=room, id="h")
        await asyncio.sleep(1)
        mallory.cut()

    async def sends_nonsense(self):
        address = self.random.choice(ATTACKERS)
        _, writer = await asyncio.open_connection("127.0.0.1", self.server.port, local_addr=(address, 0))
        writer.write(
            self.random.choice(
                [
                    self.random.randbytes(2_000),
                    b"GET /%00?a HTTP/1.1\r\n\r\n",
                    b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 20_000,
                    b"PROXY TCP4 1 2 3 4\r\n",
                    b"POST /api/rooms HTTP/1.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                ]
            )
        )
        await asyncio.sleep(0.2)
        writer.transport.abort()
        line = await Socket.open(self.server.port)
        for _ in range(30):
            payload = self.random.randbytes(self.random.randrange(300))
            line.frame(self.random.randrange(16), payload, fin=self.random.random() < 0.7)
        line.text(
            self.random.choice(
                [
                    "[" * 60_000,
                    '{"type":"delta","room":"big","id":"1","set":' + '{"a":' * 5_000,
                    "\0",
                    '{"type":"hello","name":"\u202e"}',
                ]
            )
        )
        await asyncio.sleep(0.2)
        line.cut()

    async def reads_pages(self):
        address = self.random.choice(ATTACKERS)
        lines = []
        for path in 4 * (
            "/api/rooms/big",
            "/api/rooms?limit=500",
            "/api/rooms/big/history",
            "/main.js",
            "/api/home",
            "/api/leaders?rule=standard&speed=blitz",
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port, local_addr=(address, 0))
            reader._transport.pause_reading()
            writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            lines.append(writer)
        await asyncio.sleep(self.random.uniform(0.1, STAY))
        for writer in lines:
            writer.transport.abort()

    async def writes_much(self):
        mallory = await self.attacker()
        await mallory.join("big", kind="open")
        for number in range(40):
            mallory.send(type="delta", room="big", id=f"{number}", set={f"k{number % 8}": "x" * 30_000})
        for _ in range(40):
            await mallory.expect("delta", "reject")
        mallory.cut()

    async def comes_and_goes(self):
        clients = await asyncio.gather(*(self.attacker(f"M{number}") for number in range(20)), return_exceptions=True)
        for client in clients:
            if isinstance(client, Client):
                client.send(type="seek", id="s", rule="standard")
        await asyncio.sleep(0.3)
        for client in clients:
            if isinstance(client, Client):
                client.cut()

    ATTACKS = (
        asks_and_does_not_read,
        joins_again_and_again,
        makes_rooms,
        guesses,
        talks,
        has_robots_play,
        sends_nonsense,
        reads_pages,
        writes_much,
        comes_and_goes,
    )


@pytest.mark.full
async def test_games_go_on_under_all_attacks_at_once(tmp_path, caplog, thorough):
    """Eight tables play while every kind of attacker connects, attacks and leaves. Acknowledged
    moves are present after each cut connection, and every ping is answered. The server leaves no
    error in its log and a sound store."""
    # asyncio logs broken connections, which this test causes on purpose.
    caplog.set_level(logging.CRITICAL, "asyncio")
    seconds = 60 * MINUTES or (15 if thorough else 3)
    print(f"  TEST_SEED={SEED}, {seconds:g} seconds", flush=True)
    if MINUTES:
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    directory = str(tmp_path)
    server = await attack.host(
        directory, "--connections-per-address", "256", "--log-format", "json", "--durability", "os"
    ).start()
    ann = await Client.connect(server.port, "Ann")
    await ann.join("big", kind="open")
    await fill(ann, "big", 40, 40_000)
    ann.cut()
    soak = Soak(server)
    async with Bystander(server) as bystander:
        memory, rooms = await run(soak, bystander, seconds)
    print(f"  memory: {' '.join(f'{one:.0f}' for one in memory)} MB")
    print(f"  rooms in memory: {' '.join(f'{one:g}' for one in rooms)}")
    print(
        f"  {soak.played} games, {soak.moves} moves, {soak.cuts} connections of players cut; "
        f"attacks {json.dumps(soak.done)}"
    )
    if MINUTES >= 5:
        # A room leaves memory ninety seconds after its last participant.
        async def are_gone():
            return (await server.metrics())["gomoku_rooms"] <= GAMES + 1

        for _ in range(4):
            with contextlib.suppress(AssertionError):
                await until("rooms without a participant leave memory", are_gone)
        assert await are_gone(), "rooms without a participant stay in memory"
        print(f"  {resident(server):.0f} MB when the rooms are gone")
        # Memory is constant: the last third of the time uses no more than the second third.
        third = len(memory) // 3
        assert max(memory[-third:]) < 1.1 * max(memory[third:-third]) + 20, memory
    assert await server.stop() == 0
    levels = [(line["level"], line["message"]) for line in map(json.loads, server.log)]
    assert not [line for line in levels if line[0] in ("error", "critical")], levels[-20:]
    await asyncio.to_thread(assert_sound, "--data", directory)
    assert soak.is_whole, soak.done


async def run(soak, bystander, seconds):
    """Runs all games and attacks. Returns samples of the memory in megabytes and of the number of
    rooms in memory."""
    games = [asyncio.create_task(soak.table(number)) for number in range(GAMES)]
    attacks = [asyncio.create_task(soak.again_and_again(getattr(soak, attack.__name__))) for attack in Soak.ATTACKS]
    memory, rooms, end = [], [], time.monotonic() + seconds
    try:
        # Each attack must have a turn, however slow the machine is.
        while time.monotonic() < end or (not soak.is_whole and time.monotonic() < end + 2 * TIMEOUT):
            await bystander.answered(20 if MINUTES < 1 else 100)
            memory.append(resident(soak.server))
            rooms.append((await soak.server.metrics())["gomoku_rooms"])
            for game in games:
                if game.done():
                    await game
    finally:
        for task in attacks + games:
            task.cancel()
        _, going_on = await asyncio.wait(attacks + games, timeout=TIMEOUT)
    assert not going_on, f"these did not end when they were cancelled: {going_on}"
    return memory, rooms

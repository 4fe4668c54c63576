#!/usr/bin/env python3
"""All attacks at once, while others play: games go on whose players' lines are cut, pings stay short, memory has an end, the log has no
error, and every game is legal.

    Tests/attacks/soak.py [--minutes 20]

Without `--minutes` for a quarter of a minute, in which memory says nothing. `SERVER=.build/release/gomoku-server` soaks another build. The
last line is "N passed, N failed"."""

import argparse
import asyncio
import contextlib
import json
import logging
import os
import random
import re
import resource
import subprocess
import tempfile
import time

from attack import PATIENT, Bystander, Count, connect_from, fill, resident, server, slowest, until
from blackbox import PATIENCE, Client, Closed, Refused, Socket, applied, binary

# An attacker comes from one of these; players come from this machine's own.
ATTACKERS = [f"127.0.2.{number}" for number in range(1, 9)]
GAMES, MOVES = 8, 30
# What a line may break with while it is used.
BROKEN = (Closed, Refused, ConnectionError, OSError, asyncio.TimeoutError, asyncio.IncompleteReadError)


class Soak:
    def __init__(self, host, seed):
        self.host, self.random = host, random.Random(seed)
        self.played = self.moves = self.cuts = 0
        self.done = {}

    @property
    def is_whole(self):
        return self.moves >= MOVES and all(self.done.get(attack.__name__) for attack in Soak.ATTACKS)

    async def attacker(self, name="Mallory"):
        return await connect_from(self.random.choice(ATTACKERS), self.host.port, name)

    async def again_and_again(self, attack):
        """An attack after the other; what it meets is its own business."""
        while True:
            with contextlib.suppress(*BROKEN):
                async with asyncio.timeout(20):
                    await attack()
            self.done[attack.__name__] = self.done.get(attack.__name__, 0) + 1
            await asyncio.sleep(0.05)

    # MARK: those who play

    async def sit(self, room, token=None, name=None):
        client = await Client.connect(self.host.port, name, token)
        answer = await client.join(room)
        assert answer["type"] == "snapshot", answer
        return client, answer["state"]

    async def table(self, number):
        """Two who play one game after the other, and come back when their lines are cut."""
        room, tokens, ids, clients = f"table-{number}", {}, {}, {}
        for side in "xo":
            clients[side], state = await self.sit(room, name=f"{side}{number}")
            tokens[side], ids[side] = clients[side].token, clients[side].id
        while True:
            state = await self.game(room, tokens, ids, clients, int(state.get("game", 0)) + 1)
            self.played += 1

    async def game(self, room, tokens, ids, clients, number):
        terms = {"game": str(number), "rule": self.random.choice(["freestyle", "standard", "renju", "caro"]), "x": ids["x"], "o": ids["o"]}
        answer = await clients["x"].delta(room, terms, id=f"game {number}")
        if answer["type"] == "reject":
            # Both have to be asked for a seat of theirs.
            answer = await clients["x"].delta(room, {key: value for key, value in terms.items() if key != "o"}, id=f"game {number} again")
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
                assert clients[side].id == ids[side], "somebody else"
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

    # MARK: those who attack

    async def asks_and_does_not_read(self):
        mallory = await self.attacker()
        await mallory.join("big", kind="open")
        mallory.socket.reader._transport.pause_reading()
        for _ in range(200):
            mallory.send(type="history", room="big", **{"from": 1})
        await asyncio.sleep(self.random.uniform(0.5, 5))
        mallory.cut()

    async def joins_again_and_again(self):
        mallory = await self.attacker()
        for _ in range(30):
            await mallory.join("big", kind="open", since=0)
            mallory.send(type="leave", room="big")
        mallory.cut()

    async def makes_rooms(self):
        mallory = await self.attacker()
        for _ in range(100):
            room = f"made-{self.random.randrange(10_000)}"
            if (await mallory.join(room, kind="open"))["type"] == "snapshot":
                await mallory.delta(room, {"k": "x" * self.random.randrange(20_000)})
        mallory.cut()

    async def guesses(self):
        mallory = await self.attacker()
        for number in range(5):
            mallory.send(type="login", id="l", name=f"Name {self.random.randrange(50)}", password=f"guess {number} {number}")
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
        for number in range(5):
            room = f"robots-{self.random.randrange(100)}"
            await mallory.join(room)
            await mallory.delta(room, {"game": "1", "x": "robot:10", "o": "robot:10"})
            mallory.send(type="hint", room=room, id="h")
        await asyncio.sleep(1)
        mallory.cut()

    async def sends_nonsense(self):
        address = self.random.choice(ATTACKERS)
        reader, writer = await asyncio.open_connection("127.0.0.1", self.host.port, local_addr=(address, 0))
        writer.write(self.random.choice([
            self.random.randbytes(2_000), b"GET /%00?a HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 20_000,
            b"POST /api/rooms HTTP/1.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"PROXY TCP4 1 2 3 4\r\n"]))
        await asyncio.sleep(0.2)
        writer.transport.abort()
        line = await Socket.open(self.host.port)
        for _ in range(30):
            line.frame(self.random.randrange(16), self.random.randbytes(self.random.randrange(300)), fin=self.random.random() < 0.7)
        line.text(self.random.choice(["[" * 60_000, '{"type":"delta","room":"big","id":"1","set":' + '{"a":' * 5_000, "\0", '{"type":"hello","name":"\u202e"}']))
        await asyncio.sleep(0.2)
        line.cut()

    async def reads_pages(self):
        address = self.random.choice(ATTACKERS)
        lines = []
        for path in ("/api/rooms/big", "/api/rooms?limit=500", "/api/rooms/big/history", "/main.js", "/api/home", "/api/leaders?rule=standard&speed=blitz") * 4:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.host.port, local_addr=(address, 0))
            reader._transport.pause_reading()
            writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            lines.append(writer)
        await asyncio.sleep(self.random.uniform(0.1, 2))
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

    ATTACKS = (asks_and_does_not_read, joins_again_and_again, makes_rooms, guesses, talks, has_robots_play, sends_nonsense, reads_pages, writes_much,
               comes_and_goes)


async def in_memory(host):
    """Rooms that the server has in memory."""
    return int(re.search(r"^gomoku_rooms (\d+)", (await host.get("/metrics"))[2].decode(), re.MULTILINE).group(1))


async def soaked(minutes):
    seed = random.SystemRandom().randrange(1 << 32)
    print(f"  seed {seed}, {minutes:g} minutes", flush=True)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as directory:
        host = await server(directory, "--connections-per-address", "256", "--log-format", "json", "--durability", "os").start()
        ann = await Client.connect(host.port, "Ann")
        await ann.join("big", kind="open")
        await fill(ann, "big", 40, 40_000)
        ann.cut()
        soak = Soak(host, seed)
        bystander = await Bystander.arrive(host)
        games = [asyncio.create_task(soak.table(number)) for number in range(GAMES)]
        attacks = [asyncio.create_task(soak.again_and_again(getattr(soak, attack.__name__))) for attack in Soak.ATTACKS]
        memory, rooms, end = [], [], time.monotonic() + 60 * minutes
        # However slow the machine is, each attack has its turn.
        while time.monotonic() < end or not soak.is_whole and time.monotonic() < end + 300:
            await bystander.watch(seconds=min(5, 60 * minutes))
            memory.append(resident(host))
            rooms.append(await in_memory(host))
            for game in games:
                if game.done():
                    await game
        for task in attacks + games:
            task.cancel()
        _, going_on = await asyncio.wait(attacks + games, timeout=PATIENCE)
        assert not going_on, f"these did not end when they were cancelled: {going_on}"
        after = await bystander.watch(seconds=1)
        times = sorted(bystander.times)
        print(f"  ping: half within {times[len(times) // 2] * 1000:.1f} ms, p99 {slowest(times) * 1000:.1f}, longest {times[-1] * 1000:.1f}; "
              f"{after * 1000:.1f} afterwards")
        step = max(1, len(memory) // 20)
        print(f"  memory: {' '.join(f'{one:.0f}' for one in memory[::step])} MB")
        print(f"  rooms in memory: {' '.join(map(str, rooms[::step]))}")
        print(f"  {soak.played} games, {soak.moves} moves, {soak.cuts} lines of players cut; attacks {json.dumps(soak.done)}")
        if minutes >= 5:
            # A room goes a minute and a half after the last one in it.
            async def are_gone():
                return await in_memory(host) <= GAMES + 1

            await until("rooms in which nobody is leave memory", are_gone, seconds=300)
            print(f"  {resident(host):.0f} MB when the rooms are gone")
        bystander.client.cut()
        assert await host.stop() == 0
        levels = [(line["level"], line["message"]) for line in map(json.loads, host.log)]
        assert not [line for line in levels if line[0] in ("error", "critical")], levels[-20:]
        checked = await asyncio.to_thread(
            subprocess.run, [os.environ.get("SERVER") or binary("gomoku-server"), "check", "--data", directory], capture_output=True, text=True,
            check=False)
        print(f"  {checked.stdout.splitlines()[0] if checked.stdout else checked.stderr}")
        assert checked.returncode == 0, checked.stdout[-2_000:] + checked.stderr
        assert soak.is_whole, soak.done
        assert slowest(times) < PATIENT and after < PATIENT, "pings are slow"
        if minutes >= 5:
            # Flat: what the second third had at the most, the last one has, too.
            third = len(memory) // 3
            assert max(memory[-third:]) < 1.1 * max(memory[third:-third]) + 20, memory


async def main():
    # Lines that break are what this is about.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=0.25)
    options = parser.parse_args()
    count = Count()
    # A soak of many minutes takes longer than a test may; a short one says what it hangs on before `run` ends it.
    await count.run("all at once", soaked(options.minutes), patience=60 * options.minutes + 540)
    count.close()


if __name__ == "__main__":
    asyncio.run(main())

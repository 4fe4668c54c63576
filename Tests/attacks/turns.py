#!/usr/bin/env python3
"""Requests at the protocol's limits, one after the other: how long each keeps the loop. The last line is "N passed, N failed".

The server's own histogram says so (`gomoku_loop_turn_seconds`). A request has failed when at least half of its repetitions took
a turn longer than the limit: what the machine does meanwhile adds to some of them, not to most. The aim is two milliseconds of an
optimised build: `TURN_LIMIT=0.002 SERVER=.build/release/gomoku-server Tests/attacks/turns.py` names what misses it. Without
`TURN_LIMIT` the limit is one that a build without optimisation keeps on a busy machine."""

import asyncio
import os
import re
import tempfile

from attack import Count, fill, server
from blackbox import Client

TIMES = 10
# One of the histogram's bounds, in seconds.
LIMIT = float(os.environ.get("TURN_LIMIT", "0.25"))
BIG = "x" * 30_000


async def long_turns(host):
    """Turns of the loop that took longer than the limit, so far."""
    text = (await host.get("/metrics"))[2].decode()
    within = int(re.search(rf'gomoku_loop_turn_seconds_bucket{{le="{LIMIT}"}} (\d+)', text).group(1))
    return int(re.search(r"gomoku_loop_turn_seconds_count (\d+)", text).group(1)) - within


class People:
    """Those who have claimed a name, each of whom asks once for what costs a hash, or may be asked for but now and then."""

    count = 4
    password = "correct horse"

    def __init__(self, clients):
        self.clients = clients

    @classmethod
    async def arrive(cls, host):
        clients = [await Client.connect(host.port, f"Person {number}") for number in range(cls.count)]
        for number, client in enumerate(clients):
            await client.join("talk")
            for line in range(5):
                client.send(type="say", room="talk", id=f"l{line}", text="é" * 500)
                await client.expect("said", where=lambda m: m["id"] == f"l{line}" and m["by"] == client.id)
        self = cls(clients)
        for number in range(cls.count):
            assert (await self.ask(number, "claim", name=f"Person {number}", password=cls.password))["type"] == "account"
        return self

    async def ask(self, number, kind, **message):
        client = self.clients[number]
        client.count += 1
        client.send(type=kind, id=f"q{client.count}", **message)
        return await client.expect("account", "token", "sessions", "reported", "error", where=lambda m: m.get("id") == f"q{client.count}")

    def requests(self, host):
        """In an order in which each finds what it needs."""
        async def succeed(number, kind, **message):
            answer = await self.ask(number, kind, **message)
            assert answer["type"] != "error", answer

        async def leave(number):
            self.clients[number].send(type="leave", room="talk")
            await succeed(number, "delete", password=self.password + "!")

        async def leaders(number):
            assert (await host.get("/api/leaders?rule=standard&speed=blitz"))[0] == 200

        other = self.clients[0].id
        return {
            "report: with twenty lines of chat": lambda n: succeed(n, "report", room="talk", participant=other, text="é" * 1_000),
            "sessions": lambda n: succeed(n, "sessions"),
            "token": lambda n: succeed(n, "token"),
            "GET the leaders": leaders,
            "password": lambda n: succeed(n, "password", **{"password": self.password, "new": self.password + "!"}),
            "password: a wrong one": lambda n: self.ask(n, "password", password="wrong horse", new=self.password),
            "rename": lambda n: succeed(n, "rename", name=f"Other {n}", password=self.password + "!"),
            "delete": leave,
        }


async def main():
    count = Count()
    with tempfile.TemporaryDirectory() as directory:
        host = await server(directory).start()
        ann, bob = [await Client.connect(host.port, name) for name in ("Ann", "Bob")]
        await ann.join("big", kind="open")
        await fill(ann, "big", 17, 60_000, key=lambda n: f"k{n}")
        await ann.join("keys", kind="open")
        for number in range(8):
            await ann.delta("keys", {f"{number} {key} " + "k" * 60: "v" for key in range(512)})
        await ann.join("game")
        await ann.delta("game", {"game": "1", "x": ann.id, "o": ann.id, "listed": "yes"})
        for number in range(1, 101):
            # No five in a row comes of these.
            column, row = divmod(number - 1, 10)
            column = (column + 2 * row) % 15
            answer = await ann.delta("game", {"move": str(number), f"col{number}": str(column), f"row{number}": str(row)})
            if answer["type"] == "reject":
                break
        await ann.delta("game", {"result": "o", "reason": "resign"})

        async def join(room, kind, **more):
            answer = await bob.join(room, kind=kind, **more)
            bob.send(type="leave", room=room)
            return answer

        async def ask(kind, *types, **message):
            ann.send(type=kind, **message)
            return await ann.expect(*types)

        async def get(path):
            return (await host.get(path))[0]

        epoch = (await join("keys", "open"))["epoch"]
        requests = {
            "join: a megabyte of state": lambda n: join("big", "open"),
            "join: 4,096 keys": lambda n: join("keys", "open"),
            "resume: the longest backlog": lambda n: join("keys", "open", since=1, epoch=epoch),
            "history": lambda n: ask("history", "history", room="big", **{"from": 1}),
            "delta: two large values": lambda n: ann.delta("big", {"k1": BIG, "k2": BIG + str(n)[-1]}),
            "delta: 512 keys": lambda n: ann.delta("keys", {f"7 {key} " + "k" * 60: f"v{n}" for key in range(512)}),
            "delta: private": lambda n: ann.delta("big", {"p": BIG, "q": BIG}, scope="private"),
            "say": lambda n: ask("say", "said", "error", room="big", id=f"s{n}", text="é" * 500),
            "ping": lambda n: ask("ping", "pong", at=BIG),
            "GET a room": lambda n: get("/api/rooms/big"),
            "GET a room of 4,096 keys": lambda n: get("/api/rooms/keys"),
            "GET its history": lambda n: get("/api/rooms/big/history"),
            "GET the rooms": lambda n: get("/api/rooms?limit=500"),
            "GET a record": lambda n: get("/api/rooms/game/games/1.sgf"),
            "GET somebody": lambda n: get(f"/api/people/{ann.id}"),
            "GET /metrics": lambda n: get("/metrics"),
        }

        async def measure(name, request, times=TIMES):
            slow = 0
            for number in range(times):
                before = await long_turns(host)
                await request(number)
                slow += await long_turns(host) > before
            print(f"  {name}: {slow} of {times} took a turn over {LIMIT * 1000:g} ms")
            assert slow < times / 2, f"{name} keeps the loop for longer than {LIMIT * 1000:g} ms"

        for name, request in requests.items():
            await count.run(name, measure(name, request))
        people = await People.arrive(host)
        for name, request in people.requests(host).items():
            await count.run(name, measure(name, request, times=People.count))
        await host.stop()
    count.close()


if __name__ == "__main__":
    asyncio.run(main())

"""A Redis that is out of memory: the server rejects changes and answers everything that only reads."""

import contextlib

import pytest

from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.sentinel import Instance, own_address
from gomokutest.server import Server


@pytest.mark.parametrize("room", ["game", "open"])
async def test_a_redis_out_of_memory(room):
    """While Redis refuses to write, the server rejects deltas with `read-only` and a sentence. It disconnects no client,
    lets clients into rooms and answers over HTTP. Afterwards a delta goes through."""
    host = own_address()
    with contextlib.closing(Instance(host, 7221)) as redis:
        server = await Server(["--store", f"redis://{host}:7221/0"], alone=True).start()
        ann, bob, eve = [await Client.connect(server.port, name) for name in ("Ann", "Bob", "Eve")]
        kind = {} if room == "game" else {"kind": "open"}
        for client in (ann, bob):
            await client.join(room, **kind)
        if room == "game":
            await ann.delta(room, {"game": "1", "x": ann.id})
            await bob.delta(room, {"o": bob.id})
            await ann.move(room, 1, "h8", id="m1")
        else:
            await ann.delta(room, {"n": 1})
        # Eve is known to Redis from now on.
        await eve.join("elsewhere", kind="open")
        await eve.delta("elsewhere", {"n": 1})
        redis.ask("config", "set", "maxmemory", "1")

        async def change(number):
            if room == "game":
                return await bob.move(room, 2, "a1", id=f"try{number}")
            return await bob.delta(room, {"n": 2}, id=f"try{number}")

        for number in range(3):
            answer = await change(number)
            same((answer["type"], answer.get("code")), ("reject", "read-only"), "the answer to a change")
            assert answer["message"], answer
        shown = await eve.join(room, **kind)
        same(shown["type"], "snapshot", "the answer to a spectator")
        again = await Client.connect(server.port, token=ann.token)
        same((await again.join(room, **kind))["state"], shown["state"], "the state that a returning client gets")
        for path in ("/api/home", f"/api/rooms/{room}", "/api/leaders?rule=freestyle&speed=blitz"):
            same((await server.get(path))[0], 200, path)
        for client in (ann, bob, eve):
            client.send(type="ping")
            await client.expect("pong")
        redis.ask("config", "set", "maxmemory", "0")
        answer = await change("last")
        same(answer["type"], "delta", "the answer afterwards")
        await ann.expect("delta", where=lambda m: m.get("id") == "trylast")
        same(await server.stop(), 0, "the exit status")

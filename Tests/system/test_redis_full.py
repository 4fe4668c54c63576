"""A Redis that is out of memory, or cannot write to its disk. The server rejects changes and still
answers read requests."""

import asyncio
import contextlib
import os

import pytest

from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.environment import TIMEOUT
from gomokutest.sentinel import Instance, own_address
from gomokutest.server import Server


async def saved(redis, status):
    """Starts a save in the background, and waits until a save has ended with that status."""
    async with asyncio.timeout(TIMEOUT):
        while True:
            redis.ask("bgsave")
            facts = redis.ask("info", "persistence")
            if "rdb_bgsave_in_progress:0" in facts and f"rdb_last_bgsave_status:{status}" in facts:
                return


class Memory:
    """A Redis that has reached its memory limit."""

    async def fill(self, redis):
        redis.ask("config", "set", "maxmemory", "1")

    async def free(self, redis):
        redis.ask("config", "set", "maxmemory", "0")


class Disk:
    """A Redis that cannot save its data, because a directory has the name of its file."""

    async def fill(self, redis):
        os.makedirs(f"{redis.directory}/dump.rdb/in the way")
        redis.ask("config", "set", "save", "3600 1000000")
        await saved(redis, "err")
        assert redis.ask("set", "key", "1").startswith("MISCONF")

    async def free(self, redis):
        os.removedirs(f"{redis.directory}/dump.rdb/in the way")
        await saved(redis, "ok")


@pytest.mark.parametrize("full", [Memory(), Disk()], ids=["memory", "disk"])
@pytest.mark.parametrize("room", ["game", "open"])
async def test_full_redis_rejects_deltas_and_keeps_clients(room, full):
    """While Redis refuses to write, the server rejects deltas with `read-only` and an explanation.
    It keeps all clients connected, lets clients join rooms, and answers over HTTP. Afterwards a
    delta is accepted."""
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
        # Redis knows Eve from now on.
        await eve.join("elsewhere", kind="open")
        await eve.delta("elsewhere", {"n": 1})
        await full.fill(redis)

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
        await full.free(redis)
        answer = await change("last")
        same(answer["type"], "delta", "the answer afterwards")
        await ann.expect("delta", where=lambda m: m.get("id") == "trylast")
        same(await server.stop(), 0, "the exit status")

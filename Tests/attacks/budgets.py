#!/usr/bin/env python3
"""One connection fills rooms with all that it may: memory and disk stay within what the operator allowed, and a game goes on.

The last line is "N passed, N failed"."""

import asyncio
import itertools
import os
import tempfile
import time

from attack import Count, resident, server, until
from blackbox import Client

# Megabytes; the server has about 35 of its own.
MEMORY, DISK = 80, 24
HALF = "x" * 30_000
# So many refusals show that there is an end to it.
ENOUGH = 60


async def fill(client, rooms, deltas):
    """Writes to these rooms until it is told to stop; how often it was refused, and with what."""
    refused = {}
    for number in rooms:
        room = f"full-{number}"
        if sum(refused.values()) >= ENOUGH:
            break
        answer = await client.join(room, kind="open")
        if answer["type"] == "error":
            refused[answer["code"]] = refused.get(answer["code"], 0) + 1
            continue
        for step in range(deltas):
            client.send(type="delta", room=room, id=f"{number}-{step}", set={f"k{2 * step}": HALF, f"k{2 * step + 1}": HALF})
        for _ in range(deltas):
            answer = await client.expect("delta", "reject")
            if answer["type"] == "reject":
                refused[answer["code"]] = refused.get(answer["code"], 0) + 1
    return refused


def size(directory):
    """Megabytes of the files in a directory."""
    return sum(entry.stat().st_size for entry in os.scandir(directory)) / 2**20


async def bounded(arguments, check):
    with tempfile.TemporaryDirectory() as directory:
        host = await server(directory, "--durability", "os", *arguments).start()
        ann, bob = await Client.connect(host.port, "Ann"), await Client.connect(host.port, "Bob")
        await ann.join("game")
        await bob.join("game")
        await ann.delta("game", {"game": "1", "x": ann.id})
        await bob.delta("game", {"o": bob.id})
        for client in (ann, bob):
            client.cut()
        mallory = await Client.connect(host.port, "Mallory")
        refused = await fill(mallory, range(100), deltas=14)
        print(f"  memory {resident(host):.0f} MB, disk {size(directory):.0f} MB, refused {refused}")
        check(host, directory)
        assert refused, "nothing was refused"
        # Those who play come back, and play on.
        ann, bob = [await Client.connect(host.port, token=client.token) for client in (ann, bob)]
        for client in (ann, bob):
            assert (await client.join("game"))["type"] == "snapshot"
        for number, (one, point) in enumerate(((ann, "h8"), (bob, "a1"), (ann, "i8"), (bob, "b1")), 1):
            answer = await one.move("game", number, point, id=f"m{number}")
            assert answer["type"] == "delta", answer
        late = await Client.connect(host.port, "Late")
        attempts = itertools.count()

        async def is_refused():
            """What the store has put in order meanwhile may have made room for a little more, and somebody takes that, too."""
            answer = await late.join(f"another-{next(attempts)}")
            if answer["type"] == "error":
                assert answer["code"] == "server-full", answer
                return True
            late.send(type="leave", room=answer["room"])
            await fill(mallory, [100 + next(attempts)], deltas=14)
            return False

        await until("a newcomer is refused", is_refused)
        check(host, directory)
        for client in (ann, bob, mallory, late):
            client.cut()
        assert await host.stop() == 0


def memory(host, directory):
    assert resident(host) < MEMORY * 1.25, f"{resident(host):.0f} MB"


def disk(host, directory):
    assert size(directory) < DISK * 1.5, f"{size(directory):.0f} MB"


async def recovers():
    """Somebody makes rooms until no more are made, and goes: those who come then have rooms again."""
    with tempfile.TemporaryDirectory() as directory:
        host = await server(directory, "--durability", "os", "--memory", str(MEMORY), "--rooms-per-identity", "10000").start()
        made, answer = 0, {"type": "snapshot"}
        while answer["type"] == "snapshot":
            mallory = await Client.connect(host.port, "Mallory")
            for _ in range(100):
                made += 1
                answer = await mallory.join(f"made-{made}", kind="open")
                if answer["type"] != "snapshot":
                    break
                # Small pieces, with holes between them once the room is gone.
                for key in range(4):
                    await mallory.delta(f"made-{made}", {f"k{key}": "x" * (made % 7 * 500 + 500)})
            mallory.cut()
        assert answer["code"] == "server-full", answer
        full, bob = resident(host), await Client.connect(host.port, "Bob")
        began = time.monotonic()

        async def has_a_room():
            return (await bob.join("bobs-room"))["type"] == "snapshot"

        await until("there is a room for somebody else", has_a_room, seconds=30)
        print(f"  {made} rooms, {full:.0f} MB; a room for another after {time.monotonic() - began:.1f} s, {resident(host):.0f} MB")
        bob.cut()
        assert await host.stop() == 0


async def main():
    count = Count()
    await count.run("memory", bounded(["--memory", str(MEMORY)], memory))
    await count.run("memory that rooms have left", recovers())
    await count.run("disk", bounded(["--disk", str(DISK)], disk))
    count.close()


if __name__ == "__main__":
    asyncio.run(main())

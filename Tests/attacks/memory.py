#!/usr/bin/env python3
"""What a stranger can make the server keep in memory: rooms with large deltas, private state. The last line is "N passed, N failed"."""

import asyncio
import json
import tempfile

from attack import Bystander, Count, resident, server
from blackbox import Client

# A few rooms and identities are enough to see whether there is an end to it.
ROOMS, DELTAS, SIZE, IDENTITIES = 90, 64, 30_000, 16


async def burst(client, room, count, size, **more):
    """So many large deltas at once; tells the codes of those that were refused."""
    half = "x" * (size // 2)
    for number in range(count):
        keys = {f"k{2 * number % 8}": half, f"k{(2 * number + 1) % 8}": half}
        client.send(type="delta", room=room, id=f"{room} {number}", set=keys, **more)
    refused = []
    for _ in range(count):
        answer = await client.expect("delta", "reject")
        if answer["type"] == "reject":
            refused.append(answer["code"])
    return refused


async def rooms(host):
    """One connection, many rooms, large deltas in each: their history is bounded in bytes."""
    bystander = await Bystander.arrive(host)
    before = resident(host)
    mallory = await Client.connect(host.port, "Mallory")

    async def attack():
        for number in range(ROOMS):
            await mallory.join(f"room{number}", kind="open")
            await burst(mallory, f"room{number}", DELTAS, SIZE)

    task = asyncio.create_task(attack())
    during = await bystander.watch(seconds=60, until=task)
    await task
    after = resident(host)
    print(f"  ping p99 {during * 1000:.1f} ms during; memory {before:.0f} MB, then {after:.0f}")
    # The state is 120 kB a room, the history 256 kB and a little that is gone; the store keeps up to 16 MB that is not filed yet,
    # and a commit's 1 MB several times; up to 64 MB wait for a disk that is slow. 173 MB are written.
    assert after < before + 0.4 * ROOMS + 40 + 64, f"{before:.0f} MB became {after:.0f}"
    mallory.cut()
    bystander.client.cut()


async def private(host):
    """Many identities with private state in one room: together they have an end."""
    before = resident(host)
    refused = []
    for number in range(IDENTITIES):
        client = await Client.connect(host.port, f"Mallory {number}")
        await client.join("private", kind="open")
        refused += await burst(client, "private", DELTAS, SIZE, scope="private")
        client.cut()
    after = resident(host)
    print(f"  {len(refused)} of {IDENTITIES * DELTAS} refused; memory {before:.0f} MB, then {after:.0f}")
    assert refused and set(refused) == {"too-large"}, set(refused)
    assert after < before + 15, f"{before:.0f} MB became {after:.0f}"


async def chat(host):
    """A character may have any number of marks: a line is bounded in bytes."""
    mallory = await Client.connect(host.port, "Mallory")
    await mallory.join("talk")
    line = {"type": "say", "room": "talk", "id": "1", "text": ("e" + "\u0301" * 100) * 100}
    mallory.socket.text(json.dumps(line, ensure_ascii=False))
    answer = await mallory.expect("said", "error")
    assert answer["type"] == "error" and answer["code"] == "too-large", answer["type"]
    mallory.send(type="say", room="talk", id="2", text="é" * 500)
    assert (await mallory.expect("said", "error"))["type"] == "said"
    mallory.cut()


async def main():
    count = Count()
    with tempfile.TemporaryDirectory() as directory:
        host = await server(directory).start()
        await count.run("rooms with large deltas", rooms(host))
        await count.run("private state of many", private(host))
        await count.run("a chat line of 20 kB", chat(host))
        await host.stop()
    count.close()


if __name__ == "__main__":
    asyncio.run(main())

#!/usr/bin/env python3
"""HTTP as a weapon: answers that nobody reads, floods of requests, a restart that anonymous readers would fill memory
after. The last line is "N passed, N failed"."""

import asyncio
import os
import tempfile
import time

from attack import PATIENT, Bystander, Count, fill, resident, server
from blackbox import PATIENCE, Client

ATTACKER = "127.0.0.2"
READERS, ROOMS, DELTAS, SIZE = 160, 100, 16, 30_000
# Seconds for which they stay without reading: where pings are measured, long enough for a thousand of them.
STAY = 5 if os.environ.get("PINGS") else 0
# So many refusals show that one address does not get all it asks for.
PUT_OFF = 2_000 if os.environ.get("PINGS") else 100


async def request(port, path, address=ATTACKER):
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0), limit=1 << 16)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    return reader, writer


async def status(reader):
    return int((await asyncio.wait_for(reader.readline(), PATIENCE)).split(b" ")[1])


async def large_room(host, name):
    """A room with half a megabyte of state."""
    ann = await Client.connect(host.port, "Ann")
    await ann.join(name, kind="open")
    await fill(ann, name, DELTAS, SIZE, key=lambda n: f"k{n}")
    ann.cut()


async def readers(host):
    """Many ask for a large room and read nothing: what waits for them is bounded."""
    await large_room(host, "big")
    bystander = await Bystander.arrive(host)
    before = resident(host)
    writers = []

    async def attack():
        for _ in range(READERS):
            reader, writer = await request(host.port, "/api/rooms/big")
            reader._transport.pause_reading()
            writers.append(writer)
        # Whoever comes after them is answered after them, as ever.
        reader, writer = await request(host.port, "/api/rooms/big", "127.0.0.3")
        assert await status(reader) == 200
        writer.close()
        await asyncio.sleep(STAY)

    task = asyncio.create_task(attack())
    during = await bystander.watch(seconds=30, until=task)
    await task
    most = resident(host)
    for writer in writers:
        writer.transport.abort()
    print(f"  ping p99 {during * 1000:.1f} ms during; memory {before:.0f} MB, then {most:.0f}")
    assert most < before + 40, f"{before:.0f} MB became {most:.0f}"
    assert during < PATIENT, f"a ping took {during:.2f} s"
    bystander.client.cut()


async def flood(host):
    """One address asks for a large room again and again, on many connections: it is told to come back later."""
    bystander = await Bystander.arrive(host)
    statuses = []
    began = time.monotonic()

    async def ask():
        reader, writer = await request(host.port, "/api/rooms/big")
        try:
            while statuses.count(429) < PUT_OFF:
                statuses.append(await status(reader))
                length = 0
                while (line := await reader.readline()) != b"\r\n":
                    if line.lower().startswith(b"content-length:"):
                        length = int(line.split(b":")[1])
                await reader.readexactly(length)
                writer.write(b"GET /api/rooms/big HTTP/1.1\r\nHost: x\r\n\r\n")
        finally:
            writer.close()

    task = asyncio.gather(*(ask() for _ in range(4)))
    during = await bystander.watch(seconds=60, until=task)
    await task
    print(f"  {statuses.count(200)} answered, {statuses.count(429)} put off; ping p99 {during * 1000:.1f} ms during")
    # A purse of 20,000 and 2,000 a second, of which each answer costs 490; four are on their way while one is counted.
    most = 20_000 / 480 + 2_000 / 480 * (time.monotonic() - began) + 4
    assert statuses.count(200) <= most, f"{statuses.count(200)} were answered, of {most:.0f}"
    assert during < PATIENT, f"a ping took {during:.2f} s"
    assert (await host.get("/"))[0] == 200, "others are answered"
    bystander.client.cut()


async def cold(directory):
    """After a restart, anonymous readers have one room after the other loaded: memory holds few of them."""
    host = await server(directory).start()
    ann = await Client.connect(host.port, "Ann")
    for number in range(ROOMS):
        await ann.join(f"room{number}", kind="open")
        await fill(ann, f"room{number}", 8, SIZE, key=lambda n: f"k{n}")
        ann.send(type="leave", room=f"room{number}")
    await host.stop()
    host = await server(directory).start()
    bystander = await Bystander.arrive(host)
    before = resident(host)

    async def attack():
        for number in range(ROOMS):
            assert (await host.get(f"/api/rooms/room{number}"))[0] == 200

    task = asyncio.create_task(attack())
    during = await bystander.watch(seconds=60, until=task)
    await task
    metrics = (await host.get("/metrics"))[2].decode()
    rooms = next(int(line.split()[1]) for line in metrics.splitlines() if line.startswith("gomoku_rooms "))
    print(f"  {rooms} rooms in memory; {before:.0f} MB, then {resident(host):.0f}; ping p99 {during * 1000:.1f} ms during")
    assert rooms < 70, f"{rooms} rooms are in memory for people who are in none"
    assert during < PATIENT, f"a ping took {during:.2f} s"
    await host.stop()


async def main():
    count = Count()
    with tempfile.TemporaryDirectory() as directory:
        host = await server(directory, "--connections-per-address", "1000").start()
        await count.run("a large room that nobody reads", readers(host))
        await count.run("a large room again and again", flood(host))
        await host.stop()
    with tempfile.TemporaryDirectory() as directory:
        await count.run("one room after the other", cold(directory))
    count.close()


if __name__ == "__main__":
    asyncio.run(main())

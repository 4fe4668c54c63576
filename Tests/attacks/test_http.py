"""Attacks over HTTP: responses that clients do not read, floods of requests, and rooms that
anonymous readers load."""

import asyncio
import os
import time

import pytest_asyncio

from gomokutest import attack
from gomokutest.attack import MEASURES, Bystander, fill, resident
from gomokutest.client import Client
from gomokutest.environment import TIMEOUT

ATTACKER = "127.0.0.2"
READERS, ROOMS, DELTAS, SIZE = 160, 100, 16, 30_000
# The time in seconds for which readers stay without reading. If pings are measured, it suffices for
# a thousand of them.
STAY = 5 if MEASURES else 0
# The number of refusals that proves the rate limit.
REFUSALS = 2_000 if MEASURES else 100
OPTIONS = "--connections-per-address", "1000", "--durability", "os"


async def request(port, path, address=ATTACKER):
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0), limit=1 << 16)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    return reader, writer


async def status(reader):
    return int((await asyncio.wait_for(reader.readline(), TIMEOUT)).split(b" ")[1])


@pytest_asyncio.fixture(scope="module")
async def large(server):
    """The path of a room with half a megabyte of state."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join("big", kind="open")
    await fill(ann, "big", DELTAS, SIZE, key=lambda n: f"k{n}")
    ann.cut()
    return "/api/rooms/big"


async def test_unread_http_responses_take_little_memory(server, large):
    """Many connections of one address request a large room and read nothing. The server keeps few
    of the responses in memory, and answers other clients."""
    async with Bystander(server):
        before = resident(server)
        writers = []
        for _ in range(READERS):
            reader, writer = await request(server.port, large)
            reader._transport.pause_reading()
            writers.append(writer)
        # A client of another address is still answered.
        reader, writer = await request(server.port, large, "127.0.0.3")
        assert await status(reader) == 200
        writer.close()
        await asyncio.sleep(STAY)
        most = resident(server)
        for writer in writers:
            writer.transport.abort()
    print(f"  memory {before:.0f} MB, then {most:.0f}")
    assert most < before + 40, f"{before:.0f} MB became {most:.0f}"


async def test_endless_http_requests_for_a_large_room_get_429(server, large):
    """A single address requests a large room endlessly on several connections. The server answers
    429, and still answers other clients."""
    statuses = []
    began = time.monotonic()

    async def ask():
        reader, writer = await request(server.port, large, "127.0.0.4")
        try:
            while statuses.count(429) < REFUSALS:
                statuses.append(await status(reader))
                length = 0
                while (line := await reader.readline()) != b"\r\n":
                    if line.lower().startswith(b"content-length:"):
                        length = int(line.split(b":")[1])
                await reader.readexactly(length)
                writer.write(f"GET {large} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        finally:
            writer.close()

    async with Bystander(server):
        await asyncio.gather(*(ask() for _ in range(4)))
    print(f"  {statuses.count(200)} answered, {statuses.count(429)} refused")
    # The budget has a burst of 20,000 and refills by 2,000 a second. Each answer costs 490. Up to
    # four answers are in flight while one is counted.
    most = 20_000 / 480 + 2_000 / 480 * (time.monotonic() - began) + 4
    assert set(statuses) == {200, 429}, set(statuses)
    assert statuses.count(200) <= most, f"{statuses.count(200)} were answered, of {most:.0f}"
    assert (await server.get("/"))[0] == 200, "another address is not answered"


async def test_rooms_loaded_for_http_readers_leave_memory(tmp_path):
    """After a restart anonymous readers load one room after another. The server keeps few of the
    rooms in memory."""
    directory = os.fspath(tmp_path)
    server = await attack.host(directory, "--durability", "os").start()
    ann = await Client.connect(server.port, "Ann")
    for number in range(ROOMS):
        room = f"room{number}"
        ann.send(type="join", room=room, kind="open")
        ann.send(type="delta", room=room, id="1", set={"k": "x" * 1_000})
        ann.send(type="leave", room=room)
    for _ in range(ROOMS):
        await ann.expect("delta")
    await server.stop()
    server = await attack.host(directory, "--durability", "os").start()
    async with Bystander(server):
        for number in range(ROOMS):
            assert (await server.get(f"/api/rooms/room{number}"))[0] == 200
    rooms = (await server.metrics())["gomoku_rooms"]
    assert rooms < 70, f"{rooms} rooms are in memory without a participant"
    assert await server.stop() == 0

"""Data that a stranger can make the server keep in memory: rooms with large deltas, private state,
long chat messages."""

import json

import pytest

from gomokutest.attack import Bystander, resident
from gomokutest.client import Client

SIZE = 30_000
OPTIONS = "--durability", "os"


async def burst(client, room, count, **more):
    """Sends `count` large deltas without waiting. Returns the codes of the rejected ones."""
    half = "x" * (SIZE // 2)
    for number in range(count):
        keys = {f"k{2 * number % 8}": half, f"k{(2 * number + 1) % 8}": half}
        client.send(type="delta", room=room, id=f"{room} {number}", set=keys, **more)
    rejected = []
    for _ in range(count):
        answer = await client.expect("delta", "reject")
        if answer["type"] == "reject":
            rejected.append(answer["code"])
    return rejected


@pytest.mark.full
async def test_history_kept_in_memory_is_bounded_in_bytes(server):
    """A single connection stores large deltas in many rooms. The history that each room keeps in
    memory is limited in bytes."""
    rooms = 45
    async with Bystander(server):
        before = resident(server)
        mallory = await Client.connect(server.port, "Mallory")
        for number in range(rooms):
            await mallory.join(f"room{number}", kind="open")
            await burst(mallory, f"room{number}", 64)
        after = resident(server)
        mallory.cut()
    written = rooms * 64 * SIZE / 1e6
    print(f"  memory {before:.0f} MB, then {after:.0f}, of {written:.0f} MB written")
    # Per room: 120 kB of state, 256 kB of history, and some freed memory. In total: up to 16 MB
    # that the store has not moved to segments yet, and several copies of a 1 MB commit.
    most = 0.5 * rooms + 40
    assert after < before + most < before + written - 20, f"{before:.0f} MB became {after:.0f}"


async def test_private_state_per_room_is_bounded(server):
    """Many identities store private state in one room. The server rejects everything that exceeds
    the room's limit."""
    before = resident(server)
    rejected = []
    for number in range(16):
        client = await Client.connect(server.port, f"Mallory {number}")
        await client.join("private", kind="open")
        rejected += await burst(client, "private", 12, scope="private")
        client.cut()
    after = resident(server)
    print(f"  {len(rejected)} of {16 * 12} rejected; memory {before:.0f} MB, then {after:.0f}")
    assert rejected and set(rejected) == {"too-large"}, set(rejected)
    # A megabyte, plus data that the store has not moved to segments yet.
    assert after < before + 15, f"{before:.0f} MB became {after:.0f}"


async def test_chat_messages_are_bounded_in_bytes(server):
    """A character may have any number of combining marks, so chat messages are also limited in
    bytes."""
    mallory = await Client.connect(server.port, "Mallory")
    await mallory.join("talk")
    line = {"type": "say", "room": "talk", "id": "1", "text": ("e" + "\u0301" * 100) * 100}
    mallory.socket.text(json.dumps(line, ensure_ascii=False))
    answer = await mallory.expect("said", "error")
    assert answer["type"] == "error" and answer["code"] == "too-large", answer["type"]
    mallory.send(type="say", room="talk", id="2", text="é" * 500)
    assert (await mallory.expect("said", "error"))["type"] == "said"

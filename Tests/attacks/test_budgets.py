"""A single connection fills rooms with as much data as it may. Memory and disk stay within the
operator's limits, and games go on."""

import itertools
import os

import pytest

from gomokutest import attack
from gomokutest.attack import resident, until
from gomokutest.client import Client

# The budgets in megabytes. The server itself needs up to 50 MB of memory.
MEMORY, DISK = 80, 24
HALF = "x" * 30_000
# The number of refusals after which a test considers the limit reached.
ENOUGH = 60


async def fill(client, rooms, deltas):
    """Writes to these rooms until the server refuses. Returns the number of refusals by code."""
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
            keys = {f"k{2 * step}": HALF, f"k{2 * step + 1}": HALF}
            client.send(type="delta", room=room, id=f"{number}-{step}", set=keys)
        for _ in range(deltas):
            answer = await client.expect("delta", "reject")
            if answer["type"] == "reject":
                refused[answer["code"]] = refused.get(answer["code"], 0) + 1
    return refused


def size(directory):
    """Returns the total size of the files in a directory in megabytes."""
    return sum(entry.stat().st_size for entry in os.scandir(directory)) / 2**20


@pytest.mark.parametrize("budget", ["memory", pytest.param("disk", marks=pytest.mark.full)])
async def test_server_stays_within_its_memory_and_disk_budgets(budget, tmp_path):
    """A client fills rooms until the server reaches --memory or --disk. The server refuses new
    rooms and large deltas. Players of an existing game can reconnect and play on."""
    directory = str(tmp_path)
    server = await attack.host(
        directory, "--durability", "os", f"--{budget}", str({"memory": MEMORY, "disk": DISK}[budget])
    ).start()

    def check():
        print(f"  memory {resident(server):.0f} MB, disk {size(directory):.0f} MB")
        if budget == "memory":
            assert resident(server) < MEMORY * 1.25, f"{resident(server):.0f} MB"
        else:
            assert size(directory) < DISK * 1.5, f"{size(directory):.0f} MB"

    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    await ann.join("game")
    await bob.join("game")
    await ann.delta("game", {"game": "1", "x": ann.id})
    await bob.delta("game", {"o": bob.id})
    for client in (ann, bob):
        client.cut()
    mallory = await Client.connect(server.port, "Mallory")
    refused = await fill(mallory, range(100), deltas=14)
    check()
    # At 90% of the budget the server creates no more rooms. At 100% only games can be changed.
    assert set(refused) <= {"server-full", "read-only"} and sum(refused.values()) >= ENOUGH, refused
    ann, bob = [await Client.connect(server.port, token=client.token) for client in (ann, bob)]
    for client in (ann, bob):
        assert (await client.join("game"))["type"] == "snapshot"
    for number, (one, point) in enumerate(((ann, "h8"), (bob, "a1"), (ann, "i8"), (bob, "b1")), 1):
        answer = await one.move("game", number, point, id=f"m{number}")
        assert answer["type"] == "delta", answer
    late = await Client.connect(server.port, "Late")
    attempts = itertools.count()

    async def is_refused():
        """Returns whether a newcomer is refused a room. Data that the store has moved to segments
        meanwhile may have freed some memory. The attacker uses that, too."""
        answer = await late.join(f"another-{next(attempts)}")
        if answer["type"] == "error":
            assert answer["code"] == "server-full", answer
            return True
        late.send(type="leave", room=answer["room"])
        await fill(mallory, [100 + next(attempts)], deltas=14)
        return False

    await until("a newcomer is refused", is_refused)
    check()
    assert await server.stop() == 0


@pytest.mark.full
async def test_abandoned_rooms_leave_the_memory_budget(tmp_path):
    """A client creates rooms until the server refuses, and leaves. Other clients can create rooms
    again."""
    server = await attack.host(
        str(tmp_path), "--durability", "os", "--memory", str(MEMORY), "--rooms-per-identity", "10000"
    ).start()
    made, answer = 0, {"type": "snapshot"}
    while answer["type"] == "snapshot":
        mallory = await Client.connect(server.port, "Mallory")
        for _ in range(100):
            made += 1
            answer = await mallory.join(f"made-{made}", kind="open")
            if answer["type"] != "snapshot":
                break
            # Small values of different sizes, which leave holes in memory when the room is evicted.
            for key in range(4):
                keys = {f"k{key}": "x" * (made % 7 * 500 + 500)}
                mallory.send(type="delta", room=f"made-{made}", id=f"{key}", set=keys)
            for _ in range(4):
                await mallory.expect("delta")
        mallory.cut()
    assert answer["code"] == "server-full", answer
    full, bob = resident(server), await Client.connect(server.port, "Bob")

    async def has_a_room():
        return (await bob.join("bobs-room"))["type"] == "snapshot"

    await until("there is a room for another client", has_a_room)
    print(f"  {made} rooms, {full:.0f} MB; with a room for another client {resident(server):.0f} MB")
    assert await server.stop() == 0

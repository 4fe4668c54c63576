#!/usr/bin/env python3
"""One address makes rooms until the server is full; and somebody looks into rooms from outside. The last line is "N passed, N failed"."""

import asyncio
import tempfile

from attack import Count, connect_from, server
from blackbox import Client

ROOMS, CONNECTIONS = 2_000, 20


async def one_address_fills_nothing(host):
    made, clients = 0, []
    for number in range(CONNECTIONS):
        mallory = await connect_from("127.0.0.2", host.port, f"Mallory {number}")
        clients.append(mallory)
        for room in range(128):
            mallory.send(type="join", room=f"m-{number}-{room}", kind="open")
        for room in range(128):
            made += (await mallory.expect("snapshot", "error"))["type"] == "snapshot"
    print(f"  one address made {made} rooms of {ROOMS}")
    bob = await connect_from("127.0.0.3", host.port, "Bob")
    answer = await bob.join("bobs-room")
    assert answer["type"] == "snapshot", answer
    assert made < ROOMS * 3 / 4, f"{made} rooms"
    for client in [*clients, bob]:
        client.cut()


async def who_is_outside_hears_nothing(host):
    """What is said in a room, and who is there, is for those who are in it."""
    ann = await Client.connect(host.port, "Ann")
    await ann.join("secret", kind="open")
    await ann.delta("secret", {"a": 1})
    ann.send(type="say", room="secret", id="1", text="the key is under the mat")
    await ann.expect("said")
    snapshot = await host.json("/api/rooms/secret")
    assert snapshot["state"] == {"a": 1}, snapshot
    assert (snapshot["chat"], snapshot["participants"]) == ([], []), snapshot
    ann.cut()


async def main():
    count = Count()
    with tempfile.TemporaryDirectory() as directory:
        host = await server(directory, "--rooms", str(ROOMS), "--connections-per-address", "100").start()
        await count.run("one address fills nothing", one_address_fills_nothing(host))
        await count.run("who is outside hears nothing", who_is_outside_hears_nothing(host))
        await host.stop()
    count.close()


if __name__ == "__main__":
    asyncio.run(main())

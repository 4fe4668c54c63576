#!/usr/bin/env python3
"""Large deltas from one address, as fast as they are taken, on many connections. The last line is "N passed, N failed"."""

import asyncio
import tempfile
import time

from attack import PATIENT, Bystander, Count, connect_from, server

ATTACKER = "127.0.0.2"
CONNECTIONS, SIZE, SECONDS = 16, 30_000, 4
# What a connection has on its way before it waits for the first answer.
AHEAD = 8


async def flood(host):
    """What is read of an address comes at the pace that `welcome` names, however many connections it has."""
    bystander = await Bystander.arrive(host)
    mallory = [await connect_from(ATTACKER, host.port, f"Mallory {number}") for number in range(CONNECTIONS)]
    limits = mallory[0].welcome["limits"]
    began, answered = time.monotonic(), 0
    half = "x" * (SIZE // 2)

    async def attack(client, room):
        nonlocal answered
        await client.join(room, kind="open")
        sent = 0

        def send():
            nonlocal sent
            client.send(type="delta", room=room, id=f"d{sent}", set={f"k{2 * sent % 8}": half, f"k{(2 * sent + 1) % 8}": half})
            sent += 1

        for _ in range(AHEAD):
            send()
        while time.monotonic() < began + SECONDS:
            assert (await client.expect("delta", "reject"))["type"] == "delta"
            answered += 1
            send()

    attacks = [asyncio.create_task(attack(client, f"room{number}")) for number, client in enumerate(mallory)]
    during = await bystander.watch(seconds=SECONDS)
    for task in attacks:
        await task
    took = time.monotonic() - began
    pace = answered * SIZE / took / limits["bytesPerSecond"]
    print(f"  {answered} deltas of {SIZE} bytes in {took:.1f} s, {pace:.2f} of what may be read; ping p99 {during * 1000:.1f} ms during")
    # A sixteenth of a second comes at once. On a machine that is busy with other things it may be slower, not faster.
    assert pace < 1.1, f"{pace:.2f} times what may be read"
    assert answered > CONNECTIONS, "nothing is lost"
    assert during < PATIENT, f"a ping took {during:.2f} s"
    for client in mallory:
        client.cut()
    bystander.client.cut()


async def main():
    count = Count()
    with tempfile.TemporaryDirectory() as directory:
        host = await server(directory, "--connections-per-address", "100").start()
        await count.run("large deltas on many connections", flood(host))
        await host.stop()
    count.close()


if __name__ == "__main__":
    asyncio.run(main())

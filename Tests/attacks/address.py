#!/usr/bin/env python3
"""What one address may have of the server, however many connections it opens: storage, hints. The last line is "N passed,
N failed"."""

import asyncio
import tempfile

from attack import Count, connect_from, server
from blackbox import Client

ATTACKER, OTHER = "127.0.0.2", "127.0.0.3"


async def storage(directory):
    """One address has as much stored as one may; others go on."""
    host = await server(directory, "--connections-per-address", "1000", "--stored-per-address", "2").start()
    stored, refused = 0, []
    for number in range(4):
        mallory = await connect_from(ATTACKER, host.port, f"Mallory {number}")
        await mallory.join(f"room{number}", kind="open")
        for _ in range(40):
            answer = await mallory.delta(f"room{number}", {"k": "x" * 30_000})
            if answer["type"] == "delta":
                stored += 30_000
            else:
                refused.append(answer["code"])
        mallory.cut()
    print(f"  {stored / 1e6:.1f} MB stored, {len(refused)} deltas refused")
    assert set(refused) == {"rate-limited"} and len(refused) > 60, refused
    assert stored < 3 << 20, f"{stored} bytes"
    bob = await connect_from(OTHER, host.port, "Bob")
    await bob.join("room0", kind="open")
    assert (await bob.delta("room0", {"k": "1"}))["type"] == "delta", "somebody else"
    await host.stop()


async def identity(directory):
    """One identity has as much stored as one may, from however many addresses; others from there go on."""
    host = await server(directory, "--connections-per-address", "1000", "--stored-per-address", "2").start()
    mallory = await connect_from("127.0.1.1", host.port, "Mallory")
    await mallory.join("open", kind="open")
    stored, refused = 0, set()
    for number in range(6):
        again = await connect_from(f"127.0.1.{number + 2}", host.port, token=mallory.token)
        assert again.id == mallory.id
        await again.join("open", kind="open")
        for _ in range(20):
            answer = await again.delta("open", {"k": "x" * 30_000}, id=f"{number} {_}")
            if answer["type"] == "delta":
                stored += 30_000
            else:
                refused.add(answer["code"])
        again.cut()
    print(f"  {stored / 1e6:.1f} MB stored")
    assert refused == {"rate-limited"} and stored < 3 << 20, f"{stored} bytes, {refused}"
    bob = await connect_from("127.0.1.7", host.port, "Bob")
    await bob.join("open", kind="open")
    assert (await bob.delta("open", {"k": "1"}))["type"] == "delta", "somebody else"
    await host.stop()


async def hints(host):
    """Somebody has many rooms look for hints; somebody else's comes in its turn."""
    async def ask(client, room):
        client.send(type="hint", room=room, id=room)
        answer = await client.expect("hint", "error", where=lambda m: m.get("id") == room)
        return answer.get("code", "hint")

    async def sit(address, name, room):
        client = await connect_from(address, host.port, name)
        await client.join(room)
        await client.delta(room, {"game": "1", "x": client.id, "o": client.id})
        return client

    mallories = [await sit(ATTACKER, f"Mallory {n}", f"m{n}") for n in range(30)]
    bob = await sit(OTHER, "Bob", "bobs")
    tasks = [asyncio.create_task(ask(one, f"m{n}")) for n, one in enumerate(mallories)]
    for task in asyncio.as_completed(tasks):
        # The server has read what they ask.
        await task
        break
    start = asyncio.get_running_loop().time()
    assert await ask(bob, "bobs") == "hint", "there is no turn for somebody else"
    took = asyncio.get_running_loop().time() - start
    found = [await task for task in tasks]
    print(f"  {found.count('hint')} hints and {found.count('busy')} refusals for one address; {took:.1f} s for another")
    assert found.count("busy") >= 20, "one address has all turns"
    assert took < 20, f"a hint took {took:.1f} s"


async def main():
    count = Count()
    with tempfile.TemporaryDirectory() as directory:
        host = await server(directory, "--connections-per-address", "1000", "--robot-threads", "1").start()
        await count.run("hints for thirty rooms", hints(host))
        await host.stop()
    with tempfile.TemporaryDirectory() as directory:
        await count.run("storage of one address", storage(directory))
    with tempfile.TemporaryDirectory() as directory:
        await count.run("storage of one identity", identity(directory))
    count.close()


if __name__ == "__main__":
    asyncio.run(main())

"""Limits per address or identity, independent of the number of connections: storage and hints."""

import asyncio

from gomokutest import attack, people
from gomokutest.attack import connect_from

OPTIONS = "--connections-per-address", "1000", "--stored-per-address", "1"
VALUE = "x" * 30_000
# The limit in bytes: the initial megabyte, and the part of the hourly megabyte that is refilled
# meanwhile.
MOST = 1.5 * (1 << 20)


async def write(client, room, deltas):
    """Sends `deltas` large deltas. Returns the number of stored bytes, and the codes of the
    rejected ones."""
    for number in range(deltas):
        client.send(type="delta", room=room, id=f"{client.socket!r}{number}"[-60:], set={"k": VALUE})
    stored, refused = 0, []
    for _ in range(deltas):
        answer = await client.expect("delta", "reject")
        if answer["type"] == "delta":
            stored += len(VALUE)
        else:
            refused.append(answer["code"])
    return stored, refused


async def test_storage_per_address_is_limited(server):
    """With --stored-per-address 1 one address may store a megabyte. Other addresses are not
    affected."""
    stored, refused = 0, []
    for number in range(3):
        mallory = await connect_from("127.0.0.2", server.port, f"Mallory {number}")
        await mallory.join(f"room{number}", kind="open")
        more, codes = await write(mallory, f"room{number}", 30)
        stored, refused = stored + more, refused + codes
        mallory.cut()
    assert set(refused) == {"rate-limited"} and len(refused) > 30, refused
    assert stored < MOST, f"{stored} bytes were stored"
    bob = await connect_from("127.0.0.3", server.port, "Bob")
    await bob.join("room0", kind="open")
    assert (await bob.delta("room0", {"k": "1"}))["type"] == "delta", "another address may not store"


async def test_storage_per_identity_is_limited(server):
    """One identity may store as much as one address, however many addresses it uses. Other
    identities at these addresses are not affected."""
    mallory = await connect_from("127.0.1.1", server.port, "Mallory")
    await mallory.join("open", kind="open")
    stored, refused = 0, []
    for number in range(4):
        again = await connect_from(f"127.0.1.{number + 2}", server.port, token=mallory.token)
        assert again.id == mallory.id
        await again.join("open", kind="open")
        more, codes = await write(again, "open", 20)
        stored, refused = stored + more, refused + codes
        again.cut()
    assert set(refused) == {"rate-limited"}, refused
    assert stored < MOST, f"{stored} bytes were stored"
    bob = await connect_from("127.0.1.5", server.port, "Bob")
    await bob.join("open", kind="open")
    assert (await bob.delta("open", {"k": "1"}))["type"] == "delta", "another identity may not store"


async def test_hints_per_address_are_limited(tmp_path):
    """Thirty connections of one address request hints at the same time. The server refuses most of
    them, and another address gets its hint."""
    server = await attack.host(str(tmp_path), "--connections-per-address", "1000", "--robot-threads", "1").start()

    async def sit(address, room):
        """Returns a client that plays both sides of a running game, in which a hint needs a
        search."""
        client = await connect_from(address, server.port, room)
        await client.join(room)
        await client.delta(room, {"game": "1", "x": client.id, "o": client.id})
        for number, point in enumerate(people.MOVES, 1):
            answer = await client.move(room, number, point)
            assert answer["type"] == "delta", answer
        return client

    async def answer(client):
        found = await client.expect("hint", "error", where=lambda m: m.get("id") == "h")
        return found.get("code", "hint")

    mallories = await asyncio.gather(*(sit("127.0.0.4", f"m{number}") for number in range(30)))
    bob = await sit("127.0.0.3", "bobs")
    for number, mallory in enumerate(mallories):
        mallory.send(type="hint", room=f"m{number}", id="h")
    bob.send(type="hint", room="bobs", id="h")
    assert await answer(bob) == "hint", "there is no turn for another address"
    found = [await answer(mallory) for mallory in mallories]
    print(f"  {found.count('hint')} hints")
    assert found.count("busy") >= 15 and set(found) == {"busy", "hint"}, found
    assert await server.stop() == 0

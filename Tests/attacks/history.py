#!/usr/bin/env python3
"""Fifty-one bytes, often: a page of history of a room whose deltas are large. The last line is "N passed, N failed"."""

import asyncio
import json
import tempfile

from attack import PATIENT, Bystander, Count, fill, resident, server
from blackbox import PATIENCE, Client

# A page ends here, or after the delta that crosses it.
PAGE_BYTES = 65_536
DELTAS, SIZE, ASKED = 256, 60_000, 100


async def pages(host):
    """A page is bounded in bytes, and says where to go on; the pages together are the whole history."""
    ann = await Client.connect(host.port, "Ann")
    await ann.join("big", kind="open")
    await fill(ann, "big", DELTAS, SIZE)
    seen = 0
    while seen < DELTAS:
        ann.send(type="history", room="big", **{"from": seen + 1})
        text = await asyncio.wait_for(ann.socket.receive(), PATIENCE)
        page = json.loads(text)
        assert page["type"] == "history" and page["from"] == seen + 1, text[:200]
        assert len(text) < PAGE_BYTES + SIZE + 10_000, f"a page of {len(text)} bytes"
        assert [delta["rev"] for delta in page["deltas"]] == list(range(seen + 1, seen + 1 + len(page["deltas"])))
        seen += len(page["deltas"])
        assert page["deltas"] and page.get("next") == (seen + 1 if seen < DELTAS else None), page.get("next")
    ann.cut()


async def flood(host, message, room="big"):
    """Somebody asks again and again; a bystander's ping stays what it was, and memory too."""
    bystander = await Bystander.arrive(host)
    quiet = await bystander.watch(seconds=2)
    before = resident(host)
    mallory = await Client.connect(host.port, "Mallory")
    epoch = (await mallory.join(room, kind="open"))["epoch"]
    if message["type"] == "join":
        message["epoch"] = epoch
    for _ in range(ASKED):
        mallory.send(room=room, **message)
    mallory.send(type="ping", at="last")
    done = asyncio.create_task(mallory.expect("pong", where=lambda m: m.get("at") == "last"))
    during = await bystander.watch(seconds=60, until=done)
    done.cancel()
    mallory.cut()
    after = await bystander.watch(seconds=1)
    print(f"  ping p99 {quiet * 1000:.1f} ms before, {during * 1000:.1f} during, {after * 1000:.1f} after; "
          f"memory {before:.0f} MB, then {resident(host):.0f}")
    assert during < PATIENT, f"a ping took {during:.2f} s"
    assert after < PATIENT, f"a ping took {after:.2f} s when the attacker was gone"
    assert resident(host) < before + 60, f"{before:.0f} MB became {resident(host):.0f}"
    bystander.client.cut()


async def deaf(host):
    """Somebody asks for a thousand pages and reads none of them: what waits for him is bounded."""
    before = resident(host)
    mallory = await Client.connect(host.port, "Mallory")
    await mallory.join("big", kind="open")
    for _ in range(1_000):
        mallory.send(type="history", room="big", **{"from": 1})
    bystander = await Bystander.arrive(host)
    during = await bystander.watch(seconds=3)
    assert during < PATIENT, f"a ping took {during:.2f} s"
    assert resident(host) < before + 60, f"{before:.0f} MB became {resident(host):.0f}"
    # Whoever reads after all gets every answer, in order.
    answers = 0
    for _ in range(50):
        assert (await mallory.receive())["type"] == "history"
        answers += 1
    assert answers == 50
    mallory.cut()
    assert await bystander.watch(seconds=1) < PATIENT
    bystander.client.cut()


async def main():
    count = Count()
    with tempfile.TemporaryDirectory() as directory:
        host = await server(directory).start()
        await count.run("a page is bounded in bytes", pages(host))
        await count.run("100 pages", flood(host, {"type": "history", "from": 1}))
        await count.run("100 resumes", flood(host, {"type": "join", "kind": "open", "since": 0}))
        await count.run("1,000 pages that nobody reads", deaf(host))
        await host.stop()
    count.close()


if __name__ == "__main__":
    asyncio.run(main())

"""Requests of 51 bytes, sent often, for the history of a room whose deltas are large."""

import asyncio
import json

import pytest_asyncio

from gomokutest.attack import Bystander, fill, resident
from gomokutest.client import Client
from gomokutest.environment import TIMEOUT

# The size of a page in bytes. A page ends with the delta that exceeds it.
PAGE_BYTES = 65_536
DELTAS, SIZE, ASKED = 64, 60_000, 50
# The number of pages that a client requests and does not read, 120 MB in total. Then the megabytes
# of them that the server may hold.
UNREAD, WAITING = 1_000, 60


@pytest_asyncio.fixture(scope="module")
async def room(server):
    """A room whose history has many pages."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join("big", kind="open")
    await fill(ann, "big", DELTAS, SIZE)
    ann.cut()
    return "big"


async def next_text(client):
    """Returns the next message that is not about participants. Clients that earlier tests have cut
    may only leave now."""
    while True:
        text = await asyncio.wait_for(client.socket.receive(), TIMEOUT)
        if json.loads(text)["type"] != "participants":
            return text


async def test_history_page_is_bounded_in_bytes(server, room):
    """A page of history ends after 64 KB and names the next page. The pages together are the whole
    history."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room, kind="open")
    seen = 0
    while seen < DELTAS:
        ann.send(type="history", room=room, **{"from": seen + 1})
        text = await next_text(ann)
        page = json.loads(text)
        assert page["type"] == "history" and page["from"] == seen + 1, text[:200]
        assert len(text) < PAGE_BYTES + SIZE + 10_000, f"a page of {len(text)} bytes"
        assert [delta["rev"] for delta in page["deltas"]] == list(range(seen + 1, seen + 1 + len(page["deltas"])))
        seen += len(page["deltas"])
        assert page["deltas"] and page.get("next") == (seen + 1 if seen < DELTAS else None), page.get("next")


async def flood(server, room, answer, **message):
    """Sends the same request many times. The server answers each, and other clients meanwhile."""
    async with Bystander(server):
        mallory = await Client.connect(server.port, "Mallory")
        epoch = (await mallory.join(room, kind="open"))["epoch"]
        if message["type"] == "join":
            message["epoch"] = epoch
        for _ in range(ASKED):
            mallory.send(room=room, **message)
        for _ in range(ASKED):
            await mallory.expect(*answer)
        mallory.cut()


async def test_fifty_history_pages_requested_at_once(server, room):
    """A client requests fifty pages at once."""
    await flood(server, room, ["history"], type="history", **{"from": 1})


async def test_fifty_resumes_from_the_first_delta(server, room):
    """A client resumes fifty times from the first delta."""
    await flood(server, room, ["deltas", "snapshot"], type="join", kind="open", since=0)


async def test_unread_history_pages_take_little_memory(server, room):
    """A client requests a thousand pages and reads none. The server keeps few of them in memory,
    and continues when the client finally reads."""
    before = resident(server)
    async with Bystander(server) as bystander:
        mallory = await Client.connect(server.port, "Mallory")
        await mallory.join(room, kind="open")
        mallory.socket.reader._transport.pause_reading()
        for _ in range(UNREAD):
            mallory.send(type="history", room=room, **{"from": 1})

        async def requests():
            """Returns the number of requests that the server has read, without pings."""
            metrics = await server.metrics()
            return sum(count for name, count in metrics.items() if name.startswith("gomoku_requests_total"))

        # Waits until the server reads no more from the client.
        read, then = -1, await requests()
        while read != then:
            await bystander.answered(5)
            read, then = then, await requests()
        assert resident(server) < before + WAITING, f"{before:.0f} MB became {resident(server):.0f}"
        mallory.socket.reader._transport.resume_reading()
        for _ in range(50):
            assert json.loads(await next_text(mallory))["type"] == "history"
        assert resident(server) < before + WAITING, f"{before:.0f} MB became {resident(server):.0f}"
        mallory.cut()

"""Fifty-one bytes, often: clients ask for the history of a room whose deltas are large."""

import asyncio
import json

import pytest_asyncio

from gomokutest.attack import Bystander, fill, resident
from gomokutest.client import Client
from gomokutest.environment import PATIENCE

# A page ends here, or after the delta that crosses it.
PAGE_BYTES = 65_536
DELTAS, SIZE, ASKED = 64, 60_000, 50
# How many pages a client asks for and does not read, which have 120 MB in all; and how many megabytes may wait for it.
UNREAD, WAITING = 1_000, 60


@pytest_asyncio.fixture(scope="module")
async def room(server):
    """A room whose history is many pages."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join("big", kind="open")
    await fill(ann, "big", DELTAS, SIZE)
    ann.cut()
    return "big"


async def next_text(client):
    """Returns the next message that is not news of participants: clients that other tests have cut may leave only now."""
    while True:
        text = await asyncio.wait_for(client.socket.receive(), PATIENCE)
        if json.loads(text)["type"] != "participants":
            return text


async def test_a_page_is_bounded_in_bytes(server, room):
    """A page of history ends after 64 KB and names the next one; the pages together are the whole history."""
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
    """Sends a request again and again: the server answers each, and others meanwhile."""
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


async def test_many_pages(server, room):
    """A client asks for fifty pages at once."""
    await flood(server, room, ["history"], type="history", **{"from": 1})


async def test_many_resumes(server, room):
    """A client resumes fifty times from the first delta."""
    await flood(server, room, ["deltas", "snapshot"], type="join", kind="open", since=0)


async def test_pages_that_the_client_does_not_read(server, room):
    """A client asks for a thousand pages and reads none: the server keeps few of them in memory, and goes on when the
    client reads after all."""
    before = resident(server)
    async with Bystander(server) as bystander:
        mallory = await Client.connect(server.port, "Mallory")
        await mallory.join(room, kind="open")
        mallory.socket.reader._transport.pause_reading()
        for _ in range(UNREAD):
            mallory.send(type="history", room=room, **{"from": 1})

        async def requests():
            """Returns how many requests the server has read, without pings."""
            metrics = await server.metrics()
            return sum(count for name, count in metrics.items() if name.startswith("gomoku_requests_total"))

        # The server reads no more of the client.
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

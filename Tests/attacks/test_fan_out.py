"""Messages that one client causes for many: the lobby, chat, deltas in a large room. Also frames
that cost their sender nothing: pings and fragments."""

import asyncio

import pytest

from gomokutest.attack import Bystander, connect_from, until
from gomokutest.checks import same

OPTIONS = "--connections-per-address", "1000"
USED_UP = 'gomoku_budget_hits_total{budget="%s"}'


async def used_up(server, budget):
    """Returns how often the server has refused or delayed something because this budget was used
    up."""
    return (await server.metrics()).get(USED_UP % budget, 0)


async def all_of(client, kind):
    """Returns the messages of this type that the client has received so far."""
    client.send(type="ping", at=-1)
    messages = []
    while (message := await client.receive())["type"] != "pong":
        messages += [message] if message["type"] == kind else []
    return messages


async def test_endless_seeks_cause_one_lobby_update_per_second(server):
    """Clients seek and unseek endlessly. Followers of the lobby receive at most one update a
    second, and a new seek still reaches them."""
    spectators = [await connect_from("127.0.0.3", server.port, f"Spectator {number}") for number in range(12)]
    for spectator in spectators:
        await spectator.join("~lobby")
        await all_of(spectator, "delta")
    mallories = [await connect_from("127.0.0.2", server.port, f"Mallory {number}") for number in range(20)]
    began = asyncio.get_running_loop().time()
    for _ in range(5):
        for mallory in mallories:
            mallory.send(type="seek", id="s", clock="300+5")
            mallory.send(type="unseek")
        for mallory in mallories:
            await mallory.expect("seeking", "error", "paired")
    ann = await connect_from("127.0.0.4", server.port, "Ann")
    ann.send(type="seek", id="s", rule="renju")
    key = (await ann.expect("seeking"))["key"]
    for spectator in spectators:
        told = 0
        while key not in (await spectator.expect("delta"))["set"]:
            told += 1
        seconds = asyncio.get_running_loop().time() - began
        assert told <= 2 + seconds, f"{told} deltas in {seconds:.1f} s"
    for client in (*spectators, *mallories, ann):
        client.cut()


async def test_mass_chat_from_one_address_is_limited(server):
    """A hundred guests of one address chat at the same time. A player receives a few dozen
    messages, and guests of other addresses can still chat."""
    ann = await connect_from("127.0.0.4", server.port, "Ann")
    await ann.join("talk")
    mallories = [await connect_from("127.0.0.2", server.port, f"Mallory {number}") for number in range(100)]
    for mallory in mallories:
        await mallory.join("talk")
        for line in range(5):
            mallory.send(type="say", room="talk", id=f"{line}", text=f"line {line}")
    refused = 0
    for mallory in mallories:
        own = {"said": 0, "error": 0}
        while sum(own.values()) < 5:
            answer = await mallory.expect(
                "said", "error", where=lambda m, id=mallory.id: m["type"] == "error" or m["by"] == id
            )
            own[answer["type"]] += 1
            if answer["type"] == "error":
                same(answer["code"], "rate-limited", "why it is refused")
                assert answer["retryAfter"] > 0, answer
        refused += own["error"]
    assert refused > 350, f"{refused} of 500 lines were refused"
    bob = await connect_from("127.0.0.5", server.port, "Bob")
    await bob.join("talk")
    bob.send(type="say", room="talk", id="b", text="hello")
    heard = 1
    while (await ann.expect("said"))["text"] != "hello":
        heard += 1
    same(heard, 501 - refused, "what Ann hears")
    for client in (*mallories, ann, bob):
        client.cut()


async def test_flooded_large_room_still_delivers_every_delta(server):
    """A single address fills a room with 250 connections, five of which send as much as they can.
    Other clients are answered, and all clients in the room receive every delta in order."""
    crowd = [await connect_from("127.0.0.2", server.port, f"M{number}") for number in range(250)]
    for one in crowd:
        await one.join("crowd", kind="open")
    deltas = 40
    async with Bystander(server) as bystander:
        for sender in crowd[:5]:
            for number in range(deltas):
                sender.send(type="delta", room="crowd", id=f"{number}", set={"k": f"{number}"})

        async def follow(client):
            revs = []
            while len(revs) < 5 * deltas:
                message = await client.expect("delta", "reject")
                assert message["type"] == "delta", message
                revs.append(message["rev"])
            return revs

        ann = await connect_from("127.0.0.3", server.port, "Ann")
        await ann.join("game")
        await ann.delta("game", {"game": "1", "x": ann.id, "o": ann.id})
        same((await ann.move("game", 1, "h8"))["type"], "delta", "another address plays on")
        told = await asyncio.gather(*(follow(client) for client in crowd))
        await bystander.answered()
    same({tuple(revs) for revs in told}, {tuple(range(1, 5 * deltas + 1))}, "the deltas of everybody")
    for client in (*crowd, ann):
        client.cut()


@pytest.mark.parametrize(("opcode", "fin", "budget"), [(9, True, "bytes"), (10, True, "bytes"), (0, False, "messages")])
async def test_control_frames_and_fragments_count_against_the_budget(server, opcode, fin, budget):
    """Pings, pongs and fragments count against the budget. The server reads only the sender of too
    many frames more slowly."""
    mallory = await connect_from("127.0.0.2", server.port, "Mallory")
    if opcode == 0:
        mallory.socket.frame(1, b"{", fin=False)
    before = await used_up(server, budget)
    sending = True

    async def send():
        while sending:
            await asyncio.sleep(0)
            for _ in range(100):
                mallory.socket.frame(opcode, b" " if opcode == 0 else b"x" * 100, fin=fin)
            await mallory.socket.writer.drain()

    async def is_slowed():
        return await used_up(server, budget) > before

    task = asyncio.create_task(send())
    try:
        async with Bystander(server) as bystander:
            await until("the server reads that client more slowly", is_slowed)
            await bystander.answered()
    finally:
        sending = False
        mallory.cut()
        await asyncio.gather(task, return_exceptions=True)

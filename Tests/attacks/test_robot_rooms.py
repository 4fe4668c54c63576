"""Hundreds of rooms in which strong robots play each other."""

import asyncio
import os

from gomokutest.attack import until
from gomokutest.client import Client, applied

# As many rooms as one connection may be in, nearly.
ROOMS = 120


async def fill(server, prefix):
    """Returns a client that has begun a game of two strong robots in as many rooms as it may be in."""
    mallory = await Client.connect(server.port, "Mallory")
    for number in range(ROOMS):
        await mallory.join(f"{prefix}-{number}")
        answer = await mallory.delta(f"{prefix}-{number}", {"game": "1", "x": "robot:10", "o": "robot:10"})
        assert answer["type"] == "delta", answer
    return mallory


async def moves(mallory, number):
    """Returns how many moves of robots the server has sent to a client since the last such question."""
    mallory.send(type="ping", at=number)
    count = 0
    while (message := await mallory.receive())["type"] != "pong":
        count += message["type"] == "delta" and "move" in message["set"]
    return count


async def test_a_person_goes_first(server):
    """A person's robot answers before the robots of 120 other rooms go on: few of them move meanwhile."""
    mallory = await fill(server, "watched")
    ann = await Client.connect(server.port, "Ann")
    for number in range(3):
        room = f"person-{number}"
        await ann.join(room)
        values = (await ann.delta(room, {"game": "1", "x": ann.id, "o": "robot:1"}))["set"]
        await moves(mallory, 2 * number)
        values = applied(values, (await ann.move(room, 1, "h8"))["set"])
        while values["move"] != "2":
            values = applied(values, (await ann.expect("delta"))["set"])
        meanwhile = await moves(mallory, 2 * number + 1)
        print(f"  {meanwhile} moves of other robots before the answer")
        # The searches that were under way may come to an end, and some of the moves that Ann's own took the server.
        assert meanwhile < ROOMS / 4, f"{meanwhile} robots moved before the person's"
    mallory.cut()
    ann.cut()


def spent(server):
    """Returns how many seconds of processor time the server has used."""
    with open(f"/proc/{server.process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def test_robots_rest_without_spectators(server):
    """The client that has made the rooms is gone: the robots rest, and go on when somebody joins."""
    mallory = await fill(server, "abandoned")
    mallory.cut()

    async def rest():
        before = spent(server)
        await asyncio.sleep(0.5)
        return spent(server) - before < 0.08

    # A search that is under way may come to its end.
    await until("the robots use no processor time for nobody", rest)
    bob = await Client.connect(server.port, "Bob")
    answer = await bob.join("abandoned-7")
    await bob.expect("delta", where=lambda m: int(m["set"].get("move", 0)) > int(answer["state"]["move"]))
    bob.cut()

"""Hundreds of rooms in which strong robots play each other."""

import asyncio
import os

from gomokutest.attack import until
from gomokutest.client import Client, applied

# Slightly fewer rooms than one connection may join.
ROOMS = 120


async def fill(server, prefix):
    """Returns a client that has started a game between two strong robots in each of ROOMS rooms."""
    mallory = await Client.connect(server.port, "Mallory")
    for number in range(ROOMS):
        await mallory.join(f"{prefix}-{number}")
        answer = await mallory.delta(f"{prefix}-{number}", {"game": "1", "x": "robot:10", "o": "robot:10"})
        assert answer["type"] == "delta", answer
    return mallory


async def moves(mallory, number):
    """Returns the number of robots' moves that the server has sent to a client since the last
    call."""
    mallory.send(type="ping", at=number)
    count = 0
    while (message := await mallory.receive())["type"] != "pong":
        count += message["type"] == "delta" and "move" in message["set"]
    return count


async def test_robot_answers_people_before_other_robots(server):
    """A person's robot answers before the robots of 120 other rooms continue. Only a few of those
    move in between."""
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
        # Allows for searches that were already running, and for robots that moved while the server
        # processed Ann's move.
        assert meanwhile < ROOMS / 4, f"{meanwhile} robots moved before the person's"
    mallory.cut()
    ann.cut()


def spent(server):
    """Returns the processor time that the server has used, in seconds."""
    with open(f"/proc/{server.process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def test_robots_pause_without_spectators(server):
    """After the client that created the rooms has left, the robots pause. They continue when a
    client joins."""
    mallory = await fill(server, "abandoned")
    mallory.cut()

    async def rest():
        before = spent(server)
        await asyncio.sleep(0.5)
        return spent(server) - before < 0.08

    # A search that is already running may finish.
    await until("the robots use no processor time for nobody", rest)
    bob = await Client.connect(server.port, "Bob")
    answer = await bob.join("abandoned-7")
    await bob.expect("delta", where=lambda m: int(m["set"].get("move", 0)) > int(answer["state"]["move"]))
    bob.cut()

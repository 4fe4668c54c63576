#!/usr/bin/env python3
"""Hundreds of rooms in which robots play each other. The last line is "N passed, N failed"."""

import asyncio
import os
import tempfile
import time

from attack import Count, resident, server, until
from blackbox import Client, applied

# One connection may be in so many rooms.
ROOMS = 120
# A person's robot of the lowest level answers within so many seconds, on a machine that is busy with other things.
PROMPT = 3


def spent(host):
    """Seconds of processor time that the server has used."""
    with open(f"/proc/{host.process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def fill(host, prefix):
    """Somebody who has begun a game of two strong robots in as many rooms as may be."""
    mallory = await Client.connect(host.port, "Mallory")
    for number in range(ROOMS):
        await mallory.join(f"{prefix}-{number}")
        answer = await mallory.delta(f"{prefix}-{number}", {"game": "1", "x": "robot:10", "o": "robot:10"})
        assert answer["type"] == "delta", answer
    return mallory


async def answered(host, room):
    """How long a person waits for the robot's move."""
    ann = await Client.connect(host.port, "Ann")
    await ann.join(room)
    values = (await ann.delta(room, {"game": "1", "x": ann.id, "o": "robot:1"}))["set"]
    start = time.monotonic()
    values = applied(values, (await ann.move(room, 1, "h8"))["set"])
    while values["move"] != "2":
        values = applied(values, (await ann.expect("delta"))["set"])
    ann.cut()
    return time.monotonic() - start


async def a_person_goes_first(host):
    mallory = await fill(host, "watched")
    waited = [await answered(host, f"person-{number}") for number in range(3)]
    print(f"  a person's robot answered after {max(waited):.2f} s at most; memory {resident(host):.0f} MB")
    assert max(waited) < PROMPT, waited
    mallory.cut()


async def nobody_is_there(host):
    """Those who made the rooms are gone: the robots rest, and go on when somebody comes back."""
    mallory = await fill(host, "abandoned")
    mallory.cut()
    async def rests():
        before = spent(host)
        await asyncio.sleep(1)
        return spent(host) - before < 0.15

    # What is being searched may be finished.
    await until("the robots use no processor time for nobody", rests)
    bob = await Client.connect(host.port, "Bob")
    answer = await bob.join("abandoned-7")
    await bob.expect("delta", where=lambda m: int(m["set"].get("move", 0)) > int(answer["state"]["move"]))
    bob.cut()


async def main():
    count = Count()
    with tempfile.TemporaryDirectory() as directory:
        host = await server(directory).start()
        await count.run("a person goes first", a_person_goes_first(host))
        await count.run("nobody is there", nobody_is_there(host))
        await host.stop()
    count.close()


if __name__ == "__main__":
    asyncio.run(main())

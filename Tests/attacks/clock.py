#!/usr/bin/env python3
"""The machine's clock is set while people play: nobody's time in a game is touched. The last line is "N passed, N failed"."""

import asyncio
import os
import subprocess
import tempfile

from attack import server
from blackbox import Client, Count, applied


async def stepped(seconds):
    """It is put forward or back by so much."""
    with tempfile.TemporaryDirectory() as directory:
        library, switch = os.path.join(directory, "clock.so"), os.path.join(directory, "seconds")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clock.c")
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
        os.environ.update(LD_PRELOAD=library, CLOCK=switch)
        try:
            host = await server(os.path.join(directory, "data")).start()
        finally:
            del os.environ["LD_PRELOAD"], os.environ["CLOCK"]
        ann, bob = await Client.connect(host.port, "Ann"), await Client.connect(host.port, "Bob")
        await ann.join("timed")
        await bob.join("timed")
        values = (await ann.delta("timed", {"game": "1", "clock": "60+0", "x": ann.id}))["set"]
        values = applied(values, (await bob.delta("timed", {"o": bob.id}))["set"])
        for number, (one, point) in enumerate(((ann, "h8"), (bob, "a1"), (ann, "i8")), 1):
            values = applied(values, (await one.move("timed", number, point))["set"])
        turn = int(values["turnAt"])
        with open(switch, "w", encoding="ascii") as file:
            file.write(str(seconds))
        await asyncio.sleep(2.5)
        answer = await bob.move("timed", 4, "b1")
        assert answer["type"] == "delta", answer
        assert "result" not in answer["set"], answer
        left, passed = int(answer["set"]["oTime"]), int(answer["set"]["turnAt"]) - turn
        print(f"  {left} ms of 60,000 left after a thought of 2.5 s; the server's time went on by {passed} ms")
        assert 54_000 < left < 58_500, f"{left} ms left"
        assert 2_000 < passed < 6_000, f"{passed} ms went by"
        ann.cut()
        bob.cut()
        assert await host.stop() == 0


async def main():
    count = Count()
    await count.run("an hour forward", stepped(3_600))
    await count.run("an hour back", stepped(-3_600))
    count.close()


if __name__ == "__main__":
    asyncio.run(main())

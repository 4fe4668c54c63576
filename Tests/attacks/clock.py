#!/usr/bin/env python3
"""The machine's clock is set while people play: nobody's time in a game is touched. The last line is "N passed, N failed"."""

import asyncio
import os
import subprocess
import tempfile
import time

from attack import Count, server, until
from blackbox import Client, applied


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
        earliest = time.monotonic()
        for number, (one, point) in enumerate(((ann, "h8"), (bob, "a1"), (ann, "i8")), 1):
            values = applied(values, (await one.move("timed", number, point))["set"])
        turn = int(values["turnAt"])
        began = time.monotonic()
        with open(switch, "w", encoding="ascii") as file:
            file.write(str(seconds))

        async def two_seconds_later():
            bob.send(type="ping", at=1)
            return (await bob.expect("pong"))["time"] >= turn + 2_000

        await until("the server's time goes on", two_seconds_later)
        thought = (time.monotonic() - began) * 1000
        answer = await bob.move("timed", 4, "b1")
        most = (time.monotonic() - earliest) * 1000
        assert answer["type"] == "delta", answer
        assert "result" not in answer["set"], answer
        left, passed = int(answer["set"]["oTime"]), int(answer["set"]["turnAt"]) - turn
        print(f"  {left} ms of 60,000 left after a thought of {thought:.0f} ms; the server's time went on by {passed} ms")
        # What it was on the way may be given back, a second at most; and the clock is brought after the machine's by a hundredth.
        assert thought - 1_000 < (60_000 - left) * 1.02 and 60_000 - left < most * 1.02, f"{left} ms left"
        assert thought < passed * 1.02 + 500 and passed < most * 1.02, f"{passed} ms went by"
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

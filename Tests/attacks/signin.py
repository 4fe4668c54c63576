#!/usr/bin/env python3
"""Guesses at a password, and attempts to make the server forget them or to keep the owner out. The last line is "N passed, N failed"."""

import asyncio
import tempfile
import time

from attack import Count, connect_from, server
from blackbox import Client

PASSWORD = "correct horse"
# Wrong guesses at one name that are answered at once.
GUESSES = 10
NAMES = 10_500


async def login(client, name, password, tag="l"):
    client.send(type="login", id=tag, name=name, password=password)
    answer = await client.expect("welcome", "error")
    return answer.get("code", answer["type"])


async def claimed(host, name):
    ann = await Client.connect(host.port, name)
    ann.send(type="claim", id="c", name=name, password=PASSWORD)
    assert (await ann.expect("account", "error"))["type"] == "account"
    ann.cut()


async def guess(client, name):
    """Guesses until the server has had enough."""
    for number in range(3 * GUESSES):
        found = await login(client, name, f"guess number {number}")
        if found == "rate-limited":
            return number
        assert found == "bad-login", found
    raise AssertionError(f"{3 * GUESSES} guesses were answered")


async def nothing_is_forgotten(host):
    """Passwords that are too long to be any are no attempts, and push nobody's attempts out of memory."""
    await claimed(host, "Victim")
    mallory = await Client.connect(host.port, "Mallory")
    print(f"  {await guess(mallory, 'Victim')} guesses")
    start = time.monotonic()
    for number in range(NAMES):
        mallory.send(type="login", id="x", name=f"Name {number}", password="x" * 600)
    for number in range(NAMES):
        await mallory.expect("error", where=lambda m: m.get("id") == "x")
    # One comes back every twenty seconds.
    more = await guess(mallory, "Victim")
    earned = int((time.monotonic() - start) / 20) + 1
    print(f"  {more} more after {time.monotonic() - start:.0f} s")
    assert more <= earned, f"{more} more guesses: the first ones are forgotten"
    mallory.cut()


async def the_owner_gets_in(host):
    """Somebody guesses from elsewhere, as often as may be; the owner logs in."""
    await claimed(host, "Owner")
    mallory = await connect_from("127.0.0.2", host.port, "Mallory")
    await guess(mallory, "Owner")
    owner = await connect_from("127.0.0.3", host.port)
    found = await login(owner, "Owner", PASSWORD)
    assert found == "welcome", f"{found}: the owner is locked out"
    owner.cut()
    mallory.cut()


async def main():
    count = Count()
    with tempfile.TemporaryDirectory() as directory:
        host = await server(directory, "--connections-per-address", "100").start()
        await count.run("the owner gets in", the_owner_gets_in(host))
        await count.run("nothing is forgotten", nothing_is_forgotten(host))
        await host.stop()
    count.close()


if __name__ == "__main__":
    asyncio.run(main())

"""Guesses at a password, and attempts to have the server forget them or to lock the owner out."""

import json
import time

from gomokutest import people
from gomokutest.attack import connect_from
from gomokutest.client import Client

# So many wrong guesses at one name the server answers at once.
GUESSES = 10
# More names than the server remembers attempts of.
NAMES = 10_500
OPTIONS = "--connections-per-address", "100"


async def login(client, name, password):
    """Returns the type of the answer, or its code."""
    client.send(type="login", id="l", name=name, password=password)
    answer = await client.expect("welcome", "error")
    return answer.get("code", answer["type"])


async def guess(client, name):
    """Guesses until the server refuses to answer; returns how many guesses it has answered."""
    for number in range(3 * GUESSES):
        found = await login(client, name, f"guess number {number}")
        if found == "rate-limited":
            return number
        assert found == "bad-login", found
    raise AssertionError(f"{3 * GUESSES} guesses were answered")


async def test_the_owner_gets_in(server):
    """Somebody guesses at a password from one address as often as it may; the owner signs in from another."""
    (await people.claimed(server, "Owner")).cut()
    mallory = await connect_from("127.0.0.2", server.port, "Mallory")
    await guess(mallory, "Owner")
    owner = await connect_from("127.0.0.3", server.port)
    found = await login(owner, "Owner", people.PASSWORD)
    assert found == "welcome", f"{found}: the owner is locked out"
    owner.cut()
    mallory.cut()


async def test_attempts_are_not_forgotten(server):
    """Thousands of logins with passwords that are too long for any are no attempts: they push no attempts at another
    name out of the server's memory."""
    (await people.claimed(server, "Victim")).cut()
    mallory = await Client.connect(server.port, "Mallory")
    print(f"  {await guess(mallory, 'Victim')} guesses")
    start = time.monotonic()
    other = await Client.connect(server.port, "Mallory's other connection")
    for number in range(NAMES):
        message = {"type": "login", "id": f"{number}", "name": f"Name {number}", "password": "x" * 600}
        # Without the cost of a mask in Python.
        text = json.dumps(message).encode()
        other.socket.writer.write(b"\x81\xfe" + len(text).to_bytes(2, "big") + bytes(4) + text)
    await other.expect("error", where=lambda m: m.get("id") == f"{NAMES - 1}")
    more = await guess(mallory, "Victim")
    # One guess comes back every twenty seconds.
    earned = int((time.monotonic() - start) / 20) + 1
    print(f"  {more} more after {time.monotonic() - start:.0f} s")
    assert more <= earned, f"{more} more guesses: the first ones are forgotten"
    other.cut()
    mallory.cut()

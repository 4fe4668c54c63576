"""Attempts to guess a password, to make the server forget failed attempts, and to lock the owner
out."""

import asyncio
import json
import time

import pytest

from gomokutest import attack, people
from gomokutest.attack import connect_from, until
from gomokutest.client import Client
from gomokutest.preload import HashGate
from gomokutest.server import Server
from gomokutest.websocket import Socket

# The number of wrong guesses at a name that the server answers before it rate-limits.
GUESSES = 10
# More names than the number for which the server remembers attempts.
NAMES = 10_500
OPTIONS = "--connections-per-address", "100"
# The server trusts the addresses that the test sends in X-Forwarded-For.
PROXY = "--trusted-proxy", "127.0.0.1"


async def login(client, name, password):
    """Logs in. Returns the type of the answer, or its code."""
    client.send(type="login", id="l", name=name, password=password)
    answer = await client.expect("welcome", "error")
    return answer.get("code", answer["type"])


async def guess(client, name):
    """Guesses until the server refuses to answer. Returns the number of answered guesses."""
    for number in range(3 * GUESSES):
        found = await login(client, name, f"guess number {number}")
        if found == "rate-limited":
            return number
        assert found == "bad-login", found
    raise AssertionError(f"{3 * GUESSES} guesses were answered")


async def test_guessing_does_not_lock_the_owner_out(server):
    """An attacker guesses a password from one address as often as allowed. The owner can still sign
    in from another address."""
    (await people.claimed(server, "Owner")).cut()
    mallory = await connect_from("127.0.0.2", server.port, "Mallory")
    await guess(mallory, "Owner")
    owner = await connect_from("127.0.0.3", server.port)
    found = await login(owner, "Owner", people.PASSWORD)
    assert found == "welcome", f"{found}: the owner is locked out"
    owner.cut()
    mallory.cut()


async def test_overlong_passwords_do_not_evict_counted_attempts(server):
    """Thousands of logins with passwords that are too long do not count as attempts. So they do not
    evict the attempts at another name from the server's memory."""
    (await people.claimed(server, "Victim")).cut()
    mallory = await Client.connect(server.port, "Mallory")
    print(f"  {await guess(mallory, 'Victim')} guesses")
    start = time.monotonic()
    other = await Client.connect(server.port, "Mallory's other connection")
    for number in range(NAMES):
        message = {"type": "login", "id": f"{number}", "name": f"Name {number}", "password": "x" * 600}
        # A zero mask saves the cost of masking in Python.
        text = json.dumps(message).encode()
        other.socket.writer.write(b"\x81\xfe" + len(text).to_bytes(2, "big") + bytes(4) + text)
    await other.expect("error", where=lambda m: m.get("id") == f"{NAMES - 1}")
    more = await guess(mallory, "Victim")
    # One guess is refilled every twenty seconds.
    earned = int((time.monotonic() - start) / 20) + 1
    print(f"  {more} more after {time.monotonic() - start:.0f} s")
    assert more <= earned, f"{more} more guesses: the first ones are forgotten"
    other.cut()
    mallory.cut()


async def come(server, address):
    """Returns a client whose address is reported by a proxy."""
    return await Client.connect(server.port, headers=[("X-Forwarded-For", address)])


async def test_one_site_cannot_fill_the_password_queue(tmp_path):
    """A home has a /56. Two logins from each of 48 of its networks fill the queue of password
    hashes.

    An owner signs in from an address unknown to the server, and a guest claims a name. Both wait
    for only two hashes of the flood.
    """
    gate = HashGate(tmp_path)
    server = await Server(["--data", str(tmp_path), *PROXY], alone=True, env=gate.environment).start()
    gate.let(1)
    (await people.claimed(server, "Owner")).cut()

    async def are_refused(count):
        metrics = await server.metrics()
        codes = ("rate-limited", "busy")
        return sum(metrics.get(f'gomoku_refusals_total{{code="{code}"}}', 0) for code in codes) == count

    mallories = [await come(server, f"2001:db8:1:{number:x}::1") for number in range(48) for _ in range(2)]
    owner, guest = await come(server, "203.0.113.1"), await come(server, "203.0.113.2")
    for number, mallory in enumerate(mallories):
        mallory.send(type="login", name=f"Nobody {number}", password="wrong horse")
    # One password is being hashed, and 64 wait. Each later request by others evicts one of the
    # flood.
    refused = len(mallories) - 65
    await until("the flood has filled the queue", lambda: are_refused(refused))
    owner.send(type="login", name="Owner", password=people.PASSWORD)
    await until("the owner's password waits", lambda: are_refused(refused + 1))
    guest.send(type="claim", name="Zoe", password=people.PASSWORD)
    await until("the guest's password waits", lambda: are_refused(refused + 2))
    # The running hash, the next one in the queue, the owner's and the guest's.
    gate.let(3)
    answer = await owner.expect("welcome", "error")
    assert answer["type"] == "welcome", answer
    gate.let(1)
    answer = await guest.expect("account", "error")
    assert answer["type"] == "account", answer
    for client in [*mallories, owner, guest]:
        client.cut()
    assert await server.stop() == 0


@pytest.mark.full
async def test_owners_sign_in_during_a_flood_from_many_networks(tmp_path):
    """12,000 networks of one /48 try to log in 21 times each. Owners can still sign in from
    addresses without earlier attempts."""
    server = await attack.host(str(tmp_path), *PROXY).start()
    owners = range(1, 26)
    for number in owners:
        (await people.claimed(server, f"Owner {number}")).cut()
    logins = [json.dumps({"type": "login", "id": f"{n}", "name": f"Name {n}", "password": "x" * 9}) for n in range(21)]
    # A zero mask saves the cost of masking in Python.
    frames = b"".join(b"\x81" + bytes([0x80 | len(text)]) + bytes(4) + text.encode() for text in logins)

    async def flood(networks):
        for number in networks:
            header = ("X-Forwarded-For", f"2001:db8:1:{number:x}::1")
            mallory = Client(await Socket.open(server.port, headers=[header]))
            mallory.socket.writer.write(frames)
            await mallory.expect("error", where=lambda m: m.get("id") == "20")
            mallory.cut()

    await asyncio.gather(*(flood(range(first, 12_000, 50)) for first in range(50)))
    found = []
    for number in owners:
        owner = await come(server, f"203.0.113.{number}")
        found.append(await login(owner, f"Owner {number}", people.PASSWORD))
        owner.cut()
    assert found == ["welcome"] * len(owners), found
    assert await server.stop() == 0

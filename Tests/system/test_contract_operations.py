"""The operator's orders with each store: bans, mutes, closed rooms and reports on all servers and
after a restart. Also backups."""

import asyncio
import glob
import json
import os
import sqlite3
import stat
import time

import pytest

from gomokutest import store
from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.commands import order, run
from gomokutest.environment import TIMEOUT
from gomokutest.people import claimed, login, person
from gomokutest.redis import Redis
from gomokutest.server import Server
from gomokutest.websocket import Refused, Socket

pytestmark = pytest.mark.stores("directory", "redis", "cluster")


async def handshake(port):
    """Returns the HTTP status of a handshake from a local address that no other connection uses."""
    try:
        (await Socket.open(port, address="127.0.0.9")).cut()
    except Refused as refused:
        return refused.status
    return 101


async def page(port, path):
    """Returns the status and body of an HTTP request from that same local address."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.9", 0))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    head, _, body = (await asyncio.wait_for(reader.read(), TIMEOUT)).partition(b"\r\n\r\n")
    writer.close()
    return int(head.split(b" ")[1]), body


async def test_guest_keeps_the_name_given_by_the_operator(server, data):
    """The operator renames guests who are not stored yet, one on each server. They keep their new
    names on every server."""
    for number, port in enumerate(server.ports):
        guest = await Client.connect(port, f"Guest {number}")
        await order(data, "rename", guest.id, f"Renamed {number}")
        for other in server.ports:
            again = await Client.connect(other, token=guest.token)
            same(again.welcome["participant"]["name"], f"Renamed {number}", f"at {server.ports.index(other)}")
            again.cut()
        guest.cut()


async def test_operator_mutes_renames_and_kicks_clients(server, data, room):
    """The operator mutes, renames and disconnects a client of any server."""
    ann, bob = await Client.connect(server.ports[0], "Ann"), await Client.connect(server.ports[-1], "Bob")
    for one in (ann, bob):
        await one.join(room, kind="open")

    async def say(text):
        bob.send(type="say", room=room, id=text, text=text)
        return await bob.expect("said", "error", where=lambda m: m.get("id") == text)

    await order(data, "mute", bob.id, "--for", "1h")
    refused = await say("one")
    assert refused["code"] == "muted" and 3_000_000 < refused["retryAfter"] <= 3_600_000, refused
    await order(data, "mute", bob.id, "--end")
    assert (await say("two"))["type"] == "said"
    await order(data, "rename", bob.id, "Robert\u202e")
    named = await ann.expect("participants", where=lambda m: m["joined"] and m["joined"][0]["id"] == bob.id)
    while named["joined"][0]["name"] == "Bob":
        named = await ann.expect("participants", where=lambda m: m["joined"] and m["joined"][0]["id"] == bob.id)
    assert named["joined"][0]["name"] == "Robert", named
    await order(data, "kick", bob.id)
    assert await bob.close_code() == 1008
    bob = await Client.connect(server.ports[0], token=bob.token)
    assert bob.welcome["participant"]["name"] == "Robert"


async def test_bans_and_closed_rooms_apply_everywhere_until_lifted(server, data, room):
    """A ban of a person or an address, and a closed room, are effective on every server and after a
    restart until they are lifted."""
    ann, bob = await Client.connect(server.ports[0], "Ann"), await Client.connect(server.ports[-1], "Bob")
    for one in (ann, bob):
        await one.join(room, kind="open")
    await ann.delta(room, {"a": "1"})
    put_out = await order(data, "close-room", room)
    assert "2 connections" in put_out, put_out
    for one in (ann, bob):
        assert (await one.expect("error"))["code"] == "room-closed"
        assert (await one.join(room, kind="open"))["code"] == "room-closed"
    await order(data, "ban", bob.id)
    assert await bob.close_code() == 1008
    assert "no such participant" in await order(data, "ban", "nobody", status=65)
    # haproxy and nginx write an IPv4 address in this form if their socket serves both families.
    await order(data, "ban", "::ffff:127.0.0.9")
    assert await server.stop() == 0
    if not store.is_redis():
        assert stat.S_IMODE(os.stat(os.path.join(data, "moderation.json")).st_mode) == 0o600

    await server.start()
    for port in set(server.ports):
        again = Client(await Socket.open(port))
        again.send(type="hello", token=bob.token)
        assert (await again.expect("error"))["code"] == "banned" and await again.close_code() == 1008
        assert await handshake(port) == 403
        for path in ("/", "/api/rooms", f"/api/rooms/{room}"):
            status, body = await page(port, path)
            assert (status, json.loads(body)["code"]) == (403, "banned"), (path, body)
        assert (await server.get(f"/api/rooms/{room}", port=port))[0] == 404
    ann = await Client.connect(server.ports[-1], token=ann.token)
    assert (await ann.join(room, kind="open"))["code"] == "room-closed"
    await order(data, "close-room", room, "--end")
    await order(data, "ban", "127.0.0.9", "--end")
    await order(data, "ban", bob.id, "--end")
    # The other servers of a cluster learn about it a moment later.
    for port in set(server.ports):
        end = asyncio.get_running_loop().time() + TIMEOUT
        while await handshake(port) != 101:
            assert asyncio.get_running_loop().time() < end, "the ban does not end"
            await asyncio.sleep(0.02)
    assert (await ann.join(room, kind="open"))["state"] == {"a": "1"}, "the room's state is kept"
    assert (await Client.connect(server.port, token=bob.token)).id == bob.id


async def test_operator_resets_password_and_renames_an_account(server, data):
    """The operator gives the owner of a name a new password, which signs out all sessions, and then
    a new name. The old name becomes free."""
    eve = await claimed(server, "Eve", port=server.ports[-1])
    password = (await order(data, "reset-password", "eve")).split()[-1]
    assert await eve.close_code() == 4001
    assert (await login(server, "Eve"))[1]["code"] == "bad-login"
    assert (await login(server, "Eve", password))[1]["participant"]["id"] == eve.id
    ann = await Client.connect(server.port, "Ann")
    assert "Another participant" in await order(data, "rename", ann.id, "EVE", status=65)
    await order(data, "rename", "Eve", "Evelyn")
    for port in set(server.ports):
        assert (await person(server, "Evelyn", port=port))[1]["id"] == eve.id
        assert (await person(server, "Eve", port=port))[0] == 404


def stored_reports(data):
    """Returns the stored reports, oldest first."""
    if store.is_redis():
        # Redis prints each report as a string of JSON.
        written = Redis.one.ask(data, "--json", "LRANGE", "{people}reports", "0", "-1")
        return [json.loads(line) for line in json.loads(written)]
    path = os.path.join(data, "reports.jsonl")
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


async def test_operator_prints_the_newest_reports_safely(server, data):
    """Players report others from any server. The operator's command prints the newest reports that
    fit, and no text in them can control a terminal."""
    ann, bob = await Client.connect(server.ports[0], "Ann"), await Client.connect(server.ports[-1], "Bob\u009b")
    for one in (ann, bob):
        await one.join("tea")
    bob.send(type="say", room="tea", id="s", text="You \u202e fool")
    await ann.expect("said")

    async def report(number, **more):
        message = {
            "type": "report",
            "room": "tea",
            "id": f"r{number}",
            "participant": bob.id,
            "text": "He calls me names.",
        }
        ann.send(**dict(message, **more))
        return await ann.expect("reported", "error", where=lambda m: m.get("id") == f"r{number}")

    assert (await report(0))["type"] == "reported"
    assert (await report(1, participant="p-nobody"))["code"] == "bad-message"
    assert (await report(2, text="x" * 2_001))["code"] == "too-large"
    assert (await report(3, room="elsewhere"))["code"] == "not-joined"
    told = await order(data, "reports")
    assert "He calls me names." in told and "\u202e" not in told, told
    assert json.loads(told)["chat"][0]["text"] == "You \u202e fool", told
    for number in range(4, 8):
        assert (await report(number, text="é" * 1_000))["type"] == "reported"
    assert (await report(8))["code"] == "rate-limited"
    told = [json.loads(line) for line in (await order(data, "reports")).splitlines()]
    assert [report["text"][0] for report in told] == ["H", "é", "é", "é", "é"], told
    assert [json.loads(line) for line in (await order(data, "reports", "--limit", "2")).splitlines()] == told[3:]
    assert [json.loads(line) for line in (await order(data, "reports", "--before", "3")).splitlines()] == told[:2]
    found = stored_reports(data)
    first = found[0]
    assert len(found) == 5 and first["room"] == "tea" and first["by"]["id"] == ann.id, first
    assert first["about"]["id"] == bob.id and first["about"]["address"] == "127.0.0.1", first
    assert first["text"] == "He calls me names." and first["chat"][0]["text"] == "You \u202e fool", first
    # All servers share one list, which includes reports that another server received.
    bob.send(type="report", room="tea", id="b", participant=ann.id, text="She calls me names.")
    await bob.expect("reported")
    sockets = glob.glob(f"{data}/admin.sock*")
    same(len(sockets), len(server.ports), "the sockets for orders")
    for place in sockets:
        status, text, _ = await asyncio.to_thread(run, "reports", "--admin-socket", place)
        lists = [json.loads(line) for line in text.splitlines()]
        assert status == 0 and lists[:5] == told, lists
        same([report["about"]["id"] for report in lists[5:]], [ann.id], "the report by another server")


@pytest.mark.stores("directory")
async def test_backup_and_restore_of_a_directory(tmp_path):
    """A backup of a running server contains its rooms, bans and reports. `restore` puts them into
    another directory, or replaces the old one. A backup with an injected trigger is refused."""
    data, other, file = (str(tmp_path / name) for name in ("data", "other", "backup"))
    server = await Server(["--data", data]).start()
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    for one in (ann, bob):
        await one.join("tea", kind="open")
    await ann.delta("tea", {"a": "1"})
    ann.send(type="report", room="tea", id="r", participant=bob.id, text="He calls me names.")
    await ann.expect("reported")
    await order(data, "ban", "127.0.0.9")
    # A separate thread writes the report.
    path, end = os.path.join(data, "reports.jsonl"), time.monotonic() + TIMEOUT
    while not os.path.exists(path) or os.path.getsize(path) == 0:
        assert time.monotonic() < end, "no report is written"
        await asyncio.sleep(0.02)
    status, _, wrong = await asyncio.to_thread(run, "backup", file, "--data", data)
    assert status == 0 and stat.S_IMODE(os.stat(file).st_mode) == 0o600, wrong
    await order(data, "ban", "127.0.0.9", "--end")
    assert await server.stop() == 0

    assert run("check", file)[0] == 0
    status, _, wrong = run("restore", file, "--data", other)
    assert status == 0, wrong
    status, _, wrong = run("restore", file, "--data", data, "--force")
    assert status == 0, wrong
    assert any(name.startswith("moderation.json.replaced-") for name in os.listdir(data)), os.listdir(data)
    assert not any("restoring" in name for name in os.listdir(data)), os.listdir(data)
    for place in (data, other):
        assert all(stat.S_IMODE(os.stat(os.path.join(place, name)).st_mode) == 0o600 for name in os.listdir(place)), (
            os.listdir(place)
        )
        with open(os.path.join(place, "moderation.json"), encoding="utf-8") as kept:
            assert list(json.load(kept)["banned"]) == ["127.0.0.9"]
        with open(os.path.join(place, "reports.jsonl"), encoding="utf-8") as kept:
            assert json.loads(kept.readline())["text"] == "He calls me names."
    server = await Server(["--data", other]).start()
    assert (await server.json("/api/rooms/tea"))["state"] == {"a": "1"}
    assert "banned, muted, closed rooms: 1, 0, 0" in await order(other, "status")
    assert await server.stop() == 0

    database = sqlite3.connect(file)
    database.execute("CREATE TRIGGER evil AFTER INSERT ON room BEGIN DELETE FROM room; END")
    database.commit()
    database.close()
    status, _, wrong = run("restore", file, "--data", data, "--force")
    assert status != 0 and "trigger evil" in wrong, wrong


@pytest.mark.stores("redis")
async def test_backup_of_a_redis_starts_another_redis(tmp_path):
    """Another Redis can start with the backup of a Redis, as described in docs/CLUSTER.md. `backup`
    overwrites no file."""
    data, file = str(tmp_path / "data"), str(tmp_path / "copy")
    server = await Server(["--data", data]).start()
    ann = await Client.connect(server.port, "Ann")
    await ann.join("tea", kind="open")
    await ann.delta("tea", {"a": "1"})
    address = Redis.address(data)
    status, told, wrong = await asyncio.to_thread(run, "backup", file, "--store", address)
    assert status == 0 and "Copied redis+unix:" in told and stat.S_IMODE(os.stat(file).st_mode) == 0o600, told + wrong
    assert sorted(os.listdir(tmp_path)) == ["copy", "data"], "something is left beside it"
    # This delta comes after the backup.
    await ann.delta("tea", {"a": "2"})
    status, _, wrong = await asyncio.to_thread(run, "backup", file, "--store", address)
    assert status == 73 and "already exists" in wrong, wrong
    status, _, wrong = await asyncio.to_thread(run, "backup", f"{file}2", "--store", address.split("?")[0] + "?db=1000")
    assert status == 74 and "There are no rooms" in wrong and not os.path.exists(f"{file}2"), wrong
    assert await server.stop() == 0

    other = Redis(file)
    try:
        other.databases = Redis.one.databases
        place = other.place(data)
        assert run("check", "--store", place)[0] == 0
        # Enable its append-only file again, so that it can restart normally.
        other.ask(data, "config", "set", "appendonly", "yes")
        end = time.monotonic() + TIMEOUT
        while not {"aof_rewrite_in_progress:0", "aof_rewrite_scheduled:0"} <= set(
            other.ask(data, "info", "persistence").split()
        ):
            assert time.monotonic() < end, other.ask(data, "info", "persistence")
            await asyncio.sleep(0.02)
        other.kill()
        other.start()
        server = await Server(["--store", place]).start()
        assert (await server.json("/api/rooms/tea"))["state"] == {"a": "1"}
        assert await server.stop() == 0
    finally:
        other.end()

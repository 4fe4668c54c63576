"""Makes write and fsync fail under the server, and damages its directory.

Nothing acknowledged is lost, clients receive nothing that could not be stored, and the server
reports the fault in /healthz and its log. These tests cover the files of a directory.
test_contract_crash.py covers Redis.
"""

import asyncio
import json
import os
import random
import sqlite3
import struct
import subprocess

import pytest

from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.commands import run
from gomokutest.environment import SEED, SMALL_WEB
from gomokutest.server import Server
from gomokutest.witness import Load


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """A library that makes write and fsync of the database's files fail on request."""
    path = str(tmp_path_factory.mktemp("library") / "faults.so")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "faults.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", path, source, "-ldl"], check=True)
    return path


@pytest.mark.parametrize(("fault", "word"), [("sync", "disk"), ("write", "full"), ("read-only", "disk")])
async def test_failing_disk_rejects_deltas_until_it_works_again(library, tmp_path, fault, word):
    """While fsync fails, the disk is full or the file system is read-only, the server rejects
    deltas and broadcasts none of them. When the disk works again, the server accepts the same
    IDs."""
    data, switch = str(tmp_path / "data"), tmp_path / "switch"
    server = await Server(["--data", data], env=dict(os.environ, LD_PRELOAD=library, FAULTS=str(switch))).start()
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    await ann.join("lunch", kind="open")
    await bob.join("lunch", kind="open")
    for number in range(20):
        same((await ann.delta("lunch", {"n": number}))["type"], "delta", "before")
    switch.write_text(fault)
    refused = []
    for number in range(100, 120):
        answer = await ann.delta("lunch", {"n": number}, id=f"r{number}")
        same((answer["type"], answer.get("code")), ("reject", "read-only"), "while the disk does not work")
        refused.append(f"r{number}")
        assert word in answer["message"], answer["message"]
    # Sends many deltas without waiting, so that the room judges some on top of others that fail.
    for number in range(50):
        ann.send(type="delta", room="lunch", id=f"p{number}", set={"n": number})
    for number in range(50):
        found = await ann.expect("reject", "delta", where=lambda m, id=f"p{number}": m["id"] == id)
        same(found["type"], "reject", "pipelined")
    status, _, body = await server.get("/healthz")
    same((status, json.loads(body)["status"]), (503, "failing"), "/healthz")
    await server.said("error", word)
    eve = await Client.connect(server.port, "Eve")
    same((await eve.join("lunch", kind="open"))["state"], {"n": 19}, "what a newcomer sees")
    switch.unlink()
    answer = await ann.delta("lunch", {"n": 200}, id=refused[0])
    same((answer["type"], answer["rev"]), ("delta", 21), "the same id once the disk works again")
    same((await server.get("/healthz"))[0], 200, "/healthz")
    shown = [m["rev"] for m in [await bob.expect("delta") for _ in range(21)]]
    same(shown, list(range(1, 22)), "what Bob was shown")
    await server.kill()
    again = await Server(["--data", data]).start()
    same([d["set"]["n"] for d in await again.history("lunch")], [*range(20), 200], "what is stored")
    same(await again.stop(), 0, "exit status")


SECTOR = 512
# The header that faults.c writes before the replaced bytes.
NOTE = struct.Struct("=qqqq")


def cut_power(data, undo, rng):
    """Undoes a random half of the sectors that were written since the last sync of their file.
    Returns their number."""
    undone = 0
    for notes in sorted(undo.iterdir()):
        noted, sectors, size, place = notes.read_bytes(), {}, None, 0
        # The kill may have truncated the last record. Its write has not happened then.
        while len(noted) - place >= NOTE.size:
            offset, count, length, before = NOTE.unpack_from(noted, place)
            place += NOTE.size
            old = noted[place : place + length]
            if len(old) < length:
                break
            place += length
            size = before if size is None else size
            for start in range(0, count, SECTOR):
                sectors.setdefault(offset + start, old[start : start + SECTOR])
        file = data / notes.name
        if not file.exists():
            continue
        content = bytearray(file.read_bytes())
        for start in [start for start in sectors if rng.random() < 0.5]:
            undone += 1
            # Bytes that were beyond the end of the file become zeros, or are beyond the end again.
            size_now = min(SECTOR, len(content) - start)
            old = sectors[start].ljust(max(0, size_now), b"\0")
            content += bytes(max(0, start - len(content)) if old else 0)
            content[start : start + SECTOR] = old
        if size is not None and rng.random() < 0.3:
            del content[size:]
        file.write_bytes(content)
        notes.write_bytes(b"")
    return undone


@pytest.mark.parametrize("durability", ["full", "os"])
async def test_power_failures_lose_no_acknowledged_delta(library, tmp_path, thorough, durability):
    """The power fails repeatedly. Each time a random half of the sectors that were written since
    the last sync is lost. With --durability full no acknowledged delta is lost or stored twice.
    With `os` some are, which proves that the library loses writes."""
    rng = random.Random(f"{SEED} {durability}")
    data, undo = tmp_path / "data", tmp_path / "undo"
    undo.mkdir()
    environment = dict(os.environ, LD_PRELOAD=library, FAULTS_UNDO=str(undo))
    server = Server(["--data", str(data), "--durability", durability], env=environment)
    await server.start()
    undone = 0
    async with Load(rng, lambda room, seat: server.port) as load:
        for _ in range(1 if durability == "os" else 20 if thorough else 3):
            await load.go_on(rng.randrange(20, 200))
            await asyncio.sleep(rng.uniform(0, 0.05))  # The random moment itself.
            await server.kill()
            undone += cut_power(data, undo, rng)
            await server.start()
        if durability == "full":
            await load.go_on_everywhere(20)
            await load.end(server)
        else:
            await load.until(lambda: load.witness.faults, "nothing is lost without syncs")
    print(f"{undone} sectors undone; {load.witness}; TEST_SEED={SEED}")
    await server.stop()


def start(data):
    """Starts a server in a directory that it cannot use. Returns its exit status and errors."""
    status, _, wrong = run("--port", "0", "--web", SMALL_WEB, "--data", str(data))
    return status, wrong


async def server_with_room(data):
    """Returns a running server with a room, and the client that created the room."""
    server = await Server(["--data", str(data)]).start()
    ann = await Client.connect(server.port, "Ann")
    await ann.join("lunch", kind="open")
    await ann.delta("lunch", {"n": 1})
    return server, ann


async def test_directory_in_use_is_refused(tmp_path):
    """A second server in the same directory refuses to start, and the first one goes on."""
    server, ann = await server_with_room(tmp_path)
    status, wrong = start(tmp_path)
    same((status, "Another gomoku-server already uses" in wrong), (74, True), wrong)
    same((await ann.delta("lunch", {"n": 2}))["type"], "delta", "the first goes on")
    await server.stop()


async def test_damaged_or_foreign_database_is_refused_unchanged(tmp_path, thorough):
    """A damaged file, or a file of another program or a newer version, is refused with an
    explanation and left unchanged. OpenTests.swift tests every kind of damage."""
    server, _ = await server_with_room(tmp_path)
    await server.stop()
    file = tmp_path / "gomoku.sqlite"
    good = file.read_bytes()
    damages = [good[:100] + b"\xff" * 900 + good[1000:], b"x" * 4096, b"SQLite format 3\0" + b"\0" * 4080]
    for damaged in damages if thorough else damages[:1]:
        file.write_bytes(damaged)
        status, wrong = start(tmp_path)
        same((status, "damaged" in wrong or "another program" in wrong), (74, True), wrong)
        same(file.read_bytes(), damaged, "the file is left alone")
    file.write_bytes(good)
    database = sqlite3.connect(file)
    database.execute("PRAGMA user_version = 99")
    database.close()
    status, wrong = start(tmp_path)
    same((status, "newer gomoku-server" in wrong), (74, True), wrong)


def test_directory_that_cannot_be_created_is_explained():
    """If the directory cannot be created, the server explains it and exits with status 74."""
    status, wrong = start("/proc/nowhere")
    same((status, "cannot be created" in wrong), (74, True), wrong)

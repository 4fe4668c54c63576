"""Kills servers and Redis at random moments under load. Nothing that a player received is lost or
stored twice.

Clients in several rooms (refereed games and open ones, shared and private state) record every delta
that they receive. After each SIGKILL they reconnect with their tokens and resume. Then they send
their unanswered deltas again with the same IDs, and also some that were answered.

The server moves deltas from its journal to segments all the time (--file-every), so that nearly
every kill interrupts such a move. In the end the test reads the whole history of every room and
compares it with everything that the clients received. `gomoku-server check` checks the store.

For a longer run, set these environment variables (defaults in parentheses):

    KILLS=200              kills in each test of a directory or a cluster (8)
    MIGRATION_KILLS=20     kills during the migration of a store of format 6 (3)
    DURABILITY=os          the server's --durability (full)
    TEST_SEED=N            the seed of the random choices
"""

import asyncio
import contextlib
import json
import os
import random
import shutil
import sqlite3
import subprocess

import pytest

from gomokutest import live
from gomokutest.commands import assert_sound
from gomokutest.environment import ROOT, SEED, TIMEOUT, WEB, binary
from gomokutest.redis import Redis
from gomokutest.server import Server
from gomokutest.witness import Load

KILLS = int(os.environ.get("KILLS", "8"))
MIGRATION_KILLS = int(os.environ.get("MIGRATION_KILLS", "3"))
DURABILITY = os.environ.get("DURABILITY", "full")
FILE_EVERY = 3000
# The number of deltas that a room keeps in memory. The IDs of older ones are looked up in the
# segments.
REMEMBERED = 8
FIXTURES = os.path.join(ROOT, "Tests", "GomokuStoreTests", "Fixtures")
OLD_ROOMS, OLD_DELTAS = 16, 500

# `make test` runs the first part, `make test-all` runs all of them.
PARTS = [0, *(pytest.param(part, marks=pytest.mark.full) for part in range(1, 8))]
pytestmark = pytest.mark.timeout(300 + 3 * KILLS + 30 * MIGRATION_KILLS)


def seeded(*words):
    """Returns a random source for the run, and prints the seed for failure reports."""
    print(f"TEST_SEED={SEED}")
    return random.Random(f"{SEED} {words}")


def arguments(*place):
    return [*place, "--durability", DURABILITY, "--file-every", str(FILE_EVERY), "--history-per-room", str(REMEMBERED)]


async def wait_for_kill_moment(rng, load):
    """Waits until the random moment of a kill: soon after some deltas are acknowledged, so that
    there is something to lose, or soon after a start."""
    if rng.random() < 0.8:
        await load.go_on(rng.randrange(1, 40))
    await asyncio.sleep(rng.uniform(0, 0.1))


async def stop(servers):
    statuses = await asyncio.gather(*(server.stop() for server in servers))
    assert statuses == [0] * len(servers), f"SIGTERM ended servers with {statuses}"


@pytest.mark.parametrize("part", PARTS)
async def test_killing_a_server_loses_no_delta(part, data):
    """A server is killed at random moments under load and restarted, many times. Its directory
    contains every delta that a player received exactly once."""
    rng = seeded("server", part)
    data = os.path.join(data, f"{part}")
    server = await Server(arguments("--data", data)).start()
    async with Load(rng, lambda *_: server.port, rooms=3, pace=0) as load:
        for _ in range(KILLS):
            await wait_for_kill_moment(rng, load)
            await server.kill()
            await server.start()
        await load.end(server)
    await stop([server])
    assert_sound("--data", data)
    assert load.witness.again, "nothing was sent again"


@pytest.mark.full
@pytest.mark.parametrize("part", range(8))
async def test_killing_servers_and_redis_loses_no_delta(part, data):
    """Servers of a cluster of three, their Redis, or both are killed at random moments under load.
    Redis contains every delta that a player received exactly once, and the other servers go on."""
    rng = seeded("cluster", part)
    redis = Redis()
    place = "--store", redis.place(data)
    servers = [Server(arguments(*place), alone=True) for _ in range(3)]
    try:
        await asyncio.gather(*(server.start() for server in servers))
        async with Load(rng, lambda *_: rng.choice(servers).port, rooms=3) as load:
            for _ in range(KILLS):
                await wait_for_kill_moment(rng, load)
                await kill_some(rng, redis, rng.choice(servers))
                ended = [server.process.returncode for server in servers if server.process.returncode is not None]
                assert not ended, f"a server has ended by itself with {ended}"
            await load.end(rng.choice(servers))
        await stop(servers)
        assert_sound(*place)
        assert load.witness.again, "nothing was sent again"
    finally:
        redis.end()


async def kill_some(rng, redis, server):
    """Kills a server, the Redis, or both, and restarts them."""
    victims = rng.choice([("server",), ("redis",), ("redis", "server")])
    if "redis" in victims:
        redis.kill()
    if "server" in victims:
        await server.kill()
    if "redis" in victims:
        # Clients act while Redis is down.
        await asyncio.sleep(rng.uniform(0, 0.1))
        redis.start()
    if "server" in victims:
        await server.start()


def old_store(directory):
    """Creates a store of format 6 whose rooms have many deltas. Returns the deltas by room."""
    file = os.path.join(directory, "gomoku.sqlite")
    shutil.copy(os.path.join(FIXTURES, "store-v6.sqlite"), file)
    rooms = {}
    with contextlib.closing(sqlite3.connect(file)) as database:
        for number in range(OLD_ROOMS):
            name = f"old-{number}"
            row = database.execute(
                "INSERT INTO room (name, kind, epoch, host, created, rev, changed)"
                " VALUES (?, 'open', 'k', 'p-0', 1, ?, ?)",
                [name, OLD_DELTAS, 1_700_000_000_000 + number],
            ).lastrowid
            deltas = [
                (
                    row,
                    "",
                    rev,
                    f"p-{rev % 3}",
                    1_700_000_000_000 + rev,
                    f"id{rev}",
                    json.dumps({"n": rev, "text": "x" * (rev % 50)}),
                )
                for rev in range(1, OLD_DELTAS + 1)
            ]
            database.executemany(
                "INSERT INTO delta (room, owner, rev, by, at, id, changes) VALUES (?, ?, ?, ?, ?, ?, ?)", deltas
            )
            rooms[name] = [(delta[2], delta[3], delta[5], json.loads(delta[6])) for delta in deltas]
        database.commit()
    return rooms


class Migration:
    """A server that migrates a copy of an old store."""

    def __init__(self, directory):
        self.directory = directory

    async def start(self):
        program = os.environ.get("SERVER") or binary("gomoku-server")
        self.began = asyncio.get_running_loop().time()
        self.process = await asyncio.create_subprocess_exec(
            program,
            "--port",
            "0",
            "--data",
            self.directory,
            "--web",
            WEB,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        live.started(self)

    async def done(self):
        """Waits for the end of the migration. Returns its duration since the start in seconds."""
        while b"listening" not in (line := await asyncio.wait_for(self.process.stdout.readline(), TIMEOUT)):
            assert line, f"the migration ended with {await self.process.wait()}"
        return asyncio.get_running_loop().time() - self.began

    def abandon(self):
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()

    async def kill(self):
        self.abandon()
        await self.process.wait()
        live.ended(self)

    def format(self):
        """Returns the format of the store."""
        with contextlib.closing(sqlite3.connect(os.path.join(self.directory, "gomoku.sqlite"))) as database:
            return database.execute("PRAGMA user_version").fetchone()[0]


@pytest.mark.parametrize("part", PARTS[:4])
async def test_killing_a_migration_loses_no_delta(part, tmp_path):
    """A server is killed at random moments during the migration of a store of format 6. Afterwards
    another server migrates the store, and has every delta of every room."""
    rng = seeded("migration", part)
    model = tmp_path / "model"
    model.mkdir()
    rooms = old_store(model)

    async def begun(name):
        shutil.copytree(model, tmp_path / name)
        migration = Migration(str(tmp_path / name))
        await migration.start()
        return migration

    # The duration of an uninterrupted migration, within which the kills occur.
    undisturbed = await begun("undisturbed")
    took = await undisturbed.done()
    await undisturbed.kill()
    assert undisturbed.format() > 6
    interrupted = number = 0
    while number < MIGRATION_KILLS or (not interrupted and 0 < MIGRATION_KILLS <= number < MIGRATION_KILLS + 12):
        # The first migration has warmed up the caches, so later ones may end before their kill.
        # Kill earlier then.
        if number >= MIGRATION_KILLS:
            took /= 2
        migration = await begun(f"{number}")
        await asyncio.sleep(rng.uniform(0, took))  # The random moment itself.
        await migration.kill()
        interrupted += migration.format() == 6
        server = await Server(["--data", migration.directory], alone=True).start()
        for name in rng.sample(sorted(rooms), 5):
            found = [(d["rev"], d["by"], d.get("id"), d["set"]) for d in await server.history(name)]
            assert found == rooms[name], f"{name} has {len(found)} deltas, or other ones, after kill {number}"
        await stop([server])
        assert_sound("--data", migration.directory)
        shutil.rmtree(migration.directory)
        number += 1
    print(f"a migration takes {took:.2f} s; {interrupted} of {number} were killed before they were done")
    assert interrupted or not MIGRATION_KILLS, "no migration was killed before it was done"

"""A store that may have lost deltas that clients received begins new epochs. A returning client
gets a snapshot of the stored state, and never deltas of another history. A store that lost nothing
keeps its epochs.

In each test Ann receives revisions 1 to 20 of a room, and the store is then set back to revision 10
in some way. Finally Bob plays different revisions 11 to 25, and Ann returns with `since` 20 and the
epoch that she knows.
"""

import asyncio
import contextlib
import glob
import os
import shutil
import sqlite3

import pytest

from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.commands import assert_sound, run
from gomokutest.environment import TIMEOUT
from gomokutest.preload import Clock
from gomokutest.sentinel import Instance, own_address
from gomokutest.server import Server


class History:
    """The part of the room's history that Ann has received."""

    def __init__(self, server):
        self.server = server
        self.ann = self.token = self.epoch = None

    async def play(self, until):
        """Lets Ann play up to that revision."""
        if not self.ann:
            self.ann = await Client.connect(self.server.port, "Ann", self.token)
            known = await self.ann.join("one", kind="open")
            self.token, self.epoch = self.ann.token, known["epoch"]
            self.rev = known["rev"]
        for number in range(self.rev + 1, until + 1):
            same((await self.ann.delta("one", {"n": f"ann {number}"}, id=f"a{number}"))["rev"], number, "her revision")
        self.rev = until

    async def stop(self):
        self.ann = None
        same(await self.server.stop(), 0, "the exit status")

    async def kill(self):
        self.ann = None
        await self.server.kill()

    async def begins_new_epoch(self, server, since=10):
        """Lets Bob play from revision `since` to 25 on this server. Fails unless Ann, when she
        returns, gets a snapshot of a new epoch."""
        bob = await Client.connect(server.port, "Bob")
        found = await bob.join("one", kind="open")
        same((found["type"], found["rev"]), ("snapshot", since), "what is stored")
        for number in range(since + 1, 26):
            same((await bob.delta("one", {"n": f"bob {number}"}))["rev"], number, "his revision")
        ann = await Client.connect(server.port, "Ann", self.token)
        back = await ann.join("one", kind="open", since=self.rev, epoch=self.epoch)
        same((back["type"], back.get("rev"), back.get("state")), ("snapshot", 25, {"n": "bob 25"}), "the answer")
        assert back["epoch"] not in (self.epoch, ""), back["epoch"]
        same(back["epoch"], found["epoch"], "the epoch that Bob was told")
        page = await server.json("/api/rooms/one/history?from=24")
        same((page["epoch"], page["rev"]), (back["epoch"], 25), "the page of the history")
        # A room that is created now has the same epoch for every client that loads it.
        new = (await bob.join("two", kind="open"))["epoch"]
        same((await bob.delta("two", {"n": "1"}))["rev"], 1, "the first delta of another room")
        await self.continues_epoch(server, "two", new, bob.token, since=1)

    async def continues_epoch(self, server, room="one", epoch=None, token=None, since=20):
        """Fails unless a returning client gets the deltas after its last revision, before and after
        a restart."""
        for restart in (False, True):
            if restart:
                same(await server.stop(), 0, "the exit status")
                await server.start()
            back = await Client.connect(server.port, token=token or self.token)
            answer = await back.join(room, kind="open", since=since - 1, epoch=epoch or self.epoch)
            same(answer["type"], "deltas", "the answer")
            same([delta["rev"] for delta in answer["deltas"]], [since], "the deltas")


@pytest.fixture
def place(tmp_path):
    """The server's directory."""
    return str(tmp_path / "data")


def copy_in_place(source, target, names=None):
    """Copies files over existing ones and keeps their times, like `cp -p`. Removes other files of
    the store."""
    for name in os.listdir(target):
        if name.startswith("gomoku.sqlite-"):
            os.remove(f"{target}/{name}")
    for name in names or os.listdir(source):
        if os.path.isfile(f"{source}/{name}"):
            shutil.copy2(f"{source}/{name}", f"{target}/{name}")


async def start(place, *options):
    return await Server(["--data", place, *options]).start()


# MARK: a directory


async def test_restored_backup_begins_a_new_epoch(tmp_path, place):
    """`restore` of a backup from revision 10."""
    history = History(await start(place))
    await history.play(10)
    same(run("backup", str(tmp_path / "copy"), "--data", place)[0], 0, "the status of backup")
    await history.play(20)
    await history.stop()
    same(run("restore", str(tmp_path / "copy"), "--data", place, "--force")[0], 0, "the status of restore")
    server = await start(place)
    await history.begins_new_epoch(server)
    await server.said("The store is a copy or a backup")
    same(await server.stop(), 0, "the exit status")
    assert_sound("--data", place)


async def test_backup_copied_by_hand_begins_a_new_epoch(tmp_path, place):
    """A backup that is copied over the store without `restore`, after its server was killed."""
    history = History(await start(place))
    await history.play(10)
    same(run("backup", str(tmp_path / "gomoku.sqlite"), "--data", place)[0], 0, "the status of backup")
    await history.play(20)
    await history.kill()
    copy_in_place(str(tmp_path), place, ["gomoku.sqlite"])
    await history.begins_new_epoch(await start(place))


@pytest.mark.parametrize("way", ["elsewhere", "in its place", "over the files", "over one file"])
async def test_directory_copied_by_hand_begins_a_new_epoch(tmp_path, place, way):
    """A copy of the directory of a stopped server. It is used elsewhere, moved into the old
    directory's place, or copied over its files. In one case only the store's file is copied."""
    copy = str(tmp_path / "copy")
    history = History(await start(place))
    await history.play(10)
    await history.stop()
    shutil.copytree(place, copy)
    history.server = await start(place)
    await history.play(20)
    await history.stop()
    if way == "elsewhere":
        place = copy
    elif way == "in its place":
        shutil.rmtree(place)
        os.rename(copy, place)
    else:
        copy_in_place(copy, place, ["gomoku.sqlite"] if way == "over one file" else None)
    await history.begins_new_epoch(await start(place))


async def test_copy_of_a_running_server_begins_a_new_epoch(tmp_path, place):
    """A copy that was made while the server ran. After the server has stopped, it is copied over
    the files of the same run."""
    copy = str(tmp_path / "copy")
    history = History(await start(place))
    await history.play(10)
    os.mkdir(copy)
    with contextlib.closing(sqlite3.connect(f"{place}/gomoku.sqlite")) as database:
        database.execute("VACUUM INTO ?", [f"{copy}/gomoku.sqlite"])
    await history.play(20)
    await history.stop()
    copy_in_place(copy, place)
    await history.begins_new_epoch(await start(place))


async def test_import_into_a_directory_begins_a_new_epoch(tmp_path, place):
    """A new directory that is filled from an export at revision 10."""
    history = History(await start(place))
    await history.play(10)
    same(run("export", str(tmp_path / "records"), "--data", place)[0], 0, "the status of export")
    await history.play(20)
    await history.stop()
    new = str(tmp_path / "new")
    same(run("import", str(tmp_path / "records"), "--data", new)[0], 0, "the status of import")
    await history.begins_new_epoch(await start(new))
    assert_sound("--data", new)
    # Exported epochs do not contain the store's generation.
    same(run("export", str(tmp_path / "again"), "--data", new)[0], 0, "the status of the second export")
    assert f'"{history.epoch}"' in (tmp_path / "again").read_text(), "the epoch in the file"


def write_last_use(place, use):
    """Changes the record of the store's last use."""
    with contextlib.closing(sqlite3.connect(f"{place}/gomoku.sqlite")) as database:
        same(database.execute("UPDATE meta SET value = ? WHERE key = 'use'", [use]).rowcount, 1, "the rows")
        database.commit()


async def test_power_cut_with_durability_os_begins_a_new_epoch(place):
    """The machine stopped while the server ran with `--durability os`."""
    history = History(await start(place, "--durability", "os"))
    await history.play(20)
    await history.kill()
    write_last_use(place, "os another-boot")
    server = await start(place, "--durability", "os")
    await history.begins_new_epoch(server, since=20)
    await server.said("The machine stopped while the server ran with --durability os")


async def test_damaged_write_ahead_log_begins_a_new_epoch(place):
    """The server was killed, and the middle of its write-ahead log is damaged."""
    history = History(await start(place))
    await history.play(20)
    await history.kill()
    with open(f"{place}/gomoku.sqlite-wal", "r+b") as log:
        used = len(log.read().rstrip(b"\0"))
        log.seek(used * 3 // 4)
        log.write(b"damage")
    server = await start(place)
    bob = await Client.connect(server.port, "Bob")
    found = (await bob.join("one", kind="open"))["rev"]
    assert found < 20, found
    await history.begins_new_epoch(server, since=found)
    await server.said("The store's write-ahead log was damaged")


@pytest.mark.parametrize("durability", ["full", "os"])
async def test_directory_that_lost_nothing_keeps_its_epoch(tmp_path, place, durability):
    """After SIGKILL, a stop, a restart, and a rename of the directory clients get the deltas that
    they missed."""
    history = History(await start(place, "--durability", durability))
    await history.play(20)
    await history.kill()
    await history.server.start()
    await history.continues_epoch(history.server)
    same(await history.server.stop(), 0, "the exit status")
    os.rename(place, tmp_path / "moved")
    server = await start(str(tmp_path / "moved"), "--durability", durability)
    await history.continues_epoch(server)
    same([line for line in server.log if "new epochs" in line], [], "warnings")


async def test_power_cut_with_durability_full_keeps_the_epoch(place):
    """The machine stopped while the server ran with the default durability. Nothing is lost."""
    history = History(await start(place))
    await history.play(20)
    await history.kill()
    write_last_use(place, "full another-boot")
    await history.continues_epoch(await start(place))


# MARK: a Redis


class OwnRedis(Instance):
    """A Redis of a single test whose append-only file can be truncated."""

    def __init__(self, port):
        super().__init__(own_address(), port)
        self.options = ["--store", f"redis://{self.address}:{port}/0"]

    def log_file(self):
        return glob.glob(f"{self.directory}/appendonlydir/*.incr.aof")[0]

    def size(self):
        return os.path.getsize(self.log_file())

    def lose_after(self, size):
        """Restarts Redis with an append-only file that ends at `size`."""
        self.kill()
        os.truncate(self.log_file(), size)
        self.start()

    def meta(self, field):
        return self.ask("hget", "meta", field).strip()

    async def noted(self, server, field, before):
        """Waits until the server has changed the field and accepts clients. A server accepts
        clients only after it has checked whether other servers have taken its rooms."""
        async with asyncio.timeout(TIMEOUT):
            while self.meta(field) == before or (await server.get("/readyz"))[0] != 200:
                pass  # Redis does not report a changed field.


@pytest.fixture
def redis():
    with contextlib.closing(OwnRedis(7231)) as running:
        yield running


async def test_redis_that_lost_its_tail_begins_a_new_epoch(redis):
    """The append-only file of Redis ends at revision 10, and no server was running meanwhile."""
    history = History(await Server(redis.options, alone=True).start())
    await history.play(10)
    size = redis.size()
    await history.play(20)
    await history.kill()
    redis.lose_after(size)
    server = await Server(redis.options, alone=True).start()
    await history.begins_new_epoch(server)
    await server.said("was restarted while no server ran")
    same(await server.stop(), 0, "the exit status")
    assert_sound(*redis.options)


async def test_restored_redis_begins_a_new_epoch(tmp_path, redis):
    """A backup of Redis from revision 10, restored as docs/CLUSTER.md describes."""
    history = History(await Server(redis.options, alone=True).start())
    await history.play(10)
    same(run("backup", str(tmp_path / "copy"), *redis.options)[0], 0, "the status of backup")
    await history.play(20)
    await history.stop()
    redis.kill()
    shutil.rmtree(f"{redis.directory}/appendonlydir")
    shutil.copy(tmp_path / "copy", f"{redis.directory}/dump.rdb")
    redis.arguments += ["--appendonly", "no"]
    redis.start()
    redis.ask("config", "set", "appendonly", "yes")
    await history.begins_new_epoch(await Server(redis.options, alone=True).start())


async def test_import_into_a_redis_begins_a_new_epoch(tmp_path, place, redis):
    """An empty Redis that is filled from an export at revision 10."""
    history = History(await start(place))
    await history.play(10)
    same(run("export", str(tmp_path / "records"), "--data", place)[0], 0, "the status of export")
    await history.play(20)
    await history.stop()
    same(run("import", str(tmp_path / "records"), *redis.options)[0], 0, "the status of import")
    await history.begins_new_epoch(await Server(redis.options, alone=True).start())
    assert_sound(*redis.options)
    same(run("export", str(tmp_path / "again"), *redis.options)[0], 0, "the status of the second export")
    assert f'"{history.epoch}"' in (tmp_path / "again").read_text(), "the epoch in the file"


async def test_redis_that_lost_its_tail_while_in_use_begins_a_new_epoch(tmp_path, redis):
    """Redis restarts with data from a minute ago under a running server that has not written to the
    room."""
    history = History(await Server(redis.options, alone=True).start())
    await history.play(10)
    size = redis.size()
    await history.play(20)
    await history.stop()
    server = await Server(redis.options, alone=True, clock=Clock(tmp_path)).start()
    await server.skip(60)
    redis.lose_after(size)
    await redis.noted(server, "generation", "")
    await history.begins_new_epoch(server)


async def test_redis_that_lost_nothing_keeps_the_epoch(redis):
    """After SIGKILL of the server, a stop, and a restart of Redis under a running server, clients
    get the deltas that they missed."""
    history = History(await Server(redis.options, alone=True).start())
    await history.play(20)
    await history.kill()
    await history.server.start()
    await history.continues_epoch(history.server)
    run_before = redis.meta("run")
    redis.kill()
    redis.start()
    await redis.noted(history.server, "run", run_before)
    await history.continues_epoch(history.server)
    same(redis.meta("generation"), "", "the generation")
    await history.stop()

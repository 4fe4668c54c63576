"""Clients that read nothing attack a server in a container with a memory limit. The kernel must not
kill the server."""

import contextlib
import os
import signal
import time

import pytest

from gomokutest import attack
from gomokutest.attack import Bystander, build_large_rooms, connect_from, join_unread, until_newcomers_make_rooms
from gomokutest.environment import TIMEOUT
from gomokutest.websocket import Closed

pytestmark = pytest.mark.full

# The memory limits of the container and of the server, in megabytes.
CONTAINER, MEMORY = 600, 450
CONNECTIONS, ADDRESSES, ROOMS = 1_300, 9, 8


class Container:
    """A Linux control group (version 1 or 2) with a memory limit."""

    def __init__(self):
        version_1 = "/sys/fs/cgroup/memory"
        self.is_old = os.path.isdir(version_1)
        parent = version_1 if self.is_old else "/sys/fs/cgroup"
        self.path = f"{parent}/gomoku-{os.getpid()}"
        os.mkdir(self.path)
        self._write("memory.limit_in_bytes" if self.is_old else "memory.max", CONTAINER << 20)

    def _write(self, name, value):
        with open(f"{self.path}/{name}", "w", encoding="ascii") as file:
            file.write(f"{value}")

    def enter(self):
        """Moves the calling process into the control group."""
        self._write("cgroup.procs", os.getpid())

    def read(self, name):
        with open(f"{self.path}/{name}", encoding="ascii") as file:
            return file.read()

    @property
    def peak(self):
        """The peak memory use in megabytes."""
        return int(self.read("memory.max_usage_in_bytes" if self.is_old else "memory.peak")) / 2**20

    def close(self):
        """Kills processes that a failed test has left in the control group, and removes it."""
        end = time.monotonic() + TIMEOUT
        while True:
            for process in self.read("cgroup.procs").split():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(process), signal.SIGKILL)
            try:
                return os.rmdir(self.path)
            except OSError:
                if time.monotonic() > end:
                    raise
            time.sleep(0.01)  # A control group does not signal that it is empty.


async def test_unread_snapshots_do_not_kill_a_server_in_a_cgroup(tmp_path):
    """1,300 connections from 9 addresses join rooms of 1 MiB and never read. The server survives,
    and answers another client's pings."""
    try:
        container = Container()
    except OSError as reason:
        pytest.skip(f"no control group can be made here ({reason}): run this as root")
    with contextlib.closing(container):
        options = ["--durability", "os", "--memory", str(MEMORY)]
        server = await attack.host(str(tmp_path), *options, preexec_fn=container.enter).start()
        await build_large_rooms(server, ROOMS)
        greedy, refused = [], 0
        async with Bystander(server) as bystander:
            for number in range(CONNECTIONS):
                try:
                    client = await connect_from(f"127.0.0.{2 + number % ADDRESSES}", server.port)
                except (ConnectionError, Closed):
                    refused += 1
                    continue
                with contextlib.suppress(ConnectionError):
                    await join_unread(client, f"large-{number % ROOMS}")
                greedy.append(client)
            await bystander.answered(5)
            assert server.process.returncode is None, "the kernel has killed the server"
            for client in greedy:
                client.cut()
            await until_newcomers_make_rooms(server)
        print(f"  at most {container.peak:.0f} MB of {CONTAINER}; {refused} of {CONNECTIONS} connections refused")
        assert await server.stop() == 0

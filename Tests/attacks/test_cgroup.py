"""A server in a container with a limit of memory: clients that read nothing do not get it killed by the kernel."""

import contextlib
import os

import pytest

from gomokutest import attack
from gomokutest.attack import Bystander, connect_from, fill, until
from gomokutest.client import Client
from gomokutest.websocket import Closed

pytestmark = pytest.mark.full

# Megabytes that the container may have, and that the server is told.
CONTAINER, MEMORY = 600, 450
CONNECTIONS, ADDRESSES, ROOMS = 1_300, 9, 8


class Container:
    """A control group with a limit of memory, of either version of Linux' control groups."""

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
        """Puts the calling process into it."""
        self._write("cgroup.procs", os.getpid())

    def read(self, name):
        with open(f"{self.path}/{name}", encoding="ascii") as file:
            return file.read()

    @property
    def peak(self):
        """The most that it has used, in megabytes."""
        return int(self.read("memory.max_usage_in_bytes" if self.is_old else "memory.peak")) / 2**20

    def close(self):
        os.rmdir(self.path)


async def test_unread_snapshots_in_a_container(tmp_path):
    """1,300 connections from 9 addresses join rooms of 1 MiB and never read. The kernel kills nobody, and a bystander
    goes on."""
    try:
        container = Container()
    except OSError as reason:
        pytest.skip(f"no control group can be made here ({reason}): run this as root")
    with contextlib.closing(container):
        options = ["--durability", "os", "--memory", str(MEMORY)]
        server = await attack.host(str(tmp_path), *options, preexec_fn=container.enter).start()
        builder = await Client.connect(server.port, "Builder")
        for number in range(ROOMS):
            await builder.join(f"large-{number}", kind="open")
            await fill(builder, f"large-{number}", 17, 60_000, key=lambda n: f"k{n}")
        greedy, refused = [], 0
        async with Bystander(server) as bystander:
            for number in range(CONNECTIONS):
                try:
                    client = await connect_from(f"127.0.0.{2 + number % ADDRESSES}", server.port)
                except (ConnectionError, Closed):
                    refused += 1
                    continue
                client.socket.writer.transport.pause_reading()
                client.send(type="join", room=f"large-{number % ROOMS}", kind="open")
                with contextlib.suppress(ConnectionError):
                    await client.socket.writer.drain()
                greedy.append(client)
            await bystander.answered(5)
            assert server.process.returncode is None, "the kernel has killed the server"
            for client in greedy:
                client.cut()

            async def is_free():
                late = await Client.connect(server.port, "Late")
                answer = await late.join("another")
                late.cut()
                return answer["type"] == "snapshot"

            await until("a newcomer may make a room again", is_free)
        print(f"  at most {container.peak:.0f} MB of {CONTAINER}; {refused} of {CONNECTIONS} connections refused")
        assert await server.stop() == 0

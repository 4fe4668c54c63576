"""Clients that read nothing, or never finish a message. The data that the server holds for them
counts against its memory limit."""

import asyncio

import pytest

from gomokutest import attack
from gomokutest.attack import (
    build_large_rooms,
    connect_from,
    join_unread,
    resident,
    until,
    until_newcomers_make_rooms,
)
from gomokutest.client import Client

# The server's memory limit in megabytes. The server itself needs up to 50 MB, and the rooms 4 MB.
MEMORY = 120
ROOMS = 4
# The maximum size of a message in bytes.
MESSAGE = 65_536


def unsent(port):
    """Returns the megabytes that the kernel holds for sending from a port of this machine."""
    with open("/proc/net/tcp", encoding="ascii") as file:
        fields = [line.split() for line in file.read().splitlines()[1:]]
    return sum(int(one[4].split(":")[0], 16) for one in fields if int(one[1].split(":")[1], 16) == port) / 2**20


class Game:
    """A game of two players, which must go on under every attack."""

    @classmethod
    async def start(cls, server):
        self = cls()
        self.players = [await Client.connect(server.port, name) for name in ("Ann", "Bob")]
        for client in self.players:
            await client.join("game")
        ann, bob = self.players
        await ann.delta("game", {"game": "1", "x": ann.id})
        await bob.delta("game", {"o": bob.id})
        self.points = iter(f"{letter}{number}" for number in (2, 4, 6, 8, 10, 12) for letter in "acegikmo")
        self.count = 0
        return self

    async def move(self):
        """Makes a move for the player whose turn it is."""
        self.count += 1
        mover = self.players[(self.count - 1) % 2]
        answer = await mover.move("game", self.count, next(self.points), id=f"m{self.count}")
        assert answer["type"] == "delta", answer


async def join(client, number):
    """Joins a large room without reading any answer."""
    await join_unread(client, f"large-{number % ROOMS}")


async def begin(client, number):
    """Sends the beginning of a message, and never the rest."""
    client.socket.frame(1, b"x" * (MESSAGE - 4_096), fin=False)
    await client.socket.writer.drain()


@pytest.mark.parametrize(
    ("act", "addresses", "connections"),
    [pytest.param(join, 9, 300, marks=pytest.mark.full), (join, 100, 300), (begin, 100, 1_300)],
    ids=["snapshots to few addresses", "snapshots to many addresses", "unfinished messages"],
)
async def test_unread_output_stays_within_the_memory_limit(tmp_path, act, addresses, connections):
    """Many clients make the server hold data for them. The server stays within its memory limit and
    disconnects the clients that hold most if necessary. A game goes on."""
    server = await attack.host(
        str(tmp_path), "--durability", "os", "--memory", str(MEMORY), "--connections-per-address", "1000"
    ).start()
    await build_large_rooms(server, ROOMS)
    game = await Game.start(server)
    await game.move()
    quiet, most, in_kernel = resident(server), 0.0, 0.0

    async def watch():
        nonlocal most, in_kernel
        while True:
            most, in_kernel = max(most, resident(server)), max(in_kernel, unsent(server.port))
            await asyncio.sleep(0.05)

    watching, greedy = asyncio.create_task(watch()), []
    for number in range(connections):
        address = number % addresses
        client = await connect_from(f"127.0.{1 + address // 200}.{1 + address % 200}", server.port, f"Mallory {number}")
        greedy.append(client)
        await act(client, number)
        if number % 50 == 0:
            await game.move()
    await game.move()

    async def evicted():
        return (await server.metrics())["gomoku_evictions_total"]

    if addresses > 9:
        await until("the server disconnects some", evicted)
    else:
        assert await evicted() == 0
    watching.cancel()
    print(f"  {quiet:.0f} MB before, at the most {most:.0f} and {in_kernel:.0f} in the kernel")
    assert most + in_kernel < MEMORY * 1.25, f"{most:.0f} MB and {in_kernel:.0f} in the kernel"
    for client in greedy:
        client.cut()
    await until_newcomers_make_rooms(server)
    await game.move()
    assert await server.stop() == 0


async def test_players_are_disconnected_last(tmp_path):
    """The server runs out of memory and disconnects strangers. A player of a running game stays
    connected, even with the largest outbox of all clients."""
    server = await attack.host(
        str(tmp_path), "--durability", "os", "--memory", str(MEMORY), "--connections-per-address", "1000"
    ).start()
    await build_large_rooms(server, 1)
    await build_large_rooms(server, ROOMS, "half", 8)
    game = await Game.start(server)
    await game.move()
    ann = game.players[0]
    await join_unread(ann, "large-0")
    greedy = []

    async def evicted():
        return (await server.metrics())["gomoku_evictions_total"]

    while await evicted() < 20:
        number = len(greedy)
        assert number < 1_000, "the server has disconnected no client"
        address = f"127.0.{1 + number // 200}.{1 + number % 200}"
        greedy.append(await connect_from(address, server.port, f"Mallory {number}"))
        await join_unread(greedy[-1], f"half-{number % ROOMS}")
    for client in greedy:
        client.cut()
    ann.socket.writer.transport.resume_reading()
    assert (await ann.expect("snapshot"))["room"] == "large-0"
    await game.move()
    assert await server.stop() == 0

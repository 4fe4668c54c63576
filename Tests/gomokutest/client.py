"""A client of the wire protocol.

ann = await Client.connect(server.port, "Ann")
await ann.join("lunch")
await ann.delta("lunch", {"game": "1", "x": ann.id})
"""

import asyncio
import json

from .environment import TIMEOUT
from .websocket import Closed, Socket


class Client:
    """A client with an identity."""

    def __init__(self, socket):
        self.socket = socket
        self.count = 0
        self.id = self.token = self.welcome = None

    @classmethod
    async def connect(cls, port, name=None, token=None, **options):
        self = cls(await Socket.open(port, **options))
        hello = {"type": "hello"}
        if name:
            hello["name"] = name
        if token:
            hello["token"] = token
        self.socket.send(hello)
        self.welcome = await self.expect("welcome")
        self.id, self.token = self.welcome["participant"]["id"], self.welcome["token"]
        return self

    def send(self, **message):
        self.socket.send(message)

    async def receive(self):
        # Not `asyncio.wait_for`: it can lose a cancellation if its task completes in the same loop
        # iteration.
        async with asyncio.timeout(TIMEOUT):
            return json.loads(await self.socket.receive())

    async def expect(self, *types, where=lambda message: True):
        """Returns the next message that has one of these types and satisfies `where`. Skips other
        messages."""
        while True:
            message = await self.receive()
            if message["type"] in types and where(message):
                return message

    async def join(self, room, **more):
        self.send(type="join", room=room, **more)
        return await self.expect("snapshot", "deltas", "error")

    async def delta(self, room, set, **more):
        """Sends a delta, waits for the server's answer to it, and returns that answer."""
        self.count += 1
        name = more.pop("id", f"{self.count}")
        self.send(type="delta", room=room, id=name, set=set, **more)
        return await self.expect(
            "delta", "reject", where=lambda m: m.get("id") == name and m.get("by", self.id) == self.id
        )

    async def move(self, room, number, point, **more):
        column, row = ord(point[0]) - ord("a"), 15 - int(point[1:])
        set = {"move": str(number), f"col{number}": str(column), f"row{number}": str(row)}
        return await self.delta(room, set, **more)

    async def close_code(self):
        """Returns the code with which the server closes the connection. Skips all messages before
        it."""
        try:
            while True:
                await self.receive()
        except Closed as closed:
            return closed.code

    def cut(self):
        self.socket.cut()


def applied(values, set):
    """Returns the values after a delta. Null deletes a key."""
    values = dict(values)
    for key, value in set.items():
        if value is None:
            values.pop(key, None)
        else:
            values[key] = value
    return values


async def follow(client, values, until):
    """Applies deltas until the condition holds."""
    while not until(values):
        values = applied(values, (await client.expect("delta"))["set"])
    return values

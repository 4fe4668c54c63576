"""Clients of the wire protocol for synchronous tests, which drive browser windows.

wire = Wire(page_server)
ann, bob = wire.claim("Ann"), wire.claim("Bob")
wire.do(people.rated_game("lunch", ann, bob))
wire.play("lunch", ann, bob, "h8 i9", first=7)
wire.delta(bob, "lunch", result="x", reason="resign")
"""

import asyncio
import contextlib
import json
import threading
import urllib.request

from . import people
from .client import Client
from .environment import TIMEOUT


class Wire:
    """Clients of one server, on an event loop in a separate thread."""

    def __init__(self, server):
        """`server`: a PageServer."""
        self.server = server
        self.clients = []
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def do(self, work):
        """Runs a coroutine of a client and returns its result."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(2 * TIMEOUT)

    def connect(self, name=None, token=None):
        """Connects a client as a guest, or as the participant who owns the token."""
        client = self.do(Client.connect(self.server.port, name, token))
        self.clients.append(client)
        return client

    def claim(self, name, password=people.PASSWORD):
        """Connects a client and claims `name` for it."""
        client = self.connect(name)
        answer = self.do(people.claim(client, name, password))
        assert answer["type"] == "account", answer
        return client

    def login(self, name, password=people.PASSWORD):
        """Connects a client with a new session of the account `name`."""
        client, answer = self.do(people.login(self.server, name, password))
        self.clients.append(client)
        assert answer["type"] == "welcome", answer
        return client

    def delta(self, client, room, **keys):
        """Sends a delta. Fails unless the server accepts it."""
        answer = self.do(client.delta(room, keys))
        assert answer["type"] == "delta", answer

    def play(self, room, x, o, points, first=1):
        """Plays the points in turn. `first`: the number of the first move."""
        for number, point in enumerate(points.split(), first):
            answer = self.do((x if number % 2 else o).move(room, number, point))
            assert answer["type"] == "delta", answer

    def get(self, path):
        """Returns the JSON at /api/PATH."""
        with urllib.request.urlopen(f"{self.server.url}/api/{path}", timeout=TIMEOUT) as answer:
            return json.load(answer)

    async def _cut(self):
        for client in self.clients:
            client.cut()
            with contextlib.suppress(OSError):
                await client.socket.writer.wait_closed()

    def close(self):
        """Closes all connections and ends the thread."""
        self.do(self._cut())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

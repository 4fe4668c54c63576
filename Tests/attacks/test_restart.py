"""A restart of the server with many connected clients. None is refused meanwhile, and all
reconnect.

    CLIENTS=2000     the number of clients (200)
    BACK_WITHIN=2    the seconds after SIGTERM within which all must have reconnected (no limit)

The goal is two seconds with an optimised build on an idle machine.
"""

import asyncio
import os
import socket
import time

from gomokutest.client import Client
from gomokutest.environment import binary
from gomokutest.server import Server
from gomokutest.websocket import Closed

CLIENTS = int(os.environ.get("CLIENTS", "200"))
BACK_WITHIN = float(os.environ.get("BACK_WITHIN", "inf"))


async def test_restart_under_socket_activation_refuses_no_connection(tmp_path):
    """A service manager that holds the listening socket restarts the server. Clients are closed
    with 1001, the first new connection of each is accepted, and a timed game costs its players no
    time."""
    directory = str(tmp_path / "data")
    with socket.create_server(("127.0.0.1", 0), backlog=4096) as listening:
        port = listening.getsockname()[1]
        script = tmp_path / "start"
        command = os.path.abspath(os.environ.get("SERVER") or binary("gomoku-server"))
        script.write_text(
            f'#!/bin/bash\nLISTEN_PID=$$ LISTEN_FDS=1 exec "{command}" "$@" 3<&{listening.fileno()}\n', encoding="utf-8"
        )
        script.chmod(0o700)

        async def start():
            return await Server(
                ["--data", directory], command=str(script), alone=True, pass_fds=[listening.fileno()]
            ).start()

        server = await start()
        clients = []
        for first in range(0, CLIENTS, 100):
            some = range(first, min(CLIENTS, first + 100))
            clients += await asyncio.gather(*(Client.connect(port, f"Client {number}") for number in some))
        ann, bob = clients[:2]
        for one in (ann, bob):
            await one.join("timed")
        await ann.delta("timed", {"game": "1", "clock": "60+0", "x": ann.id})
        await bob.delta("timed", {"o": bob.id})
        asked = time.monotonic()
        for number, (one, point) in enumerate(((ann, "h8"), (bob, "a1"), (ann, "i8")), 1):
            assert (await one.move("timed", number, point))["type"] == "delta"

        async def come_back(client):
            try:
                while True:
                    await client.socket.receive()
            except Closed as closed:
                assert closed.code == 1001, closed
                client.cut()
            again = await Client.connect(port, token=client.token)
            assert again.id == client.id, "another identity"
            return again

        back = [asyncio.create_task(come_back(client)) for client in clients]
        # Let the clients wait for messages.
        await asyncio.sleep(0)
        began = time.monotonic()
        assert await server.stop() == 0
        ended = time.monotonic()
        server = await start()
        started = time.monotonic()
        again = await asyncio.gather(*back)
        took = time.monotonic() - began
        print(
            f"  {CLIENTS} clients: ended after {ended - began:.2f} s, listening after {started - began:.2f}, "
            f"all back after {took:.2f}"
        )
        assert took < BACK_WITHIN, f"all are back after {took:.1f} s"
        state = (await again[1].join("timed"))["state"]
        assert "result" not in state and int(state["oTime"]) > 60_000 - (ended - asked) * 1_000 - 1_000, state
        for client in again:
            client.cut()
        assert await server.stop() == 0

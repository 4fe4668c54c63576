#!/usr/bin/env python3
"""The server is restarted with many people connected: none is refused meanwhile, and all come back. `CLIENTS=2000` takes more of
them; the aim is that all are back within two seconds of SIGTERM, of an optimised build on a quiet machine. The last line is
"N passed, N failed"."""

import asyncio
import os
import socket
import tempfile
import time

from attack import Count, blackbox
from blackbox import Client, Closed, Server, binary

CLIENTS = int(os.environ.get("CLIENTS", "200"))
# On a machine that is busy with other things, with a build that is not optimised.
PATIENT = float(os.environ.get("BACK_WITHIN", "60"))


async def restarted(directory):
    with socket.create_server(("127.0.0.1", 0), backlog=4096) as listening:
        port = listening.getsockname()[1]
        script = os.path.join(directory, "start")
        command = os.environ.get("SERVER") or binary("gomoku-server")
        with open(script, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\nLISTEN_PID=$$ LISTEN_FDS=1 exec "{command}" "$@" 3<&{listening.fileno()}\n')
        os.chmod(script, 0o700)

        async def start():
            return await Server(["--data", directory], command=script, pass_fds=[listening.fileno()]).start()

        server = await start()
        clients = []
        for first in range(0, CLIENTS, 100):
            some = range(first, min(CLIENTS, first + 100))
            clients += await asyncio.gather(*(Client.connect(port, f"Client {number}") for number in some))
        ann, bob = clients[:2]
        for one in (ann, bob):
            await one.join("timed")
        values = (await ann.delta("timed", {"game": "1", "clock": "60+0", "x": ann.id}))["set"]
        await bob.delta("timed", {"o": bob.id})
        asked = time.monotonic()
        for number, (one, point) in enumerate(((ann, "h8"), (bob, "a1"), (ann, "i8")), 1):
            values = (await one.move("timed", number, point))["set"]

        async def come_back(client):
            try:
                while True:
                    await client.socket.receive()
            except Closed as closed:
                assert closed.code == 1001, closed
                client.cut()
            again = await Client.connect(port, token=client.token)
            assert again.id == client.id, "somebody else"
            return again

        back = [asyncio.create_task(come_back(client)) for client in clients]
        # They listen.
        await asyncio.sleep(0)
        began = time.monotonic()
        assert await server.stop() == 0
        ended = time.monotonic()
        server = await start()
        started = time.monotonic()
        again = await asyncio.gather(*back)
        took = time.monotonic() - began
        print(f"  {CLIENTS} clients: ended after {ended - began:.2f} s, listening after {started - began:.2f}, all back after {took:.2f}")
        assert took < PATIENT, f"all are back after {took:.1f} s"
        state = (await again[1].join("timed"))["state"]
        assert "result" not in state and int(state["oTime"]) > 60_000 - (ended - asked) * 1_000 - 1_000, state
        for client in again:
            client.cut()
        assert await server.stop() == 0


async def main():
    count = Count()
    with tempfile.TemporaryDirectory() as directory:
        await count.run("a restart", restarted(directory))
    count.close()


if __name__ == "__main__":
    asyncio.run(main())

"""Pings a server from a process of its own, so that only the server's time counts: PYTHONPATH=Tests python3 -m
gomokutest.bystander PORT

Prints a line for each ping, until standard input ends or the server is gone: when it was sent (seconds of the
monotonic clock), and how many seconds its answer took.
"""

import asyncio
import os
import sys
import time

from .attack import connect_from
from .websocket import Closed

# How long it waits from an answer to the next ping, in seconds: short enough for a hundred pings in a quarter of a
# second.
PAUSE = 0.002


async def main():
    # A client on another machine does not wait for this one's processors.
    if os.geteuid() == 0:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    client = await connect_from("127.0.0.254", int(sys.argv[1]), "Bystander apart")
    number = 0
    try:
        while True:
            sent = time.monotonic()
            client.send(type="ping", at=number)
            await client.expect("pong", where=lambda m, number=number: m["at"] == number)
            print(sent, time.monotonic() - sent, flush=True)
            number += 1
            await asyncio.sleep(PAUSE)
    except (Closed, ConnectionError, OSError, asyncio.IncompleteReadError):
        pass


if __name__ == "__main__":
    asyncio.run(main())

#!/usr/bin/env python3
"""Somebody in a process of its own who pings a server, so that only the server's time counts: Tests/attacks/bystander.py PORT

A line for each ping, until standard input ends or the server is gone: when it was sent (seconds of the monotonic clock), and how many
seconds its answer took."""

import asyncio
import sys
import time

from attack import blackbox, connect_from


async def main():
    client = await connect_from("127.0.0.254", int(sys.argv[1]), "Bystander apart")
    number = 0
    try:
        while True:
            sent = time.monotonic()
            client.send(type="ping", at=number)
            await client.expect("pong", where=lambda m: m["at"] == number)
            print(sent, time.monotonic() - sent, flush=True)
            number += 1
            await asyncio.sleep(0.02)
    except (blackbox.Closed, ConnectionError, OSError, asyncio.IncompleteReadError):
        pass


if __name__ == "__main__":
    asyncio.run(main())

#!/usr/bin/env python3
"""Behind a reverse proxy everybody comes from one address: limits count by what the proxy says, and nobody else is believed.

The last line is "N passed, N failed"."""

import asyncio
import tempfile

from attack import connect_from, server
from blackbox import Count, Refused

LIMIT = 8


async def arrive(host, value, header="X-Forwarded-For", address="127.0.0.1"):
    return await connect_from(address, host.port, "Somebody", headers=[(header, value)])


async def refused(*arguments, **more):
    try:
        (await arrive(*arguments, **more)).cut()
    except Refused as refusal:
        return refusal.status
    return None


async def counted(host):
    """So many connections of one client, whatever it says of itself, and others still get in."""
    clients = [await arrive(host, "203.0.113.9") for _ in range(LIMIT)]
    assert await refused(host, "203.0.113.9") == 429
    assert await refused(host, "198.51.100.1, 203.0.113.9") == 429, "what the client has written is not believed"
    assert await refused(host, "for=198.51.100.1, for=203.0.113.9;proto=https", "Forwarded") == 429
    assert await refused(host, "203.0.113.9, 127.0.0.1") == 429, "proxies behind proxies"
    others = [await arrive(host, f"198.51.100.{number}") for number in range(3 * LIMIT)]
    others.append(await arrive(host, 'for="[2001:db8::7]:4711"', "Forwarded"))
    clients[0].cut()
    for _ in range(100):
        if await refused(host, "203.0.113.9") is None:
            break
        await asyncio.sleep(0.05)
    else:
        raise AssertionError("a connection that has gone counts on")
    for client in clients[1:] + others:
        client.cut()


async def not_believed(host):
    """Who is no trusted proxy is counted by its own address."""
    clients = [await arrive(host, f"198.51.100.{number}", address="127.0.0.2") for number in range(LIMIT)]
    try:
        await arrive(host, "192.0.2.1", address="127.0.0.2")
    except Exception:
        pass
    else:
        raise AssertionError(f"{LIMIT + 1} connections of one address")
    assert any("X-Forwarded-For" in line for line in host.log), "the log says that a proxy is not trusted"
    for client in clients:
        client.cut()


async def main():
    count = Count()
    with tempfile.TemporaryDirectory() as directory:
        host = await server(
            directory, "--connections-per-address", str(LIMIT), "--trusted-proxy", "127.0.0.1",
            "--trusted-proxy", "2001:db8:ffff::/48").start()
        await count.run("counted", counted(host))
        await count.run("not believed", not_believed(host))
        await host.stop()
    count.close()


if __name__ == "__main__":
    asyncio.run(main())

#!/usr/bin/env python3
"""Behind a reverse proxy everybody comes from one address: limits count by what the proxy says, and nobody else is believed.

The last line is "N passed, N failed"."""

import asyncio
import tempfile

from attack import Count, connect_from, server, until
from blackbox import Refused

LIMIT = 8


async def arrive(host, value, header="X-Forwarded-For", address="127.0.0.1"):
    return await connect_from(address, host.port, "Somebody", headers=[(header, value)])


async def refused(*arguments, **more):
    try:
        (await arrive(*arguments, **more)).cut()
    except Refused as refusal:
        return refusal.status
    return None


async def admitted(*arguments):
    return await refused(*arguments) is None


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
    await until("a connection that has gone counts no more", lambda: admitted(host, "203.0.113.9"))
    for client in clients[1:] + others:
        client.cut()


async def network(host):
    """An IPv6 network of 64 bits is one customer's: it counts as one address."""
    clients = [await arrive(host, f"2001:db8:1:1::{number}") for number in range(LIMIT)]
    assert await refused(host, "2001:db8:1:1:ffff::1") == 429
    clients.append(await arrive(host, "2001:db8:1:2::1"))
    for client in clients:
        client.cut()


async def headers(host):
    """A proxy that speaks for others in a PROXY header is believed; what is none is closed."""
    async def come(header, path="/healthz"):
        reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
        writer.write(header)
        # Apart, so that the server may see the one without the other.
        await writer.drain()
        writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        try:
            line = await asyncio.wait_for(reader.readline(), 20)
        except ConnectionError:
            line = b""
        writer.close()
        return line

    async def open_socket(client):
        """A WebSocket, kept open."""
        reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
        writer.write(f"PROXY TCP4 {client} 127.0.0.1 1 2\r\nGET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode())
        return writer, await asyncio.wait_for(reader.readline(), 20)

    signature = b"\r\n\r\n\0\r\nQUIT\n"
    for header in (b"PROXY TCP4 203.0.113.9 127.0.0.1 1 2\r\n", b"PROXY UNKNOWN\r\n", signature + b"\x20\0\0\0",
                   signature + bytes([0x21, 0x11, 0, 12, 203, 0, 113, 9, 127, 0, 0, 1, 1, 2, 3, 4])):
        assert b" 200 " in await come(header), header
    for header in (b"", b"PROXY nonsense\r\n", signature + b"\x31\0\0\0"):
        assert await come(header) == b"", header
    opened = [await open_socket("203.0.113.9") for _ in range(LIMIT)]
    assert all(b" 101 " in line for _, line in opened), opened
    assert b" 429 " in (await open_socket("203.0.113.9"))[1], "one client too often"
    assert b" 101 " in (await open_socket("203.0.113.10"))[1], "another one"
    for writer, _ in opened:
        writer.close()


async def not_believed(host):
    """Who is no trusted proxy is counted by its own address."""
    clients = [await arrive(host, f"198.51.100.{number}", address="127.0.0.2") for number in range(LIMIT)]
    try:
        await arrive(host, "192.0.2.1", address="127.0.0.2")
    except Exception:
        pass
    else:
        raise AssertionError(f"{LIMIT + 1} connections of one address")
    await host.said("X-Forwarded-For")
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
        await count.run("a network", network(host))
        await host.stop()
    with tempfile.TemporaryDirectory() as directory:
        host = server(
            directory, "--connections-per-address", str(LIMIT), "--trusted-proxy", "127.0.0.1", "--proxy-protocol")
        await host.start()
        await count.run("PROXY headers", headers(host))
        await host.stop()
    count.close()


if __name__ == "__main__":
    asyncio.run(main())

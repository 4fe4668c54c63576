"""Behind a reverse proxy all clients have the same address. The limits use the address that a
trusted proxy reports, and ignore reports of other proxies."""

import asyncio

import pytest

from gomokutest import attack
from gomokutest.attack import connect_from, until
from gomokutest.client import Client
from gomokutest.environment import TIMEOUT
from gomokutest.websocket import Closed, Refused

LIMIT = 8
TRUSTED = "--connections-per-address", str(LIMIT), "--trusted-proxy", "127.0.0.1"
OPTIONS = *TRUSTED, "--trusted-proxy", "2001:db8:ffff::/48"


async def arrive(server, value, header="X-Forwarded-For", address="127.0.0.1"):
    return await connect_from(address, server.port, "Visitor", headers=[(header, value)])


async def refused(*arguments, **more):
    """Returns the status with which a client is refused, or None if it is admitted."""
    try:
        (await arrive(*arguments, **more)).cut()
    except Refused as refusal:
        return refusal.status
    return None


async def admitted(*arguments):
    return await refused(*arguments) is None


async def test_trusted_proxy_clients_are_counted_by_their_own_address(server):
    """The server counts a client's connections by the address that the proxy reports, whatever the
    client claims. Other clients are admitted."""
    clients = [await arrive(server, "203.0.113.9") for _ in range(LIMIT)]
    assert await refused(server, "203.0.113.9") == 429
    assert await refused(server, "198.51.100.1, 203.0.113.9") == 429, "what the client has written is believed"
    assert await refused(server, "for=198.51.100.1, for=203.0.113.9;proto=https", "Forwarded") == 429
    assert await refused(server, "203.0.113.9, 127.0.0.1") == 429, "proxies behind proxies"
    others = [await arrive(server, f"198.51.100.{number}") for number in range(3 * LIMIT)]
    others.append(await arrive(server, 'for="[2001:db8::7]:4711"', "Forwarded"))
    clients[0].cut()
    await until("a connection that has gone counts no more", lambda: admitted(server, "203.0.113.9"))
    for client in clients[1:] + others:
        client.cut()


async def test_ipv6_network_of_64_bits_counts_as_one_address(server):
    """An IPv6 network of 64 bits belongs to one customer, so it counts as one address."""
    clients = [await arrive(server, f"2001:db8:1:1::{number}") for number in range(LIMIT)]
    assert await refused(server, "2001:db8:1:1:ffff::1") == 429
    clients.append(await arrive(server, "2001:db8:1:2::1"))
    for client in clients:
        client.cut()


async def test_ipv4_mapped_addresses_count_as_ipv4(server):
    """nginx and haproxy report IPv4 clients of a dual-stack listener as IPv4-mapped IPv6 addresses.
    Each counts as the IPv4 address."""
    clients = [await arrive(server, f"::ffff:203.0.113.{number}") for number in range(3 * LIMIT)]
    same = [await arrive(server, f"{prefix}203.0.113.99") for prefix in ("", "::ffff:") for _ in range(LIMIT // 2)]
    assert await refused(server, "::ffff:203.0.113.99") == 429
    assert await refused(server, "203.0.113.99") == 429
    for client in clients + same:
        client.cut()


async def test_untrusted_forwarded_headers_are_ignored(server):
    """The server counts the connections of an untrusted proxy by the proxy's own address, and logs
    that it sends X-Forwarded-For."""
    clients = [await arrive(server, f"198.51.100.{number}", address="127.0.0.2") for number in range(LIMIT)]
    assert await refused(server, "192.0.2.1", address="127.0.0.2") == 429
    await server.said("X-Forwarded-For")
    for client in clients:
        client.cut()


@pytest.mark.parametrize("is_trusted", [True, False], ids=["trusted", "untrusted"])
async def test_proxy_on_a_unix_socket_is_trusted_as_127_0_0_1(tmp_path, is_trusted):
    """With `--trusted-proxy 127.0.0.1` the server counts the clients of a proxy on its unix socket
    by the addresses that the proxy reports. Otherwise it counts them all as 127.0.0.1, and logs
    that it ignores the header."""
    path = str(tmp_path / "web")
    options = TRUSTED if is_trusted else TRUSTED[:2]
    server = await attack.host(str(tmp_path / "data"), "--unix-socket", path, "--no-tcp", *options).start()

    async def come(client):
        return await Client.connect(path, "Visitor", headers=[("X-Forwarded-For", client)])

    clients = [await come("203.0.113.9") for _ in range(LIMIT)]
    # The server may close the socket before the client has sent its request.
    with pytest.raises((ConnectionError, Closed)):
        await come("203.0.113.9")
    if is_trusted:
        clients.append(await come("203.0.113.10"))
    else:
        with pytest.raises((ConnectionError, Closed)):
            await come("203.0.113.10")
        await server.said("X-Forwarded-For", "not a trusted proxy")
    for client in clients:
        client.cut()
    assert await server.stop() == 0


async def test_proxy_protocol_header_is_required_from_a_trusted_proxy(tmp_path):
    """With --proxy-protocol the server uses the PROXY header of a trusted proxy, and closes
    connections without one."""
    server = await attack.host(str(tmp_path), *TRUSTED, "--proxy-protocol").start()

    async def come(header, path="/healthz"):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(header)
        # The server may receive the header before the request.
        await writer.drain()
        writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        try:
            line = await asyncio.wait_for(reader.readline(), TIMEOUT)
        except ConnectionError:
            line = b""
        writer.close()
        return line

    async def open_socket(client):
        """Opens a WebSocket. Returns its writer and the first line of the response."""
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(
            f"PROXY TCP4 {client} 127.0.0.1 1 2\r\n"
            "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        return writer, await asyncio.wait_for(reader.readline(), TIMEOUT)

    signature = b"\r\n\r\n\0\r\nQUIT\n"
    for header in (
        b"PROXY TCP4 203.0.113.9 127.0.0.1 1 2\r\n",
        b"PROXY UNKNOWN\r\n",
        signature + b"\x20\0\0\0",
        signature + bytes([0x21, 0x11, 0, 12, 203, 0, 113, 9, 127, 0, 0, 1, 1, 2, 3, 4]),
    ):
        assert b" 200 " in await come(header), header
    for header in (b"", b"PROXY nonsense\r\n", signature + b"\x31\0\0\0"):
        assert await come(header) == b"", header
    opened = [await open_socket("203.0.113.9") for _ in range(LIMIT)]
    assert all(b" 101 " in line for _, line in opened), opened
    assert b" 429 " in (await open_socket("203.0.113.9"))[1], "one connection too many"
    assert b" 101 " in (await open_socket("203.0.113.10"))[1], "another client"
    for writer, _ in opened:
        writer.close()
    assert await server.stop() == 0

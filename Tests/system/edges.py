#!/usr/bin/env python3
"""The server's edges where somebody pushes: odd requests, slow bodies, files that others may read, a file that is gone.

    python3 Tests/system/edges.py [--server PATH] [--cli PATH] [--only NAME]

The last line is "N passed, N failed".
"""

import argparse
import asyncio
import glob
import json
import os
import resource
import shutil
import stat
import tempfile
import time

from blackbox import PATIENCE, ROOT, STORE, Client, Count, Server, Socket, binary
from terminal_kit import Terminal


async def answer(port, request, pieces=(), patience=PATIENCE):
    """The bytes that come back for a request, until the server closes the line."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    try:
        for piece, pause in pieces:
            await asyncio.sleep(pause)
            writer.write(piece)
            await writer.drain()
            if reader.at_eof():
                break
    except ConnectionError:
        pass
    try:
        return await asyncio.wait_for(reader.read(), patience)
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def a_nul_in_a_path_is_refused(server):
    for path in ("/%00", "/%00%00", "/index.html%00", "/%00/index.html", "/api/rooms%00", "/%00?", "/%00?a=1", "/%00%00?aa&aa=aaa",
                 "/index.html%00?a=1&b=2", "/?a=%00", "/?a=1&b%00", "/?%00", "/%00" + 8 * "%00" + "?&%00HTTP/1.1"):
        found = await answer(server.port, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        status = found.split(b" ")[1:2]
        # Refused, or hung up on by the library; but never served as if it ended there.
        assert status in ([b"400"], [b"404"], []), (path, found[:80])
    for path in ("/", "/?", "/?room=tea", "/index.html?a=1&b=", "/?&x", "/?a&&b", "/?a=%20+b&c=%C3%A9", "/?" + "a" * 300, "/x/../?a=1"):
        assert (await server.get(path))[0] == 200, path


async def two_lengths_are_refused(server):
    for method in ("POST", "GET"):
        found = await answer(
            server.port,
            f"{method} /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n".encode())
        assert found.startswith(b"HTTP/1.1 400"), (method, found[:80])
        assert b"Connection: close" in found or b"connection: close" in found.lower(), found[:200]


async def a_body_that_trickles_is_cut(server):
    """One byte a second: the line is cut after the time for a request, long before the body is whole."""
    began = time.monotonic()
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")

    async def trickle():
        try:
            while True:
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(1)
        except ConnectionError:
            pass

    trickling = asyncio.create_task(trickle())
    try:
        await asyncio.wait_for(reader.read(), 45)
    except ConnectionError:
        pass
    finally:
        trickling.cancel()
        writer.close()
    took = time.monotonic() - began
    assert 2 < took < 45, took


async def chat_is_limited_in_bytes(server):
    ann = await Client.connect(server.port, "Ann")
    await ann.join("wide")

    def say(name, text):
        ann.socket.text(json.dumps({"type": "say", "room": "wide", "id": name, "text": text}, ensure_ascii=False))

    # One character as people count, 50 kB on the wire.
    say("zalgo", "a" + "\u0301" * 25_000)
    found = await ann.expect("error", "said")
    assert found["type"] == "error", str(found)[:200]
    say("bounded", ("e" + "\u0301" * 40) * 20)
    found = await ann.expect("error", "said")
    assert found["type"] == "error", str(found)[:200]
    for number, text in enumerate(["\u0065\u0301" * 100, "👨‍👩‍👧‍👦" * 20, "語" * 500, "a" * 500]):
        say(f"fine{number}", text)
        found = await ann.expect("error", "said")
        assert found["type"] == "said" and found["text"] == text, (number, str(found)[:200])


async def files_are_private(command):
    with tempfile.TemporaryDirectory() as folder:
        server = await Server(["--data", f"{folder}/data"], command).start()
        ann = await Client.connect(server.port, "Ann")
        await ann.join("tea")
        await ann.delta("tea", {"game": "1", "x": ann.id})
        modes = {name: stat.S_IMODE(os.stat(name).st_mode) for name in [f"{folder}/data", *glob.glob(f"{folder}/data/*")]}
        await server.stop()
        open_to_others = {name: oct(mode) for name, mode in modes.items() if mode & 0o077}
        assert len(modes) > 2 and not open_to_others, open_to_others


async def closed_to_others_even_if_it_was_open(command):
    with tempfile.TemporaryDirectory() as folder:
        data = f"{folder}/data"
        server = await Server(["--data", data], command).start()
        await server.stop()
        for name in [data, *glob.glob(f"{data}/*")]:
            os.chmod(name, 0o755 if os.path.isdir(name) else 0o644)
        server = await Server(["--data", data], command).start()
        modes = {name: oct(stat.S_IMODE(os.stat(name).st_mode)) for name in [data, *glob.glob(f"{data}/*")]}
        await server.stop()
        assert all(int(mode, 8) & 0o077 == 0 for mode in modes.values()), modes


async def lost(command, lose):
    with tempfile.TemporaryDirectory() as folder:
        server = await Server(["--data", f"{folder}/data"], command).start()
        ann = await Client.connect(server.port, "Ann")
        await ann.join("tea")
        assert (await ann.delta("tea", {"game": "1", "x": ann.id}))["type"] == "delta"
        assert (await server.get("/healthz"))[0] == 200
        lose(f"{folder}/data")
        began = time.monotonic()
        while (await server.get("/healthz"))[0] == 200:
            assert time.monotonic() - began < PATIENCE, "the server never noticed"
            await asyncio.sleep(0.02)  # polls what no event tells
        took = time.monotonic() - began
        found = await ann.delta("tea", {"o": ann.id})
        assert found["type"] == "reject" and found["code"] == "read-only", found
        ann.send(type="say", room="tea", id="s", text="hello?")
        await server.kill()
        assert any("lost" in line or "gone" in line or "another" in line for line in server.log), server.log[-5:]
        assert took < 3, f"noticed after {took:.1f} s"  # one second, and what a busy machine adds


def removed(data):
    for name in glob.glob(f"{data}/*.sqlite*") + glob.glob(f"{data}/*.db*"):
        os.unlink(name)


def replaced(data):
    for name in glob.glob(f"{data}/*.sqlite") + glob.glob(f"{data}/*.db"):
        shutil.copy(name, f"{name}.copy")
        os.replace(f"{name}.copy", name)


async def a_file_size_limit_does_not_kill(command):
    """RLIMIT_FSIZE sends SIGXFSZ, which ends a process that does not ignore it: the write fails instead, and is told."""
    with tempfile.TemporaryDirectory() as folder:
        server = await Server(["--data", f"{folder}/data"], command).start()
        ann = await Client.connect(server.port, "Ann")
        await ann.join("big", kind="open")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (200_000, 200_000))
        for number in range(40):
            found = await ann.delta("big", {f"k{number}": "x" * 20_000})
            if found["type"] == "reject":
                break
        assert found["type"] == "reject" and found["code"] == "read-only", str(found)[:200]
        assert server.process.returncode is None, server.process.returncode
        await server.kill()


async def a_hostile_clock_does_not_trap_the_terminal(cli):
    """A server of the tests' own that answers pings with times no clock has."""
    times = iter([2**63 - 1, -2**63, 9_007_199_254_740_993, -1, 2**62])
    pongs = asyncio.Event()

    async def serve(reader, writer):
        head = await reader.readuntil(b"\r\n\r\n")
        import base64
        import hashlib
        import re
        key = re.search(rb"(?i)sec-websocket-key: (\S+)", head).group(1)
        accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()).decode()
        writer.write((
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Accept: {accept}\r\nSec-WebSocket-Protocol: gomoku.v1\r\n\r\n").encode())
        socket = Socket(reader, writer)

        def send(message):
            socket.frame(1, json.dumps(message).encode(), masked=False)

        count = 0
        while True:
            message = json.loads(await receive_masked(socket))
            if message["type"] == "hello":
                send({"type": "welcome", "participant": {"id": "p-a", "name": "Ann"}, "token": "t", "server": "x", "time": 1, "limits": {}})
            elif message["type"] == "join":
                state = {
                    "game": "1", "rule": "freestyle", "x": "p-a", "o": "p-b", "move": "0", "clock": "300+5", "xTime": str(2**62),
                    "oTime": "-9223372036854775808", "turnAt": str(2**62)}
                send({
                    "type": "snapshot", "room": message["room"], "kind": "gomoku", "epoch": "k", "rev": 1, "state": state,
                    "participants": [{"id": "p-a", "name": "Ann"}], "chat": []})
            elif message["type"] == "ping":
                send({"type": "pong", "at": [message["at"], -2**63, 2**63 - 1][count % 3], "time": next(times, 2**63 - 1)})
                count += 1
                if count == 4:
                    pongs.set()

    async def receive_masked(socket):
        while True:
            first, second = await socket.reader.readexactly(2)
            length = second & 0x7F
            if length == 126:
                length = int.from_bytes(await socket.reader.readexactly(2), "big")
            key = await socket.reader.readexactly(4)
            payload = bytes(byte ^ key[index % 4] for index, byte in enumerate(await socket.reader.readexactly(length)))
            if first & 15 == 1:
                return payload
            if first & 15 == 8:
                raise ConnectionError

    async def quietly(reader, writer):
        try:
            await serve(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass

    listener = await asyncio.start_server(quietly, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal([cli, "play", f"http://127.0.0.1:{port}/?room=tea", "--guest"], folder)
        try:
            await terminal.shows("Ann (you)")
            await asyncio.wait_for(pongs.wait(), PATIENCE)
            terminal.type("p")
            await terminal.shows("Here: 1")
            terminal.type("\x1b")
            terminal.type("q")
            assert await terminal.ended() == 0
        finally:
            terminal.close()
            listener.close()


async def an_address_that_never_answered_is_named(cli):
    listener = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        silent = Terminal([cli, "play", f"http://127.0.0.1:{port}/?room=tea", "--guest"], folder)
        refusing = Terminal([cli, "play", "http://127.0.0.1:1/?room=tea", "--guest"], folder)
        try:
            await refusing.shows("Connection lost. R: try now")
            refusing.type("q")
            assert await refusing.ended() == 69
            assert "127.0.0.1 refused the connection" in refusing.raw.decode().split("\x1b[?1049l")[-1], refusing.raw[-300:]
            assert await silent.ended() == 69
            assert f"127.0.0.1:{port} does not answer" in silent.raw.decode().split("\x1b[?1049l")[-1], silent.raw[-300:]
        finally:
            silent.close()
            refusing.close()
            listener.close()


async def replay_of_a_typo(server, cli):
    process = await asyncio.create_subprocess_exec(
        cli, "replay", f"http://127.0.0.1:{server.port}", "typo", stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        env=dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE=""))
    said, complaint = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode == 66 and b"There is no room typo" in complaint and not said, (process.returncode, complaint)
    assert (await server.get("/api/rooms/typo"))[0] == 404, "looking at it has made it"


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--server")
    parser.add_argument("--cli")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    command, cli = options.server or binary("gomoku-server"), options.cli or binary("gomoku-cli")
    count = Count()
    with tempfile.TemporaryDirectory() as data:
        server = await Server(["--data", data], command).start()
        tests = {
            "a NUL in a path is refused": lambda: a_nul_in_a_path_is_refused(server),
            "two lengths are refused": lambda: two_lengths_are_refused(server),
            "a body that trickles is cut": lambda: a_body_that_trickles_is_cut(server),
            "chat is limited in bytes": lambda: chat_is_limited_in_bytes(server),
            "a hostile clock does not trap the terminal": lambda: a_hostile_clock_does_not_trap_the_terminal(cli),
            "an address that never answered is named": lambda: an_address_that_never_answered_is_named(cli),
            "a replay of a room that is not there": lambda: replay_of_a_typo(server, cli),
        }
        if STORE == "embedded":
            # What the server writes itself; who keeps rooms in a Redis leaves files to it.
            tests |= {
                "files are private": lambda: files_are_private(command),
                "files that were open are closed to others": lambda: closed_to_others_even_if_it_was_open(command),
                "a removed database is noticed": lambda: lost(command, removed),
                "a replaced database is noticed": lambda: lost(command, replaced),
                "a file size limit does not kill": lambda: a_file_size_limit_does_not_kill(command),
            }
        for name, test in tests.items():
            if options.only in name:
                await count.run(name, test())
        await server.stop()
    count.close()


asyncio.run(main())

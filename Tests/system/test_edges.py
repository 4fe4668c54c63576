"""Unusual conditions: malformed requests, slow bodies, permissions of files, and a database that
disappears."""

import asyncio
import base64
import contextlib
import glob
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import stat

import pytest
import pytest_asyncio

from gomokutest import store
from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.environment import TIMEOUT, binary
from gomokutest.preload import Clock, environment
from gomokutest.server import Server
from gomokutest.terminal import Terminal
from gomokutest.websocket import Socket

pytestmark = pytest.mark.all_stores


async def answer(port, request):
    """Sends a request, and returns all bytes until the server closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    try:
        return await asyncio.wait_for(reader.read(), TIMEOUT)
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def test_nul_in_a_path_is_refused(server):
    """The server refuses a path with a NUL, or libwebsockets hangs up. The path is never truncated
    at the NUL."""
    for path in (
        "/%00",
        "/%00%00",
        "/index.html%00",
        "/%00/index.html",
        "/api/rooms%00",
        "/%00?",
        "/%00?a=1",
        "/%00%00?aa&aa=aaa",
        "/index.html%00?a=1&b=2",
        "/?a=%00",
        "/?a=1&b%00",
        "/?%00",
        "/%00" + 8 * "%00" + "?&%00HTTP/1.1",
    ):
        found = await answer(server.port, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        assert found.split(b" ")[1:2] in ([b"400"], [b"404"], []), (path, found[:80])
    for path in (
        "/",
        "/?",
        "/?room=tea",
        "/index.html?a=1&b=",
        "/?&x",
        "/?a&&b",
        "/?a=%20+b&c=%C3%A9",
        "/?" + "a" * 300,
        "/x/../?a=1",
    ):
        assert (await server.get(path))[0] == 200, path


@pytest.mark.parametrize("method", ["POST", "GET"])
async def test_content_length_with_chunked_body_is_refused(server, method):
    """A request with both Content-Length and a chunked body, as in request smuggling, gets 400, and
    the connection closes."""
    found = await answer(
        server.port,
        f"{method} /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n"
        "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n".encode(),
    )
    assert found.startswith(b"HTTP/1.1 400"), found[:80]
    assert b"connection: close" in found.lower(), found[:200]


@pytest.mark.parametrize(
    "head",
    [
        "GET /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: +5",
        "GET /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length : 5",
        "GET /api/rooms HTTP/1.1\r\nHost: x\r\n\tContent-Length: 5",
        "POST /api/rooms HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked",
        "GET /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 5",
        "GET /api/rooms HTTP/1.1\r\nHost: x\r\nHost: y",
        "GET /api/rooms HTTP/1.1",
        "GET /api/rooms HTTP/2.7\r\nHost: x",
        "GET /api/rooms",
        "GET /api/%0aContent-Length:%205 HTTP/1.1\r\nHost: x",
    ],
    ids=lambda head: repr(head[14:]),
)
async def test_ambiguously_delimited_requests_are_refused(server, head):
    """A request that a proxy might delimit differently gets 400, and the connection closes. The
    bytes after it are never answered as another request."""
    next_request = "GET /api/home HTTP/1.1\r\nHost: x\r\n\r\n"
    found = await answer(server.port, f"{head}\r\n\r\n{next_request}".encode())
    assert found.startswith(b"HTTP/1.1 400"), found[:80]
    same(found.count(b"HTTP/1.1 "), 1, "the answers")


async def test_request_lines_may_end_with_lf_alone(server):
    """A request whose lines end with LF alone is a single request, as RFC 9112 allows. The server
    does not answer its body as another request."""
    inner = "GET /api/home HTTP/1.1\nHost: x\n\n"
    last = "GET /api/home HTTP/1.1\nHost: x\nConnection: close\n\n"
    for length, answers in ((f"Content-Length: {len(inner)}\n", 2), ("", 3)):
        found = await answer(server.port, f"GET /api/home HTTP/1.1\nHost: x\n{length}\n{inner}{last}".encode())
        same(found.count(b"HTTP/1.1 "), answers, f"the answers with {length!r}")


async def test_http_1_0_needs_no_host_header(server):
    """A request in HTTP/1.0 needs no Host header, because old health checks send none."""
    found = await answer(server.port, b"GET /healthz HTTP/1.0\r\n\r\n")
    assert found.startswith(b"HTTP/1.1 200"), found[:80]


@pytest_asyncio.fixture(scope="module")
async def clocked(tmp_path_factory):
    """A server whose clock the tests move, and that clock."""
    clock = Clock(tmp_path_factory.mktemp("clock"))
    running = await Server(alone=True, clock=clock).start()
    yield running, clock
    await running.stop()


async def skip_second_by_second(server, clock, count):
    """Lets `count` seconds pass on the server. It counts them one by one."""
    for _ in range(count):
        clock.skip(1)
        await server.get("/healthz")


async def test_slow_body_is_cut_after_ten_seconds(clocked):
    """A body that arrives byte by byte is cut after the ten seconds that any request has, long
    before it is complete."""
    server, clock = clocked
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
    seconds = 0
    while not reader.at_eof() and not reader.exception():
        assert seconds < 45, "a body may trickle for ever"
        writer.write(b"x")
        await skip_second_by_second(server, clock, 1)
        seconds += 1
    assert seconds > 2, seconds
    writer.close()


async def test_connection_without_pongs_is_closed(clocked, room):
    """A silent connection gets a ping, and is closed if no pong arrives. A connection that answers
    stays open."""
    server, clock = clocked
    silent, ann = await Client.connect(server.port, "Silent"), await Client.connect(server.port, "Ann")
    await ann.join(room)
    await silent.join(room)
    # A client answers pings while it reads.
    told = asyncio.create_task(ann.expect("participants", where=lambda m: silent.id in m["left"]))
    seconds = 0
    while not told.done():
        assert seconds < 300, "a silent connection stays open"
        await skip_second_by_second(server, clock, 1)
        seconds += 1
    assert seconds > 10, seconds
    same((await ann.delta(room, {"game": "1", "x": ann.id}))["type"], "delta", "the one that answers stays")


async def test_chat_is_limited_in_bytes(server, room):
    """A chat message is also limited in bytes, because a single visible character may take 50 kB on
    the wire."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)

    def say(name, text):
        ann.socket.text(json.dumps({"type": "say", "room": room, "id": name, "text": text}, ensure_ascii=False))

    for name, text in (("zalgo", "a" + "\u0301" * 25_000), ("bounded", ("e" + "\u0301" * 40) * 20)):
        say(name, text)
        found = await ann.expect("error", "said")
        assert found["type"] == "error", str(found)[:200]
    for number, text in enumerate(["\u0065\u0301" * 100, "👨‍👩‍👧‍👦" * 20, "語" * 500, "a" * 500]):
        say(f"fine{number}", text)
        found = await ann.expect("error", "said")
        assert found["type"] == "said" and found["text"] == text, (number, str(found)[:200])


async def test_replay_of_a_missing_room_does_not_create_it(server):
    """`gomoku-cli replay` with a misspelled room says that the room does not exist, and does not
    create it."""
    process = await asyncio.create_subprocess_exec(
        binary("gomoku-cli"),
        "replay",
        f"http://127.0.0.1:{server.port}",
        "typo",
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE=""),
    )
    said, complaint = await asyncio.wait_for(process.communicate(), TIMEOUT)
    assert process.returncode == 66 and b"There is no room typo" in complaint and not said, (
        process.returncode,
        complaint,
    )
    assert (await server.get("/api/rooms/typo"))[0] == 404, "looking at it has made it"


# For tests about the files that a server writes itself. A server with Redis has none.


@pytest.fixture
def own_files(store_name):
    if store.is_redis():
        pytest.skip("rooms are in a Redis, which writes the files")


def modes(data):
    """Returns the permissions of the directory and of each file in it."""
    return {name: stat.S_IMODE(os.stat(name).st_mode) for name in [data, *glob.glob(f"{data}/*")]}


async def test_server_files_are_private_to_its_user(own_files, tmp_path):
    """Only the server's user may read its directory, even if it was open to others when the server
    started."""
    data = str(tmp_path / "data")
    server = await Server(["--data", data]).start()
    ann = await Client.connect(server.port, "Ann")
    await ann.join("tea")
    await ann.delta("tea", {"game": "1", "x": ann.id})
    found = modes(data)
    await server.stop()
    assert len(found) > 2 and not any(mode & 0o077 for mode in found.values()), found
    for name in modes(data):
        os.chmod(name, 0o755 if os.path.isdir(name) else 0o644)
    server = await Server(["--data", data]).start()
    found = modes(data)
    await server.stop()
    assert not any(mode & 0o077 for mode in found.values()), found


def remove(data):
    for name in glob.glob(f"{data}/*.sqlite*"):
        os.unlink(name)


def replace(data):
    for name in glob.glob(f"{data}/*.sqlite"):
        shutil.copy(name, f"{name}.copy")
        os.replace(f"{name}.copy", name)


@pytest.mark.parametrize("lose", [remove, replace])
async def test_lost_database_stops_changes_to_rooms(own_files, tmp_path, lose):
    """If the database is removed or replaced, the server reports it and refuses to change rooms."""
    data, clock = str(tmp_path / "data"), Clock(tmp_path)
    server = await Server(["--data", data], clock=clock).start()
    ann = await Client.connect(server.port, "Ann")
    await ann.join("tea")
    assert (await ann.delta("tea", {"game": "1", "x": ann.id}))["type"] == "delta"
    assert (await server.get("/healthz"))[0] == 200
    lose(data)
    clock.skip(1)
    end = asyncio.get_running_loop().time() + TIMEOUT
    while (await server.get("/healthz"))[0] == 200:
        assert asyncio.get_running_loop().time() < end, "the server never noticed"
        await asyncio.sleep(0.02)  # No event signals it.
    found = await ann.delta("tea", {"o": ann.id})
    assert found["type"] == "reject" and found["code"] == "read-only", found
    ann.send(type="say", room="tea", id="s", text="hello?")
    await server.kill()
    assert any("database was removed or replaced" in line for line in server.log), server.log[-5:]


async def test_file_size_limit_does_not_kill_the_server(own_files, tmp_path):
    """RLIMIT_FSIZE sends SIGXFSZ, which ends a process that does not ignore it. Here the write
    fails, and clients receive an error."""
    server = await Server(["--data", str(tmp_path / "data")]).start()
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


# Tests of gomoku-cli against fake servers.


async def receive_masked(reader):
    """Returns the next text message of a client."""
    while True:
        first, second = await reader.readexactly(2)
        length = second & 0x7F
        if length == 126:
            length = int.from_bytes(await reader.readexactly(2), "big")
        key = await reader.readexactly(4)
        payload = bytes(byte ^ key[index % 4] for index, byte in enumerate(await reader.readexactly(length)))
        if first & 15 == 1:
            return json.loads(payload)
        if first & 15 == 8:
            raise ConnectionError


async def test_absurd_server_times_do_not_crash_the_client(tmp_path):
    """A server answers pings with absurd times, and sends clock values that overflow. `gomoku-cli`
    does not crash."""
    times = iter([2**63 - 1, -(2**63), 9_007_199_254_740_993, -1, 2**62])
    pongs = asyncio.Event()

    async def serve(reader, writer):
        head = await reader.readuntil(b"\r\n\r\n")
        key = re.search(rb"(?i)sec-websocket-key: (\S+)", head).group(1)
        accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()).decode()
        writer.write(
            (
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Accept: {accept}\r\nSec-WebSocket-Protocol: gomoku.v1\r\n\r\n"
            ).encode()
        )
        socket = Socket(reader, writer)

        def send(message):
            socket.frame(1, json.dumps(message).encode(), masked=False)

        count = 0
        while True:
            message = await receive_masked(reader)
            if message["type"] == "hello":
                send(
                    {
                        "type": "welcome",
                        "participant": {"id": "p-a", "name": "Ann"},
                        "token": "t",
                        "server": "x",
                        "time": 1,
                        "limits": {},
                    }
                )
            elif message["type"] == "join":
                state = {
                    "game": "1",
                    "rule": "freestyle",
                    "x": "p-a",
                    "o": "p-b",
                    "move": "0",
                    "clock": "300+5",
                    "xTime": str(2**62),
                    "oTime": "-9223372036854775808",
                    "turnAt": str(2**62),
                }
                send(
                    {
                        "type": "snapshot",
                        "room": message["room"],
                        "kind": "gomoku",
                        "epoch": "k",
                        "rev": 1,
                        "state": state,
                        "participants": [{"id": "p-a", "name": "Ann"}],
                        "chat": [],
                    }
                )
            elif message["type"] == "ping":
                send(
                    {
                        "type": "pong",
                        "at": [message["at"], -(2**63), 2**63 - 1][count % 3],
                        "time": next(times, 2**63 - 1),
                    }
                )
                count += 1
                if count == 4:
                    pongs.set()

    async def quietly(reader, writer):
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            await serve(reader, writer)

    listener = await asyncio.start_server(quietly, "127.0.0.1", 0)
    port, clock = listener.sockets[0].getsockname()[1], Clock(tmp_path)
    terminal = Terminal(
        [binary("gomoku-cli"), "play", f"http://127.0.0.1:{port}/?room=tea", "--guest"],
        str(tmp_path),
        environment=environment({}, clock=clock),
    )
    try:
        await terminal.shows("Ann (you)")
        while not pongs.is_set():
            # The client pings every few seconds.
            clock.skip(1)
            terminal.process.send_signal(signal.SIGWINCH)  # wakes the client
            await asyncio.sleep(0.02)
        terminal.type("p")
        await terminal.shows("Here: 1")
        terminal.type("\x1b")
        terminal.type("q")
        assert await terminal.ended() == 0
    finally:
        terminal.close()
        listener.close()


async def test_unreachable_address_is_named_in_the_error(tmp_path):
    """`gomoku-cli play` names an address that refuses the connection, or that does not answer
    within ten seconds."""
    listener = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
    port, clock = listener.sockets[0].getsockname()[1], Clock(tmp_path)
    silent = Terminal(
        [binary("gomoku-cli"), "play", f"http://127.0.0.1:{port}/?room=tea", "--guest"],
        str(tmp_path),
        environment=environment({}, clock=clock),
    )
    refusing = Terminal([binary("gomoku-cli"), "play", "http://127.0.0.1:1/?room=tea", "--guest"], str(tmp_path))
    try:
        await refusing.shows("Offline. Retry in")
        refusing.type("q")
        assert await refusing.ended() == 69
        assert "127.0.0.1 refused the connection" in refusing.raw.decode().split("\x1b[?1049l")[-1], refusing.raw[-300:]
        await silent.until("anything", lambda: silent.raw)
        assert silent.process.poll() is None, silent.raw
        while silent.process.poll() is None:
            clock.skip(1)
            silent.process.send_signal(signal.SIGWINCH)  # wakes the client
            await asyncio.sleep(0.02)
        assert await silent.ended() == 69
        assert f"127.0.0.1:{port} does not answer" in silent.raw.decode().split("\x1b[?1049l")[-1], silent.raw[-300:]
    finally:
        silent.close()
        refusing.close()
        listener.close()

"""Tests of gomokutest itself: the parts that could be wrong without any test of the server
failing."""

import asyncio
import hashlib
import itertools
import json
import os
import re
import struct
import subprocess
import sys
from socket import create_server

import pytest

from gomokutest import live, ports, preload, store, websocket
from gomokutest.checks import same
from gomokutest.client import Client, applied, follow
from gomokutest.environment import ROOT
from gomokutest.redis import Redis
from gomokutest.server import Server
from gomokutest.terminal import Proxy, Screen
from gomokutest.websocket import Closed, Socket, answer_pings, cut_idle

pytest_plugins = "pytester"


# MARK: The terminal


def screen(*pieces, width=10, height=4):
    """Returns a screen that has received these pieces after clearing itself."""
    made = Screen(width, height)
    for piece in ("\x1b[2J", *pieces):
        made.feed(piece.encode() if isinstance(piece, str) else piece)
    return made


def test_screen_puts_text_where_the_cursor_is():
    """Text continues at the cursor. `\\r`, `\\n` and CSI H move the cursor, and CSI 2 J clears the
    screen."""
    made = screen("abc\r\ndef\x1b[3;5Hx\x1b[Hz\r\n\n\n\n\nend")
    same(made.lines(), ["zbc", "def", "    x", "end"], "the cells")
    same(made.strange, [], "nothing strange")
    made.feed(b"\x1b[2J\x1b[99;99H!")
    same(made.lines(), ["", "", "", "         !"], "cleared; the cursor stays on the screen")


def test_screen_knows_wide_and_combining_characters():
    """A wide character takes two cells, a combining one none."""
    made = screen("語x\u0301y")
    same((made.cells[0][:4], made.strange), (["語", "", "x", "y"], []), "the cells")


def test_screen_takes_sequences_in_any_pieces():
    """Escape sequences and UTF-8 may be split anywhere."""
    whole = "a\x1b[2;3Hb語\x1b[?25h\x1b[1;31mc\a\x1b]2;é x\x1b\\\x1b]777;notify;a;b\x1b\\".encode()
    expected = screen(whole)
    same(
        (expected.lines()[:2], expected.modes, expected.styles, expected.bells),
        (["a", "  b語c"], {25}, {1, 31}, 1),
        "in one piece",
    )
    for place in range(1, len(whole)):
        cut = screen(whole[:place], whole[place:])
        same(cut.cells, expected.cells, f"cut at {place}")
        same(
            (cut.modes, cut.styles, cut.bells, cut.title, cut.notices, cut.strange),
            (expected.modes, expected.styles, expected.bells, "é x", [(777, "notify;a;b")], []),
            f"cut at {place}",
        )
    made = screen(*(whole[place : place + 1] for place in range(len(whole))))
    same((made.cells, made.strange), (expected.cells, []), "byte by byte")


@pytest.mark.parametrize(
    ("text", "strange"),
    [
        ("\x1b[5A", "CSI 5A"),
        ("\x1b[1J", "CSI 1J"),
        ("\x1b]0;owned\a", "\x1b]0;owned\a"),
        ("\x1b]2;owned\a", "\x1b]2;owned\a"),
        ("\x1b]9;a\x1b[2J\x1b\\", "\x1b]9;a\x1b[2J\x1b\\"[:12]),
        ("\x1bc", "\x1bc"),
        ("\u202e", "U+202E"),
        ("\x9b", "U+009B"),
        ("\x00", "U+0000"),
        ("\u200b", "U+200B"),
        ("\x1b[?1049h0123456789x", "'x' past the edge"),
    ],
)
def test_screen_records_unexpected_output(text, strange):
    """The screen records other sequences, control characters and text beyond the edge, which the
    client must not write."""
    assert screen(text).strange[:1] == [strange]


def test_screen_lets_a_line_run_past_the_edge_below_a_prompt():
    """Terminals break such a line. Only the full screen must fit."""
    same(screen("\x1b[?1049h\x1b[?1049l0123456789x").strange, [], "recorded")


def test_screen_carries_out_commands():
    """Operating system commands set the title, the clipboard, notifications and hyperlinks."""
    made = screen(
        "\x1b]2;old\x1b\\\x1b[22;2t\x1b]2;new\x1b\\\x1b]9;gomoku: turn\x1b\\\x1b]52;c;aHR0cDovL2g=\x1b\\"
        "\x1b]8;;http://h/\x1b\\ab\x1b]8;;\x1b\\c"
    )
    same((made.title, made.notices, made.clipboard), ("new", [(9, "gomoku: turn")], "http://h"), "the commands")
    same((made.links, made.lines()[0], made.strange), ({"http://h/": "ab"}, "abc", []), "the link")
    made.feed(b"\x1b[23;2t")
    same(made.title, "old", "the stored title")


def test_screen_follows_modes():
    """Private modes are set and reset."""
    made = screen("\x1b[?1049h\x1b[?25l\x1b[?25h\x1b[?1000h\x1b[?1000l")
    same(made.modes, {1049, 25}, "modes")


def picture(size, stones, step=2):
    """Returns the lines of a board as the client draws them."""
    lines = []
    for row in range(size, 0, -1):
        points = (" " * (step - 1)).join(stones.get(f"{chr(97 + column)}{row}", "·") for column in range(size))
        lines.append(f"{row:3} {points}")
    return "\r\n".join([*lines, "    " + (" " * (step - 1)).join(chr(97 + column) for column in range(size))])


@pytest.mark.parametrize(("size", "step"), [(13, 2), (15, 2), (15, 1), (20, 2)])
def test_board_is_read_from_the_screen(size, step):
    """The positions of points and the stones on them are read from the screen."""
    made = screen(
        picture(size, {"a1": "●", "h8": "○", f"{chr(96 + size)}{size}": "X", "b3": "O"}, step), width=60, height=30
    )
    same(made.board(), {"a1": "x", "h8": "o", f"{chr(96 + size)}{size}": "x", "b3": "o"}, "stones")
    same(made.places()["h8"], (4 + 7 * step, size - 8), "the cell of a point")


def test_incomplete_board_is_not_a_board():
    """Text that is not a board, or a board with a missing row, does not count as a board."""
    same(screen("a game of gomoku").board(), None, "text")
    lines = picture(15, {}).split("\r\n")
    same(screen("\r\n".join(lines[:4] + lines[5:]), width=60, height=30).board(), None, "a row is missing")


async def test_proxy_holds_breaks_and_restores_connections():
    """A Proxy passes bytes in both directions, holds them back, breaks connections, and refuses new
    ones until it is restored."""

    async def echo(reader, writer):
        while data := await reader.read(100):
            writer.write(data)
        writer.close()

    far = await asyncio.start_server(echo, "127.0.0.1", 0)
    line = await Proxy(far.sockets[0].getsockname()[1]).start()
    reader, writer = await asyncio.open_connection("127.0.0.1", line.port)
    writer.write(b"one")
    same(await reader.readexactly(3), b"one", "passed on")
    line.flows.clear()
    writer.write(b"two")
    answer = asyncio.create_task(reader.readexactly(3))
    # Nothing signals that bytes are held back. A proxy that leaks them does so within this time.
    await asyncio.sleep(0.05)
    same(answer.done(), False, "held back")
    line.flows.set()
    same(await answer, b"two", "released")
    line.cut()
    with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
        await reader.readexactly(1)
    with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
        await (await asyncio.open_connection("127.0.0.1", line.port))[0].readexactly(1)
    line.mend()
    reader, writer = await asyncio.open_connection("127.0.0.1", line.port)
    writer.write(b"three")
    same(await reader.readexactly(5), b"three", "mended")
    writer.close()
    line.close()
    far.close()


# MARK: The WebSocket


class Written:
    """A StreamWriter that keeps the written data."""

    def __init__(self):
        self.data, self.is_closed, self.transport = b"", False, self

    def write(self, data):
        self.data += data

    def close(self):
        self.is_closed = True

    abort = close


def unmasked(opcode, payload, fin=True):
    """Returns a frame in the form that a server sends."""
    head = bytes([(0x80 if fin else 0) | opcode])
    if len(payload) < 126:
        return head + bytes([len(payload)]) + payload
    if len(payload) < 65_536:
        return head + struct.pack("!BH", 126, len(payload)) + payload
    return head + struct.pack("!BQ", 127, len(payload)) + payload


def text(**message):
    return unmasked(1, json.dumps(message).encode())


def frames(data):
    """Reads the frames that a client has written (RFC 6455, 5.2). Returns pairs of first byte and
    payload."""
    found = []
    while data:
        first, second, data = data[0], data[1], data[2:]
        assert second & 0x80, "a client masks its frames"
        length = second & 0x7F
        if length == 126:
            length, data = int.from_bytes(data[:2], "big"), data[2:]
        elif length == 127:
            length, data = int.from_bytes(data[:8], "big"), data[8:]
        key, data = data[:4], data[4:]
        found.append((first, bytes(byte ^ key[place % 4] for place, byte in enumerate(data[:length]))))
        data = data[length:]
    return found


@pytest.fixture
async def socket():
    """A socket with both ends under the test's control. `feed` delivers bytes from the server."""
    made = Socket(asyncio.StreamReader(), Written(), port=1)
    made.feed = made.reader.feed_data
    yield made
    made.cut()


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
async def test_frame_headers_of_each_length(socket, length):
    """A frame has the right header for its length, and a mask. It can also be unmasked or
    unfinished."""
    payload = os.urandom(length)
    socket.frame(1, payload)
    same(frames(socket.writer.data), [(0x81, payload)], "masked")
    socket.writer.data = b""
    socket.frame(2, payload, fin=False, masked=False)
    same(socket.writer.data, unmasked(2, payload, fin=False), "unmasked")


async def test_frame_example_of_rfc_6455(socket, monkeypatch):
    """The masked example of RFC 6455, 5.7, byte for byte."""
    monkeypatch.setattr(websocket.os, "urandom", lambda count: b"\x37\xfa\x21\x3d"[:count])
    socket.text("Hello")
    same(socket.writer.data, b"\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58", "the frame")


async def test_receive_joins_fragments_and_answers_pings(socket):
    """`receive` joins fragments, answers pings between them, and skips pongs."""
    socket.feed(
        unmasked(1, b"one, ", fin=False) + unmasked(9, b"are you there") + unmasked(10, b"") + unmasked(0, b"two")
    )
    socket.feed(unmasked(1, b"x" * 70_000))
    same((await socket.receive(), len(await socket.receive())), ("one, two", 70_000), "messages")
    same(frames(socket.writer.data), [(0x8A, b"are you there")], "the pong")
    same(socket.is_read, False, "nobody reads")


@pytest.mark.parametrize(("payload", "code", "reason"), [(b"\x03\xe9bye", 1001, "bye"), (b"", None, "")])
async def test_close_is_answered(socket, payload, code, reason):
    """`receive` answers a close frame, closes the connection, and raises the code."""
    socket.feed(unmasked(8, payload))
    with pytest.raises(Closed) as closed:
        await socket.receive()
    same((closed.value.code, closed.value.reason), (code, reason), "the code")
    same((frames(socket.writer.data), socket.writer.is_closed), ([(0x88, payload[:2])], True), "the answer")


async def test_end_of_stream_raises_closed_without_a_code(socket):
    """The end of the stream raises Closed without a code, even in the middle of a frame."""
    socket.feed(unmasked(1, b"message")[:4])
    socket.reader.feed_eof()
    with pytest.raises(Closed) as closed:
        await socket.receive()
    same(closed.value.code, None, "the code")


async def test_answer_pings_keeps_messages(socket):
    """`answer_pings` answers the pings that have arrived, keeps messages in order, and does not
    wait."""
    part = unmasked(1, b"y" * 300)
    socket.feed(text(n=1) + unmasked(9, b"a") + unmasked(1, b"x" * 70_000) + unmasked(9, b"b") + part[:200])
    await asyncio.wait_for(answer_pings({1}), 1)
    same(frames(socket.writer.data), [(0x8A, b"a"), (0x8A, b"b")], "pongs")
    socket.feed(part[200:])
    same(
        [json.loads(await socket.receive())["n"], len(await socket.receive()), len(await socket.receive())],
        [1, 70_000, 300],
        "messages",
    )


async def test_answer_pings_ignores_other_ports(socket):
    """Sockets to other servers are not affected."""
    socket.feed(unmasked(9, b"a"))
    await answer_pings({2})
    same(socket.writer.data, b"", "no pong")


async def test_cut_idle_spares_sockets_being_read(socket):
    """`cut_idle` cuts sockets to these ports, except those that a test is reading."""
    reading = asyncio.create_task(socket.receive())
    await asyncio.sleep(0)  # Lets the task run until it waits for a message.
    other, idle = Socket(asyncio.StreamReader(), Written(), port=2), Socket(asyncio.StreamReader(), Written(), port=1)
    cut_idle({1})
    same([one.writer.is_closed for one in (socket, other, idle)], [False, False, True], "cut")
    other.cut()
    reading.cancel()


async def test_expect_skips_other_messages(socket):
    """`expect` returns the next matching message. It skips the messages before it, but not those
    after it."""
    client = Client(socket)
    socket.feed(
        text(type="said")
        + text(type="delta", rev=1)
        + text(type="pong")
        + text(type="delta", rev=2)
        + text(type="error")
    )
    same(await client.expect("delta", where=lambda m: m["rev"] > 1), {"type": "delta", "rev": 2}, "the one that fits")
    same(await client.expect("error", "pong"), {"type": "error"}, "the next")
    socket.feed(unmasked(8, b"\x03\xf0"))
    same(await client.close_code(), 1008, "the close code")


async def test_delta_waits_for_its_own_answer(socket):
    """`delta` returns the answer to its ID, and ignores another author's delta with the same ID."""
    client = Client(socket)
    client.id = "p-me"
    socket.feed(
        text(type="delta", id="1", by="p-you", rev=1)
        + text(type="reject", id="0")
        + text(type="delta", id="1", by="p-me", rev=2)
    )
    same((await client.delta("r", {"a": 1}))["rev"], 2, "my delta")
    socket.feed(text(type="reject", id="2", code="conflict"))
    same((await client.move("r", 3, "h8"))["code"], "conflict", "my reject")
    sent = [json.loads(payload) for _, payload in frames(socket.writer.data)]
    same(sent[0], {"type": "delta", "room": "r", "id": "1", "set": {"a": 1}}, "the first request")
    same(sent[1]["set"], {"move": "3", "col3": "7", "row3": "7"}, "a move")


async def test_follow_applies_deltas(socket):
    """Deltas set and delete keys, and `follow` stops at the first matching state."""
    same(applied({"a": 1, "b": 2}, {"a": None, "c": None, "b": 3}), {"b": 3}, "null deletes")
    before = {"a": 1}
    socket.feed(
        text(type="delta", set={"a": 2})
        + text(type="said")
        + text(type="delta", set={"b": 1})
        + text(type="delta", set={"b": 2})
    )
    same(await follow(Client(socket), before, lambda values: "b" in values), {"a": 2, "b": 1}, "the state")
    same(before, {"a": 1}, "the state before is left alone")


# MARK: Stores


@pytest.fixture
def kept(monkeypatch):
    """Replaces Redis by fake addresses. Afterwards restores the store in use."""
    before = store.name
    given = []

    def address(directory):
        given.append(directory)
        return f"redis:{directory if isinstance(directory, str) else len(given)}"

    monkeypatch.setattr(Redis, "address", address)
    yield
    store.use(before)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("directory", ["check", "--data", "DIR", "--x"]),
        ("redis", ["check", "--store", "redis:DIR", "--x"]),
        ("cluster", ["check", "--store", "redis:DIR", "--x"]),
    ],
)
def test_command_arguments_name_the_store_in_use(kept, name, expected):
    """`--data DIR` is replaced by the store in use, and the given list does not change."""
    store.use(name)
    given = ["check", "--data", "DIR", "--x"]
    same((store.program_arguments(given), store.program_arguments(["status"])), (expected, ["status"]), name)
    same(given, ["check", "--data", "DIR", "--x"], "what was given")


def test_server_arguments_name_the_store_and_control_socket(kept, tmp_path):
    """A server with Redis has its control socket in the directory. A server with an explicit store
    keeps that store."""
    data = str(tmp_path / "new")
    store.use("directory")
    same(store.server_arguments(["--data", data]), ["--data", data], "a directory")
    store.use("redis")
    same(
        store.server_arguments(["--data", data]),
        ["--store", f"redis:{data}", "--admin-socket", f"{data}/admin.sock"],
        "a Redis",
    )
    same(os.path.isdir(data), True, "the directory of the socket")
    same(store.server_arguments(["--store", "other"]), ["--store", "other"], "a store of its own")
    same(
        store.server_arguments(["--data", data, "--admin-socket", "mine"])[2:],
        ["--admin-socket", "mine"],
        "a socket of its own",
    )
    one, two = store.server_arguments([]), store.server_arguments([])
    same((one[0], one == two), ("--store", False), "without a directory each has a database of its own")


def test_cluster_servers_have_separate_control_sockets(kept, tmp_path):
    """Each server of a cluster has a separate control socket, also while the servers start."""
    store.use("cluster")
    servers = [Server(["--data", str(tmp_path)]) for _ in range(3)]
    places = []
    for server in servers:
        server.process = None
        arguments = server._placed()
        places.append(arguments[arguments.index("--admin-socket") + 1])
    same(places, [f"{tmp_path}/admin.sock{more}" for more in ("", ".1", ".2")], "sockets")
    same(store.numbered(["--port", "0"], 1), ["--port", "0"], "a server without one")


def test_each_directory_has_a_fixed_redis_database():
    """Each directory always has the same database of the Redis."""
    redis = Redis.__new__(Redis)
    redis.databases, redis.socket = {}, "/s"
    same(
        [redis.place(name) for name in "aba"],
        ["redis+unix:/s?db=0", "redis+unix:/s?db=1", "redis+unix:/s?db=0"],
        "places",
    )


# MARK: Processes, clocks and hashes


class FakeProcess:
    """An object that counts as running."""

    def __init__(self, log, fails=False):
        self.log, self.fails = log, fails
        live.started(self)

    def abandon(self):
        self.log.append(self)
        if self.fails:
            raise RuntimeError("it does not end")


def test_abandon_ends_everything_a_test_started():
    """`abandon` ends everything started since the snapshot, newest first, even if one of them
    fails. It ignores objects that have ended."""
    log = []
    before = FakeProcess(log)
    snapshot = live.snapshot()
    first, ended, failing, last = FakeProcess(log), FakeProcess(log), FakeProcess(log, fails=True), FakeProcess(log)
    live.ended(ended)
    # The earlier object ends and starts again, so that comparing counts would not be enough.
    live.ended(before)
    live.started(before)
    live.abandon(snapshot)
    same(log, [last, failing, first], "ended")
    live.abandon(snapshot)
    same(len(log), 3, "once")
    live.started(before)
    live.ended(before)
    same(before in live.snapshot(), False, "started twice, and ended once")


def test_program_clock_follows_the_test(tmp_path):
    """A program's clocks move as the test says, also while it runs. Its processor time does not
    change."""
    clock = preload.Clock(tmp_path)
    program = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "from time import *; import sys\nfor _ in sys.stdin: print(monotonic(), time(), process_time(), flush=1)",
        ],
        env=preload.environment(clock=clock),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )

    def times():
        program.stdin.write("?\n")
        program.stdin.flush()
        return [float(word) for word in program.stdout.readline().split()]

    before = times()
    clock.skip(1_000.75)
    clock.skip(1_000.75)
    after = times()
    program.communicate()
    passed = [late - early for early, late in zip(before, after, strict=True)]
    assert 2_001.5 <= passed[0] < 2_100 and 2_001.5 <= passed[1] < 2_100 and passed[2] < 50, passed


def test_click_reaches_the_replacement_of_a_busy_element(open_window):
    """While the page is working, it may replace an element. The click reaches the replacement."""
    window = open_window("Ann")
    window.go()
    window.script("""
        const button = (name) => Object.assign(document.createElement("button"), {
          id: "test", textContent: name, style: "position: fixed; inset: 0; z-index: 99",
          onclick: () => { window.clicked = name; } });
        const first = button("first");
        document.body.append(first);
        let works = true;
        gomoku.isWorking = () => {
          // Asked for, the work ends in another turn.
          setTimeout(() => { first.replaceWith(button("second")); works = false; });
          return works;
        };""")
    window.click("#test")
    same(window.script("return window.clicked"), "second", "the clicked button")


def test_two_processes_get_different_ports():
    """Two processes get different ports outside the kernel's range. A port that is in use is
    skipped."""
    code = "from gomokutest import ports; print([ports.take() for _ in range(150)], flush=True); input()"
    environment = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "Tests")}

    def start():
        return subprocess.Popen(
            [sys.executable, "-c", code], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    both = [start(), start()]
    one, other = (set(json.loads(process.stdout.readline())) for process in both)
    for process in both:
        process.communicate("\n")
    same((len(one), len(other), one & other), (150, 150, set()), "ports of each, and of both")
    with open("/proc/sys/net/ipv4/ip_local_port_range", encoding="ascii") as file:
        assert max(one | other) < int(file.read().split()[0])
    used = ports.take() + 1
    with create_server(("127.0.0.1", used)):
        same(used in {ports.take() for _ in range(120)}, False, "a port that is in use")


def test_scrypt_cost_is_lowered_on_request():
    """The library lowers the cost of scrypt on request, and otherwise does not change it."""
    code = "import hashlib; print(hashlib.scrypt(b'p', salt=b's', n=1024, r=8, p=1).hex())"
    cheap, real = (hashlib.scrypt(b"p", salt=b"s", n=n, r=8, p=1).hex() for n in (2, 1024))
    # Python loads OpenSSL late. A program linked to it, such as the server, has it from the start.
    linked = {**os.environ, "LD_PRELOAD": "libcrypto.so.3"}
    library = {**os.environ, "LD_PRELOAD": f"{preload.library()}:libcrypto.so.3"}
    for environment, expected in ((preload.environment(linked), cheap), (library, real), (linked, real)):
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        same(done.stdout.strip(), expected, f"LD_PRELOAD={environment.get('LD_PRELOAD')}")
    same(preload.environment({"A": "1"}, cheap_hashes=False), {"A": "1"}, "nothing is asked for")
    same(
        preload.environment({"LD_PRELOAD": "other.so"})["LD_PRELOAD"],
        f"{preload.library()}:other.so",
        "beside another library",
    )


# MARK: The plugin

MODULE = """
    import pytest
    from gomokutest import live, store

    @pytest.fixture(scope="module")
    def per_store(data):
        return data, store.name

    @pytest.fixture
    def given(request):
        return request.node.callspec.params["store_name"] if hasattr(request.node, "callspec") else "directory"

    @pytest.mark.smoke
    def test_smoke(): pass

    def test_usual(): pass

    @pytest.mark.full
    def test_long(): pass

    @pytest.mark.all_stores
    def test_anywhere(store_name, given): assert store_name == store.name == given

    @pytest.mark.stores("redis", "cluster")
    def test_shared(store_name, per_store, given): assert store_name == store.name == per_store[1] == given

    @pytest.mark.stores("directory", "redis")
    async def test_two(store_name, per_store, thorough, given): assert store_name == store.name == per_store[1] == given
"""
USUAL = [
    "test_smoke",
    "test_usual",
    "test_anywhere",
    "test_two[directory]",
    "test_shared[redis]",
    "test_two[redis]",
    "test_shared[cluster]",
]
ALL = [
    "test_smoke",
    "test_usual",
    "test_long",
    "test_anywhere[directory]",
    "test_two[directory]",
    "test_anywhere[redis]",
    "test_shared[redis]",
    "test_two[redis]",
    "test_anywhere[cluster]",
    "test_shared[cluster]",
]


@pytest.fixture
def run(pytester, monkeypatch):
    """Runs pytest with the plugin in a separate directory."""
    monkeypatch.setenv("PYTHONPATH", os.path.join(ROOT, "Tests"))
    pytester.makeini("[pytest]\nasyncio_mode = auto\n")

    def run(*arguments):
        return pytester.runpytest_subprocess("-p", "gomokutest.plugin", "--strict-markers", *arguments)

    return run


@pytest.mark.parametrize(("speed", "expected"), [("check", ["test_smoke"]), ("test", USUAL), ("all", ALL)])
def test_each_speed_runs_the_right_tests_and_stores(run, pytester, speed, expected):
    """Each speed runs the right tests with the right stores. The tests of one store run one after
    another."""
    pytester.makepyfile(test_it=MODULE)
    result = run("--speed", speed, "-v")
    found = [line.split(" PASSED")[0].removeprefix("test_it.py::") for line in result.outlines if " PASSED" in line]
    same(sorted(found), sorted(expected), speed)
    stores = [re.sub(r".*\[(.*)\]", r"\1", name) if "[" in name else "directory" for name in found]
    same(
        [name for name, _ in itertools.groupby(stores)],
        sorted(set(stores), key=list(store.SERVERS).index),
        "the order of stores",
    )
    same(result.parseoutcomes()["passed"], len(expected), "passed")


def test_fixtures_do_not_outlive_their_store(run, pytester):
    """Each store has its own directory and event loop. A fixture that would outlive its store fails
    with an error."""
    pytester.makepyfile(
        test_it="""
        import asyncio
        import pytest
        from gomokutest import live

        seen = []

        class FakeProcess:
            def abandon(self): pass

        @pytest.fixture(scope="module")
        def outlives():
            thing = FakeProcess()
            live.started(thing)
            yield thing
            live.ended(thing)

        @pytest.mark.stores("directory", "redis", "cluster")
        async def test_own(data):
            loop = asyncio.get_running_loop()
            assert data not in [other for other, _ in seen] and loop not in [other for _, other in seen]
            seen.append((data, loop))

        @pytest.mark.stores("directory", "redis")
        def test_wrong(outlives): pass
    """
    )
    run("-k", "own").assert_outcomes(passed=3)
    result = run("-k", "wrong")
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*outlive the store that they use*"])


def test_module_and_store_stay_on_one_worker(run, pytester):
    """xdist keeps the tests of a module and a store on one worker."""
    pytester.makepyfile(test_it=MODULE, test_other=MODULE)
    result = run("-p", "xdist", "-n", "3", "--dist", "loadgroup", "-v", "--speed", "test")
    workers = {}
    for line in result.outlines:
        if found := re.match(r"\[(gw\d)\] .* PASSED .*@(\S+)", line):
            workers.setdefault(found[2], []).append(found[1])
    same({len(set(each)) for each in workers.values()}, {1}, f"workers of each group in {workers}")
    same(
        sorted(workers),
        [f"{module}-{store}" for module in ("test_it", "test_other") for store in ("cluster", "directory", "redis")],
        "groups",
    )


def test_every_test_has_its_own_valid_room_name(run, pytester):
    """Every test has a separate room, whose name the server accepts."""
    pytester.makepyfile(
        test_it="""
        import re
        import pytest
        seen = set()

        @pytest.mark.parametrize("text", ["a", "a?", "ä b/c?", "x" * 200])
        def test_it(room, text):
            assert re.fullmatch("[A-Za-z0-9_.~-]{1,64}", room) and room not in seen
            seen.add(room)

        def test_all(): assert len(seen) == 4
    """
    )
    run().assert_outcomes(passed=5)

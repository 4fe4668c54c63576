"""A client of the wire protocol for black-box tests: RFC 6455 and JSON on asyncio, standard library only.

    server = Server(["--data", directory]); await server.start()
    ann = await Client.connect(server.port, "Ann")
    await ann.join("lunch"); await ann.delta("lunch", {"game": "1", "x": ann.id})
"""

import asyncio
import atexit
import base64
import ctypes
import json
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import urllib.parse

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# How long anything awaited may take, in seconds, on a machine that is busy with other things.
PATIENCE = 60
# The one test that is to run, by its name: `Tests/system/run` asks so.
ONLY = os.environ.get("TEST_ONLY")
# "redis": servers keep in a Redis what they would keep in the directory that the test names.
STORE = os.environ.get("TEST_STORE", "embedded")
# How many servers share it, and which of them each one comes to that connects.
NODES = int(os.environ.get("TEST_NODES", 1))
SEED = int(os.environ.get("TEST_SEED", 0)) or random.randrange(1, 1 << 32)
NODE = random.Random(SEED)


class Closed(Exception):
    """The connection is gone; `code` is the close frame's, or None when the line broke."""

    def __init__(self, code=None, reason=""):
        super().__init__(f"closed with {code} {reason}")
        self.code, self.reason = code, reason


def line(port, **more):
    """A connection to a server of this machine: by its port, or by the path of its unix socket."""
    if isinstance(port, str):
        return asyncio.open_unix_connection(port, limit=1 << 24)
    return asyncio.open_connection("127.0.0.1", port, limit=1 << 24, **more)


class Socket:
    """A WebSocket whose bytes the test has in its own hands."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer
        # How late pings are answered, in seconds: a slow line.
        self.pong_delay = 0

    @classmethod
    async def open(cls, port, path="/ws", subprotocol="gomoku.v1", headers=(), address=None):
        """`address`: where it comes from, one of this machine's."""
        reader, writer = await line(port, local_addr=(address, 0) if address else None)
        lines = [
            f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode(), "Sec-WebSocket-Version: 13"]
        if subprotocol:
            lines.append(f"Sec-WebSocket-Protocol: {subprotocol}")
        lines += [f"{name}: {value}" for name, value in headers]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        try:
            async with asyncio.timeout(PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError as error:
            raise Closed(None, "during the handshake") from error
        status = int(head.split(b" ", 2)[1])
        if status != 101:
            length = re.search(rb"(?i)content-length: (\d+)", head)
            body = await reader.readexactly(int(length.group(1))) if length else b""
            writer.close()
            raise Refused(status, body)
        return cls(reader, writer)

    def frame(self, opcode, payload, fin=True, masked=True):
        """Writes one frame, as broken as the test wants it."""
        head = bytes([(0x80 if fin else 0) | opcode])
        bit = 0x80 if masked else 0
        if len(payload) < 126:
            head += bytes([bit | len(payload)])
        elif len(payload) < 65536:
            head += struct.pack("!BH", bit | 126, len(payload))
        else:
            head += struct.pack("!BQ", bit | 127, len(payload))
        if masked:
            key = os.urandom(4)
            stream = (key * (len(payload) // 4 + 1))[:len(payload)]
            payload = (int.from_bytes(payload, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(payload), "big")
            head += key
        self.writer.write(head + payload)

    def text(self, text):
        self.frame(1, text.encode())

    def send(self, message):
        self.text(json.dumps(message, separators=(",", ":")))

    async def receive(self):
        """The next text message; pings are answered."""
        message = b""
        try:
            while True:
                first, second = await self.reader.readexactly(2)
                length = second & 0x7F
                if length == 126:
                    length = struct.unpack("!H", await self.reader.readexactly(2))[0]
                elif length == 127:
                    length = struct.unpack("!Q", await self.reader.readexactly(8))[0]
                payload = await self.reader.readexactly(length)
                opcode = first & 15
                if opcode == 8:
                    code = struct.unpack("!H", payload[:2])[0] if len(payload) >= 2 else None
                    raise Closed(code, payload[2:].decode(errors="replace"))
                if opcode == 9:
                    if self.pong_delay:
                        asyncio.get_running_loop().call_later(self.pong_delay, self.frame, 10, payload)
                    else:
                        self.frame(10, payload)
                elif opcode in (0, 1):
                    message += payload
                    if first & 0x80:
                        return message.decode()
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise Closed(None, str(error)) from error

    def cut(self):
        """Breaks the line without a word."""
        self.writer.transport.abort()


class Refused(Exception):
    """The handshake was answered with another HTTP status than 101."""

    def __init__(self, status, body):
        super().__init__(f"HTTP {status}: {body!r}")
        self.status, self.body = status, body


class Client:
    """Somebody with an identity."""

    def __init__(self, socket):
        self.socket = socket
        self.count = 0
        self.id = self.token = self.welcome = None

    @classmethod
    async def connect(cls, port, name=None, token=None, **options):
        self = cls(await Socket.open(port, **options))
        hello = {"type": "hello"}
        if name:
            hello["name"] = name
        if token:
            hello["token"] = token
        self.socket.send(hello)
        self.welcome = await self.expect("welcome")
        self.id, self.token = self.welcome["participant"]["id"], self.welcome["token"]
        return self

    def send(self, **message):
        self.socket.send(message)

    async def receive(self):
        # (`wait_for` may lose that it is cancelled, where what it waits for comes in the same turn.)
        async with asyncio.timeout(PATIENCE):
            return json.loads(await self.socket.receive())

    async def expect(self, *types, where=lambda message: True):
        """The next message of one of these types that fits; others are skipped."""
        while True:
            message = await self.receive()
            if message["type"] in types and where(message):
                return message

    async def join(self, room, **more):
        self.send(type="join", room=room, **more)
        return await self.expect("snapshot", "deltas", "error")

    async def delta(self, room, set, **more):
        """Sends a delta and waits for what came of it."""
        self.count += 1
        name = more.pop("id", f"{self.count}")
        self.send(type="delta", room=room, id=name, set=set, **more)
        return await self.expect("delta", "reject", where=lambda m: m.get("id") == name and m.get("by", self.id) == self.id)

    async def move(self, room, number, point, **more):
        column, row = ord(point[0]) - ord("a"), 15 - int(point[1:])
        return await self.delta(room, {"move": str(number), f"col{number}": str(column), f"row{number}": str(row)}, **more)

    def cut(self):
        self.socket.cut()


def binary(name):
    """The built program: the one that was built last, optimised or not."""
    built = [os.path.join(ROOT, ".build", build, name) for build in ("release", "debug")]
    built = [path for path in built if os.path.isfile(path)]
    if built:
        return max(built, key=os.path.getmtime)
    raise SystemExit(f"There is no {name} below .build: build it first.")


class Redis:
    """One redis-server for all servers of this process, each directory a database of it; it ends with the process."""

    one = None

    def __init__(self, copy=None):
        """`copy`: a file that `backup` has made, to begin with."""
        self.directory = tempfile.mkdtemp(prefix="gomoku-redis-")
        self.socket = os.path.join(self.directory, "redis.sock")
        self.databases = {}
        self.process = None
        atexit.register(self.end)
        if copy:
            shutil.copy(copy, os.path.join(self.directory, "dump.rdb"))
            self.start("--appendonly", "no")
        else:
            self.start()

    def start(self, *settings):
        """Starts it, and waits until it answers."""
        self.process = subprocess.Popen(
            ["redis-server", "--port", "0", "--unixsocket", self.socket, "--dir", self.directory, "--appendonly", "yes",
             "--appendfsync", "always", "--save", "", "--databases", "1024", "--logfile", f"{self.directory}/log",
             "--repl-diskless-sync-delay", "0", *settings],
            stdin=subprocess.DEVNULL, preexec_fn=lambda: ctypes.CDLL(None).prctl(1, signal.SIGKILL))
        until = time.monotonic() + PATIENCE
        while subprocess.run(["redis-cli", "-s", self.socket, "ping"], capture_output=True, text=True).stdout != "PONG\n":
            if time.monotonic() > until or self.process.poll() is not None:
                raise RuntimeError("redis-server does not run; scripts/setup --test installs it")
            time.sleep(0.01)

    def kill(self):
        """kill -9."""
        self.process.kill()
        self.process.wait()

    def end(self):
        self.kill()
        shutil.rmtree(self.directory, ignore_errors=True)

    def database(self, directory):
        return self.databases.setdefault(directory, len(self.databases))

    def ask(self, directory, *words):
        """What it answers to a command."""
        command = ["redis-cli", "-s", self.socket, "-n", str(self.database(directory)), "-e", *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def place(self, directory):
        """Where it keeps that which is in this directory otherwise."""
        return f"redis+unix:{self.socket}?db={self.database(directory)}"

    @classmethod
    def address(cls, directory):
        """The same of the one that servers have."""
        cls.one = cls.one or cls()
        return cls.one.place(directory)

    @classmethod
    def bytes(cls):
        """All that it has on its disk."""
        found = [os.path.join(place, file) for place, _, files in os.walk(cls.one.directory) for file in files]
        return b"".join(open(path, "rb").read() for path in found if not path.endswith(".sock"))


def kept(arguments):
    """The arguments of the program, with the store that these tests are to run with."""
    arguments = list(arguments)
    if STORE == "redis" and "--data" in arguments:
        place = arguments.index("--data")
        arguments[place:place + 2] = ["--store", Redis.address(arguments[place + 1])]
    return arguments


def served(arguments):
    """The same of a server: it takes orders where it would with a directory, and what would be in memory only is in Redis, too."""
    arguments = list(arguments)
    if STORE != "redis" or "--store" in arguments:
        return arguments
    if "--data" not in arguments:
        return [*arguments, "--store", Redis.address(object())]
    directory = arguments[arguments.index("--data") + 1]
    os.makedirs(directory, exist_ok=True)
    own = [] if "--admin-socket" in arguments else ["--admin-socket", f"{directory}/admin.sock"]
    return [*kept(arguments), *own]


def numbered(arguments, number):
    """Those of the server of that number, of several: each takes orders at a place of its own."""
    arguments = list(arguments)
    if number and "--admin-socket" in arguments:
        arguments[arguments.index("--admin-socket") + 1] += f".{number}"
    return arguments


class Server:
    """A server of the test's own."""

    # Which of them takes orders at which place: those over one Redis have each a place of their own.
    places = {}

    def __init__(self, arguments=(), command=None, alone=False, **process):
        """`alone`: it is one server, however many share a Redis; `process`: more of what asyncio.create_subprocess_exec takes,
        as the environment."""
        self.more = process
        self.alone = alone
        self.command = command or os.environ.get("SERVER") or binary("gomoku-server")
        self.arguments = served(arguments)
        # Where a test runs over several servers, they are this one and these, and each one that connects comes to any of them.
        self.others = []
        self.port = 0
        self.process = None
        self.log = []
        self.reading = None

    @property
    def port(self):
        return NODE.choice([self.own_port, *(other.own_port for other in self.others)])

    @port.setter
    def port(self, port):
        self.own_port = port

    async def start(self):
        await self._start()
        # Started again they are the same ones, at the same ports.
        for _ in range(len(self.others) + 1, NODES if "--store" in self.arguments and not self.alone else 1):
            other = Server(self.arguments, self.command, **self.more)
            other.log = self.log
            self.others.append(other)
        for other in self.others:
            await other._start()
        return self

    async def _start(self):
        # None is to count as gone because the machine is busy: who is killed on the same machine is gone at once.
        more = dict(self.more, env=dict(self.more.get("env", os.environ), GOMOKU_STORE_GONE="3600")) if NODES > 1 else self.more
        self.process = await asyncio.create_subprocess_exec(
            self.command, "--host", "127.0.0.1", "--port", str(self.own_port),
            "--web", os.path.join(ROOT, "web-static"), *self._placed(),
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE, **more)
        while True:
            line = (await asyncio.wait_for(self.process.stderr.readline(), PATIENCE)).decode()
            if not line:
                raise RuntimeError(f"the server ended with {await self.process.wait()}: {''.join(self.log[-5:])}")
            self.log.append(line)
            found = re.search(r"listening on (?:https?://127\.0\.0\.1:(\d+)|unix:.*)", line)
            if found and (found.group(1) or "--no-tcp" in self.arguments):
                self.own_port = int(found.group(1) or 0)
                self.reading = asyncio.create_task(self._read())
                return

    def _placed(self):
        """The arguments, with a place for orders that no other one has which runs."""
        for number in range(256):
            arguments = numbered(self.arguments, number)
            if "--admin-socket" not in arguments:
                return arguments
            place = arguments[arguments.index("--admin-socket") + 1]
            other = self.places.get(place, self)
            if other is self or other.process and other.process.returncode is not None:
                self.places[place] = self
                return arguments
        raise RuntimeError("too many servers")

    async def _read(self):
        while line := await self.process.stderr.readline():
            self.log.append(line.decode())

    async def said(self, *texts):
        """The first line of the log that has all these texts, once it is there: it comes by a pipe of its own, and what the
        server has answered meanwhile says nothing of how far that was read."""
        end = asyncio.get_running_loop().time() + PATIENCE
        while True:
            for line in self.log:
                if all(text in line for text in texts):
                    return line
            if asyncio.get_running_loop().time() > end:
                raise AssertionError(f"the log does not say {texts}: {self.log[-20:]}")
            await asyncio.sleep(0.02)

    async def _ended(self):
        """The exit status, once the log is read to its end."""
        status = await asyncio.wait_for(self.process.wait(), PATIENCE)
        if self.reading:
            await asyncio.wait_for(self.reading, PATIENCE)
        return status

    async def kill(self):
        """kill -9."""
        for server in (self, *self.others):
            server.process.send_signal(signal.SIGKILL)
        for server in (self, *self.others):
            await server._ended()

    async def stop(self):
        """SIGTERM; returns the exit status."""
        for server in (self, *self.others):
            if server.process.returncode is None:
                server.process.send_signal(signal.SIGTERM)
        for server in self.others:
            await server._ended()
        return await self._ended()

    async def get(self, path, headers=(), method="GET"):
        """Status, headers by lower-case name, body."""
        reader, writer = await line(self.port)
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in headers]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
        writer.close()
        head, _, body = answer.partition(b"\r\n\r\n")
        status, *rest = head.decode().split("\r\n")
        return int(status.split(" ")[1]), {l.split(":", 1)[0].lower(): l.split(":", 1)[1].strip() for l in rest}, body

    async def json(self, path):
        return json.loads((await self.get(path))[2])

    async def history(self, room):
        """Every delta of a room, page by page."""
        deltas = []
        while True:
            page = await self.json(f"/api/rooms/{urllib.parse.quote(room)}/history?from={len(deltas) + 1}")
            deltas += page["deltas"]
            if len(deltas) >= page["rev"]:
                return deltas
            if not page["deltas"]:
                raise AssertionError(f"the history of {room} stops at {len(deltas)} of {page['rev']}")


def applied(values, set):
    """The values after a delta: null deletes."""
    values = dict(values)
    for key, value in set.items():
        if value is None:
            values.pop(key, None)
        else:
            values[key] = value
    return values


def same(found, expected, what):
    if found != expected:
        raise AssertionError(f"{what}: found {found!r}, expected {expected!r}")


async def follow(client, values, until):
    """Applies deltas until the condition holds."""
    while not until(values):
        values = applied(values, (await client.expect("delta"))["set"])
    return values


def sentence(test):
    """What a test is called: the first line of its documentation."""
    return test.__doc__.splitlines()[0].rstrip(".")


class Count:
    """Runs the tests of a file and closes with the line that says how many passed."""

    def __init__(self):
        self.passed = self.failed = 0

    async def run(self, name, test, patience=10 * PATIENCE):
        if ONLY and name != ONLY:
            if asyncio.iscoroutine(test):
                test.close()
            return
        try:
            await asyncio.wait_for(test, patience)
        except Exception as error:  # a test may fail in any way; the others still run
            import traceback
            traceback.print_exc()
            print(f"FAILED  {name}\n        {error}", flush=True)
            self.failed += 1
        else:
            print(f"passed  {name}", flush=True)
            self.passed += 1

    def close(self):
        if NODES > 1:
            print(f"over {NODES} servers, seed {SEED}")
        print(f"{self.passed} passed, {self.failed} failed")
        raise SystemExit(1 if self.failed or not self.passed else 0)

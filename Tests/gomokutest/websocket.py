"""A WebSocket (RFC 6455) on asyncio that gives the test control over every byte of its frames."""

import asyncio
import base64
import collections
import json
import os
import re
import struct

from .environment import TIMEOUT


class Closed(Exception):
    """The connection has ended. `code` comes from the close frame, and is None if there was
    none."""

    def __init__(self, code=None, reason=""):
        super().__init__(f"closed with {code} {reason}")
        self.code, self.reason = code, reason


def line(port, **more):
    """Connects to a server on this machine by its port, or by the path of its unix socket."""
    if isinstance(port, str):
        return asyncio.open_unix_connection(port, limit=1 << 24)
    return asyncio.open_connection("127.0.0.1", port, limit=1 << 24, **more)


async def answer_pings(ports):
    """Answers pings on this process's connections to these ports that no test is reading."""
    for socket in list(Socket.all_open):
        if socket.port in ports:
            await socket.answer_pings()


def cut_idle(ports):
    """Cuts this process's connections to these ports that no test is reading."""
    for socket in list(Socket.all_open):
        if socket.port in ports and not socket.is_read:
            socket.cut()


class Socket:
    """A WebSocket that gives the test control over every byte."""

    # All sockets of this process that are still open.
    all_open = set()

    def __init__(self, reader, writer, port=None):
        self.reader, self.writer, self.port = reader, writer, port
        # Whether the test is waiting for a message.
        self.is_read = False
        # Frames that `answer_pings` has read: first byte and payload.
        self.kept = collections.deque()
        self.all_open.add(self)
        # Payloads of pings that `hold_pongs` keeps from being answered. None if pings are answered.
        self.held = None

    @classmethod
    async def open(cls, port, path="/ws", subprotocol="gomoku.v1", headers=(), address=None):
        """Connects and upgrades. `address`: the local address to connect from."""
        reader, writer = await line(port, local_addr=(address, 0) if address else None)
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode(),
            "Sec-WebSocket-Version: 13",
        ]
        if subprotocol:
            lines.append(f"Sec-WebSocket-Protocol: {subprotocol}")
        lines += [f"{name}: {value}" for name, value in headers]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        try:
            async with asyncio.timeout(TIMEOUT):
                head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError as error:
            raise Closed(None, "during the handshake") from error
        status = int(head.split(b" ", 2)[1])
        if status != 101:
            length = re.search(rb"(?i)content-length: (\d+)", head)
            body = await reader.readexactly(int(length.group(1))) if length else b""
            writer.close()
            raise Refused(status, body)
        return cls(reader, writer, port)

    def frame(self, opcode, payload, fin=True, masked=True):
        """Writes one frame, valid or malformed as the arguments say."""
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
            stream = (key * (len(payload) // 4 + 1))[: len(payload)]
            payload = (int.from_bytes(payload, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(payload), "big")
            head += key
        self.writer.write(head + payload)

    def text(self, text):
        self.frame(1, text.encode())

    def send(self, message):
        self.text(json.dumps(message, separators=(",", ":")))

    async def _frame(self):
        """Reads a frame. Returns its first byte and its payload."""
        first, second = await self.reader.readexactly(2)
        length = second & 0x7F
        if length == 126:
            length = struct.unpack("!H", await self.reader.readexactly(2))[0]
        elif length == 127:
            length = struct.unpack("!Q", await self.reader.readexactly(8))[0]
        return first, await self.reader.readexactly(length)

    def _has_frame(self):
        """Whether a complete frame has arrived."""
        head = bytes(self.reader._buffer[:10])
        if len(head) < 2:
            return False
        wide = {126: "!H", 127: "!Q"}.get(head[1] & 0x7F)
        if not wide:
            return len(self.reader._buffer) >= 2 + head[1]
        size = struct.calcsize(wide)
        return (
            len(head) >= 2 + size and len(self.reader._buffer) >= 2 + size + struct.unpack(wide, head[2 : 2 + size])[0]
        )

    def _answer(self, payload):
        """Answers a ping, or holds its payload after `hold_pongs`."""
        if self.held is not None:
            self.held.append(payload)
        else:
            self.frame(10, payload)

    async def answer_pings(self):
        """Answers the pings that have arrived. Keeps all other frames for `receive`."""
        while not self.is_read and self._has_frame():
            first, payload = await self._frame()
            if first & 15 == 9:
                self._answer(payload)
            else:
                self.kept.append((first, payload))

    def hold_pongs(self):
        """Stops answering pings until `release_pongs` is called."""
        self.held = []

    async def pinged(self):
        """Waits until a ping is held. Keeps all other frames for `receive`."""
        self.is_read = True
        async with asyncio.timeout(TIMEOUT):
            while not self.held:
                first, payload = await self._frame()
                if first & 15 == 9:
                    self._answer(payload)
                else:
                    self.kept.append((first, payload))
        self.is_read = False

    def release_pongs(self):
        """Answers the held pings, and later ones again as they arrive."""
        held, self.held = self.held, None
        for payload in held:
            self._answer(payload)

    async def receive(self):
        """Returns the next text message. Answers pings. Answers a close frame, then raises
        `Closed`."""
        message = b""
        self.is_read = True
        try:
            while True:
                first, payload = self.kept.popleft() if self.kept else await self._frame()
                opcode = first & 15
                if opcode == 8:
                    code = struct.unpack("!H", payload[:2])[0] if len(payload) >= 2 else None
                    self.frame(8, payload[:2])
                    self.writer.close()
                    self.all_open.discard(self)
                    raise Closed(code, payload[2:].decode(errors="replace"))
                if opcode == 9:
                    self._answer(payload)
                elif opcode in (0, 1):
                    message += payload
                    if first & 0x80:
                        return message.decode()
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise Closed(None, str(error)) from error
        finally:
            self.is_read = False

    def cut(self):
        """Breaks the connection without a close frame."""
        self.all_open.discard(self)
        self.writer.transport.abort()


class Refused(ConnectionError):
    """The server answered the handshake with an HTTP status other than 101."""

    def __init__(self, status, body):
        super().__init__(f"HTTP {status}: {body!r}")
        self.status, self.body = status, body

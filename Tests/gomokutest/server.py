"""A gomoku-server for tests."""

import asyncio
import json
import os
import re
import signal
import urllib.parse

from . import live, ports, preload, store
from .environment import SMALL_WEB, TIMEOUT, binary
from .websocket import answer_pings, cut_idle, line


class Server:
    """A gomoku-server process, or a cluster of them if the store in use is one."""

    # The server that uses each control socket path. Servers over one Redis need different paths.
    places = {}

    def __init__(
        self, arguments=(), command=None, alone=False, web=SMALL_WEB, real_hashes=False, clock=None, **process
    ):
        """Prepares a server.

        - `alone`: a single server even if the store in use is a cluster.
        - `web`: the page's directory.
        - `real_hashes`: whether password hashes have their real cost.
        - `clock`: a preload.Clock that sets the server's time.
        - `process`: further arguments of asyncio.create_subprocess_exec, such as `env`.
        """
        self.more, self.web, self.real_hashes, self.clock = process, web, real_hashes, clock
        self.command = command or os.environ.get("SERVER") or binary("gomoku-server")
        self.arguments = store.server_arguments(arguments)
        self.together = 1 if alone else store.servers()
        # The other servers of the cluster. Each client connects to any of them.
        self.others = []
        self.port = 0
        self.process = None
        self.log = []
        self.reading = None

    @property
    def port(self):
        return store.choice.choice(self.ports)

    @port.setter
    def port(self, port):
        self.own_port = port

    @property
    def ports(self):
        """The port of each server of the cluster, or one port for a single server."""
        return [self.own_port, *(other.own_port for other in self.others)]

    async def start(self):
        """Starts the servers that are not running. A restarted server keeps its port."""
        await self._start()
        for _ in range(len(self.others) + 1, self.together if "--store" in self.arguments else 1):
            other = Server(
                self.arguments,
                self.command,
                alone=True,
                web=self.web,
                real_hashes=self.real_hashes,
                clock=self.clock,
                **self.more,
            )
            other.together = self.together
            other.log = self.log
            self.others.append(other)
        await asyncio.gather(*(other._start() for other in self.others))
        return self

    async def _start(self):
        if self.process and self.process.returncode is None:
            return
        # A busy machine must not make a server look dead. A killed server on the same machine is
        # detected immediately.
        environment = preload.environment(
            self.more.get("env", os.environ), cheap_hashes=not self.real_hashes, clock=self.clock
        )
        if self.together > 1 or self.clock:
            environment["GOMOKU_STORE_GONE"] = "3600"
        # A restarted server listens on the same port. A socket that was handed over already has a
        # port.
        if self.own_port == 0 and "pass_fds" not in self.more:
            self.own_port = ports.take()
        # A starting server already occupies its control socket, because the servers of a cluster
        # start at the same time.
        self.process = None
        self.process = await asyncio.create_subprocess_exec(
            self.command,
            "--host",
            "127.0.0.1",
            "--port",
            str(self.own_port),
            "--web",
            self.web,
            *self._placed(),
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            **dict(self.more, env=environment),
        )
        live.started(self)
        while True:
            line = (await asyncio.wait_for(self.process.stderr.readline(), TIMEOUT)).decode()
            if not line:
                raise RuntimeError(f"the server ended with {await self.process.wait()}: {''.join(self.log[-5:])}")
            self.log.append(line)
            found = re.search(r"listening on (?:https?://127\.0\.0\.1:(\d+)|unix:.*)", line)
            if found and (found.group(1) or "--no-tcp" in self.arguments):
                self.own_port = int(found.group(1) or 0)
                self.reading = asyncio.create_task(self._read())
                return

    def _placed(self):
        """Returns the arguments with a control socket that no other running server uses."""
        for number in range(256):
            arguments = store.numbered(self.arguments, number)
            if "--admin-socket" not in arguments:
                return arguments
            place = arguments[arguments.index("--admin-socket") + 1]
            other = self.places.get(place, self)
            if other is self or (other.process and other.process.returncode is not None):
                self.places[place] = self
                return arguments
        raise RuntimeError("too many servers")

    async def _read(self):
        while line := await self.process.stderr.readline():
            self.log.append(line.decode())

    async def said(self, *texts):
        """Waits for a log line that contains all these texts, and returns the first one.

        The log arrives through a separate pipe, so an answer of the server does not mean that
        earlier log lines have arrived.
        """
        end = asyncio.get_running_loop().time() + TIMEOUT
        while True:
            for said in self.log:
                if all(text in said for text in texts):
                    return said
            if asyncio.get_running_loop().time() > end:
                raise AssertionError(f"the log does not say {texts}: {self.log[-20:]}")
            await asyncio.sleep(0.02)

    async def _ended(self):
        """Returns the exit status after the log has been read to its end."""
        status = await asyncio.wait_for(self.process.wait(), TIMEOUT)
        live.ended(self)
        if self.reading:
            await asyncio.wait_for(self.reading, TIMEOUT)
        if status < 0 and status != -signal.SIGKILL:
            print(f"the server died of {signal.Signals(-status).name}: {''.join(self.log[-400:])}")
        return status

    def abandon(self):
        """Kills the process without waiting for it."""
        if self.process.returncode is None:
            self.process.kill()

    async def kill(self):
        """Kills all servers with SIGKILL."""
        for server in (self, *self.others):
            server.process.send_signal(signal.SIGKILL)
        for server in (self, *self.others):
            await server._ended()
        cut_idle(set(self.ports))

    async def stop(self):
        """Stops the servers with SIGTERM and returns the exit status.

        Cuts the test's clients that are not reading. Otherwise the server would wait three seconds
        for each of them to answer the close.
        """
        for server in (self, *self.others):
            if server.process.returncode is None:
                server.process.send_signal(signal.SIGTERM)
        cut_idle(set(self.ports))
        for server in self.others:
            await server._ended()
        return await self._ended()

    async def skip(self, seconds):
        """Moves the servers' clock forward. With Redis this takes several steps, because after one
        large step a server would consider its Redis dead."""
        while seconds > 0:
            step = min(seconds, 4) if "--store" in self.arguments else seconds
            seconds -= step
            self.clock.skip(step)
            for port in self.ports:
                await self.get("/healthz", port=port)
            if seconds:
                # Meanwhile Redis and other servers answer the server's requests, and the test's
                # clients answer its pings.
                await asyncio.sleep(0.02)
                await answer_pings(set(self.ports))

    async def get(self, path, headers=(), method="GET", port=None):
        """Sends an HTTP request to `port`, or to any server of the cluster. Returns status, headers
        by lower-case name, and body."""
        port = port or self.port
        reader, writer = await line(port)
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in headers]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        answer = await asyncio.wait_for(reader.read(), TIMEOUT)
        writer.close()
        head, _, body = answer.partition(b"\r\n\r\n")
        status, *rest = head.decode().split("\r\n")
        fields = (field.split(":", 1) for field in rest)
        return int(status.split(" ")[1]), {name.lower(): value.strip() for name, value in fields}, body

    async def json(self, path):
        return json.loads((await self.get(path))[2])

    async def metrics(self, port=None):
        """Returns the value of each metric, by name and labels."""
        text = (await self.get("/metrics", port=port))[2].decode()
        samples = (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        return {name: float(value) for name, value in samples}

    async def history(self, room):
        """Returns every delta of a room. Reads the history page by page."""
        deltas = []
        while True:
            page = await self.json(f"/api/rooms/{urllib.parse.quote(room)}/history?from={len(deltas) + 1}")
            deltas += page["deltas"]
            if len(deltas) >= page["rev"]:
                return deltas
            if not page["deltas"]:
                raise AssertionError(f"the history of {room} stops at {len(deltas)} of {page['rev']}")

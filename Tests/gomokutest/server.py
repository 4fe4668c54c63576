"""A gomoku-server of the test's own."""

import asyncio
import json
import os
import re
import signal
import urllib.parse

from . import live, ports, preload, store
from .environment import PATIENCE, SMALL_WEB, binary
from .websocket import answer_pings, cut_idle, line


class Server:
    """A server of the test's own."""

    # Which of them takes orders at which place: those over one Redis have each a place of their own.
    places = {}

    def __init__(
        self, arguments=(), command=None, alone=False, web=SMALL_WEB, real_hashes=False, clock=None, **process
    ):
        """`alone`: it is one server, however many share a Redis; `web`: the page's files; `real_hashes`: password
        hashes take as long as they really do; `clock`: a preload.Clock that the server goes by; `process`: more of what
        asyncio.create_subprocess_exec takes, as the environment.
        """
        self.more, self.web, self.real_hashes, self.clock = process, web, real_hashes, clock
        self.command = command or os.environ.get("SERVER") or binary("gomoku-server")
        self.arguments = store.server_arguments(arguments)
        self.together = 1 if alone else store.servers()
        # Where a test runs over several servers, they are this one and these, and each one that connects comes to any
        # of them.
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
        """The port of each server of the cluster; one port for a single server."""
        return [self.own_port, *(other.own_port for other in self.others)]

    async def start(self):
        """Starts the servers that do not run. Started again they are the same ones, at the same ports."""
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
        # A busy machine must not make a server count as gone; one that is killed on the same machine is gone at once.
        environment = preload.environment(
            self.more.get("env", os.environ), cheap_hashes=not self.real_hashes, clock=self.clock
        )
        if self.together > 1 or self.clock:
            environment["GOMOKU_STORE_GONE"] = "3600"
        # It listens on the same port when it is started again. A socket that it is handed has a port already.
        if self.own_port == 0 and "pass_fds" not in self.more:
            self.own_port = ports.take()
        # While it starts it has its place already: the servers of a cluster start at the same time.
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
        """The first line of the log that has all these texts, once it is there: it comes by a pipe of its own, and what
        the server has answered meanwhile says nothing of how far that was read.
        """
        end = asyncio.get_running_loop().time() + PATIENCE
        while True:
            for said in self.log:
                if all(text in said for text in texts):
                    return said
            if asyncio.get_running_loop().time() > end:
                raise AssertionError(f"the log does not say {texts}: {self.log[-20:]}")
            await asyncio.sleep(0.02)

    async def _ended(self):
        """The exit status, once the log is read to its end."""
        status = await asyncio.wait_for(self.process.wait(), PATIENCE)
        live.ended(self)
        if self.reading:
            await asyncio.wait_for(self.reading, PATIENCE)
        return status

    def abandon(self):
        """Kills the process without waiting for it."""
        if self.process.returncode is None:
            self.process.kill()

    async def kill(self):
        """kill -9."""
        for server in (self, *self.others):
            server.process.send_signal(signal.SIGKILL)
        for server in (self, *self.others):
            await server._ended()
        cut_idle(set(self.ports))

    async def stop(self):
        """SIGTERM; returns the exit status. Cuts the test's clients that read nothing now: the server would wait three
        seconds for each of them to answer the close.
        """
        for server in (self, *self.others):
            if server.process.returncode is None:
                server.process.send_signal(signal.SIGTERM)
        cut_idle(set(self.ports))
        for server in self.others:
            await server._ended()
        return await self._ended()

    async def skip(self, seconds):
        """Puts the servers' clock forward. With a Redis it goes in steps: at one leap a server would take its Redis for
        dead.
        """
        while seconds > 0:
            step = min(seconds, 4) if "--store" in self.arguments else seconds
            seconds -= step
            self.clock.skip(step)
            for port in self.ports:
                await self.get("/healthz", port=port)
            if seconds:
                # What the servers ask Redis, and each other, is answered meanwhile, as are their pings.
                await asyncio.sleep(0.02)
                await answer_pings(set(self.ports))

    async def get(self, path, headers=(), method="GET", port=None):
        """Returns status, headers by lower-case name, and body, of any server of a cluster or of the one at `port`."""
        port = port or self.port
        reader, writer = await line(port)
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in headers]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
        writer.close()
        head, _, body = answer.partition(b"\r\n\r\n")
        status, *rest = head.decode().split("\r\n")
        fields = (field.split(":", 1) for field in rest)
        return int(status.split(" ")[1]), {name.lower(): value.strip() for name, value in fields}, body

    async def json(self, path):
        return json.loads((await self.get(path))[2])

    async def metrics(self, port=None):
        """Returns the value of each metric by its name and labels."""
        text = (await self.get("/metrics", port=port))[2].decode()
        samples = (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        return {name: float(value) for name, value in samples}

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

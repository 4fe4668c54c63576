"""Network namespaces for servers and Redis servers, so that a test can cut them off from each
other.

    with contextlib.closing(Net(["n1", "redis"])) as net:
        if reason := net.make():
            pytest.skip(reason)
        heal = net.cut("n1", "redis")

Each namespace is linked to a router in a separate namespace. Clients connect by unix sockets, which
work across namespaces.
"""

import asyncio
import itertools
import os
import subprocess

from .environment import TIMEOUT, binary
from .server import Server


def ip(*words):
    return subprocess.run(["ip", *words], capture_output=True, text=True, check=False)


class Net:
    """Network namespaces around a router, named after this process. No route leads out of them."""

    numbers = itertools.count()

    def __init__(self, places):
        self.name = f"gomoku-{os.getpid()}-{next(self.numbers)}"
        self.places = {place: f"10.213.{number}.2" for number, place in enumerate(places, 1)}
        self.rules = 0

    def space(self, place):
        return f"{self.name}-{place}"

    def command(self, place):
        """Returns the command prefix that runs a program in this namespace."""
        return ["ip", "netns", "exec", self.space(place)]

    def make(self):
        """Creates the namespaces. Returns None, or the reason why this machine does not allow
        it."""
        # An earlier process with the same ID may have been killed before it cleaned up.
        self.close()
        router = self.space("router")
        commands = [["netns", "add", self.space(place)] for place in ("router", *self.places)]
        for place, address in self.places.items():
            space, gate = self.space(place), address[:-1] + "1"
            commands += [
                ["link", "add", "line", "netns", space, "type", "veth", "peer", "name", place, "netns", router],
                ["-n", space, "addr", "add", f"{address}/24", "dev", "line"],
                ["-n", router, "addr", "add", f"{gate}/24", "dev", place],
                ["-n", space, "link", "set", "lo", "up"],
                ["-n", space, "link", "set", "line", "up"],
                ["-n", router, "link", "set", place, "up"],
                ["-n", space, "route", "add", "default", "via", gate],
            ]
        commands.append(["netns", "exec", router, "sysctl", "-qw", "net.ipv4.ip_forward=1"])
        # The tests cut connections with policy rules, which not every kernel supports.
        commands += [
            ["-n", router, "rule", "add", "pref", "9", "to", "10.213.250.1", "blackhole"],
            ["-n", router, "rule", "del", "pref", "9"],
        ]
        for command in commands:
            done = ip(*command)
            if done.returncode:
                return f"ip {' '.join(command)}: {done.stderr.strip()}"
        return None

    def cut(self, source, target, way="blackhole"):
        """Blocks all packets from one namespace to another. Returns a function that removes the
        block."""
        self.rules += 1
        preference, router = str(10 + self.rules), self.space("router")
        places = ["from", self.places[source], "to", self.places[target]]
        made = ip("-n", router, "rule", "add", "pref", preference, *places, way)
        assert made.returncode == 0, made.stderr
        return lambda: ip("-n", router, "rule", "del", "pref", preference)

    def close(self):
        for place in ("router", *self.places):
            ip("netns", "del", self.space(place))


class Node(Server):
    """A server in one of the namespaces, reached by a unix socket."""

    def __init__(self, net, place, directory, *arguments, **environment):
        script = os.path.join(directory, place)
        program = os.path.abspath(os.environ.get("SERVER") or binary("gomoku-server"))
        with open(script, "w", encoding="utf-8") as lines:
            lines.write(f'#!/bin/sh\nexec {" ".join(net.command(place))} {program} "$@"\n')
        os.chmod(script, 0o755)
        self.place, self.path = place, f"{script}.sock"
        super().__init__(
            [*arguments, "--unix-socket", self.path, "--no-tcp"],
            script,
            alone=True,
            env={**os.environ, **environment},
        )

    @property
    def ports(self):
        return [self.path]

    async def healthy(self):
        end = asyncio.get_running_loop().time() + TIMEOUT
        while (answer := await self.get("/healthz"))[0] != 200:
            assert asyncio.get_running_loop().time() < end, answer
            await asyncio.sleep(0.05)

    async def lost(self):
        """Returns the number of connections to Redis that the server has lost."""
        return (await self.metrics())["gomoku_redis_connections_lost_total"]

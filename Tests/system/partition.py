#!/usr/bin/env python3
"""Servers are cut off from their Redis, in networks of the test's own.

    Tests/system/partition.py [--rounds 2] [--seed N] [--server PATH]

Three servers and a Redis, each in a network namespace with a line to a router in a fourth. Clients at each server play all
the time; they come by unix sockets, which no network is in the way of. In each round servers are cut off in each of these
ways at random instants: nothing passes either way; nothing passes one way; every packet is refused; Redis has forgotten the
connection while the server has not. Everybody records every delta that they are shown; in the end the whole history is held
against that, as in crash.py: nothing that was acknowledged is lost or there twice, and all have seen one history. The last line is
"N passed, N failed".
"""

import argparse
import asyncio
import os
import random
import re
import subprocess
import tempfile

import blackbox
from blackbox import Count, Server, binary, same
from crash import Player, Witness, verify
from watched import Instance

NODES = 3
WAYS = ("both", "to", "from", "refused", "forgotten")


def ip(*words):
    return subprocess.run(["ip", *words], capture_output=True, text=True)


class Net:
    """Networks of the test's own: places around a router. Nothing leads out of it."""

    def __init__(self, places):
        self.name = f"gomoku-{os.getpid()}"
        self.places = {place: f"10.213.{number}.2" for number, place in enumerate(places, 1)}
        self.rules = 0

    def space(self, place):
        return f"{self.name}-{place}"

    def make(self):
        """Whether this machine lets us; if not, why."""
        router = self.space("router")
        commands = [["netns", "add", self.space(place)] for place in ("router", *self.places)]
        for place, address in self.places.items():
            space, gate = self.space(place), address[:-1] + "1"
            commands += [
                ["link", "add", "line", "netns", space, "type", "veth", "peer", "name", place, "netns", router],
                ["-n", space, "addr", "add", f"{address}/24", "dev", "line"], ["-n", router, "addr", "add", f"{gate}/24", "dev", place],
                ["-n", space, "link", "set", "lo", "up"], ["-n", space, "link", "set", "line", "up"],
                ["-n", router, "link", "set", place, "up"], ["-n", space, "route", "add", "default", "via", gate]]
        commands.append(["netns", "exec", router, "sysctl", "-qw", "net.ipv4.ip_forward=1"])
        # What rules do is what the test is about: a kernel without them cannot run it.
        commands += [["-n", router, "rule", "add", "pref", "9", "to", "10.213.250.1", "blackhole"], ["-n", router, "rule", "del", "pref", "9"]]
        for command in commands:
            done = ip(*command)
            if done.returncode:
                return f"ip {' '.join(command)}: {done.stderr.strip()}"
        return None

    def cut(self, source, target, way="blackhole"):
        """From now on nothing passes from one to the other; returns what undoes it."""
        self.rules += 1
        preference, router = str(10 + self.rules), self.space("router")
        made = ip("-n", router, "rule", "add", "pref", preference, "from", self.places[source], "to", self.places[target], way)
        assert made.returncode == 0, made.stderr
        return lambda: ip("-n", router, "rule", "del", "pref", preference)

    def end(self):
        for place in ("router", *self.places):
            ip("netns", "del", self.space(place))


class Node(Server):
    """A server in one of the networks, reached by a unix socket."""

    def __init__(self, net, place, directory, program, store):
        script = os.path.join(directory, place)
        with open(script, "w", encoding="utf-8") as lines:
            lines.write(f'#!/bin/sh\nexec ip netns exec {net.space(place)} {program} "$@"\n')
        os.chmod(script, 0o755)
        self.place, self.path = place, f"{script}.sock"
        super().__init__(["--store", store, "--unix-socket", self.path, "--no-tcp"], script,
                         env={**os.environ, "GOMOKU_STORE_GONE": "2"})

    @property
    def port(self):
        return self.path

    @port.setter
    def port(self, _):
        self.own_port = 0


async def cut(net, redis, nodes, way, seconds, rng):
    """Cuts one server off, or two, for a while."""
    victims = rng.sample(nodes, rng.choice((1, 1, 2)))
    healing = []
    for node in victims:
        if way != "from":
            healing.append(net.cut(node.place, "redis", "unreachable" if way == "refused" else "blackhole"))
        if way != "to":
            healing.append(net.cut("redis", node.place))
    if way == "forgotten":
        # Redis ends these connections, and what says so does not arrive.
        for known in re.findall(r"addr=(\S+)", redis.ask("client", "list")):
            if known.split(":")[0] in [net.places[node.place] for node in victims]:
                redis.ask("client", "kill", "addr", known)
    await asyncio.sleep(seconds)  # how long it lasts
    for heal in healing:
        heal()


async def healthy(node):
    end = asyncio.get_running_loop().time() + blackbox.PATIENCE
    while (answer := await node.get("/healthz"))[0] != 200:
        assert asyncio.get_running_loop().time() < end, answer
        await asyncio.sleep(0.05)


async def lost(node):
    """Connections to Redis that it has lost."""
    metrics = (await node.get("/metrics"))[2].decode()
    return int(re.search(r"^gomoku_redis_connections_lost_total (\d+)$", metrics, re.MULTILINE).group(1))


async def play(net, redis, nodes, rounds, rng):
    witness = Witness()
    await asyncio.gather(*(node.start() for node in nodes))
    players, lives = [], []
    for number in range(3):
        for kind in ("open", "gomoku"):
            for seat in range(2):
                players.append(Player(f"{kind[0]}{number}-{seat}", f"{kind}-{number}", kind, witness, random.Random(rng.random())))
                node = nodes[(number + seat) % NODES]
                lives.append(asyncio.create_task(players[-1].live(lambda node=node: node.path)))

    async def goes_on(count):
        goal = len(witness.acked) + count
        end = asyncio.get_running_loop().time() + 2 * blackbox.PATIENCE
        while len(witness.acked) < goal:
            for life in lives:
                if life.done():
                    await life
            assert asyncio.get_running_loop().time() < end, "play does not go on"
            await asyncio.sleep(0.02)

    await goes_on(30)
    cuts = 0
    # For so long that servers find out by themselves that nothing is answered, which they do after 15 s.
    silence = rng.randrange(len(WAYS))
    for _ in range(rounds):
        for way in rng.sample(WAYS, len(WAYS)):
            await asyncio.sleep(rng.uniform(0, 0.3))  # the random instant itself
            await cut(net, redis, nodes, way, rng.uniform(16, 18) if cuts == silence else rng.uniform(0.2, 4), rng)
            cuts += 1
            for node in nodes:
                await healthy(node)
            await goes_on(30)
    for player in players:
        player.stopping = True
    await asyncio.wait_for(asyncio.gather(*lives), 2 * blackbox.PATIENCE)
    losses = sum([await lost(node) for node in nodes])
    await verify(rng.choice(nodes), players, witness)
    for node in nodes:
        same(await node.stop(), 0, "the exit status")
    found = subprocess.run([binary("gomoku-server"), "check", "--store", f"redis+unix:{redis.socket}"], capture_output=True, text=True)
    witness.check(found.returncode == 0, found.stdout[-500:] + found.stderr)
    print(f"{len(witness.acked)} acknowledged deltas and {len(witness.shown)} shown ones checked over {cuts} cuts: {losses} connections "
          f"lost, {witness.resumes} resumes, {witness.snapshots} snapshots, {witness.again} answered again, {witness.rejected} rejected",
          flush=True)
    same(witness.faults[:20], [], "faults")
    assert losses and witness.resumes, "no cut was noticed"


async def cuts(net, options):
    """Servers are cut off from Redis, both ways, one way, refused, forgotten: one history, and nothing of it lost or doubled."""
    print(f"seed {options.seed}", flush=True)
    rng = random.Random(options.seed)
    nodes = []
    with tempfile.TemporaryDirectory(prefix="gomoku-partition-") as directory:
        redis = Instance("0.0.0.0", 6379, prefix=["ip", "netns", "exec", net.space("redis")])
        try:
            store = f"redis://{net.places['redis']}:6379/0"
            nodes = [Node(net, f"n{number}", directory, options.server or binary("gomoku-server"), store) for number in range(NODES)]
            await play(net, redis, nodes, options.rounds, rng)
        finally:
            for node in nodes:
                if node.process and node.process.returncode is None:
                    node.process.kill()
            redis.end()


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--server")
    options = parser.parse_args()
    net = Net([f"n{number}" for number in range(NODES)] + ["redis"])
    try:
        if why := net.make():
            print(f"skipped: no network namespaces can be made here ({why}); whoever may, run this as root")
            print("0 passed, 0 failed")
            return
        count = Count()
        await count.run(blackbox.sentence(cuts), cuts(net, options))
        count.close()
    finally:
        net.end()


asyncio.run(main())

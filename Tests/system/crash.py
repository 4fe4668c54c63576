#!/usr/bin/env python3
"""Kills the server at random instants under load, and checks that nobody was shown what is not there any more.

    python3 Tests/system/crash.py [--rounds 200] [--migrations 20] [--seed N] [--server PATH] [--durability full|os] [--nodes 1]

Clients in several rooms (refereed games and open ones, shared and private state) record every delta they are shown.
After each kill -9 they come back with their tokens, resume where they were, and send again, with the same ids, what had
no answer, and something that had one. The server files deltas from its journal all the time (--file-every), so that
nearly every kill falls into a filing. In the end the whole history of every room is read and held against all that was shown: invariants 1 to 6; then
the store itself is checked.

Before that servers are killed while they take a store of format 6 to the newest one: afterwards all of it is there.
With TEST_STORE=redis that is left out, and it is the server, the Redis, or both, that are killed; what was on its way when
Redis was killed is stored once, and the server goes on. With --nodes that many servers are on it, and whoever comes back
comes to any of them.
The last line is "N passed, N failed".
"""

import argparse
import asyncio
import json
import os
import random
import shutil
import sqlite3
import subprocess
import tempfile

from blackbox import ROOT, STORE, Client, Closed, Redis, Server, applied, binary, kept

OPEN_ROOMS, GAME_ROOMS, WINDOW = 3, 3, 4
FILE_EVERY = 3000
# Deltas that a room keeps in memory: ids that are older are looked up in what is filed.
REMEMBERED = 8
FIXTURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "GomokuStoreTests", "Fixtures")
OLD_ROOMS, OLD_DELTAS = 40, 500


class Witness:
    """All that anybody was shown."""

    def __init__(self):
        self.shown = {}     # (room, rev) -> what it was
        self.acked = {}     # (room, participant, id) -> rev
        self.private = {}   # (room, participant, id) -> private rev
        self.faults = []
        self.resumes = self.snapshots = self.again = self.rejected = 0

    def check(self, condition, sentence):
        if not condition:
            self.faults.append(sentence)

    def show(self, room, delta):
        what = (delta["by"], delta.get("id"), json.dumps(delta["set"], sort_keys=True))
        known = self.shown.setdefault((room, delta["rev"]), what)
        self.check(known == what, f"{room} revision {delta['rev']} was {known}, now {what}")


class Player:
    """One client: keeps a mirror of its room, a window of unanswered deltas, and its identity."""

    def __init__(self, name, room, kind, witness, rng):
        self.name, self.room, self.kind, self.witness, self.rng = name, room, kind, witness, rng
        self.token = self.id = self.epoch = None
        self.rev, self.values, self.private = 0, {}, {}
        self.unanswered = {}   # id -> message, in the order sent
        self.done = {}         # id -> message, of those that were acknowledged
        self.sent = 0
        self.is_kept = False   # something that this identity did was acknowledged
        self.stopping = False

    async def live(self, port):
        """Connects and plays until the line breaks, then comes back."""
        while not self.stopping:
            try:
                client = await Client.connect(port(), self.name, self.token)
            except (OSError, Closed, asyncio.TimeoutError):
                await asyncio.sleep(0.005)  # the server is down: nothing tells when it listens again
                continue
            try:
                await self.play(client)
            except (Closed, ConnectionError):
                continue
            finally:
                client.cut()

    async def play(self, client):
        if self.id and client.id != self.id:
            # Somebody of whom nothing was stored may be forgotten; whoever was shown something of its own may not.
            self.witness.check(not self.is_kept, f"{self.name} came back as {client.id}, was {self.id}")
            self.unanswered.clear()
        self.id, self.token = client.id, client.token
        known = {"since": self.rev, "epoch": self.epoch} if self.epoch else {}
        self.hear(await client.join(self.room, kind=self.kind, **known))
        for message in list(self.unanswered.values()) + self.old():
            client.socket.send(message)
        while not self.stopping or self.unanswered:
            self.act(client)
            await client.socket.writer.drain()
            self.hear(await client.receive())

    def old(self):
        """A few that were acknowledged long ago: the store has filed them, and the server that knew their ids is dead."""
        return [self.done[key] for key in self.rng.sample(sorted(self.done), min(2, len(self.done)))]

    def hear(self, message):
        kind = message["type"]
        if kind == "snapshot":
            self.witness.snapshots += 1
            if self.epoch == message["epoch"]:
                self.witness.check(message["rev"] >= self.rev, f"{self.room} went back from {self.rev} to {message['rev']}")
            else:
                # A room that nobody had written to is allowed to begin anew.
                self.witness.check(self.epoch is None or self.rev == 0, f"{self.room} lost its epoch at {self.rev}")
            self.epoch, self.rev, self.values = message["epoch"], message["rev"], message["state"]
            self.check_private(message)
        elif kind == "deltas":
            self.witness.resumes += 1
            for delta in message["deltas"]:
                self.take(delta)
            if "private" in message:
                self.check_private(message)
        elif kind == "delta":
            if message.get("scope") == "private":
                self.take_private(message)
            elif message.get("again"):
                self.witness.again += 1
                self.witness.show(self.room, message)
                self.answered(message)
            else:
                self.take(message)
        elif kind == "reject":
            self.witness.rejected += 1
            self.unanswered.pop(message["id"], None)

    def take(self, delta):
        self.witness.check(delta["rev"] == self.rev + 1, f"{self.room}: {delta['rev']} came after {self.rev}")
        self.rev = delta["rev"]
        self.values = applied(self.values, delta["set"])
        self.witness.show(self.room, delta)
        if delta["by"] == self.id and delta.get("id"):
            self.answered(delta)

    def answered(self, delta):
        self.is_kept = True
        key = (self.room, self.id, delta["id"])
        known = self.witness.acked.setdefault(key, delta["rev"])
        self.witness.check(known == delta["rev"], f"{key} was acknowledged as {known} and as {delta['rev']}")
        message = self.unanswered.pop(delta["id"], None)
        if message:
            self.done[delta["id"]] = message

    def take_private(self, delta):
        key = (self.room, self.id, delta["id"])
        known = self.witness.private.setdefault(key, delta["rev"])
        self.witness.check(known == delta["rev"], f"private {key} was {known}, now {delta['rev']}")
        self.is_kept = True
        self.private[delta["rev"]] = delta["set"]
        self.unanswered.pop(delta["id"], None)

    def check_private(self, message):
        expected, last = {}, 0
        for rev in sorted(self.private):
            expected, last = applied(expected, self.private[rev]), rev
        found = message["private"]
        self.witness.check(message["privateRev"] >= last, f"{self.name}'s own state went back to {message['privateRev']}")
        if message["privateRev"] == last:
            self.witness.check(found == expected, f"{self.name}'s own state is {found}, was {expected}")

    # what is sent

    def act(self, client):
        if self.stopping:
            return
        while len(self.unanswered) < WINDOW:
            message = self.next_move() if self.kind == "gomoku" else self.next_delta()
            if message is None:
                if not self.unanswered:
                    client.send(type="ping")  # so that there is something to wait for
                return
            self.sent += 1
            message.update(type="delta", room=self.room, id=f"{self.sent}")
            self.unanswered[message["id"]] = message
            client.socket.send(message)

    def next_delta(self):
        rng = self.rng
        keys = [f"k{rng.randrange(12)}" for _ in range(rng.randint(1, 3))]
        message = {"set": {key: rng.choice([None, rng.randrange(1000), f"{rng.random()}", [self.sent]]) for key in keys}}
        if rng.random() < 0.15:
            return {"scope": "private", "set": {f"own{rng.randrange(4)}": self.sent}}
        if rng.random() < 0.5:
            message.update(base=max(0, self.rev - rng.randrange(3)), guard=rng.choice([True, keys[:1]]))
        return message

    def next_move(self):
        """One move ahead at the most: both sides are this player's, and the referee wants them in order."""
        if self.unanswered:
            return None
        values, rng = self.values, self.rng
        mine = values.get("x") == self.id and values.get("o") == self.id
        if not mine or "result" in values or int(values.get("move", "0")) > 40:
            number = int(values.get("game", "0")) + 1
            return {"base": self.rev, "set": {"game": str(number), "rule": "standard", "x": self.id, "o": self.id}}
        number = int(values["move"]) + 1
        return {"base": self.rev, "set": {
            "move": str(number), f"col{number}": str(rng.randrange(15)), f"row{number}": str(rng.randrange(15))}}


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--migrations", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--server")
    parser.add_argument("--durability", default="full")
    parser.add_argument("--nodes", type=int, default=1)
    options = parser.parse_args()
    print(f"seed {options.seed}, {options.rounds} kills", flush=True)
    rng = random.Random(options.seed)
    fault = await migrations(options, rng) if STORE == "embedded" else None
    if fault:
        print("FAULT", fault, flush=True)
    directory = tempfile.mkdtemp(prefix="gomoku-crash-")
    # The log must tell the port.
    servers = [Server(["--data", directory, "--durability", options.durability, "--file-every", str(FILE_EVERY),
                       "--history-per-room", str(REMEMBERED), "--log-level", "info"], options.server)
               for _ in range(options.nodes)]
    for server in servers:
        await server.start()
    witness = Witness()
    players = []
    for number in range(OPEN_ROOMS):
        players += [Player(f"o{number}-{i}", f"open-{number}", "open", witness, random.Random(rng.random())) for i in range(2)]
    for number in range(GAME_ROOMS):
        players += [Player(f"g{number}-{i}", f"game-{number}", "gomoku", witness, random.Random(rng.random())) for i in range(2)]
    lives = [asyncio.create_task(player.live(lambda: rng.choice(servers).port)) for player in players]
    for number in range(options.rounds):
        await asyncio.sleep(rng.uniform(0.02, 0.35))  # the random instant itself
        await kill(rng.choice(servers), servers, rng, witness)
        for player in players:
            witness.check(not player.stopping, "a player stopped")
        dead = [life for life in lives if life.done()]
        if dead:
            await dead[0]
        if (number + 1) % 50 == 0:
            print(f"{number + 1} kills, {len(witness.acked)} acknowledged, {len(witness.faults)} faults", flush=True)
    for player in players:
        player.stopping = True
    await asyncio.wait_for(asyncio.gather(*lives), 60)
    await verify(rng.choice(servers), players, witness)
    for server in servers:
        status = await server.stop()
        witness.check(status == 0, f"SIGTERM ended a server with {status}")
    witness.check(*sound(directory, options))
    shutil.rmtree(directory, ignore_errors=True)
    witness.check(witness.again > 0 or not options.rounds, "nothing was sent again")
    for what in witness.faults[:20]:
        print("FAULT", what)
    print(f"{len(witness.acked)} acknowledged deltas and {len(witness.shown)} shown ones checked over {options.rounds} kills "
          f"(seed {options.seed}): {witness.resumes} resumes, {witness.snapshots} snapshots, {witness.again} answered again, "
          f"{witness.rejected} rejected, {len(witness.private)} private")
    failed = bool(witness.faults or not witness.acked) + bool(fault)
    print(f"{1 + (STORE == 'embedded') - failed} passed, {failed} failed")
    raise SystemExit(1 if failed else 0)


async def kill(server, servers, rng, witness):
    """Kills a server and starts another; with a Redis that, or it, or both."""
    victims = rng.choice([("server",), ("redis",), ("redis", "server")]) if STORE == "redis" else ("server",)
    if "redis" in victims:
        Redis.one.kill()
    if "server" in victims:
        await server.kill()
    if "redis" in victims:
        # Others act while there is none.
        await asyncio.sleep(rng.uniform(0, 0.1))
        Redis.one.start()
    if "server" in victims:
        await server.start()
    for server in servers:
        witness.check(server.process.returncode is None, f"a server has ended by itself with {server.process.returncode}")


def sound(directory, options):
    """What `check` says, and whether that is good."""
    command = [options.server or binary("gomoku-server"), *kept(["check", "--data", directory])]
    found = subprocess.run(command, capture_output=True, text=True)
    return found.returncode == 0, f"check ended with {found.returncode}: {found.stdout[-500:]}{found.stderr}"


def old_store(directory):
    """A store of format 6 with rooms of many deltas; returns what is in them."""
    file = os.path.join(directory, "gomoku.sqlite")
    shutil.copy(os.path.join(FIXTURES, "store-v6.sqlite"), file)
    database = sqlite3.connect(file)
    rooms = {}
    for number in range(OLD_ROOMS):
        name = f"old-{number}"
        row = database.execute("INSERT INTO room (name, kind, epoch, host, created, rev, changed) VALUES (?, 'open', 'k', 'p-0', 1, ?, ?)",
                               [name, OLD_DELTAS, 1_700_000_000_000 + number]).lastrowid
        deltas = [(row, "", rev, f"p-{rev % 3}", 1_700_000_000_000 + rev, f"id{rev}", json.dumps({"n": rev, "text": "x" * (rev % 50)}))
                  for rev in range(1, OLD_DELTAS + 1)]
        database.executemany("INSERT INTO delta (room, owner, rev, by, at, id, changes) VALUES (?, ?, ?, ?, ?, ?, ?)", deltas)
        rooms[name] = [(d[2], d[3], d[5], json.loads(d[6])) for d in deltas]
    database.commit()
    database.close()
    return rooms


async def migrations(options, rng):
    """Kills servers at random instants of an upgrade; nil when everything is there after each."""
    model = tempfile.mkdtemp(prefix="gomoku-crash-old-")
    rooms = old_store(model)
    took = formats = 0
    number = 0
    while number <= options.migrations or not formats and 0 < options.migrations < number < options.migrations + 12:
        # The first start has warmed everything up: where all others were done before they were killed, kill earlier.
        if number > options.migrations:
            took /= 2
        directory = tempfile.mkdtemp(prefix="gomoku-crash-")
        shutil.copy(os.path.join(model, "gomoku.sqlite"), directory)
        arguments = [options.server or binary("gomoku-server"), "--port", "0", "--data", directory, "--web", os.path.join(ROOT, "web-static")]
        began = asyncio.get_running_loop().time()
        process = await asyncio.create_subprocess_exec(*arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if number == 0:
            # How long it takes when nobody disturbs it: the kills fall into that time.
            while b"listening" not in (line := await process.stdout.readline()):
                if not line:
                    return f"the upgrade ended with {await process.wait()}"
            took = asyncio.get_running_loop().time() - began
        else:
            await asyncio.sleep(rng.uniform(0, took))  # the random instant itself
        process.kill()
        await process.wait()
        database = sqlite3.connect(os.path.join(directory, "gomoku.sqlite"))
        formats += database.execute("PRAGMA user_version").fetchone()[0] == 6
        database.close()
        server = await Server(["--data", directory], options.server).start()
        for name in rng.sample(sorted(rooms), 5):
            found = [(d["rev"], d["by"], d.get("id"), d["set"]) for d in await server.history(name)]
            if found != rooms[name]:
                return f"{name} has {len(found)} deltas, or others, after kill {number}"
        await server.stop()
        is_sound, fault = sound(directory, options)
        if not is_sound:
            return fault
        shutil.rmtree(directory, ignore_errors=True)
        number += 1
    shutil.rmtree(model, ignore_errors=True)
    print(f"an upgrade takes {took:.2f} s; {formats} of {number - 1} were killed before it was done", flush=True)
    return None if formats or not options.migrations else "none was killed before it was done"


async def verify(server, players, witness):
    """The whole history of every room against all that was shown."""
    for room in sorted({player.room for player in players}):
        history = await server.history(room)
        witness.check([d["rev"] for d in history] == list(range(1, len(history) + 1)), f"{room} has gaps")
        ids, values = {}, {}
        for delta in history:
            values = applied(values, delta["set"])
            if delta.get("id"):
                key = (room, delta["by"], delta["id"])
                witness.check(key not in ids, f"{key} was applied as {ids.get(key)} and as {delta['rev']}")
                ids[key] = delta["rev"]
        by_rev = {d["rev"]: (d["by"], d.get("id"), json.dumps(d["set"], sort_keys=True)) for d in history}
        for (name, rev), what in witness.shown.items():
            if name == room:
                witness.check(by_rev.get(rev) == what, f"{room} revision {rev} was shown as {what}, is {by_rev.get(rev)}")
        for key, rev in witness.acked.items():
            if key[0] == room:
                witness.check(ids.get(key) == rev, f"{key} was acknowledged as {rev}, is {ids.get(key)}")
        snapshot = await server.json(f"/api/rooms/{room}")
        witness.check(snapshot["state"] == values, f"{room}: the snapshot is not its history")
        for player in players:
            if player.room == room:
                witness.check(player.rev <= len(history), f"{player.name} is ahead of {room}")
                if player.rev == len(history):
                    witness.check(player.values == values, f"{player.name}'s mirror of {room} differs")


if __name__ == "__main__":
    asyncio.run(main())

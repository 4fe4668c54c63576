"""Players that play without pause, and a witness that compares the rooms' history with the deltas
that the players received.

    async with Load(rng, lambda room, seat: server.port) as load:
        await load.go_on(50)     # until 50 more deltas are acknowledged
        …                        # kill, cut, replace servers
        await load.end(server)   # reads every room's history, and fails if it does not match
"""

import asyncio
import json
import random

from .client import Client, applied
from .environment import TIMEOUT
from .websocket import Closed

# The number of deltas that a player sends before it waits for the first answer.
WINDOW = 4
# The delay before a client reconnects, in seconds. Nothing signals that the server listens again.
RETRY = 0.01


class Witness:
    """A record of every delta that any player received."""

    def __init__(self):
        self.shown = {}  # (room, revision) -> author, id and keys of the delta
        self.acknowledged = {}  # (room, participant, id) -> revision
        self.private = {}  # (room, participant, id) -> revision of the private state
        self.faults = []
        self.reconnects = self.resumes = self.snapshots = self.again = self.rejected = 0

    def __str__(self):
        return (
            f"{len(self.acknowledged)} acknowledged deltas, {len(self.shown)} shown, {len(self.private)} private, "
            f"{self.again} answered again, {self.rejected} rejected, {self.reconnects} reconnects, "
            f"{self.resumes} resumes, {self.snapshots} snapshots"
        )

    def check(self, condition, sentence):
        """Records a fault unless the condition holds."""
        if not condition:
            self.faults.append(sentence)

    def show(self, room, delta):
        """Records a delta that a player received. A revision must be the same delta for all
        players."""
        content = (delta["by"], delta.get("id"), json.dumps(delta["set"], sort_keys=True))
        known = self.shown.setdefault((room, delta["rev"]), content)
        self.check(known == content, f"{room} revision {delta['rev']} was {known}, now {content}")

    async def verify(self, server, players):
        """Compares every room's history with the deltas that the players received."""
        for room in sorted({player.room for player in players}):
            history = await server.history(room)
            self.check([d["rev"] for d in history] == list(range(1, len(history) + 1)), f"{room} has gaps")
            ids, values = {}, {}
            for delta in history:
                values = applied(values, delta["set"])
                if delta.get("id"):
                    key = (room, delta["by"], delta["id"])
                    self.check(key not in ids, f"{key} was applied as {ids.get(key)} and as {delta['rev']}")
                    ids[key] = delta["rev"]
            by_revision = {d["rev"]: (d["by"], d.get("id"), json.dumps(d["set"], sort_keys=True)) for d in history}
            for (name, revision), content in self.shown.items():
                if name == room:
                    self.check(
                        by_revision.get(revision) == content,
                        f"{room} revision {revision} was shown as {content}, is {by_revision.get(revision)}",
                    )
            for key, revision in self.acknowledged.items():
                if key[0] == room:
                    self.check(ids.get(key) == revision, f"{key} was acknowledged as {revision}, is {ids.get(key)}")
            snapshot = await server.json(f"/api/rooms/{room}")
            self.check(snapshot["state"] == values, f"{room}: the snapshot is not its history")
            for player in players:
                if player.room == room:
                    self.check(player.rev <= len(history), f"{player.name} is ahead of {room}")
                    if player.rev == len(history):
                        self.check(player.values == values, f"{player.name}'s mirror of {room} differs")


class Player:
    """A client that mirrors its room and reconnects with its token whenever the connection breaks.

    After reconnecting it sends unanswered deltas again with the same IDs.
    """

    def __init__(self, name, room, kind, witness, rng, pace=0):
        """`pace`: the pause after each message in seconds, so that many servers and players fit on
        one machine."""
        self.name, self.room, self.kind, self.witness, self.rng, self.pace = name, room, kind, witness, rng, pace
        self.token = self.id = self.epoch = None
        self.rev, self.values, self.private = 0, {}, {}
        self.unanswered = {}  # id -> message, in the order sent
        self.done = {}  # id -> acknowledged message
        self.sent = 0
        self.is_kept = False  # whether a delta of this identity was acknowledged
        self.stopping = False

    async def live(self, port):
        """Connects and plays until the connection breaks, then reconnects. `port`: returns the port
        to connect to."""
        while not self.stopping:
            try:
                client = await Client.connect(port(), self.name, self.token)
            except (TimeoutError, OSError, Closed):
                await asyncio.sleep(RETRY)
                continue
            try:
                await self.play(client)
            except (Closed, ConnectionError):
                await asyncio.sleep(RETRY)
            finally:
                client.cut()

    async def play(self, client):
        if self.id and client.id != self.id:
            # A server may forget an identity that has stored nothing, but not the author of an
            # acknowledged delta.
            self.witness.check(not self.is_kept, f"{self.name} came back as {client.id}, was {self.id}")
            self.unanswered.clear()
        self.id, self.token = client.id, client.token
        known = {}
        if self.epoch:
            self.witness.reconnects += 1
            known = {"since": self.rev, "epoch": self.epoch}
        answer = await client.join(self.room, kind=self.kind, **known)
        if answer["type"] == "error":
            raise Closed(None, answer["message"])  # The room cannot be read at the moment.
        self.handle(answer)
        for message in list(self.unanswered.values()) + self.old():
            client.socket.send(message)
        while not self.stopping or self.unanswered:
            self.act(client)
            await client.socket.writer.drain()
            self.handle(await client.receive())
            if self.pace:
                await asyncio.sleep(self.pace)

    def old(self):
        """Returns up to two random deltas that were acknowledged earlier.

        If the server that remembered their IDs is gone, another server must find them in the store.
        """
        return [self.done[key] for key in self.rng.sample(sorted(self.done), min(2, len(self.done)))]

    def handle(self, message):
        kind = message["type"]
        if kind == "snapshot":
            self.witness.snapshots += 1
            if self.epoch == message["epoch"]:
                self.witness.check(
                    message["rev"] >= self.rev, f"{self.room} went back from {self.rev} to {message['rev']}"
                )
            else:
                # A room without deltas may start again under a new epoch.
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
        known = self.witness.acknowledged.setdefault(key, delta["rev"])
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
        for revision in sorted(self.private):
            expected, last = applied(expected, self.private[revision]), revision
        found = message["private"]
        self.witness.check(
            message["privateRev"] >= last, f"{self.name}'s private state went back to {message['privateRev']}"
        )
        if message["privateRev"] == last:
            self.witness.check(found == expected, f"{self.name}'s private state is {found}, was {expected}")

    def act(self, client):
        """Sends deltas until WINDOW of them are unanswered."""
        if self.stopping:
            return
        while len(self.unanswered) < WINDOW:
            message = self.next_move() if self.kind == "gomoku" else self.next_delta()
            if message is None:
                if not self.unanswered:
                    client.send(type="ping")  # Its answer is the next message to wait for.
                return
            self.sent += 1
            message.update(type="delta", room=self.room, id=f"{self.sent}")
            self.unanswered[message["id"]] = message
            client.socket.send(message)

    def next_delta(self):
        rng = self.rng
        keys = [f"k{rng.randrange(12)}" for _ in range(rng.randint(1, 3))]
        message = {
            "set": {key: rng.choice([None, rng.randrange(1000), f"{rng.random()}", [self.sent]]) for key in keys}
        }
        if rng.random() < 0.15:
            return {"scope": "private", "set": {f"own{rng.randrange(4)}": self.sent}}
        if rng.random() < 0.5:
            message.update(base=max(0, self.rev - rng.randrange(3)), guard=rng.choice([True, keys[:1]]))
        return message

    def next_move(self):
        """Returns the next move or a New Game, or None while an answer is pending.

        This player has both sides, and the referee requires moves in order, so only one delta is in
        flight.
        """
        if self.unanswered:
            return None
        values, rng = self.values, self.rng
        mine = values.get("x") == self.id and values.get("o") == self.id
        if not mine or "result" in values or int(values.get("move", "0")) > 40:
            number = int(values.get("game", "0")) + 1
            return {"base": self.rev, "set": {"game": str(number), "rule": "standard", "x": self.id, "o": self.id}}
        number = int(values["move"]) + 1
        return {
            "base": self.rev,
            "set": {
                "move": str(number),
                f"col{number}": str(rng.randrange(15)),
                f"row{number}": str(rng.randrange(15)),
            },
        }


class Load:
    """Two players in each of several rooms, half of the rooms open and half with a referee, and
    their witness."""

    def __init__(self, rng, port, rooms=2, pace=0.003, prefix=""):
        """`port(room number, seat)`: returns the port for that player's next connection. `rooms`:
        the number of rooms of each kind. `prefix`: the prefix of the room names and player
        names."""
        self.port, self.witness, self.players, self.tasks = port, Witness(), [], []
        for kind in ("open", "gomoku"):
            for number in range(rooms):
                for seat in range(2):
                    player = Player(
                        f"{prefix}{kind[0]}{number}-{seat}",
                        f"{prefix}{kind}-{number}",
                        kind,
                        self.witness,
                        random.Random(rng.random()),
                        pace,
                    )
                    player.place = number, seat
                    self.players.append(player)

    async def __aenter__(self):
        self.tasks = [
            asyncio.create_task(player.live(lambda player=player: self.port(*player.place))) for player in self.players
        ]
        return self

    async def __aexit__(self, *_):
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    @property
    def count(self):
        """The number of acknowledged deltas."""
        return len(self.witness.acknowledged)

    async def until(self, condition, sentence):
        """Waits until the condition holds. Fails if a player stops. After a timeout fails with
        `sentence`."""
        end = asyncio.get_running_loop().time() + 2 * TIMEOUT
        while not condition():
            for task in self.tasks:
                if task.done():
                    await task
                    raise AssertionError("a player has stopped")
            assert asyncio.get_running_loop().time() < end, f"{sentence}; {self.witness}"
            await asyncio.sleep(0.02)

    async def go_on(self, count):
        """Waits until `count` more deltas are acknowledged."""
        goal = self.count + count
        await self.until(lambda: self.count >= goal, "play does not go on")

    async def go_on_everywhere(self, count):
        """Waits until each player of an open room has `count` more deltas acknowledged.

        Excludes games, because there one player may wait for the other.
        """
        goals = [(player, len(player.done) + count) for player in self.players if player.kind == "open"]
        await self.until(
            lambda: all(len(player.done) >= goal for player, goal in goals), "play does not go on everywhere"
        )

    async def end(self, server):
        """Stops the players once every delta is answered. Fails if the server's history does not
        match the deltas they received."""
        for player in self.players:
            player.stopping = True
        await asyncio.wait_for(asyncio.gather(*self.tasks), TIMEOUT)
        await self.witness.verify(server, self.players)
        print(self.witness)
        assert not self.witness.faults, "\n".join(self.witness.faults[:20])
        assert self.witness.acknowledged, "no delta was acknowledged"

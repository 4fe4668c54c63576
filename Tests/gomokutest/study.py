"""Students who edit one analysis room without pause, and a check that no branch is lost.

async with Study(rng, lambda number: server.port, "study") as study:
    await study.go_on(50)      # until 50 more deltas are acknowledged
    …                          # kill servers
    await study.end(server)    # fails if the trees differ or a branch is lost
"""

import random

from .client import Client
from .witness import Load, Player, Witness

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
# The cells on which stones never make a row of five, so that every line can continue.
CELLS = [f"{column},{row}" for column in range(15) for row in range(15) if (column + 2 * row) % 5]
# The depth from which students delete branches, so that most of the tree stays visible.
DELETED_DEPTH = 5
# The number of keys in one delta of the first tree. A delta may have 512.
BATCH = 250


def node_id(text):
    """Returns the ID of a node. `text` is its parent's ID with its cell, or its chapter."""
    hash = 0xCBF29CE484222325
    for byte in text.encode():
        hash = (hash ^ byte) * 0x100000001B3 % 2**64
    return "".join(LETTERS[hash >> shift & 63] for shift in range(58, 3, -6))


ROOT = node_id("chapter 1")


class Tree:
    """The nodes of a chapter."""

    def __init__(self):
        self.moves = {}  # ID -> the parent's ID and the cell
        self.ids = [ROOT]
        self.deleted = set()

    def learn(self, values):
        """Takes the nodes and deletions from changed keys."""
        for key, value in values.items():
            kind, _, name = key.partition(".")
            if kind == "node" and value is not None:
                if name not in self.moves:
                    self.ids.append(name)
                self.moves[name] = tuple(value.split(" "))
            elif kind == "deleted" and value is None:
                self.deleted.discard(name)
            elif kind == "deleted":
                self.deleted.add(name)

    def path(self, node):
        """Returns the node and its ancestors."""
        found = [node]
        while found[-1] in self.moves:
            found.append(self.moves[found[-1]][0])
        return found

    def deletion(self, node):
        """Returns the deleted branches that contain the node."""
        return [above for above in self.path(node) if above in self.deleted]

    def next_move(self, rng, node):
        """Returns the key and the value of a random move after the node."""
        taken = {self.moves[above][1] for above in self.path(node)[:-1]}
        cell = rng.choice([cell for cell in CELLS if cell not in taken])
        move = f"{node} {cell}"
        return f"node.{node_id(move)}", move


class Student(Player):
    """A participant who adds moves, comments and marks, and deletes and restores branches."""

    def __init__(self, name, room, witness, rng, pace):
        super().__init__(name, room, "analysis", witness, rng, pace)
        self.tree = Tree()

    def handle(self, message):
        super().handle(message)
        if message["type"] == "snapshot":
            self.tree = Tree()
            self.tree.learn(message["state"])

    def take(self, delta):
        super().take(delta)
        self.tree.learn(delta["set"])

    def next_delta(self):
        rng, tree = self.rng, self.tree
        # Most changes happen near the newest nodes, so that students meet.
        node = rng.choice(tree.ids[-12:] if rng.random() < 0.7 else tree.ids)
        # A base that is a little old, as over a slow connection.
        message = {"base": max(1, self.rev - rng.randrange(6))}
        chance = rng.random()
        if chance < 0.12 and len(tree.path(node)) > DELETED_DEPTH:
            message["set"] = {f"deleted.{node}": "1"}
        elif chance < 0.16 and tree.deleted:
            message["set"] = {f"deleted.{rng.choice(sorted(tree.deleted))}": None}
        elif chance < 0.26:
            message["set"] = {f"comment.{node}.{self.id}": f"{self.name} {self.sent}"}
        elif chance < 0.32:
            message["set"] = {f"mark.{node}.{rng.choice(CELLS)}": rng.choice(["triangle", "label:A", None])}
        else:
            key, move = tree.next_move(rng, node)
            message["set"] = {key: move}
        return message


class Study(Load):
    """Students in one analysis room, and their witness."""

    def __init__(self, rng, port, room, students=3, pace=0.003):
        """`port(number)`: returns the port for that student's next connection."""
        self.port, self.witness, self.tasks, self.room, self.rng = port, Witness(), [], room, rng
        # The tree that `plant` creates.
        self.tree = Tree()
        self.players = []
        for number in range(students):
            student = Student(f"Student{number}", room, self.witness, random.Random(rng.random()), pace)
            student.place = (number,)
            self.players.append(student)

    async def plant(self, count):
        """Creates the room with a tree of `count` nodes."""
        ann = await self.connect("Zed")
        tree, left = self.tree, count
        moves = {"chapter.1": {"title": "Study"}}
        while left:
            goes_on = self.rng.random() < 0.8 and len(tree.path(tree.ids[-1])) < 60
            key, move = tree.next_move(self.rng, tree.ids[-1] if goes_on else self.rng.choice(tree.ids[-200:]))
            if key[5:] in tree.moves:
                continue
            tree.learn({key: move})
            moves[key] = move
            left -= 1
            if len(moves) >= BATCH or not left:
                answer = await ann.delta(self.room, moves)
                assert answer["type"] == "delta", answer
                moves = {}
        ann.cut()

    async def connect(self, name):
        """Returns a client in the room."""
        client = await Client.connect(self.port(0), name)
        answer = await client.join(self.room, kind="analysis")
        assert answer["type"] == "snapshot", answer
        return client

    async def end(self, server):
        await super().end(server)
        history = await server.history(self.room)
        faults = lost_branches(
            history, {(player.id, key): player.done[key] for player in self.players for key in player.done}
        )
        assert not faults, "\n".join(faults[:20])
        await self.compare(server)

    async def compare(self, server):
        """Fails unless all students, who reconnect, have the same tree as a newcomer."""
        newcomer = await Client.connect(server.ports[0], "Zoe")
        snapshot = await newcomer.join(self.room, kind="analysis")
        newcomer.cut()
        for number, player in enumerate(self.players):
            back = await Client.connect(server.ports[number % len(server.ports)], token=player.token)
            player.handle(await back.join(self.room, kind="analysis", since=player.rev, epoch=player.epoch))
            back.cut()
            assert player.rev == snapshot["rev"], (player.name, player.rev, snapshot["rev"])
            assert player.values == snapshot["state"], f"{player.name} has another tree"
            assert len(player.tree.moves) == sum(key.startswith("node.") for key in snapshot["state"])


def lost_branches(history, requests):
    """Returns a sentence for each branch that a participant lost without having seen why.

    `requests`: the requests of the students, by author and ID. The history has the changes that the
    server added, too. This repeats the rules of docs/PROTOCOL.md, not the server's code.
    """
    tree, added, faults = Tree(), [], []
    for delta in history:
        request = requests.get((delta["by"], delta.get("id")))
        if request:
            for key, value in request["set"].items():
                kind, _, node = key.partition(".")
                if kind == "deleted" and value is not None:
                    for revision, new in reversed(added):
                        if revision <= request["base"]:
                            break
                        if node in tree.path(new):
                            faults.append(f"revision {delta['rev']} deletes {node}, but had not seen {new}")
        tree.learn(delta["set"])
        for key in request["set"] if request else delta["set"]:
            if key.startswith("node."):
                added.append((delta["rev"], key[5:]))
                if hidden := tree.deletion(key[5:]):
                    faults.append(f"revision {delta['rev']} adds {key[5:]} to the deleted branch {hidden[0]}")
    return faults

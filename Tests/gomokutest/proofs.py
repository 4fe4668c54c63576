"""A reader and checker of proofs for freestyle, written from docs/PROOFS.md.

It shares no code with the server. It plays every legal reply, so that only small proofs are checked
in a short time.
"""

import base64
import hashlib

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Wrong(Exception):
    """The proof is malformed, or its claim does not hold."""


class Proof:
    """A proof of the rule freestyle. Sides are 0 (X) and 1 (O). A turn is a pair of the rest and
    the named replies; an answer is None for a five, or the index of a node."""

    def __init__(self, text):
        self.bytes = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        self.place = 0
        version, rule, self.side, self.turn = (self.byte() for _ in range(4))
        if (version, rule) != (1, 0):
            raise Wrong("version or rule")
        self.stones = (set(self.increasing()), set(self.increasing()))
        self.kind = ("wins", "loses", "only-hold")[self.byte()]
        self.points = {"wins": list, "loses": lambda: [self.number()], "only-hold": self.increasing}[self.kind]()
        self.nodes = []
        for index in range(self.number()):
            move = self.number()
            self.nodes.append((move, self.read_turn(index)))
        self.first = self.read_turn(len(self.nodes))
        if self.place != len(self.bytes):
            raise Wrong("bytes after the end")
        self.winner = self.turn if self.kind == "wins" else 1 - self.turn

    def byte(self):
        self.place += 1
        return self.bytes[self.place - 1]

    def number(self):
        number, shift = 0, 0
        while True:
            byte = self.byte()
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number

    def increasing(self):
        points, following = [], 0
        for _ in range(self.number()):
            points.append(following + self.number())
            following = points[-1] + 1
        return points

    def read_turn(self, index):
        def answer():
            distance = self.number()
            return None if distance == 0 else index - distance

        rest = answer()
        points = self.increasing()
        return rest, {point: answer() for point in points}

    def name(self):
        """Returns the name, if the proof is in its standard orientation."""
        return base64.urlsafe_b64encode(hashlib.sha256(self.bytes).digest()[:16]).decode().rstrip("=")

    def empty(self):
        return [p for p in range(self.side**2) if p not in self.stones[0] and p not in self.stones[1]]

    def is_five(self, who, point):
        """Whether a stone on the point completes five or more in a row."""
        row, column = divmod(point, self.side)
        for down, right in DIRECTIONS:
            length = 1
            for sign in (1, -1):
                step = sign
                while True:
                    r, c = row + step * down, column + step * right
                    if not (0 <= r < self.side and 0 <= c < self.side) or r * self.side + c not in self.stones[who]:
                        break
                    length += 1
                    step += sign
            if length >= 5:
                return True
        return False

    def check(self):
        """Plays the winner's moves against every legal reply. Raises `Wrong` if a reply holds."""
        rest, named = self.first
        if self.kind == "wins":
            return self.win(rest)
        if self.kind == "loses":
            return self.reply(self.points[0], rest)
        for point in self.empty():
            if point not in self.points:
                self.reply(point, named.get(point, rest))
        return None

    def win(self, answer):
        winner = self.winner
        if answer is None:
            if not any(self.is_five(winner, point) for point in self.empty()):
                raise Wrong("no five")
            return
        move, (rest, named) = self.nodes[answer]
        if move not in self.empty():
            raise Wrong("occupied")
        self.stones[winner].add(move)
        replies = self.empty()
        if not replies:
            raise Wrong("no reply")
        for point in replies:
            self.reply(point, named.get(point, rest))
        self.stones[winner].remove(move)

    def reply(self, point, answer):
        loser = 1 - self.winner
        if point not in self.empty():
            raise Wrong("occupied")
        if self.is_five(loser, point):
            raise Wrong("the loser wins")
        self.stones[loser].add(point)
        self.win(answer)
        self.stones[loser].remove(point)

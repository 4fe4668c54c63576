"""The people, games and analyses that the pictures show, made over the wire protocol."""

import itertools

from gomokutest import lobby
from gomokutest.study import ROOT, node_id
from gomokutest.wire import Wire

PEOPLE = "Ann Bob Cyd Dan Eve Fay Gus Hal".split()

# Games that the server's engine has played against itself (web-static/lobby/showcase.js). In the
# first one X wins, in the second one O, and in the third one X.
WON_BY_X = (
    "h6 h3 h1 g2 e6 i6 e7 i4 j5 i5 i3 e5 f7 g5 h7 g7 h9 i8 i7 h5 f5 g8 g6 f6 h8 h10 e8 e9 d7 d4 c3 c8 c6 f9 d9 c10 "
    "c7 b7 c4 c5 b5 a4 d3 e4 e2 a6 f1"
)
WON_BY_O = (
    "j9 i12 g12 h12 g13 g11 h11 i10 i13 f10 i8 e9 d8 e10 g10 h9 g8 g9 f9 e8 e11 e7 e6 f8 h10 d10 g7 c10 b10 d9 f7 c8 "
    "c4 d5 b7 c5 d6 c11 b12 c9 c12 c7"
)
RENJU = "i7 k8 g10 k6 k10 k4 g9 j6 g7 g8 h7 j7 e7 f7 h10 k5 k7 k3 k2 f8 i10 j10 f10 e10 h8 e11 h9 h11 h6"
STANDARD = "j5 i6 m5 l2 g8 h8 m2 k5 i7 h6 j7 j6 k6 f6 g6 g7 i9 f8 i5 f7 f5 e7 g5 h5 h7 e5 d4 e9"
# A game between levels 5 and 6 of the server's engine. X has a proven win at move 11, makes another
# move, and loses.
LOST = "h5 i5 j3 f7 c8 j7 i4 g6 h4 h7 j4 g4 k4 l4 g7 i8 f5 j9 k10 h9 k6 i9 k2 l1 k5 k3 k7 k8 k9 i10 l7 g8 j11 e6"

# The rounds in which each of these people plays a short rated game against each other one. In most
# games the first of the two wins.
ROUNDS, PLAYERS = 4, PEOPLE[:6]
UPSETS = 3
SHORT = "h8 i9 g9 a1 c1 e1"
# The last rated games that are over: X, O and the moves.
FINISHED = (
    ("Bob", "Eve", WON_BY_X),
    ("Eve", "Cyd", WON_BY_X),
    ("Dan", "Bob", WON_BY_O),
    ("Ann", "Cyd", WON_BY_X),
)
# The games in progress: the room, X, O, the number of moves played, the moves and the terms. The
# page of the lobby shows the one of the strongest players on its large board.
RUNNING = (
    ("tea", "Ann", "Bob", 22, WON_BY_X, {"rule": "freestyle", "clock": "300+3", "rated": "yes"}),
    ("reef", "Cyd", "Dan", 17, RENJU, {"rule": "renju", "clock": "600+5", "rated": "yes"}),
    ("mill", "Eve", "Fay", 24, STANDARD, {"rule": "standard", "clock": "180+2"}),
)
# The open seeks: the person and the terms.
SEEKS = (
    ("Gus", {"rule": "freestyle", "clock": "300+3"}),
    ("Hal", {"rule": "renju", "clock": "600+5", "opening": "taraguchi-10"}),
)


class Club:
    """A server's people, connected over the wire protocol."""

    def __init__(self, server):
        self.server, self.wire, self.people = server, Wire(server), {}

    def person(self, name):
        """Returns the client of an account, which it creates if there is none yet."""
        if name not in self.people:
            self.people[name] = self.wire.claim(name)
        return self.people[name]

    def start(self, room, x, o, points, **terms):
        """Starts a listed game of two accounts, and plays the points. Returns their clients."""
        x, o = self.person(x), self.person(o)
        for player in (x, o):
            self.wire.do(player.join(room))
        self.wire.delta(x, room, game="1", x=x.id, listed="yes", **terms)
        self.wire.delta(o, room, o=o.id)
        self.wire.play(room, x, o, points)
        return x, o

    def leave(self, room, *names):
        """Lets these people leave a room. A connection can only be in a few rooms."""
        for name in names:
            self.wire.do(send(self.person(name), type="leave", room=room))

    def open(self):
        """Fills the lobby: finished games, games in progress and open seeks."""
        rated = {"rule": "freestyle", "clock": "300+3", "rated": "yes"}
        for number, (x, o) in enumerate(list(itertools.combinations(PLAYERS, 2)) * ROUNDS):
            loser = self.start(f"short{number}", x, o, SHORT, **rated)[0 if number % UPSETS == 0 else 1]
            result = "o" if number % UPSETS == 0 else "x"
            self.wire.delta(loser, f"short{number}", result=result, reason="resign")
            self.leave(f"short{number}", x, o)
        for number, (x, o, points) in enumerate(FINISHED):
            self.start(f"past{number}", x, o, points, **rated)
            self.leave(f"past{number}", x, o)
        for room, x, o, count, points, terms in RUNNING:
            self.start(room, x, o, " ".join(points.split()[:count]), **terms)
        for name, terms in SEEKS:
            answer = self.wire.do(lobby.seek(self.person(name), **terms))
            assert answer["type"] == "seeking", answer

    def close(self):
        self.wire.close()


async def send(client, **message):
    client.send(**message)


def node(*points):
    """Returns the ID of the node after these moves of the first chapter, and the key's value."""
    place, value = ROOT, None
    for point in points:
        value = f"{place} {cell(point)}"
        place = node_id(value)
    return place, value


def cell(point):
    """Returns the cell of a point, such as 7,7 for h8."""
    return f"{ord(point[0]) - 97},{15 - int(point[1:])}"


# The analysis: the lines of its tree, the main line first.
MAIN = "h8 h9 i7 g10 j7 g9 i9 g8 g7 g11 g12 j10 h7 f7 k7".split()
LINES = (
    MAIN,
    [*MAIN[:11], *"h7 j10 f6 k11".split()],
    [*MAIN[:9], *"h7 j10 k11 f6".split()],
    [*MAIN[:2], *"i9 g7 j8 k7".split()],
)
# The position that the pictures show, its marks and comments.
SHOWN = MAIN[:9]
MARKS = {"h7": "label:A", "j10": "label:B", "g11": "triangle", "g12": "triangle"}
COMMENTS = {
    "Ann": "Two open threes at once: A completes one, B the other. O can stop only one of them.",
    "Bob": "First I make a four at g11. You have to block at g12.",
}


def make_study(club, room, authors):
    """Makes an analysis by Ann and Bob with the comments of these authors, and shows Bob's
    cursor."""
    ann, bob = club.person("Ann"), club.person("Bob")
    for person in (ann, bob):
        club.wire.do(person.join(room, kind="analysis"))
    tree = {"chapter.1": {"title": "Two threes at once"}}
    for line in LINES:
        for count in range(1, len(line) + 1):
            place, value = node(*line[:count])
            tree[f"node.{place}"] = value
    shown, _ = node(*SHOWN)
    club.wire.delta(ann, room, **tree)
    club.wire.delta(ann, room, **{f"mark.{shown}.{cell(point)}": mark for point, mark in MARKS.items()})
    for name in authors:
        author = club.person(name)
        club.wire.delta(author, room, **{f"comment.{shown}.{author.id}": COMMENTS[name]})
    club.wire.do(send(bob, type="cursor", room=room, node=node(*MAIN[:10])[0], cell=cell("g12")))

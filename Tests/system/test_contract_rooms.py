"""Rooms with each store: the same order for all clients, each delta once, guards, private state,
chat, presence and clocks.

Tests/GomokuStoreTests tests the stores themselves. These tests cover everything that needs running
servers. In a cluster the clients of a test connect to different servers.
"""

import asyncio
import random

import pytest

from gomokutest.checks import same
from gomokutest.client import Client, applied
from gomokutest.environment import SEED

pytestmark = pytest.mark.stores("directory", "redis", "cluster")


async def connect_two(server, room, kind="gomoku"):
    """Returns Ann and Bob in the room, connected to different servers of a cluster. In a game Ann
    has X and Bob has O."""
    ann = await Client.connect(server.ports[0], "Ann")
    bob = await Client.connect(server.ports[-1], "Bob")
    await ann.join(room, kind=kind)
    await bob.join(room, kind=kind)
    await ann.expect("participants", where=lambda m: m["joined"])
    if kind == "gomoku":
        await ann.delta(room, {"game": "1", "x": ann.id})
        await bob.expect("delta")
        await bob.delta(room, {"o": bob.id})
        await ann.expect("delta")
    return ann, bob


class Mirror:
    """A client that sends random deltas, some of them twice, loses its connection and resumes.
    Records every state that it sees."""

    def __init__(self, server, room, name, rng, seen):
        self.server, self.room, self.name, self.rng, self.seen = server, room, name, rng, seen
        self.token = self.epoch = None
        self.rev, self.values = 0, {}

    def see(self, deltas):
        for delta in deltas:
            same(delta["rev"], self.rev + 1, f"{self.name} sees no gap")
            self.rev, self.values = delta["rev"], applied(self.values, delta["set"])
            same(self.seen.setdefault(self.rev, self.values), self.values, f"the state at {self.rev}")

    async def connect(self):
        client = await Client.connect(self.server.port, self.name, self.token)
        self.token = client.token
        answer = await client.join(
            self.room, kind="open", **({"since": self.rev, "epoch": self.epoch} if self.epoch else {})
        )
        if answer["type"] == "snapshot":
            self.epoch, self.rev, self.values = answer["epoch"], answer["rev"], answer["state"]
        self.see(answer.get("deltas", []))
        return client

    async def live(self, lives, steps):
        count = 0
        for _ in range(lives):
            client = await self.connect()
            for _ in range(steps):
                count += 1
                id = f"{count - self.rng.randrange(2) * self.rng.randrange(1, 3)}"
                more = {"base": self.rev, "guard": True} if self.rng.random() < 0.3 else {}
                set = {f"k{self.rng.randrange(6)}": self.rng.choice([None, count])}
                client.send(type="delta", room=self.room, id=id, set=set, **more)
                while True:
                    message = await client.receive()
                    if message["type"] == "delta" and not message.get("again"):
                        self.see([message])
                        if message["by"] == client.id and message["id"] == id:
                            break
                    elif message["type"] == "deltas":
                        self.see(message["deltas"])
                    elif message.get("id") == id:
                        break
            client.cut()


async def test_all_clients_see_the_same_deltas_in_order(server, room, thorough):
    """Clients of all servers send random deltas, some twice, lose their connections and resume. All
    have the same state at every revision, and the history has each delta once."""
    rng, seen = random.Random(f"{SEED} {room}"), {}
    mirrors = [Mirror(server, room, f"c{number}", random.Random(rng.random()), seen) for number in range(5)]
    await asyncio.gather(*(mirror.live(6 if thorough else 3, 30 if thorough else 20) for mirror in mirrors))
    history = await server.history(room)
    same([d["rev"] for d in history], list(range(1, len(history) + 1)), "revisions")
    ids = [(d["by"], d["id"]) for d in history]
    same(len(ids), len(set(ids)), "each id once")
    values = {}
    for delta in history:
        values = applied(values, delta["set"])
        same(seen.get(delta["rev"], values), values, f"the history at {delta['rev']}")


async def test_resent_delta_gets_its_first_answer(server, room):
    """A delta that is sent again gets its first answer: immediately, much later, and on another
    server. Each participant has a separate set of IDs."""
    ann, bob = await connect_two(server, room, "open")
    first = await ann.delta(room, {"a": 1}, id="same")
    await bob.expect("delta")
    again = await ann.delta(room, {"a": 2}, id="same")
    same(
        (again["rev"], again["set"], again["again"]), (first["rev"], {"a": 1}, True), "the delta that was accepted then"
    )
    same((await bob.delta(room, {"a": 3}, id="same"))["rev"], first["rev"] + 1, "Bob's own id")
    # More deltas than the room remembers, so that the store must look up the ID.
    for number in range(600):
        ann.send(type="delta", room=room, id=f"x{number}", set={"n": number})
    await ann.expect("delta", where=lambda m: m["id"] == "x599")
    back = await Client.connect(server.ports[-1], token=ann.token)
    same(back.id, ann.id, "the same identity")
    await back.join(room, kind="open")
    again = await back.delta(room, {"a": 9}, id="same")
    same((again["rev"], again.get("again")), (first["rev"], True), "long ago, on another connection")
    same((await back.delta(room, {"a": 9}, id="new")).get("again"), None, "a new id")


async def test_guarded_delta_conflicts_with_later_changes(server, room):
    """A guarded delta is accepted only if its keys have not been set or deleted since `base`.
    Without a guard the last writer wins."""
    ann, bob = await connect_two(server, room, "open")
    rev = (await ann.delta(room, {"a": 1, "b": 1}))["rev"]
    await bob.expect("delta")
    await bob.delta(room, {"b": 1})
    reject = await ann.delta(room, {"a": 2, "b": 2}, base=rev, guard=True)
    same((reject["code"], reject["keys"], reject["rev"]), ("conflict", ["b"], rev + 1), "even to the same value")
    same((await ann.delta(room, {"a": 2, "b": 2}, base=rev, guard=["a"]))["type"], "delta", "only a is guarded")
    await ann.delta(room, {"c": None})
    same((await ann.delta(room, {"c": 1}, base=rev, guard=True))["code"], "conflict", "a delete is a change")
    same((await ann.delta(room, {"z": 1}, base=rev, guard=True))["type"], "delta", "a key nobody has touched")
    same((await bob.delta(room, {"z": 2}, base=rev, guard=False))["type"], "delta", "last writer wins")
    for guard in (True, False):
        reject = await ann.delta(room, {"z": 2}, base=10**6, guard=guard)
        same((reject["code"], reject["keys"]), ("bad-value", ["base"]), "a base from the future")


@pytest.mark.parametrize("rival", ["another New Game", "a move"])
async def test_racing_new_games_and_moves_never_mix(server, room, rival, thorough):
    """Of two simultaneous New Games one is accepted as a whole. A move that races with a New Game
    leaves no stone in the new game."""
    for number in range(50 if thorough else 8):
        name = f"{room}-{number}"
        ann, bob = await connect_two(server, name)
        await ann.move(name, 1, "h8")
        await bob.expect("delta")
        guard = number % 2 == 0
        ann.send(
            type="delta", room=name, id="n", base=3, guard=guard, set={"game": "2", "rule": "standard", "x": ann.id}
        )
        if rival == "a move":
            bob.send(type="delta", room=name, id="n", base=3, set={"move": "2", "col2": "0", "row2": "0"})
        else:
            bob.send(
                type="delta",
                room=name,
                id="n",
                base=3,
                guard=guard,
                set={"game": "2", "rule": "freestyle", "x": bob.id},
            )
        results = [
            await client.expect(
                "delta", "reject", where=lambda m, c=client: m.get("id") == "n" and m.get("by", c.id) == c.id
            )
            for client in (ann, bob)
        ]
        state = (await server.json(f"/api/rooms/{name}"))["state"]
        won = [r["type"] == "delta" for r in results]
        if rival != "a move":
            same(sorted(won), [False, True], "exactly one New Game")
            same(state["rule"], "standard" if won[0] else "freestyle", "whole")
            same(state["x"], ann.id if won[0] else bob.id, "whole")
        if state["game"] == "2":
            same([k for k in state if k[:3] in ("col", "row")], [], "no ghost stone")
            same(state["move"], "0", "no ghost stone")
        for client in (ann, bob):
            client.cut()


async def test_private_state_reaches_only_its_owner(server, room):
    """Private state reaches its owner's other connections on any server, and no other client,
    whether by snapshot, delta or HTTP."""
    ann, bob = await connect_two(server, room, "open")
    answer = await ann.delta(room, {"hand": "aces"}, scope="private")
    same((answer["type"], answer["scope"]), ("delta", "private"), "acknowledged")
    await ann.delta(room, {"a": 1})
    same((await bob.expect("delta"))["set"], {"a": 1}, "the next delta that Bob gets")
    for port in set(server.ports):
        other = await Client.connect(port, token=ann.token)
        same((await other.join(room, kind="open"))["private"], {"hand": "aces"}, "her own, on another connection")
        eve = await Client.connect(port, "Eve")
        same((await eve.join(room, kind="open"))["private"], {}, "Eve's own")
        text = (await server.get(f"/api/rooms/{room}", port=port))[2] + (
            await server.get(f"/api/rooms/{room}/history", port=port)
        )[2]
        same(b"aces" in text, False, "over HTTP")


async def test_rooms_survive_sigkill(server, room):
    """After SIGKILL the rooms have their state, private state, history, IDs, chat and order of
    participants, including chat from before the first delta. A chat message that is sent again
    appears once."""
    ann = await Client.connect(server.ports[0], "Ann")
    await ann.join(room)
    ann.send(type="say", room=room, id="early", text="before anything")
    await ann.expect("said")
    eve, bob = await Client.connect(server.ports[0], "Eve"), await Client.connect(server.ports[-1], "Bob")
    await eve.join(room)
    await bob.join(room)
    await ann.delta(room, {"game": "1", "x": ann.id})
    seated = await bob.delta(room, {"o": bob.id}, id="seat")
    await bob.delta(room, {"hand": "aces"}, scope="private")
    ann.send(type="say", room=room, id="late", text='now \u0000 "you"')
    line = await ann.expect("said")
    # As many messages as the rate limit allows at once.
    said, answer = [], {"type": "said"}
    while answer["type"] == "said":
        bob.send(type="say", room=room, id=f"{len(said)}", text="again")
        answer = await bob.expect("said", "error", where=lambda m: m.get("id") == f"{len(said)}")
        if answer["type"] == "said":
            said.append(answer["id"])
    same(answer["code"], "rate-limited", "a flood of lines")
    before = await bob.join(room)
    same([one["id"] for one in before["chat"]], ["early", "late", *said], "the lines")
    same(before["chat"][1], {key: line[key] for key in ("by", "name", "at", "id", "text")}, "a line in the snapshot")
    history = await server.history(room)
    await server.kill()
    await server.start()
    same(await server.history(room), history, "the history")
    bob = await Client.connect(server.ports[0], token=bob.token)
    after = await bob.join(room)
    for part in ("epoch", "rev", "state", "private", "privateRev", "host", "chat"):
        same(after[part], before[part], part)
    same([one["name"] for one in after["seated"]], ["Ann"], "who sits and is not here")
    same([(one["name"], one["place"]) for one in after["participants"]], [("Bob", 3)], "Bob's place in the order")
    again = await bob.delta(room, {"o": None}, id="seat")
    same((again["rev"], again.get("again")), (seated["rev"], True), "the same id again")
    # Eve has only watched, so the store need not have kept her name. Clients send it again.
    ann, eve = (
        await Client.connect(server.ports[-1], token=ann.token),
        await Client.connect(server.ports[0], "Eve", token=eve.token),
    )
    await eve.join(room)
    found = [(one["name"], one["place"]) for one in (await ann.join(room))["participants"]]
    same(found, [("Ann", 1), ("Eve", 2), ("Bob", 3)], "the order in which they first came")
    ann.send(type="say", room=room, id="late", text="now")
    same(await ann.expect("said"), line, "the same line again")


async def test_presence_is_the_same_on_every_server(server, room):
    """Clients of every server are notified of arrivals, departures and new names, and list
    participants in the same order."""
    ann, bob = await connect_two(server, room, "open")
    eve = await Client.connect(server.ports[-1], "Eve")
    found = await eve.join(room, kind="open")
    same(
        [(one["name"], one["place"]) for one in found["participants"]],
        [("Ann", 1), ("Bob", 2), ("Eve", 3)],
        "the order",
    )
    for client in (ann, bob):
        joined = await client.expect("participants", where=lambda m: m["joined"])
        same([(one["name"], one["place"]) for one in joined["joined"]], [("Eve", 3)], "joined")
    bob.cut()
    same((await ann.expect("participants", where=lambda m: m["left"]))["left"], [bob.id], "left")
    same((await eve.expect("participants", where=lambda m: m["left"]))["left"], [bob.id], "left")
    bob = await Client.connect(server.ports[0], "Bob", token=bob.token)
    await bob.join(room, kind="open")
    joined = await eve.expect("participants", where=lambda m: m["joined"])
    same([(one["name"], one["place"]) for one in joined["joined"]], [("Bob", 2)], "Bob has his old place")
    ann.send(type="hello", name="Anna")
    await ann.expect("welcome")
    same((await eve.expect("participants", where=lambda m: m["joined"]))["joined"][0]["name"], "Anna", "renamed")


async def test_clock_runs_the_same_on_every_server(server, room):
    """A clock runs the same for players of different servers. Thinking costs time, and both players
    receive the result when the flag falls."""
    ann, bob = await Client.connect(server.ports[0], "Ann"), await Client.connect(server.ports[-1], "Bob")
    for client in (ann, bob):
        await client.join(room)
    await ann.delta(room, {"game": "1", "x": ann.id, "clock": "100+0"})
    await bob.delta(room, {"o": bob.id})
    await ann.move(room, 1, "h8")
    await bob.move(room, 2, "a1")
    await server.skip(20)
    answer = await ann.move(room, 3, "i8")
    # The move costs 20 s minus the lag, which is compensated by up to a second. On a busy machine
    # it costs more.
    assert 20_000 < int(answer["set"]["xTime"]) <= 81_000, answer
    await server.skip(110)
    for client in (ann, bob):
        fallen = await client.expect("delta", where=lambda m: "result" in m["set"])
        same((fallen["by"], fallen["set"]["result"], fallen["set"]["reason"]), ("server", "x", "time"), "Bob's flag")


async def test_clock_stops_while_no_server_runs(server, clock, room):
    """Time during which no server runs costs no player anything. The player to move has as much
    time as before, and can still move."""
    ann, bob = await connect_two(server, room)
    await ann.delta(room, {"result": "draw", "reason": "aborted"})
    await ann.delta(room, {"game": "2", "x": ann.id, "clock": "100+0"})
    await bob.delta(room, {"o": bob.id})
    await ann.move(room, 1, "h8")
    await bob.move(room, 2, "a1")
    await server.kill()
    clock.skip(500)
    await server.start()
    ann, bob = (
        await Client.connect(server.ports[0], token=ann.token),
        await Client.connect(server.ports[-1], token=bob.token),
    )
    await ann.join(room)
    await bob.join(room)
    answer = await ann.move(room, 3, "i8", id="after")
    same(answer["type"], "delta", f"{answer}")
    same("result" in answer["set"], False, "lost on time")
    state = (await server.json(f"/api/rooms/{room}"))["state"]
    assert int(state["xTime"]) > 30_000, state

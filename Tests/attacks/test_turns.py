"""Requests at the protocol's limits. The server answers each, and its metrics tell how long they
block its loop.

    TURN_LIMIT=0.002 SERVER=.build/release/gomoku-server /usr/bin/python3 -m pytest -s Tests/attacks/test_turns.py

This repeats each request, and fails for requests that block the loop for more than TURN_LIMIT
seconds. The time comes from the server's histogram `gomoku_loop_turn_seconds`, and the limit must
be one of its bounds.

A request fails if at least half of its repetitions have a longer turn. Other load on the machine
delays some repetitions, but not most. The goal is two milliseconds with an optimised build.
"""

import os
import re

import pytest
import pytest_asyncio

from gomokutest import people
from gomokutest.attack import fill
from gomokutest.client import Client

LIMIT = os.environ.get("TURN_LIMIT")
# The number of repetitions of a request, and of a request that an account may make only
# occasionally.
TIMES, TIMES_OF_PEOPLE = (10, 4) if LIMIT else (1, 1)
BIG = "x" * 30_000
NEW_PASSWORD = people.PASSWORD + "!"


async def long_turns(server):
    """Returns the number of loop turns that took longer than the limit."""
    text = (await server.get("/metrics"))[2].decode()
    within = int(re.search(rf'gomoku_loop_turn_seconds_bucket{{le="{float(LIMIT)}"}} (\d+)', text).group(1))
    return int(re.search(r"gomoku_loop_turn_seconds_count (\d+)", text).group(1)) - within


async def measure(server, request, times):
    """Makes a request. With a limit, repeats it `times` times, and fails if most repetitions took a
    longer turn."""
    slow = 0
    for number in range(times):
        before = await long_turns(server) if LIMIT else 0
        await request(number)
        slow += LIMIT is not None and await long_turns(server) > before
    if LIMIT:
        print(f"  {slow} of {times} took a turn over {float(LIMIT) * 1000:g} ms")
    assert slow < times / 2, f"it keeps the loop for longer than {LIMIT} s"


class Rooms:
    """Rooms of the maximum size, and requests about them."""

    @classmethod
    async def fill(cls, server):
        self = cls()
        self.server = server
        self.ann, self.bob = [await Client.connect(server.port, name) for name in ("Ann", "Bob")]
        ann = self.ann
        await ann.join("big", kind="open")
        await fill(ann, "big", 17, 60_000, key=lambda n: f"k{n}")
        await ann.join("keys", kind="open")
        for number in range(8):
            await ann.delta("keys", {f"{number} {key} " + "k" * 60: "v" for key in range(512)})
        await ann.join("game")
        await ann.delta("game", {"game": "1", "x": ann.id, "o": ann.id, "listed": "yes"})
        for number in range(1, 101):
            # These stones never make five in a row.
            column, row = divmod(number - 1, 10)
            column = (column + 2 * row) % 15
            step = {"move": str(number), f"col{number}": str(column), f"row{number}": str(row)}
            if (await ann.delta("game", step))["type"] == "reject":
                break
        await ann.delta("game", {"result": "o", "reason": "resign"})
        self.epoch = (await self.join("keys"))["epoch"]
        return self

    async def join(self, room, **more):
        answer = await self.bob.join(room, kind="open", **more)
        self.bob.send(type="leave", room=room)
        return answer

    async def delta(self, room, keys, **more):
        answer = await self.ann.delta(room, keys, **more)
        assert answer["type"] == "delta", answer

    async def ask(self, kind, answer, **message):
        self.ann.send(type=kind, **message)
        assert (await self.ann.expect(answer, "error"))["type"] == answer

    async def get(self, path, size=0):
        status, _, body = await self.server.get(path)
        assert status == 200 and len(body) > size, (status, len(body))

    async def join_a_megabyte_of_state(self, _):
        answer = await self.join("big")
        assert len(answer["state"]) == 34 and answer["rev"] >= 17, answer["rev"]

    async def join_4096_keys(self, _):
        assert len((await self.join("keys"))["state"]) == 4_096

    async def resume_the_longest_backlog(self, _):
        answer = await self.join("keys", since=1, epoch=self.epoch)
        assert answer["type"] in ("deltas", "snapshot"), answer

    async def history(self, _):
        await self.ask("history", "history", room="big", **{"from": 1})

    async def delta_of_two_large_values(self, number):
        await self.delta("big", {"k1": BIG, "k2": BIG[:-1] + str(number)})

    async def delta_of_512_keys(self, number):
        await self.delta("keys", {f"7 {key} " + "k" * 60: f"v{number}" for key in range(512)})

    async def private_delta(self, number):
        await self.delta("keys", {"p": BIG, "q": BIG[:-1] + str(number)}, scope="private")

    async def say(self, number):
        self.ann.send(type="say", room="big", id=f"s{number}", text="é" * 500)
        answer = await self.ann.expect("said", "error")
        # Only the first messages are within the chat's rate limit.
        assert answer["type"] == "said" or (number and answer["code"] == "rate-limited"), answer

    async def ping(self, _):
        await self.ask("ping", "pong", at=BIG)

    async def get_a_room(self, _):
        await self.get("/api/rooms/big", 1_000_000)

    async def get_a_room_of_4096_keys(self, _):
        await self.get("/api/rooms/keys", 4_096 * 60)

    async def get_its_history(self, _):
        await self.get("/api/rooms/big/history", 60_000)

    async def get_the_rooms(self, _):
        await self.get("/api/rooms?limit=500")

    async def get_a_record(self, _):
        await self.get("/api/rooms/game/games/1.sgf")

    async def get_a_profile(self, _):
        await self.get(f"/api/people/{self.ann.id}")

    async def get_metrics(self, _):
        await self.get("/metrics")


@pytest_asyncio.fixture(scope="module")
async def rooms(server):
    return await Rooms.fill(server)


@pytest.mark.parametrize(
    "request_name",
    [
        "join_a_megabyte_of_state",
        "join_4096_keys",
        "resume_the_longest_backlog",
        "history",
        "delta_of_two_large_values",
        "delta_of_512_keys",
        "private_delta",
        "say",
        "ping",
        "get_a_room",
        "get_a_room_of_4096_keys",
        "get_its_history",
        "get_the_rooms",
        "get_a_record",
        "get_a_profile",
        "get_metrics",
    ],
)
async def test_largest_room_requests_take_short_loop_turns(request_name, server, rooms):
    """The largest rooms, deltas, pages and messages that the protocol allows."""
    await measure(server, getattr(rooms, request_name), TIMES)


class Person:
    """A participant with a claimed name."""

    @classmethod
    async def claim(cls, server, name):
        self = cls()
        self.server, self.name = server, name
        self.client = await people.claimed(server, name)
        return self

    async def ask(self, kind, **message):
        self.client.send(type=kind, id="r", **message)
        return await self.client.expect(
            "account", "token", "sessions", "reported", "error", where=lambda m: m.get("id") == "r"
        )

    async def succeed(self, kind, **message):
        answer = await self.ask(kind, **message)
        assert answer["type"] != "error", answer

    async def sessions(self):
        await self.succeed("sessions")

    async def token(self):
        await self.succeed("token")

    async def password(self):
        await self.succeed("password", password=people.PASSWORD, new=NEW_PASSWORD)

    async def wrong_password(self):
        assert (await self.ask("password", password="wrong horse", new=NEW_PASSWORD))["type"] == "error"

    async def rename(self):
        await self.succeed("rename", name=f"New {self.name}", password=people.PASSWORD)

    async def delete(self):
        await self.succeed("delete", password=people.PASSWORD)

    async def get_the_leaders(self):
        assert (await self.server.get("/api/leaders?rule=standard&speed=blitz"))[0] == 200


@pytest.mark.parametrize(
    "request_name", ["sessions", "token", "password", "wrong_password", "rename", "delete", "get_the_leaders"]
)
async def test_account_requests_take_short_loop_turns(request_name, server):
    """Requests that cost a password hash, or that an account may make only occasionally."""
    names = [f"{request_name.replace('_', ' ')} {number}" for number in range(TIMES_OF_PEOPLE)]
    persons = [await Person.claim(server, name) for name in names]
    await measure(server, lambda number: getattr(persons[number], request_name)(), TIMES_OF_PEOPLE)


async def test_largest_report_takes_short_loop_turns(server):
    """A report with the maximum number of chat messages."""
    persons = [await Person.claim(server, f"Reporter {number}") for number in range(4)]
    for person in persons:
        await person.client.join("talk")
        for line in range(5):
            person.client.send(type="say", room="talk", id=f"l{line}", text="é" * 500)
            said = {"id": f"l{line}", "by": person.client.id}
            await person.client.expect("said", where=lambda m, said=said: {"id": m["id"], "by": m["by"]} == said)
    other = persons[-1].client.id
    await measure(
        server,
        lambda number: persons[number].succeed("report", room="talk", participant=other, text="é" * 1_000),
        min(TIMES_OF_PEOPLE, 3),
    )

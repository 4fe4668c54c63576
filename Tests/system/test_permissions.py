"""Permissions to start a game or change seats: every cell of the table in docs/PROTOCOL.md, in
every kind of game, over the wire."""

import pytest
import pytest_asyncio

from gomokutest import store
from gomokutest.people import claimed
from gomokutest.preload import Clock
from gomokutest.server import Server

pytestmark = pytest.mark.all_stores

KINDS = {
    "plain": {},
    "rated": {"rated": "yes", "clock": "900+5"},
    "clocked": {"clock": "600/5x30", "takebacks": "no", "listed": "yes"},
    "opening": {"opening": "pro"},
    "renju": {"rule": "renju", "size": "19"},
}
STAGES = ["none", "waiting", "full", "begun", "running", "solo", "over"]
# A rated game cannot have the same player on both sides.
CELLS = [(stage, kind) for stage in STAGES for kind in KINDS if (stage, kind) != ("solo", "rated")]


class People:
    """The players Ann and Bob, and the stranger Eve. All own their names, so that rated games need
    no special case."""

    def __init__(self, server):
        self.server, self.rooms = server, 0

    async def come(self):
        self.ann, self.bob, self.eve = [await claimed(self.server, name) for name in ("Ann", "Bob", "Eve")]
        return self

    async def game(self, stage, kind):
        """Creates a room with all three in it and a game at this stage. Returns its name."""
        self.rooms += 1
        room = f"cell-{self.rooms}"
        ann, bob = self.ann, self.bob
        for client in (ann, bob, self.eve):
            await client.join(room)
        start = {"game": "1", **KINDS[kind]}
        moves = [(ann, {"move": "1", "col1": "7", "row1": "7"}), (bob, {"move": "2", "col2": "8", "row2": "7"})]
        steps = {
            "none": [],
            "waiting": [(ann, {**start, "x": ann.id})],
            "solo": [(ann, {**start, "x": ann.id, "o": ann.id}), moves[0], (ann, moves[1][1])],
        }.get(stage)
        if steps is None:
            steps = [(ann, {**start, "x": ann.id}), (bob, {"o": bob.id})]
            steps += {
                "full": [],
                "begun": moves[:1],
                "running": moves,
                "over": [(ann, {"result": "o", "reason": "resign"})],
            }[stage]
        for client, set in steps:
            answer = await client.delta(room, set)
            assert answer["type"] == "delta", (stage, kind, set, answer)
        return room

    async def leave(self, room):
        for client in (self.ann, self.bob, self.eve):
            client.send(type="leave", room=room)

    async def state(self, room):
        answer = await self.server.json(f"/api/rooms/{room}")
        return answer["rev"], answer["state"]


@pytest_asyncio.fixture(scope="module")
async def people(data, clock):
    """The three participants, on a server that allows enough rooms for all cells."""
    server = await Server(["--data", data, "--rooms-per-identity", "4096"], clock=clock).start()
    yield await People(server).come()
    await server.stop()


async def code(client, room, set):
    """Returns the code of the reject, or None if the delta was accepted."""
    return (await client.delta(room, set)).get("code")


@pytest.mark.parametrize(("stage", "kind"), CELLS)
async def test_stranger_starts_games_and_takes_seats_only_as_allowed(people, stage, kind):
    """A stranger may start a game and take seats only as the table says. A refused request changes
    nothing."""
    eve, number = people.eve, "1" if stage == "none" else "2"
    new_game = None if stage == "none" else "not-seated"
    seats = {"none": "no-game", "over": "game-over"}.get(stage, "not-seated")
    asked = [
        ({"game": number, **more}, new_game)
        for more in ({"x": eve.id}, {"o": "robot:3"}, {}, {"x": eve.id, "o": eve.id})
    ]
    asked += [(set, seats) for set in ({"o": eve.id}, {"x": eve.id}, {"o": "robot:3"}, {"x": None}, {"o": None})]
    if stage == "waiting":
        asked[4:6] = [({"o": eve.id}, None), ({"x": eve.id}, "seat-taken")]
    room = await people.game(stage, kind)
    before = await people.state(room)
    for set, expected in asked:
        if expected:
            found = await code(eve, room, set)
            assert found == expected, f"{set}: {found}, expected {expected}"
            assert await people.state(room) == before, "a trace"
    await people.leave(room)
    for set, expected in asked:
        if not expected:
            room = await people.game(stage, kind)
            found = await code(eve, room, set)
            assert found is None, f"{set}: {found}"
            await people.leave(room)


async def test_stranger_takes_no_seat_of_a_present_player_after_a_game(people):
    """After a game, a stranger may start the next one as soon as one player has left. The stranger
    gets the seat of that player, not the seat of the player who is present."""
    room = await people.game("over", "plain")
    await leaves(people.bob, room, people.eve)
    for set in ({"x": people.eve.id}, {"x": "robot:3", "o": people.eve.id}):
        assert await code(people.eve, room, {"game": "2", **set}) == "seat-taken", set
    assert await code(people.eve, room, {"game": "2", "o": people.eve.id}) is None
    assert await code(people.ann, room, {"x": people.ann.id}) is None, "the seat is still open for Ann"
    await people.leave(room)


@pytest.mark.parametrize(("stage", "kind"), [cell for cell in CELLS if cell[0] != "none"])
async def test_player_starts_the_next_game_only_when_none_is_running(people, stage, kind):
    """A player may start the next game unless one is running."""
    for player in [people.ann] if stage in ("waiting", "solo") else [people.ann, people.bob]:
        room = await people.game(stage, kind)
        found, expected = (
            await code(player, room, {"game": "2", "x": player.id}),
            "conflict" if stage == "running" else None,
        )
        assert found == expected, f"{found}, expected {expected}"
        await people.leave(room)


async def test_only_paired_players_start_the_next_game(people):
    """In a room that the server made for a pair, only these two may start the next game."""
    ann, bob, eve = people.ann, people.bob, people.eve
    ann.send(type="seek", id="a", clock="300+5")
    await ann.expect("seeking")
    bob.send(type="seek", id="b", clock="300+5")
    room = (await bob.expect("paired"))["room"]
    for client in (ann, bob, eve):
        await client.join(room)
    assert await code(eve, room, {"game": "2", "x": eve.id}) == "not-seated", "while it begins"
    assert await code(ann, room, {"result": "draw", "reason": "aborted"}) is None
    assert await code(eve, room, {"game": "2", "x": eve.id}) == "not-seated", "when it is over"
    assert await code(bob, room, {"game": "2", "x": bob.id}) is None, "a player"


async def test_base_beyond_the_revision_is_refused(people):
    """A `base` beyond the room's revision is refused, for shared and for private state."""
    room = await people.game("waiting", "plain")
    rev = (await people.state(room))[0]
    for base in (rev + 1, rev + 1000, 2**53):
        answer = await people.bob.delta(room, {"o": people.bob.id}, base=base)
        assert (answer.get("code"), answer.get("keys")) == ("bad-value", ["base"]), answer
        assert (await people.bob.delta(room, {"k": 1}, base=base, scope="private"))["code"] == "bad-value"
    assert (await people.bob.delta(room, {"o": people.bob.id}, base=rev))["type"] == "delta"


async def leaves(client, room, witness):
    client.send(type="leave", room=room)
    await witness.expect("participants", where=lambda m: m["room"] == room and client.id in m["left"])


async def test_room_of_an_absent_waiting_player_becomes_free(people):
    """If a player who waited alone has been absent for 60 s, others may start a game."""
    room, new = await people.game("waiting", "plain"), {"game": "2", "x": people.eve.id}
    await leaves(people.ann, room, people.eve)
    assert await code(people.eve, room, new) == "not-seated"
    await people.server.skip(50)
    assert await code(people.eve, room, new) == "not-seated", "too early"
    await people.server.skip(11)
    assert await code(people.eve, room, new) is None


async def test_room_of_two_absent_players_becomes_free(people):
    """If both players of an unrated game have been absent for 5 min, others may start a new game,
    but not take a seat in the old one."""
    room, new = await people.game("running", "plain"), {"game": "2", "x": people.eve.id}
    await leaves(people.ann, room, people.eve)
    await people.server.skip(310)
    assert await code(people.eve, room, new) == "not-seated", "one of two is here"
    await leaves(people.bob, room, people.eve)
    await people.server.skip(290)
    assert await code(people.eve, room, new) == "not-seated", "too early"
    await people.server.skip(11)
    assert await code(people.eve, room, {"o": people.eve.id}) == "not-seated", "a seat"
    assert await code(people.eve, room, new) is None


async def test_returning_player_keeps_the_room(people):
    """A player who returns in time keeps the room. The next absence is counted from its own
    start."""
    room, new = await people.game("waiting", "plain"), {"game": "2", "x": people.eve.id}
    await leaves(people.ann, room, people.eve)
    await people.server.skip(50)
    await people.ann.join(room)
    await people.server.skip(50)
    assert await code(people.eve, room, new) == "not-seated", "Ann is here"
    await leaves(people.ann, room, people.eve)
    await people.server.skip(50)
    assert await code(people.eve, room, new) == "not-seated", "too early"
    await people.server.skip(11)
    assert await code(people.eve, room, new) is None


async def test_rated_game_stays_reserved_for_its_players(people):
    """A rated game belongs to its players, however long they are absent."""
    room = await people.game("running", "rated")
    for client in (people.ann, people.bob):
        await leaves(client, room, people.eve)
    await people.server.skip(301)
    assert await code(people.eve, room, {"game": "2", "x": people.eve.id}) == "not-seated"


async def test_grace_periods_are_configurable(tmp_path):
    """`--waiting-grace-seconds` and `--playing-grace-seconds` set the time for which a room is kept
    for absent players."""
    clock = Clock(tmp_path)
    server = await Server(["--waiting-grace-seconds", "5", "--playing-grace-seconds", "20"], clock=clock).start()
    people = await People(server).come()
    for stage, gone, seconds in (("waiting", [people.ann], 5), ("running", [people.ann, people.bob], 20)):
        room = await people.game(stage, "plain")
        for client in gone:
            await leaves(client, room, people.eve)
        assert await code(people.eve, room, {"game": "2", "x": people.eve.id}) == "not-seated", stage
        # A server that is ahead of Redis' clock slows down by up to 10 ms a second.
        await people.server.skip(seconds + 1 if store.is_redis() else seconds)
        assert await code(people.eve, room, {"game": "2", "x": people.eve.id}) is None, stage
    await server.stop()

"""A puzzle race over the protocol: with a directory, and with three servers over one Redis."""

import itertools
import json

import pytest
import pytest_asyncio

from gomokutest import store
from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.commands import assert_sound
from gomokutest.environment import SMALL_WEB
from gomokutest.puzzles import page_with_puzzles, solution
from gomokutest.server import Server

pytestmark = pytest.mark.stores("directory", "cluster")
VISITS = itertools.count()
# The countdown of three seconds, and one more: servers of a cluster that are ahead of the store's
# clock slow down by up to 10 ms a second.
COUNTDOWN = 4


@pytest_asyncio.fixture(scope="module")
async def server(data, clock, tmp_path_factory):
    """A server or cluster with the puzzles of the fixtures. After the tests `check` must find no
    fault."""
    web = page_with_puzzles(SMALL_WEB, tmp_path_factory.mktemp("web") / "page")
    running = await Server(["--data", data], web=web, clock=clock).start()
    yield running
    assert await running.stop() == 0
    assert_sound(*store.program_arguments(["--data", data]))


async def racer(server, room, name, **known):
    """Returns a client in the room, and the state that it found there."""
    client = await Client.connect(server.port, name, **known)
    # A participant who returns must not repeat the IDs of earlier deltas.
    client.count = next(VISITS) * 100
    snapshot = await client.join(room, kind="race")
    same(snapshot["type"], "snapshot", "the answer to a join")
    return client, snapshot["state"]


async def answer(server, client, room, puzzle, cells=None, **more):
    """Answers a puzzle, with its solution if there are no `cells`."""
    if cells is None:
        cells = solution(json.loads((await server.get(f"/api/puzzles/{puzzle}"))[2]))
    return await client.delta(room, {"answer": " ".join([puzzle, *cells])}, **more)


async def test_a_race_survives_killed_servers(server, room):
    """Three people race, one more watches. All servers are killed with SIGKILL in the middle: the
    results stay, an answer that is sent again counts once, and everyone goes on. The server's clock
    ends the race."""
    ann, _ = await racer(server, room, "Ann")
    same((await ann.delta(room, {f"racer.{ann.id}": "", "minutes": "2"}))["type"], "delta", "Ann joins")
    bob, _ = await racer(server, room, "Bob")
    cyd, _ = await racer(server, room, "Cyd")
    for each in (bob, cyd):
        await each.delta(room, {f"racer.{each.id}": ""})
    eve, _ = await racer(server, room, "Eve")
    same((await eve.delta(room, {"start": "now"}))["code"], "not-seated", "a spectator's start")
    start = await ann.delta(room, {"start": "now"})
    puzzles = start["set"]["puzzles"].split()
    same((await bob.delta(room, {"start": "now"}))["code"], "conflict", "a second start")
    same((await answer(server, ann, room, puzzles[0]))["code"], "no-game", "an answer in the countdown")
    await server.skip(COUNTDOWN)

    same((await answer(server, ann, room, puzzles[0]))["set"][f"racer.{ann.id}"], "+", "Ann's answer")
    same((await answer(server, bob, room, puzzles[0], ["0,14"]))["set"], {f"racer.{bob.id}": "-"}, "Bob's answer")
    same((await answer(server, bob, room, puzzles[0]))["code"], "conflict", "another answer to the same puzzle")
    first = await answer(server, cyd, room, puzzles[0], id="kept")
    seen = await eve.expect("delta", where=lambda m: m["by"] == cyd.id and m["rev"] == first["rev"])
    same(seen["set"], first["set"], "the spectator's delta")

    await server.kill()
    await server.start()
    # Servers of a cluster start with the time of Redis, which does not follow the test's clock.
    await server.skip(COUNTDOWN)
    cyd, state = await racer(server, room, "Cyd", token=cyd.token)
    same([state[f"racer.{each.id}"] for each in (ann, bob, cyd)], ["+", "-", "+"], "the results")
    same((state["puzzles"], state["start"]), (start["set"]["puzzles"], start["set"]["start"]), "the race")
    again = await answer(server, cyd, room, puzzles[0], id="kept")
    same((again["rev"], again.get("again")), (first["rev"], True), "the repeated answer")
    ann, _ = await racer(server, room, "Ann", token=ann.token)
    went = await answer(server, ann, room, puzzles[1])
    same(went.get("set", went).get(f"racer.{ann.id}"), "++", f"Ann goes on: {went}")

    # Servers of a cluster that slept for so long give their rooms up.
    await server.skip(120)
    ann, _ = await racer(server, room, "Ann", token=ann.token)
    same((await answer(server, ann, room, puzzles[2]))["code"], "game-over", "an answer after the end")
    _, state = await racer(server, room, "Dan")
    same(state[f"racer.{ann.id}"], "++", "the results stay")
    second = (await ann.delta(room, {"start": "now"}))["set"]
    same((second[f"racer.{ann.id}"], second[f"racer.{bob.id}"]), ("", None), "another race, without Bob, who is away")


async def test_a_class_has_a_day(server, room):
    """A race of a day goes on after all who take part are done, and after its creator has left."""
    ann, _ = await racer(server, room, "Ann")
    terms = {f"racer.{ann.id}": "", "minutes": "1440", "count": "2"}
    start = await ann.delta(room, {**terms, "start": "now"})
    puzzles = start["set"]["puzzles"].split()
    same((len(puzzles), int(start["set"]["end"]) - int(start["set"]["start"])), (2, 86_400_000), "the race")
    await server.skip(COUNTDOWN)
    for puzzle, results in zip(puzzles, ("+", "++"), strict=True):
        same((await answer(server, ann, room, puzzle))["set"][f"racer.{ann.id}"], results, "Ann's answers")
    ann.cut()
    await server.skip(10)
    bob, state = await racer(server, room, "Bob")
    same(state[f"racer.{ann.id}"], "++", "Ann's results")
    same((await bob.delta(room, {f"racer.{bob.id}": ""}))["set"], {f"racer.{bob.id}": ""}, "Bob joins")
    same((await answer(server, bob, room, puzzles[0]))["set"][f"racer.{bob.id}"], "+", "Bob's answer")
    refused = await bob.delta(room, {"end": "now"})
    same((refused["code"], refused["keys"]), ("not-seated", ["end"]), "Bob ends it")
    ann, _ = await racer(server, room, "Ann", token=ann.token)
    ended = await ann.delta(room, {"end": "now"})
    same(list(ended["set"]), ["end"], "Ann ends it")
    same((await answer(server, bob, room, puzzles[1]))["code"], "game-over", "an answer after the end")


async def test_a_race_does_not_start_without_puzzles(server, room):
    """The server of this test has puzzles of one rule only."""
    ann, _ = await racer(server, room, "Ann")
    answered = await ann.delta(room, {f"racer.{ann.id}": "", "rule": "caro", "start": "now"})
    same((answered["code"], answered["keys"]), ("not-offered", ["start"]), "the refusal")

"""A person's record of puzzles: the results that the server judges, and who can read them, with
each store."""

import json

import pytest
import pytest_asyncio

from gomokutest import store
from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.commands import assert_sound
from gomokutest.environment import SMALL_WEB
from gomokutest.people import claimed, login
from gomokutest.puzzles import page_with_puzzles, solution
from gomokutest.server import Server

pytestmark = pytest.mark.stores("directory", "cluster")

RECORD = "~puzzles"


@pytest_asyncio.fixture(scope="module")
async def server(data, tmp_path_factory):
    """A server or cluster with the hand-made puzzles. `check` must find no fault afterwards."""
    web = page_with_puzzles(SMALL_WEB, tmp_path_factory.mktemp("web") / "page")
    running = await Server(["--data", data], web=web).start()
    yield running
    assert await running.stop() == 0
    assert_sound(*store.program_arguments(["--data", data]))


async def puzzles(server, count):
    """Returns puzzles in which X makes two fours."""
    return (await server.json(f"/api/puzzles/next?kind=fours&theme=four-four&seed=1&count={count}"))["puzzles"]


async def attempt(client, puzzle, tries, **more):
    """Sends an attempt and returns the answer to it."""
    return await client.delta(RECORD, {f"attempt.{puzzle['id']}": {"tries": tries}, **more})


async def test_record_is_private_and_survives_a_kill(server):
    """The server judges attempts. The record is the same on every device of the account and on
    every server, no other participant can read it, and it survives SIGKILL."""
    solved, failed = await puzzles(server, 2)
    ann = await claimed(server, "Ann")
    same((await ann.join(RECORD))["kind"], "puzzles", "the kind")
    first = await attempt(ann, solved, solution(solved)[0])
    assert first["set"][f"attempt.{solved['id']}"].startswith("solved 2"), first
    assert first["set"]["rating"]["rating"] > 1_500, first
    phone, _ = await login(server, "Ann", port=server.ports[-1])
    same((await phone.join(RECORD))["state"], first["set"], "on another device")
    second = await attempt(phone, failed, "0,0")
    assert second["set"][f"attempt.{failed['id']}"].startswith("failed 2"), second
    same((await ann.expect("delta"))["set"], second["set"], "on the first device")
    state = {**first["set"], **second["set"]}
    again = await attempt(ann, failed, solution(failed)[0])
    same(list(again["set"]), [f"attempt.{failed['id']}"], "the second attempt moves no rating")
    state.update(again["set"])
    eve = await Client.connect(server.ports[-1], "Eve")
    same((await eve.join(RECORD))["state"], {}, "Eve has a record of her own")
    same((await attempt(eve, solved, solution(solved)[0]))["rev"], 1, "in Eve's record")
    for path in ("", "/history"):
        status, _, body = await server.get(f"/api/rooms/{RECORD}{path}", [("Authorization", f"Bearer {'A' * 22}")])
        same(status, 404, body)
    assert all(RECORD not in json.dumps(room) for room in (await server.json("/api/rooms?limit=500"))["rooms"])
    await server.kill()
    await server.start()
    back, _ = await login(server, "Ann", port=server.ports[-1])
    same((await back.join(RECORD))["state"], state, "after the kill")


async def test_impossible_attempts_are_rejected(server):
    """An attempt needs a puzzle of the server. A record has no chat."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(RECORD)
    same((await attempt(ann, {"id": "AAAAAAAAAAA"}, "7,7"))["code"], "bad-value", "an unknown puzzle")
    (puzzle,) = await puzzles(server, 1)
    same((await attempt(ann, puzzle, "z"))["code"], "bad-value", "no point")
    same((await ann.delta(RECORD, {f"attempt.{puzzle['id']}": "solved 2026-11-26"}))["code"], "bad-value", "a result")
    ann.send(type="say", room=RECORD, id="c", text="Hello.")
    same((await ann.expect("error"))["code"], "read-only", "chat")

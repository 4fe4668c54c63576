"""The machine's clock is set while a game is played: no player loses or wins time by it."""

import time

import pytest

from gomokutest import attack, preload
from gomokutest.client import Client, applied

# How many seconds a player thinks; the server is told that they go by.
THOUGHT = 4


@pytest.mark.parametrize("hours", [1, -1], ids=["forward", "back"])
async def test_the_clock_is_set(hours, tmp_path):
    """Somebody sets the machine's clock by an hour while a player thinks: the player's clock runs on as if nothing
    had happened, and so does the time that the server tells."""
    clock = preload.Clock(str(tmp_path))
    server = await attack.host(str(tmp_path / "data"), clock=clock).start()
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    await ann.join("timed")
    await bob.join("timed")
    values = (await ann.delta("timed", {"game": "1", "clock": "60+0", "x": ann.id}))["set"]
    values = applied(values, (await bob.delta("timed", {"o": bob.id}))["set"])
    earliest = time.monotonic()
    for number, (one, point) in enumerate(((ann, "h8"), (bob, "a1"), (ann, "i8")), 1):
        values = applied(values, (await one.move("timed", number, point))["set"])
    turn = int(values["turnAt"])
    clock.step(hours * 3_600)
    for second in range(THOUGHT):
        # The server compares its time with the machine's once a second.
        clock.skip(1)
        bob.send(type="ping", at=second)
        now = (await bob.expect("pong"))["time"]
        assert turn + (second + 1) * 900 < now < turn + 60_000, f"{now - turn} ms went by after {second + 1} s"
    answer = await bob.move("timed", 4, "b1")
    most = THOUGHT * 1_000 + (time.monotonic() - earliest) * 1_000
    assert answer["type"] == "delta", answer
    assert "result" not in answer["set"], answer
    left, passed = int(answer["set"]["oTime"]), int(answer["set"]["turnAt"]) - turn
    print(f"  {left} ms of 60,000 left after a thought of {THOUGHT} s; the server's time went on by {passed} ms")
    # The server gives back what a move needs on the way, a second at most; and it brings its time after the machine's
    # by a hundredth.
    assert (60_000 - left) * 1.02 > THOUGHT * 1_000 - 1_000 and 60_000 - left < most * 1.02, f"{left} ms left"
    assert passed * 1.02 > THOUGHT * 1_000 and passed < most * 1.02, f"{passed} ms went by"
    assert await server.stop() == 0

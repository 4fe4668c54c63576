"""Changes of the machine's clock during a game. No player loses or gains time."""

import time

import pytest

from gomokutest import attack, preload
from gomokutest.client import Client, applied

# The seconds that a player thinks, counted on the server's clock.
THOUGHT = 4


@pytest.mark.parametrize("hours", [1, -1], ids=["forward", "back"])
async def test_stepping_the_system_clock_does_not_affect_games(hours, tmp_path):
    """The machine's clock is changed by an hour while a player thinks. The player's clock and the
    time that the server reports run on as if nothing had happened."""
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
    # The server gives back the lag of a move, up to a second. It also approaches the machine's time
    # by up to one percent.
    assert (60_000 - left) * 1.02 > THOUGHT * 1_000 - 1_000 and 60_000 - left < most * 1.02, f"{left} ms left"
    assert passed * 1.02 > THOUGHT * 1_000 and passed < most * 1.02, f"{passed} ms went by"
    assert await server.stop() == 0

"""Two players in a separate process, so that measurements include only the server's time.

    PYTHONPATH=Tests python3 -m gomokutest.bystander PORT

Prints a line for each move until the connection ends. The line has the time at which the move was
sent (monotonic, in seconds) and the seconds until the opponent received it.
"""

import asyncio
import os
import sys
import time

from .attack import connect_from
from .websocket import Closed

# The room name is unique because a restarted server still has the room of the previous process.
ROOM = f"bystanders-{os.getpid()}"
# The pause of a player before the next move, in seconds.
PAUSE = 0.005
# Points that never make five in a row.
POINTS = [f"{letter}{number}" for number in range(2, 16, 2) for letter in "acegikmo"]


async def main():
    # Real players run on other machines and do not compete for these processors.
    if os.geteuid() == 0:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    port = int(sys.argv[1])
    players = [await connect_from(f"127.0.0.{number}", port, f"Player {number}") for number in (253, 254)]
    for player in players:
        await player.join(ROOM)
    number = 0
    try:
        while True:
            number += 1
            await play(players, number)
            players.reverse()
    except (Closed, ConnectionError, OSError, asyncio.IncompleteReadError):
        pass


async def play(players, game):
    """Plays all points in turn. Then the second player resigns."""
    terms = {"game": str(game), "rule": "freestyle", "x": players[0].id}
    assert (await players[0].delta(ROOM, terms, id=f"g{game}"))["type"] == "delta"
    assert (await players[1].delta(ROOM, {"o": players[1].id}, id=f"s{game}"))["type"] == "delta"
    for place, point in enumerate(POINTS, 1):
        mover, other = players if place % 2 else players[::-1]
        name, sent = f"{game}-{place}", time.monotonic()
        answer, _ = await asyncio.gather(mover.move(ROOM, place, point, id=name), hear(other, name, sent))
        assert answer["type"] == "delta", answer
        await asyncio.sleep(PAUSE)
    assert (await players[1].delta(ROOM, {"result": "x", "reason": "resign"}, id=f"r{game}"))["type"] == "delta"


async def hear(player, name, sent):
    """Waits until the player receives that move, and prints the line for it."""
    await player.expect("delta", where=lambda m: m["id"] == name)
    print(sent, time.monotonic() - sent, flush=True)


if __name__ == "__main__":
    asyncio.run(main())

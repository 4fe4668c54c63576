#!/usr/bin/python3
"""Two scripted clients, the page in Chromium and gomoku-cli under a pseudo-terminal in one room: a whole game, the same
board for all four at every revision, and one of them cut off in the middle of it.

    /usr/bin/python3 Tests/system/together.py [--server PATH]

The last line is "N passed, N failed".
"""

import argparse
import asyncio
import os
import shutil
import tempfile

from blackbox import Client, Count, Server, applied, binary
from browser_kit import Window, stones_of
from terminal_kit import Terminal


async def whole_game(server):
    room, folder = "together", tempfile.mkdtemp(prefix="gomoku-together-")
    url = f"http://127.0.0.1:{server.port}"
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    values = (await ann.join(room))["state"]
    await bob.join(room)
    window = await asyncio.to_thread(Window, url, "Eve")
    terminal = Terminal([binary("gomoku-cli"), "play", f"{url}/?room={room}", "--name", "Tom"], folder)
    try:
        await asyncio.to_thread(window.visit, room)
        await terminal.shows("Here:")

        async def everybody_at(rev):
            """All four show the board of this revision; Ann's is what her deltas made."""
            nonlocal values
            for client in (ann, bob):
                delta = await client.expect("delta", where=lambda m: m["rev"] == rev)
                if client is ann:
                    values = applied(values, delta["set"])
            board = stones_of(values)
            state = await server.json(f"/api/rooms/{room}")
            assert (state["rev"], stones_of(state["state"])) == (rev, board), f"the server at {rev}"
            await asyncio.to_thread(window.at_rev, rev)
            assert await asyncio.to_thread(window.stones) == board, f"the page at {rev}"
            await terminal.until(f"the board of revision {rev}", lambda: terminal.screen.board() == board)

        ann.send(type="delta", room=room, id="g", set={"game": "1", "x": ann.id})
        await everybody_at(1)
        bob.send(type="delta", room=room, id="o", set={"o": bob.id})
        await everybody_at(2)
        for number, point in enumerate("h8 a1 i9 b2 j10 o15 k11 h7 l12".split(), 1):
            column, row = ord(point[0]) - 97, 15 - int(point[1:])
            player = ann if number % 2 else bob
            player.send(type="delta", room=room, id=f"m{number}",
                        set={"move": f"{number}", f"col{number}": f"{column}", f"row{number}": f"{row}"})
            await everybody_at(number + 2)
            if number == 5:
                # Bob is cut off in the middle, and comes back by what he knows.
                epoch, token = (await server.json(f"/api/rooms/{room}"))["epoch"], bob.token
                bob.cut()
                bob = await Client.connect(server.port, token=token)
                answer = await bob.join(room, since=4, epoch=epoch)
                assert [d["rev"] for d in answer["deltas"]] == [5, 6, 7], answer
        assert (values["result"], values["reason"]) == ("x", "five"), values
        await terminal.shows("five in a row")
    finally:
        terminal.close()
        await asyncio.to_thread(window.close)
        shutil.rmtree(folder, ignore_errors=True)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--server")
    server = await Server(command=parser.parse_args().server).start()
    count = Count()
    await count.run("two scripts, the page and the terminal play one game", whole_game(server))
    await server.stop()
    count.close()


asyncio.run(main())

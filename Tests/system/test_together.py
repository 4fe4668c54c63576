"""Two clients of the wire protocol, the page in Chromium and gomoku-cli in a terminal, in one
room."""

import asyncio

import pytest
import pytest_asyncio

from gomokutest.browser import Window, stones_of
from gomokutest.client import Client, applied
from gomokutest.environment import WEB, binary
from gomokutest.server import Server
from gomokutest.terminal import Terminal


@pytest_asyncio.fixture(scope="module")
async def server(data):
    """A server or cluster that serves the real page."""
    running = await Server(["--data", data], web=WEB).start()
    yield running
    assert await running.stop() == 0


@pytest.mark.smoke
async def test_wire_clients_page_and_terminal_share_one_game(server, room, tmp_path):
    """The four clients show the same board at every revision, also after one of them was cut off in
    the middle of the game."""
    await play_one_game(server, room, str(tmp_path))


@pytest.mark.stores("cluster")
async def test_wire_clients_page_and_terminal_play_over_three_servers(server, room, tmp_path):
    """Each of the four connects to any server of the cluster."""
    await play_one_game(server, room, str(tmp_path))


async def play_one_game(server, room, directory):
    """Plays a game between Ann and Bob over the wire, which Eve watches on the page and Tom in a
    terminal."""
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    values = (await ann.join(room))["state"]
    await bob.join(room)
    window = await asyncio.to_thread(Window, f"http://127.0.0.1:{server.port}", "Eve")
    table = f"http://127.0.0.1:{server.port}/?room={room}"
    terminal = Terminal([binary("gomoku-cli"), "play", table, "--name", "Tom"], directory)
    try:
        await asyncio.to_thread(window.visit, room)
        await terminal.shows("Here:")

        async def all_at(rev):
            """Fails unless all four show the board at this revision. The expected board follows
            from Ann's deltas."""
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
        await all_at(1)
        bob.send(type="delta", room=room, id="o", set={"o": bob.id})
        await all_at(2)
        for number, point in enumerate("h8 a1 i9 b2 j10 o15 k11 h7 l12".split(), 1):
            column, row = ord(point[0]) - 97, 15 - int(point[1:])
            player = ann if number % 2 else bob
            player.send(
                type="delta",
                room=room,
                id=f"m{number}",
                set={"move": f"{number}", f"col{number}": f"{column}", f"row{number}": f"{row}"},
            )
            await all_at(number + 2)
            if number == 5:
                # Bob's connection is cut, and he resumes from an earlier revision.
                epoch, token = (await server.json(f"/api/rooms/{room}"))["epoch"], bob.token
                bob.cut()
                bob = await Client.connect(server.port, token=token)
                answer = await bob.join(room, since=4, epoch=epoch)
                assert [delta["rev"] for delta in answer["deltas"]] == [5, 6, 7], answer
        assert (values["result"], values["reason"]) == ("x", "five"), values
        await terminal.shows("five in a row")
    finally:
        terminal.close()
        await asyncio.to_thread(window.close)
        for client in (ann, bob):
            client.cut()

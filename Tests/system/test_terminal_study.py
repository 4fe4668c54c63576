"""`gomoku-cli study` in terminals: two people in one analysis room, a lost server, files, and plain
terminals."""

import json
import os
import re
import subprocess

import pytest

from gomokutest.client import Client
from gomokutest.environment import TIMEOUT, binary
from gomokutest.server import Server
from gomokutest.study import ROOT, node_id
from gomokutest.terminal import Terminal

H8 = node_id(f"{ROOT} 7,7")
RIGHT, LEFT = "\x1b[C", "\x1b[D"
# Ctrl-U, which empties a text field.
CLEAR = "\x15"


class Desk:
    """Terminals in one analysis room."""

    def __init__(self, folder, port, room="tea"):
        self.folder, self.port, self.room, self.terminals = str(folder), port, room, []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for terminal in self.terminals:
            terminal.close()

    def open(self, who, *arguments, width=80, height=24, environment=()):
        made = Terminal(
            [binary("gomoku-cli"), "study", f"http://127.0.0.1:{self.port}", self.room, "--name", who, *arguments],
            os.path.join(self.folder, who),
            width,
            height,
            environment,
        )
        self.terminals.append(made)
        return made


async def shows_moves(terminal, text):
    """Waits until a row of the tree has these moves, whatever brackets are around them."""

    def rows():
        return re.sub(r"[\[\]]", " ", terminal.screen.text())

    await terminal.until(f"the moves {text}", lambda: text in rows())


async def stands_at(terminal, place):
    """Waits until the terminal shows the position of a move."""
    found = re.compile(f"{place} · [XO] to move")
    await terminal.until(f"the position after {place}", lambda: found.search(terminal.screen.text()))


async def export(terminal, path):
    terminal.type("e")
    await terminal.shows("Export to")
    terminal.type(f"{CLEAR}{path}\r")
    await terminal.shows("Written:")
    with open(path, "rb") as file:
        return file.read()


async def test_two_people_explore_one_tree(tmp_path):
    """Moves, comments and cursors of each terminal are on the other one's screen. A branch that has
    grown is not deleted. After a kill of the server both terminals go on, and in the end both
    export the same file."""
    server = await Server(["--data", str(tmp_path / "data")], alone=True).start()
    with Desk(tmp_path, server.port) as desk:
        ann, bob = desk.open("Ann"), desk.open("Bob")
        await ann.shows("Empty analysis")
        await bob.shows("Here: 2")
        ann.type("h8\ri9\rg7\r")
        await stands_at(ann, "3 g7")
        await shows_moves(bob, "1 h8 i9 g7")
        await bob.shows("Ann: 3 g7")
        assert ann.screen.board() == {"h8": "x", "i9": "o", "g7": "x"}

        bob.type(RIGHT + RIGHT)
        await stands_at(bob, "2 i9")
        await ann.shows("Bob: 2 i9")
        bob.type("j10\r")
        await shows_moves(ann, "3 j10")
        bob.type("cWhy not here?\r")
        await ann.shows("Bob on 3 j10: Why not here?")
        ann.type("f")
        await stands_at(ann, "3 j10")
        await ann.shows("Bob: Why not here?")
        await bob.shows("following you")
        bob.type(LEFT)
        await stands_at(ann, "2 i9")

        # Ann asks to delete a branch, and Bob adds to it before she answers.
        ann.type("d")
        await ann.shows("Delete 2 i9 and what follows, 3 moves in all?")
        bob.type(RIGHT)
        await stands_at(bob, "3 j10")
        bob.type("a1\r")
        await shows_moves(ann, 'j10" a1')
        ann.type("y")
        await ann.shows("! Another participant changed this first.")
        await stands_at(ann, "4 a1")
        await shows_moves(ann, 'j10" a1')

        # The server dies without a word. What Bob plays meanwhile arrives afterwards.
        await server.kill()
        await ann.shows("press R to retry now")
        await bob.shows("press R to retry now")
        bob.type("b2\r")
        await bob.until("an unconfirmed stone", lambda: re.search(r"[●○]\?", bob.screen.text()))
        await server.start()
        ann.type("R")
        bob.type("R")
        await stands_at(bob, "5 b2")
        await ann.shows("Bob: 5 b2")
        assert await export(ann, str(tmp_path / "ann.sgf")) == await export(bob, str(tmp_path / "bob.sgf"))
        text = (tmp_path / "ann.sgf").read_text()
        assert "Why not here?" in text and text.count(";B[") + text.count(";W[") == 6, text
        for screen in (ann.screen, bob.screen):
            assert not screen.strange, screen.strange
    await server.stop()


async def test_import_undo_and_chapters(server, room, tmp_path):
    """A file is merged, an own change is undone, and chapters are added and visited."""
    (tmp_path / "lines.sgf").write_text("(;GM[4]FF[4]SZ[15]GN[Lines](;B[hh]C[Centre];W[ig])(;B[aa]))")
    with Desk(tmp_path, server.port, room) as desk:
        ann = desk.open("Ann", width=120, height=40)
        await ann.shows("Empty analysis")
        ann.type("i")
        await ann.shows("Import from")
        ann.type(f"{tmp_path}/lines.sgf\r")
        await ann.shows("Imported: 3 new moves.")
        await shows_moves(ann, '1 h8"')
        await shows_moves(ann, "1 a15")
        ann.type(RIGHT)
        await ann.shows("Ann: Centre")
        ann.type("c8\r")
        await stands_at(ann, "2 c8")
        ann.type("u")
        await stands_at(ann, "1 h8")
        ann.type("nOther\r")
        await ann.shows("Rule and size")
        ann.type(f"{CLEAR}renju 19\r")
        await ann.shows("2/2 Other")
        await ann.shows("19×19")
        ann.type("\t")
        await ann.shows("1/2 Lines")
        ann.type("q")
        assert await ann.ended() == 0
    client = await Client.connect(server.port, "Bob")
    state = (await client.join(room, kind="analysis"))["state"]
    assert state["chapter.2"]["rule"] == "renju" and state[f"node.{H8}"] == f"{ROOT} 7,7"
    assert state[f"deleted.{node_id(f'{H8} 2,7')}"] == "1"
    client.cut()


async def test_broken_file_changes_nothing(server, room, tmp_path):
    """A broken file is an error with its byte, and the room stays as it is."""
    (tmp_path / "broken.sgf").write_text("(;GM[4]FF[4]SZ[15];B[hh];W[zz])")
    with Desk(tmp_path, server.port, room) as desk:
        ann = desk.open("Ann")
        await ann.shows("Empty analysis")
        ann.type("i")
        await ann.shows("Import from")
        ann.type(f"{tmp_path}/broken.sgf\r")
        await ann.shows("at byte")
    client = await Client.connect(server.port, "Bob")
    assert (await client.join(room, kind="analysis"))["state"] == {}
    client.cut()


async def test_plain_terminal_prints_lines(server, room, tmp_path):
    """A dumb terminal prints each change as a line, and control characters of others do nothing."""
    client = await Client.connect(server.port, "Bob")
    await client.join(room, kind="analysis")
    with Desk(tmp_path, server.port, room) as desk:
        ann = desk.open("Ann", environment=[("TERM", "dumb")])
        await ann.shows(f"In {room}: Bob, Ann.")
        await client.delta(room, {"chapter.1": {"title": "Tea\x1b[2J"}, f"node.{H8}": f"{ROOT} 7,7"})
        await ann.shows("Bob sets chapter 1: Tea?[2J")
        await ann.shows("Bob plays 1 h8.")
        await client.delta(room, {f"comment.{H8}.{client.id}": "Centre."})
        await ann.shows("Bob on 1 h8: Centre.")
        assert not ann.screen.strange, ann.screen.strange
    client.cut()


async def test_json_prints_messages_without_the_token(server, room, tmp_path):
    """`--json` prints the server's messages about the room as they come, and no secret."""
    client = await Client.connect(server.port, "Bob")
    await client.join(room, kind="analysis")
    process = subprocess.Popen(
        [binary("gomoku-cli"), "study", f"http://127.0.0.1:{server.port}/?analysis={room}", "--json"],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
    )
    try:
        first = json.loads(process.stdout.readline())
        assert first["type"] == "snapshot" and first["kind"] == "analysis" and "token" not in first
        await client.delta(room, {"chapter.1": {"title": ""}, f"node.{H8}": f"{ROOT} 7,7"})
        while (message := json.loads(process.stdout.readline()))["type"] != "delta":
            assert "token" not in message
        assert message["set"][f"node.{H8}"] == f"{ROOT} 7,7"
    finally:
        process.kill()
        process.wait(TIMEOUT)
        process.stdout.close()
    client.cut()


async def test_room_of_another_kind_is_refused(server, room, tmp_path):
    """A table is no analysis room, and the program says so."""
    client = await Client.connect(server.port, "Bob")
    await client.join(room)
    with Desk(tmp_path, server.port, room) as desk:
        ann = desk.open("Ann")
        status = await ann.ended()
        # The program may have drawn its screen before. The words follow after the end of it.
        words = ann.raw.rpartition(b"\x1b[?1049l")[2]
        assert status == 76 and b"gomoku-cli:" in words and b"is of kind" in words, (status, ann.raw[-600:])
        assert not ann.is_given_back()
    client.cut()


@pytest.mark.parametrize("command", ["play", "watch"])
async def test_links_to_an_analysis_open_it(server, room, tmp_path, command):
    """`play` and `watch` follow the page's link to an analysis room."""
    made = Terminal(
        [binary("gomoku-cli"), command, f"http://127.0.0.1:{server.port}/?analysis={room}"], str(tmp_path), 80, 24
    )
    await made.shows(f"Analysis · {room}")
    await made.shows("Empty analysis")
    made.close()

"""A table for a friend in the terminal. Its link contains a secret, which can be typed, pasted or
piped, and is not shown to others."""

import asyncio
import json
import os
import re
import urllib.request

import pytest
import pytest_asyncio

from gomokutest.environment import TIMEOUT, binary
from gomokutest.terminal import Terminal

pytestmark = pytest.mark.all_stores

LINK = re.compile(r"http://127\.0\.0\.1:\d+/\?room=([\w-]+)&friend=1#secret=([\w-]{22})")


class Terminals:
    """A server, and terminals of people who each have a separate directory."""

    def __init__(self, port, folder):
        self.url, self.folder, self.terminals = f"http://127.0.0.1:{port}", folder, []

    def terminal(self, who, *arguments, command="play", width=110, height=30):
        made = Terminal(
            [binary("gomoku-cli"), command, *arguments, "--name", who], os.path.join(self.folder, who), width, height
        )
        self.terminals.append(made)
        return made

    async def run(self, who, *arguments, typed=""):
        """Runs a command that needs no terminal. Returns its exit status, output and errors."""
        process = await asyncio.create_subprocess_exec(
            binary("gomoku-cli"),
            *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=os.environ | {"XDG_STATE_HOME": os.path.join(self.folder, who), "LC_ALL": "C.UTF-8"},
        )
        told, complained = await asyncio.wait_for(process.communicate(typed.encode()), TIMEOUT)
        return process.returncode, told.decode(), complained.decode()

    async def open_table(self, *arguments):
        """Lets Ann open a table for a friend and sit down. Returns her terminal, the link, its room
        and its secret."""
        ann = self.terminal("Ann", self.url, *arguments, "--friend")
        await ann.shows("New game")
        assert "Spectators" not in ann.screen.text(), "nobody watches without the link, so there is no such question"
        ann.type("\r")
        await ann.shows("Send this link to a friend:")
        found = LINK.search(ann.raw.decode(errors="replace"))
        assert found, ann.raw
        return ann, found[0], found[1], found[2]

    def close(self):
        for terminal in self.terminals:
            terminal.close()


@pytest_asyncio.fixture
async def terminals(server, tmp_path):
    """The module's server, and terminals of people who each have a separate directory."""
    made = Terminals(server.port, str(tmp_path))
    yield made
    made.close()


async def test_friend_joins_by_the_link(terminals):
    """With the link a friend can sit down and play. A stranger who only knows the room's name
    enters a different room."""
    ann, link, room, secret = await terminals.open_table()
    await ann.until(
        "the link beside the board",
        lambda: secret in ann.screen.text().replace("\n", "").replace(" ", "") or secret[:10] in ann.screen.text(),
    )
    eve = terminals.terminal("Eve", f"{terminals.url}/?room={room}")
    await eve.shows("No game here yet")
    bob = terminals.terminal("Bob", link)
    await bob.shows("Ann")
    bob.type("j")
    await ann.shows("Your turn: play X.")
    ann.type("h8\r")
    await bob.until("the stone", lambda: bob.screen.board() == {"h8": "x"})
    assert "Ann" not in eve.screen.text() and eve.screen.board() == {}, eve.screen.text()
    ann.type("q")
    assert await ann.ended() == 0
    assert LINK.search(ann.raw.decode(errors="replace").split("\x1b[?1049l")[0]), (
        "the line with the link comes before the screen is taken"
    )
    status, told, _ = await terminals.run("Bob", "state", link, "--json")
    assert status == 0 and json.loads(told)["state"]["move"] == "1", told
    status, told, _ = await terminals.run("Bob", "replay", link, "--lines")
    assert status == 0 and "h8" in told, told
    _, told, _ = await terminals.run("Eve", "replay", terminals.url, room, "--lines")
    assert "h8" not in told, told


async def test_secret_is_typed_or_piped_but_never_an_argument(terminals):
    """The program asks for the secret or the whole link, and does not echo it. From a pipe it reads
    a line. The secret never appears on a command line."""
    _, link, room, secret = await terminals.open_table("garden")
    assert room == "garden"
    bob = terminals.terminal("Bob", terminals.url, "garden", "--secret")
    await bob.until("the question", lambda: b"The room's secret or link:" in bob.raw)
    bob.type(secret + "\r")
    await bob.shows("Ann")
    assert secret.encode() not in bob.raw.split(b"\x1b[?1049h")[0], "shown while it was typed"
    cy = terminals.terminal("Cy", terminals.url, "--secret")
    await cy.until("the question", lambda: b"The room's secret or link:" in cy.raw)
    cy.type(link + "\r")
    await cy.shows("Ann")
    for person in (bob, cy):
        with open(f"/proc/{person.process.pid}/cmdline", "rb") as file:
            assert secret.encode() not in file.read()
    for given in (secret, link):
        status, told, complained = await terminals.run("Dot", "state", terminals.url, "garden", "--secret", typed=given + "\n")
        assert status == 0 and "game\t1" in told, (status, told, complained)
    for given, code in (("short", 65), (terminals.url + "/?room=garden", 65), ("", 66)):
        status, _, complained = await terminals.run("Dot", "state", terminals.url, "garden", "--secret", typed=given)
        assert status == code and complained.strip().endswith(".") and "short" not in complained, (
            given,
            status,
            complained,
        )


async def test_lobby_keys_open_and_join_a_private_table(terminals):
    """In the lobby `f` opens a table for a friend, and `o` accepts its link."""
    ann = terminals.terminal("Ann", terminals.url)
    await ann.shows("f a friend, by link")
    ann.type("f")
    await ann.shows("New game")
    ann.type("\r")
    await ann.shows("Send this link to a friend:")
    text = "".join(
        re.findall(r"[\w:/.?=&#-]+$", "\n".join(line.rstrip() for line in ann.screen.text().split("\n")), re.MULTILINE)
    )
    found = LINK.search(text)
    assert found, ann.screen.text()
    bob = terminals.terminal("Bob", terminals.url)
    await bob.shows("f a friend, by link")
    bob.type("o")
    bob.type(found[0] + "\r")
    await bob.shows("Ann")
    bob.type("j")
    await ann.shows("Your turn: play X.")


async def test_refused_arguments_are_explained_without_the_secret(terminals):
    """Options that exclude each other, a truncated link, and a room that does not exist each have
    an explanation and an exit status. No message repeats the secret."""
    secret = "abcdefghijklmnopqrstuv"
    for arguments, code in (
        (["play", terminals.url, "--friend", "--seek"], 64),
        (["play", f"{terminals.url}/?room=tea#secret={secret}", "--friend"], 64),
        (["play", f"{terminals.url}/?room=tea#secret={secret}", "--secret"], 64),
        (["watch", f"{terminals.url}/?room=tea#secret=abc!"], 64),
        (["play", f"{terminals.url}/?room=tea&friend=1"], 64),
        (["watch", f"{terminals.url}/?room=tea&friend=1"], 64),
        (["watch", f"http://:x/?room=tea#secret={secret}"], 64),
        (["replay", f"{terminals.url}/?room=tea#secret={secret}"], 66),
    ):
        status, told, complained = await terminals.run("Ann", *arguments)
        assert status == code and secret not in told + complained and "abc!" not in complained and complained, (
            arguments,
            status,
            complained,
        )


async def test_link_is_in_one_piece_and_copied(terminals):
    """The link for a friend is on one row, as a hyperlink, and `w` puts it into the terminal's
    clipboard. A terminal without such sequences gets none."""
    ann, link, _, _ = await terminals.open_table()
    # A message disappears when a delta of one's own arrives, so the game has to have begun.
    await ann.shows("Your turn")
    await ann.until("the link in one row", lambda: any(link in line for line in ann.screen.lines()))
    await ann.until("the hyperlink", lambda: ann.screen.links.get(link, "").startswith(link))
    ann.type("w")
    await ann.until("the link in the clipboard", lambda: ann.screen.clipboard == link)
    await ann.shows("sent to the terminal's clipboard")
    assert not ann.screen.strange, ann.screen.strange
    console = Terminal(
        [binary("gomoku-cli"), "play", link, "--name", "Con"],
        os.path.join(terminals.folder, "con"),
        80,
        24,
        {"TERM": "linux"},
    )
    terminals.terminals.append(console)
    await console.shows("Ann")
    console.type("w")
    await console.shows("This terminal has no clipboard for programs.")
    assert b"\x1b]" not in console.raw, "an OSC on a console"


async def test_links_with_terms_records_and_people(terminals):
    """A link with a game's terms starts that game, and its second visitor takes the free seat.
    Links to a record and to a person are shown by `play`, `watch`, `replay` and `profile`."""
    link = f"{terminals.url}/?room=terms-1&rule=renju&clock=300%2B5&opening=none&side=o"
    ann = terminals.terminal("Ann", link)
    await ann.shows("renju · 5 min + 5 s")
    bob = terminals.terminal("Bob", link)
    await bob.shows("Your turn: play X.")
    bob.type("h8\r")
    await ann.shows("Your turn: play O.")
    ann.type("i9\r")
    await bob.until("the second stone", lambda: bob.screen.board() == {"h8": "x", "i9": "o"})
    bob.type("r")
    await bob.shows("Resign this game as X?")
    bob.type("y")
    await ann.shows("You win: resignation!")
    with urllib.request.urlopen(f"{terminals.url}/api/rooms/terms-1", timeout=TIMEOUT) as answer:
        person = json.load(answer)["state"]["x"]
    with urllib.request.urlopen(f"{terminals.url}/api/people/{person}/games", timeout=TIMEOUT) as answer:
        record = json.load(answer)["games"][0]["id"]
    for command in ("play", "watch", "replay"):
        status, told, wrong = await terminals.run("Eve", command, f"{terminals.url}/?record={record}")
        assert status == 0 and "1. X h8\n2. O i9\nO wins.\n" in told, (command, status, told, wrong)
        status, told, wrong = await terminals.run("Eve", command, f"{terminals.url}/?person={person}")
        assert status == 0 and told.startswith("Bob (guest)\n"), (command, status, told, wrong)
    _, told, _ = await terminals.run("Eve", "profile", f"{terminals.url}/?person={person}")
    assert told.startswith("Bob (guest)\n"), told
    for query in (f"record={record}", "room=terms-1"):
        _, told, _ = await terminals.run("Eve", "profile", f"{terminals.url}/?{query}")
        assert told.startswith("Bob (guest)\n") and "\n\nAnn (guest)\n" in told, told
    for command, query, code, sentence in (
        ("play", "room=x-1&rule=chess", 64, "rule=chess, but rule takes freestyle"),
        ("watch", "room=x-1&clock=soon", 64, "clock=soon, but clock takes seconds"),
        ("replay", "record=a/b", 64, "is not the ID of a game record"),
        ("replay", "record=none-1", 66, "There is no finished game"),
        ("profile", "puzzles=streak", 64, "gomoku-cli puzzles, and the same link"),
    ):
        status, _, wrong = await terminals.run("Eve", command, f"{terminals.url}/?{query}")
        assert status == code and sentence.lower() in wrong.lower(), (command, query, status, wrong)

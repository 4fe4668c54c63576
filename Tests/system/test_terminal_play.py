"""`gomoku-cli play` in a terminal: a game by keys and mouse, lost connections, resizing, signals,
hostile text."""

import asyncio
import glob
import os
import re
import shutil
import signal

import pytest
import pytest_asyncio

from gomokutest import ports, preload
from gomokutest.client import Client, applied
from gomokutest.commands import order
from gomokutest.environment import binary
from gomokutest.terminal import Proxy, Terminal

pytestmark = pytest.mark.all_stores


class Table:
    """A room with an opponent who receives every delta, and terminals."""

    def __init__(self, port, room, folder):
        self.port, self.room, self.folder = port, room, folder
        self.terminals, self.values, self.rev, self.reading = [], {}, 0, None

    async def __aenter__(self):
        self.bob = await Client.connect(self.port, "Bob")
        self.values = (await self.bob.join(self.room))["state"]
        return self

    async def __aexit__(self, *_):
        for terminal in self.terminals:
            terminal.close()
        self.bob.cut()

    def terminal(self, *arguments, port=None, command="play", who="ann", width=80, height=24, environment=()):
        made = Terminal(
            [
                binary("gomoku-cli"),
                command,
                f"http://127.0.0.1:{port or self.port}/?room={self.room}",
                "--name",
                who.title(),
                *arguments,
            ],
            os.path.join(self.folder, who),
            width,
            height,
            environment,
        )
        self.terminals.append(made)
        return made

    def token(self, who="ann"):
        with open(glob.glob(f"{self.folder}/{who}/gomoku/*.token")[0]) as file:
            return file.read().strip()

    async def delta(self):
        """Returns the next delta that Bob receives."""
        message = await self.bob.expect("delta")
        self.values, self.rev = applied(self.values, message["set"]), message["rev"]
        return message

    def stones(self):
        """Returns the stones that the room's keys describe."""
        size = int(self.values.get("size", 15))
        return {
            chr(97 + int(self.values[f"col{n}"])) + str(size - int(self.values[f"row{n}"])): "ox"[n % 2]
            for n in range(1, int(self.values.get("move", 0)) + 1)
        }

    async def agree(self, terminal):
        """Waits until the terminal shows all stones, and none of them is unconfirmed."""
        await terminal.until(
            f"the board of revision {self.rev}, {self.stones()}",
            lambda: terminal.screen.board() == self.stones() and not re.search("[●○XO]\\?", terminal.screen.text()),
        )

    async def game(self, terminal):
        """Lets Ann start a game by keys, and Bob take O."""
        await terminal.shows("Bob")
        terminal.type("n")
        await terminal.shows("New game")
        terminal.type("\r")
        started = await self.delta()
        assert started["set"]["game"], started
        await self.sit()
        await terminal.shows("Your turn: play X.")

    async def sit(self):
        message = await self.bob.delta(self.room, {"o": self.bob.id})
        self.values, self.rev = applied(self.values, message["set"]), message["rev"]


@pytest_asyncio.fixture
async def table(server, room, tmp_path):
    """A room with Bob in it, and a directory for terminals."""
    async with Table(server.port, room, str(tmp_path)) as made:
        yield made


@pytest.mark.smoke
async def test_whole_game_by_keys_and_mouse(table):
    """Keys and mouse play a whole game to its result."""
    screen = table.terminal()
    await table.game(screen)
    keys = {"h8": "\r", "i8": "\x1b[C\r", "j8": "j8\r", "k8": None, "l8": "L8\r"}
    for number, (point, typed) in enumerate(keys.items()):
        if typed is None:
            screen.click(point)
        else:
            screen.type(typed)
        made = await table.delta()
        assert made["set"]["move"] == str(2 * number + 1), made
        await table.agree(screen)
        if number < 4:
            answer = "abcd"[number] + "1"
            message = await table.bob.move(table.room, 2 * number + 2, answer)
            table.values, table.rev = applied(table.values, message["set"]), message["rev"]
            await table.agree(screen)
            await screen.shows(f"Bob plays {answer}.")
    await screen.shows("You win: five in a row!")
    await screen.shows("*●*●*●*●(●)")
    assert not screen.screen.strange, screen.screen.strange


async def test_reconnecting_shows_missed_moves(table):
    """After a lost connection R reconnects, and the terminal shows the moves that it missed."""
    line = await Proxy(table.port).start()
    screen = table.terminal(port=line.port)
    await table.game(screen)
    screen.type("h8\r")
    await table.delta()
    line.cut()
    await screen.shows("press R to retry now")
    message = await table.bob.move(table.room, 2, "i9")
    table.values, table.rev = applied(table.values, message["set"]), message["rev"]
    line.mend()
    screen.type("R")
    await table.agree(screen)
    await screen.shows("Your turn: play X.")
    screen.type("g7\r")
    await table.delta()
    await table.agree(screen)
    line.close()


async def test_dead_connection_is_detected(table):
    """The terminal detects a dead connection by itself. It sends a move made in the meantime once
    it has reconnected."""
    line, clock = await Proxy(table.port).start(), preload.Clock(table.folder)
    screen = table.terminal(port=line.port, environment=preload.environment({}, clock=clock))
    await table.game(screen)
    line.flows.clear()
    screen.type("h8\r")
    await screen.shows("●?")
    while not re.search("press R|Reconnecting", screen.screen.text()):
        clock.skip(1)
        screen.process.send_signal(signal.SIGWINCH)  # wakes the program
        await asyncio.sleep(0.02)
    line.cut()
    line.flows.set()
    line.mend()
    screen.type("R")
    made = await table.delta()
    assert made["set"]["move"] == "1", made
    await table.agree(screen)
    line.close()


async def test_rejected_move_disappears_with_a_reason(table):
    """A move that the server rejects disappears from the board, and the terminal shows the
    reason."""
    line = await Proxy(table.port).start()
    screen = table.terminal(port=line.port)
    await table.game(screen)
    twin = await Client.connect(table.port, token=table.token())
    await twin.join(table.room)
    line.flows.clear()
    screen.type("h8\r")
    await screen.shows("●?")
    await twin.move(table.room, 1, "a1")
    await table.delta()
    line.flows.set()
    await table.agree(screen)
    await screen.shows("h8 was rejected.")
    twin.cut()
    line.close()


async def test_board_fits_every_terminal_size(table):
    """The board fits every size of the terminal. A terminal that is too small says so."""
    screen = table.terminal()
    await table.game(screen)
    screen.type("h8\r")
    await table.delta()
    await table.agree(screen)
    for width, height in [(120, 40), (40, 20), (34, 19), (200, 60), (80, 24)]:
        screen.resize(width, height)
        await table.agree(screen)
    screen.resize(30, 10)
    await screen.shows("board needs 34×19")  # however the sentence is wrapped
    screen.resize(80, 24)
    await table.agree(screen)
    assert not screen.screen.strange, screen.screen.strange


async def test_closing_a_room_returns_its_terminals_to_the_lobby(table, data):
    """When the operator closes a room, its terminals return to the lobby and show the reason. A
    terminal that enters the room later does the same."""
    screen = table.terminal()
    await table.game(screen)
    await order(data, "close-room", table.room)
    await screen.shows("Players waiting")
    await screen.shows("The operator has closed the room")
    screen.type("o")
    await screen.shows("Room:")
    await screen.until("the question alone", lambda: "The operator" not in screen.screen.text())
    screen.type(table.room + "\r")
    await screen.shows("The operator has closed the room")
    await screen.until("the lobby", lambda: "Room:" not in screen.screen.text())
    await order(data, "close-room", table.room, "--end")
    screen.type("q")
    assert await screen.ended() == 0


@pytest.mark.parametrize(
    ("end", "status"),
    [
        pytest.param("q", 0, id="q"),
        pytest.param("\x03", 0, id="Ctrl-C"),
        (signal.SIGTERM, 143),
        (signal.SIGINT, 130),
        (signal.SIGHUP, 129),
        (signal.SIGSEGV, -11),
    ],
)
async def test_terminal_settings_are_restored(table, end, status):
    """However the program ends, it restores the terminal's settings."""
    screen = table.terminal()
    await screen.shows("Here:")
    assert screen.is_given_back() != [], "the terminal was never taken over"
    if isinstance(end, str):
        screen.type(end)
    else:
        screen.process.send_signal(end)
    assert await screen.ended() == status
    assert screen.is_given_back() == [], screen.is_given_back()


async def test_command_after_quitting_returns_to_the_running_game(table):
    """A player who quits a running game gets the command with which it goes on. A spectator gets
    none, and a player whose identity that command would not find gets none either."""
    screen = table.terminal()
    await table.game(screen)
    screen.type("h8\r")
    await table.delta()
    await table.agree(screen)
    screen.type("q")
    assert await screen.ended() == 0
    told = re.search(rb"The game goes on. To return: gomoku-cli play '([^'\r\n]+)'", screen.raw)
    assert told, screen.raw[-500:]
    shutil.copy(glob.glob(f"{table.folder}/ann/gomoku/*.token")[0], f"{table.folder}/ann/gomoku/copy")
    again = Terminal([binary("gomoku-cli"), "play", told[1].decode()], os.path.join(table.folder, "ann"), 80, 24)
    table.terminals.append(again)
    await table.agree(again)
    await table.bob.delta(table.room, {"move": "2", "col2": "8", "row2": "8"})
    await again.shows("Your turn: play X.")
    for arguments in [], ["--token-file", os.path.join(table.folder, "ann", "gomoku", "copy")]:
        eve = table.terminal(*arguments, who="eve")
        await eve.shows("Eve" if not arguments else "Your turn: play X.")
        eve.type("q")
        assert await eve.ended() == 0
        assert b"To return" not in eve.raw


async def test_suspending_restores_the_terminal(table):
    """Ctrl-Z and SIGTSTP restore the terminal for the shell, and `fg` takes it over again."""
    shell = Terminal(["bash", "--norc", "--noprofile", "-i"], table.folder, environment={"PS1": "ready$ "})
    table.terminals.append(shell)
    await shell.shows("ready$")
    shell.type(f"{binary('gomoku-cli')} play http://127.0.0.1:{table.port} {table.room} --guest\r")
    await shell.shows("Here:")
    for how in ("key", "signal"):
        shell.raw = b""  # bash's prompt may arrive together with the program's last output
        if how == "key":
            shell.type("\x1a")
        else:
            os.killpg(os.tcgetpgrp(shell.master), signal.SIGTSTP)
        await shell.until("that it is stopped", lambda: 1049 not in shell.screen.modes and 25 in shell.screen.modes)
        await shell.until("the prompt", lambda: b"ready$" in shell.raw)
        shell.screen.resize(80, 24)
        shell.type("fg\r")
        await shell.until("the board again", lambda: 1049 in shell.screen.modes and shell.screen.board() == {})
    shell.type("q")
    await shell.until("the shell", lambda: 1049 not in shell.screen.modes)


async def test_hostile_names_and_chat_are_harmless(table):
    """Names and chat with escape sequences, bidi marks and wide characters reach the terminal as
    harmless text."""
    evil = "\x1b[2J\x1b]0;owned\x07\x1b]2;owned\x1b\\\x1b]52;c;b3duZWQ=\x1b\\\u202eevil\u200b\x9b31m"
    screen = table.terminal()
    await table.game(screen)
    eve = await Client.connect(table.port, ("E" + evil)[:32])
    await eve.join(table.room)
    for number, text in enumerate([evil, "語" * 100, evil * 5 + "😀👨‍👩‍👧é", "a" * 500, "last line"]):
        eve.send(type="say", room=table.room, id=f"e{number}", text=text)
    await screen.until("the chat", lambda: screen.screen.text().count("last line") == 2)  # in the panel and as news
    screen.type("h8\r")
    await table.delta()
    await table.agree(screen)
    assert not screen.screen.strange, screen.screen.strange
    for harm in (b"\x1b]0", b"\x1b]2;owned", b"\x1b]52", b"\xc2\x9b"):
        assert harm not in screen.raw, harm
    assert screen.screen.bells == 2, "Bob sat down, and one of Eve's messages"
    assert b"\xe2\x80\xae" not in screen.raw and b"\xe2\x80\x8b" not in screen.raw
    eve.cut()


async def test_keys_take_sides_resign_and_open_the_chat(table):
    """Keys take both sides, resign, and open the chat."""
    screen = table.terminal()
    await screen.shows("Bob")
    screen.type("b")
    await table.delta()
    await screen.shows("You play both sides.")  # Bob's client may be faster
    for number, point in enumerate(["h8", "c5", "b4"], 1):
        screen.type(point + "\r")
        made = await table.delta()
        assert made["set"]["move"] == str(number), made
        await table.agree(screen)
    screen.type("r")
    await screen.shows("Resign this game as O?")
    screen.type("y")
    await table.delta()
    await screen.shows("X wins: resignation.")
    screen.type("c")
    await screen.shows("Say:")
    screen.type("well played\r")
    said = await table.bob.expect("said")
    assert said["text"] == "well played", said


async def test_no_color_and_ascii_locale(table):
    """With NO_COLOR there is no colour, and in a locale without UTF-8 the board is ASCII."""
    screen = table.terminal(environment={"NO_COLOR": "1", "LC_ALL": "C"})
    await table.game(screen)
    screen.type("h8\r")
    await table.delta()
    await table.agree(screen)
    assert all(byte < 0x80 for byte in screen.raw), "bytes beyond ASCII"
    assert not screen.screen.styles & set(range(30, 48)), screen.screen.styles
    assert "(X]" in screen.screen.text() or "[X]" in screen.screen.text() or "(X)" in screen.screen.text()


async def test_link_to_the_computer_starts_a_game_on_a_dumb_terminal(table):
    """A terminal that cannot draw has no form. The link starts the game that the form suggests."""
    screen = Terminal(
        [binary("gomoku-cli"), "play", f"http://127.0.0.1:{table.port}/?room={table.room}&ask=robot", "--name", "Ann"],
        os.path.join(table.folder, "ann"),
        120,
        200,
        {"TERM": "dumb"},
    )
    table.terminals.append(screen)
    started = (await table.delta())["set"]
    assert (started["game"], started["o"]) == ("1", "robot:3"), started
    await screen.until("the turn", lambda: b"Your turn: play X." in screen.raw)


@pytest.mark.parametrize("kind", ["dumb", ""])
async def test_dumb_terminal_gets_lines_and_advice(table, kind):
    """On a dumb terminal, or without a terminal type, `play`, `watch` and `replay` print lines, and
    the user plays by typing lines. Only the lobby is refused, with advice. Nothing writes an escape
    sequence."""
    lobby = Terminal(
        [binary("gomoku-cli"), "play", f"http://127.0.0.1:{table.port}"],
        os.path.join(table.folder, "lobby"),
        200,
        24,
        {"TERM": kind},
    )
    table.terminals.append(lobby)
    assert await lobby.ended() == 64
    assert "Name a room, such as lunch" in lobby.screen.text() and b"\x1b" not in lobby.raw, lobby.raw
    screen = table.terminal(environment={"TERM": kind}, width=120, height=200)

    async def said(text):
        await screen.until(repr(text), lambda: text in screen.raw.decode(errors="replace"))

    await said(f"In {table.room}:")
    screen.type("n\n")
    assert (await table.delta())["set"]["game"] == "1"
    await table.sit()
    await said("Your turn: play X.")
    screen.type("h8\n")
    assert (await table.delta())["set"]["move"] == "1"
    await said(" 8 . . . . . . . X")
    await table.bob.move(table.room, 2, "i9")
    await said("Bob plays i9.")
    screen.type("c well played\n")
    assert (await table.bob.expect("said"))["text"] == "well played"
    screen.type("r\n")
    await said("Resign this game as X? y / n")
    screen.type("y\n")
    await said("You lose: resignation.")
    screen.type("q\n")
    assert await screen.ended() == 0
    assert b"\x1b" not in screen.raw, screen.raw
    watcher = table.terminal(command="watch", who="eve", environment={"TERM": kind})
    await watcher.shows(f"In {table.room}:")
    watcher.process.send_signal(signal.SIGINT)
    assert await watcher.ended() == 130
    assert b"\x1b" not in watcher.raw, watcher.raw
    words = [binary("gomoku-cli"), "replay", f"http://127.0.0.1:{table.port}", table.room]
    replay = Terminal(words, os.path.join(table.folder, "eve"), environment={"TERM": kind})
    table.terminals.append(replay)
    assert await replay.ended() == 0
    told = replay.raw.decode()
    assert "X h8, move 1." in told and "O i9, move 2." in told and "\x1b" not in told, told


@pytest.mark.parametrize("command", ["play", "race"])
async def test_quitting_before_a_server_answers_is_a_failure(tmp_path, command):
    """If no server has answered until the user quits the full screen, the exit status says so."""
    words = [binary("gomoku-cli"), command, f"http://127.0.0.1:{ports.take()}", "lunch"]
    terminal = Terminal(words, str(tmp_path), 120, 40)
    await terminal.until("the refusal", lambda: b"Retry" in terminal.raw)
    terminal.type("q\r")
    assert await terminal.ended() == 69, terminal.raw
    assert b"127.0.0.1 refused the connection." in terminal.raw, terminal.raw
    terminal.close()


@pytest.mark.parametrize("command", ["play", "race", "watch", "study"])
async def test_lines_end_if_nothing_listens(tmp_path, command):
    """A program that prints lines ends if nothing listens at the address."""
    words = [binary("gomoku-cli"), command, f"http://127.0.0.1:{ports.take()}", "lunch"]
    terminal = Terminal(words, str(tmp_path), 120, 40, {"TERM": "dumb"})
    assert await terminal.ended() == 69, terminal.raw
    assert b"127.0.0.1 refused the connection." in terminal.raw and b"Retry" not in terminal.raw, terminal.raw
    terminal.close()


@pytest.mark.parametrize("command", ["play", "race"])
async def test_quitting_before_a_welcome_is_a_failure_of_lines_too(tmp_path, command):
    """If something answers at the address but refuses to open a WebSocket, a program that prints
    lines tries again. Once the user quits, its exit status says that no server was reached."""

    async def answer(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()

    starting = await asyncio.start_server(answer, "127.0.0.1")
    words = [binary("gomoku-cli"), command, f"http://127.0.0.1:{starting.sockets[0].getsockname()[1]}", "lunch"]
    terminal = Terminal(words, str(tmp_path), 120, 40, {"TERM": "dumb"})
    await terminal.until("another try", lambda: b"Retry" in terminal.raw)
    terminal.type("q\r")
    assert await terminal.ended() == 69, terminal.raw
    terminal.close()
    starting.close()


async def test_watch_shows_the_game_and_changes_nothing(table):
    """`gomoku-cli watch` shows the game, and its keys change nothing."""
    ann = table.terminal()
    watcher = table.terminal(command="watch", who="eve", width=120, height=40)
    await table.game(ann)
    ann.type("h8\r")
    await table.delta()
    await table.agree(watcher)
    watcher.type("i9\r nbjr")
    await watcher.shows("To play, run gomoku-cli play")  # the next notice replaces it
    ann.type("q")
    assert await ann.ended() == 0
    await watcher.shows("is away")
    assert watcher.screen.board() == table.stones()

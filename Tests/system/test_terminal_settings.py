"""The settings of `gomoku-cli`: its file, the variables and options that override it, and the ways
in which the program calls its user."""

import asyncio
import os
import stat

import pytest_asyncio

from gomokutest.environment import TIMEOUT, binary
from gomokutest.terminal import Terminal
from test_terminal_play import Table


class Home(Table):
    """A room with Bob in it, and a folder with settings."""

    def __init__(self, port, room, folder):
        super().__init__(port, room, folder)
        self.config = os.path.join(folder, "settings")
        self.path = os.path.join(self.config, "gomoku", "config.toml")

    def write(self, text):
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text)

    def started(self, who, *arguments, **environment):
        """Starts `play` with the settings, in a wide terminal."""
        made = Terminal(
            [binary("gomoku-cli"), "play", self.room, *arguments],
            os.path.join(self.folder, who),
            width=200,
            environment={"XDG_CONFIG_HOME": self.config, **environment},
        )
        self.terminals.append(made)
        return made

    async def config_command(self, *arguments, **environment):
        """Runs `gomoku-cli config`. Returns its exit status, output and errors."""
        clean = {key: value for key, value in os.environ.items() if not key.startswith("GOMOKU_")}
        process = await asyncio.create_subprocess_exec(
            binary("gomoku-cli"),
            "config",
            *arguments,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=clean | {"XDG_CONFIG_HOME": self.config, "LC_ALL": "C.UTF-8", "NO_COLOR": ""} | environment,
        )
        told, wrong = await asyncio.wait_for(process.communicate(), TIMEOUT)
        return process.returncode, told.decode(), wrong.decode()


@pytest_asyncio.fixture
async def home(server, room, tmp_path):
    """A room with Bob in it, and a folder with settings."""
    async with Home(server.port, room, str(tmp_path)) as made:
        yield made


async def plays_as(name, screen):
    await screen.shows(name)
    screen.type("q")
    assert await screen.ended() == 0


async def test_settings_file_environment_and_options(home):
    """A user's configuration file sets the server, the name, the language and the absence of
    colours. Environment variables override it, and options override both. A wrong line is refused
    with its number."""
    home.write(f'# mine\nserver = "http://127.0.0.1:{home.port}"\nname = "Zoe"\ncolours = false\nlanguage = "de"\n')
    zoe = home.started("zoe")
    await plays_as("Zoe (du)", zoe)
    assert not zoe.screen.styles & set(range(30, 48)), zoe.screen.styles
    await plays_as("Yan (you)", home.started("yan", "--language", "en", GOMOKU_NAME="Yan"))
    await plays_as("Xi (vous)", home.started("xi", "--name", "Xi", GOMOKU_NAME="Yan", GOMOKU_LANGUAGE="fr"))
    home.write('name = "Zoe"\nsever = "http://127.0.0.1:1"\n')
    refused = home.started("zoe")
    assert await refused.ended() == 64
    assert f'{home.path}, line 2: "sever" is not a setting'.encode() in refused.raw, refused.raw


async def test_config_shows_and_changes_settings(home):
    """`config` prints each setting with its source, `set` writes a private file that keeps
    comments, and `get` and `path` print one line. A wrong value or file changes nothing."""
    assert await home.config_command("path") == (0, home.path + "\n", "")
    assert await home.config_command("unset", "bell") == (0, "", "")
    assert not os.path.exists(home.path), "there was nothing to remove"
    status, told, wrong = await home.config_command("set", "name", "Ann B")
    assert (status, told, wrong) == (0, f'name = "Ann B"  # {home.path}, line 1\n', "")
    assert stat.S_IMODE(os.stat(home.path).st_mode) == 0o600
    home.write('# mine\nname = "Ann B" # me\n')
    status, _, wrong = await home.config_command("set", "bell", "off", GOMOKU_BELL="on")
    assert status == 0 and "GOMOKU_BELL is set and overrides the file." in wrong, wrong
    with open(home.path, encoding="utf-8") as file:
        assert file.read() == '# mine\nname = "Ann B" # me\nbell = false\n'
    assert await home.config_command("get", "name") == (0, "Ann B\n", "")
    assert await home.config_command("get", "bell", GOMOKU_BELL="yes") == (0, "true\n", "")
    status, told, _ = await home.config_command(GOMOKU_TITLE="no", LC_ALL="", LANGUAGE="de")
    lines = dict(line.split("  # ") for line in told.splitlines())
    assert status == 0 and lines['name = "Ann B"'] == f"{home.path}, line 2", told
    assert lines["bell = false"] == f"{home.path}, line 3" and lines["title = false"] == "environment, GOMOKU_TITLE"
    assert lines["colors = true"] == lines['language = "de"'] == lines['notify = "auto"'] == "default", told
    assert len(lines) == 13, told
    _, _, wrong = await home.config_command("set", "colors", "on", NO_COLOR="1")
    assert "NO_COLOR is set and overrides the file." in wrong, wrong
    assert (await home.config_command("unset", "colors", NO_COLOR="1"))[0] == 0
    assert (await home.config_command("unset", "bell"))[0] == 0
    assert await home.config_command("get", "bell") == (0, "true\n", "")
    for arguments, sentence in (
        (["set", "bell", "loud"], "bell takes true or false."),
        (["set", "sever", "http://h"], '"sever" is not a setting.'),
        (["get", "sever"], '"sever" is not a setting.'),
    ):
        status, _, wrong = await home.config_command(*arguments)
        assert status == 64 and sentence in wrong, (arguments, status, wrong)
    home.write("name = Ann\n")
    for arguments in (["set", "bell", "off"], ["get", "bell"], []):
        status, _, wrong = await home.config_command(*arguments)
        assert status == 64 and f"{home.path}, line 1: the value is neither" in wrong, (arguments, status, wrong)
    assert (await home.config_command("set", "name", "Ann"))[0] == 0, "this repairs the line"
    os.chmod(home.path, 0o666)
    status, _, wrong = await home.config_command()
    assert status == 64 and f"can change {home.path}. Run chmod o-w on it." in wrong, wrong
    os.chmod(home.path, 0o600)
    status, _, wrong = await home.config_command("set", "bell", "off", XDG_CONFIG_HOME="/proc/none")
    assert status == 74 and "cannot be written. Nothing was changed." in wrong, wrong


async def test_the_program_calls_its_user(home):
    """The bell, a notification and the window's title call the user for the opponent's seat, move,
    chat message and offer, not for the user's own actions. The title is restored at the end."""
    ann = home.terminal()
    screen = ann.screen
    await home.game(ann)
    await ann.until("the seat", lambda: screen.bells == 1)
    assert screen.notices == [(9, "gomoku: Bob plays O."), (777, "notify;gomoku;Bob plays O.")]
    ann.type("h8\r")
    await home.delta()
    await home.agree(ann)
    await ann.until("the room in the title", lambda: screen.title == f"Five in a row · {home.room}")
    assert screen.bells == 1
    await home.bob.move(home.room, 2, "i9")
    await ann.until("the turn", lambda: screen.bells == 2 and screen.title == "Your turn: play X.")
    assert screen.notices[-1] == (777, "notify;gomoku;Your turn: play X.")
    ann.type("\x1b[A")
    await ann.until("the turn in the title", lambda: screen.title.startswith("Your turn: X · "))
    home.bob.send(type="say", room=home.room, id="c1", text="Hi\x1b]0;owned\x07;1")
    await ann.until("the message", lambda: screen.title == "Bob: Hi?]0;owned?;1")
    assert screen.bells == 3 and screen.notices[-2] == (9, "gomoku: Bob: Hi?]0;owned?;1")
    await home.bob.delta(home.room, {"offer": "draw o"})
    await ann.until("the offer", lambda: screen.bells == 4 and screen.title.startswith("Bob offers a draw."))
    await home.bob.delta(home.room, {"offer": None})
    await ann.until("the end of the offer", lambda: screen.title.startswith("Your turn: X · "))
    assert not screen.strange, screen.strange
    ann.type("q")
    assert await ann.ended() == 0
    assert screen.title == "" and not screen.titles, "the terminal had no title before"


async def test_calls_can_be_switched_off(home):
    """Without bell, notifications and title, or without their event, the program sends none of
    them."""
    options = ["--no-bell", "--no-notify", "--no-title"]
    quiet = home.terminal(*options, who="ann")
    await home.game(quiet)
    quiet.type("h8\r")
    await home.delta()
    chosen = home.terminal(who="ann", environment={"GOMOKU_ON_TURN": "no", "GOMOKU_NOTIFY": "osc777"})
    await chosen.until("the stone", lambda: chosen.screen.board() == home.stones())
    await home.bob.move(home.room, 2, "i9")
    home.bob.send(type="say", room=home.room, id="c1", text="Hi")
    await chosen.until("the message", lambda: chosen.screen.bells == 1)
    assert chosen.screen.notices == [(777, "notify;gomoku;Bob: Hi")], "nothing for the move"
    await quiet.shows("Bob: Hi")
    assert quiet.screen.bells == 0 and not quiet.screen.notices and b"\x1b]2;" not in quiet.raw

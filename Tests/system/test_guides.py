"""Every command that a guide shows: the programs know it, and it works. Every picture is small and
described.

A new command in a guide runs by itself if a pattern of `RUN` matches it. Otherwise add it to
`NOT_RUN` with a reason, or extend `RUN`.
"""

import asyncio
import contextlib
import os
import re
import shutil
import signal

import pytest
import pytest_asyncio

from gomokutest import commands, guides, ports
from gomokutest.checks import same
from gomokutest.environment import ROOT, SMALL_WEB, TIMEOUT, binary
from gomokutest.lobby import watch
from gomokutest.people import PASSWORD, claimed, rated_game
from gomokutest.redis import Redis
from gomokutest.terminal import Terminal

# The commands that the tests do not run, and the reason. A pattern matches the beginning of a
# command.
NOT_RUN = {
    r"(gomoku-server|gomoku-server export|(\.build/release/)?gomoku-cli|gomoku-cli account \w+"
    r"|gomoku-cli (analyse|bot|convert|judge|match|state)|scripts/bundle)$": "a bare name, which needs arguments",
    r"make (?!words)|swift |scripts/(sanitize|mutate|promises|draw-home-board)|(\w+=\w+ )?scripts/fuzz|GOMOKU_MAKE_FIXTURES=\w+ swift"
    r"|node --test|/usr/bin/python3 -m pytest|Tests/source/|\.build-tools/": "builds, tests or checks the sources",
    r"gomoku-cli watch .*--json": "runs until it is stopped; test_commands does so",
    r"gomoku-cli study .*--(json|lines)": "runs until it is stopped; test_terminal_study does so",
    r"gomoku-lab|Benchmarks/|awk ": "measures for minutes",
    r"sudo |apt |systemctl |docker |scripts/setup": "changes the machine",
    r"redis-|gomoku-server --store redis\+sentinel": "needs Redis on the network, or Sentinels (test_failover.py)",
    r"/usr/bin/python3 scripts/make-pictures": "needs packages that no test needs",
    r"node examples/": "needs Node 22",
}
# Options of programs that are not the project's.
FOREIGN_OPTIONS = {"--host-resolver-rules"}


class World:
    """A server with people and a finished game, and a folder in which commands run."""

    def __init__(self, server, data, folder):
        self.server, self.data, self.folder = server, data, folder
        self.url = f"http://127.0.0.1:{server.port}"
        self.link = f"{self.url}/?room=lunch#secret={'s' * 22}"
        self.work, self.state = folder / "work", str(folder / "state")
        self.count = 0

    async def prepare(self):
        self.ann, self.carl = await claimed(self.server, "Ann"), await claimed(self.server, "Carl")
        await rated_game("lunch", self.ann, self.carl)
        await self.ann.delta("lunch", {"result": "o", "reason": "resign"})
        await self.ann.join("lunch", secret="s" * 22)
        # The programs are found by PATH, and where `make build` puts them.
        for place in (self.folder / "bin", self.work / ".build" / "release"):
            place.mkdir(parents=True)
            for name in ("gomoku-server", "gomoku-cli"):
                (place / name).symlink_to(binary(name))
        for name in ("examples", "web-static"):
            (self.work / name).symlink_to(os.path.join(ROOT, name))
        (self.work / "games").mkdir()
        (self.folder / "gadgets" / "bring").mkdir(parents=True)
        for name in ("game.sgf", "games/0001.sgf"):
            (self.work / name).write_text("(;GM[4]SZ[15];B[hh];W[ii];B[gg])")
        (self.work / "book.lib").write_bytes(b"\xffRenLib\xff\x03\x04" + 10 * b"\xff" + b"\0\0\x78\0\x68\x40")
        (self.work / "engine").write_text("#!/bin/sh\nexec gomoku-cli engine --level 1\n")
        (self.work / "engine").chmod(0o755)
        self.backup, self.export = str(self.folder / "backup"), str(self.folder / "export")
        self.stopped, self.redis = str(self.folder / "stopped"), Redis.address(str(self.folder))
        for words in (
            ["backup", self.backup, "--data", self.data],
            ["export", self.export, "--data", self.data],
            ["restore", self.backup, "--data", self.stopped],
            ["import", self.export, "--store", self.redis],
        ):
            done = commands.run(*words)
            assert done[0] == 0, done
        with open(os.path.join(ROOT, "packaging", "gomoku-server.conf"), encoding="utf-8") as file:
            conf = re.sub(r"^port = .*", f"port = {ports.take()}", file.read(), flags=re.MULTILINE)
        conf = re.sub(r"/usr/local/\S+", SMALL_WEB, conf.replace("/var/lib/gomoku", self.stopped))
        (self.work / "server.conf").write_text(conf.replace("/run/gomoku/", f"{self.folder}/"))
        # The terminals belong to the owner of a name, so that they can seek a rated game.
        await self.run(f"gomoku-cli account claim {self.url} Reader", XDG_STATE_HOME=self.state)
        return self

    def fresh(self):
        """Returns a path that does not exist yet."""
        self.count += 1
        return f"{self.folder}/new{self.count}"

    def prepared(self, command):
        """Returns a command with this world's values in place of the guide's."""
        is_server = re.match(r"gomoku-server( -|$| config| restore)", command)
        data = self.stopped if is_server and ("restore" not in command or "--force" in command) else self.data
        data = self.fresh() if re.search(r"restore (?!.*--force)", command) else data
        for pattern, value in {
            r"--gadgets DIR": f"--gadgets {self.folder}/gadgets",
            r"/var/lib/gomoku\b|\bDIR\b": data,
            r"--config \S+": "--config server.conf",
            r"--port 8080": f"--port {ports.take()}",
            r"http://(127\.0\.0\.1|localhost):8080|\burl\b": self.url,
            r"localhost:8080": self.url,
            r"http://host/[^']*": self.link,
            r"import (.*)redis:\S+": rf"import \1{Redis.address(self.fresh())}",
            r"redis(\+unix)?:[^ ?]+(?=$| )|(?<=--store )…": self.redis,
            r"--admin-socket \S+": f"--admin-socket {self.data}/admin.sock",
            r"/usr/share/gomoku/web-static": SMALL_WEB,
            r"/backup/": f"{self.folder}/",
            r"(?<=import )FILE": self.export,
            r"(?<=check )FILE|(?<=restore )FILE": self.backup,
            r"\b(TOKEN_)?FILE\b": self.fresh(),
            r"\bWHO\b": self.carl.id,
            r"\bNAME\b": "Karl",
            r"\bROOM\b": "closet",
            r"\bTIME\b": "30m",
            r"\b(N|NUMBER)\b": "2",
            r"--games 100 --time 1000": "--games 2 --time 20",
            r"gomoku-cli analyse": "gomoku-cli analyse --nodes 500",
            # Where a guide adds Spanish, the reader has just translated it.
            r"--language es": "--language fr",
            r"claim (.*)Ann": rf"claim \1Ann{self.count}",
            r"^curl ": "curl --silent --show-error --fail ",
            # The examples' arguments are in the sentence after the table of their names.
            r"(examples/bot\.\w+)$": rf"\1 {self.url} lunch",
        }.items():
            command = re.sub(pattern, value, command)
        return command

    def environment(self, command):
        """Returns the variables with which a command finds the programs and the server."""
        is_server = re.match(r"gomoku-server( -|$| config)", command)
        # An operator's command finds the control socket in the data directory.
        settings = {"GOMOKU_SERVER_DATA": self.data}
        if is_server:
            settings = {"GOMOKU_SERVER_PORT": str(ports.take()), "GOMOKU_SERVER_WEB": SMALL_WEB}
        return {
            "PATH": f"{self.folder}/bin:{os.environ['PATH']}",
            "HOME": self.fresh(),
            "GOMOKU_SERVER": self.url,
            **settings,
        }

    @contextlib.asynccontextmanager
    async def started(self, command, folder=None, stdin=asyncio.subprocess.DEVNULL, **environment):
        """Starts a command line in a process group, and kills the group afterwards."""
        process = await asyncio.create_subprocess_exec(
            *("bash", "-c", command),
            stdin=stdin,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            cwd=folder or self.work,
            env=os.environ | self.environment(command) | environment,
            start_new_session=True,
        )
        try:
            async with asyncio.timeout(TIMEOUT):
                yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

    async def run(self, command, folder=None, **environment):
        """Runs a command line to its end, and fails unless its exit status is 0."""
        typed = {"claim": PASSWORD, "--secret": self.link}
        answer = next((text for word, text in typed.items() if word in command), "")
        async with self.started(command, folder, asyncio.subprocess.PIPE, **environment) as process:
            output, _ = await process.communicate(f"{answer}\n".encode() if answer else b"")
        assert process.returncode == 0, f"{command} ended with {process.returncode}: {output.decode()[-2000:]}"


@pytest_asyncio.fixture(scope="module")
async def world(server, data, tmp_path_factory):
    made = await World(server, data, tmp_path_factory.mktemp("guides")).prepare()
    yield made
    made.ann.cut()
    made.carl.cut()


async def in_terminal(world, command):
    """Runs a command that takes the whole screen, until `q` ends it."""
    settings = world.environment(command)
    screen = Terminal(["bash", "-c", f"cd {world.work} && exec {command}"], world.state, 110, 30, settings)
    if "--secret" in command:
        await screen.until("the question", lambda: b"The room's secret or link:" in screen.raw)
        screen.type(f"{world.link}\r")
    if "--friend" in command:
        await screen.shows("Esc closes")
        screen.type("q")
        await screen.until("the dialog closes", lambda: "Esc closes" not in screen.screen.text())
    has_board = bool(re.search("lunch|friend|secret|replay|study|puzzles|race", command))
    await screen.shows("q quit")
    same(screen.screen.board() is not None, has_board, f"a board:\n{screen.screen.text()}")
    screen.type("q")
    same((await screen.ended(), screen.is_given_back()), (0, []), screen.screen.text())
    screen.close()


async def as_server(world, command):
    """Starts a server, and stops it when it listens."""
    async with world.started(command) as process:
        output = []
        async for line in process.stdout:
            output.append(line.decode())
            if "listening on" in output[-1]:
                process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0 and any("listening on" in line for line in output), "".join(output)


async def as_bot(world, command):
    """Starts a bot, and stops it when it has joined its room or seeks an opponent."""
    watcher, _ = await watch(world.server)
    for room in ("lunch", "closet"):
        await watcher.join(room)

    def is_there(message):
        return any(person["bot"] for person in message.get("joined", ())) or any(
            key.startswith("seek.") and value for key, value in message.get("set", {}).items()
        )

    async with world.started(command) as process:
        seen = asyncio.create_task(watcher.expect("participants", "delta", where=is_there))
        ended = asyncio.create_task(process.stdout.read())
        await asyncio.wait({seen, ended}, return_when=asyncio.FIRST_COMPLETED)
        assert not ended.done(), f"{command} ended: {ended.result().decode()}"
        os.killpg(process.pid, signal.SIGTERM)
        await ended
        await process.wait()
    watcher.cut()


async def as_program(world, command):
    """Runs a command to its end. Takes an operator's measure back afterwards."""
    await world.run(command)
    if re.match(r"gomoku-server (drain|ban|mute|close-room)\b(?!.*--end)", command):
        await world.run(f"{re.sub(r' --for [^ ]+', '', command)} --end")


async def in_a_copy(world, command):
    """Runs a command that may change the source tree in a copy of it."""
    copy = world.fresh()
    for name in ("Makefile", "scripts", "words", "web-static", "Sources/gomoku-cli"):
        copied = shutil.copytree if os.path.isdir(os.path.join(ROOT, name)) else shutil.copy
        os.makedirs(os.path.dirname(f"{copy}/{name}"), exist_ok=True)
        copied(os.path.join(ROOT, name), f"{copy}/{name}")
    await world.run(command, copy)


# How the tests run a command. The first pattern that matches its beginning decides.
RUN = {
    r"gomoku-(server|cli|cli bot) --?(help|version)|gomoku-cli bot --help": as_program,
    r"(\.build/release/)?gomoku-cli (play|watch|replay|study|puzzles|race)\b(?!.*--json)": in_terminal,
    r"gomoku-server( serve)?( -|$)": as_server,
    r"gomoku-cli bot|(node --experimental-websocket )?examples/bot": as_bot,
    r"gomoku-(server|cli) \w|printf |curl |mkdir -p DIR|sqlite3 ": as_program,
    r"make words|scripts/(words|assemble-gadget)|cp words/": in_a_copy,
}


def first(table, command):
    """Returns the pattern that decides about a command, or None."""
    return next((pattern for pattern in table if re.match(pattern, command)), None)


def can_run(command):
    """Whether every program of a command line may be run."""
    return all(first(RUN, " ".join(words)) for words in guides.calls(command))


SHOWN = guides.shown()
RUNNING = [command for command in SHOWN if not first(NOT_RUN, command) and can_run(command)]
CALLS = list(dict.fromkeys(call for command in RUNNING for call in guides.variants(command)))


@pytest.mark.smoke
def test_programs_know_every_documented_command():
    """Subcommands, options, numbers of arguments, targets of the Makefile and files exist."""
    checker = guides.Checker()
    faults = [f"{place}: {command}: {fault}" for command, place in SHOWN.items() for fault in checker.faults(command)]
    for option, place in guides.options().items():
        if option not in FOREIGN_OPTIONS | checker.options:
            faults.append(f"{place}: nothing has {option}")
    same(faults, [], "commands that do not exist")


@pytest.mark.smoke
def test_every_documented_command_is_run_or_exempt():
    """No command of a guide is left without a decision, and no reason without a command."""
    decided = {command for command in SHOWN if first(NOT_RUN, command)} | set(RUNNING)
    undecided = [f"{place}: {command}" for command, place in SHOWN.items() if command not in decided]
    same(undecided, [], "commands without a decision: add them to RUN or NOT_RUN")
    stale = [pattern for pattern in NOT_RUN if not any(re.match(pattern, command) for command in SHOWN)]
    same(stale, [], "reasons without a command")
    assert len(CALLS) > 60, f"the guides show only {CALLS}"


@pytest.mark.smoke
def test_every_picture_is_shown_and_small():
    """Each picture in docs is in a document, which describes it. Each one exists, and is small
    enough for a slow connection."""
    same(list(guides.picture_faults()), [], "faults of pictures")
    assert sum(map(len, guides.pictures().values())) >= 10, guides.pictures()


@pytest.mark.parametrize("call", CALLS)
async def test_documented_command_works(world, call):
    """The command of the guide ends well, shows its screen, or serves."""
    await RUN[first(RUN, call)](world, world.prepared(call))

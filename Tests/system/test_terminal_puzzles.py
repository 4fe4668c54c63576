"""`gomoku-cli puzzles` with the hand-made puzzles of Tests/Fixtures/puzzles: on the screen, as
lines and as JSON, without a server, and after a kill."""

import json
import os
import shutil
import signal
import subprocess
import urllib.request

import pytest_asyncio

from gomokutest.checks import same
from gomokutest.environment import ROOT, SMALL_WEB, TIMEOUT, binary
from gomokutest.server import Server
from gomokutest.terminal import Terminal


@pytest_asyncio.fixture
async def club(tmp_path):
    """A server with puzzles."""
    web = tmp_path / "web"
    shutil.copytree(SMALL_WEB, web)
    (web / "puzzles").mkdir(exist_ok=True)
    shutil.copy(os.path.join(ROOT, "Tests/Fixtures/puzzles/freestyle.book"), web / "puzzles")
    server = await Server(["--data", str(tmp_path / "data")], alone=True, web=str(web)).start()
    yield server
    if server.process.returncode is None:
        await server.kill()


def address(server):
    return f"http://127.0.0.1:{server.port}"


def first_win(server):
    """Returns the ID of the server's easiest win."""
    with urllib.request.urlopen(f"{address(server)}/api/puzzles/next?kind=fours&rating=1000", timeout=TIMEOUT) as answer:
        return json.load(answer)["puzzles"][0]["id"]


def record(folder):
    with open(os.path.join(folder, "gomoku", "puzzles.json"), encoding="utf-8") as file:
        return json.load(file)


def winning(points):
    """Returns the winning point of a fixture: below the three stones of X in a column."""
    columns = {}
    for point in points:
        columns.setdefault(point[0], []).append(int(point[1:]))
    column, rows = max(columns.items(), key=lambda item: len(item[1]))
    return f"{column}{min(rows) - 1}"


def winning_on(terminal):
    return winning([point for point, stone in terminal.screen.board().items() if stone == "x"])


async def test_puzzles_on_the_screen_survive_a_kill_and_a_lost_server(tmp_path, club):
    """A solved puzzle and a mistake are in the record before the next puzzle appears, also if the
    program is killed then. Without the server, the fetched puzzles go on."""
    folder = str(tmp_path / "state")
    command = [binary("gomoku-cli"), "puzzles", address(club), "theme", "--theme", "fours"]
    first = Terminal(command, folder)
    await first.shows("X to move: win with fours alone.")
    assert "Puzzles · By theme" in first.screen.lines()[0]
    first.type(f"{winning_on(first)}\r")
    await first.shows("Solved! Rating")
    await first.shows("Win by fours · Double four")
    same(len(record(folder)["done"].split()), 1, "the record")
    before = first.screen.board()
    first.type("\r")
    await first.until("the next puzzle", lambda: first.screen.board() != before and "Solved" not in first.screen.text())
    first.click("a1")
    await first.shows("This move is wrong. Try another point.")
    first.process.send_signal(signal.SIGKILL)
    first.process.wait()
    same(len(record(folder)["done"].split()), 2, "the record after the kill")
    same([review["step"] for review in record(folder)["reviews"]], [0], "the mistake is in review")
    first.close()

    await club.kill()
    later = Terminal(command, folder, 60, 20)
    await later.shows("Your rating:")
    await later.shows("X to move: win with")
    later.type(f"{winning_on(later)}\r")
    await later.shows("Solved!")
    later.type("a")
    await later.until("the link in the clipboard", lambda: "?analysis=&rule=freestyle" in later.screen.clipboard)
    later.type("q")
    same((await later.ended(), later.is_given_back(), later.screen.strange), (0, [], []), later.screen.text())
    same(len(record(folder)["done"].split()), 3, "the record of both programs")
    later.close()


async def test_a_link_and_the_menu_open_puzzles(tmp_path, club):
    """`play` follows the link of a puzzle, and the menu leads on to a sprint."""
    folder = str(tmp_path / "state")
    link = f"{address(club)}/?puzzle={first_win(club)}"
    terminal = Terminal([binary("gomoku-cli"), "play", link], folder)
    await terminal.shows("win with fours alone.")
    terminal.type("w")
    await terminal.until("the link", lambda: terminal.screen.clipboard == link)
    terminal.type("\t")
    await terminal.shows("< Practice >")
    terminal.type("\x1b[C\x1b[C\x1b[C\r")
    await terminal.shows("Start the sprint")
    terminal.type("\r")
    await terminal.shows("0 solved · 3:00")
    await terminal.shows("to move")
    await terminal.until("a clock that runs", lambda: "3:00" not in terminal.screen.text())
    terminal.type("q")
    same((await terminal.ended(), terminal.is_given_back()), (0, []), terminal.screen.text())
    terminal.close()


async def test_puzzles_as_lines_and_as_json(tmp_path, club):
    """Programs read JSON; a terminal without a screen gets lines. Ctrl-C ends both."""

    def run(arguments, text, **settings):
        environment = os.environ | {"XDG_STATE_HOME": str(tmp_path / "state"), "LC_ALL": "C.UTF-8", **settings}
        command = [binary("gomoku-cli"), "puzzles", *arguments]
        return subprocess.run(
            command, input=text, capture_output=True, text=True, timeout=TIMEOUT, env=environment, check=False
        )

    done = run([address(club), first_win(club), "--json"], "a1\nh8\n")
    kinds = [json.loads(line)["type"] for line in done.stdout.splitlines()]
    same((done.returncode, kinds), (0, ["puzzle", "try", "result", "try"]), done)
    puzzle, *_, solved = [json.loads(line) for line in done.stdout.splitlines()]
    same((winning(puzzle["x"]), solved["verdict"], solved["line"][0]), ("h8", "solved", "h8"), done)

    done = run(["daily"], "solution\n", GOMOKU_SERVER=address(club), TERM="dumb")
    assert done.returncode == 0 and "This is the solution." in done.stdout, done
    done = run(["nowhere", "daily"], "")
    same(done.returncode, 64, done)
    done = run([address(club), "AAAAAAAAAAA"], "")
    same((done.returncode, done.stdout), (66, "There is no such puzzle here.\n"), done)

    waiting = subprocess.Popen(
        [binary("gomoku-cli"), "puzzles", address(club), "practice", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"XDG_STATE_HOME": str(tmp_path / "state")},
    )
    waiting.stdout.readline()
    waiting.send_signal(signal.SIGINT)
    same(waiting.wait(TIMEOUT), -signal.SIGINT, "Ctrl-C")
    waiting.stdin.close()
    waiting.stdout.close()

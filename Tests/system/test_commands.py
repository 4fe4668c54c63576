"""`gomoku-cli` as scripts and shell users call it: its messages and exit status when something is
missing or wrong."""

import asyncio
import json
import os
import pathlib
import re
import signal
from asyncio.subprocess import PIPE

import pytest

from gomokutest import ports, store
from gomokutest.client import Client
from gomokutest.commands import run
from gomokutest.environment import TIMEOUT, binary
from gomokutest.people import PASSWORD, ask, claim
from gomokutest.server import Server

pytestmark = pytest.mark.all_stores


def without(names, line):
    """Returns the JSON object without the members of these names."""
    return {name: value for name, value in line.items() if name not in names}


def documented_statuses():
    """Returns the exit statuses that docs/EXIT-STATUSES.md lists for each command of gomoku-cli."""
    text = (pathlib.Path(__file__).parents[2] / "docs" / "EXIT-STATUSES.md").read_text(encoding="utf-8")
    rows = text[text.index("## Which statuses does each command have?") :].splitlines()
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows if row.startswith("| `")]
    return {
        command.strip("` "): re.findall(r"\d+", statuses)
        for commands, statuses in cells
        for command in commands.split(",")
    }


async def call(*words, typed="", **environment):
    """Runs gomoku-cli to its end. Returns its exit status, output and errors."""
    process = await asyncio.create_subprocess_exec(
        binary("gomoku-cli"), *words, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=dict(os.environ, **environment)
    )
    told, wrong = await asyncio.wait_for(process.communicate(typed.encode()), TIMEOUT)
    return process.returncode, told.decode(), wrong.decode()


# Settings of the locale, in which words and numbers are written differently.
LANGUAGES = [{"LANG": f"{code}.UTF-8", "LC_ALL": ""} for code in ("en_US", "de_DE", "fr_FR", "ja_JP")]

# The members of JSON lines that contain measured times.
TIMES = {"milliseconds", "slowest"}


def at(server):
    return f"http://127.0.0.1:{server.port}"


async def test_claim_is_not_sent_if_the_token_file_is_unwritable(server):
    """If the token file cannot be written, nothing is claimed, and the name remains free."""
    status, told, wrong = await call(
        "account", "claim", at(server), "Keeper", "--token-file", "/proc/none/token", typed=PASSWORD + "\n"
    )
    assert (status, told) == (74, "") and "Nothing was done" in wrong, (status, told, wrong)
    keeper = await Client.connect(server.port, "Keeper")
    assert (await claim(keeper, "Keeper"))["type"] == "account"


async def test_claim_with_empty_password_or_reserved_name_is_refused(server, tmp_path):
    """Empty standard input is refused with a message because it has no password. A reserved name is
    refused as reserved."""
    token = str(tmp_path / "token")
    status, _, wrong = await call("account", "claim", at(server), "Ann", "--token-file", token)
    assert status == 66 and "no password" in wrong, (status, wrong)
    status, _, wrong = await call("account", "claim", at(server), "admin1", "--token-file", token, typed=PASSWORD)
    assert status == 65 and "reserved" in wrong and "2 to 24" not in wrong, (status, wrong)


async def test_profile_without_a_server_reports_a_readable_error():
    """Without a server `profile` prints a readable error."""
    port = ports.take()
    status, _, wrong = await call("profile", f"http://127.0.0.1:{port}", "Ann")
    assert status == 69 and f"127.0.0.1:{port} refused the connection." in wrong and "NSURL" not in wrong, wrong


async def test_profile_follows_links_to_records_and_tables(server, room):
    """`profile` shows the players of a table, of a private one with its secret, and of a record.
    `games` needs one of them."""
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    secret = "profile-secret-0123456789"
    table = f"{at(server)}/?room={room}"
    for client in (ann, bob):
        assert (await client.join(room, secret=secret))["type"] == "snapshot"
    status, told, wrong = await call("profile", f"{table}#secret={secret}")
    assert (status, told) == (67, "") and "The link leads to no player with a profile." in wrong, wrong
    await ann.delta(room, {"game": "1", "x": ann.id})
    await bob.delta(room, {"o": bob.id})
    status, told, wrong = await call("profile", f"{table}#secret={secret}")
    assert status == 0 and told.startswith("Ann (guest)\n") and "\n\nBob (guest)\n" in told, told + wrong
    status, _, wrong = await call("profile", table)
    assert status == 66 and "There is no room" in wrong, "without the secret: " + wrong
    await ann.move(room, 1, "h8")
    await bob.move(room, 2, "i9")
    assert (await bob.delta(room, {"result": "x", "reason": "resign"}))["type"] == "delta"
    await ann.delta(room, {"game": "2", "x": "robot:3", "o": ann.id})
    status, told, wrong = await call("profile", f"{table}#secret={secret}", "--json")
    assert [json.loads(line)["name"] for line in told.splitlines()] == ["Ann"], "a robot has no profile: " + told + wrong
    _, told, _ = await call("games", at(server), ann.id)
    record = told.split()[-1]
    for link in (f"{at(server)}/?record={record}", f"{at(server)}/embed/games/{record}"):
        status, told, wrong = await call("profile", link, "--json")
        assert [json.loads(line)["name"] for line in told.splitlines()] == ["Ann", "Bob"], told + wrong
        status, told, wrong = await call("games", link)
        assert (status, told) == (64, "") and "gomoku-cli profile and the same link" in wrong, wrong
    status, _, wrong = await call("profile", f"{at(server)}/?room=nobody-was-here")
    assert status == 66 and wrong, (status, wrong)


async def test_profile_of_a_record_shows_the_player_who_is_left(server, room):
    """`profile` with the link of a record shows the second player if the first one has deleted the
    account, and fails once both have."""
    players = [await Client.connect(server.port, name) for name in ("Leaving", "Staying")]
    for client, name in zip(players, ("Leaving", "Staying"), strict=True):
        assert (await claim(client, name))["type"] == "account"
        await client.join(room)
    leaving, staying = players
    await leaving.delta(room, {"game": "1", "x": leaving.id})
    await staying.delta(room, {"o": staying.id})
    await leaving.move(room, 1, "h8")
    await staying.move(room, 2, "i9")
    assert (await staying.delta(room, {"result": "x", "reason": "resign"}))["type"] == "delta"
    _, told, _ = await call("games", at(server), "Staying")
    link = f"{at(server)}/?record={told.split()[-1]}"
    for gone, statuses in ((leaving, (0, ["Staying"])), (staying, (67, []))):
        assert (await ask(gone, type="delete", password=PASSWORD))["sessions"] == []
        status, told, wrong = await call("profile", link, "--json")
        assert (status, [json.loads(line)["name"] for line in told.splitlines()]) == statuses, (status, told, wrong)
        assert wrong, "the missing profile is named"


async def test_state_as_json_prints_the_whole_snapshot(server):
    """`state --json` prints the whole snapshot: host, chat, present participants, and absent
    players who are seated. It is the same in every language."""
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    for client in (ann, bob):
        await client.join("whole")
    await ann.delta("whole", {"game": "1", "x": ann.id})
    await bob.delta("whole", {"o": bob.id})
    bob.send(type="say", room="whole", id="s1", text="Good luck.")
    await bob.expect("said")
    bob.send(type="leave", room="whole")
    await ann.expect("participants", where=lambda m: m["left"])
    outputs = {}
    for language in LANGUAGES:
        status, told, wrong = await call("state", at(server), "whole", "--json", "--guest", **language)
        found = json.loads(told)
        assert status == 0 and found["type"] == "snapshot", (told, wrong)
        # Each run is another guest.
        found["participants"] = [person for person in found["participants"] if person["id"] == ann.id]
        outputs[json.dumps(found)] = language
    assert len(outputs) == 1, outputs
    assert found["host"] == ann.id and [line["text"] for line in found["chat"]] == ["Good luck."], told
    assert [person["id"] for person in found["seated"]] == [bob.id] and found["private"] == {}, told
    assert all("place" in person for person in found["participants"]), told


async def test_analyse_rates_moves_and_explains_bad_input(tmp_path):
    """`analyse` reports a file that is missing or of another format, reads standard input, and
    rates moves."""
    status, _, wrong = await call("analyse", "nofile.sgf")
    assert (status, "cannot be read" in wrong) == (66, True), wrong
    file = tmp_path / "game.sgf"
    file.write_text("hello")
    status, _, wrong = await call("analyse", str(file))
    assert (status, "does not begin like an SGF or psq record" in wrong) == (65, True), wrong
    # O plays in the corner while X makes a row.
    record = "(;GM[4]SZ[15];B[hh];W[aa];B[ih];W[oo];B[jh];W[ao];B[kh])"
    status, told, wrong = await call("analyse", "-", "--every", "--nodes", "2000", typed=record)
    lines = told.splitlines()
    assert status == 0 and lines[0].startswith("1. h8  best "), told + wrong
    assert any(line.startswith("X: ") and "% accuracy" in line for line in lines), told
    assert any(line[0].isdigit() and " O " in line and "; better " in line for line in lines), told


@pytest.mark.parametrize(
    ("words", "sentence", "code"),
    [
        (["match", "robot", "engine:/nowhere/engine", "--games", "1"], "/nowhere/engine could not be started", 69),
        (["match", "level:1", "level:1", "--openings", "/nowhere/list"], "/nowhere/list cannot be read", 66),
    ],
)
async def test_match_reports_a_missing_engine_or_openings(words, sentence, code):
    """A match without an engine, or without its openings, reports the missing part in words."""
    status, _, wrong = await call(*words)
    assert status == code and sentence in wrong and "NSCocoaError" not in wrong, wrong


async def test_bot_log_shows_the_engine_protocol(server, room):
    """`bot --log` shows the lines of the engine's protocol as they are."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room)
    await ann.delta(room, {"game": "1", "x": ann.id})
    words = ["bot", "--engine", f"{binary('gomoku-cli')} engine --level 1", "--time", "50"]
    words += ["--grace", "60000", "--log", "--"]
    process = await asyncio.create_subprocess_exec(binary("gomoku-cli"), *words, at(server), room, stderr=PIPE)
    await ann.expect("delta", where=lambda m: "o" in m["set"])
    await ann.move(room, 1, "h8")
    await ann.expect("delta", where=lambda m: m["set"].get("move") == "2")
    process.send_signal(signal.SIGTERM)
    said = (await asyncio.wait_for(process.communicate(), TIMEOUT))[1].decode()
    assert "engine: OK" in said and "bridge: TURN 7,7" in said and "column:" not in said, said


async def test_json_lines_are_in_no_language(server, room):
    """`watch`, `replay`, `analyse` and `match` with `--json` print JSON objects in ASCII, the same
    in every language."""
    ann, bob = await Client.connect(server.port, "Änn"), await Client.connect(server.port, "Bob")
    for client in (ann, bob):
        await client.join(room)
    watch = await asyncio.create_subprocess_exec(
        binary("gomoku-cli"),
        "watch",
        at(server),
        room,
        "--json",
        "--guest",
        stdout=PIPE,
        env=dict(os.environ, LANG="de_DE.UTF-8"),
    )

    async def event(kind):
        """Returns the next line of `watch` of that type."""
        while True:
            line = await asyncio.wait_for(watch.stdout.readline(), TIMEOUT)
            assert line and all(byte < 0x80 for byte in line), line
            found = json.loads(line)
            if found["type"] == kind:
                return found

    first = await event("room")
    assert first["game"] is None and {person["name"] for person in first["people"]} >= {"Änn", "Bob"}, first
    await ann.delta(room, {"game": "1", "x": ann.id})
    assert (await event("game"))["game"]["x"] == {"id": ann.id, "name": "Änn"}
    await bob.delta(room, {"o": bob.id})
    assert (await event("seat"))["player"]["name"] == "Bob"
    await ann.move(room, 1, "h8")
    move = await event("move")
    assert (move["number"], move["side"], move["point"], move["by"]) == (1, "x", "h8", ann.id), move
    bob.send(type="say", room=room, id="s1", text="Schön\x1b[2J")
    assert (await event("chat"))["text"] == "Schön\x1b[2J"
    await ann.delta(room, {"result": "o", "reason": "resign"})
    assert (await event("over"))["reason"] == "resign"
    bob.send(type="leave", room=room)
    assert (await event("left"))["name"] == "Bob"
    watch.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(watch.wait(), TIMEOUT) == 143
    outputs = {}
    for language in LANGUAGES:
        status, told, wrong = await call("replay", at(server), room, "--json", **language)
        assert status == 0, wrong
        outputs[told] = language
    lines = [json.loads(line) for line in next(iter(outputs)).splitlines()]
    assert len(outputs) == 1 and [line["type"] for line in lines] == ["game", "seat", "move", "over"], outputs
    record = "(;GM[4]SZ[15];B[hh];W[aa];B[ih];W[oo];B[jh];W[ao];B[kh])"
    outputs = {}
    for language in LANGUAGES:
        status, told, wrong = await call(
            "analyse", "-", "--every", "--nodes", "500", "--json", typed=record, **language
        )
        lines = [json.loads(line) for line in told.splitlines()]
        kinds = [line["type"] for line in lines]
        assert status == 0 and kinds == ["position"] * 8 + ["move"] * 7 + ["review"], (kinds, wrong)
        outputs[json.dumps([without(TIMES, line) for line in lines])] = language
    assert len(outputs) == 1, outputs
    outputs = {}
    for language in LANGUAGES:
        words = ["match", "level:1", "level:1", "--games", "2", "--nodes", "200", "--json"]
        status, told, wrong = await call(*words, **language)
        games = [json.loads(line) for line in told.splitlines()]
        assert status == 0 and [line["type"] for line in games] == ["game", "game", "score"], told + wrong
        outputs[json.dumps([without(TIMES, line) for line in games])] = language
    assert len(outputs) == 1, outputs
    assert games[2]["wins"] + games[2]["draws"] + games[2]["losses"] == 2 and len(games[0]["moves"]) > 8, told


async def test_password_and_sessions_of_an_account(server, tmp_path):
    """`account sessions` lists the owner's sessions, `signout` ends one of them, and `password`
    changes the password, which ends all others."""
    token, other = str(tmp_path / "token"), str(tmp_path / "other")
    name = f"Cli {os.urandom(3).hex()}"
    for command, file in (("claim", token), ("login", other)):
        status, _, wrong = await call("account", command, at(server), name, "--token-file", file, typed=PASSWORD + "\n")
        assert status == 0, wrong
    status, told, wrong = await call("account", "sessions", at(server), "--json", "--token-file", token)
    sessions = [json.loads(line) for line in told.splitlines()]
    assert status == 0 and len(sessions) == 2 and sum(each["here"] for each in sessions) == 1, told + wrong
    status, told, _ = await call("account", "sessions", at(server), "--token-file", token)
    assert status == 0 and sum(line.endswith("  here") for line in told.splitlines()) == 1, told
    away = next(each["session"] for each in sessions if not each["here"])
    status, told, wrong = await call("account", "signout", at(server), away, "--token-file", token)
    assert (status, told) == (0, "One session is left.\n"), wrong
    status, _, wrong = await call("account", "signout", at(server), away, "--token-file", token)
    assert status == 66, (status, wrong)
    status, _, wrong = await call(
        "account", "password", at(server), "--token-file", token, typed="wrong\nbattery staple\n"
    )
    assert status == 77 and "wrong" in wrong, (status, wrong)
    await call("account", "login", at(server), name, "--token-file", other, typed=PASSWORD + "\n")
    words = f"{PASSWORD}\nbattery staple\n"
    status, told, wrong = await call("account", "password", at(server), "--token-file", token, typed=words)
    assert status == 0 and told.startswith(f"The password of {name} on "), (told, wrong)
    status, told, _ = await call("account", "sessions", at(server), "--json", "--token-file", token)
    assert len(told.splitlines()) == 1, told
    status, _, _ = await call("account", "login", at(server), name, "--token-file", other, typed=PASSWORD + "\n")
    assert status == 77
    status, _, wrong = await call("account", "login", at(server), name, "--token-file", other, typed="battery staple\n")
    assert status == 0, wrong
    status, told, wrong = await call("account", "signout", at(server), "all", "--token-file", token)
    assert status == 0 and not os.path.exists(token), (told, wrong)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["play", "--clock", "soon"], 64),
        (["frobnicate"], 64),
        (["analyse", "z99"], 64),
        (["profile", "SERVER", "nobody-of-that-name"], 67),
        (["games", "SERVER", "nobody-of-that-name"], 67),
        (["replay", "SERVER", "no-such-room-1"], 66),
        (["replay", "SERVER/?record=none-1"], 66),
        (["replay", "nofile.sgf"], 66),
        (["account", "token", "SERVER", "--token-file", "none"], 66),
        (["account", "login", "SERVER", "Nobody", "--token-file", "none"], 77),
        (["state", "http://127.0.0.1:1", "lunch"], 69),
        (["state", "http://127.0.0.1:1", "lunch", "--follow"], 69),
        (["watch", "http://127.0.0.1:1", "lunch", "--lines"], 69),
        (["watch", "http://127.0.0.1:1", "lunch", "--json"], 69),
        (["study", "http://127.0.0.1:1", "tea", "--lines"], 69),
        (["watch", "SERVER", "~lobby", "--secret"], 65),
        (["watch", "http://nowhere.invalid", "lunch", "--lines"], 69),
        (["study", "http://nowhere.invalid", "tea", "--lines"], 69),
        (["puzzles", "SERVER", "AAAAAAAAAAA"], 66),
        (["race", "SERVER", "a b"], 64),
        (["config", "set", "colour", "red"], 64),
        (["connect", "http://127.0.0.1:1"], 69),
        (["bot", "--engine", "/nowhere/engine", "SERVER", "lunch"], 69),
        (["bot", "--engine", "/e", "--level", "3", "SERVER", "lunch"], 64),
        (["engine", "--level", "11"], 64),
        (["match", "robot", "somebody"], 64),
        (["judge", "--rule", "renju"], 65),
        (["convert", "nofile.sgf", "--to", "lib"], 66),
    ],
)
async def test_exit_statuses(server, tmp_path, words, code):
    """Each failure has its status of sysexits.h, which is documented for the command, and a
    sentence."""
    arguments = [
        word.replace("SERVER", at(server)).replace("none", str(tmp_path / "none"))
        if "record" not in word
        else word.replace("SERVER", at(server))
        for word in words
    ]
    status, told, wrong = await call(*arguments, typed="wrong horse\n", XDG_STATE_HOME=str(tmp_path))
    assert status == code and (told + wrong).strip(), (status, told, wrong)
    assert words[0] == "frobnicate" or code == 64 or str(code) in documented_statuses()[words[0]], documented_statuses()


@pytest.mark.parametrize("command", [["check"], ["export", "FILE"], ["backup", "FILE"]], ids=" ".join)
def test_maintenance_of_an_unreachable_redis_ends_with_69(tmp_path, command):
    """The Redis may be reachable later, unlike a file that cannot be written."""
    words = [word.replace("FILE", str(tmp_path / "file")) for word in command]
    status, _, wrong = run(*words, "--store", f"redis+unix://{tmp_path}/none.sock")
    assert status == 69 and "none.sock" in wrong, (status, wrong)


@pytest.mark.stores("directory", "redis")
async def test_server_prints_status_and_check_as_json(tmp_path):
    """`gomoku-server status --json` prints one object with numbers, and `check --json` the counts
    of a store."""
    data = str(tmp_path / "data")
    started = await Server(["--data", data]).start()
    ann = await Client.connect(started.port, "Ann")
    await ann.join("tea")
    await ann.delta("tea", {"game": "1", "x": ann.id})
    status, told, wrong = await asyncio.to_thread(run, "status", "--data", data, "--json")
    found = json.loads(told)
    assert status == 0 and found["state"] == "ready" and found["connections"] == 1, told + wrong
    assert found["deltas"] >= 1 and found["resources"] == "free" and found["residentBytes"] > 1 << 20, told
    assert (await asyncio.to_thread(run, "status", "--data", data, "--check", "--json"))[0] == 64
    assert (await asyncio.to_thread(run, "status", "--data", data, "--check"))[0] == 0
    assert await started.stop() == 0
    place = store.program_arguments(["--data", data])
    status, told, wrong = await asyncio.to_thread(run, "check", *place, "--json")
    assert status == 0 and json.loads(told) == {
        "type": "check",
        "rooms": 1,
        "deltas": 1,
        "participants": 1,
        "accounts": 0,
        "games": 0,
        "faults": 0,
    }, told + wrong
    status, _, wrong = await asyncio.to_thread(run, "check", str(tmp_path / "none"), "--json")
    assert status == 66 and wrong, (status, wrong)

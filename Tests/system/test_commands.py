"""`gomoku-cli` as scripts and shell users call it: its messages and exit status when something is
missing or wrong."""

import asyncio
import json
import os
import signal
from asyncio.subprocess import PIPE

import pytest

from gomokutest import ports
from gomokutest.client import Client
from gomokutest.environment import TIMEOUT, binary
from gomokutest.people import PASSWORD, claim

pytestmark = pytest.mark.all_stores


async def call(*words, typed="", **environment):
    """Runs gomoku-cli to its end. Returns its exit status, output and errors."""
    process = await asyncio.create_subprocess_exec(
        binary("gomoku-cli"), *words, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=dict(os.environ, **environment)
    )
    told, wrong = await asyncio.wait_for(process.communicate(typed.encode()), TIMEOUT)
    return process.returncode, told.decode(), wrong.decode()


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
    assert status == 1 and "reserved" in wrong and "2 to 24" not in wrong, (status, wrong)


async def test_profile_without_a_server_reports_a_readable_error():
    """Without a server `profile` prints a readable error."""
    port = ports.take()
    status, _, wrong = await call("profile", f"http://127.0.0.1:{port}", "Ann")
    assert status == 69 and f"127.0.0.1:{port} refused the connection." in wrong and "NSURL" not in wrong, wrong


async def test_state_as_json_prints_the_whole_snapshot(server):
    """`state --json` prints the whole snapshot: host, chat, present participants, and absent
    players who are seated."""
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    for client in (ann, bob):
        await client.join("whole")
    await ann.delta("whole", {"game": "1", "x": ann.id})
    await bob.delta("whole", {"o": bob.id})
    bob.send(type="say", room="whole", id="s1", text="Good luck.")
    await bob.expect("said")
    bob.send(type="leave", room="whole")
    await ann.expect("participants", where=lambda m: m["left"])
    status, told, wrong = await call("state", at(server), "whole", "--json", "--guest")
    found = json.loads(told)
    assert status == 0 and found["type"] == "snapshot", (told, wrong)
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
    ("words", "sentence"),
    [
        (["match", "robot", "engine:/nowhere/engine", "--games", "1"], "/nowhere/engine could not be started"),
        (["match", "level:1", "level:1", "--openings", "/nowhere/list"], "/nowhere/list cannot be read"),
    ],
)
async def test_match_reports_a_missing_engine_or_openings(words, sentence):
    """A match without an engine, or without its openings, reports the missing part in words."""
    status, _, wrong = await call(*words)
    assert status == 1 and sentence in wrong and "NSCocoaError" not in wrong, wrong


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

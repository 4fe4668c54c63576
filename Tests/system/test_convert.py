"""`gomoku-cli convert` between the formats of other programs, and analyses as files of them."""

import asyncio
import json
import re
import subprocess
import urllib.error
import urllib.request

import pytest

from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.environment import TIMEOUT, binary
from gomokutest.study import ROOT, node_id

# A tree with two variations, a comment, a mark and a text on the board.
STUDY = "(;FF[4]GM[4]SZ[15]RU[renju]GN[];B[hh]C[Good \\] move](;W[ii]TR[ii];B[jj])(;W[gg]LB[aa:A]))"


def convert(*words, typed=b""):
    """Runs the command. Returns its exit status, output and errors."""
    done = subprocess.run(
        [binary("gomoku-cli"), "convert", *map(str, words)],
        input=typed,
        capture_output=True,
        timeout=TIMEOUT,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr.decode()


@pytest.mark.smoke
def test_a_tree_survives_renlib_and_sgf(tmp_path):
    """Variations, comments and marks come back from a library, without messages."""
    status, library, wrong = convert("-", "--to", "lib", typed=STUDY.encode())
    assert (status, wrong) == (0, "") and library[:10] == b"\xffRenLib\xff\x03\x04", wrong
    file = tmp_path / "study.lib"
    file.write_bytes(library)
    status, text, wrong = convert(file, "--to", "sgf")
    assert (status, wrong) == (0, "")
    assert b";B[hh]C[Good \\] move]" in text and b"(;W[ii]TR[ii]" in text and b"(;W[gg]LB[aa:A]" in text, text
    # Both forms are the same tree, so merging them adds nothing.
    again = convert(file, "-", "--to", "sgf", typed=text)
    assert again == (0, text, "")


def test_a_single_line_says_what_it_leaves_out(tmp_path):
    """psq, moves and diagrams have the main line, and messages count the rest."""
    file = tmp_path / "study.sgf"
    file.write_text(STUDY)
    status, text, wrong = convert(file, "--to", "text")
    assert (status, text) == (0, b"h8 i7 j6\n")
    assert "Left out 1 move of variations." in wrong and "3 comments and marks" in wrong, wrong
    status, game, _ = convert(file, "--to", "psq")
    assert status == 0 and game.startswith(b"Piskvorky 15x15") and b"\r\n8,8,0\r\n9,9,0\r\n10,10,0\r\n" in game
    status, board, _ = convert("-", "--to", "diagram", typed=game)
    assert status == 0 and board.splitlines()[7] == b" 8 . . . . . . . X . . . . . . ."
    assert convert("-", "--to", "text", typed=board)[1] == b"h8 i7 j6\n"


@pytest.mark.parametrize(
    ("name", "content", "sentence", "code"),
    [
        ("game.sgf", b"(;SZ[15];B[hh];W[hh])", "at byte 15 is on h8", 65),
        ("game.sgf", b"(;SZ[15];B[hh]", "ends too early at byte 14", 65),
        ("book.lib", b"\xffRenLib\xff\x03\x04" + 10 * b"\xff" + b"\0\0\x70\x40", "at byte 22", 65),
        ("notes.txt", b"h8 z9", '"z9" at byte 3 is not a point', 65),
        ("game.sgf", b"(;SZ[19];B[hh])", "RenLib libraries have", 65),
        ("two.sgf", b"(;SZ[15];B[hh])(;SZ[15];B[ii])", "has 2 games, and the format holds one. Choose it with --chapter.", 65),
        ("\x1b[2Jx.sgf", b"(;SZ[15];B[\x1b[2J])", "at byte 9", 65),
        ("game.psq", b"Piskvorky 19x19, 11:11, 0\n8,8,0\n8,8,0\n", "at byte 32 is on h12", 65),
        # Pytest puts the name of the test into the environment, which has a limit.
        pytest.param(
            *("long.psq", b"Piskvorky 15x15, 11:11, 0\n" + 1001 * b"8,8,0\n", "more than 1000 moves", 65), id="long.psq"
        ),
        pytest.param(
            *("large.psq", b"Piskvorky 15x15, 11:11, 0\n" + (1 << 20) * b" ", "The limit is 1048576.", 65), id="large.psq"
        ),
        ("missing.sgf", None, "cannot be read", 66),
    ],
)
def test_a_broken_file_is_an_error_with_its_byte(tmp_path, name, content, sentence, code):
    """The error names the file and the byte, writes nothing, and sends no control sequence."""
    file = tmp_path / name
    if content is not None:
        file.write_bytes(content)
    status, text, wrong = convert(file, "--to", "lib")
    assert (status, text) == (code, b"") and sentence in wrong and "\x1b" not in wrong, wrong


def test_one_of_several_games_and_wrong_usage(tmp_path):
    """`--chapter` chooses a game, and options with wrong values are usage errors."""
    file = tmp_path / "two.sgf"
    file.write_text("(;SZ[15];B[hh])(;SZ[15];B[ii])")
    assert convert(file, "--to", "text", "--chapter", "2")[:2] == (0, b"i7\n")
    status, _, wrong = convert(file, "--to", "text", "--chapter", "9")
    assert status == 64 and "There is no chapter 9. The file has 2." in wrong
    for words in (["--to", "text"], [file], [file, "--to", "png"], [file, "--to", "text", "--size", "14"]):
        assert convert(*words)[0] == 64, words


def test_messages_about_several_files_name_the_file(tmp_path):
    """What one of several files loses is said with the name of that file."""
    whole, cut = tmp_path / "whole.sgf", tmp_path / "cut.sgf"
    whole.write_text("(;SZ[15];B[hh])")
    cut.write_text("(;SZ[15];B[hh](;W[];B[ii])(;W[gg]))")
    status, _, wrong = convert(whole, cut, "--to", "sgf")
    assert status == 0 and f"{cut}: Left out 1 branch that begins with a pass, at byte 16." in wrong, wrong
    assert str(whole) not in wrong
    assert f"{cut}:" not in convert(cut, "--to", "sgf")[2]


def test_a_name_without_an_ending_names_no_format(tmp_path):
    """A file that is called "lib" is recognized by its bytes."""
    file = tmp_path / "lib"
    file.write_text("h8 i9")
    done = subprocess.run(
        [binary("gomoku-cli"), "convert", "lib", "--to", "text"],
        cwd=tmp_path,
        capture_output=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, b"h8 i9\n"), done.stderr


async def test_an_analysis_is_downloaded_as_a_file(server, room):
    """`/api/rooms/{room}/study.sgf` has all chapters, and `study/{n}.lib` and so on have one. A
    request that the format cannot express is refused with a sentence."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join(room, kind="analysis")
    h8 = node_id(f"{ROOT} 7,7")
    set = {"chapter.1": {"title": "Direct", "rule": "renju"}, f"node.{h8}": f"{ROOT} 7,7"}
    for cell in ("8,6", "7,6"):
        set[f"node.{node_id(f'{h8} {cell}')}"] = f"{h8} {cell}"
    set |= {f"comment.{h8}.{ann.id}": "The center]", f"mark.{h8}.6,6": "label:A", "chapter.2": {"title": "Indirect"}}
    assert (await ann.delta(room, set))["type"] == "delta"

    status, headers, text = await server.get(f"/api/rooms/{room}/study.sgf")
    assert (status, headers["content-disposition"]) == (200, f'attachment; filename="{room}.sgf"'), text
    for part in (b";B[hh]", b"C[The center\\]]", b"LB[gg:A]", b"(;W[ig])", b"(;W[hg])", b"GN[Direct]", b"GN[Indirect]"):
        assert part in text, text
    for name in ("1.sgf", "1.lib"):
        status, _, file = await server.get(f"/api/rooms/{room}/study/{name}")
        assert status == 200, file
        assert convert("-", "--to", "text", typed=file)[:2] == (0, b"h8 i9\n")
    same((await server.get(f"/api/rooms/{room}/study/1.txt"))[2], b"h8 i9\n", "the main line")

    for path, sentence in (
        ("study.lib", "This analysis has 2 chapters"),
        ("study/3.sgf", "no chapter 3"),
        ("study/0.sgf", "nothing at this address"),
        ("study.doc", "nothing at this address"),
    ):
        status, _, answer = await server.get(f"/api/rooms/{room}/{path}")
        assert (status, json.loads(answer)["code"]) == (404, "not-found"), answer
        assert sentence in json.loads(answer)["message"], answer
    await ann.join(f"{room}-game")
    assert (await server.get(f"/api/rooms/{room}-game/study.sgf"))[0] == 404


async def test_a_chapter_of_a_finished_game_names_its_players(server, room):
    """The SGF file of an analysis has the players, the date and the result of the finished game
    that a chapter comes from."""
    ann, bob = [await Client.connect(server.port, name) for name in ("Ann", "Bob [7]")]
    for client in (ann, bob):
        epoch = (await client.join(f"{room}-game"))["epoch"]
    await ann.delta(f"{room}-game", {"game": "1", "x": ann.id})
    await bob.delta(f"{room}-game", {"o": bob.id})
    await ann.move(f"{room}-game", 1, "h8")
    await bob.move(f"{room}-game", 2, "i9")
    assert (await bob.delta(f"{room}-game", {"result": "x", "reason": "resign"}))["type"] == "delta"
    await ann.join(room, kind="analysis")
    chapters = {"1": {"title": "The game", "record": f"{epoch}-1"}, "2": {"title": "Other"}, "3": {"record": "gone-1"}}
    assert (await ann.delta(room, {f"chapter.{number}": value for number, value in chapters.items()}))[
        "type"
    ] == "delta"
    game = (await server.get(f"/api/games/{epoch}-1.sgf"))[2]
    date = re.search(rb"DT\[\d{4}-\d\d-\d\d\]", game).group()
    first, second, third = (await server.get(f"/api/rooms/{room}/study.sgf"))[2].split(b"(;")[1:]
    for part in (b"GN[The game]", b"PB[Ann]", b"PW[Bob [7\\]]", b"RE[B+R]", date):
        assert part in first and (part in game or part.startswith(b"GN")), (part, first, game)
    for chapter in (second, third):
        assert b"PB[" not in chapter and b"RE[" not in chapter, chapter


async def test_authors_keep_their_names_while_they_are_away(server, room):
    """A newcomer learns the names of authors who have left, and files name them."""
    ann, bob = [await Client.connect(server.port, name) for name in ("Ann", "Bob")]
    for client in (ann, bob):
        await client.join(room, kind="analysis")
    assert (await ann.delta(room, {"chapter.1": {"title": ""}, f"comment.{ROOT}.{ann.id}": "Mine"}))["type"] == "delta"
    assert (await bob.delta(room, {f"comment.{ROOT}.{bob.id}": "Yours"}))["type"] == "delta"
    dan = await Client.connect(server.port, "Dan")
    await dan.join(room, kind="analysis")
    for client in (ann, bob):
        client.cut()
        await dan.expect("participants", where=lambda message, id=client.id: id in message["left"])
    eve = await Client.connect(server.port, "Eve")
    seated = (await eve.join(room, kind="analysis"))["seated"]
    same({person["name"] for person in seated}, {"Ann", "Bob"}, "the authors")
    text = (await server.get(f"/api/rooms/{room}/study.sgf"))[2]
    assert b"Ann: Mine" in text and b"Bob: Yours" in text, text


async def test_the_server_reads_files_for_the_page(server):
    """`POST /api/convert` answers with the trees in a file, or with the place of the error."""
    status, study = await post(server, "/api/convert", STUDY.encode())
    assert status == 200 and study["losses"] == [], study
    (chapter,) = study["chapters"]
    same(chapter["nodes"], [[0, "7,7"], [1, "8,8"], [2, "9,9"], [1, "6,6"]], "moves after their parents")
    same((chapter["chapter"]["rule"], chapter["chapter"]["size"]), ("renju", "15"), "the chapter")
    same(chapter["comments"], {"1": "Good ] move"}, "comments")
    same(chapter["marks"], {"2": {"8,8": "triangle"}, "4": {"0,0": "label:A"}}, "marks")
    library = convert("-", "--to", "lib", typed=STUDY.encode())[1]
    same((await post(server, "/api/convert", library))[1]["chapters"][0]["nodes"], chapter["nodes"], "a library")
    text = await post(server, "/api/convert?rule=caro&size=19", b"s19 a1")
    same((text[1]["chapters"][0]["chapter"]["rule"], text[1]["chapters"][0]["nodes"][0]), ("caro", [0, "18,0"]), "text")

    status, refusal = await post(server, "/api/convert", b"(;SZ[15];B[hh];W[hh])")
    assert (status, refusal["code"]) == (400, "occupied") and "at byte 15 is on h8" in refusal["message"], refusal
    same((await post(server, "/api/convert", bytes(65 * 1024)))[0], 413, "the limit of a body")
    same((await server.get("/api/convert"))[0], 405, "reading")
    same((await post(server, "/api/home", b"x"))[0], 405, "another address")


async def post(server, path, body):
    """Returns the status and the JSON of the answer."""
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}", data=body, method="POST")
    try:
        answer = await asyncio.to_thread(urllib.request.urlopen, request, timeout=TIMEOUT)
    except urllib.error.HTTPError as error:
        answer = error
    return answer.status, json.loads(answer.read())

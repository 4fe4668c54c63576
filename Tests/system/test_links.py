"""Links to a server from other sites: previews with pictures, games in frames, and public data that
other sites may read."""

import itertools
import json
import re
import struct
import urllib.parse
import xml.etree.ElementTree
import zlib

import pytest

from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.environment import WEB
from gomokutest.server import Server
from gomokutest.websocket import line

SECRET = "ABCabc019-_ABCabc019-_"
MOVES = "7,7 0,0 8,7 0,1 9,7 0,2 10,7 0,3 11,7".split()
ALLOWED = "access-control-allow-origin"
BROWSER = ("Accept", "text/html,*/*;q=0.8")


async def play(server, room, moves=MOVES, secret=None, names=("Ann", "Bob"), **terms):
    """Plays the moves in a room with two new guests. Returns them."""
    more = {"secret": secret} if secret else {}
    ann, bob = [await Client.connect(server.port, name) for name in names]
    for client in (ann, bob):
        assert (await client.join(room, **more))["type"] == "snapshot"
    assert (await ann.delta(room, {"game": "1", "x": ann.id, **terms}))["type"] == "delta"
    assert (await bob.delta(room, {"o": bob.id}))["type"] == "delta"
    for number, cell in enumerate(moves, 1):
        column, row = cell.split(",")
        mover = ann if number % 2 else bob
        delta = {"move": str(number), f"col{number}": column, f"row{number}": row}
        assert (await mover.delta(room, delta))["type"] == "delta"
    return ann, bob


async def record_id(server, room, secret=None):
    headers = [("Authorization", f"Bearer {secret}")] if secret else []
    return json.loads((await server.get(f"/api/rooms/{room}", headers))[2])["epoch"] + "-1"


def tags(html):
    """Returns the link preview in a page, by property."""
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">', html.decode())
    return dict(found)


async def preview(server, path, headers=()):
    status, _, body = await server.get(path, headers)
    return status, tags(body)


@pytest.fixture
async def site(tmp_path):
    """A server with the whole page, which trusts a proxy on this machine."""
    arguments = ["--data", str(tmp_path), "--trusted-proxy", "127.0.0.1"]
    running = await Server(arguments, alone=True, web=WEB).start()
    yield running
    assert await running.stop() == 0


def pixels(png):
    """Decodes a PNG file with 8-bit RGB and without filters. Returns width, height and a function
    that returns the color of a pixel."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n", png[:8]
    chunks, at = {}, 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack(">I", png[at + 8 + length : at + 12 + length])
        same(checksum, zlib.crc32(kind + body), f"the checksum of {kind}")
        chunks[kind] = body
        at += 12 + length
    width, height, *form = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    same(form, [8, 2, 0, 0, 0], "the form")
    rows = zlib.decompress(chunks[b"IDAT"])
    same(len(rows), (3 * width + 1) * height, "the size of the rows")
    return width, height, lambda x, y: tuple(rows[(3 * width + 1) * y + 1 + 3 * x :][:3])


def near(color, wanted):
    return all(abs(one - other) < 40 for one, other in zip(color, wanted, strict=True))


async def test_preview_shows_listed_games_and_says_nothing_about_others(site):
    """A listed room and its finished game have a title, a sentence and a picture of their own. All
    other addresses have the same general preview, whether the room exists or not."""
    await play(site, "open", MOVES[:4], listed="yes", rule="renju", names=('<b>Ann"&', "Bob"))
    await play(site, "quiet", listed="no")
    await play(site, "tea", secret=SECRET)
    await play(site, "over", listed="yes")
    base = f"http://127.0.0.1:{site.port}"
    status, found = await preview(site, "/?room=open")
    same(status, 200, "a room")
    same(found["og:title"], "&lt;b&gt;Ann&quot;&amp; – Bob", "the names, escaped")
    same(found["og:description"], "Renju. Move 4. Watch the game.", "the game")
    same((found["og:url"], found["twitter:card"]), (f"{base}/?room=open", "summary_large_image"), "the address")
    picture = found["og:image"].removeprefix(base)
    same((await site.get(picture))[1]["content-type"], "image/png", picture)
    id = await record_id(site, "over")
    status, found = await preview(site, f"/?record={id}")
    same((status, found["og:title"]), (200, "Ann – Bob"), "a finished game")
    same(found["og:description"], "Freestyle. X won after 9 moves.", "its result")
    same(found["og:image"], f"{base}/api/games/{id}.png", "its picture")
    hidden, quiet = await record_id(site, "tea", SECRET), await record_id(site, "quiet")
    pages = {}
    for path in (
        "/", "/?lobby", "/?room=quiet", "/?room=tea", "/?room=none", "/?room=~lobby", "/?room=a%20b",
        f"/?record={hidden}", f"/?record={quiet}",
    ):  # fmt: skip
        status, _, body = await site.get(path)
        same(status, 200, path)
        pages[path] = tags(body)
    same({json.dumps(found) for found in pages.values()}, {json.dumps(pages["/"])}, "the general preview")
    same((pages["/"]["og:url"], pages["/"]["og:image"]), (f"{base}/", f"{base}/api/preview.png"), "the general one")
    width, height, _ = pixels((await site.get("/api/preview.png"))[2])
    same((width, height), (1200, 630), "the size of the general picture")


async def test_preview_uses_the_address_of_the_proxy_and_no_malicious_host(site):
    for proto, scheme in (("https", "https"), ("http", "http"), ("HTTPS", "https"), ("javascript", "http")):
        found = (await preview(site, "/", [("X-Forwarded-Proto", proto)]))[1]
        same(found["og:url"], f"{scheme}://127.0.0.1:{site.port}/", proto)
    for host in ('evil"><script>', "a/b", "a@b", "a b", "x" * 300):
        status, body = await raw(site, host)
        assert status == 400 or (status == 200 and tags(body) == {} and b"evil" not in body), (host, status, body[:200])


async def raw(server, host):
    """Requests the page with that Host header."""
    reader, writer = await line(server.port)
    writer.write(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    return int(answer.split(b" ")[1]), answer.partition(b"\r\n\r\n")[2]


async def test_pictures_show_the_last_position(site):
    """The PNG shows the stones and the winning row; the SVG shows numbered stones, and names as
    text."""
    await play(site, "over", names=("<script>&", "Bob"))
    id = await record_id(site, "over")
    for path in (f"/api/games/{id}.png", "/api/rooms/over/games/1.png", "/api/rooms/over/games/current.png"):
        status, headers, body = await site.get(path)
        same((status, headers["content-type"]), (200, "image/png"), path)
        width, height, at = pixels(body)
        same((width, height), (1200, 630), "the size")
        step = 590 / 16

        def stone(column, row):
            # Beside the mark in the middle of the stone.
            return at(round(305 + (column + 1) * step + 0.3 * step), round(20 + (row + 1) * step))

        assert near(stone(7, 7), (0x2A, 0x2D, 0x32)), stone(7, 7)
        assert near(stone(0, 0), (0xFA, 0xF6, 0xEE)), stone(0, 0)
        assert near(at(round(305 + 6.5 * step), round(20 + 6.5 * step)), (0xDF, 0xB8, 0x78)), "the wood"
        row = at(round(305 + 8.5 * step), round(20 + 8 * step))
        assert near(row, (0xB3, 0x23, 0x0C)), f"the winning row has a line: {row}"
        ring = at(round(305 + 8 * step), round(20 + 8 * step - 0.45 * step))
        assert near(ring, (0xB3, 0x23, 0x0C)), f"its stones are marked: {ring}"
    for path in (f"/api/games/{id}.svg", "/api/rooms/over/games/1.svg", "/api/rooms/over/games/current.svg"):
        status, headers, body = await site.get(path)
        same((status, headers["content-type"]), (200, "image/svg+xml"), path)
        assert "default-src 'none'" in headers["content-security-policy"], headers
        picture = xml.etree.ElementTree.fromstring(body)
        texts = [element.text for element in picture.iter() if element.text]
        same(texts[0], "<script>& – Bob  1–0", "the title")
        assert {str(number) for number in range(1, 10)} <= set(texts), "the numbers of the moves"
        same(
            {element.tag.rpartition("}")[2] for element in picture.iter()} & {"script", "a", "image", "style"},
            set(),
            "",
        )
    for path in (
        "/api/games/none-1.png",
        "/api/games/none-1.svg",
        "/api/rooms/over/games/2.png",
        f"/api/games/{id}.gif",
    ):
        same((await site.get(path))[0], 404, path)


async def test_private_pictures_need_the_secret(site):
    await play(site, "tea", secret=SECRET)
    for file in ("1", "current", "1.png", "current.png", "1.svg", "current.svg", "1.sgf"):
        same((await site.get(f"/api/rooms/tea/games/{file}"))[0], 404, f"{file} without the secret")
        status, headers, _ = await site.get(f"/api/rooms/tea/games/{file}", [("Authorization", f"Bearer {SECRET}")])
        same((status, headers.get(ALLOWED)), (200, None), f"{file} with the secret")
        same(headers.get("cache-control"), "no-store", f"{file} with the secret")


async def test_games_have_the_times_of_their_moves(site):
    """A room's game has its times while it runs and afterwards, and so has the record of the
    finished game. A game without a clock has no time left."""
    ann, _ = await play(site, "fast", MOVES[:4], clock="300+5", listed="yes")
    game = await site.json("/api/rooms/fast/games/1")
    same((game["moves"], game["x"]["name"], game.get("result")), (MOVES[:4], "Ann", None), "a running game")
    times = game["times"]
    same((len(times), len(game["left"])), (4, 4), "a time for each move")
    assert all(0 <= time < 60_000 for time in times) and all(290_000 < left <= 305_000 for left in game["left"]), game
    deltas = [delta for delta in await site.history("fast") if "move" in delta["set"]][1:]
    same([later["at"] - before["at"] for before, later in itertools.pairwise(deltas)], times[1:], "from delta to delta")
    assert (await ann.delta("fast", {"result": "o", "reason": "resign"}))["type"] == "delta"
    stored = await site.json(f"/api/games/{await record_id(site, 'fast')}")
    same((stored["times"], stored["left"]), (times, game["left"]), "the record")
    sgf = (await site.get(f"/api/games/{await record_id(site, 'fast')}.sgf"))[2].decode()
    same([int(time) for time in re.findall(r"MS\[(\d+)\]", sgf)], times, "the SGF file")
    same(len(re.findall(r"\bBL\[|WL\[", sgf)), 4, "the time left")
    psq = (await site.get("/api/rooms/fast/games/1.psq"))[2].decode().splitlines()
    same([int(line.split(",")[2]) for line in psq[1:5]], times, "the Piskvork file")
    await play(site, "slow")
    slow = await site.json("/api/rooms/slow/games/1")
    assert "left" not in slow and len(slow["times"]) == 9, slow


async def test_robot_has_one_name_everywhere(site):
    ann = await Client.connect(site.port, "Ann")
    await ann.join("robots")
    assert (await ann.delta("robots", {"game": "1", "x": ann.id, "o": "robot:3", "listed": "yes"}))["type"] == "delta"
    assert (await ann.delta("robots", {"move": "1", "col1": "7", "row1": "7"}))["type"] == "delta"
    await ann.expect("delta", where=lambda message: message["set"].get("move") == "2")
    same((await site.json("/api/rooms/robots/games/1"))["o"], {"id": "robot:3", "name": "Sapling"}, "the room's game")
    same((await site.json("/api/rooms/robots/games/current"))["o"]["name"], "Sapling", "the current game")
    same((await preview(site, "/?room=robots"))[1]["og:title"], "Ann – Sapling", "the preview")
    assert (await ann.delta("robots", {"result": "o", "reason": "resign"}))["type"] == "delta"
    id = await record_id(site, "robots")
    same((await site.json(f"/api/games/{id}"))["o"]["name"], "Sapling", "the finished game")
    for path in (f"/api/games/{id}.sgf", "/api/rooms/robots/games/1.sgf"):
        assert "PW[Sapling]" in (await site.get(path))[2].decode(), path
    guest = await Client.connect(site.port, "Sapling")
    same(guest.welcome["participant"]["name"], "Sapling (guest)", "a guest of that name")


async def test_only_games_for_frames_may_be_framed(site):
    """Finished games and listed rooms have a page for frames, with fewer rights than the page."""
    await play(site, "open", MOVES[:4], listed="yes")
    await play(site, "quiet")
    id = await record_id(site, "quiet")
    for path in (f"/embed/games/{id}", "/embed/rooms/open"):
        status, headers, body = await site.get(path, [BROWSER])
        same((status, headers["content-type"]), (200, "text/html; charset=utf-8"), path)
        policy = headers["content-security-policy"]
        assert policy.endswith("frame-ancestors *") and "x-frame-options" not in headers, headers
        assert "script-src 'self'" in policy and "form-action 'none'" in policy and "ws:" not in policy, policy
        assert "set-cookie" not in headers
        for file in re.findall(r'(?:src|href)="\.\./\.\./([^"]+)"', body.decode()):
            same((await site.get(f"/{file}"))[0], 200, file)
    for path in ("/embed/rooms/quiet", "/embed/rooms/none", "/embed/rooms/~lobby", "/embed/games/none-1", "/embed/x"):
        status, headers, body = await site.get(path, [BROWSER])
        same(status, 404, path)
        assert headers["content-security-policy"].endswith("frame-ancestors *"), headers
        assert b"There is no page at this address." in body, path
    for path in ("/", "/?room=open", f"/?record={id}", "/gadget.html", "/main.js", "/api/rooms"):
        headers = (await site.get(path))[1]
        assert headers["content-security-policy"].endswith("frame-ancestors 'none'"), (path, headers)
        same(headers["x-frame-options"], "DENY", path)


async def test_other_sites_may_read_public_data_only(site):
    """Answers of the API name no origin that may read them if the request has a secret."""
    await play(site, "open", listed="yes")
    id = await record_id(site, "open")
    public = [
        "/api/rooms", "/api/rooms/open", "/api/rooms/open/history", "/api/rooms/open/games/1", "/api/games/none-1",
        "/api/rooms/open/games/1.sgf", f"/api/games/{id}", f"/api/games/{id}.psq", f"/api/games/{id}.svg",
        f"/api/games/{id}.png", "/api/home", "/api/leaders?rule=renju&speed=blitz", "/api/people/robot:3", "/api/none",
    ]  # fmt: skip
    for path in public:
        headers = (await site.get(path, [("Origin", "https://club.example")]))[1]
        same((headers.get(ALLOWED), headers.get("access-control-allow-credentials")), ("*", None), path)
        headers = (await site.get(path, [("Authorization", f"Bearer {SECRET}")]))[1]
        same(headers.get(ALLOWED), None, f"{path} with a secret")
    for path in ("/", "/main.js", "/healthz", "/metrics", "/api/gadgets", f"/embed/games/{id}"):
        same((await site.get(path, [("Origin", "https://club.example")]))[1].get(ALLOWED), None, path)


async def test_unknown_record_is_a_page_that_is_not_found(site):
    for path in ("/?record=none-1", "/?record=", f"/?record={urllib.parse.quote('<b>')}"):
        status, headers, body = await site.get(path, [BROWSER])
        same((status, headers["content-type"]), (404, "text/html; charset=utf-8"), path)
        assert b"<title>" in body and b"<b>-" not in body, path
        same((headers["cache-control"], headers.get("etag")), ("no-store", None), path)


async def test_finished_game_is_analysed_by_its_own_address(site):
    """The analysis does not name the room."""
    await play(site, "quiet")
    id = await record_id(site, "quiet")
    status, _, body = await site.get(f"/api/games/{id}/report")
    report = json.loads(body)
    same((status, [move["cell"] for move in report["moves"]], report["game"]), (200, MOVES, 1), "the analysis")
    same("quiet" in body.decode(), False, "the room's name")
    same("room" in report, False, "the room")
    # The room's address has the same analysis with the room's name before it.
    of_room = json.loads((await site.get("/api/rooms/quiet/games/1/report"))[2])
    same(of_room, {"room": "quiet", **report}, "the analysis at the room's address")
    same((await site.get("/api/games/none-1/report"))[0], 404, "another game")

"""How the server serves the page's files: compression, caching, conditional requests, chunks of modules."""

import gzip
import http.client
import json
import os
import re
import shutil
import subprocess
import time

import pytest

from gomokutest.browser import PageServer
from gomokutest.checks import same
from gomokutest.environment import PATIENCE, WEB

YEAR = "public, max-age=31536000, immutable"
FIRST = r"bundle/first\.[0-9a-f]+\.js"


class Site:
    """Requests to one server."""

    def __init__(self, url):
        self.host = url.removeprefix("http://")

    def ask(self, path, method="GET", **headers):
        """Returns status, headers and body."""
        connection = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        result = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        connection.close()
        return result

    def named(self, pattern):
        """Returns the address of that form that the page names."""
        return "/" + re.search(pattern, self.ask("/")[2].decode()).group(0)


@pytest.fixture
def site(page_server):
    return Site(page_server.url)


def test_a_file_is_served_compressed_by_gzip_if_the_client_accepts_it(site):
    status, plain, body = site.ask("/page/style.css")
    same((status, plain.get("content-encoding"), plain["vary"]), (200, None, "accept-encoding"), "as it is")
    with open(os.path.join(WEB, "page/style.css"), "rb") as file:
        same(body, file.read(), "the file")
    for accepted in ("gzip", "br;q=0.4, GZIP;q=0.5", "br;q=0, gzip", "*", "deflate, x-gzip"):
        status, small, packed = site.ask("/page/style.css", Accept_Encoding=accepted)
        same((status, small["content-encoding"], small["vary"]), (200, "gzip", "accept-encoding"), accepted)
        same(gzip.decompress(packed), body, f"the file, {accepted}")
        assert int(small["content-length"]) == len(packed) < len(body) / 2, (len(packed), len(body))
        assert small["etag"] != plain["etag"], "each form has its own tag"
    for refused in ("gzip;q=0", "identity", "*;q=0", "gzip;q=0, *", "", "gzipped"):
        same(site.ask("/page/style.css", Accept_Encoding=refused)[1].get("content-encoding"), None, refused)


def test_brotli_replaces_gzip_once_the_server_has_made_it(site):
    """The brotli form is smaller and has its own tag. Until it is there, clients that accept it get gzip's form."""
    address = site.named(FIRST)
    body, gzipped = site.ask(address)[2], site.ask(address, Accept_Encoding="gzip")
    deadline = time.monotonic() + PATIENCE
    while True:
        status, headers, packed = site.ask(address, Accept_Encoding="gzip, deflate, br, zstd")
        same((status, headers["vary"]), (200, "accept-encoding"), "an answer")
        if headers["content-encoding"] == "br":
            break
        same((headers["content-encoding"], packed), ("gzip", gzipped[2]), "meanwhile")
        assert time.monotonic() < deadline, "the brotli form is never there"
        time.sleep(0.1)  # The server refuses clients that ask too often.
    # Python's standard library does not know brotli; node does.
    decompress = "process.stdout.write(require('zlib').brotliDecompressSync(require('fs').readFileSync(0)))"
    same(
        subprocess.run(["node", "-e", decompress], input=packed, capture_output=True, check=True).stdout,
        body,
        "the file",
    )
    assert int(headers["content-length"]) == len(packed) < 0.92 * len(gzipped[2]), (len(packed), len(gzipped[2]))
    same(site.ask(address, Accept_Encoding="br", If_None_Match=headers["etag"])[0], 304, "the form's own tag")
    same(site.ask(address, Accept_Encoding="br", If_None_Match=gzipped[1]["etag"])[0], 200, "the other form's tag")
    same(site.ask(address, "HEAD", Accept_Encoding="br")[1]["content-encoding"], "br", "HEAD")
    for accepted, coding in (
        ("br", "br"),
        ("br;q=0.5, gzip;q=0.5", "br"),
        ("br;q=0.1, gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("gzip", "gzip"),
        ("br;q=0", None),
    ):
        same(site.ask(address, Accept_Encoding=accepted)[1].get("content-encoding"), coding, accepted)


def test_an_unchanged_file_is_not_sent_again(site):
    """Each form has a tag, which is not valid for the other form."""
    plain, small = site.ask("/main.js")[1]["etag"], site.ask("/main.js", Accept_Encoding="gzip")[1]["etag"]
    for known in (plain, f"W/{plain}", f'"other", {plain}', "*"):
        status, headers, body = site.ask("/main.js", If_None_Match=known)
        same((status, body, headers["etag"], headers["vary"]), (304, b"", plain, "accept-encoding"), known)
    same(site.ask("/main.js", If_None_Match=small, Accept_Encoding="gzip")[0], 304, "the compressed form")
    same(site.ask("/main.js", If_None_Match=plain, Accept_Encoding="gzip")[0], 200, "the other form's tag")
    same(site.ask("/main.js", If_None_Match='"x"')[0], 200, "another version's tag")


def test_head_says_what_get_would_and_a_range_gets_the_whole_file(site):
    for accepted in ("gzip", "identity"):
        _, told, nothing = site.ask("/main.js", "HEAD", Accept_Encoding=accepted)
        _, sent, body = site.ask("/main.js", Accept_Encoding=accepted)
        assert told.pop("x-request-id") != sent.pop("x-request-id"), "each request has its own id"
        same((told, nothing), (sent, b""), accepted)
        same(int(told["content-length"]), len(body), "its length")
        status, headers, whole = site.ask("/main.js", Accept_Encoding=accepted, Range="bytes=0-9")
        same((status, headers.get("content-range"), whole), (200, None, body), "a range")


def test_pages_of_other_origins_may_read_a_gadgets_files_and_nothing_else(site):
    allowed = "access-control-allow-origin"
    for path in ("/gadgets/xo5.xml", "/gadgets/shared/gadget.js", "/gadgets/poll/poll.svg", "/gadget/lib/jquery.js"):
        status, headers, _ = site.ask(path, Origin="null")
        same((status, headers.get(allowed)), (200, "*"), path)
        same(site.ask(path, If_None_Match=headers["etag"])[1].get(allowed), "*", f"{path}, unchanged")
    status, headers, _ = site.ask("/gadgets/none.js", Origin="null")
    same((status, headers.get(allowed)), (404, "*"), "a file that is missing")
    others = "/ /main.js /gadget-frame.html /gadget/main.js /gadgets/map.json /api/gadgets /api/home".split()
    for path in others:
        status, headers, _ = site.ask(path, Origin="null")
        same((status, headers.get(allowed)), (200, None), path)


def test_an_address_with_nothing_is_a_page_for_people_and_json_for_programs(site):
    browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    for path in ("/nonexistent", "/none/of/it.html", "/gadgets/none.xml"):
        status, headers, body = site.ask(path, Accept=browser)
        same((status, headers["content-type"]), (404, "text/html; charset=utf-8"), path)
        assert "default-src 'none'" in headers["content-security-policy"], headers
        assert b'href="/"' in body and b"There is no page at this address." in body, body
        same(site.ask(path, "HEAD", Accept=browser)[0], 404, f"HEAD of {path}")
        for accepted in ({}, {"Accept": "*/*"}, {"Accept": "application/json"}, {"Accept": "application/json, text/html"}):
            status, headers, body = site.ask(path, **accepted)
            same((status, headers["content-type"]), (404, "application/json"), f"{path}, {accepted}")
            same(json.loads(body)["code"], "not-found", f"{path}, {accepted}")
    status, headers, _ = site.ask("/api/nothing", Accept=browser)
    same((status, headers["content-type"]), (404, "application/json"), "the API")


def test_files_with_their_version_in_the_address_are_cached_for_good(site):
    """An address with a version that the server does not have is never cached."""
    for pattern in (FIRST, r"page/looks\.js\?v=[0-9a-f]+", r"page/style\.css\?v=[0-9a-f]+"):
        address = site.named(pattern)
        same(site.ask(address)[1]["cache-control"], YEAR, address)
    same(site.ask("/")[1]["cache-control"], "no-cache", "the page itself")
    same(site.ask("/page/style.css?v=0")[1]["cache-control"], "no-cache", "another version")
    same(site.ask("/bundle/first.0.js")[0], 404, "modules of another version")


def test_each_chunk_of_modules_comes_with_the_chunks_it_needs(site):
    """Chunks can be asked for in any order."""
    first = site.ask(site.named(FIRST))[2].decode()
    chunks, needs = (
        json.loads(re.search(rf"const \${name} = (\{{.*\}});", first).group(1)) for name in ("chunks", "needs")
    )
    there = set(re.findall(r'\$define\("([^"]+)"', first))
    assert len(chunks) > 3 and len(there) > 10, (chunks, there)
    for name in chunks:
        known = there.union(*(chunks[chunk].split() for chunk in (name, *needs[name])))
        wanted = set(re.findall(r'\$need\("([^"]+)"', site.ask(f"/bundle/{name}")[2].decode()))
        same(wanted - known, set(), f"{name} needs what no chunk brings")


@pytest.fixture
def changed_script(tmp_path):
    """Returns the address of the script that a page names to which a module's text was appended."""

    def script(text):
        web = tmp_path / "web"
        shutil.copytree(WEB, web)
        with open(web / "lobby/person.js", "a", encoding="utf-8") as file:
            file.write(text)
        server = PageServer(web=str(web))
        try:
            return re.search(r'<script type="module" src="([^"]+)">', Site(server.url).ask("/")[2].decode()).group(1)
        finally:
            server.close()

    return script


def test_the_address_of_the_modules_changes_with_any_of_them(site, changed_script):
    before, after = site.named(FIRST)[1:], changed_script("\nconst changed = 1;\nexport { changed };\n")
    assert re.fullmatch(FIRST, after) and before != after, (before, after)


def test_modules_that_cannot_be_bundled_are_served_as_they_are(changed_script):
    same(changed_script('\nexport * from "./lists.js";\n'), "main.js", "the page's script")

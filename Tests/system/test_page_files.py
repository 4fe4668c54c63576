"""Bundling of the page, and the way the server serves its files: compression, caching, conditional
requests."""

import contextlib
import gzip
import http.client
import json
import os
import pathlib
import re
import shutil
import subprocess
import time

import pytest

from gomokutest import page
from gomokutest.browser import PageServer, Window
from gomokutest.checks import same
from gomokutest.environment import ROOT, TIMEOUT, WEB

YEAR = "public, max-age=31536000, immutable"
# Matches the address of the first chunk of modules in the page.
FIRST = r'(?<=<script type="module" src=")bundle/chunk\.[0-9A-Z]{8}\.js'


class Site:
    """Sends HTTP requests to one server."""

    def __init__(self, url):
        self.host = url.removeprefix("http://")

    def ask(self, path, method="GET", **headers):
        """Sends a request. Returns status, headers and body."""
        connection = http.client.HTTPConnection(self.host, timeout=TIMEOUT)
        connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        result = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        connection.close()
        return result

    def named(self, pattern):
        """Returns the first address in the page that matches the pattern."""
        return "/" + re.search(pattern, self.ask("/")[2].decode()).group(0)


@pytest.fixture
def site(page_server):
    return Site(page_server.url)


def test_file_is_served_with_gzip_if_the_client_accepts_it(site):
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


def unpacked(packed):
    """Decompresses brotli. Python's standard library cannot, but node can."""
    decompress = "process.stdout.write(require('zlib').brotliDecompressSync(require('fs').readFileSync(0)))"
    return subprocess.run(["node", "-e", decompress], input=packed, capture_output=True, check=True).stdout


def test_bundled_files_are_compressed_with_brotli_before_the_server_starts():
    """The first request gets the brotli form, which the server need not make."""
    with contextlib.closing(PageServer()) as server:
        site = Site(server.url)
        address = site.named(FIRST)
        _, headers, packed = site.ask(address, Accept_Encoding="gzip, deflate, br, zstd")
        same((headers["content-encoding"], headers["vary"]), ("br", "accept-encoding"), "the first request")
        same(unpacked(packed), site.ask(address)[2], "the file")
        gzipped = site.ask(address, Accept_Encoding="gzip")[2]
        assert len(packed) < 0.92 * len(gzipped), (len(packed), len(gzipped))


def test_brotli_replaces_gzip_once_it_is_ready(site):
    """The brotli form is smaller and has its own tag. Until it exists, clients that accept brotli
    get the gzip form."""
    address = "/page/style.css"
    body, gzipped = site.ask(address)[2], site.ask(address, Accept_Encoding="gzip")
    deadline = time.monotonic() + TIMEOUT
    while True:
        status, headers, packed = site.ask(address, Accept_Encoding="gzip, deflate, br, zstd")
        same((status, headers["vary"]), (200, "accept-encoding"), "an answer")
        if headers["content-encoding"] == "br":
            break
        same((headers["content-encoding"], packed), ("gzip", gzipped[2]), "meanwhile")
        assert time.monotonic() < deadline, "the brotli form is never there"
        time.sleep(0.1)  # The server rate-limits clients.
    same(unpacked(packed), body, "the file")
    assert int(headers["content-length"]) == len(packed) < len(gzipped[2]), (len(packed), len(gzipped[2]))
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


def test_unchanged_file_is_not_sent_again(site):
    """Each form has its own tag, which is not valid for the other form."""
    plain, small = site.ask("/main.js")[1]["etag"], site.ask("/main.js", Accept_Encoding="gzip")[1]["etag"]
    for known in (plain, f"W/{plain}", f'"other", {plain}', "*"):
        status, headers, body = site.ask("/main.js", If_None_Match=known)
        same((status, body, headers["etag"], headers["vary"]), (304, b"", plain, "accept-encoding"), known)
    same(site.ask("/main.js", If_None_Match=small, Accept_Encoding="gzip")[0], 304, "the compressed form")
    same(site.ask("/main.js", If_None_Match=plain, Accept_Encoding="gzip")[0], 200, "the other form's tag")
    same(site.ask("/main.js", If_None_Match='"x"')[0], 200, "another version's tag")


def test_head_has_the_headers_of_get_and_ranges_are_ignored(site):
    for accepted in ("gzip", "identity"):
        _, told, nothing = site.ask("/main.js", "HEAD", Accept_Encoding=accepted)
        _, sent, body = site.ask("/main.js", Accept_Encoding=accepted)
        assert told.pop("x-request-id") != sent.pop("x-request-id"), "each request has its own id"
        same((told, nothing), (sent, b""), accepted)
        same(int(told["content-length"]), len(body), "its length")
        status, headers, whole = site.ask("/main.js", Accept_Encoding=accepted, Range="bytes=0-9")
        same((status, headers.get("content-range"), whole), (200, None, body), "a range")


def test_other_origins_may_read_only_gadget_files(site):
    allowed = "access-control-allow-origin"
    for path in ("/gadgets/xo5.xml", "/gadgets/shared/gadget.js", "/gadgets/poll/poll.svg", "/gadget/lib/jquery.js"):
        status, headers, _ = site.ask(path, Origin="null")
        same((status, headers.get(allowed)), (200, "*"), path)
        same(site.ask(path, If_None_Match=headers["etag"])[1].get(allowed), "*", f"{path}, unchanged")
    status, headers, _ = site.ask("/gadgets/none.js", Origin="null")
    same((status, headers.get(allowed)), (404, "*"), "a file that is missing")
    others = "/ /main.js /gadget-frame.html /gadget/main.js /gadgets/map.json /api/gadgets /healthz".split()
    for path in others:
        status, headers, _ = site.ask(path, Origin="null")
        same((status, headers.get(allowed)), (200, None), path)


def test_not_found_is_a_page_for_browsers_and_json_for_programs(site):
    browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    for path in ("/nonexistent", "/none/of/it.html", "/gadgets/none.xml"):
        status, headers, body = site.ask(path, Accept=browser)
        same((status, headers["content-type"]), (404, "text/html; charset=utf-8"), path)
        assert "default-src 'none'" in headers["content-security-policy"], headers
        assert b'href="/"' in body and b"There is no page at this address." in body, body
        same(site.ask(path, "HEAD", Accept=browser)[0], 404, f"HEAD of {path}")
        for accepted in (
            {},
            {"Accept": "*/*"},
            {"Accept": "application/json"},
            {"Accept": "application/json, text/html"},
        ):
            status, headers, body = site.ask(path, **accepted)
            same((status, headers["content-type"]), (404, "application/json"), f"{path}, {accepted}")
            same(json.loads(body)["code"], "not-found", f"{path}, {accepted}")
    status, headers, _ = site.ask("/api/nothing", Accept=browser)
    same((status, headers["content-type"]), (404, "application/json"), "the API")


def test_files_with_a_hash_in_their_name_are_cached_forever(site):
    """The address of another version gets 404."""
    for pattern in (FIRST, r"bundle/looks\.[0-9A-Z]{8}\.js", r"bundle/style\.[0-9A-Z]{8}\.css"):
        address = site.named(pattern)
        same(site.ask(address)[1]["cache-control"], YEAR, address)
    same(site.ask("/")[1]["cache-control"], "no-cache", "the page itself")
    same(site.ask("/page/style.css")[1]["cache-control"], "no-cache", "a file without a hash")
    same(site.ask("/bundle/chunk.00000000.js")[0], 404, "modules of another version")


def chunks_of(html):
    """Returns the table of chunks in a bundled page."""
    return json.loads(re.search(r'<script type="application/json" id="chunks">(.*?)</script>', html).group(1))


@pytest.mark.parametrize(
    ("query", "kinds"),
    [("", ["rest"]), ("?room=a", ["soon", "rest"])],
    ids=["home page", "table"],
)
def test_each_module_chunk_lists_the_chunks_it_needs(site, query, kinds):
    """The page requests all of them together instead of one after another. The first chunk needs no
    other."""
    html = site.ask(f"/{query}")[2].decode()
    first = re.search(FIRST, html).group(0)

    def imported(address):
        text = site.ask(f"/{address}")[2].decode()
        return {f"bundle/{name}" for name in re.findall(r'(?:\bfrom|\bimport)"\./([^"]+)"', text)}

    chunks = chunks_of(html)
    languages = sorted(path.name for path in pathlib.Path(WEB, "texts").iterdir() if path.is_dir())
    kinds = [*kinds, *(f"texts-{each}" for each in languages if each != "en")]
    same([chunk["address"].split(".")[0] for chunk in chunks], [f"bundle/{kind}" for kind in kinds], "the chunks")
    same(imported(first), set(), "what the first chunk needs")
    for chunk in chunks:
        same(imported(chunk["address"]) - {first}, set(chunk["needs"]), chunk["address"])


@pytest.fixture
def changed_page(tmp_path):
    """Bundles a copy of the page with a text appended to one module. Returns its directory."""

    def page_with(module, text):
        source, target = tmp_path / "source", tmp_path / "page"
        shutil.copytree(WEB, source)
        with open(source / module, "a", encoding="utf-8") as file:
            file.write(text)
        page.bundle(source, target)
        return target

    return page_with


def test_changed_module_changes_its_address_in_the_page(site, changed_page):
    before = chunks_of(site.ask("/")[2].decode())
    after = chunks_of((changed_page("lobby/person.js", "\nglobalThis.changed = 1;\n") / "home.html").read_text())
    same([chunk["modules"] for chunk in after], [chunk["modules"] for chunk in before], "the modules")
    changed = [new["address"] for old, new in zip(before, after, strict=True) if old != new]
    same([address.split(".")[0] for address in changed], ["bundle/rest"], "the chunks that changed")


def test_comments_and_several_exports_per_line_are_bundled(changed_page):
    """The server's former bundler lost both declarations."""
    text = "\n/** One. */ const first = 1;\nconst second = 2;\nexport const A = first, B = second;\n"
    directory = changed_page("texts/de/first.js", text)
    chunk = next(each for each in chunks_of((directory / "index.html").read_text()) if "texts-de" in each["address"])
    name = f"m{chunk['modules'].index('texts/de/first.js')}"
    (directory / "package.json").write_text('{"type": "module"}')
    program = f"import {{ {name} }} from './{chunk['address']}'; console.log({name}.A, {name}.B);"
    command = ["node", "--input-type=module", "--eval", program]
    same(subprocess.run(command, cwd=directory, capture_output=True, text=True, check=True).stdout, "1 2\n", "exports")


def test_source_map_leads_to_the_modules(site):
    address = site.named(FIRST)
    status, headers, body = site.ask(f"{address}.map")
    same((status, headers["content-type"]), (200, "application/json"), "the map")
    sources = json.loads(body)["sources"]
    assert "../home.js" in sources and "../lobby/featured.js" in sources, sources
    assert site.ask(address)[2].decode().rstrip().endswith(f"sourceMappingURL={os.path.basename(address)}.map")


def test_address_decides_between_the_documents(site):
    """Tests/Fixtures/documents.json has the cases. Each document has a tag of its own, so that no
    browser confuses them."""
    with open(os.path.join(ROOT, "Tests/Fixtures/documents.json"), encoding="utf-8") as file:
        cases = json.load(file)
    # An element that only this document has.
    elements = {"home": "featured-board", "table": "choices", "study": "chapter", "puzzles": "modes", "race": "standings"}
    tags = {name: set() for name in elements}
    for path in ("/", "/index.html"):
        for case in cases:
            status, headers, body = site.ask(path + case["query"])
            # No game has been recorded, so the table's document says that the game does not exist.
            found = 404 if case["document"] == "table" and "record=" in case["query"] else 200
            element = f' id="{elements[case["document"]]}"'.encode()
            same((status, element in body), (found, True), path + case["query"])
            if found == 200:
                tags[case["document"]].add(headers["etag"])
    assert {len(each) for each in tags.values()} == {1} and len(set.union(*tags.values())) == len(elements), tags


def test_page_works_unbundled(room):
    """With `--web web-static` the server serves it during development."""
    server = PageServer(web=WEB)
    try:
        window = Window(server.url, "Developer")
        window.go(f"?room={room}", ahead=True)
        same(
            window.script("return document.querySelector('script[type=module]').getAttribute('src')"), "main.js", "page"
        )
        same(window.script("return document.documentElement.dataset.panel"), "ready", "a part that is fetched later")
        window.go("", ahead=True)
        same(
            window.script("return document.querySelector('script[type=module]').getAttribute('src')"), "home.js", "home"
        )
        same(window.complaints(), [], "errors")
        window.close()
    finally:
        server.close()

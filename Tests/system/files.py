#!/usr/bin/python3
"""How the page's files are served: made smaller, kept, compared. Black box, standard library only.

    Tests/system/files.py [--server PATH]
"""

import argparse
import json
import gzip
import http.client
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from browser_kit import ROOT, Count, Server, same

YEAR = "public, max-age=31536000, immutable"


class Site:
    """Requests to one server."""

    def __init__(self, url):
        self.host = url.removeprefix("http://")

    def ask(self, path, method="GET", **headers):
        """Status, headers and body."""
        connection = http.client.HTTPConnection(self.host, timeout=60)
        connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        result = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        connection.close()
        return result

    def named(self, pattern):
        """The address of that form that the page names."""
        return "/" + re.search(pattern, self.ask("/")[2].decode()).group(0)


def smaller(site):
    """A file comes as small as gzip makes it to whoever takes that, and as it is to others"""
    status, plain, body = site.ask("/page/style.css")
    same((status, plain.get("content-encoding"), plain["vary"]), (200, None, "accept-encoding"), "as it is")
    with open(os.path.join(ROOT, "web-static/page/style.css"), "rb") as file:
        same(body, file.read(), "the file")
    for accepted in ("gzip", "br;q=0.4, GZIP;q=0.5", "br;q=0, gzip", "*", "deflate, x-gzip"):
        status, small, packed = site.ask("/page/style.css", Accept_Encoding=accepted)
        same((status, small["content-encoding"], small["vary"]), (200, "gzip", "accept-encoding"), accepted)
        same(gzip.decompress(packed), body, "the same")
        assert int(small["content-length"]) == len(packed) < len(body) / 2, (len(packed), len(body))
        assert small["etag"] != plain["etag"], "a tag for each form"
    for refused in ("gzip;q=0", "identity", "*;q=0", "gzip;q=0, *", "", "gzipped"):
        same(site.ask("/page/style.css", Accept_Encoding=refused)[1].get("content-encoding"), None, refused)


def smallest(site):
    """Whoever takes brotli is given what gzip made until brotli's form is there, then that, which is smaller, with a tag of its own"""
    address = site.named(r"bundle/first\.[0-9a-f]+\.js")
    body, gzipped = site.ask(address)[2], site.ask(address, Accept_Encoding="gzip")
    deadline = time.monotonic() + 60
    while True:
        status, headers, packed = site.ask(address, Accept_Encoding="gzip, deflate, br, zstd")
        same((status, headers["vary"]), (200, "accept-encoding"), "an answer")
        if headers["content-encoding"] == "br":
            break
        same((headers["content-encoding"], packed), ("gzip", gzipped[2]), "meanwhile")
        assert time.monotonic() < deadline, "brotli's form is never there"
        time.sleep(0.1)  # who asks too often is refused
    # Node can read it, and is there for other tests.
    read = subprocess.run(["node", "-e", "process.stdout.write(require('zlib').brotliDecompressSync(require('fs').readFileSync(0)))"], input=packed, capture_output=True, check=True)
    same(read.stdout, body, "the same")
    assert int(headers["content-length"]) == len(packed) < 0.92 * len(gzipped[2]), (len(packed), len(gzipped[2]))
    same(site.ask(address, Accept_Encoding="br", If_None_Match=headers["etag"])[0], 304, "what is known")
    same(site.ask(address, Accept_Encoding="br", If_None_Match=gzipped[1]["etag"])[0], 200, "the other form's tag")
    same(site.ask(address, "HEAD", Accept_Encoding="br")[1]["content-encoding"], "br", "HEAD")
    for accepted, coding in (("br", "br"), ("br;q=0.5, gzip;q=0.5", "br"), ("br;q=0.1, gzip", "gzip"), ("br;q=0, gzip", "gzip"), ("gzip", "gzip"), ("br;q=0", None)):
        same(site.ask(address, Accept_Encoding=accepted)[1].get("content-encoding"), coding, accepted)


def compared(site):
    """What has not changed is not sent again, in neither form; one form's tag is not the other's"""
    plain, small = site.ask("/main.js")[1]["etag"], site.ask("/main.js", Accept_Encoding="gzip")[1]["etag"]
    for known in (plain, f"W/{plain}", f'"other", {plain}', "*"):
        status, headers, body = site.ask("/main.js", If_None_Match=known)
        same((status, body, headers["etag"], headers["vary"]), (304, b"", plain, "accept-encoding"), known)
    same(site.ask("/main.js", If_None_Match=small, Accept_Encoding="gzip")[0], 304, "the small one")
    same(site.ask("/main.js", If_None_Match=plain, Accept_Encoding="gzip")[0], 200, "the other form's tag")
    same(site.ask("/main.js", If_None_Match='"x"')[0], 200, "another version's tag")


def heads(site):
    """HEAD says of each form what GET would, without it; of a range the whole is sent"""
    for accepted in ("gzip", "identity"):
        _, told, nothing = site.ask("/main.js", "HEAD", Accept_Encoding=accepted)
        _, sent, body = site.ask("/main.js", Accept_Encoding=accepted)
        assert told.pop("x-request-id") != sent.pop("x-request-id"), "each request has its own"
        same((told, nothing), (sent, b""), accepted)
        same(int(told["content-length"]), len(body), "its length")
        status, headers, whole = site.ask("/main.js", Accept_Encoding=accepted, Range="bytes=0-9")
        same((status, headers.get("content-range"), whole), (200, None, body), "a range")


def kept(site):
    """What has its version in its address is kept for good; under a version that is gone nothing false is kept"""
    for pattern in (r"bundle/first\.[0-9a-f]+\.js", r"page/looks\.js\?v=[0-9a-f]+", r"page/style\.css\?v=[0-9a-f]+"):
        address = site.named(pattern)
        same(site.ask(address)[1]["cache-control"], YEAR, address)
    same(site.ask("/")[1]["cache-control"], "no-cache", "the page itself")
    same(site.ask("/page/style.css?v=0")[1]["cache-control"], "no-cache", "another version")
    same(site.ask("/bundle/first.0.js")[0], 404, "modules of another version")


def together(site):
    """A chunk of modules comes with those that it imports from, in whatever order they are wanted"""
    first = site.ask(site.named(r"bundle/first\.[0-9a-f]+\.js"))[2].decode()
    chunks, needs = [json.loads(re.search(rf"const \${name} = (\{{.*\}});", first).group(1)) for name in ("chunks", "needs")]
    there = set(re.findall(r'\$define\("([^"]+)"', first))
    assert len(chunks) > 3 and len(there) > 10, (chunks, there)
    for name in chunks:
        known = there.union(*(chunks[chunk].split() for chunk in (name, *needs[name])))
        wanted = set(re.findall(r'\$need\("([^"]+)"', site.ask(f"/bundle/{name}")[2].decode()))
        same(wanted - known, set(), f"{name} needs what nobody brings")


def changing(site):
    """The address of the modules changes with any one of them, and what cannot be put together is served as it is"""
    web = os.path.join(tempfile.mkdtemp(), "web")
    shutil.copytree(os.path.join(ROOT, "web-static"), web)

    def first():
        server = Server(web=web)
        try:
            page = Site(server.url).ask("/")[2].decode()
            return re.search(r'<script type="module" src="([^"]+)">', page).group(1)
        finally:
            server.close()
    try:
        before = first()
        with open(os.path.join(web, "lobby/person.js"), "a", encoding="utf-8") as file:
            file.write("\nconst changed = 1;\nexport { changed };\n")
        after = first()
        assert before.startswith("bundle/first.") and after.startswith("bundle/first.") and before != after, (before, after)
        with open(os.path.join(web, "lobby/person.js"), "a", encoding="utf-8") as file:
            file.write('\nexport * from "./lists.js";\n')
        same(first(), "main.js", "as it is")
    finally:
        shutil.rmtree(os.path.dirname(web))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--server")
    server, count = Server(parser.parse_args().server), Count()
    try:
        for test in (smaller, smallest, compared, heads, kept, together, changing):
            count.run(test, Site(server.url))
    finally:
        server.close()
    return count.finish()


if __name__ == "__main__":
    sys.exit(main())

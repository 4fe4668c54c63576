"""The bytes and requests of a first visit until the board or the home page is live, in a real
browser.

The results do not depend on the load of the machine. The tests check the order of requests, and the
page's behaviour without some of them. `make bench` measures times.
"""

import json
import re
import time
import urllib.request

import pytest

from gomokutest.browser import TIMEOUT
from gomokutest.checks import same

# The limit in bytes on the wire, including headers, for all requests that the page makes before its
# connection is open.
WEIGHT = 60_000
# The same for the requests that the document itself names. The board is live with these alone.
FIRST_WEIGHT = 31_000
# The same for the home page, which shows a board long before.
HOME_WEIGHT = 45_000
# A slow connection: 3G as browsers' tools emulate it.
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
# The page, its style sheet, its icon, the looks, the first chunk of modules, three chunks needed
# soon, and the two style sheets of later parts.
REQUESTS = 10
# The time until the home page's buttons work on such a connection, in milliseconds.
USABLE = 2_500
# The table of chunks in the bundled page.
CHUNKS = re.compile(r'<script type="application/json" id="chunks">(.*?)</script>')
# A round trip in milliseconds. It separates the requests that the page makes at once from those
# that follow a response.
LATENCY = 500
# Whether the board is live: the connection is open, and the room's state has arrived and is drawn.
LIVE = """const page = document.documentElement.dataset;
    const turn = document.getElementById('turn').textContent;
    return page.connection === 'online' && page.rev !== undefined && turn !== 'Opening the table…'"""
# Files that the page prefetches when it is idle.
LATER = ["*/bundle/rest*", "*/lobby/*", "*/board/themes*"]


def ask(address):
    """Sends a request as browsers do. Returns the encoding of the response."""
    request = urllib.request.Request(address, headers={"Accept-Encoding": "gzip, deflate, br, zstd"}, method="HEAD")
    with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
        return answer.headers["Content-Encoding"]


@pytest.fixture(scope="module")
def compressed(page_server):
    """A server that has compressed the page's modules to their smallest form, which takes a while
    after its start."""
    wanted = ["", "?room=a"]
    for document in list(wanted):
        with urllib.request.urlopen(f"{page_server.url}/{document}", timeout=TIMEOUT) as answer:
            html = answer.read().decode()
        chunks = json.loads(CHUNKS.search(html).group(1))
        wanted.append(re.search(r'<script type="module" src="([^"]+)"', html).group(1))
        wanted.append(re.search(r'<link rel="stylesheet" href="([^"]+)"', html).group(1))
        for soon in [chunk for chunk in chunks if chunk["address"].startswith("bundle/soon.")]:
            wanted += [soon["address"], *soon["needs"]]
    end = time.monotonic() + TIMEOUT
    while {ask(f"{page_server.url}/{path}") for path in wanted} - {None} != {"br"}:
        assert time.monotonic() < end, "the smallest form is never there"
        time.sleep(0.1)  # The server rate-limits clients.


@pytest.fixture
def visitor(open_window, compressed):
    """A window at its first visit, whose browser logs network traffic."""
    window = open_window("Visitor", network=True, eager=True)
    window.driver.execute_cdp_cmd("Network.enable", {})
    window.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    window.expected.append("ERR_BLOCKED_BY")  # A test may block requests.
    return window


def requests_before_open(window):
    """Returns the HTTP requests that the page makes before its connection is open: {address,
    initiator, bytes}."""
    made, is_open = {}, False
    for entry in window.driver.get_log("performance"):
        event = json.loads(entry["message"])["message"]
        what, told = event["method"], event["params"]
        if what == "Network.webSocketHandshakeResponseReceived":
            is_open = True
        elif what == "Network.requestWillBeSent" and not is_open and told["request"]["url"].startswith("http"):
            made[told["requestId"]] = {
                "address": told["request"]["url"],
                "initiator": told["initiator"]["type"],
                "bytes": None,
            }
        elif what == "Network.loadingFinished" and told["requestId"] in made:
            made[told["requestId"]]["bytes"] = told["encodedDataLength"]
    return list(made.values())


def test_first_visit_takes_60_kB_and_few_requests_until_live(visitor, room):
    """By then the page has requested only the modules that the board and its dialogs need."""
    visitor.driver.execute_cdp_cmd(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": LATENCY, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    visitor.go(f"?room={room}", "the board is live", LIVE)
    visitor.until(
        "all answers", "return document.readyState === 'complete' && document.documentElement.dataset.panel === 'ready'"
    )
    requests = requests_before_open(visitor)
    assert len(requests) > 4 and all(each["bytes"] for each in requests), requests
    listed = "\n".join(f"{each['bytes']} {each['address']} {each['initiator']}" for each in requests)
    assert sum(each["bytes"] for each in requests) <= WEIGHT, listed
    assert len(requests) <= REQUESTS, requests
    first = [each for each in requests if each["initiator"] != "script"]
    assert sum(each["bytes"] for each in first) <= FIRST_WEIGHT, listed
    chunks = [
        (re.search(r"bundle/(\w+)", each["address"]).group(1), each["initiator"])
        for each in requests
        if "bundle/" in each["address"]
    ]
    same(chunks[:3], [("looks", "parser"), ("style", "parser"), ("chunk", "parser")], "what the page names")
    same(sorted(chunks[3:]), [("chunk", "script"), ("chunk", "script"), ("soon", "script")], "what is wanted soon")


def test_home_page_is_live_after_three_round_trips_and_45_kB(visitor, thorough):
    """The document names every file that the home page needs before its connection is open, so the
    browser asks for all of them at once. On a slow connection that takes less than 2.5 s. Only
    `make test-all` asserts the time, because it depends on the machine."""
    cdp = visitor.driver.execute_cdp_cmd
    cdp("Network.setBlockedURLs", {"urls": []})
    cdp("Network.emulateNetworkConditions", SLOW)
    visitor.go("", "the home page is live", "return document.querySelector('.who-one-is b')")
    painted, usable = visitor.script("""
        const [paint] = performance.getEntriesByName('first-contentful-paint');
        return [paint?.startTime, gomoku.usable].map(Math.round)""")
    requests = requests_before_open(visitor)
    listed = "\n".join(f"{each['bytes']} {each['address']} {each['initiator']}" for each in requests)
    print(f"painted after {painted} ms, usable after {usable} ms, {sum(each['bytes'] or 0 for each in requests)} bytes\n{listed}")
    assert sum(each["bytes"] or 0 for each in requests) <= HOME_WEIGHT, listed
    same({each["initiator"] for each in requests} - {"parser", "other"}, set(), f"initiators of {listed}")
    named = sorted(re.search(r"bundle/(\w+)", each["address"]).group(1) for each in requests if "bundle/" in each["address"])
    same(named, ["chunk", "looks", "style"], "files")
    assert not thorough or 0 < usable < USABLE, f"usable after {usable} ms"


def test_nothing_is_prefetched_until_the_connection_is_open(visitor, room):
    """The modules that may be needed later never compete with something that the board waits for,
    however long it waits."""
    # The attempt to connect never ends. The page's own timeout for it never fires, however slow the
    # machine is.
    hold = """globalThis.WebSocket = class extends EventTarget { close() {} };
        const soon = setTimeout;
        globalThis.setTimeout = (action, ms = 0, ...more) => (ms < 5_000 ? soon(action, ms, ...more) : 0);"""
    held = visitor.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": hold})
    visitor.driver.get(f"{visitor.url}/?room={room}")
    visitor.until("the panel", "return document.documentElement.dataset.panel === 'ready'")
    # After two idle callbacks the page has started its idle work. The timeouts are needed because a
    # page that draws nothing may never count as idle.
    visitor.driver.execute_async_script("""
        const done = arguments[0], idle = (action) => requestIdleCallback(action, { timeout: 2_500 });
        idle(() => idle(() => setTimeout(done)));""")
    addresses = [each["address"] for each in requests_before_open(visitor)]
    assert any("bundle/soon" in address for address in addresses), addresses
    assert not any("bundle/rest" in address for address in addresses), addresses
    visitor.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", held)
    visitor.go(f"?room={room}", "the board is live", LIVE)
    visitor.driver.execute_async_script("gomoku.ahead.then(arguments[0])")
    fetched = visitor.script("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert any("bundle/rest" in address for address in fetched), fetched


def test_board_goes_live_without_prefetched_files(visitor, room):
    visitor.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/bundle/soon*", "*/page/lazy.css*", "*/table/game.css*", *LATER]})
    visitor.go(f"?room={room}", "the board is live", LIVE)
    same(visitor.script("return document.documentElement.dataset.panel"), "missing", "the part that was blocked")


def test_failed_prefetch_is_repeated_on_demand(visitor, room):
    visitor.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/bundle/soon*"]})
    visitor.go(f"?room={room}", "the board is live", LIVE)
    same(visitor.script("return document.documentElement.dataset.panel"), "missing", "the part that was blocked")
    visitor.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    visitor.click("#choices [data-choice=robot]")
    visitor.until("the dialog", "return document.querySelector('#new-game-dialog[open]')")


def test_robot_dialog_needs_no_deferred_files(visitor, room):
    visitor.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": LATER})
    visitor.go(f"?room={room}", "the board is live", LIVE)
    visitor.click("#choices [data-choice=robot]")
    visitor.until("the dialog", "return document.querySelector('#new-game-dialog[open]')")

#!/usr/bin/env python3
"""How much the page is, and how long its way is, on a slow line: tests in a real browser.

    Tests/system/browser_speed.py [--server PATH] [--web DIR]

What is asserted are bytes and the order of requests, which do not depend on how busy the machine is; the times on Chromium's
Slow 3G (400 ms round trip, 400 kbit/s) are printed.
"""

import argparse
import json
import re
import sys
import time

from browser_kit import Count, Server, Window

# Bytes on the wire until the board is live, headers included.
WEIGHT = 60_000
# Until then: the page, two style sheets, the modules, and what is fetched early meanwhile.
REQUESTS = 9
SLOW_3G = {"offline": False, "latency": 400, "downloadThroughput": 400 * 1000 / 8, "uploadThroughput": 400 * 1000 / 8}

# Notes in the page when the board is live, and when the dialog asked for is there.
WATCH = """
    window.seen = {};
    new MutationObserver(() => {
      const page = document.documentElement.dataset, turn = document.getElementById('turn');
      if (page.connection === 'online' && page.rev !== undefined && turn && turn.textContent !== 'Opening the table…') seen.live ??= performance.now();
      if (document.querySelector('#new-game-dialog[open]')) seen.dialog ??= performance.now();
    }).observe(document, { subtree: true, attributes: true, childList: true, characterData: true });
    addEventListener('click', () => { seen.click ??= performance.now(); }, true);
"""


class Visit:
    """A first visit, with everything that went over the line."""

    def __init__(self, url, room, blocked=()):
        """`blocked`: what does not come at all."""
        self.url = url
        self.window = Window(url, "Slow", network=True)
        cdp = self.window.driver.execute_cdp_cmd
        cdp("Network.enable", {})
        cdp("Network.setBlockedURLs", {"urls": list(blocked)})
        cdp("Network.emulateNetworkConditions", SLOW_3G)
        cdp("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        self.window.driver.get(f"{self.window.url}/?room={room}")
        self.window.until("the board is live", "return seen.live")

    def requests(self):
        """Every request over HTTP: {address, began, ended, bytes}, times in the page's milliseconds."""
        events = [json.loads(entry["message"])["message"] for entry in self.window.driver.get_log("performance")]
        start, made = None, {}
        for event in events:
            what, told = event["method"], event.get("params", {})
            if what == "Network.requestWillBeSent":
                start = start if start is not None else told["timestamp"]
                made[told["requestId"]] = {"address": told["request"]["url"], "began": (told["timestamp"] - start) * 1000, "ended": None, "bytes": 0}
            elif what == "Network.loadingFinished" and told["requestId"] in made:
                made[told["requestId"]].update(ended=(told["timestamp"] - start) * 1000, bytes=told["encodedDataLength"])
        return [each for each in made.values() if each["address"].startswith("http")]

    def seen(self):
        return self.window.script("return seen")


def light(visit, requests):
    """The board is live after at most 60 kB and few requests"""
    live = visit.seen()["live"]
    before = [each for each in requests if each["ended"] is not None and each["ended"] <= live]
    weight = sum(each["bytes"] for each in before)
    print(f"        {weight:.0f} bytes in {len(before)} requests until the board is live, after {live:.0f} ms", flush=True)
    assert len(before) > 1, before
    assert weight <= WEIGHT, f"{weight} bytes: " + ", ".join(f"{each['address']} {each['bytes']:.0f}" for each in before)
    assert len(before) <= REQUESTS, [each["address"] for each in before]


def direct(visit, requests):
    """Nothing that the board needs is asked for later than what the page itself names"""
    # What stands in the page goes out together, once the page is there; the line to the server is opened by the modules.
    page = next(each for each in requests if "room=" in each["address"])
    first = [each for each in requests if each is not page and each["began"] < page["ended"] + SLOW_3G["latency"] / 2]
    assert any(".js" in each["address"] for each in first), first
    opened = visit.window.script("return performance.getEntriesByType('resource').filter(e => e.initiatorType === 'script' || e.name.includes('.js')).map(e => e.name)")
    rounds = [each for each in requests if ".js" in each["address"] and each not in first and each["ended"] and each["ended"] <= visit.seen()["live"]]
    # What is fetched early comes while the line is opened, and is one file.
    assert len(rounds) <= 2, f"{[each['address'] for each in rounds]} of {opened}"


def ready(visit, requests):
    """The robot's dialog waits for nothing that was not on its way before the board was live"""
    visit.window.click("#choices [data-choice=robot]")
    visit.window.until("the dialog", "return seen.dialog")
    seen = visit.seen()
    print(f"        the robot's dialog {seen['dialog'] - seen['click']:.0f} ms after the click", flush=True)
    early = [each["address"] for each in requests if each["began"] <= seen["live"] and "bundle/" in each["address"]]
    names = [re.search(r"bundle/(\w+)", address).group(1) for address in early]
    assert sorted(names) == ["first", "soon"], f"on its way before the board was live: {early}"
    # It opens although nothing of the rest ever comes.
    poor = Visit(visit.url, f"poor-{time.time_ns()}", ("*/bundle/rest*", "*/lobby/*", "*/board/themes*"))
    try:
        poor.window.click("#choices [data-choice=robot]")
        poor.window.until("the dialog", "return seen.dialog")
    finally:
        poor.window.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--server")
    parser.add_argument("--web")
    options = parser.parse_args()
    server, count = Server(options.server, options.web), Count()
    visit = Visit(server.url, f"slow-{time.time_ns()}")
    try:
        # What is still on its way when the board is live, the dialog may need.
        requests = visit.requests()
        for test in (light, direct, ready):
            count.run(test, visit, requests)
    finally:
        visit.window.close()
        server.close()
    return count.finish()


if __name__ == "__main__":
    sys.exit(main())

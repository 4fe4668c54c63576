#!/usr/bin/env python3
"""The page without a line, and as an app of its own: tests in a real browser.

    Tests/system/browser_offline.py [--server PATH]
"""

import argparse
import os
import shutil
import sys
import tempfile

from browser_kit import ROOT, Count, Server, Window, same


class Traveller:
    """Somebody who has been here once, with a server that is renewed and goes away."""

    def __init__(self, command):
        self.folder = tempfile.mkdtemp(prefix="gomoku-web-")
        self.web = os.path.join(self.folder, "web")
        shutil.copytree(os.path.join(ROOT, "web-static"), self.web)
        self.server = Server(command, self.web)
        self.url = self.server.url
        self.window = Window(self.url, "Traveller")

    def renew(self, path, old, new):
        """Another version of a file, from the next start on."""
        path = os.path.join(self.web, path)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        assert old in text, old
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))

    def visit(self, query=""):
        self.window.driver.get(f"{self.window.url}/{query}")
        self.window.until("the front door", "return document.querySelector('.tiles')")

    def kept(self):
        """Waits until this version is kept."""
        self.window.driver.set_script_timeout(60)
        self.window.until("kept", """
            const first = document.querySelector('script[type=module]').src;
            if (!navigator.serviceWorker.controller) return false;
            window.looking ??= caches.open('page').then(async (cache) => {
              const page = await cache.match(new URL('./', location).href);
              const text = page ? await page.text() : '';
              window.found = text.includes(first.split('/').pop()) && (await cache.keys()).length > 8;
              window.looking = null;
            });
            return window.found;""")

    def close(self):
        self.window.close()
        shutil.rmtree(self.folder)


def installable(traveller):
    """a browser finds nothing that keeps the page from being installed"""
    traveller.visit()
    traveller.kept()
    cdp = traveller.window.driver.execute_cdp_cmd
    manifest = cdp("Page.getAppManifest", {})
    same(manifest["errors"], [], "the manifest")
    assert '"name": "Five in a row"' in manifest["data"], manifest
    # Headless, a browser has no place to install anything to.
    errors = [each["errorId"] for each in cdp("Page.getInstallabilityErrors", {})["installabilityErrors"] if each["errorId"] != "in-incognito"]
    same(errors, [], "what is missing")
    for icon in ("icons/icon-192.png", "icons/icon-512.png", "icons/maskable-512.png", "icons/apple-180.png"):
        width = traveller.window.driver.execute_async_script("const i = new Image(); i.onload = () => arguments[1](i.naturalWidth); i.onerror = () => arguments[1](0); i.src = arguments[0];", icon)
        same(str(width) in icon, True, icon)


def away(traveller):
    """without a server the page opens, says that there is no line, and what needs none goes on"""
    window = traveller.window
    traveller.visit()
    traveller.kept()
    traveller.server.stop()
    window.driver.execute_cdp_cmd("Network.enable", {})
    for query in ("", "?room=somewhere", "?lobby"):
        window.driver.get(f"{window.url}/{query}")
        window.until("it is told", "return document.getElementById('connection').checkVisibility() && /connection is lost|does not answer|offline/i.test(document.querySelector('#connection p').textContent)")
    window.until("the front door", "return document.querySelector('.tiles')")
    window.click("#learn")
    window.until("the lesson", "return document.querySelector('#lesson-dialog[open] .cell')")
    window.script("document.querySelector('#lesson-dialog').close()")
    window.click("#settings")
    window.until("settings", "return document.querySelector('#settings-dialog[open]')")
    window.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
    window.driver.get(f"{window.url}/")
    window.until("offline", "return /You are offline/.test(document.querySelector('#connection p').textContent)")
    window.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
    traveller.server.start()
    window.until("online again", "return document.documentElement.dataset.connection === 'online'")


def renewed(traveller):
    """a new version is shown at the first visit, whole, and kept in place of the old one"""
    window = traveller.window
    traveller.visit()
    traveller.kept()
    before = window.script("return document.querySelector('script[type=module]').src")
    traveller.server.stop()
    traveller.renew("texts/en/lobby.js", 'playNow: "Play now"', 'playNow: "Play at once"')
    traveller.renew("index.html", "<title>Five in a row</title>", "<title>Five in a row, renewed</title>")
    traveller.server.start()
    traveller.visit()
    same(window.text("#play-title").lower(), "play at once", "what is new")
    assert window.script("return document.querySelector('script[type=module]').src") != before
    traveller.kept()
    traveller.server.stop()
    traveller.visit()
    same(window.text("#play-title").lower(), "play at once", "kept")
    traveller.server.start()
    window.until("online again", "return document.documentElement.dataset.connection === 'online'")


def nobody_elses(traveller):
    """the API, gadgets and what is not of the page are not kept"""
    window = traveller.window
    traveller.visit()
    traveller.kept()
    found = window.driver.execute_async_script("const done = arguments[0]; caches.open('page').then(c => c.keys()).then(k => done(k.map(r => new URL(r.url).pathname)))")
    assert len(found) >= 8 and "/" in found, found
    same([path for path in found if path.startswith(("/api", "/gadget", "/ws"))], [], "kept")
    answer = window.driver.execute_async_script("const done = arguments[0]; fetch('/api/home').then(a => a.json()).then(a => done(a.online))")
    assert answer >= 1, answer


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--server")
    traveller, count = Traveller(parser.parse_args().server), Count()
    try:
        for test in (installable, away, renewed, nobody_elses):
            count.run(test, traveller)
    finally:
        traveller.close()
        traveller.server.close()
    return count.finish()


if __name__ == "__main__":
    sys.exit(main())

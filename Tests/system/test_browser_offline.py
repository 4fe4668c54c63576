"""The page without a connection, and as an installed app, in a real browser."""

import os
import shutil

import pytest

from gomokutest import page
from gomokutest.browser import PageServer, Window
from gomokutest.checks import same
from gomokutest.environment import WEB


class Site:
    """A server whose page the test can update, and a window that visits it."""

    def __init__(self, directory):
        self.source, self.web = os.path.join(directory, "source"), os.path.join(directory, "web")
        shutil.copytree(WEB, self.source)
        shutil.copytree(page.bundled(), self.web)
        self.server = PageServer(web=self.web)
        self.window = Window(self.server.url, "Traveller", eager=True)

    def update(self, *changes):
        """Changes source files and bundles the page again. The server reads it at its next start.
        A change is a path, a text, and the text that replaces it."""
        for path, old, new in changes:
            path = os.path.join(self.source, path)
            with open(path, encoding="utf-8") as file:
                text = file.read()
            assert old in text, old
            with open(path, "w", encoding="utf-8") as file:
                file.write(text.replace(old, new))
        page.bundle(self.source, self.web)

    def close(self):
        self.window.close()
        self.server.close()


@pytest.fixture
def site(tmp_path):
    site = Site(tmp_path)
    yield site
    site.close()


@pytest.fixture
def window(open_window):
    """A window whose browser has cached the page of the module's server."""
    window = open_window("Traveller", eager=True)
    visit(window)
    wait_until_cached(window)
    return window


def visit(window):
    window.driver.get(f"{window.url}/")
    window.until("the front door", "return document.querySelector('.tiles')")


def wait_until_cached(window):
    """Waits until the browser has cached this version of the page."""
    window.until(
        "kept",
        """
        const chunks = document.getElementById('chunks').textContent;
        if (!navigator.serviceWorker.controller) return false;
        window.looking ??= caches.open('page').then(async (cache) => {
          const [home, table] = await Promise.all(['home', 'index'].map(async (name) => (await cache.match(new URL(`./${name}.html`, location).href))?.text() ?? ''));
          window.found = home.includes(chunks) && table.includes('table-view') && (await cache.keys()).length > 8;
          window.looking = null;
        });
        return window.found;""",
    )


def test_page_can_be_installed(window):
    cdp = window.driver.execute_cdp_cmd
    manifest = cdp("Page.getAppManifest", {})
    same(manifest["errors"], [], "the manifest")
    assert '"name": "Five in a row"' in manifest["data"], manifest
    # A headless browser has no place to install an app.
    errors = [
        each["errorId"]
        for each in cdp("Page.getInstallabilityErrors", {})["installabilityErrors"]
        if each["errorId"] != "in-incognito"
    ]
    same(errors, [], "what keeps the page from being installed")
    for icon in ("icons/icon-192.png", "icons/icon-512.png", "icons/maskable-512.png", "icons/apple-180.png"):
        width = window.script(
            """return new Promise((done) => {
            const image = new Image();
            Object.assign(image, {onload: () => done(image.naturalWidth), onerror: () => done(0), src: arguments[0]});
        })""",
            icon,
        )
        assert f"-{width}." in icon, f"{icon} is {width} pixels wide"


def test_only_the_languages_in_use_are_cached(open_window):
    """Besides English: the language of the first visit, and one that is chosen later."""
    window = open_window("Traveller", eager=True)
    window.driver.get(f"{window.url}/icon.svg")
    window.script("localStorage.setItem('gomoku.language', 'de')")
    visit(window)
    wait_until_cached(window)
    languages = """const done = arguments[0];
        caches.open('page').then((cache) => cache.keys()).then((keys) =>
            done([...new Set(keys.map(({ url }) => /texts-([\\w-]+)\\.\\w+\\.js$/.exec(url)?.[1]).filter(Boolean))].sort()))"""
    same(window.driver.execute_async_script(languages), ["de"], "after the first visit")
    window.press("#settings", opens="#settings-dialog")
    window.choose("#settings-dialog [name=language]", "fr")
    window.until("French", "return document.documentElement.lang === 'fr'")
    same(window.driver.execute_async_script(languages), ["de", "fr"], "after the choice of French")


def test_cached_page_opens_offline_and_says_so(site):
    """The lesson and the settings work without a server. The page reconnects when the server is
    back."""
    window = site.window
    visit(window)
    wait_until_cached(window)
    site.server.stop()
    lost = (
        "const bar = document.getElementById('connection');"
        " return bar.checkVisibility() && /connection lost|does not"
        " answer|offline/i.test(bar.querySelector('p').textContent)"
    )
    for query, view in (("", "home"), ("?room=somewhere", "table"), ("?lobby", "home")):
        window.driver.get(f"{window.url}/{query}")
        window.until(f"the lost connection at /{query}", lost)
        same(window.script("return document.body.className.split('-')[0]"), view, f"the document at /{query}")
    window.until("the front door", "return document.querySelector('.tiles')")
    window.click("#learn")
    window.until("the lesson", "return document.querySelector('#lesson-dialog[open] .cell')")
    window.script("document.querySelector('#lesson-dialog').close()")
    window.click("#settings")
    window.until("settings", "return document.querySelector('#settings-dialog[open]')")
    network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    window.driver.execute_cdp_cmd("Network.enable", {})
    window.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": True, **network})
    window.driver.get(f"{window.url}/")
    window.until("offline", "return /You are offline/.test(document.querySelector('#connection p').textContent)")
    window.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, **network})
    site.server.start()
    window.until("online again", "return document.documentElement.dataset.connection === 'online'")


def test_new_version_replaces_the_cached_page_at_the_first_visit(site):
    window = site.window
    visit(window)
    wait_until_cached(window)
    before = window.script("return document.getElementById('chunks').textContent")
    site.server.stop()
    style = "/* Styles of a table's parts"
    site.update(
        ("texts/en/home.js", 'playNow: "Play now"', 'playNow: "Play at once"'),
        ("table/game.css", style, f":root {{ --late: renewed; }} {style}"),
        ("home.html", "<title>Five in a row</title>", "<title>Five in a row, renewed</title>"),
    )
    site.server.start()
    visit(window)
    same(window.text("#play-title").lower(), "play at once", "the new words")
    assert window.script("return document.getElementById('chunks').textContent") != before
    wait_until_cached(window)
    site.server.stop()
    visit(window)
    same(window.text("#play-title").lower(), "play at once", "the kept words")
    late = window.script("return fetch('table/game.css').then((answer) => answer.text())")
    assert "--late: renewed" in late or "--late:renewed" in late, "a late file of the earlier version was kept"
    site.server.start()
    window.until("online again", "return document.documentElement.dataset.connection === 'online'")


def test_page_is_cached_but_neither_the_api_nor_gadgets(window):
    found = window.script(
        "return caches.open('page').then(cache => cache.keys()).then(keys => keys.map(key => new"
        " URL(key.url).pathname))"
    )
    assert len(found) >= 8 and {"/home.html", "/index.html"} <= set(found), found
    same([path for path in found if path.startswith(("/api", "/gadget", "/ws"))], [], "kept")
    online = window.script("return fetch('/api/home').then(answer => answer.json()).then(home => home.online)")
    assert online >= 1, online

#!/usr/bin/env python3
"""The page in other languages, and from right to left: tests in a real browser.

    Tests/system/browser_words.py [--server PATH]
"""

import argparse
import sys
import uuid

from browser_kit import Count, Server, Window, same

SIZES = {"phone": (390, 844), "phone on its side": (844, 390), "tablet": (768, 600), "laptop": (1280, 800), "desktop": (1920, 1080)}

# As a language from right to left would have it: every letter is one of Arabic script, and there are a fifth more of them.
PSEUDO = """
    const pseudo = (text) => text.replace(/[A-Za-zÀ-ž]+/g, (word) => 'سلامكتابلعبة'.repeat(4).slice(0, Math.ceil(word.length * 1.2)));
    const turned = new WeakMap();
    const turn = (node) => {
      if (node.nodeType === 3) {
        if (node.data.trim() && turned.get(node) !== node.data && !node.parentElement?.closest('svg, script, style, .kbd')) { const text = pseudo(node.data); turned.set(node, text); if (text !== node.data) node.data = text; }
      } else for (const child of node.childNodes) turn(child);
    };
    new MutationObserver((changes) => {
      const page = document.documentElement;
      if (page && page.dir !== 'rtl') page.dir = 'rtl';
      for (const { target, addedNodes } of changes) { if (target.nodeType === 3) turn(target); addedNodes.forEach(turn); }
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['dir'] });
"""

# What reaches over the window's sides, or out of the box that cuts it off.
OVER = """
    const shown = (e) => e.checkVisibility({visibilityProperty: true}) && !e.closest('.hidden, .skip, .title, [aria-hidden=true]');
    return [document.documentElement.scrollWidth - innerWidth,
      [...document.querySelectorAll('body *')].filter(shown).filter((e) => { const r = e.getBoundingClientRect(); return r.width && (r.left < -1 || r.right > innerWidth + 1); }).map(e => e.outerHTML.slice(0, 90)),
      [...document.querySelectorAll('button, a.button, .tile, dialog, .card')].filter(shown).filter(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline').map(e => e.outerHTML.slice(0, 90))];
"""


class Reader:
    def __init__(self, url):
        self.url = url
        self.window = Window(url, "Reader")
        self.room = f"words-{uuid.uuid4().hex[:8]}"

    def go(self, query, ready):
        self.window.driver.get(f"{self.window.url}/{query}")
        self.window.until("online", "return document.documentElement.dataset.connection === 'online'")
        self.window.until(query or "the front door", ready)

    def screens(self, look):
        """Brings one screen after the other, and calls look(where)."""
        window = self.window
        self.go("", "return document.querySelector('.who-one-is b')")
        look("the front door")
        for name, opener, dialog in (("settings", "#settings", "#settings-dialog"), ("an account", "#account", "#account-dialog"), ("the lesson", "#learn", "#lesson-dialog")):
            window.script("document.querySelector(arguments[0]).click()", opener)
            window.until(name, f"return document.querySelector('{dialog}[open]')")
            look(name)
            window.script(f"document.querySelector('{dialog}').close()")
        self.go(f"?room={self.room}&rule=freestyle&robot=1", "return document.documentElement.dataset.rev >= 1 && document.documentElement.dataset.panel === 'ready'")
        look("a game")
        self.go(f"?room=empty-{self.room}", "return document.querySelector('#choices').checkVisibility()")
        look("an empty table")
        window.click("#choices [data-choice=robot]")
        window.until("New Game", "return document.querySelector('#new-game-dialog[open]')")
        look("New Game")

    def close(self):
        self.window.close()


def right_to_left(reader):
    """written from right to left, with longer words, nothing reaches over an edge, at any size"""
    window = reader.window
    script = window.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": PSEUDO})["identifier"]
    found = []

    def look(where):
        same(window.script("return document.documentElement.dir"), "rtl", "the direction")
        assert window.script("return /س/.test(document.body.innerText)"), "the words"
        wide, over, cut = window.script(OVER)
        if wide > 0 or over or cut:
            found.append((size, where, wide, over[:3], cut[:3]))
    for size, (width, height) in SIZES.items():
        window.resize(width, height)
        reader.screens(look)
    window.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})
    same(found, [], "over an edge")
    box = window.script("const a = document.getElementById('account').getBoundingClientRect(); return [a.left, innerWidth]")
    assert box[0] < box[1] / 2, f"the account stands at the other side: {box}"


def languages(reader):
    """German and French are spoken from the first sight on, guests and all, and fit"""
    window = reader.window
    for language, guest, play in (("de", "Gast", "Gleich spielen"), ("fr", "Invité", "Jouer tout de suite")):
        for size in ("phone", "laptop"):
            window.resize(*SIZES[size])
            window.driver.get(f"{window.url}/")
            window.script("localStorage.setItem('gomoku.language', arguments[0])", language)

            def look(where):
                same(window.script("return [document.documentElement.lang, document.documentElement.dir]"), [language, "ltr"], where)
                wide, over, cut = window.script(OVER)
                same((wide <= 0, over, cut), (True, [], []), f"{where}, {size}, {language}")
            reader.screens(look)
            reader.go("", "return document.querySelector('.who-one-is b')")
            assert guest in window.text(".who-one-is"), window.text(".who-one-is")
            same(window.text("#play-title").lower(), play.lower(), language)
            english = window.script("return /\\b(Guest|Sign in|Play now|Leaders)\\b/.exec(document.body.innerText)?.[0]")
            same(english, None, language)
    window.script("localStorage.removeItem('gomoku.language')")


def no_complaints(reader):
    """the browser has logged no error and no breach of the strict policy"""
    same(reader.window.complaints(), [], "its log")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--server")
    server, count = Server(parser.parse_args().server), Count()
    reader = Reader(server.url)
    try:
        for test in (right_to_left, languages, no_complaints):
            count.run(test, reader)
    finally:
        reader.close()
        server.close()
    return count.finish()


if __name__ == "__main__":
    sys.exit(main())

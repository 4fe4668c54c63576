"""The page in other languages and in right-to-left layout, in a real browser."""

import pathlib
import re

import pytest

from gomokutest.checks import same
from gomokutest.environment import ROOT

SIZES = {
    "phone": (390, 844),
    "phone on its side": (844, 390),
    "tablet": (768, 600),
    "laptop": (1280, 800),
    "desktop": (1920, 1080),
}

# Turns the page into a right-to-left pseudo-language: replaces all letters by Arabic ones, which
# makes words a fifth longer.
PSEUDO = """
    const letters = 'سلامكتابلعبة'.repeat(4);
    const pseudo = (text) => text.replace(/[A-Za-zÀ-ž]+/g, (word) => letters.slice(0, Math.ceil(word.length * 1.2)));
    const turned = new WeakMap();
    const turn = (node) => {
      if (node.nodeType === 3) {
        if (!node.data.trim() || turned.get(node) === node.data) return;
        if (node.parentElement?.closest('svg, script, style, .kbd')) return;
        const text = pseudo(node.data);
        turned.set(node, text);
        if (text !== node.data) node.data = text;
      } else for (const child of node.childNodes) turn(child);
    };
    new MutationObserver((changes) => {
      const page = document.documentElement;
      if (page && page.dir !== 'rtl') page.dir = 'rtl';
      for (const { target, addedNodes } of changes) {
        if (target.nodeType === 3) turn(target);
        addedNodes.forEach(turn);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ['dir'] });
"""

# Returns the pixels by which the page is too wide, elements that extend beyond the window, and
# elements that clip their text.
OVER = """
    const skipped = '.hidden, .skip, .title, [aria-hidden=true]';
    const shown = (e) => e.checkVisibility({visibilityProperty: true}) && !e.closest(skipped);
    const all = (selector, wrong) =>
      [...document.querySelectorAll(selector)].filter(shown).filter(wrong).map(e => e.outerHTML.slice(0, 90));
    const isOver = ({width, left, right}) => width && (left < -1 || right > innerWidth + 1);
    const isCut = (e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline';
    return [document.documentElement.scrollWidth - innerWidth,
      all('body *', (e) => isOver(e.getBoundingClientRect())), all('button, a.button, .tile, dialog, .card', isCut)];
"""

# Returns texts in the page's own typeface with characters that it lacks, so that the browser mixes
# two typefaces.
MIXED = r"""
    const ranges = [...document.fonts].filter((face) => face.family === 'Board')
      .flatMap((face) => face.unicodeRange.split(/,\s*/)).map((range) => range.slice(2).split('-').map((part) => parseInt(part, 16)));
    const isDrawn = (c) => ranges.some(([first, last = first]) => c.codePointAt(0) >= first && c.codePointAt(0) <= last);
    return [...document.querySelectorAll('.turn, .name, .top h1, h2')]
      .filter((e) => e.checkVisibility() && getComputedStyle(e).fontFamily.startsWith('Board'))
      .map((e) => e.textContent).filter((text) => ![...text].every(isDrawn));
"""


@pytest.fixture
def reader(open_window):
    return open_window("Reader")


def screens(window, room):
    """Opens one screen after another in the window, and yields the name of each."""
    window.go()
    yield "the front door"
    for name, opener, dialog in (
        ("settings", "#settings", "#settings-dialog"),
        ("an account", "#account", "#account-dialog"),
        ("the lesson", "#learn", "#lesson-dialog"),
    ):
        window.press(opener, opens=dialog)
        yield name
        window.script(f"document.querySelector('{dialog}').close()")
    window.go(f"?room={room}&rule=freestyle&robot=1")
    assert window.rev() >= 1, "a game"
    yield "a game"
    window.go(f"?room=empty-{room}", ahead=True)
    yield "an empty table"
    window.press("#choices [data-choice=robot]", opens="#new-game-dialog")
    yield "New Game"
    window.expected.append("no-such-page")
    window.driver.get(f"{window.url}/no-such-page")
    window.until(
        "its words", "return document.documentElement.lang === (localStorage.getItem('gomoku.language') ?? 'en')"
    )
    yield "no page"


def screens_at_sizes(window, room, sizes, thorough):
    """Shows every screen at every size, and yields the name of each.

    `make test-all` loads each screen at each size. Otherwise each screen is loaded once and
    resized.
    """
    for loaded in [[size] for size in sizes] if thorough else [sizes]:
        window.resize(*SIZES[loaded[0]])
        for screen in screens(window, room):
            for size in loaded:
                window.resize(*SIZES[size])
                yield f"{screen}, {size}"


def test_right_to_left_text_with_longer_words_fits_every_size(reader, thorough):
    reader.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": PSEUDO})
    found = []
    for where in screens_at_sizes(reader, "words-rtl", list(SIZES) if thorough else ["phone", "laptop"], thorough):
        same(reader.script("return document.documentElement.dir"), "rtl", "the direction")
        assert reader.script("return /س/.test(document.body.innerText)"), "the words"
        wide, over, cut = reader.script(OVER)
        if wide > 0 or over or cut:
            found.append((where, wide, over[:3], cut[:3]))
    same(found, [], "over an edge")
    reader.go()
    left, width = reader.script("return [document.getElementById('account').getBoundingClientRect().left, innerWidth]")
    assert left < width / 2, f"the account is still on the right: {left} of {width}"


def word(language, name):
    """Returns a text of a language from its word table."""
    table = pathlib.Path(ROOT, "words", f"{language}.toml").read_text(encoding="utf-8")
    return re.search(rf'^{name} = "(.*)"$', table, re.MULTILINE)[1]


# German has long words, and Japanese wide characters without spaces. `make test-all` looks at all
# languages. The pseudo-language above is wider than all of them, at every size.
LANGUAGES = [
    pytest.param(language, marks=[] if language in ("de", "ja") else pytest.mark.full)
    for language in sorted(each.stem for each in pathlib.Path(ROOT, "words").glob("*.toml") if each.stem != "en")
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_fits_and_leaves_no_english(reader, language, thorough):
    """The page uses the language from the first moment, for guests too."""
    reader.driver.get(f"{reader.url}/icon.svg")
    reader.script("localStorage.setItem('gomoku.language', arguments[0])", language)
    for where in screens_at_sizes(reader, f"words-{language}", ["phone", "laptop"], thorough):
        same(
            reader.script("return [document.documentElement.lang, document.documentElement.dir]"),
            [language, "ltr"],
            where,
        )
        wide, over, cut = reader.script(OVER)
        same((wide <= 0, over, cut), (True, [], []), where)
        same(reader.script(MIXED), [], f"letters of two typefaces: {where}")
    reader.go()
    assert word(language, "guest") in reader.text(".who-one-is"), reader.text(".who-one-is")
    same(reader.text("#play-title").lower(), word(language, "playNow").lower(), language)
    same(
        reader.script("return /\\b(Guest|Sign in|Play now|Leaderboard)\\b/.exec(document.body.innerText)?.[0]"),
        None,
        "English words",
    )

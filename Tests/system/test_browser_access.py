"""Accessibility of the page: axe finds nothing, controls have names and are large enough to touch,
and the focus moves in reading order.

On every screen axe checks all its rules in one colour scheme, and contrast also in the other.
"""

import pytest

from gomokutest.browser import Keys, Window
from gomokutest.checks import same
from gomokutest.screens import CONTRAST, DEVICES, NAMELESS, Screens
from gomokutest.tables import claim, fresh, introduce, press_keys, wait_shown

# `make test` covers each language and each kind of window once. `make test-all` covers all
# combinations.
everywhere = pytest.mark.parametrize(
    "size, language",
    [
        pytest.param(
            size, language, marks=[] if (size, language) in (("desktop", "en"), ("phone", "de")) else pytest.mark.full
        )
        for language in ("en", "de")
        for size in DEVICES
    ],
)
# Delays the next response of the server until `answered()` is called.
HOLD = """const fetched = window.fetch; window.fetch = (...asked) => new Promise((answer) => {
    window.answered = () => { window.fetch = fetched; answer(fetched(...asked)); }; })"""
# Makes the next request to the server fail.
LOSE = "const fetched = window.fetch; window.fetch = () => { window.fetch = fetched; return Promise.reject(new TypeError('held')); }"


@pytest.fixture(scope="module")
def window(page_server):
    window = Window(page_server.url, "Ann")
    introduce(window)
    yield window
    window.close()


@pytest.fixture
def screens(window, axe, thorough):
    with fresh(window):
        yield Screens(window, axe, thorough)


@pytest.fixture
def look(screens, thorough, size):
    """The checks for a screen of that size. Axe is slow, so `make test` runs it only at desktop
    size."""
    return screens.look if thorough or size == "desktop" else screens.usable


@everywhere
def test_empty_table_and_its_dialogs_are_accessible(screens, look, size, language):
    """An empty table, New Game and the settings are accessible."""
    window = screens.window
    screens.fresh(size=size, language=language)
    look("the empty table")
    screens.dialog("[data-choice=robot]", "#new-game-dialog")
    look("New Game")
    window.script("document.querySelector('#new-game-dialog button[value=cancel]').click()")
    screens.dialog("#settings", "#settings-dialog")
    look("settings")


@everywhere
def test_game_and_replay_are_accessible(screens, look, size, language):
    """A game, the confirmation before resigning, and a replay are accessible."""
    window = screens.window
    screens.fresh(size=size, language=language)
    screens.game()
    look("a game")
    screens.dialog("#resign", "#resign-dialog")
    look("resigning")
    window.script("document.querySelector('#resign-dialog button[value=cancel]').click()")
    window.click("#replay")
    window.until("the history", "return document.querySelector('.replay')?.dataset.rev === '9'")
    look("a replay")


def test_list_of_games_to_watch_is_accessible(screens):
    """The list of games to watch is accessible, also while it loads and if it cannot be loaded."""
    window = screens.window
    screens.fresh()
    window.click("[data-choice=watch]")
    window.until("the lobby", "return document.getElementById('other-tables')?.checkVisibility()")
    window.script(HOLD)
    screens.dialog("#other-tables", "#watch-dialog")
    window.until("asked", "return !!window.answered")
    screens.look("tables in play, asked for")
    window.script("window.answered()")
    window.until(
        "answered", "return !/Loading/.test(document.querySelector('#watch-dialog [role=status]').textContent)"
    )
    screens.look("tables in play")
    window.click("#watch-dialog button")
    window.script(LOSE)
    screens.dialog("#other-tables", "#watch-dialog")
    window.until(
        "not answered", "return /could not/.test(document.querySelector('#watch-dialog [role=status]').textContent)"
    )
    screens.look("tables in play, not answered")


@everywhere
def test_lobby_and_its_dialogs_are_accessible(screens, look, size, language):
    """The lobby, the lesson, and the dialogs for names and friends are accessible."""
    screens.fresh(size=size, language=language)
    screens.lobby(look)


@everywhere
def test_profile_page_is_accessible(screens, look, size, language):
    """The page of a person is accessible, and so is the page for an unknown person."""
    screens.fresh(size=size, language=language)
    screens.person(look)


@everywhere
def test_game_record_page_is_accessible(screens, look, size, language):
    """The page of a recorded game is accessible."""
    screens.fresh(size=size, language=language)
    screens.record(look)


def test_account_dialog_is_accessible(screens):
    """The dialog of the signed-in user's account is accessible."""
    window = screens.window
    screens.fresh()
    claim(window)
    screens.dialog("#account", "#account-dialog")
    window.until("one's own", "return document.querySelector('#account-dialog .own')")
    window.script("for (const part of document.querySelectorAll('.own details')) part.open = true")
    window.until("the sessions", "return document.querySelector('.sessions li:not(.empty)')")
    screens.look("one's own account")
    window.click("#sign-out")
    window.until("a guest", "return document.getElementById('account').dataset.claimed === 'no'")


# Combinations of board and stones. `make test` uses the first two.
LOOKS = (
    {"theme": "paper", "stones": "pen"},
    {"theme": "slate", "numbers": "on"},
    {"theme": "contrast", "stones": "plain"},
    {"theme": "wood"},
)


def test_every_theme_has_enough_contrast(screens, thorough):
    """axe finds enough contrast with every board and every style of stones."""
    window = screens.window
    screens.fresh(size="phone")
    screens.game()
    for looks in LOOKS if thorough else LOOKS[:2]:
        window.script(
            "for (const [name, value] of Object.entries(arguments[0])) localStorage.setItem(`gomoku.${name}`, value)",
            looks,
        )
        window.driver.refresh()
        window.online()
        same(
            window.script(
                "return document.documentElement.dataset.theme ?? document.querySelector('#board').closest('[data-theme]').dataset.theme"
            ),
            looks["theme"],
            "the theme",
        )
        screens.clean(str(looks), CONTRAST, both=True)


def test_controls_have_names_and_roles(screens):
    """Every control has a name, even if it is out of sight. The board is the only drawing exposed
    to screen readers. There is one main heading."""
    window = screens.window
    screens.fresh()
    screens.game()
    window.click("#replay")
    window.until("the replay", "return document.querySelector('.replay')?.dataset.rev === '9'")
    nameless = window.script(NAMELESS.replace("e.checkVisibility()", "!e.closest('[hidden]')"))
    same(nameless, [], "without a name")
    same(
        window.script(
            "return [...document.querySelectorAll('svg')].filter(e => e.role !== 'grid' && e.ariaHidden !== 'true').length"
        ),
        0,
        "drawings that speak",
    )
    same(window.script("return document.querySelectorAll('h1').length"), 1, "main headings")


def test_tab_order_follows_reading_order(screens):
    """Tab moves through the page in reading order, stops once on the board, and never on an
    invisible element."""
    window = screens.window
    screens.fresh()
    screens.game()
    window.driver.refresh()
    window.online()
    wait_shown(window, "#resign")
    window.find("body").send_keys(Keys.TAB)
    order = []
    for _ in range(30):
        name, shown = window.script("""const e = document.activeElement, r = e.getBoundingClientRect();
            return [e === document.body ? null : e.id || e.dataset.point || (e.closest('.player')?.dataset.side ?? '') + e.className || e.textContent,
                r.width > 0 && r.height > 0]""")
        if name is None or name in order:
            break
        same(shown, True, f"{name} shows")
        order.append(name)
        press_keys(window, Keys.TAB)
    points = [name for name in order if len(name) <= 3]
    same(len(points), 1, f"stops on the board, of {order}")
    wanted = ["sound", "account", "settings", points[0], "resign", "new-game", "tab-moves", "chat-text"]
    same([name for name in order if name in wanted], wanted, "the order")


def test_gadget_page_and_its_gallery_are_accessible(screens):
    """The gallery, and the page around a gadget in a room with and without a referee."""
    window = screens.window
    # A directive for browsers that know it.
    window.expected.append("directive 'webrtc'")
    screens.fresh(size="phone")
    window.driver.get(f"{window.url}/gadget.html")
    window.until("all gadgets", "return document.getElementById('gallery').dataset.complete !== undefined")
    screens.clean("the gallery")
    for kind, link in (("open", "refereed"), ("gomoku", "at-table")):
        window.driver.get(f"{window.url}/gadget.html?gadget=/gadgets/xo5.xml&kind={kind}&room=accessible-{kind}")
        window.until("the offer", "return !document.getElementById(arguments[0]).hidden", link)
        screens.clean(f"five in a row, {kind}")

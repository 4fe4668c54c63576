"""Everybody can use the page: axe finds nothing, controls have names and are large enough to touch, and the focus goes in order.

On every screen axe runs with all its rules in one colour scheme, and checks contrast in the other one, too.
"""

import pytest

from gomokutest.browser import Keys, Window
from gomokutest.checks import same
from gomokutest.screens import CONTRAST, DEVICES, NAMELESS, Screens
from gomokutest.tables import claim, fresh, introduce, press_keys, wait_shown

# Each language and each kind of window at least once; `make test-all` takes the others, too.
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
# Keeps the next answer of the server back until `answered()`.
HOLD = """const fetched = window.fetch; window.fetch = (...asked) => new Promise((answer) => {
    window.answered = () => { window.fetch = fetched; answer(fetched(...asked)); }; })"""
# Loses the next answer of the server.
LOSE = "const fetched = window.fetch; window.fetch = () => { window.fetch = fetched; return Promise.reject(new TypeError('held')); }"


@pytest.fixture(scope="module")
def window(page_server):
    window = Window(page_server.url, "Ann")
    introduce(window)
    yield window
    window.close()


@pytest.fixture
def screens(window, axe):
    with fresh(window):
        yield Screens(window, axe)


@pytest.fixture
def look(screens, thorough, size):
    """What is checked on a screen of that size. Axe takes its time: `make test` runs it on a desktop only."""
    return screens.look if thorough or size == "desktop" else screens.usable


@everywhere
def test_the_empty_table_and_its_dialogs(screens, look, size, language):
    """An empty table, and the dialogs for a new game and for settings, can be used by everybody."""
    window = screens.window
    screens.fresh(size=size, language=language)
    look("the empty table")
    screens.dialog("[data-choice=robot]", "#new-game-dialog")
    look("New Game")
    window.script("document.querySelector('#new-game-dialog button[value=cancel]').click()")
    screens.dialog("#settings", "#settings-dialog")
    look("settings")


@everywhere
def test_a_game_and_its_replay(screens, look, size, language):
    """A game, the question before resigning, and a replay can be used by everybody."""
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


def test_tables_in_play(screens):
    """The list of tables in play can be used by everybody, also while it is fetched and when it cannot be had."""
    window = screens.window
    screens.fresh()
    window.click("[data-choice=watch]")
    window.until("the lobby", "return document.querySelector('.screen .lobby')")
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
def test_the_lobby_and_its_dialogs(screens, look, size, language):
    """The lobby, the lesson, and the dialogs for names and friends can be used by everybody."""
    screens.fresh(size=size, language=language)
    screens.lobby(look)


@everywhere
def test_a_person(screens, look, size, language):
    """The page of a person, or of nobody, can be used by everybody."""
    screens.fresh(size=size, language=language)
    screens.person(look)


@everywhere
def test_a_record(screens, look, size, language):
    """The page of a recorded game can be used by everybody."""
    screens.fresh(size=size, language=language)
    screens.record(look)


def test_ones_own_account(screens):
    """The dialog of one's own account can be used by everybody."""
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


# Boards with stones or numbers; the first two in `make test`.
LOOKS = (
    {"theme": "paper", "stones": "pen"},
    {"theme": "slate", "numbers": "on"},
    {"theme": "contrast", "stones": "plain"},
    {"theme": "wood"},
)


def test_the_contrast_of_every_theme(screens, thorough):
    """axe finds no lack of contrast with any of the boards and stones."""
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
        screens.clean(str(looks), CONTRAST)


def test_names_and_roles(screens):
    """Every control has a name, also where it is not in sight; no drawing speaks but the board; there is one main heading."""
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


def test_the_order_of_the_focus(screens):
    """Tab goes through the page in the order of reading, stops once on the board, and never on something invisible."""
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
    wanted = ["share", "account", "settings", points[0], "resign", "new-game", "tab-chat", "chat-text"]
    same([name for name in order if name in wanted], wanted, "the order")

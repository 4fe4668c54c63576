"""Accessibility of a game: openings, offers, notices, chat, the end of a game, and a lost
connection."""

import urllib.parse

import pytest

from gomokutest.browser import Keys, TCPProxy
from gomokutest.screens import Screens
from gomokutest.tables import choose_terms, new_room, open_dialog, play_both, press, press_touch, wait_shown


@pytest.fixture
def screens(tables, axe, thorough):
    return Screens(tables.ann, axe, thorough)


def test_opening_panel_is_accessible(screens):
    """The panel about an opening, and the board that shows it, are accessible."""
    window = screens.window
    screens.fresh()
    window.go(
        f"?room={new_room()}&rule=freestyle&opening=swap2&robot=1&side=o",
        "a choice",
        "return document.querySelector('[data-answer=more], [data-answer=black], #board.playable') "
        "&& document.querySelector('[data-action=opening]')?.checkVisibility()",
    )
    window.click("[data-action=opening]")
    wait_shown(window, "#opening")
    screens.clean("an opening", within="#opening")
    window.click("#opening > button")
    wait_shown(window, "dialog[open] .demo-board")
    screens.clean("an opening shown")


@pytest.mark.parametrize(
    "size, language",
    [
        ("desktop", "en"),
        ("phone", "de"),
        *(
            pytest.param(*where, marks=pytest.mark.full)
            for where in (("phone", "en"), ("tablet", "en"), ("desktop", "de"))
        ),
    ],
)
def test_opening_choices_are_accessible(screens, thorough, size, language):
    """The terms of a game, the choices in an opening, and its fifth moves are accessible."""
    window, look = screens.window, screens.look if thorough or size == "desktop" else screens.usable
    screens.fresh(size=size, language=language)
    window.new_game("xo", "renju", start=False)
    choose_terms(window, opening="soosorv-8", clock="own", main=0.1, clock_kind="byoyomi", periods=10, length=60)
    look("New Game")
    window.click("#new-game-dialog button[value=start]")
    window.at_rev(1)
    # Clicks as with a mouse, because on a phone a tap must be confirmed.
    play_both(window, "h8 h9 i9")
    look("a choice of an opening")
    window.click("[data-answer=stay]")
    window.at_rev(5)
    play_both(window, "h10")
    look("how many fifth moves")
    window.click("[data-answer=fifths-2]")
    window.at_rev(7)
    window.click("[data-answer=stay]")
    window.at_rev(8)
    press(window, "[data-point=g8] .hit")
    window.at_rev(9)
    look("fifth moves")


def test_end_of_a_game_is_accessible(screens):
    """The result of a game, the next steps, and the tabs beside them are accessible."""
    window = screens.window
    screens.fresh()
    window.new_game("xo", "freestyle")
    window.at_rev(1)
    play_both(window, "h8 a1 i8 c1 j8 e1 k8 g1 l8")
    wait_shown(window, "#result")
    screens.look("the end")
    for tab in ("table", "moves"):
        window.click(f"#tab-{tab}")
        screens.look(f"the tab {tab}", within=".panel")


def test_table_of_a_phone_with_bars_is_accessible(screens):
    """On a phone whose browser shows its bars, the running game, the opened panel, the end and the
    replay are accessible."""
    window = screens.window
    screens.fresh()
    window.resize(375, 553)
    window.new_game("xo", "freestyle")
    window.at_rev(1)
    play_both(window, "h8 a1 i8 c1 j8 e1 k8 g1")
    screens.look("a running game")
    for tab in ("chat", "table", "moves"):
        window.click("#unfold")
        window.click(f"#tab-{tab}")
        screens.look(f"the opened tab {tab}", within=".panel")
        window.click("#unfold")
    play_both(window, "l8")
    wait_shown(window, "#result")
    screens.look("the end")
    press(window, "#moves li:nth-child(3) button")
    wait_shown(window, ".replay-more")
    window.click(".replay-more")
    screens.look("the replay and all its controls")


def test_analysis_shortcuts_and_link_dialog_are_accessible(screens):
    """The analysis of a game, the list of shortcuts, and the dialog with the link are
    accessible."""
    window = screens.window
    screens.fresh()
    window.new_game("xo", "freestyle")
    window.at_rev(1)
    play_both(window, "h8 i9")
    open_dialog(window, "#resign", "#resign-dialog")
    window.click("#resign-dialog button[value=resign]")
    window.at_rev(4)
    press(window, "[data-action=report]")
    wait_shown(window, ".report .report-figures")
    screens.look("the analysis")
    window.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    window.find("#board").send_keys("?")
    window.until("the shortcuts", "return document.querySelector('#shortcuts-dialog[open]')")
    screens.look("the shortcuts")
    window.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    window.click("#tab-table")
    screens.dialog("#share-table", "#share-dialog")
    screens.look("the link")


@pytest.fixture
def line(page_server):
    return TCPProxy(urllib.parse.urlsplit(page_server.url).port)


@pytest.fixture
def played(screens, tables, line, monkeypatch):
    """A game in which Ann and Bob have played one move each. Ann connects through the proxy."""
    monkeypatch.setattr(tables.ann, "url", line.url)
    screens.fresh()
    tables.start()
    tables.play("h8", "i9")
    return tables


def test_offers_confirmations_and_unread_chat_are_accessible(screens, played):
    """A move to confirm, an offer, a refused move, and unread chat are accessible."""
    window, other = played.pair
    press_touch(window, "j10")
    wait_shown(window, "#confirm .primary")
    screens.look("a move to be confirmed", within=".prompt")
    window.script("document.querySelector('#confirm button:last-child').click()")
    wait_shown(other, "[data-action=draw]")
    other.click("[data-action=draw]")
    wait_shown(window, "[data-answer=accept]")
    screens.look("an offer", within=".prompt")
    window.resize(800, 600)
    window.click("#tab-moves")
    other.find("#chat-text").send_keys("Hello", Keys.ENTER)
    window.until("a mark", "return document.querySelector('#tab-chat').dataset.unread === '1'")
    press(window, "#board [data-point='h8'] .hit")
    window.until("a refusal", "return !document.getElementById('notice').hidden")
    screens.look("a refusal and unread chat")


def test_mute_and_report_dialogs_are_accessible(screens, played):
    """The dialogs about a chat participant, for muting, and for a report are accessible."""
    window, other = played.pair
    other.find("#chat-text").send_keys("Hello", Keys.ENTER)
    window.until("the line", "return document.querySelector('#chat li button')")
    screens.dialog("#mute", "#mute-dialog")
    screens.look("who is heard")
    window.click("#mute-dialog button")
    screens.dialog("#chat li button", "#person-dialog")
    screens.look("what one can do about somebody")
    window.click("#person-dialog [value=report]")
    window.until("the report", "return document.querySelector('#abuse-dialog[open]')")
    screens.look("a report")


def test_lost_connection_notice_is_accessible(screens, played, line):
    """The notice about a lost connection is accessible."""
    window = screens.window
    line.cut()
    wait_shown(window, "#connection")
    screens.look("a lost line", within="#connection")
    window.complaints()  # Requests that failed because the connection was cut.

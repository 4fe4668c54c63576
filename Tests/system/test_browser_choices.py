"""The choices on the page: the computer and its level, random sides, rules and sizes, settings,
languages, and a table to watch."""

import pytest

from gomokutest.browser import shared
from gomokutest.checks import same
from gomokutest.tables import new_room, open_dialog, play_both, press


def test_computer_takes_the_other_seat(tables):
    """The computer takes the other seat at the chosen level, and answers."""
    ann, room = tables.ann, new_room()
    ann.visit(room)
    ann.click("[data-choice=robot]")
    ann.until("the dialog", "return document.querySelector('#new-game-dialog[open] input[value=robot]')?.checked")
    ann.script("""const level = document.querySelector('#new-game-dialog input[name=level]');
        level.value = 4; level.dispatchEvent(new Event('input', {bubbles: true}));
        document.querySelector('#new-game-dialog input[name=sides][value=x]').click()""")
    ann.click("#new-game-dialog button[value=start]")
    ann.at_rev(1)
    state = shared(ann.url, room)["state"]
    same((state["rule"], state["o"], "x" in state), ("freestyle", "robot:4", True), "the game")
    same(
        (ann.text(".player[data-side=o] .name"), ann.text(".player[data-side=o] small")),
        ("Willow", "computer, level 4"),
        "the robot's name",
    )
    ann.play_by_click("h8")
    ann.at_rev(3)
    same(sorted(ann.stones().values()), ["o", "x"], "the robot has answered")


def test_player_can_invite_the_computer_to_an_open_seat(tables):
    """A player may invite the computer to an open seat; a spectator may not. The level is
    remembered."""
    ann, bob = tables.pair
    tables.visit()
    ann.script("localStorage.setItem('gomoku.level', 4)")
    ann.new_game("x")
    ann.until("the offer", "const b = document.getElementById('invite'); return b && !b.hidden && !b.disabled")
    same(
        bool(bob.script("return document.querySelector('#invite')?.checkVisibility()")),
        False,
        "a spectator invites nobody",
    )
    open_dialog(ann, "#invite", "#level-dialog")
    same(ann.text("#level-dialog output"), "4 of 10: Willow", "the level is remembered")
    ann.click("#level-dialog button[value=start]")
    ann.at_rev(2)
    same(tables.state["o"], "robot:4", "the invited")


@pytest.mark.parametrize("number, side", [(0.1, "x"), (0.9, "o")])
def test_side_against_the_computer_can_be_random(tables, number, side):
    """Against the computer the player's side can be drawn by lot. The lot can give either side."""
    ann, room = tables.ann, new_room()
    ann.visit(room)
    ann.click("[data-choice=robot]")
    ann.until("the dialog", "return document.querySelector('#new-game-dialog[open] input[value=lot]')")
    ann.script(
        "Math.random = () => arguments[0]; document.querySelector('#new-game-dialog input[value=lot]').click()", number
    )
    ann.click("#new-game-dialog button[value=start]")
    ann.until(
        "the seats",
        "return document.querySelector(`.player[data-side=${arguments[0]}] small`).textContent === 'you'",
        side,
    )
    state = shared(ann.url, room)["state"]
    same(state["xo".replace(side, "")].split(":")[0], "robot", "the other seat")


@pytest.mark.parametrize(
    "rule, size", [("caro", 19), pytest.param("standard", 13, marks=pytest.mark.full), ("renju", 20)]
)
def test_new_game_offers_every_rule_and_size(tables, rule, size):
    """The New Game dialog offers every rule and size, and both players' boards follow."""
    ann = tables.ann
    tables.visit()
    ann.new_game("xo", rule, start=False)
    ann.choose("#new-game-dialog [name=size]", size)
    ann.click("#new-game-dialog button[value=start]")
    tables.at_rev(1)
    same((tables.state["rule"], tables.state["size"]), (rule, str(size)), "the game")
    for window in tables.pair:
        same(window.script("return document.querySelectorAll('#board .cell').length"), size * size, "points")


def test_renju_marks_and_explains_forbidden_points(tables):
    """Under renju the page marks the points forbidden to X, and explains a refusal with the rule's
    name and the rows on the board. The marks can be turned off."""
    ann = tables.ann
    ann.visit(new_room())
    same(ann.find("#forbidden").is_displayed(), False, "only under renju")
    ann.new_game("xo", "renju")
    ann.at_rev(1)
    play_both(ann, "h8 a1 i8 c1 j10 a3 j11 o15")
    rev = ann.rev()
    ann.until("the mark", "return document.querySelector('[data-point=j8] .forbidden')")
    same(ann.script("return document.querySelectorAll('#board .forbidden').length"), 1, "marks")
    same(ann.find("[data-point=j8]").get_attribute("aria-label"), "j8, forbidden: double three", "words")
    ann.play_by_click("j8")
    ann.until(
        "refused",
        "return document.getElementById('notice').textContent === "
        "'j8 is forbidden to X: double three. It would make these threes at once: h8 i8 j8 and j11 j10 j8.'",
    )
    same(
        ann.script(
            "return ['line', 'circle', '.refused'].map(s => document.querySelectorAll(`#board .why ${s}`).length)"
        ),
        [2, 5, 1],
        "rows and stones on the board",
    )
    same(ann.rev(), rev, "nothing was sent")
    ann.play_by_click("o1")
    ann.at_rev(rev + 1)
    same(ann.script("return document.querySelector('#board .why')"), None, "gone with the position")
    ann.click("[data-action=undo]")
    ann.at_rev(rev + 2)
    ann.click("#forbidden")
    same(ann.script("return document.querySelectorAll('#board .forbidden').length"), 0, "marks, when they are off")


def choose_setting(window, name, value):
    """Chooses a value in the settings dialog, and waits until it is stored."""
    open_dialog(window, "#settings", "#settings-dialog")
    window.script(
        """const field = document.querySelector(`#settings-dialog [name=${arguments[0]}]`);
        if (field.type === 'radio') document.querySelector(`#settings-dialog [name=${arguments[0]}][value="${arguments[1]}"]`).click();
        else if (field.type === 'checkbox') { if (field.checked !== (arguments[1] === 'on')) field.click(); }
        else { field.value = arguments[1]; field.dispatchEvent(new Event('change')); }""",
        name,
        value,
    )
    window.until(
        "it takes effect",
        "return (localStorage.getItem(`gomoku.${arguments[0]}`) ?? arguments[1]) === arguments[1]",
        name,
        value,
    )
    window.click("#settings-dialog button[value=done]")


def test_settings_take_effect_and_are_remembered(tables):
    """Theme, coordinates, move numbers and confirmation take effect immediately and are
    remembered."""
    ann, _ = tables.start()
    wood = "return getComputedStyle(document.querySelector('#board .wood')).fill"
    for theme, colour in (("slate", "rgb(70, 82, 94)"), ("paper", "rgb(251, 250, 245)")):
        choose_setting(ann, "theme", theme)
        ann.until(f"the board of {theme}", wood + " === arguments[0]", colour)
    choose_setting(ann, "coordinates", "off")
    choose_setting(ann, "numbers", "on")
    choose_setting(ann, "confirm", "always")
    ann.driver.refresh()
    ann.online()
    ann.until("remembered", wood + " === 'rgb(251, 250, 245)'")
    same(
        ann.script("return getComputedStyle(document.querySelector('#board .coordinate')).display"),
        "none",
        "coordinates",
    )
    ann.play_by_click("h8")
    ann.until(
        "a preview",
        "return document.querySelector('[data-point=h8] .preview') && !document.getElementById('confirm').hidden",
    )
    same(ann.rev(), 2, "not played yet")
    ann.play_by_click("h8")
    tables.at_rev(3)
    same(ann.text("[data-point=h8] .number"), "1", "the number")


def test_page_can_be_switched_to_german(tables):
    """German can be selected with one choice and is remembered. Every part of the page uses it,
    including a replay and the rule of an opening."""
    ann, _ = tables.start(clock="300+5", takebacks="no")
    choose_setting(ann, "language", "de")
    ann.until("German", "return document.getElementById('turn').textContent === 'Du bist am Zug. Du spielst X.'")
    same(ann.script("return document.documentElement.lang"), "de", "the page's language")
    same(ann.find("[data-point=h8]").get_attribute("aria-label"), "h8, leer", "a point")
    ann.driver.refresh()
    ann.until("German still", "return document.getElementById('turn').textContent === 'Du bist am Zug. Du spielst X.'")
    ann.online()
    assert "ohne Zugrücknahme" in ann.text("#rule"), ann.text("#rule")
    tables.play("h8")
    ann.click("#replay")
    ann.until("the history", "return document.querySelector('.replay')?.dataset.rev === '3'")
    same(ann.text("#hint"), "X spielt h8.", "the replay")
    ann.click("#next")
    words = set(ann.script("return [...document.querySelectorAll('body [data-t]')].map(e => e.textContent)"))
    same(
        words & {"Share", "Cancel", "Replay game", "Players", "Who is here", "Your name", "Resign", "Skip to the board"},
        set(),
        "English left over",
    )
    choose_setting(ann, "language", "auto")
    ann.until("English again", "return document.getElementById('turn').textContent === 'Bob is thinking: O to move.'")


def test_only_public_games_are_listed_to_watch(tables):
    """The first screen offers five ways to play. The list of games to watch contains public games
    only."""
    ann, _bob = tables.pair
    hidden = new_room()
    ann.driver.get(f"{ann.url}/?room={hidden}&rule=freestyle")
    ann.at_rev(1)
    tables.start_by_dialog(listed=True)
    ann.visit(new_room())
    same(
        ann.script("return [...document.querySelectorAll('#choices button')].map(b => b.dataset.choice).join()"),
        "friend,anyone,robot,self,watch",
        "choices",
    )
    press(ann, "[data-choice=watch]")
    ann.until("the lobby", "return document.querySelector('.screen .lobby')")
    ann.click("#other-tables")
    ann.until(
        "the table",
        "return [...document.querySelectorAll('#watch-dialog a b')].some(b => b.textContent === arguments[0])",
        tables.room,
    )
    same(hidden in ann.text("#watch-dialog"), False, "a table that nobody has listed")
    ann.script(
        "[...document.querySelectorAll('#watch-dialog a')].find(a => a.textContent.includes(arguments[0])).click()",
        tables.room,
    )
    ann.until("there", "return document.getElementById('room-name').textContent === arguments[0]", tables.room)

"""Pictures of the terminal client: each function opens a state of it and returns a picture."""

import re

from . import club as people
from . import windows

RIGHT = "\x1b[C"
# The players greet each other after this move.
CHAT_AFTER = "i12"
# A short latency, and no stone that the server has not confirmed.
QUICK = re.compile(r"online, \d ms(?![^●○]*[●○][?])")


async def table(club, folder):
    """A game with a clock, in which the terminal's user has O, and its chat."""
    room, points = "terrace", people.WON_BY_O.split()[:17]
    ann = club.person("Ann")
    club.wire.do(ann.join(room))
    club.wire.delta(ann, room, game="1", x=ann.id, rule="freestyle", clock="300+3")
    windows.sign_in(folder, club.server.url, "Bob")
    terminal = windows.open_terminal(folder, "play", club.server.url, room)
    await terminal.shows("j play O")
    terminal.type("j")
    await terminal.until("Bob in his seat", lambda: "open seat" not in terminal.screen.text())
    for number, point in enumerate(points, 1):
        if number % 2:
            club.wire.do(ann.move(room, number, point))
        else:
            terminal.type(f"{point}\r")
        await terminal.until(point, lambda number=number: len(terminal.screen.board() or "") == number)
        if point == CHAT_AFTER:
            club.wire.do(people.send(ann, type="say", room=room, id="hello", text="Hello Bob!"))
            await terminal.shows("Ann: Hello")
            terminal.type("cHello Ann. Have a good game.\r")
            await terminal.shows("Bob: Hello")
    return await taken(terminal, "the last move", lambda text: "Your turn" in text and QUICK.search(text))


async def study(club, folder):
    """An analysis with variations, marks and a comment."""
    room = "threes"
    # The terminal sorts the comments by the random IDs of their authors.
    people.make_study(club, room, ["Ann"])
    terminal = windows.open_terminal(folder, "study", club.server.url, room, "--name", "Ivy")
    await terminal.shows("1 h8")
    for number, point in enumerate(people.SHOWN, 1):
        terminal.type(RIGHT)
        place = re.compile(f"{number} {point} · [XO] to move")
        await terminal.until(f"move {number}", lambda place=place: place.search(terminal.screen.text()))
    return await taken(terminal, "the comment", lambda text: "Two open threes" in text and QUICK.search(text))


async def taken(terminal, what, condition):
    """Takes a picture once the condition about the screen's text holds, and closes the terminal."""
    await terminal.until(what, lambda: condition(terminal.screen.text()) and windows.is_complete(terminal))
    picture = terminal.screen.picture()
    assert not terminal.screen.strange, terminal.screen.strange
    terminal.close()
    return picture

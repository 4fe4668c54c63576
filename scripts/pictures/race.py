"""The picture of a puzzle race."""

from gomokutest.puzzles import solution

from . import pages, windows

ROOM = "evening"
# The results of the racers: + for a solved puzzle, - for a mistake. Ann's window shows her next
# puzzle.
RESULTS = {"Bob": "+++-++++", "Ann": "++-+++", "Cyd": "++++-", "Dan": "+-+-", "Eve": "-++", "Fay": "+-"}
# The countdown in seconds, and the seconds that the race has then gone on.
COUNTDOWN, GONE = 4, 70
# The time that the clock shows in the picture. The race has two minutes.
LEFT = "0:30"


def running(club, clock):
    """A race in the dark theme: Ann's puzzle, and everyone's progress."""
    wire, racers = club.wire, {name: club.person(name) for name in RESULTS}
    for client in racers.values():
        wire.do(client.join(ROOM, kind="race"))
        wire.delta(client, ROOM, **{f"racer.{client.id}": ""})
    wire.delta(racers["Ann"], ROOM, minutes="2")
    window = windows.open_window(club.server.url, "Ann", scheme="dark", client=racers["Ann"])
    puzzles = wire.do(racers["Ann"].delta(ROOM, {"start": "now"}))["set"]["puzzles"].split()
    clock.skip(COUNTDOWN)
    for name, results in RESULTS.items():
        for puzzle, result in zip(puzzles, results, strict=False):
            cells = solution(wire.get(f"puzzles/{puzzle}")) if result == "+" else ["14,0"]
            wire.delta(racers[name], ROOM, answer=" ".join([puzzle, *cells]))
    clock.skip(GONE)
    window.go(f"?race={ROOM}", "the race", pages.PLAYABLE)
    window.until(f"{LEFT} left", "return document.querySelector('#clock').textContent <= arguments[0]", LEFT)
    return pages.taken(window, ahead=True)

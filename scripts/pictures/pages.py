"""Pictures of the page: each function opens a state of the page and returns a picture of it."""

from gomokutest.tables import wait_shown

from . import club as people
from . import windows

# The time that Ann's clock shows on the phone.
LEFT = "4:45"
# Whether the board has that number of stones.
STONES = """return arguments[0] ===
    [...document.querySelectorAll('#board [data-point]')].filter(point => point.dataset.stone).length"""
PLAYABLE = "return document.querySelector('#board').classList.contains('playable')"
LATENCY = "return [...document.querySelectorAll('.player .trip')].every(trip => / ms$/.test(trip.textContent))"
PHASE = "return document.documentElement.dataset.phase === arguments[0]"
# The rows of a race's table: name, solved puzzles, mistakes.
ROWS = """const rows = [...document.querySelectorAll('#standings tbody tr')]
    .map(row => [row.querySelector('b'), row.cells[2], row.cells[3]].map(each => each.textContent).join(' '));
    return JSON.stringify(rows) === arguments[0]"""


def home(club):
    """The home page, with a game in progress on the large board."""
    window = windows.open_window(club.server.url, "Ivy")
    window.go(
        what="the games and the leaders",
        ready="return document.querySelectorAll('#plays svg').length && document.querySelectorAll('.leaders a').length"
        " && document.querySelectorAll('.results a').length && document.querySelectorAll('.seeks .who').length === 2"
        " && !document.querySelector('.daily').hidden",
        ahead=True,
    )
    windows.show_whole(window)
    return taken(window)


def phone(club):
    """The table on a phone, in the middle of a game."""
    points = " ".join(people.WON_BY_X.split()[:22])
    ann, _ = club.start("garden", "Ann", "Bob", points, rule="freestyle", clock="300+0")
    window = windows.open_window(club.server.url, "Ann", windows.PHONE, windows.FINE, client=ann)
    window.driver.get(f"{window.url}/?room=garden")
    window.online()
    window.until("the stones", STONES, len(points.split()))
    window.until("the latency", LATENCY)
    window.until(
        f"{LEFT} left", "return document.querySelector('.clock.runs').textContent.trim() <= arguments[0]", LEFT
    )
    return taken(window, ahead=True)


def report(club):
    """The analysis of a game that Ann has lost, and a position of the proof why."""
    ann, _ = club.start("harbour", "Ann", "Bob", people.LOST, rule="freestyle")
    window = windows.open_window(club.server.url, "Ann", client=ann)
    window.driver.get(f"{window.url}/?room=harbour")
    window.online()
    wait_shown(window, "#result")
    window.click("[data-action=report]")
    window.until("the whole report", "return document.querySelector('.report-progress')?.hidden")
    wait_shown(window, "[data-learn]")
    return taken(window, ahead=True)


def study(club):
    """An analysis with variations, marks, and another participant."""
    room = "two-threes"
    people.make_study(club, room, people.COMMENTS)
    window = windows.open_window(club.server.url, "Ann", client=club.person("Ann"))
    window.go(f"?analysis={room}", "the study", "return document.querySelectorAll('#tree [role=treeitem]').length > 15")
    shown, _ = people.node(*people.SHOWN)
    window.script("document.querySelector(`#tree [data-node='${arguments[0]}']`).click()", shown)
    window.until("the marks", "return document.querySelectorAll('.overlay .study-mark').length === 4")
    window.until("Bob's cursor", "return document.querySelector('.overlay .cursor-of, #tree .who1, #tree .dot')")
    return taken(window, ahead=True)


def puzzle(club):
    """A puzzle on a phone."""
    found = club.wire.get("puzzles/next?kind=fours&theme=four-three&rating=1200&seed=5")["puzzles"][0]
    window = windows.open_window(club.server.url, "Ann", windows.TALL_PHONE, windows.FINE)
    window.go(f"?puzzle={found['id']}", "the puzzle", PLAYABLE)
    return taken(window, ahead=True)


def taken(window, ahead=False):
    found = windows.picture(window, ahead)
    window.close()
    return found

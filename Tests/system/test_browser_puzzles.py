"""The puzzles in a browser, with the hand-made puzzles of Tests/Fixtures/puzzles: by mouse and
keyboard, in every window, offline, and from the home page to the analysis board."""

import json
import urllib.error
import urllib.request

import pytest

from gomokutest.browser import Keys
from gomokutest.checks import same
from gomokutest.environment import TIMEOUT
from gomokutest.phones import PHONES
from gomokutest.screens import SIZES, TELLING_SIZES
from gomokutest.tables import press, press_keys

pytestmark = pytest.mark.few_puzzles

# The windows in which the board and the buttons must fit without scrolling the board out.
# Returns faults of the layout: parts outside the window or over each other, and a page that
# scrolls.
FIT = """const wrong = [], page = document.scrollingElement;
    if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) wrong.push(`the page is ${page.scrollWidth} by ${page.scrollHeight}`);
    const parts = ['#board', '.top', '#task', '#actions', '#modes'].map(name => [name, document.querySelector(name).getBoundingClientRect()]);
    for (const [name, r] of parts) {
        if (r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1) wrong.push(`${name} is outside`);
        for (const [other, o] of parts) {
            if (name < other && Math.min(r.right, o.right) > Math.max(r.left, o.left) + 1 && Math.min(r.bottom, o.bottom) > Math.max(r.top, o.top) + 1) wrong.push(`${name} lies on ${other}`);
        }
    }
    for (const each of document.querySelectorAll('.puzzle-panel :is(button, a, select)')) {
        const r = each.getBoundingClientRect();
        if (each.checkVisibility() && (r.height < 43 || r.width < 43)) wrong.push(`${each.id || each.textContent} is ${r.width} by ${r.height}`);
    }
    if (document.querySelector('#board').getBoundingClientRect().width < Math.min(innerWidth, innerHeight) * .54) wrong.push('the board is small');
    return wrong"""
# Returns the words of the modes that continue in another line or lie outside their buttons.
BROKEN = """return [...document.querySelectorAll('.modes a')].flatMap(link => {
    const walker = document.createTreeWalker(link, NodeFilter.SHOW_TEXT), button = link.getBoundingClientRect(), faults = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { index, 0: word } of node.data.matchAll(/\\S+/g)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const boxes = [...range.getClientRects()];
            if (new Set(boxes.map(({ top }) => Math.round(top))).size > 1 || boxes.some(({ left, right }) => left < button.left || right > button.right)) faults.push(word);
        }
    }
    return faults;
});"""
# Returns the controls without an accessible name.
NAMELESS = """return [...document.querySelectorAll('button, a, select, section, nav, main')]
    .filter(e => e.checkVisibility() && !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.textContent.trim()))
    .map(e => e.outerHTML.slice(0, 80))"""
READY = "return document.querySelector('#board').classList.contains('playable')"
RESULT = "return document.querySelector('#result').textContent"
RECORD = "return JSON.parse(localStorage.getItem('gomoku.puzzles'))"


@pytest.fixture
def solver(open_window):
    return open_window("Solver")


def puzzle_of(server, kind, seed=1):
    """Returns a puzzle of that kind."""
    with urllib.request.urlopen(f"{server.url}/api/puzzles/next?kind={kind}&seed={seed}", timeout=TIMEOUT) as answer:
        return json.load(answer)["puzzles"][0]


def shifted(puzzle, column, row):
    """Returns the name of a point, counted from the puzzle's first stone of X. In the hand-made
    puzzles, X's three begins there."""
    first = [int(each) for each in puzzle["x"][0].split(",")]
    return f"{chr(97 + first[0] + column)}{15 - first[1] - row}"


def winning(puzzle):
    """Returns the point where X makes two fours."""
    return shifted(puzzle, 0, 3)


def pick(window, point):
    press(window, f"#board [data-point='{point}'] .hit")
    window.settled()


def visit(window, query, ready=READY):
    window.go(query, query, ready)


def test_a_win_is_solved_and_explained(page_server, solver):
    """A wrong point is a mistake, the win is judged at once, the line is played with keys, and the
    link opens the analysis board with the position."""
    puzzle = puzzle_of(page_server, "fours")
    visit(solver, f"?puzzle={puzzle['id']}")
    same(solver.script(NAMELESS), [], "controls without a name")
    pick(solver, shifted(puzzle, 0, 5))
    same(solver.script(RESULT), "This move is wrong. Try another point.", "a wrong point")
    pick(solver, winning(puzzle))
    result = solver.until("the result", "return document.querySelector('#result').textContent.startsWith('Solved,')")
    assert result
    same(solver.script("return document.querySelectorAll('#board .won').length"), 5, "the five")
    solver.script("document.activeElement.blur()")
    press_keys(solver, Keys.HOME, Keys.RIGHT)
    same(solver.text(".at-move"), "1 / 3", "the step")
    same(solver.script("return document.querySelectorAll('.puzzle-marks .next-point').length"), 1, "the next move")
    record = solver.script(RECORD)
    same([each["id"] for each in record["reviews"]], [puzzle["id"]], "the review")
    assert record["rating"]["rating"] < 1_500
    link = solver.script("return document.querySelector('#to-analysis').getAttribute('href')")
    solver.go(link, "the analysis", "return document.querySelectorAll('#tree [role=treeitem]').length > 12")
    same(
        solver.script("return document.querySelectorAll('#board [data-stone=x]').length"), 7, "X's stones and the move"
    )
    tomorrow = (
        "return /Next review: [A-Z][a-z]+ \\d+, \\d{4}\\.$/.test(document.querySelector('#task-title').textContent)"
    )
    visit(solver, "?puzzles=review", tomorrow)


def test_a_defence_is_refuted(page_server, solver):
    """A losing point is answered with its refutation, from which the person returns to the
    puzzle."""
    puzzle = puzzle_of(page_server, "defence")
    visit(solver, f"?puzzle={puzzle['id']}")
    pick(solver, shifted(puzzle, 0, 5))
    solver.until(
        "the refutation's end",
        "return document.querySelector('.at-move').textContent === '4 / 4' && document.querySelectorAll('#board .won').length === 5",
    )
    press(solver, "#puzzle-again")
    solver.settled()
    pick(solver, winning(puzzle))
    same(solver.script(RESULT)[:7], "Solved,", "the result")


def test_a_streak_by_keyboard(page_server, solver):
    """Keys alone solve a puzzle, and a mistake ends the streak and shows the solution."""
    visit(solver, "?puzzles=streak")
    puzzle = stones(solver)
    solver.script("document.querySelector('#board [tabindex=\"0\"]').focus()")
    press_keys(solver, Keys.CONTROL + Keys.HOME)
    solver.script("document.querySelector(`#board [data-point=${arguments[0]}]`).focus()", winning(puzzle))
    press_keys(solver, Keys.ENTER)
    solver.settled()
    same(solver.text("#score"), "1 solved", "the score")
    press_keys(solver, "n")
    solver.until("the next puzzle", READY)
    press_keys(solver, "s")
    solver.until("the end", "return document.querySelector('#result').textContent.includes('The streak ends')")
    same(solver.script(RECORD)["best"]["streak"], 1, "the best streak")


def stones(window):
    """Returns the puzzle in the window, as `shifted` needs it, from the first stone of X on the
    board's rows."""
    points = window.script("return [...document.querySelectorAll('#board [data-stone=x]')].map(e => e.dataset.point)")
    cells = sorted((15 - int(point[1:]), ord(point[0]) - 97) for point in points)
    return {"x": [f"{column},{row}" for row, column in cells]}


def test_the_page_fits_every_window(page_server, solver, thorough):
    """In all windows and modes the board stays in the window, and nothing covers it."""
    puzzle = puzzle_of(page_server, "fours")
    for width, height in SIZES if thorough else TELLING_SIZES:
        solver.resize(width, height)
        for query in (f"?puzzle={puzzle['id']}", "?puzzles=streak"):
            visit(solver, query)
            same(solver.script(FIT), [], f"{query} at {width} by {height}")
        pick(solver, "a1")
        same(solver.script(FIT), [], f"after the puzzle at {width} by {height}")


@pytest.mark.parametrize("language", ["de", "fr"])
def test_words_of_the_modes_are_whole(solver, language):
    """No mode's name breaks inside a word or leaves its button, in languages with longer words."""
    visit(solver, "?puzzles=streak")
    solver.script("localStorage.setItem('gomoku.language', arguments[0])", language)
    for size in PHONES:
        solver.resize(*size)
        visit(solver, "?puzzles=streak")
        same(solver.script(BROKEN), [], f"{language} at {size}")
        small = solver.script("return [...document.querySelectorAll('.modes a')].filter(e => e.offsetWidth < 44 || e.offsetHeight < 44).map(e => e.textContent)")
        same(small, [], f"small buttons in {language} at {size}")


def test_the_list_of_themes_shows_their_numbers(solver):
    """The list is as wide as its chosen theme with the number of puzzles, at every size."""
    for size in ((390, 664), (320, 568), (768, 600), (960, 580), (1280, 800)):
        solver.resize(*size)
        visit(solver, "?puzzles=theme", "return document.querySelector('#puzzle-theme').options.length > 0")
        for theme in solver.script("return [...document.querySelector('#puzzle-theme').options].map(o => o.value)"):
            missing = solver.script(
                """const list = document.querySelector('#puzzle-theme');
                list.value = arguments[0];
                // The whole collection has several rules, and thousands of puzzles of most kinds.
                document.querySelector('#puzzle-rule').hidden = false;
                list.selectedOptions[0].textContent = list.selectedOptions[0].textContent.replace(/\\d+/, '2521');
                const free = list.cloneNode(true);
                free.replaceChildren(list.selectedOptions[0].cloneNode(true));
                free.style.cssText = 'position: fixed; width: max-content; flex: none; max-width: none';
                list.after(free);
                const missing = free.getBoundingClientRect().width - list.getBoundingClientRect().width;
                free.remove();
                return missing""",
                theme,
            )
            assert missing <= 0.5, f"{theme} lacks {missing} px at {size}"
        same(solver.script("return document.documentElement.scrollWidth <= innerWidth"), True, f"no scrolling at {size}")


def test_the_home_page_leads_to_todays_puzzle(solver):
    """The home page shows today's puzzle, and the puzzles' modes are links."""
    solver.go("", "the puzzle", "return document.querySelector('.daily:not([hidden]) svg')", ahead=True)
    assert solver.text(".daily p").endswith("to move. Find the best point.")
    press(solver, ".daily a")
    solver.until("the puzzle", READY)
    same(solver.script("return document.querySelector('#modes [aria-current]').dataset.mode"), "daily", "the mode")
    press(solver, "#modes [data-mode=review]")
    solver.until(
        "nothing is due", "return document.querySelector('#task-title').textContent.includes('review list is empty')"
    )
    same(solver.script("return location.search"), "?puzzles=review", "the address")


STANDING = "return document.querySelector('#standing').textContent"


def test_an_account_has_one_record_in_two_browsers(page_server, open_window, wire):
    """An account takes over the record of the browser in which it signs in first. Another browser
    shows the same rating, and both follow each other's results."""
    desk, phone = open_window("Desk"), open_window("Phone")
    first, second = puzzle_of(page_server, "fours"), puzzle_of(page_server, "defence")
    visit(desk, f"?puzzle={first['id']}")
    pick(desk, shifted(first, 0, 5))
    guest = desk.script(RECORD)["rating"]["rating"]
    assert guest < 1_500
    desk.sign_in_as(wire.claim("Iris"))
    visit(desk, f"?puzzle={first['id']}")
    desk.until("the rating of the guest", f"{STANDING} === arguments[0]", f"Your rating: {round(guest)}")
    same(desk.script(RECORD)["rating"]["games"], 0, "the browser's own record begins anew")
    phone.sign_in_as(wire.login("Iris"))
    visit(phone, f"?puzzle={second['id']}")
    phone.until("the rating", f"{STANDING} === arguments[0]", f"Your rating: {round(guest)}")
    pick(phone, winning(second))
    changed = phone.script(STANDING)
    assert changed != f"Your rating: {round(guest)}", changed
    desk.until("the rating after the phone's result", f"{STANDING} === arguments[0]", changed)


def test_puzzles_work_offline(page_server, open_window):
    """The page and the puzzles that it has fetched open without a connection."""
    window = open_window("Traveller", eager=True)
    window.expected += ["ERR_INTERNET_DISCONNECTED"]
    visit(window, "?puzzles=practice")
    window.until(
        "the page is cached",
        """if (!navigator.serviceWorker.controller) return false;
        window.looking ??= caches.open('page').then(async (cache) => {
            window.found = Boolean(await cache.match(new URL('./puzzles.html', location).href));
            window.looking = null;
        });
        return window.found""",
    )
    for conditions in [{"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}]:
        window.driver.execute_cdp_cmd("Network.enable", {})
        window.driver.execute_cdp_cmd("Network.emulateNetworkConditions", conditions)
    window.driver.get(f"{window.url}/?puzzles=practice")
    window.until("a stored puzzle", READY)
    press(window, "#puzzle-solution")
    press(window, "#puzzle-next")
    window.until("another one", READY)
    window.driver.execute_cdp_cmd(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1},
    )


# Returns faults of the page for frames: it scrolls, or the board is small.
FRAME_FIT = """const wrong = [], page = document.scrollingElement, board = document.querySelector('#board').getBoundingClientRect();
    if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) wrong.push(`the page is ${page.scrollWidth} by ${page.scrollHeight}`);
    if (board.width < Math.max(Math.min(innerWidth, innerHeight - 200), Math.min(innerWidth * .6, innerHeight)) * .9) wrong.push(`the board is ${board.width} wide`);
    return wrong"""
STATE = "return document.querySelector('#state').textContent"


def frame_of(server, path):
    """Returns the status and the headers of a page for frames."""
    try:
        request = urllib.request.Request(f"{server.url}/embed/puzzles/{path}", headers={"Accept": "text/html"})
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            return answer.status, dict(answer.headers)
    except urllib.error.HTTPError as refused:
        return refused.code, dict(refused.headers)


def test_puzzle_in_a_frame_of_another_site(page_server, solver):
    """The frame of a puzzle is solved by mouse and keys in any size, and leaves nothing in the
    browser. Other sites may frame it."""
    puzzle = puzzle_of(page_server, "fours")
    for path, status in (
        (puzzle["id"], 200),
        ("daily", 200),
        ("daily?rule=caro", 404),
        ("daily?rule=x", 404),
        ("AAAAAAAAAAA", 404),
        ("next", 404),
    ):
        found, headers = frame_of(page_server, path)
        same(found, status, path)
        assert headers["content-security-policy"].endswith("frame-ancestors *"), path
        assert "x-frame-options" not in headers, path
    solver.driver.get(f"{page_server.url}/embed/puzzles/{puzzle['id']}")
    solver.until("the puzzle", READY)
    for width, height in ((400, 470), (320, 480), (600, 400), (900, 700)):
        solver.resize(width, height)
        same(solver.script(FRAME_FIT), [], f"{width} by {height}")
    same(solver.script(NAMELESS), [], "controls without a name")
    same(solver.text("#task"), "X to move: win with fours alone.", "the task")
    press(solver, f"#board [data-point='{shifted(puzzle, 0, 5)}'] .hit")
    same(solver.script(STATE), "This move is wrong. Try another point.", "a wrong point")
    press(solver, f"#board [data-point='{winning(puzzle)}'] .hit")
    solver.until("the result", "return document.querySelector('#state').textContent.startsWith('Solved,')")
    solver.script("document.activeElement.blur()")
    stones = "return document.querySelectorAll('.cell:is([data-stone=x], [data-stone=o])').length"
    whole = solver.script(stones)
    press_keys(solver, Keys.HOME)
    same(solver.script(stones), whole - 3, "the stones before the line")
    press_keys(solver, Keys.END)
    same(solver.script(stones), whole, "the stones after the line")
    kept = solver.script("return [document.cookie, localStorage.length, sessionStorage.length].join()")
    same(kept, ",0,0", "cookies and storage")
    link = solver.script("return document.querySelector('#whole').href")
    same(link, f"{page_server.url}/?puzzle={puzzle['id']}", "the link")


def test_the_frame_of_the_day(page_server, solver):
    """The frame shows the puzzle of the day, with its solution."""
    with urllib.request.urlopen(f"{page_server.url}/api/puzzles/daily", timeout=TIMEOUT) as answer:
        puzzle = json.load(answer)["puzzle"]
    solver.driver.get(f"{page_server.url}/embed/puzzles/daily")
    solver.until("the puzzle", "return document.querySelector('#whole').href.endsWith(arguments[0])", puzzle["id"])
    solver.until("the buttons", "return [...document.querySelectorAll('#steps button')].some(b => b.checkVisibility())")
    solver.script("[...document.querySelectorAll('#steps button')].find(b => b.textContent === 'Solution').click()")
    same(solver.script(STATE), "This is the solution.", "the solution")


def test_the_frame_asks_again(page_server, solver):
    """Without an answer of the server, the frame says so, and asks again until it has one."""
    solver.expected.append("ERR_BLOCKED_BY")
    solver.driver.execute_cdp_cmd("Network.enable", {})
    solver.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/api/puzzles*"]})
    try:
        solver.driver.get(f"{page_server.url}/embed/puzzles/daily")
        solver.until("the reason", "return document.querySelector('#task').textContent.startsWith('You are offline')")
    finally:
        solver.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    solver.until("the puzzle", "return document.querySelector('#whole').href.includes('?puzzle=')")

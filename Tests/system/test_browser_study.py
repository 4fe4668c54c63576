"""The analysis board: two windows edit one study and see each other, keys alone suffice, and the
board fits every window."""

import asyncio
import random

from gomokutest.browser import Keys, shared
from gomokutest.checks import same
from gomokutest.environment import SEED
from gomokutest.phones import PHONES
from gomokutest.screens import SIZES, TELLING_SIZES
from gomokutest.study import Study
from gomokutest.tables import new_room, press, press_keys

# The number of moves in the large study.
NODES = 3_000

# The windows in which board, engine and tree must fit without scrolling.
# Returns faults of the layout: parts outside the window, parts that cover each other, and a page
# that scrolls.
FIT = """const wrong = [], page = document.scrollingElement;
    if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) wrong.push(`the page is ${page.scrollWidth} by ${page.scrollHeight}`);
    const parts = ['#board', '#steps', '#engine', '#tree', '.top', '#side [role=tablist]'].map(name => [name, document.querySelector(name).getBoundingClientRect()]);
    for (const [name, r] of parts) {
        if (r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1) wrong.push(`${name} is outside`);
        for (const [other, o] of parts) {
            if (name < other && Math.min(r.right, o.right) > Math.max(r.left, o.left) + 1 && Math.min(r.bottom, o.bottom) > Math.max(r.top, o.top) + 1) wrong.push(`${name} lies on ${other}`);
        }
    }
    const tree = document.querySelector('#tree').getBoundingClientRect();
    if (tree.height < 90) wrong.push(`the tree has a height of ${tree.height}`);
    if (document.querySelector('#board').getBoundingClientRect().width < Math.min(innerWidth, innerHeight) * .54) wrong.push('the board is small');
    return wrong"""
# Returns the controls without an accessible name.
NAMELESS = """return [...document.querySelectorAll('button, input, select, textarea, [role=tree], [role=treeitem], [role=tab], section, main')]
    .filter(e => e.checkVisibility() && !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.textContent.trim() || e.labels?.length))
    .map(e => e.outerHTML.slice(0, 80))"""
# Answers every `analyse` itself, and records the requests in `asked`.
ENGINE = """window.asked = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        const message = JSON.parse(text);
        if (message.type !== 'analyse') return send.call(this, text);
        asked.push(message);
        if (message.stop) return;
        this.onmessage({ data: JSON.stringify({ type: 'analysis', id: message.id, depth: 8, lines: ['6,6', '5,8', '9,9', '8,8', '4,9'].slice(0, message.lines).map((cell, rank) => ({ cell, chance: 58.2 - 6 * rank, line: [cell, '5,5', '4,4'] })),
            claims: [{ kind: 'wins', means: 'fours', moves: 3, line: ['6,6', '5,6', '6,5', '6,4', '3,3'] }] }) });
    };"""
# Refuses every `analyse`, as during a rated game.
RATED = """const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        const message = JSON.parse(text);
        if (message.type !== 'analyse') return send.call(this, text);
        this.onmessage({ data: JSON.stringify({ type: 'error', id: message.id, code: 'rated', message: 'No.' }) });
    };"""
# Sends a pointer event to a point of the board: its type, the point, and further members.
POINTER = """const [type, point, more] = arguments, hit = document.querySelector(`#board [data-point='${point}'] .hit`), box = hit.getBoundingClientRect();
    hit.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, pointerId: 7, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, ...more }))"""
# Returns the classes of all drawings.
DRAWN = "return [...document.querySelectorAll('.overlay .drawn')].map(e => e.getAttribute('class')).sort()"
# Keeps the files that the page saves, by name, instead of saving them.
FILES = """window.files = {};
    const blobs = new Map();
    URL.createObjectURL = (blob) => { blobs.set('blob:' + blobs.size, blob); return 'blob:' + (blobs.size - 1); };
    HTMLAnchorElement.prototype.click = function () { files[this.download] = blobs.get(this.href); };"""
ITEMS = "return [...document.querySelectorAll('#tree [role=treeitem]')].map(e => e.querySelector('.at').textContent)"
CURRENT = "return document.querySelector('#tree [aria-selected=true] .at')?.textContent"
READY = "return document.querySelector('#tree [role=treeitem]') && document.documentElement.dataset.pending === '0'"

# Records each title of the document and each heading, also those that the page soon replaces.
RECORD_TITLES = """window.titles = new Set();
    new MutationObserver(() => titles.add(document.title).add(document.getElementById('room-name')?.textContent ?? ''))
        .observe(document, {subtree: true, childList: true, characterData: true});"""


def pick(window, point):
    """Plays a point, and waits until the server has confirmed it."""
    press(window, f"#board [data-point='{point}'] .hit")
    window.until(f"{point} is confirmed", READY)
    same(window.script(CURRENT), point, "the current node")


def keys(window, *pressed):
    """Presses keys while no control has the focus."""
    window.script("document.activeElement.blur()")
    for key in pressed:
        window.driver.switch_to.active_element.send_keys(key)


def test_two_windows_share_moves_comments_and_cursors(tables):
    """Each participant sees the other's moves, comment, mark and cursor, follows it, and keeps the
    position that the user chose. A deleted branch disappears for both, and comes back by undo."""
    ann, bob = tables.pair
    room = new_room()
    ann.go(f"?analysis={room}&rule=renju&title=Direct#h8h9", "the study", READY)
    same(ann.script("return location.search + location.hash"), f"?analysis={room}", "the address")
    bob.go(f"?analysis={room}", "the study", READY)
    same(bob.script(ITEMS), ["Start", "h8", "h9"], "Bob's tree")
    pick(ann, "i9")
    bob.until("Ann's move", "return [...document.querySelectorAll('#tree .at')].some(e => e.textContent === 'i9')")
    same(bob.script(CURRENT), "Start", "Bob's position")
    keys(bob, Keys.END)
    press(bob, "#tab-people")
    bob.until("the button", "return document.querySelector('#tab-people-body .follow')")
    press(bob, "#tab-people-body .follow")
    press(ann, "[data-mark=label]")
    press(ann, "#board [data-point='j10'] .hit")
    press(ann, "[data-mark=label]")
    ann.find("#comment").send_keys("<b>good</b> shape", Keys.CONTROL, Keys.ENTER)
    bob.until(
        "the comment", "return document.querySelector('.comments')?.textContent.includes('Ann <b>good</b> shape')"
    )
    same(bob.script("return document.querySelector('.overlay .study-mark text').textContent"), "A", "the mark")
    pick(ann, "g7")
    bob.until("Bob follows", "return document.querySelector(`#board [data-point=g7]`).dataset.stone")
    ann.script(
        """const cell = document.querySelector(`#board [data-point='d4'] .hit`);
        cell.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))"""
    )
    bob.until("Ann's cursor", "return document.querySelector('.overlay .cursor-of text')?.textContent === 'Ann'")
    pick(bob, "f6")
    same(
        bob.script("return document.querySelectorAll('.follow[aria-pressed=true]').length"),
        0,
        "followed after an own move",
    )
    ann.until("Bob's move", "return [...document.querySelectorAll('#tree .at')].some(e => e.textContent === 'f6')")
    keys(bob, Keys.ARROW_LEFT, Keys.DELETE)
    ann.until("Ann leaves the deleted branch", CURRENT + " === 'i9'")
    keys(bob, "z")
    ann.until(
        "the branch is back", "return [...document.querySelectorAll('#tree .at')].some(e => e.textContent === 'f6')"
    )
    state = shared(ann.url, room)["state"]
    same(sum(key.startswith("node.") for key in state), 5, "nodes")


def test_rejected_move_leads_back(tables):
    """After the server has rejected a move, the user sees the position before it, and can go on."""
    ann = tables.ann
    ann.go(f"?analysis={new_room()}#h8", "the study", READY)
    pick(ann, "i9")
    # The ID in the next delta is wrong.
    ann.script("""const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) {
            if (!text.includes('node.')) return send.call(this, text);
            WebSocket.prototype.send = send;
            send.call(this, text.replace(/node\\../, 'node.~'));
        };""")
    press(ann, "#board [data-point='j10'] .hit")
    ann.until("the rejection", "return document.querySelector('#notice').textContent !== '' && " + READY[7:])
    same(ann.script(CURRENT), "i9", "the current node")
    stones = (
        "return ['h8', 'i9', 'j10'].map(name => document.querySelector(`#board [data-point=${name}]`).dataset.stone)"
    )
    same(ann.script(stones), ["x", "o", ""], "stones")
    pick(ann, "k11")


def test_file_is_added_and_saved(tables, tmp_path):
    """A file's chapters merge with those of the study. The place of an error in a file is shown.
    The study can be saved as SGF and for RenLib."""
    ann, room = tables.ann, new_room()
    ann.go(f"?analysis={room}#h8i9", "the study", READY)
    ann.expected.append("api/convert")
    broken, good = tmp_path / "broken.sgf", tmp_path / "good.sgf"
    broken.write_text("(;SZ[15];B[hh];W[hh])")
    good.write_text("(;FF[4]GM[4]SZ[15]GN[Book];B[hh](;W[ii]C[<i>])(;W[gg]))")
    ann.press(".tree-tools button", opens="#chapter-dialog")
    button = "return getComputedStyle(document.querySelector('#chapter-dialog [type=file]'), '::file-selector-button').minHeight"
    same(ann.script(button), "44px", "the height of the button")
    ann.resize(390, 664)
    width = "const d = document.querySelector('#chapter-dialog'); return d.scrollWidth - d.clientWidth"
    same(ann.script(width), 0, "what a phone must scroll sideways")
    ann.find("#chapter-dialog [type=file]").send_keys(str(broken))
    press(ann, "#chapter-dialog [value=make]")
    ann.until(
        "the place of the error",
        "return document.querySelector('#chapter-dialog [role=alert]').textContent.includes('byte 15')",
    )
    ann.find("#chapter-dialog [type=file]").send_keys(str(good))
    press(ann, "#chapter-dialog [value=make]")
    ann.until("the new chapter", "return document.querySelector('#room-name').textContent === 'Book' && " + READY[7:])
    same(ann.script(CURRENT), "i7", "the end of the first line")
    state = shared(ann.url, room)["state"]
    same((sum(key.startswith("node.") for key in state), state["chapter.2"]["title"]), (5, "Book"), "the room")
    ann.press("#share", opens="#share-dialog")
    links = ann.script(
        "return [...document.querySelectorAll('#share-dialog a')].map(a => [a.textContent, new URL(a.href).pathname])"
    )
    same(links, [["SGF", f"/api/rooms/{room}/study.sgf"], ["RenLib", f"/api/rooms/{room}/study/2.lib"]], "the files")
    press(ann, "#share-dialog [value=done]")


def test_reader_cannot_change_the_study(tables):
    """After the owner lets everyone else only read, the other window shows that, and keeps its
    position."""
    ann, bob = tables.pair
    room = new_room()
    ann.go(f"?analysis={room}#h8", "the study", READY)
    bob.go(f"?analysis={room}", "the study", READY)
    press(ann, "#tab-people")
    ann.choose(".everyone select", "reader")
    bob.until("the notice", "return document.querySelector('#rights').checkVisibility()")
    same(
        bob.script("return [...document.querySelectorAll('#comment, .tree-tools button')].every(e => e.disabled)"),
        True,
        "disabled",
    )
    press(bob, "#board [data-point='a1'] .hit")
    bob.until("why not", "return document.querySelector('#notice').textContent.includes('Ask its owner')")
    same(bob.script("return document.querySelectorAll('.everyone[hidden]').length"), 1, "Bob's choice of roles")
    press(bob, "#board [data-point='h8'] .hit")
    bob.until("an existing move", CURRENT + " === 'h8'")


def test_keys_alone_move_through_the_tree(tables):
    """Arrows go through the line and between variations, the tree is an ARIA tree with one tab
    stop, and a move can be played and deleted without a mouse."""
    ann = tables.ann
    ann.go(f"?analysis={new_room()}#h8i9j8", "the study", READY)
    same(ann.script(CURRENT), "j8", "a new study shows its last move")
    keys(ann, Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    ann.play_by_keys("g7")
    ann.until("the variation", CURRENT + " === 'g7'")
    keys(ann, Keys.ARROW_UP)
    same(ann.script(CURRENT), "i9", "the variation above")
    keys(ann, Keys.ARROW_DOWN, "b", "f")
    same(ann.script(CURRENT), "g7", "back and forth")
    keys(ann, Keys.HOME, Keys.END)
    same(ann.script(CURRENT), "g7", "the end of the line that was last shown")
    ann.script("document.querySelector('#tree [tabindex=\"0\"]').focus()")
    press_keys(ann, Keys.ARROW_UP)
    same(
        ann.script(
            "const e = document.activeElement; return [e.getAttribute('role'), e.getAttribute('aria-label'), e.getAttribute('aria-level'), e.ariaExpanded, e.tabIndex]"
        ),
        ["treeitem", "2, O i9", "1", "true", 0],
        "the focused item",
    )
    press_keys(ann, "-")
    same(ann.script(ITEMS), ["Start", "h8", "i9", "j8"], "hidden variations")
    press_keys(ann, "+", Keys.ARROW_DOWN)
    same(
        ann.script(
            "return [document.activeElement.ariaLevel, document.querySelectorAll('#tree [tabindex=\"0\"]').length]"
        ),
        ["2", 1],
        "the level of a variation",
    )
    press_keys(ann, Keys.DELETE)
    ann.until("the deletion", CURRENT + " === 'h8'")
    same(ann.script(ITEMS), ["Start", "h8", "i9", "j8"], "after the deletion")


def test_large_tree_draws_only_what_is_in_sight(tables, page_server):
    """A tree with 3,000 nodes has few elements, and a step through it adds few."""
    ann, room = tables.ann, new_room()
    asyncio.run(Study(random.Random(SEED), lambda _number: page_server.port, room).plant(NODES))
    ann.go(f"?analysis={room}", "the study", READY)
    same(sum(key.startswith("node.") for key in shared(ann.url, room)["state"]), NODES, "nodes")
    assert ann.script("return document.querySelectorAll('#tree [role=treeitem]').length") < 300
    # Steps redraw only items that change.
    changed = ann.script("""const tree = document.querySelector('#tree'), observer = new MutationObserver(() => {});
        observer.observe(tree, { childList: true, subtree: true });
        for (let step = 0; step < 10; step += 1) document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
        return observer.takeRecords().reduce((sum, { addedNodes }) => sum + addedNodes.length, 0)""")
    assert changed < 300, changed


def test_engine_shows_lines_and_plays_proofs_as_ghost_stones(tables):
    """The engine analyses the shown position only while it is switched on. A proven line appears as
    ghost stones and adds no node. Key x asks what the other side would win."""
    ann = tables.ann
    ann.go(f"?analysis={new_room()}#h8i9", "the study", READY)
    ann.script(ENGINE)
    press(ann, "#engine-on")
    same(
        ann.script("return asked.map(each => [each.turn, each.x, each.o, each.lines])"),
        [["x", ["7,7"], ["8,6"], 3]],
        "requests",
    )
    same(ann.text(".claims span"), "Proven: X wins by fours in 3 moves.", "the claim")
    same(ann.text(".engine-move .chance"), "58%", "the chance")
    same(
        ann.script("return document.querySelector('.overlay .best text').textContent"),
        "58",
        "the best point on the board",
    )
    press(ann, ".show-proof")
    ghosts = (
        "return [...document.querySelectorAll('.overlay .ghost')].map(e => e.classList[1] + e.textContent).join(' ')"
    )
    ann.until("all ghost stones", ghosts + " === 'x1 o2 x3 o4 x5'")
    same(ann.script(ITEMS), ["Start", "h8", "i9"], "the tree")
    keys(ann, "x")
    ann.until("the other side", "return asked.at(-1).turn === 'o'")
    ann.until("its words", "return document.querySelector('.engine-told').textContent.startsWith('If it were O')")
    keys(ann, Keys.ARROW_LEFT)
    ann.until("the position before", "return asked.at(-1).o.length === 0")
    same(ann.script(ghosts), "", "ghost stones at another position")
    press(ann, "#engine-on")
    same(
        ann.script("return [asked.at(-1).stop, document.querySelectorAll('.engine-lines li').length]"),
        [True, 0],
        "switched off",
    )


def test_reason_without_an_analysis_is_readable_on_a_phone(tables):
    """The sentence is longer than the place beside the engine's switch."""
    ann = tables.ann
    ann.go(f"?analysis={new_room()}#h8i9", "the study", READY)
    ann.resize(390, 844)
    ann.script(RATED)
    press(ann, "#engine-on")
    for size in ((390, 844), *PHONES):
        ann.resize(*size)
        told = ann.until(
            "the reason",
            "const e = document.querySelector('.engine-told'); return e.textContent && [e.textContent, "
            "e.scrollHeight - e.clientHeight, e.scrollWidth - e.clientWidth, Math.round(e.getBoundingClientRect().height / 20)]",
        )
        same(
            told,
            ["This is a position of your rated game. Analyse it after the game.", 0, 0, 2],
            f"the reason, what is cut off, and its rows at {size}",
        )


def test_engine_says_nothing_about_the_depth_of_a_proof(tables):
    """The server proves a result without a search, whose depth is then 0."""
    ann = tables.ann
    ann.go(f"?analysis={new_room()}#h8i9", "the study", READY)
    ann.script(ENGINE.replace("depth: 8", "depth: message.turn === 'x' ? 0 : 8"))
    press(ann, "#engine-on")
    same((ann.text(".claims span"), ann.text(".engine-told")), ("Proven: X wins by fours in 3 moves.", ""), "a proof")
    keys(ann, "x")
    ann.until("a search", "return document.querySelector('.engine-told').textContent.endsWith('Depth 8')")


def test_engine_shows_up_to_five_lines(tables, thorough):
    """The number of lines stays in the browser, and all lines can be reached in every window."""
    ann, room = tables.ann, new_room()
    ann.go(f"?analysis={room}#h8i9", "the study", READY)
    ann.script(ENGINE)
    press(ann, "#engine-on")
    ann.choose("#engine-count", "5")
    ann.until("five lines", "return document.querySelectorAll('.engine-lines li').length === 5")
    same(ann.script("return asked.at(-1).lines"), 5, "the request")
    for size in SIZES if thorough else TELLING_SIZES:
        ann.resize(*size)
        same(ann.script(FIT), [], f"{size}: what does not fit")
        unreachable = ann.script(
            """return [...document.querySelectorAll('.engine-lines li, .claims li')].filter(line => {
                line.scrollIntoView({ block: 'nearest', inline: 'nearest' });
                const box = line.querySelector('button, span').getBoundingClientRect(), found = document.elementFromPoint(box.x + 8, box.y + box.height / 2);
                return !line.contains(found);
            }).length"""
        )
        same(unreachable, 0, f"{size}: lines that cannot be reached")
        same(ann.script(FIT), [], f"{size}: what does not fit after scrolling")
    ann.go(f"?analysis={room}", "the study again", READY)
    same(ann.script("return document.querySelector('#engine-count').value"), "5", "after loading again")


def test_arrows_and_circles_are_drawn_with_mouse_finger_and_keys(tables):
    """The right button or a long press draws an arrow. A plain circle is a mark of the node; arrows
    and coloured circles stay in this window."""
    ann, room = tables.ann, new_room()
    ann.go(f"?analysis={room}#h8i9", "the study", READY)
    right = {"button": 2, "buttons": 2, "pointerType": "mouse", "shiftKey": True}
    ann.script(POINTER, "pointerdown", "d4", right)
    ann.script(POINTER, "pointermove", "f6", {**right, "button": -1})
    same(ann.script(DRAWN), ["drawn arrow red"], "while the user draws")
    ann.script(POINTER, "pointerup", "f6", right)
    ann.script(POINTER, "contextmenu", "f6", right)
    same(ann.script(DRAWN), ["drawn arrow red"], "the arrow")
    same(
        ann.script("return document.querySelector(`#board [data-point=d4]`).getAttribute('aria-label')"),
        "d4, empty, arrow to f6",
        "its words",
    )
    finger = {"pointerType": "touch", "isPrimary": True}
    ann.script(POINTER, "pointerdown", "c3", finger)
    ann.until("the long press", "return document.querySelector('.overlay circle.drawn')")
    ann.script(POINTER, "pointermove", "j3", finger)
    # A browser sends the click directly after the finger is lifted.
    ann.script(
        f"(function () {{ {POINTER} }})(...arguments); (function () {{ {POINTER} }})('click', ...[...arguments].slice(1))",
        "pointerup",
        "j3",
        finger,
    )
    same(ann.script(DRAWN), ["drawn arrow green", "drawn arrow red"], "two arrows")
    same(ann.script("return document.querySelectorAll('#board .preview').length"), 0, "shown stones")
    same(ann.script(CURRENT), "i9", "the position after the swipe")
    plain = {**right, "shiftKey": False}
    for kind in ("pointerdown", "pointerup", "contextmenu"):
        ann.script(POINTER, kind, "k4", plain)
    ann.until("the mark is confirmed", READY)
    state = shared(ann.url, room)["state"]
    marks = [value for key, value in state.items() if key.startswith("mark.")]
    same(marks, ["circle"], "shared marks")
    ann.script("document.querySelector(`#board [data-point=h8]`).focus()")
    press_keys(ann, "a")
    same(ann.text("#live"), "Arrow from h8. Go to its end, and press A again.", "for screen readers")
    press_keys(ann, Keys.ARROW_RIGHT, Keys.ARROW_UP)
    press_keys(ann, "a")
    same(len(ann.script(DRAWN)), 3, "with the keyboard")
    keys(ann, Keys.ARROW_LEFT)
    same(ann.script(DRAWN), [], "at another position")
    keys(ann, Keys.ARROW_RIGHT, Keys.ESCAPE)
    same(ann.script(DRAWN), [], "after Escape")


def test_pictures_of_position_and_line_are_saved(tables):
    """The share dialog saves the position as PNG and SVG, and the line as an animated SVG."""
    ann, room = tables.ann, new_room()
    ann.go(f"?analysis={room}#h8i9j10", "the study", READY)
    keys(ann, Keys.ARROW_LEFT)
    ann.script(FILES)
    ann.press("#share", opens="#share-dialog")
    words = "return [...document.querySelectorAll('#share-dialog .files button')].map(e => e.textContent)"
    same(ann.script(words), ["PNG", "SVG", "Animation"], "the buttons")
    for number in (1, 2, 3):
        press(ann, f"#share-dialog .files button:nth-of-type({number})")
    ann.until("the files", "return Object.keys(files).length === 3")
    found = ann.driver.execute_async_script(
        """const done = arguments[0], read = async ([name, blob]) => {
            if (blob.type === 'image/png') { const { width, height } = await createImageBitmap(blob); return [name, width, height]; }
            const drawn = new DOMParser().parseFromString(await blob.text(), 'image/svg+xml');
            const image = new Image();
            image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(await blob.text());
            await image.decode();
            return [name, drawn.querySelectorAll('g').length, drawn.querySelectorAll('animate').length];
        };
        Promise.all(Object.entries(files).sort().map(read)).then(done, (error) => done(String(error)))"""
    )
    same(
        found, [[f"{room}-line.svg", 3, 3], [f"{room}.png", 1200, 1200], [f"{room}.svg", 2, 0]], "stones, moving stones"
    )
    press(ann, "#share-dialog [value=done]")


def test_rejected_comment_stays_in_the_field(tables):
    """A comment that the server rejects is still in the field, and can be sent again."""
    ann, room = tables.ann, new_room()
    ann.go(f"?analysis={room}#h8", "the study", READY)
    # The participant in the key of the next delta is someone else.
    ann.script("""const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) {
            if (!text.includes('comment.')) return send.call(this, text);
            WebSocket.prototype.send = send;
            send.call(this, text.replace(/(comment\\.[^.]+\\.)[^"]+/, '$1p-nobody'));
        };""")
    ann.find("#comment").send_keys("A long thought", Keys.CONTROL, Keys.ENTER)
    ann.until("the rejection", "return document.querySelector('#comment').getAttribute('aria-invalid') === 'true'")
    same(ann.script("return document.querySelector('#comment').value"), "A long thought", "the field")
    ann.find("#comment").send_keys(Keys.CONTROL, Keys.ENTER)
    ann.until("the second try", "return document.querySelector('#comment').getAttribute('aria-invalid') === 'false'")
    ann.until("its answer", READY)
    comments = [value for key, value in shared(ann.url, room)["state"].items() if key.startswith("comment.")]
    same(comments, ["A long thought"], "comments")


def test_comment_is_written_on_a_phone(tables):
    """On phones the whole field for the comment and the marks are in sight, also while the engine
    is on, and the tab stays under the finger that opens them."""
    ann = tables.ann
    ann.go(f"?analysis={new_room()}#h8i9", "the study", READY)
    ann.script(ENGINE)
    press(ann, "#engine-on")
    for size in PHONES:
        ann.resize(*size)
        tab = "return Math.round(document.querySelector('#tab-notes').getBoundingClientRect().top)"
        press(ann, "#tab-tree")
        before = ann.script(tab)
        press(ann, "#tab-notes")
        same(ann.script(tab), before, f"the tab at {size}")
        cut = ann.script("""const body = document.querySelector('#tab-notes-body').getBoundingClientRect();
            return [...document.querySelectorAll('#comment, .marks button')].map(e => [e, e.getBoundingClientRect()])
                .filter(([, r]) => r.top < body.top - .5 || r.bottom > body.bottom + .5 || r.bottom > innerHeight || r.height < 35.5)
                .map(([e, r]) => `${e.id || e.dataset.mark} ${[r.top, r.bottom].map(Math.round)} of ${[body.top, body.bottom].map(Math.round)}`)""")
        same(cut, [], f"cut at {size}")


def test_players_analyse_their_game_together(tables):
    """After a game one press opens it on an analysis board and invites the opponent there."""
    ann, bob = tables.start()
    tables.play("h8", "h9", "i8")
    tables.resign(bob)
    ann.press("[data-step=together]")
    bob.until("the invitation", "return document.querySelector('#invited')?.checkVisibility()")
    same(bob.text("#invited span"), "Ann wants to analyse this game with you.", "the invitation")
    ann.until("Ann's study", READY)
    bob.press("#invited a")
    bob.until("Bob's study", READY)
    for window in tables.pair:
        window.until("both are here", "return document.querySelectorAll('.study-people li').length === 2")
        same(window.script(ITEMS), ["Start", "h8", "h9", "i8"], f"{window.name}'s tree")
    same(ann.script("return location.search"), bob.script("return location.search"), "the room")


def test_visitor_who_changes_nothing_leaves_no_room(tables):
    """The empty board of a new analysis is usable at once, and its first chapter is stored with the
    first move. That move can be undone."""
    ann = tables.ann
    recording = ann.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": RECORD_TITLES})
    ann.go("?analysis", "the study", READY)
    ann.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", recording)
    titles = ann.script("return [...titles]")
    assert "Analysis board · Five in a row" in titles and not any("study-" in title for title in titles), titles
    same(ann.script("return document.documentElement.dataset.rev"), "0", "revision")
    pick(ann, "h8")
    ann.at_rev(1)
    keys(ann, "z")
    ann.at_rev(2)
    same(ann.script(ITEMS), ["Start"], "after the undo")


def test_board_engine_and_tree_fit_every_window(tables, thorough):
    """The page never scrolls, no part covers another, and every control has a name."""
    ann = tables.ann
    ann.go(f"?analysis={new_room()}&title={'A long title of a study ' * 4}#h8i9j8j9", "the study", READY)
    ann.script(ENGINE)
    for size in SIZES if thorough else TELLING_SIZES:
        ann.resize(*size)
        for tab in ("people", "notes", "tree"):
            press(ann, f"#tab-{tab}")
            same(ann.script(NAMELESS), [], f"{size}: controls without a name")
        same(ann.script(FIT), [], f"{size}: what does not fit")
        press(ann, "#engine-on")
        same(ann.script(FIT), [], f"{size}: what does not fit with the engine")
        press(ann, "#engine-on")


def test_tree_and_engine_share_a_phone_with_bars(tables):
    """On a phone whose browser shows its bars, a row of the tree stays in sight, with and without
    the engine, and the best line of the engine shows its move and its chance."""
    ann = tables.ann
    ann.go(f"?analysis={new_room()}#h8i9j8j9", "the study", READY)
    ann.script(ENGINE.replace("claims: [{", "claims: [], unused: [{"))
    # Returns the height of the part of the tree that is in sight.
    seen = """const boxes = ['#tree', '#tab-tree-body'].map(each => document.querySelector(each).getBoundingClientRect());
        return Math.min(...boxes.map(box => box.bottom)) - Math.max(...boxes.map(box => box.top))"""
    best = """const move = document.querySelector('.engine-move').getBoundingClientRect(), box = document.querySelector('.engine-body').getBoundingClientRect();
        return move.left >= box.left - 1 && move.right <= box.right + 1 && move.bottom <= innerHeight"""
    for size in PHONES:
        ann.resize(*size)
        assert ann.script(seen) >= 40, f"{ann.script(seen)} px of the tree at {size}"
        press(ann, "#engine-on")
        ann.until("the lines", "return document.querySelector('.engine-move')")
        assert ann.script(seen) >= 40, f"{ann.script(seen)} px of the tree with the engine at {size}"
        same(ann.script(best), True, f"the best move is in sight at {size}")
        press(ann, "#engine-on")

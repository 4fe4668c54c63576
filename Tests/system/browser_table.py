#!/usr/bin/python3
"""Sits down at the table in a real browser: strips, the link, openings explained, looking back, looks, sounds, levels.

    /usr/bin/python3 Tests/system/browser_table.py [--server PATH | --url URL] [--web DIR] [--only NAME]

The last line is "N passed, N failed"; the exit status is 0 only when nothing failed.
"""

import base64
import os
import struct
import sys
import uuid
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser_kit import Keys, Window, main, same, shared  # noqa: E402
from browser_layout import LEAST, OUTSIDE, SIZES, Tables, press, press_touch  # noqa: E402
from browser_play import new_room  # noqa: E402

STONES = "return document.querySelectorAll('#board [data-stone=x], #board [data-stone=o]').length"
THEMES = ["auto", "wood", "night", "slate", "paper", "contrast"]
# The largest of the windows: the board grows with it.
LARGE = (2560, 1440)
# Whether not all of it is seen at once.
SCROLLS = "const place = document.querySelector(arguments[0]); return place.scrollHeight > place.clientHeight + 1 || place.scrollWidth > place.clientWidth + 1"


def start(tables):
    return tables.start(rule="freestyle")


def wait_shown(window, selector):
    window.until(selector, "return document.querySelector(arguments[0])?.checkVisibility()", selector)


def claim(window):
    """Claims a name of its own for whoever sits in the window; returns it."""
    name = f"{window.name} {uuid.uuid4().hex[:6]}"
    window.visit(new_room())
    window.click("#account")
    window.until("the dialog", "return document.querySelector('#account-dialog[open] [name=username]')")
    window.script("""const dialog = document.querySelector('#account-dialog');
        dialog.querySelector('[name=username]').value = arguments[0];
        dialog.querySelector('[name=password]').value = 'correct horse battery';
        dialog.querySelector('button[type=submit]').click()""", name)
    window.until("it is theirs", "return !document.getElementById('account-dialog')")
    return name


def strips(tables):
    """a strip tells the name as a link to its profile, how far away one is, the clock and its periods, and that somebody is away"""
    ann, bob = pair = tables.start(rule="freestyle", clock="300/3x20")
    tables.play(pair, "h8", "h9")
    strip = ".player[data-side=o] "
    ann.until("the lag", "return /^\\d+ ms$/.test(document.querySelector(arguments[0] + '.trip').textContent)", strip)
    same(ann.script("return document.querySelector(arguments[0] + '.net').dataset.bars", strip), "3", "a near line")
    same(ann.script("return document.querySelector(arguments[0] + '.clock small').textContent", strip), "3 × 20 s", "periods")
    bobs = shared(tables.url, tables.room)["state"]["o"]
    same(ann.script("return document.querySelector(arguments[0] + '.name').getAttribute('href')", strip), f"?person={bobs}", "the link")
    ann.click(strip + ".name")
    ann.until("the profile", "return document.querySelector('.screen .person')")
    same(ann.script("return document.documentElement.dataset.connection"), "online", "the game's line")
    ann.driver.back()
    ann.until("the table", "return document.documentElement.dataset.screen === ''")
    bob.driver.get("about:blank")
    ann.until("away", "const s = document.querySelector(arguments[0]); return s.querySelector('small').textContent === 'away' && s.querySelector('.net').dataset.bars === '0'", strip)


def ratings_in_strips(tables):
    """in a rated game a strip has the rating, and after it what the game did to both"""
    ann, bob = pair = tables.pair()
    for window in pair:
        claim(window)
    ann, bob = pair = tables.start(rule="freestyle", clock="300+5", rated="yes")
    tables.play(pair, "h8", "h9", "i8", "i9", "j8", "j9")
    press(bob, "#resign")
    bob.until("the question", "return document.querySelector('#resign-dialog[open]')")
    tables.act(pair, bob, "#resign-dialog button[value=resign]")
    for window in pair:
        window.until("both changes", "return [...document.querySelectorAll('.gain')].every(g => /^[+−]\\d+$/.test(g.textContent))")
        same(window.script("return ['x', 'o'].map(s => document.querySelector(`.player[data-side=${s}] .gain`).dataset.way)"), ["up", "down"], "who has gained")
    told = ann.until("the ratings", "const r = [...document.querySelectorAll('.player .rating')].map(e => Number(e.textContent)); return r.every(Boolean) && r")
    assert max(told) > 1500 > min(told), told
    ann, bob = pair = tables.start(rule="freestyle", clock="300+5", rated="yes")
    ann.until("the ratings of the next game", "return document.querySelector('.player[data-side=x] .rating').textContent === arguments[0]", str(max(told)))
    same(ann.script("return document.querySelector('.gain').textContent"), "", "nothing is gained yet")


def long_names(tables):
    """names are never cut: the longest shrinks, then wraps, at every size"""
    ann, bob = pair = tables.start(clock="300/3x20")
    rev = ann.rev()
    for window, name in ((ann, "Wilhelmine Wammerswaldau"), (bob, "MWMWMWMWMWMWMWMWMWMWMWMW")):
        field = window.find("#name")
        field.clear()
        field.send_keys(name, Keys.ENTER)
        window.find("#chat")
    for window in pair:
        window.until("both names", "return document.querySelector('.player[data-side=o] .name').textContent.startsWith('MW') && document.querySelector('.player[data-side=x] .name').textContent.startsWith('Wil')")
    same(ann.rev(), rev, "a name is no change of the game")
    for size in SIZES + (LARGE,):
        ann.resize(*size)
        same(ann.script("""return [...document.querySelectorAll('.player')].flatMap(strip => {
            const name = strip.querySelector('.name'), box = strip.getBoundingClientRect(), r = name.getBoundingClientRect();
            const cut = name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1 || r.top < box.top - .5 || r.bottom > box.bottom + .5;
            return cut || r.width < 10 ? [`${name.textContent} ${name.scrollWidth}/${name.clientWidth} ${name.scrollHeight}/${name.clientHeight}`] : [] })"""), [], f"names at {size}")
    ann.resize(1280, 900)
    for window, name in ((ann, "Ann"), (bob, "Bob")):
        field = window.find("#name")
        field.clear()
        field.send_keys(name, Keys.ENTER)
        window.find("#chat")


def link_shown(tables):
    """the link is copied, shown, and there as a code; what is told of it is no error; closed, one is where one was"""
    ann, _ = start(tables)
    ann.driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
    ann.driver.set_window_rect(0, 0, 1280, 900)
    ann.script("document.querySelector('#share').focus()")
    ann.driver.switch_to.active_element.send_keys(Keys.ENTER)
    ann.until("the dialog", "return document.querySelector('#share-dialog[open]')")
    address = ann.script("return location.href")
    same(ann.script("return document.querySelector('#link').value"), address, "the link")
    ann.until("copied", "return document.querySelector('#share-dialog .told').textContent === 'The link is copied. Send it to a friend.'")
    same(ann.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0], (e) => arguments[0](String(e)))"), address, "what was copied")
    squares = ann.driver.execute_async_script("import('/page/qr-code.js').then(({qrCode}) => arguments[1](qrCode(arguments[0]).flat().filter(Boolean).length))", address)
    same(ann.script("return document.querySelector('#share-dialog .code path').getAttribute('d').split('M').length - 1"), squares, "squares of the code")
    for size in SIZES:
        ann.resize(*size)
        same(ann.script(OUTSIDE, ["#share-dialog", "#share-dialog .code", "#link"])[:1], [], f"the dialog at {size}")
        side = ann.script("return document.querySelector('#share-dialog .code').getBoundingClientRect().width")
        assert side >= 120, f"the code is {side} wide at {size}"
    ann.resize(1280, 900)
    ann.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    ann.until("closed", "return !document.querySelector('#share-dialog')")
    same(ann.script("return document.activeElement.id"), "share", "where one was")


def toasts(tables):
    """what is told for information looks otherwise than what went wrong, and says so without colour"""
    ann, bob = pair = start(tables)
    tables.play(pair, "h8")
    press(ann, "#board [data-point='h8'] .hit")
    looks = "const n = document.getElementById('notice'), s = getComputedStyle(n); return n.hidden ? null : [s.backgroundColor, n.getAttribute('role'), getComputedStyle(n, '::before').content]"
    wrong = ann.until("an error", looks)
    tables.act(pair, ann, "[data-action=hints]")
    tables.act(pair, bob, "[data-answer=accept]")
    bob.until("it is Bob's turn", "return document.querySelector('[data-action=hint]')?.checkVisibility()")
    press(bob, "[data-action=hint]")
    ann.until("told", "return document.getElementById('notice').textContent.endsWith('has taken a hint.')")
    told = ann.until("information", looks)
    assert told[0] != wrong[0] and told[2] != wrong[2], (wrong, told)
    same((wrong[1], told[1]), ("alert", "status"), "how it is said")
    ann.until("it goes by itself", "return document.getElementById('notice').hidden")


def opening_shown(tables):
    """an opening is shown on a small board: every step with its words, by itself or by hand, and by hand only where nothing shall move"""
    ann, bob = pair = tables.start(opening="swap2")
    ann.click("[data-action=opening]")
    ann.click("#how-it-works")
    ann.until("the demonstration", "return document.querySelector('#opening-demo[open]')")
    ann.until("it goes on by itself", "return Number(document.querySelector('#opening-demo').dataset.at) >= 2")
    ann.script("[...document.querySelectorAll('#opening-demo button')].find(b => b.textContent === 'Back').click()")
    at = int(ann.script("return document.querySelector('#opening-demo').dataset.at"))
    seen = []
    for to in range(at, 7):
        seen.append(ann.script("const d = document.querySelector('#opening-demo'); return [Number(d.dataset.at), d.querySelectorAll('[data-stone=x], [data-stone=o]').length, d.querySelector('.demo-told small').textContent]"))
        if to < 6:
            ann.script("[...document.querySelectorAll('#opening-demo button')].find(b => b.textContent === 'Next').click()")
    same(seen[-3:], [[4, 4, "Step 3 of 4"], [5, 5, "Step 3 of 4"], [6, 5, "Step 4 of 4"]], "the last pictures")
    same(ann.script("return document.querySelector('.demo-words').textContent"), "Who began takes a side.", "its words")
    for size in SIZES:
        ann.resize(*size)
        same(ann.script(OUTSIDE, ["#opening-demo", "#opening-demo .demo-board"])[:1], [], f"at {size}")
    ann.resize(1280, 900)
    ann.script("document.querySelector('#opening-demo [value=done]').click()")
    ann.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
    ann.click("#how-it-works")
    ann.until("the demonstration", "return document.querySelector('#opening-demo[open]')")
    moved = ann.driver.execute_async_script("""const done = arguments[0], demo = document.querySelector('#opening-demo');
        new MutationObserver(() => done('it moves')).observe(demo, {attributes: true, subtree: true, childList: true}); setTimeout(() => done('still'), 2_500)""")
    same(moved, "still", "with reduced motion")
    ann.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    ann.script("document.querySelector('#opening-demo [value=done]').click()")


def forbidden_by_default(tables):
    """under renju X sees forbidden points without asking, O does not; a refused point draws the two threes at every size"""
    ann, bob = pair = tables.start(rule="renju")
    tables.play(pair, "e8", "a15", "f8", "c15", "g6", "e15", "g7", "g15")
    ann.until("the mark", "return document.querySelector('[data-point=g8] .forbidden')")
    same(bob.script("return document.querySelectorAll('#board .forbidden').length"), 0, "for O")
    press(ann, "#board [data-point='g8'] .hit")
    same(ann.script("return document.getElementById('notice').textContent"),
         "g8 is forbidden to X: double three. It would make these threes at once: e8 f8 g8 and g8 g7 g6.", "why not")
    for size in SIZES:
        ann.resize(*size)
        same(ann.script("""const box = (e) => { const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; };
            const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
            const rings = [...document.querySelectorAll('.why circle')].map(box);
            return ['e8', 'f8', 'g8', 'g7', 'g6'].filter(p => !rings.some(ring => far(ring, box(document.querySelector(`[data-point=${p}] .hit`))) < 2))"""), [], f"stones without a ring at {size}")
    ann.resize(1280, 900)
    same(ann.script("return document.querySelectorAll('.why line').length"), 2, "the two threes")


def looking_back(tables):
    """the wheel steps through the moves and back to the live game, which goes on; the list is there meanwhile and marks where one is"""
    ann, bob = pair = start(tables)
    tables.play(pair, "h8", "h9", "i8", "i9")
    turn = "document.querySelector('#board').dispatchEvent(new WheelEvent('wheel', {deltaY: arguments[0], bubbles: true, cancelable: true}))"
    ann.script(turn, -120)
    ann.until("one back", STONES + " === 3")
    wait_shown(ann, "#moves")
    same(ann.script("return document.querySelector('#moves [aria-current]').textContent.trim().replace(/\\s+/g, ' ')"), "3 i8", "where one is")
    ann.script(turn, -120)
    ann.until("two back", STONES + " === 2")
    tables_rev = bob.rev()
    bob.until("it is X's turn", "return document.querySelector('.player[data-side=x]').classList.contains('to-move')")
    ann.script("document.querySelector('#moves li:nth-child(1) button').click()")
    ann.until("the first move", STONES + " === 1")
    for stones in (2, 3, 4):
        ann.script(turn, 120)
        ann.until("on", STONES + " === arguments[0]", stones)
    same(ann.script("return document.documentElement.dataset.replay"), "on", "the last position")
    ann.script(turn, 120)
    ann.until("the live game", "return !document.querySelector('.replay') && document.querySelector('#board').classList.contains('playable')")
    same(bob.rev(), tables_rev, "nothing was done at the table")
    ann.script(turn, -120)
    ann.until("back once more", STONES + " === 3")
    ann.script(turn, -30)
    same(ann.script(STONES), 3, "a small turn is none")
    ann.click("#next")
    tables.play(pair, "j8")


def replay_fits(tables):
    """looking back leaves the whole board on the screen, with the moves within reach, at every size"""
    ann, bob = pair = tables.start(clock="300/3x20")
    tables.play(pair, "h8", "h9", "i8", "i9")
    where = "const r = document.querySelector('#board').getBoundingClientRect(); return [r.left, r.top, r.width, r.height]"
    ann.resize(*SIZES[0])
    before = ann.script(where)
    ann.find("#moves")
    ann.script("document.querySelector('#moves li:nth-child(2) button').click()")
    ann.until("the replay", STONES + " === 2")
    same(ann.script(where), before, "the board of a phone, before and after")
    for size in SIZES + (LARGE,):
        ann.resize(*size)
        controls = [".replay .step-buttons button", ".replay input[type=range]", ".replay select", ".replay .open-record", ".replay .links a"]
        same(ann.script(OUTSIDE, ["#board", ".player", ".player .name", ".tabs", "#next", *controls]), [], f"at {size}")
        same(ann.script(SCROLLS, "#replay-place"), False, f"the controls scroll at {size}")
        side = ann.script("const r = document.querySelector('#board').getBoundingClientRect(); return Math.min(r.width, r.height)")
        least = LEAST.get(size, (1400,))[0]
        assert side >= 0.88 * least, f"the board is {side} at {size}"
    ann.resize(1280, 900)


def readable_names(tables):
    """a table's name can be read: words with a capital, and the players' where the server has drawn it by lot"""
    ann, _ = tables.pair()
    number = uuid.uuid4().int % 90 + 10
    ann.driver.get(f"{ann.url}/?room=calm-otter-{number}")
    ann.online()
    same(ann.text("#room-name"), f"Calm otter {number}", "the name")
    room = "g" + uuid.uuid4().hex[:12]
    ann.driver.get(f"{ann.url}/?room={room}&rule=freestyle&robot=2")
    ann.online()
    ann.until("the players", "return document.querySelector('#room-name').textContent.endsWith('– Sprout')")


def pixels(window, selector):
    """What lies round the middle of an element, as rows of lightness, as those see it who see no colours."""
    window.driver.execute_cdp_cmd("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
    box = window.script("const r = document.querySelector(arguments[0]).getBoundingClientRect(); return [r.left, r.top, r.width, r.height]", selector)
    shot = window.driver.execute_cdp_cmd("Page.captureScreenshot", {"clip": {"x": box[0] - 3, "y": box[1] - 3, "width": box[2] + 6, "height": box[3] + 6, "scale": 1}})
    window.driver.execute_cdp_cmd("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
    return decoded(base64.b64decode(shot["data"]))


def decoded(png):
    """The first channel of a PNG of 8 bits, not interlaced."""
    at, data, width, height, channels = 8, b"", 0, 0, 3
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        body = png[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, _, colour = struct.unpack(">IIBB", body[:10])
            channels = {2: 3, 6: 4}[colour]
        elif kind == b"IDAT":
            data += body
        at += length + 12
    raw, rows, before = zlib.decompress(data), [], bytearray(width * channels)
    for row in range(height):
        start = row * (width * channels + 1)
        how, line = raw[start], bytearray(raw[start + 1:start + 1 + width * channels])
        for index in range(len(line)):
            left = line[index - channels] if index >= channels else 0
            up, corner = before[index], before[index - channels] if index >= channels else 0
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda one: abs(guess - one))
            line[index] = (line[index] + (0, left, up, (left + up) // 2, nearest)[how]) & 255
        before = line
        rows.append(bytes(line[::channels]))
    return rows


def differing(one, other):
    """How many pixels differ so that one sees it."""
    return sum(abs(a - b) > 50 for left, right in zip(one, other) for a, b in zip(left, right))


def told_apart(tables):
    """the last move, the cursor, a move to be confirmed and the winning row are told apart without colours, by day and at night"""
    ann, bob = pair = start(tables)
    tables.play(pair, "h8", "a15", "i8", "c15", "j8", "e15", "k8")
    for theme in ("light", "dark"):
        ann.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})
        ann.script("document.activeElement.blur()")
        plain, last = pixels(ann, "[data-point=i8] .hit"), pixels(ann, "[data-point=k8] .hit")
        assert differing(plain, last) > 60, (theme, "last move", differing(plain, last))
        ann.script("document.querySelector('#board [data-point=i8]').focus({focusVisible: true})")
        cursor = pixels(ann, "[data-point=i8] .hit")
        assert differing(plain, cursor) > 150, (theme, "cursor", differing(plain, cursor))
        assert differing(last, cursor) > 150, (theme, "cursor and last move", differing(last, cursor))
    ann.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
    tables.play(pair, "g15")
    press_touch(ann, "l8")
    pending = pixels(ann, "[data-point=l8] .hit")
    plain = pixels(ann, "[data-point=i8] .hit")
    assert differing(plain, pending) > 150, ("a move to be confirmed", differing(plain, pending))
    ann.script("document.querySelector('#confirm button:last-child').click()")
    tables.play(pair, "l8")
    won = pixels(ann, "[data-point=i8] .hit")
    assert differing(plain, won) > 150, ("the winning row", differing(plain, won))
    ann.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def signature(tables):
    """the winning row lights up stone by stone, and stands still where nothing shall move"""
    for motion, moves in (("no-preference", True), ("reduce", False)):
        ann, bob = pair = start(tables)
        ann.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": motion}]})
        tables.play(pair, "h8", "a15", "i8", "c15", "j8", "e15", "k8", "g15", "l8")
        told = ann.script("return [document.querySelectorAll('#board .won').length, document.querySelectorAll('.win-line line').length, document.querySelector('#board').getAnimations({subtree: true}).map(a => a.animationName).filter(n => n === 'light').length]")
        same(told, [5, 1, 5 if moves else 0], f"motion: {motion}")
        ann.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def looks(tables):
    """the board has wood's grain and the page its own letters; boards are chosen from pictures that look as they do"""
    ann, _ = start(tables)
    ann.until("the grain", "return document.querySelector('#board image.grain').getAttribute('href')?.startsWith('data:image/')")
    ann.until("the letters", "return [...document.fonts].some(f => f.family === 'Board' && f.status === 'loaded')")
    same(ann.script("return getComputedStyle(document.querySelector('#turn')).fontFamily.startsWith('Board')"), True, "the headline's letters")
    size, licence = ann.driver.execute_async_script("""const done = arguments[0];
        Promise.all([fetch('/page/vollkorn.woff2').then(a => a.arrayBuffer()), fetch('/page/vollkorn.LICENSE.txt').then(a => a.text())]).then(([font, text]) => done([font.byteLength, text]))""")
    assert size < 25_000 and "SIL OPEN FONT LICENSE" in licence, (size, licence[:100])
    ann.click("#settings")
    ann.until("the dialog", "return document.querySelector('#settings-dialog[open]')")
    same(ann.script("return [...document.querySelectorAll('#settings-dialog [name=theme]')].map(i => i.value)"), THEMES, "boards")
    ann.until("their colours", "return getComputedStyle(document.querySelector('[value=paper] ~ * .wood')).fill === 'rgb(251, 250, 245)'")
    fills = ann.script("return [...document.querySelectorAll('#settings-dialog .board-picture')].map(p => getComputedStyle(p.querySelector('.wood')).fill)")
    same(len(set(fills[2:])), 5, f"pictures that look alike: {fills}")
    for size in SIZES:
        ann.resize(*size)
        same(ann.script("""return [...document.querySelectorAll('#settings-dialog .board-pictures')].map(p => p.getBoundingClientRect()).filter(r => r.width < 50 || r.height < 30 || r.height > r.width).length"""), 0, f"pictures at {size}")
    ann.resize(1280, 900)
    ann.click("#settings-dialog [value=slate]")
    ann.until("the board", "return getComputedStyle(document.querySelector('#board .wood')).fill === 'rgb(70, 82, 94)'")
    ann.click("#settings-dialog [value=auto]")
    ann.script("document.querySelector('#settings-dialog [value=done]').click()")


def sounds(tables):
    """a stone sounds like wood on wood, X otherwise than O, and the end like a scale; nothing is heard unless it is wanted"""
    ann, bob = pair = start(tables)
    ann.script("""window.tones = []; window.noises = 0;
        const tone = AudioContext.prototype.createOscillator, noise = AudioContext.prototype.createBufferSource;
        AudioContext.prototype.createOscillator = function () { const made = tone.call(this); tones.push(made); return made; };
        AudioContext.prototype.createBufferSource = function () { noises += 1; return noise.call(this); };""")
    tables.play(pair, "h8")
    same(ann.script("return tones.length"), 0, "unless it is wanted")
    ann.click("#settings")
    ann.until("the dialog", "return document.querySelector('#settings-dialog[open]')")
    ann.click("#settings-dialog [name=sounds]")
    ann.until("a stone to try", "return noises === 1 && tones.length === 4")
    ann.script("document.querySelector('#settings-dialog [value=done]').click()")
    lowest = "return Math.min(...tones.slice(-4).map(t => t.frequency.value))"
    for count, point in enumerate("h9 i8 h10 j8 h11 k8 h12 l8".split(), 2):
        tables.play(pair, point)
        if point in ("h9", "i8"):
            ann.until("a stone", "return noises === arguments[0]", count)
            pitch = ann.script(lowest)
            assert 225 < pitch < 260 if point == "h9" else 185 < pitch < 210, (point, pitch)
    ann.until("the end", "return tones.length >= 4 * 8 + 10")
    ann.click("#settings")
    ann.click("#settings-dialog [name=sounds]")
    ann.script("document.querySelector('#settings-dialog [value=done]').click()")
    same(ann.complaints(), [], "the browser")


def large_screens(tables):
    """the board grows with the window, and what is beside it is larger, too"""
    ann, _ = tables.start(clock="300+5")
    for size, least, letters in (((1280, 800), 780, 16), ((1920, 1080), 1060, 16), (LARGE, 1420, 20)):
        ann.resize(*size)
        side, text = ann.script("const r = document.querySelector('#board').getBoundingClientRect(); return [Math.min(r.width, r.height), parseFloat(getComputedStyle(document.documentElement).fontSize)]")
        assert side >= least and text == letters, (size, side, text)
        same(ann.script(OUTSIDE, ["#board", ".player", ".prompt", "#actions", ".tabs"]), [], f"at {size}")
    ann.resize(1280, 900)


def levels(tables):
    """each of the robot's ten levels has a name and says whom it suits; after a game its neighbours are one press away"""
    ann, _ = tables.pair()
    room = new_room()
    ann.visit(room)
    ann.click("[data-choice=robot]")
    ann.until("the dialog", "return document.querySelector('#new-game-dialog[open]')")
    told = ann.script("""const slider = document.querySelector('#new-game-dialog [name=level]');
        return Array.from({length: 10}, (_, at) => { slider.value = at + 1; slider.dispatchEvent(new Event('input', {bubbles: true}));
            return [document.querySelector('#new-game-dialog output').textContent, document.querySelector('.level-note').textContent, slider.getAttribute('aria-valuetext')]; })""")
    same([len({words[part] for words in told}) for part in range(3)], [10, 10, 10], "words of their own")
    same((told[0][0], told[3][0], told[9][0]), ("1 of 10: Seed", "4 of 10: Willow", "10 of 10: Kaya"), "names")
    for size in SIZES:
        ann.resize(*size)
        same(ann.script("const n = document.querySelector('.level-note'), o = document.querySelector('#new-game-dialog output'); return [n, o].filter(e => e.scrollWidth > e.clientWidth + 1).length"), 0, f"the words at {size}")
    ann.resize(1280, 900)
    ann.script("const s = document.querySelector('#new-game-dialog [name=level]'); s.value = 2; s.dispatchEvent(new Event('input', {bubbles: true}))")
    ann.click("#new-game-dialog button[value=start]")
    ann.until("Sprout sits there", "return document.querySelector('.player[data-side=o] .name').textContent === 'Sprout'")
    same(ann.text(".player[data-side=o] small"), "computer, level 2", "what it is")
    ann.until("hints without asking", "return document.querySelector('[data-action=hint]')?.checkVisibility()")
    for stones in (2, 4):
        ann.until("one's turn", "return document.querySelector('#board').classList.contains('playable')")
        free = ann.script("return [...document.querySelectorAll('#board [data-point]')].find(c => !c.dataset.stone).dataset.point")
        press(ann, f"#board [data-point='{free}'] .hit")
        ann.until("the answer", STONES + " === arguments[0]", stones)
    ann.click("#resign")
    ann.click("#resign-dialog button[value=resign]")
    wait_shown(ann, "#result")
    same(ann.script("return [...document.querySelectorAll('#result .levels button')].map(b => b.textContent)"), ["Too hard? Seed"], "who has lost is not asked whether it was too easy")
    for size in SIZES:
        ann.resize(*size)
        same(ann.script(OUTSIDE, ["#result", "#result .levels button"])[:1], [], f"the card at {size}")
    ann.resize(1280, 900)
    ann.click("#result .levels [data-level='1']")
    ann.until("the next game", "return [...document.querySelectorAll('.player .name')].some(n => n.textContent === 'Seed')")
    state = shared(tables.url, room)["state"]
    same((state["game"], sorted(state[side].split(":")[0] for side in "xo")[1]), ("2", "robot"), "the game")
    assert "robot:1" in (state["x"], state["o"]), state


TESTS = (strips, long_names, link_shown, toasts, opening_shown, forbidden_by_default, looking_back, replay_fits,
         readable_names, told_apart, signature, looks, sounds, large_screens, levels, ratings_in_strips)


if __name__ == "__main__":
    sys.exit(main(__doc__, TESTS, lambda url, *_: Tables(url)))

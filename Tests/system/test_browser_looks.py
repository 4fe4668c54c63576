"""Looks and sounds of the board: marks that differ without colours, the winning row, themes, fonts,
sounds, large screens."""

import base64
import struct
import zlib

import pytest

from gomokutest.checks import same
from gomokutest.screens import OUTSIDE, SIZES
from gomokutest.tables import new_room, open_dialog, prefer, press_touch

THEMES = ["auto", "wood", "night", "slate", "paper", "contrast"]


def pixels(window, selector):
    """Returns the pixels around an element as rows of lightness, as they appear to a reader who
    sees no colours."""
    window.driver.execute_cdp_cmd("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
    box = window.script(
        "const r = document.querySelector(arguments[0]).getBoundingClientRect(); return [r.left, r.top, r.width, r.height]",
        selector,
    )
    shot = window.driver.execute_cdp_cmd(
        "Page.captureScreenshot",
        {"clip": {"x": box[0] - 3, "y": box[1] - 3, "width": box[2] + 6, "height": box[3] + 6, "scale": 1}},
    )
    window.driver.execute_cdp_cmd("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
    return decoded(base64.b64decode(shot["data"]))


def decoded(png):
    """Returns the first channel of an 8-bit PNG that is not interlaced."""
    at, data, width, height, channels = 8, b"", 0, 0, 3
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, _, colour = struct.unpack(">IIBB", body[:10])
            channels = {2: 3, 6: 4}[colour]
        elif kind == b"IDAT":
            data += body
        at += length + 12
    raw, rows, before = zlib.decompress(data), [], bytearray(width * channels)
    for row in range(height):
        start = row * (width * channels + 1)
        how, line = raw[start], bytearray(raw[start + 1 : start + 1 + width * channels])
        for index in range(len(line)):
            left = line[index - channels] if index >= channels else 0
            up, corner = before[index], before[index - channels] if index >= channels else 0
            guess = left + up - corner
            nearest = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
            line[index] = (line[index] + (0, left, up, (left + up) // 2, nearest)[how]) & 255
        before = line
        rows.append(bytes(line[::channels]))
    return rows


def differing(one, other):
    """Returns the number of pixels that differ visibly."""
    return sum(
        abs(a - b) > 50 for left, right in zip(one, other, strict=False) for a, b in zip(left, right, strict=False)
    )


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.full)])
def test_marks_are_distinguishable_without_colours(painted_tables, scheme):
    """The last move, the cursor, a move to confirm and the winning row can be distinguished without
    colours in light and dark mode."""
    ann, _ = painted_tables.start()
    painted_tables.play("h8", "a15", "i8", "c15", "j8", "e15", "k8")
    prefer(ann, scheme=scheme)
    ann.script("document.activeElement.blur()")
    plain, last = pixels(ann, "[data-point=i8] .hit"), pixels(ann, "[data-point=k8] .hit")
    assert differing(plain, last) > 60, ("last move", differing(plain, last))
    ann.script("document.querySelector('#board [data-point=i8]').focus({focusVisible: true})")
    cursor = pixels(ann, "[data-point=i8] .hit")
    assert differing(plain, cursor) > 150, ("cursor", differing(plain, cursor))
    assert differing(last, cursor) > 150, ("cursor and last move", differing(last, cursor))
    painted_tables.play("g15")
    press_touch(ann, "l8")
    pending = pixels(ann, "[data-point=l8] .hit")
    plain = pixels(ann, "[data-point=i8] .hit")
    assert differing(plain, pending) > 150, ("a move to be confirmed", differing(plain, pending))
    ann.script("document.querySelector('#confirm button:last-child').click()")
    painted_tables.play("l8")
    won = pixels(ann, "[data-point=i8] .hit")
    assert differing(plain, won) > 150, ("the winning row", differing(plain, won))


STYLES = ["marked", "plain", "pen"]


# Returns the ancestors of a stone that are translucent or have a filter, except a shadow.
DIMMED = r"""const dimmed = [];
    for (let e = document.querySelector('#board [data-point=e15]'); e; e = e.parentElement) {
        const { opacity, filter } = getComputedStyle(e);
        if (Number(opacity) < 1 || !/^(none|drop-shadow\(.*\))$/.test(filter)) dimmed.push(`${e.tagName} ${e.id || e.getAttribute('class')}: ${opacity}, ${filter}`);
    }
    return dimmed"""


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.full)])
def test_only_the_winning_row_is_marked_after_the_end(painted_tables, scheme):
    """After a win each stone of the row has a rim in the colour for wins, in every style of stones
    and on every board. No other stone is marked or faded, and nothing dims the board."""
    ann, _ = painted_tables.start()
    prefer(ann, scheme=scheme)
    painted_tables.play("h8", "a15", "i8", "c15", "j8", "e15", "k8", "g15")
    ann.script("document.activeElement.blur()")
    before = pixels(ann, "[data-point=e15] .hit")
    painted_tables.play("l8")
    ann.until("the row", "return document.querySelectorAll('#board .won').length === 5")
    ann.script("document.activeElement.blur()")
    same(differing(before, pixels(ann, "[data-point=e15] .hit")), 0, "a stone outside the row, before and after")
    same(ann.script(DIMMED), [], "elements around the stones that dim them")
    for theme in THEMES:
        for stones in STYLES:
            ann.script(
                """const [theme, stones] = arguments, page = document.documentElement;
                if (!document.getElementById('themes')) document.head.append(Object.assign(document.createElement('link'), {id: 'themes', rel: 'stylesheet', href: 'board/themes.css'}));
                Object.assign(page.dataset, {theme, stones});""",
                theme,
                stones,
            )
            ann.until("the style sheet", "return Boolean(document.getElementById('themes').sheet)")
            win, marked, others, faded = (
                ann.script("""const style = getComputedStyle, board = document.querySelector('#board');
                const probe = board.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'path'));
                probe.style.stroke = 'var(--win)';
                const win = style(probe).stroke;
                probe.remove();
                const rim = (cell) => { const s = style(cell.querySelector('.disc')); return [s.stroke, s.strokeWidth].join(' '); };
                const all = [...board.querySelectorAll('.cell:is([data-stone=x], [data-stone=o])')], won = all.filter(c => c.matches('.won')), rest = all.filter(c => !c.matches('.won'));
                return [win, [...new Set(won.map(rim))], rest.filter(c => rim(c).startsWith(win) || c.querySelector('.corners')?.checkVisibility()).length,
                    all.filter(c => Number(style(c.querySelector('.stone')).opacity) < 1 || Number(style(c).opacity) < 1).length
                        + [...board.querySelectorAll('.corners')].filter(c => c.checkVisibility()).length]""")
            )
            same((marked, others, faded), ([f"{win} 5px"], 0, 0), f"{theme}, {stones}")
    for stones in STYLES:
        ann.script("Object.assign(document.documentElement.dataset, {theme: 'auto', stones: arguments[0]})", stones)
        won, other = pixels(ann, "[data-point=j8] .hit"), pixels(ann, "[data-point=e15] .hit")
        ann.script("document.querySelectorAll('#board .won').forEach(c => c.classList.replace('won', 'was-won'))")
        plain = pixels(ann, "[data-point=j8] .hit")
        assert differing(won, plain) > 150, (stones, "the winning row", differing(won, plain))
        same(differing(other, pixels(ann, "[data-point=e15] .hit")), 0, f"{stones}: a stone outside the row")
        ann.script("document.querySelectorAll('#board .was-won').forEach(c => c.classList.replace('was-won', 'won'))")


# Counts the animations of the winning stones as they start.
COUNT_LIGHTS = """window.lights = 0;
    document.querySelector('#board').addEventListener('animationstart', (event) => { lights += event.animationName === 'light'; });"""


@pytest.mark.parametrize("motion, lights", [("no-preference", 5), ("reduce", 0)])
def test_winning_row_lights_up_unless_motion_is_reduced(tables, motion, lights):
    """The winning row lights up stone by stone. It does not move if the reader prefers reduced
    motion."""
    ann, _ = tables.start()
    tables.play("h8", "a15", "i8", "c15", "j8", "e15", "k8", "g15")
    prefer(ann, motion)
    ann.script(COUNT_LIGHTS)
    tables.play("l8")
    same(
        ann.script(
            "return [document.querySelectorAll('#board .won').length, document.querySelectorAll('.win-line line').length]"
        ),
        [5, 1],
        "the row",
    )
    if lights:
        ann.until("the row lights up", "return lights === arguments[0]", lights)
    else:
        ann.driver.execute_async_script(
            "requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(arguments[0])))"
        )
        same(
            ann.script("return [lights, document.querySelector('#board').getAnimations({subtree: true}).length]"),
            [0, 0],
            "animations",
        )


def test_themes_are_chosen_from_preview_pictures(tables):
    """The board has a wood grain, and the page has its own font. Themes are chosen from preview
    pictures."""
    ann = tables.ann
    ann.visit(new_room())
    ann.settled(ahead=True)
    ann.until(
        "the grain",
        "return document.querySelector('#board image.grain').getAttribute('href')?.startsWith('data:image/')",
    )
    ann.until("the letters", "return [...document.fonts].some(f => f.family === 'Board' && f.status === 'loaded')")
    same(
        ann.script("return getComputedStyle(document.querySelector('#turn')).fontFamily.startsWith('Board')"),
        True,
        "the headline's letters",
    )
    size, licence = ann.driver.execute_async_script("""const done = arguments[0];
        Promise.all([fetch('/page/vollkorn.woff2').then(a => a.arrayBuffer()), fetch('/page/vollkorn.LICENSE.txt').then(a => a.text())])
            .then(([font, text]) => done([font.byteLength, text]))""")
    assert size < 25_000, f"the letters have {size} bytes"
    assert "SIL OPEN FONT LICENSE" in licence, licence[:100]
    open_dialog(ann, "#settings", "#settings-dialog")
    same(
        ann.script("return [...document.querySelectorAll('#settings-dialog [name=theme]')].map(i => i.value)"),
        THEMES,
        "boards",
    )
    ann.until(
        "their colours",
        "return getComputedStyle(document.querySelector('[value=paper] ~ * .wood')).fill === 'rgb(251, 250, 245)'",
    )
    fills = ann.script(
        "return [...document.querySelectorAll('#settings-dialog .board-picture')].map(p => getComputedStyle(p.querySelector('.wood')).fill)"
    )
    same(len(set(fills[2:])), 5, f"different pictures: {fills}")
    for size in SIZES:
        ann.resize(*size)
        same(
            ann.script("""return [...document.querySelectorAll('#settings-dialog .board-pictures')].map(p => p.getBoundingClientRect())
            .filter(r => r.width < 50 || r.height < 30 || r.height > r.width).length"""),
            0,
            f"pictures at {size}",
        )
    ann.resize(1280, 900)
    ann.click("#settings-dialog [value=slate]")
    ann.until("the board", "return getComputedStyle(document.querySelector('#board .wood')).fill === 'rgb(70, 82, 94)'")


# Counts the tones and noises that the page plays from now on.
LISTEN = """window.tones = []; window.noises = 0;
    const tone = AudioContext.prototype.createOscillator, noise = AudioContext.prototype.createBufferSource;
    AudioContext.prototype.createOscillator = function () { const made = tone.call(this); tones.push(made); return made; };
    AudioContext.prototype.createBufferSource = function () { noises += 1; return noise.call(this); };"""


def test_stones_and_game_end_have_sounds_until_one_press_mutes_them(tables):
    """A stone sounds like wood on wood, lower for X than for O. The end of a game sounds like a
    scale. One press turns the sounds off, also for the next visit."""
    ann, bob = tables.start()
    for window in tables.pair:
        window.script(LISTEN)
    ann.click("#turn")  # Browsers allow sounds after the user's first press.
    for count, (point, low, high) in enumerate((("h8", 185, 210), ("h9", 225, 260), ("i8", 185, 210)), 1):
        tables.play(point)
        ann.until("a stone", "return noises === arguments[0]", count)
        pitch = ann.script("return Math.min(...tones.slice(-4).map(t => t.frequency.value))")
        assert low < pitch < high, (point, pitch)
    same(bob.script("return [noises, tones.length]"), [0, 0], "sounds for a user who has not pressed anything")
    ann.click("#sound")
    same(ann.script("return document.querySelector('#sound').ariaPressed"), "false", "the button")
    tables.play("h10", "j8")
    same(ann.script("return noises"), 3, "sounds after they were turned off")
    ann.driver.refresh()
    ann.online()
    same(ann.script("return document.querySelector('#sound').ariaPressed"), "false", "the button on the next visit")
    ann.script(LISTEN)
    ann.click("#sound")
    ann.until("a stone to try", "return noises === 1 && tones.length === 4")
    tables.play("h11", "k8", "h12", "l8")
    ann.until("the end", "return tones.length >= 4 * 4 + 10")


def test_board_and_font_grow_on_large_screens(tables):
    """The board grows with the window, and on the largest screens the font does, too."""
    ann, _ = tables.start(clock="300+5")
    for size, least, letters in (((1280, 800), 780, 16), ((1920, 1080), 1060, 16), ((2560, 1440), 1420, 20)):
        ann.resize(*size)
        side, text = ann.script("""const r = document.querySelector('#board').getBoundingClientRect();
            return [Math.min(r.width, r.height), parseFloat(getComputedStyle(document.documentElement).fontSize)]""")
        assert side >= least and text == letters, (size, side, text)
        same(ann.script(OUTSIDE, ["#board", ".player", ".prompt", "#actions", ".tabs"]), [], f"at {size}")

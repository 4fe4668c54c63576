"""Measures the table on phones whose browser shows its bars: the drawn board has the window's whole
width, and no part lies on another one."""

from .checks import same
from .screens import SMALL, TARGET
from .tables import wait_shown

# Windows of upright phones whose browser shows its bars, in CSS pixels.
PHONES = ((390, 664), (375, 667), (375, 553), (360, 560), (412, 732), (320, 568))
# The parts of the table. None of them may overlap another one.
PARTS = ".top, .player, #board .wood, .prompt, #actions, #unfold, .replay, .seeking, .result"
# Text and buttons that may not overlap each other either.
WORDS = ".seeking, #choices button, .top button, .top h1, #turn, #hint, .prompt button, .question:not(.choose) p, .result p, #actions button, .clock, .named, .replay button"
# Returns the width and height of the drawn board, the width of the window, and faults: parts that
# are outside the window, lie on another part, or are cut off; and a page that scrolls.
MEASURE = """const [parts, words] = arguments, faults = [], shown = (selector) => [...document.querySelectorAll(selector)]
    .filter((e) => e.checkVisibility({visibilityProperty: true}) && e.getBoundingClientRect().width);
const name = (e) => e.id || e.dataset.side || e.getAttribute('class') || e.textContent || e.tagName, around = (r) => [r.left, r.top, r.right, r.bottom].map(Math.round);
const overlap = (list) => list.forEach((one, index) => list.slice(index + 1).forEach((other) => {
    if (one.contains(other) || other.contains(one)) return;
    const [a, b] = [one, other].map((e) => e.getBoundingClientRect());
    if (Math.min(a.right, b.right) > Math.max(a.left, b.left) + .6 && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top) + .6)
        faults.push(`${name(one)} ${around(a)} lies on ${name(other)} ${around(b)}`);
}));
overlap(shown(parts));
overlap(shown(words));
for (const notice of shown('.notice')) for (const e of shown('#board .wood, #actions, .prompt, .player')) overlap([notice, e]);
for (const e of shown('#choices button')) for (const part of shown('#board .wood, .player, #unfold')) overlap([e, part]);
for (const e of shown(`${parts}, ${words}, .notice`)) {
    const r = e.getBoundingClientRect();
    if (r.left < -.5 || r.top < -.5 || r.right > innerWidth + .5 || r.bottom > innerHeight + .5) faults.push(`${name(e)} ${around(r)} is outside`);
}
for (const e of shown('.player, .prompt, .prompt button, #turn, #hint, #actions button, .clock, .result, .replay, .top, .notice, #choices button, .running .game')) {
    if (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)
        faults.push(`${name(e)} is cut: ${e.scrollWidth}/${e.clientWidth}, ${e.scrollHeight}/${e.clientHeight}`);
}
for (const e of shown('#actions button span')) {
    const space = e.closest('button').getBoundingClientRect().bottom - e.getBoundingClientRect().bottom;
    if (space < 3) faults.push(`${name(e)} is ${space} px from the lower edge of its button`);
}
const page = document.documentElement;
if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) faults.push('the page scrolls');
const wood = document.querySelector('#board .wood').getBoundingClientRect();
return [Math.round(10 * wood.width) / 10, Math.round(10 * wood.height) / 10, innerWidth, faults];"""


def assert_board_has_the_width(window, phase, *more):
    """Fails unless the drawn board is as wide as the window at each size, and nothing overlaps."""
    for size in PHONES:
        window.resize(*size)
        for selector in more:
            wait_shown(window, selector)
        width, height, whole, faults = window.script(MEASURE, PARTS, WORDS)
        same(faults, [], f"{phase} at {size}")
        same((width, height), (whole, whole), f"the drawn board at {size}, {phase}")
        same(window.script(SMALL, TARGET), [], f"controls too small to touch at {size}, {phase}")

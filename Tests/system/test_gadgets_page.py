"""The page around a gadget: its error reports, preferences, views, and files that appear while the
server runs."""

import shutil
import subprocess
import urllib.parse

from gomokutest.checks import same
from gomokutest.environment import TIMEOUT, WEB, binary
from gomokutest.gadgets import ROOMS, WholeGadgetWindow
from gomokutest.tables import leave

TOLD = """const line = document.querySelector(`#trouble [data-key^='${arguments[0]}']`);
    return line && !line.closest('[hidden]') && line.textContent.includes(arguments[1])"""

# Like TOLD, but for the unobtrusive line that lists missing images when it is opened.
QUIET = TOLD.replace("#trouble", "#decorations")

# Shortens the time until notes disappear and a slow gadget is reported to a tenth.
SOONER = """const later = setTimeout;
    window.setTimeout = (action, time, ...more) => later(action, [7000, 8000].includes(time) ? 800 : time, ...more);"""

# Hides from the page that a gadget is ready, as if it were still loading.
HANGING = """window.hangs = self === top;
    addEventListener('message', (event) => { if (window.hangs && event.data.service === 'wave_enable') event.stopImmediatePropagation(); });"""

# Shortens the page's timeouts to a tenth, and records its reports.
REPORTS = """if (self === top) {
    const later = setTimeout;
    window.setTimeout = (action, time, ...more) => later(action, [4000, 7000].includes(time) ? time / 10 : time, ...more);
    window.reports = {slow: false, gone: false};
    new MutationObserver(() => {
        reports.slow ||= document.getElementById('slow')?.hidden === false;
        reports.gone ||= document.querySelector('[data-key=gone]') !== null;
    }).observe(document, {subtree: true, childList: true, attributes: true});
}"""


def test_page_reports_missing_files_calls_and_errors_of_a_gadget(pair):
    """The page shows the entry for the map of addresses, and reloads the gadget on request."""
    pair.expect("dead.example", "never.js", "undefinedThing")
    ann, bob = pair.open("broken.xml")
    for window in (ann, bob):
        window.page_until(
            "the missing file and its line",
            TOLD,
            "missing http://dead.example/lib",
            '"http://dead.example/lib/gone-1.2.js": "FILE"',
        )
        window.page_until(
            "the missing picture",
            QUIET,
            "decoration http://dead.example/gone.png",
            '"http://dead.example/gone.png": "FILE"',
        )
        window.page_until(
            "a file beside it",
            TOLD,
            "missing http://127",
            "The gadget needs /gadgets/files/never.js, which is not available here.",
        )
        same(
            window.page(
                "return [...document.querySelectorAll('#trouble code')].some(c => c.textContent.includes('never.js'))"
            ),
            False,
            "no line for it",
        )
        window.page_until(
            "the call in vain",
            TOLD,
            "error",
            "The gadget uses wave.setParticipantsCallback, which is not available here.",
        )
    ann.script("window.old = true")
    ann.reload()
    ann.until("loaded again", "return !window.old && typeof wave !== 'undefined' && wave.getState() !== null")
    ann.page_until("said again", TOLD, "error", "wave.setParticipantsCallback")
    ann.page_click("#trouble-dismiss")
    same(ann.page("return document.getElementById('trouble').hidden"), True, "dismissed")
    ann, bob = pair.open("fails.xml")
    same(
        ann.page("return document.getElementById('trouble').textContent.includes('failed')"),
        False,
        "nothing has failed yet",
    )
    bob.script("wave.getState().submitDelta({go: 1})")
    for window in (ann, bob):
        window.page_until("the error", TOLD, "error", "undefinedThing is not defined")
        same(window.page("return document.querySelectorAll('#trouble b').length"), 0, "as text")


def test_modules_fonts_canvases_and_complete_script_errors(pair):
    """The page distinguishes files that exist from missing ones."""
    pair.expect("nowhere.js", "told whole")
    shutil.copy(f"{WEB}/page/vollkorn.woff2", f"{pair.server.gadgets}/files/letters.woff2")
    ann = pair.open_one("open-files.xml")
    ann.until("the modules", "return window.outer === 'outer and inner' && window.inline === 'inner'")
    ann.script(
        "window.made = new Image(); made.src = '/gadgets/files/dot.svg';"
        "new FontFace('letters', 'url(/gadgets/files/letters.woff2)').load()"
        ".then(face => { window.face = face.status; }, error => { window.face = String(error); })"
    )
    ann.until("the pictures", "return document.getElementById('dot').naturalWidth === 7 && made.naturalWidth === 7")
    same(ann.script("return [drawn(document.getElementById('dot')), drawn(made)]"), ["data:image"] * 2, "canvases")
    same(ann.until("the font", "return window.face"), "loaded", "the font")
    ann.page_until("the file", TOLD, "missing http://127", "/gadgets/files/imports-nowhere.js. The file is here")
    ann.page_until("the module in the page", TOLD, "module", "a file that it needs is missing")
    ann.script("setTimeout(fails)")
    ann.page_until("the error", TOLD, "error", "what is wrong is told whole")


def test_discarded_change_notice_disappears_and_hints_differ(pair):
    added = pair.bob.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SOONER})
    ann, bob = pair.open("counter.xml")
    bob.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    note = """const n = document.getElementById('notice');
        return n.hidden ? null : [n.dataset.kind, n.getAttribute('role'), n.textContent]"""
    ann.script("wave.getState().submitDelta({count: 1})")
    bob.until("told", "return wave.getState().get('count') === 1")
    bob.script("gadgets.rpc.call(null, 'wave_gadget_state', null, {huge: new Array(70000).join('x')})")
    told = bob.page_until(
        "a note", f"const found = (() => {{ {note} }})(); return found?.[2].includes('discarded') && found"
    )
    same(told[:2], ["passing", "status"], "how it is said")
    bob.page_until("gone by itself", "return document.getElementById('notice').hidden")
    ann.page_click("#play-back")
    ann.page_until("playback", "return !document.getElementById('playback').hidden")
    ann.page_click("#playback button:last-of-type")
    room = f"refereed-{next(ROOMS)}"
    ann.open("/gadgets/xo5.xml", room, kind="gomoku")
    hint, text = ann.page_until(
        "a hint",
        "const { hidden, dataset, textContent } = document.getElementById('at-table');"
        " return !hidden && [dataset.kind, textContent]",
    )
    same((hint, "referee" in text), ("hint", True), "a hint")
    warm = "const s = getComputedStyle(document.getElementById(arguments[0])); return s.backgroundColor"
    assert ann.page(warm, "at-table") != ann.page(warm, "stopped"), "a hint has the colour of an error"


def test_open_preferences_form_follows_the_gadget_and_saves_edits(pair):
    ann = pair.open_one("views.xml")
    fields = """const f = document.getElementById('preferences-form').elements;
        return [f.colour.value, f.who.value, f.loud.checked]"""
    same(ann.page(fields), ["red", "nobody", False], "the form")
    ann.page("document.getElementById('preferences-form').elements.who.value = 'being edited'")
    ann.script("prefs.set('colour', 'green', 'who', 'the gadget', 'loud', 'true')")
    ann.page_until(
        "the form follows",
        "const f = document.getElementById('preferences-form').elements; return f.colour.value === 'green'"
        " && f.loud.checked",
    )
    same(ann.page(fields), ["green", "being edited", True], "what is being edited stays")
    # Saving the form does not overwrite a value that another window has set in the meantime.
    ann.page(
        "const key = Object.keys(localStorage).find(k => k.endsWith(' /gadgets/views.xml'));"
        "localStorage[key] = JSON.stringify({...JSON.parse(localStorage[key]), colour: 'blue'})"
    )
    with ann.another():
        ann.page("document.getElementById('preferences-form').requestSubmit()")
    ann.until(
        "started again",
        "return typeof values === 'function' && wave.getState() !== null && values()[1] === 'being edited'",
    )
    same(ann.script("return values()"), ["blue", "being edited", True], "only the edited field was saved")


def test_preferences_of_a_gadget_are_separate_per_room(pair):
    ann, _ = pair.open("views.xml")
    ann.script("prefs.set('who', 'said in this room')")
    ann.page_until(
        "saved", "return document.getElementById('preferences-form').elements.who.value === 'said in this room'"
    )
    here = pair.room
    ann.open("views.xml", f"{here}-other")
    same(ann.script("return values()"), ["red", "nobody", False], "the preferences in the other room")
    same(ann.page("return document.getElementById('preferences-form').elements.who.value"), "nobody", "the form there")
    ann.open("views.xml", here)
    same(ann.script("return values()"), ["red", "said in this room", False], "the preferences in the first room")


def test_gadget_can_switch_between_its_views(pair):
    """The page explains why it does not open other addresses."""
    ann, bob = pair.open("views.xml")
    same(
        ann.script("""const {views} = gadgets;
        return [document.getElementById('view').textContent, Object.keys(views.getSupportedViews()).sort(),
                views.getCurrentView().getName()]"""),
        ["home view", ["canvas", "default", "home"], "default"],
        "views",
    )
    with ann.another():
        ann.script("gadgets.views.requestNavigateTo(gadgets.views.getSupportedViews().canvas, {page: 7})")
    ann.until(
        "the other view",
        "const v = document.getElementById('view'); return v && v.textContent === 'canvas view' &&"
        " wave.getState() !== null",
    )
    same(
        ann.script("return [gadgets.views.getCurrentView().getName(), gadgets.views.getParams().page]"),
        ["canvas", 7],
        "where it is",
    )
    same(bob.script("return document.getElementById('view').textContent"), "home view", "the other's is as it was")
    ann.script("gadgets.views.requestNavigateTo('nowhere')")
    ann.page_until("told", "return document.getElementById('notice').textContent.includes('no view “nowhere”')")
    fragment = "#restored:wave:googlewave.com!w%252Babc"
    click = (
        "document.body.insertAdjacentHTML('beforeend', '<a id=wave>a wave</a>');"
        "const link = document.getElementById('wave'); link.setAttribute('href', arguments[0]); link.click()"
    )
    for way, address in (
        ("gadgets.views.requestNavigateTo(arguments[0])", "wave://googlewave.com/w+abc"),
        ("gadgets.views.requestNavigateTo(arguments[0])", "https://wave.google.com/wave/#restored:wave:x"),
        ("gadgets.views.requestNavigateTo(arguments[0])", fragment),
        ("gadgets.rpc.call(null, 'navigateToFragment', null, arguments[0])", fragment),
        (click, fragment),
    ):
        ann.page("document.getElementById('notice').textContent = ''")
        ann.script(way, address)
        ann.page_until("told why", "return document.getElementById('notice').textContent.includes('shut down in 2012')")
    same(ann.page("return document.getElementById('link-offer').hidden"), True, "not offered")


def test_added_or_changed_gadget_needs_no_server_restart(pair):
    """The same applies to the map of addresses, and the page reports its errors."""
    pair.expect("dead.example", "status of 404")
    ann, bob = pair.windows
    new = (
        "<Module><ModulePrefs title='New'/><Content type='html'><![CDATA[<b id='v'>%s</b>"
        "<img id='p' src='http://dead.example/late.png'>]]></Content></Module>"
    )
    pair.room = f"files-{next(ROOMS)}"
    ann.open("new.xml", pair.room, wait=False)
    ann.page_until("not there", "return document.getElementById('notice').textContent.includes('no gadget at')")
    pair.server.put("new.xml", new % "first")
    ann.open("new.xml", pair.room)
    same(ann.text("#v"), "first", "there")
    ann.page_until("the picture is missing", QUIET, "decoration http://dead.example/late.png", "late.png")
    same(
        ann.page(
            "const d = document.getElementById('decorations');"
            "return [document.querySelectorAll('#trouble [data-key^=missing]').length, d.open,"
            " d.querySelector('summary').textContent,"
            " d.getBoundingClientRect().height < 40]"
        ),
        [0, False, "A picture, sound or font is missing.", True],
        "one quiet line, and no alarm",
    )
    with open(f"{pair.server.gadgets}/map.json", encoding="utf-8") as file:
        before = file.read()
    try:
        pair.server.put("new.xml", new % "second, and longer")
        pair.server.put(
            "map.json", '{"http://dead.example/late.png": "files/dot.svg", "http://dead.example/x": "../../etc/passwd"}'
        )
        for window in (ann, bob):
            window.open("new.xml", pair.room)
            same(window.text("#v"), "second, and longer", "changed")
            window.until("the picture", "return document.getElementById('p').naturalWidth === 7")
            window.page_until("what is wrong with the map", TOLD, "map", "../../etc/passwd")
        pair.server.put("map.json", '{"http://dead.example/late.png" "files/dot.svg"}')
        ann.open("new.xml", pair.room)
        ann.page_until("the map's error", TOLD, "map", "position")
        pair.server.put(".hidden.xml", new % "hidden")
        for path in (".hidden.xml", "..%2f..%2fetc%2fpasswd", "files/../../x.xml"):
            ann.open(path, pair.room, wait=False)
            ann.page_until(
                "not served", "return document.getElementById('notice').textContent.includes('no gadget at')"
            )
    finally:
        pair.server.put("map.json", before)


def test_gadget_that_never_loads_is_reported_and_can_be_stopped(pair):
    ann = pair.ann
    scripts = [
        ann.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})
        for source in (SOONER, HANGING)
    ]
    shown = "return !document.getElementById(arguments[0]).hidden"
    room = f"hangs-{next(ROOMS)}"
    try:
        ann.open("counter.xml", room, wait=False)
        ann.page_until("the report", shown, "slow")
        ann.page("window.hangs = false")
        ann.script("gadgets.rpc.call(null, 'wave_enable', null, '1.0')")
        ann.page_until("no report once it is loaded", "return document.getElementById('slow').hidden")
        ann.page("window.hangs = true")
        ann.reload()
        ann.page_until("the report of the next try", shown, "slow")
        ann.page_click("#stop")
        ann.page_until("stopped", shown, "stopped")
        same(
            ann.page("return [document.getElementById('gadget'), document.getElementById('slow').hidden]"),
            [None, True],
            "what is left of it",
        )
        ann.page_click("#start-again")
        ann.page_until("the report after a new start", shown, "slow")
    finally:
        for script in scripts:
            ann.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    ann.open("counter.xml", room)
    same(ann.page(shown, "slow"), False, "a report of a gadget that loads")


def test_looping_gadget_is_reported_as_busy_not_as_departed(gadget_server):
    """This requires a browser that gives the frame its own process. In a shared process the page
    would hang, too."""
    loop = "for (const end = Date.now() + 3000; Date.now() < end;) {}"
    gadget_server.put(
        "loops.xml",
        f"<Module><ModulePrefs title='Loops'/><Content type='html'><![CDATA[<script>{loop}</script>]]></Content></Module>",
    )
    window = WholeGadgetWindow(gadget_server.url, "Ann")
    window.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": REPORTS})
    window.driver.get(f"{window.url}/gadget.html?gadget=/gadgets/loops.xml&room=loops-{next(ROOMS)}")
    window.until("a report that is taken back", "return reports.slow && document.getElementById('slow').hidden")
    same(window.script("return reports.gone"), False, "a report that it has gone")
    window.close()


def test_gadget_content_from_a_file_is_shown_or_named_as_missing(pair):
    pair.expect("later.html")
    ann = pair.open_one("linked.xml")
    same(ann.text("#v"), "from a file – of its own", "the file")
    same(ann.script("return document.compatMode"), "CSS1Compat", "its doctype")
    ann.until("its picture, beside the file", "return document.getElementById('dot').naturalWidth === 7")
    pair.server.put(
        "later.xml", "<Module><ModulePrefs title='Later'/><Content type='html' href='files/later.html'/></Module>"
    )
    ann.open("later.xml", pair.room)
    ann.page_until(
        "named", TOLD, "missing http://127", "The gadget needs /gadgets/files/later.html, which is not available here."
    )
    pair.server.put("files/later.html", "<b id='v'>there now</b>")
    ann.reload()
    ann.until("the file", "return document.getElementById('v')?.textContent === 'there now'")
    missing = "return document.querySelectorAll('#trouble [data-key^=missing]').length"
    same(ann.page(missing), 0, "what is missing now")


def test_guards_give_a_contested_seat_to_one_player(pair):
    """All participants see the same owner of the seat, and the other delta is discarded as a whole.
    Changes by one participant never conflict."""
    ann, bob = pair.open("seat.xml", guard=1)
    cy = pair.cy()
    cy.open("seat.xml", pair.room)
    for window in (ann, bob, cy):
        window.rename()
    for window in (ann, bob, cy):
        window.until("three", "return wave.getParticipants().map(p => p.getDisplayName()).join() === 'Ann,Bob,Cy'")
        window.page_until("remembered in the room", "return document.getElementById('guard').checked")
    for _ in range(2):
        with pair.at_once():
            for window in (ann, bob):
                window.script("sit()")
        holder = cy.until("somebody sits", "return wave.getState().get('black')")
        winner, loser = (ann, bob) if ann.script("return wave.getViewer().getId()") == holder else (bob, ann)
        for window in (ann, bob, cy):
            window.until("one name", "return document.getElementById('seat').textContent === arguments[0]", winner.name)
        loser.page_until(
            "the loser is told", "return document.getElementById('notice').textContent.includes('discarded')"
        )
        same(winner.page("return document.getElementById('notice').textContent"), "", "what the winner is told")
        same(
            [key for key in pair.state() if key.startswith("log ")],
            [f"log {holder}"],
            "the other's delta was discarded whole",
        )
        ann.script("wave.getState().reset()")
        for window in (ann, bob, cy):
            window.until("free again", "return wave.getState().getKeys().length === 0")
        loser.page("document.getElementById('notice').textContent = ''")
    # Consecutive changes by one participant never conflict.
    bob.script("for (var i = 1; i <= 30; i++) wave.getState().submitDelta({drag: (wave.getState().get('drag', 0), i)})")
    ann.until("the last of them", "return wave.getState().get('drag') === 30")
    same(bob.page("return document.getElementById('notice').textContent"), "", "none of them was discarded")
    same([key for key in pair.state() if key.startswith("gadget:")], ["gadget:guard"], "how the room remembers it")
    same(
        ann.script("return wave.getState().getKeys().filter(k => k.indexOf('gadget:') === 0)"),
        [],
        "and the gadget does not see it",
    )


def test_readable_ids_are_the_same_for_all_participants(pair):
    """All participants see the same IDs, one for each participant, also after a reload and for
    participants who have left."""
    ann, bob = pair.windows
    for window in (ann, bob):
        window.open("seat.xml", f"named-{next(ROOMS)}")
        window.rename()
    pair.room = f"named-{next(ROOMS)}"
    cy = pair.cy()
    ann.open("seat.xml", pair.room, names=1)
    bob.open("seat.xml", pair.room)
    cy.open("seat.xml", pair.room, guest=1)
    for window in (ann, bob, cy):
        window.until(
            "names", "return wave.getParticipants().map(p => p.getId()).join() === arguments[0]", "Ann,Bob,Guest"
        )
    same(
        [window.script("return wave.getViewer().getId()") for window in (ann, bob, cy)],
        ["Ann", "Bob", "Guest"],
        "viewers",
    )
    same(ann.script("return wave.getHost().getId()"), "Ann", "host")
    bob.script("sit()")
    for window in (ann, bob, cy):
        window.until(
            "a name where the gadget prints an id", "return document.getElementById('who').textContent === 'Bob'"
        )
    leave(bob)
    ann.until(
        "Bob has left, and is known",
        "return wave.getParticipants().length === 2 && wave.getParticipantById('Bob').getId() === 'Bob'",
    )
    # Another participant named Bob gets another ID.
    leave(cy)
    ann.until("alone", "return wave.getParticipants().length === 1")
    cy.open("seat.xml", f"named-{next(ROOMS)}")
    cy.page(
        "document.getElementById('name').value = 'Bob'; document.getElementById('name').dispatchEvent(new"
        " Event('change'))"
    )
    cy.until("is called Bob", "return wave.getViewer().getDisplayName() === 'Bob'")
    cy.open("seat.xml", pair.room)
    cy.until("the name that Cy had first", "return wave.getViewer() && wave.getViewer().getId() === 'Guest'")
    bob.open("seat.xml", pair.room)
    bob.until("the same again", "return wave.getViewer() && wave.getViewer().getId() === 'Bob'")


def test_narrow_screen_shows_a_gadget_laid_out_at_600_pixels(pair):
    """After rotating the screen the height is correct again."""
    ann, bob = pair.open("wide.xml")
    size = (
        "const f = document.getElementById('gadget'), b = f.getBoundingClientRect(), p ="
        " f.parentNode.getBoundingClientRect();"
        " return [Math.round(b.width), Math.round(b.height), Math.round(p.width), Math.round(p.height),"
        " f.offsetWidth, f.offsetHeight]"
    )
    fits = "return Math.abs(innerHeight - document.getElementById('text').getBoundingClientRect().bottom) <= 2"

    def turn(width, height):
        ann.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )

    try:
        ann.until("as high as its text", fits)
        wide = ann.script("return innerHeight")
        turn(360, 740)
        ann.until("laid out as it was meant", "return innerWidth === 600")
        ann.until("as high as its text", fits)
        width, height, room, room_height, layout, layout_height = ann.page(size)
        assert width <= room <= 360 and layout == 600, (width, room, layout)
        same(room_height - height in (0, 1), True, "nothing is left over below it")
        assert abs(height - layout_height * width / 600) <= 1, "all of it is shown"
        same(
            ann.page("return document.documentElement.scrollWidth <= innerWidth"),
            True,
            "the page does not scroll sideways",
        )
        narrow = ann.script("return innerHeight")
        turn(740, 360)
        ann.until("as wide as there is room", "return innerWidth > 600")
        ann.until("as high as its text", fits)
        turn(360, 740)
        ann.until("as before", "return innerWidth === 600 && innerHeight === arguments[0]", narrow)
        assert narrow >= wide, (narrow, wide)
        same(bob.script("return innerWidth") > 600, True, "the other's screen is the other's")
        ann.open("/gadgets/xo5.xml", pair.room)
        ann.until("what is responsive gets what there is", "return innerWidth <= 360")
    finally:
        ann.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_five_in_a_row_gadget_offers_both_players_a_refereed_room(pair):
    ann, bob = pair.open("/gadgets/xo5.xml")
    offered = "const a = document.getElementById('refereed-link'); return !a.closest('[hidden]') && a.href"
    there = [window.page_until("offered", offered) for window in (ann, bob)]
    same(*(address.split("/", 3)[3] for address in there), "the same room")
    for window, address in zip((ann, bob), there, strict=True):
        window.page_click("#refereed-link")
        window.page_until(
            "there",
            "return location.href === arguments[0] && document.documentElement.dataset.kind === 'gomoku'",
            address,
        )
        same(window.page("return document.getElementById('refereed').hidden"), True, "offered no more")
    room = urllib.parse.parse_qs(urllib.parse.urlsplit(there[0]).query)["room"][0]
    ann.driver.switch_to.default_content()
    ann.click("#table-link")
    ann.until(
        "the same game at a table",
        "return document.getElementById('board') && document.documentElement.dataset.rev !== undefined"
        " && new URLSearchParams(location.search).get('room') === arguments[0]",
        room,
    )
    pair.open("counter.xml")
    same(
        [window.page("return document.getElementById('refereed').hidden") for window in (ann, bob)],
        [True, True],
        "no game",
    )


def test_five_in_a_row_gadget_looks_like_the_page(pair):
    ann = pair.open_one("/gadgets/xo5.xml")
    look = """const [body, button] = ['body', arguments[0]].map(each => getComputedStyle(document.querySelector(each)));
        return [body.backgroundColor, body.color, body.fontFamily, button.borderRadius, button.minHeight]"""
    own = ann.script(look, "#new-both")
    same(own, ann.page(look, "#share"), "colours, letters and buttons")
    ann.script("letIdle()")
    ann.until("the grain of the board", "return document.querySelector('image.grain')?.getAttribute('href')")
    same(
        ann.script("return getComputedStyle(document.getElementById('turn')).fontFamily"),
        ann.page("return getComputedStyle(document.querySelector('h1')).fontFamily"),
        "the letters of a headline",
    )
    ann.until(
        "they are there",
        "return [...document.fonts].some((face) => face.family === 'Board' && face.status === 'loaded')",
    )
    ann.page("localStorage.setItem('gomoku.mode', 'dark'); localStorage.setItem('gomoku.theme', 'slate')")
    ann.open("/gadgets/xo5.xml", pair.room)
    dark = ann.script(look, "#new-both")
    same(dark, ann.page(look, "#share"), "the same in the dark mode that the user has chosen")
    assert dark[0] != own[0], "it is not dark"
    same(
        ann.script("return getComputedStyle(document.documentElement).getPropertyValue('--wood').trim()"),
        "#46525e",
        "the board that the user has chosen",
    )
    ann.open("counter.xml", pair.room)
    same(ann.script("return document.documentElement.attributes.length"), 0, "a gadget of 2009 is not told")


def test_terminal_explains_how_to_follow_a_gadget_room(pair):
    ann, bob = pair.open("counter.xml")
    cli = binary("gomoku-cli")
    refused = subprocess.run(
        [cli, "watch", pair.url, pair.room, "--guest"],
        capture_output=True,
        text=True,
        check=False,
        timeout=3 * TIMEOUT,
    )
    advice = f"gomoku-cli state {pair.room} --follow"
    assert refused.returncode != 0 and advice in refused.stderr, (refused.returncode, refused.stderr)
    following = subprocess.Popen(
        [cli, "state", pair.url, pair.room, "--follow", "--guest"], stdout=subprocess.PIPE, text=True
    )
    try:
        ann.until("it is here, too", "return wave.getParticipants().length === 3")
        ann.click("#more")
        bob.until("1", "return document.getElementById('value').textContent.startsWith('1')")
        bob.click("#more")
        lines = []
        for line in following.stdout:
            lines.append(line)
            if "count" in line and "2" in line.split("count", 1)[1]:
                break
        assert any("count" in line and "1" in line.split("count", 1)[1] for line in lines), lines
    finally:
        following.terminate()
        following.wait(timeout=TIMEOUT)

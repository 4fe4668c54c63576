"""A gadget that means harm: it gets nothing of the participant, the page, other rooms, or the server's patience."""

import json
import time
import urllib.request

from browser_kit import same, shared
from gadgets_kit import PATIENCE


def refused(window, code):
    """What a piece of hostile code comes to."""
    return window.script(f"return attempt(function () {{ {code} }})")


def page_is_closed(pair):
    """the page around it, its storage and its cookies are out of reach"""
    ann, _ = pair.open("hostile.xml")
    token = ann.page("return localStorage.getItem('gomoku.token')")
    assert token, "the page keeps a token"
    for code in ("return parent.document.body", "return top.document.cookie", "return parent.localStorage.length", "return parent.location.href",
                 "return parent.frames[0] === window ? parent.name : 'x'", "return top.sessionStorage.length", "parent.eval('1')",
                 "return frameElement.ownerDocument.title", "return document.defaultView.frameElement.src",
                 "return new Function('return parent.document')()"):
        assert refused(ann, code).startswith("refused"), code
    everything = ann.script("""
        var seen = [], found = [];
        (function walk(object, depth) {
          if (!object || typeof object !== 'object' && typeof object !== 'function' || seen.indexOf(object) >= 0 || depth > 5) return;
          seen.push(object);
          Object.getOwnPropertyNames(object).forEach(function (name) {
            try { var value = object[name]; if (typeof value === 'string') found.push(value); else walk(value, depth + 1); } catch (e) {}
          });
        })(window, 0);
        return found.join('\\n') + document.documentElement.outerHTML + location.href""")
    assert token not in everything, "the token is somewhere in the gadget's window"
    same(refused(ann, "return document.cookie + localStorage.length"), "0", "its own storage is empty and its own")
    same(ann.script("return self.origin"), "null", "an opaque origin")


def no_network(pair):
    """no connection of its own: no socket, no request, no frame, no worker; another room cannot be joined"""
    ann, bob = pair.open("hostile.xml")
    ann.driver.set_script_timeout(PATIENCE)
    attempts = {
        "socket": "new Promise(function (done) { try { var s = new WebSocket('ws://' + location.host + '/ws'); s.onopen = function () { done('open'); }; s.onerror = function () { done('refused'); }; } catch (e) { done('refused'); } })",
        "fetch": "fetch('/api/rooms').then(function () { return 'read'; }, function () { return 'refused'; })",
        "request": "new Promise(function (done) { try { var x = new XMLHttpRequest(); x.open('GET', '/api/rooms'); x.onload = function () { done('read'); }; x.onerror = function () { done('refused'); }; x.send(); } catch (e) { done('refused'); } })",
        "beacon": "Promise.resolve(navigator.sendBeacon('/api/rooms', 'x') ? 'queued' : 'refused')",
        "worker": "new Promise(function (done) { try { var w = new Worker('/gadget/lib/empty.js'); w.onerror = function () { done('refused'); }; setTimeout(function () { done('made'); }, 1500); } catch (e) { done('refused'); } })",
        "picture elsewhere": "new Promise(function (done) { var i = new Image(); i.onload = function () { done('loaded'); }; i.onerror = function () { done('refused'); }; i.src = 'http://127.0.0.1:9/x.png'; })",
        "frame": "new Promise(function (done) { var f = document.createElement('iframe'); f.src = '/?room=other'; f.onload = function () { var r = 'refused'; try { if (f.contentDocument.body.textContent) r = 'read'; } catch (e) { } done(r); }; document.body.appendChild(f); })",
    }
    for name, code in attempts.items():
        told = ann.driver.execute_async_script(f"var done = arguments[arguments.length - 1]; ({code}).then(done, done)")
        assert told in ("refused", "queued"), (name, told)
    # Whatever it writes into its messages, they are for its own room.
    other = pair.room + "-other"
    ann.script("""var nonce = /rpctoken=(\\w+)/.exec(location.hash)[1];
        [{room: arguments[0]}, {type: 'delta', room: arguments[0], id: 'x'}].forEach(function (more) {
          var message = {nonce: nonce, service: 'wave_gadget_state', args: [{evil: 1}, arguments[0]], scope: 'x'};
          for (var key in more) message[key] = more[key];
          parent.postMessage(message, '*');
        });
        ['join', 'hello', 'delta', 'say', 'leave', '__proto__', 'constructor'].forEach(function (service) {
          parent.postMessage({nonce: nonce, service: service, args: [{type: 'join', room: 'other', token: 'x'}]}, '*');
        });
        [null, 1, 'x', [], {}, {nonce: nonce}, {nonce: nonce, service: {}, args: []}, {nonce: nonce, service: 'set_title', args: {length: 1}},
         {nonce: nonce, service: 'wave_gadget_state', args: ['x']}, {nonce: nonce, service: 'wave_gadget_state', args: [[1]]},
         {nonce: nonce, service: 'wave_gadget_state', args: [new Map([['a', 1]])]}, {nonce: nonce, service: 'set_pref', args: [0, '__proto__', 'x']},
         {nonce: nonce, service: 'resize_iframe', args: [NaN]}, {nonce: nonce, service: 'set_title', args: [{}]}]
          .forEach(function (message) { parent.postMessage(message, '*'); });
        wave.getState().submitDelta({last: 1}, [{}, 1]);""", other)
    bob.until("its own room has it", "return wave.getState().get('last') === 1")
    try:
        shared(pair.url, other)
        raise AssertionError("the other room was made")
    except urllib.error.HTTPError as error:
        same(error.code, 404, "the other room")
    same(pair.state(), {"evil": 1, "last": 1}, "its own room")


def no_navigation(pair):
    """it cannot navigate the page, nor itself to another site"""
    ann, _ = pair.open("hostile.xml")
    here = ann.page("return location.href")
    for code in ("top.location = 'about:blank'", "parent.location.replace('/?room=other')", "top.location.href = 'http://127.0.0.1:9/'",
                 "window.open('/?room=other', '_top')", "window.open('about:blank', '_parent')",
                 "var a = document.createElement('a'); a.href = '/?room=x'; a.target = '_top'; document.body.appendChild(a); a.click()",
                 "var f = document.createElement('form'); f.action = '/'; f.target = '_top'; document.body.appendChild(f); HTMLFormElement.prototype.submit.call(f)",
                 "top.close()", "parent.history.back()", "history.back()", "history.go(-1)", "history.back()"):
        refused(ann, code)
    same(refused(ann, "return 'still here'"), "still here", "the gadget")
    time.sleep(0.5)  # A navigation that was allowed would be under way by now; there is no event for one that never comes.
    same(ann.page("return location.href"), here, "the page")
    ann.script("setTimeout(function () { location.href = 'http://127.0.0.1:9/?leak=' + wave.getWaveId(); })")
    time.sleep(0.5)
    same(ann.page("return location.href"), here, "the page stays when the gadget goes")


def popups(pair):
    """a popup it opens is confined too: no script of ours runs in it with the page's rights"""
    ann, _ = pair.open("hostile.xml")
    main = ann.driver.current_window_handle
    ann.script("window.popup = window.open('/gadget.html?room=' + wave.getWaveId() + '&gadget=/gadgets/hostile.xml')")
    time.sleep(1)
    for handle in [h for h in ann.driver.window_handles if h != main]:
        ann.driver.switch_to.window(handle)
        reach = ann.script("try { return localStorage.getItem('gomoku.token') } catch (e) { return 'refused' }")
        assert reach in ("refused", None), reach
        ann.driver.close()
    ann.driver.switch_to.window(main)
    ann.inside()
    same(ann.script("return attempt(function () { return window.popup && window.popup.localStorage.length; })") in
         ("null", "refused: SecurityError", "refused: TypeError"), True, "no reach from the opener")


def flood(pair):
    """a gadget that floods is stopped; the page, the other window and the server go on"""
    ann, bob = pair.open("hostile.xml")
    before = metrics(pair.url)
    began = time.monotonic()
    ann.script("setTimeout(function () { for (var i = 0; i < 20000; i++) wave.getState().submitDelta({flood: i}); })")
    ann.page_until("stopped", "return !document.getElementById('stopped').hidden && !document.querySelector('iframe')")
    took = time.monotonic() - began
    bob.script("wave.getState().submitDelta({bob: 1})")
    bob.until("Bob's gadget goes on", "return wave.getState().get('bob') === 1")
    spent = metrics(pair.url) - before
    print(f"        20,000 deltas in one go: stopped after {took:.1f} s, {spent} of them reached the server", flush=True)
    assert spent <= 1000, spent
    ann.page_click("#start-again")
    ann.inside()
    ann.until("started again", "return typeof wave !== 'undefined' && wave.getState() !== null && wave.getState().get('bob') === 1")


def metrics(url):
    """How many deltas the server has accepted, over all rooms."""
    with urllib.request.urlopen(f"{url}/metrics", timeout=PATIENCE) as answer:
        lines = [line.split() for line in answer.read().decode().splitlines() if not line.startswith("#")]
    return int(sum(float(value) for name, value in lines if "accepted" in name or "deltas" in name and "total" in name and "reject" not in name))


def too_large(pair):
    """a change too large for the server is discarded here, and the connection stays"""
    ann, bob = pair.open("hostile.xml")
    ann.script("window.codes = []; wave.setRejectCallback(function (r) { codes.push(r.code); });"
               "wave.getState().submitDelta({big: new Array(200000).join('x')}); var o = {}; for (var i = 0; i < 600; i++) o['k' + i] = 1; wave.getState().submitDelta(o);"
               "wave.getState().submitDelta({small: 1})")
    bob.until("the small one", "return wave.getState().get('small') === 1")
    ann.until("told", "return codes.length === 2")
    same(ann.script("return codes"), ["too-large", "too-large"], "why")
    same(pair.state(), {"small": 1}, "the room")
    same(ann.page("return document.documentElement.dataset.connection"), "online", "the connection")


def busy(pair):
    """a gadget that never returns does not stop the other window, and the page is there when it does"""
    ann, bob = pair.open("hostile.xml")
    ann.script("setTimeout(function () { var end = Date.now() + 3000; while (Date.now() < end) { } })")
    bob.script("wave.getState().submitDelta({meanwhile: 1})")
    bob.until("Bob goes on", "return wave.getState().get('meanwhile') === 1")
    ann.until("Ann is told afterwards", "return wave.getState().get('meanwhile') === 1")


TESTS = (page_is_closed, no_network, no_navigation, popups, flood, too_large, busy)

__all__ = ["TESTS", "json"]

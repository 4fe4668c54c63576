// The wave library in a fake window: each function of the Wave API in docs/GADGETS.md.

import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gadgetWindow } from "./gadget-window.mjs";

test("before any data the library returns null, empty or unknown values", () => {
  const { value } = gadgetWindow();
  assert.deepEqual(value("wave.getState(), wave.getPrivateState(), wave.getViewer(), wave.getHost()"), null);
  assert.deepEqual(value("[wave.getState(), wave.getPrivateState(), wave.getViewer(), wave.getHost()]"), [null, null, null, null]);
  assert.deepEqual(value("[wave.getParticipants(), wave.getMode(), wave.isPlayback(), wave.getParticipantById('x') === undefined]"), [[], 0, true, true]);
  assert.deepEqual(value("[wave.isInWaveContainer(), wave.getWaveId(), typeof wave.getTime(), wave.Mode]"),
    ["1", "room", "number", { UNKNOWN: 0, VIEW: 1, EDIT: 2, DIFF_ON_OPEN: 3, PLAYBACK: 4 }]);
  assert.equal(gadgetWindow({ query: "a=b" }).value("wave.isInWaveContainer()"), false);
});

test("load handlers run in order after wave_enable, late ones at once, and one that throws stops none", () => {
  const { run, load, sent, value } = gadgetWindow();
  run("var ran = []; gadgets.util.registerOnLoadHandler(function () { throw 1; }); _IG_RegisterOnloadHandler(function () { ran.push(1); wave.log('x'); })");
  load();
  assert.deepEqual(sent.map(({ service }) => service), ["wave_enable", "trouble", "wave_log"]);
  run("gadgets.util.registerOnLoadHandler(function () { ran.push(2); }); gadgets.util.runOnLoadHandlers()");
  assert.deepEqual(value("ran"), [1, 2]);
});

test("callbacks get participants at once, state and mode once they are known, and then each change", () => {
  const { run, value, full, delta, call, people } = gadgetWindow();
  run(`var told = []; var self = {};
    wave.setParticipantCallback(function (list) { told.push(["people", list.length]); });
    wave.setStateCallback(function (state, delta) { told.push(["state", delta, state === wave.getState(), this === self]); }, self);
    wave.setModeCallback(function (mode) { told.push(["mode", mode]); });
    wave.setPrivateStateCallback(function (state, delta) { told.push(["private", delta]); });`);
  assert.deepEqual(value("told"), [["people", 0]]);
  call("wave_gadget_mode", { "${playback}": "0", "${edit}": "1" });
  people(["ann", "bob"]);
  full({ a: "1" }, 1);
  full({}, 0, true);
  delta({ a: "2", b: null, c: [1] }, 2);
  delta({ a: "2" }, 3);
  delta({ h: 1 }, 1, true);
  full({ c: [1], d: 1 }, 9);
  assert.deepEqual(value("told.slice(1)"), [["mode", 2], ["people", 2], ["state", { a: "1" }, true, true], ["private", {}],
    ["state", { a: "2", c: [1] }, true, true], ["state", {}, true, true], ["private", { h: 1 }], ["state", { d: 1, a: null }, true, true]]);
  run("told = []; wave.setStateCallback(function (s, d) { told.push(d === s.state_); }); wave.setModeCallback(function (m) { told.push(m); }); wave.setStateCallback(null)");
  delta({ z: 1 }, 10);
  assert.deepEqual(value("told"), [true, 2]);
});

test("the mode needs both its parts, playback wins, and numbers count like strings", () => {
  const { call, value } = gadgetWindow();
  for (const [mode, expected] of [[{}, 0], [{ "${edit}": "1" }, 0], [{ "${playback}": "1", "${edit}": "1" }, 4], [{ "${playback}": 0, "${edit}": 0 }, 1], [{ "${playback}": 0, "${edit}": 1 }, 2]]) {
    call("wave_gadget_mode", mode);
    assert.equal(value("wave.getMode()"), expected, JSON.stringify(mode));
  }
});

test("people include the viewer, the host, departed people, and a viewer missing from the list", () => {
  const { people, value } = gadgetWindow();
  people(["ann", "bob"], "bob");
  assert.deepEqual(value("[wave.getViewer().getId(), wave.getHost().getDisplayName(), wave.getParticipantById('gone').getDisplayName(), wave.getParticipants().length]"), ["bob", "ANN", "Gone", 2]);
  people(["ann"], "zoe", "bob");
  assert.deepEqual(value("[wave.getViewer().getDisplayName(), wave.getHost(), wave.getParticipants().length, wave.getParticipantById('hasOwnProperty') === undefined]"), ["zoe", null, 2, true]);
});

test("the private fields of Wave's library always agree with its getters", () => {
  const { run, people, full, delta, call, value } = gadgetWindow();
  const equal = "[wave.viewer_ === wave.getViewer(), wave.host_ === wave.getHost(), wave.participants_ === wave.getParticipants(), wave.state_ === wave.getState(), wave.privateState_ === wave.getPrivateState(), wave.id_ === wave.getWaveId(), wave.inWaveContainer_ === wave.isInWaveContainer()]";
  assert.deepEqual(value(equal), Array(7).fill(true), "before any data");
  assert.deepEqual(value("[wave.viewer_, wave.host_, wave.participants_, wave.participantMap_, wave.state_, wave.privateState_, wave.mode_]"), [null, null, [], {}, null, null, null]);
  people(["ann", "bob"], "bob");
  full({ a: 1 }, 1);
  full({ mine: 1 }, 1, true);
  call("wave_gadget_mode", { "${playback}": "0", "${edit}": "1" });
  assert.deepEqual(value(equal), Array(7).fill(true));
  assert.deepEqual(value("[wave.viewer_.id_, wave.host_.displayName_, Object.keys(wave.participantMap_), wave.state_.state_, wave.mode_]"),
    ["bob", "ANN", ["ann", "bob"], { a: 1 }, { "${playback}": "0", "${edit}": "1" }]);
  run("var told = []; wave.setStateCallback(function (s, d) { told.push(d); }); told = []; wave.stateCallback_.invoke(wave.state_, {by: 'hand'}); wave.receiveStateDelta_({b: 2}); wave.receiveState_({c: 3})");
  assert.deepEqual(value("[told, wave.state_.state_, wave.state_.calculateDelta_({d: 4})]"), [[{ by: "hand" }, { b: 2 }, { c: 3, a: null, b: null }], { c: 3 }, { d: 4, c: null }]);
  delta({ e: 5 }, 2);
  run("wave.stateCallback_ = new wave.Callback(null); wave.viewer_ = wave.host_");
  assert.equal(value("wave.getViewer().getId()"), "ann", "what a gadget writes there is what the getter says");
  call("wave_state_delta", { f: 6 });
  assert.equal(value("wave.getState().get('f')"), 6);
});

test("state can be read and submitted, and changes only after the server has answered", () => {
  const { run, full, take, value } = gadgetWindow();
  full({ a: "", z: 0, n: 1, hasOwnProperty: "h" }, 7);
  assert.deepEqual(value("[wave.getState().get('a', 'd'), wave.getState().get('z', 5), wave.getState().get('no', 'd'), wave.getState().get('no'), wave.getState().get('toString'), wave.getState().getKeys(), wave.getState().get('hasOwnProperty')]"),
    ["", 0, "d", null, null, ["a", "hasOwnProperty", "n", "z"], "h"]);
  run("wave.getState().submitDelta({n: 2, gone: null, u: undefined, f: function () {}, inf: Infinity, list: [1, undefined]}); wave.getState().submitValue('k', true); wave.getState().reset()");
  assert.equal(value("wave.getState().get('n')"), 1);
  assert.deepEqual(take("wave_gadget_state").map(({ args, base, guard }) => [args, base, guard]), [
    [[{ n: 2, gone: null, inf: "Infinity", list: [1, null] }], 7, undefined], [[{ k: true }], 7, undefined], [[{ a: null, z: null, n: null, hasOwnProperty: null }], 7, undefined]]);
  run("wave.getState().submitDelta({a: 1}, true); wave.getState().submitDelta({a: 1}, ['a', 'b']); wave.getState().submitDelta(null); wave.getState().submitDelta('x'); wave.getState().submitDelta([1]); wave.getState().submitDelta({a: 1}, 'x')");
  assert.deepEqual(take("wave_gadget_state").map(({ guard }) => guard), [true, ["a", "b"], undefined]);
});

test("every gadget sees the keys in one order, whenever it came and whichever library it uses", () => {
  const early = gadgetWindow(), late = gadgetWindow(), own = gadgetWindow();
  own.run("var told; gadgets.rpc.register('wave_gadget_state', function (state) { told = Object.keys(state); })");
  for (const { full } of [early, own]) full({ two: 2, 10: "ten" }, 1);
  early.run("var kept = wave.getState().state_");
  let rev = 1;
  for (const set of [{ three: 3, five: 5 }, { one: 1, four: 4, 9: "nine" }, { ä: 1, B: 2 }, { two: null }, { two: 22 }]) {
    rev += 1;
    for (const { delta } of [early, own]) delta(set, rev);
  }
  late.full({ four: 4, B: 2, two: 22, 10: "ten", five: 5, 9: "nine", three: 3, ä: 1, one: 1 }, rev);
  const order = ["9", "10", "B", "five", "four", "one", "three", "two", "ä"];
  for (const [who, { value }] of Object.entries({ early, late })) {
    assert.deepEqual(value("wave.getState().getKeys()"), order, who);
    assert.deepEqual(value("Object.keys(wave.getState().state_)"), order, who);
  }
  assert.equal(early.value("wave.getState().toString()"), late.value("wave.getState().toString()"));
  assert.equal(early.value("kept === wave.getState().state_"), true, "the object stays the same one");
  assert.deepEqual(own.value("told"), order);
});

test("each change carries the keys that the gadget has read among those that it writes", () => {
  const { run, full, take, value } = gadgetWindow();
  full({ a: 1, b: 2 }, 1);
  const reads = () => take("wave_gadget_state").map((message) => message.reads);
  run("wave.getState().get('a'); wave.getState().get('z'); wave.getState().submitDelta({a: 2, b: 3, z: 1, y: 1})");
  assert.deepEqual(reads(), [["a", "z"]]);
  run("wave.setStateCallback(function (state) {}); wave.getState().submitDelta({b: 3}); wave.setStateCallback(function (state, delta) {}); wave.getState().submitDelta({b: 3})");
  assert.deepEqual(reads(), [[], ["b"]], "a callback that takes the delta is shown it");
  run("wave.getState().state_.q; wave.getState().submitDelta({q: 1})");
  assert.deepEqual(reads(), [["q"]], "the whole state was looked at");
  assert.deepEqual(value("Object.keys(wave.getState())"), ["state_"]);
});

test("toString reads the whole state, because gadgets parse its text", () => {
  const { run, full, take } = gadgetWindow();
  full({ a: 1, b: 2 }, 1);
  run("var text = wave.getState().toString(); wave.getState().submitDelta({a: 2, y: 1})");
  assert.deepEqual(take("wave_gadget_state").map(({ reads }) => reads), [["a", "y"]]);
});

test("without a reject callback, a rejection calls the state callback with an empty delta", () => {
  const { run, push, full, value } = gadgetWindow();
  full({ a: 1 }, 1);
  full({}, 0, true);
  run("var told = []; wave.setStateCallback(function (s, d) { told.push([s.get('a'), d]); }); told = []; wave.setPrivateStateCallback(function (s, d) { told.push(['private', d]); }); told = []");
  push({ kind: "reject", rejection: { code: "conflict", private: false } });
  push({ kind: "reject", rejection: { code: "conflict", private: true } });
  assert.deepEqual(value("told"), [[1, {}], ["private", {}]]);
  run("told = []; wave.setRejectCallback(function (r) { told.push(r.code); })");
  push({ kind: "reject", rejection: { code: "conflict", private: false } });
  assert.deepEqual(value("told"), ["conflict"]);
});

test("private state is submitted by itself, with its own revision", () => {
  const { run, full, sent } = gadgetWindow();
  full({}, 5);
  full({}, 2, true);
  run("wave.getPrivateState().submitDelta({hand: 'x'}, true)");
  assert.deepEqual([sent.at(-1).service, sent.at(-1).base], ["wave_private_gadget_state", 2]);
});

test("a gadget's changes to values that it received do not affect what it receives later", () => {
  const { run, full, delta, value } = gadgetWindow();
  full({ list: [1] }, 1);
  run("var told = []; wave.setStateCallback(function (s, d) { told.push(d); }); wave.getState().get('list').push(2); delete wave.getState().state_.list; told = []");
  delta({ list: [1, 2] }, 2);
  assert.deepEqual(value("[told, wave.getState().get('list')]"), [[{ list: [1, 2] }], [1, 2]]);
});

test("a gadget that replaces JSON and alters every prototype stays connected", () => {
  const { run, full, delta, sent, value } = gadgetWindow();
  run(`window.JSON = null; Array.prototype.toJSON = String.prototype.toJSON = Object.prototype.toJSON = function () { return "broken"; };
    Object.prototype.extra = 1; Array.prototype.extra = 1; Array.prototype.push = Array.prototype.slice = Array.prototype.forEach = null;
    Object.keys = Function.prototype.bind = Function.prototype.call = null; Array.isArray = function () { return false; }`);
  full({ a: "x", l: [1, [2]] }, 1);
  delta({ b: 2 }, 2);
  run("wave.getState().submitDelta({c: [1, {d: 'e'}]})");
  assert.deepEqual(sent.at(-1).args, [{ c: [1, { d: "e" }] }]);
  assert.deepEqual(value("wave.getState().state_"), { a: "x", l: [1, [2]], b: 2 });
  assert.equal(run("Array.prototype.toJSON()"), "broken", "what the gadget did is left as it was");
});

test("only messages from the parent window with the nonce are accepted", () => {
  const { push, value } = gadgetWindow();
  push({ kind: "state", full: { evil: 1 }, rev: 1 }, { postMessage() {} });
  push({ kind: "state", full: { evil: 1 }, rev: 1 }, undefined, "other");
  assert.equal(value("wave.getState()"), null);
});

test("rejections are passed to the reject callback", () => {
  const { run, push, value } = gadgetWindow();
  run("var told = []; wave.setRejectCallback(function (r) { told.push(r.code); })");
  push({ kind: "reject", rejection: { code: "conflict" } });
  push({ kind: "room", room: "gomoku" });
  assert.deepEqual(value("[told, wave.getRoomKind()]"), [["conflict"], "gomoku"]);
});

test("gadgets.rpc calls services by name, and gives whole states to a gadget with its own library", () => {
  const { run, full, delta, value, sent } = gadgetWindow();
  run("var told = []; gadgets.rpc.register('wave_gadget_state', function (state) { told.push(state); }); gadgets.rpc.call('..', 'wave_gadget_state', null, {a: 1})");
  assert.deepEqual(sent.at(-1).args, [{ a: 1 }]);
  full({ a: 1 }, 1);
  delta({ b: 2 }, 2);
  assert.deepEqual(value("told"), [{ a: 1 }, { a: 1, b: 2 }]);
  assert.throws(() => run("gadgets.rpc.register('__cb', function () {})"));
});

test("an object that contains itself is submitted up to a limited depth", () => {
  const { run, full, take } = gadgetWindow();
  full({}, 1);
  run("var endless = { name: 'a' }; endless.inner = endless; wave.getState().submitDelta({ endless: endless })");
  const [{ args: [delta] }] = take("wave_gadget_state");
  let depth = 0;
  for (let value = delta.endless; value; value = value.inner) depth += 1;
  assert.ok(depth > 10 && depth < 100, `${depth} levels`);
});

test("printJson writes single quotes, and eval can read its output", () => {
  const { value } = gadgetWindow();
  assert.equal(value("wave.util.printJson({a: 'it\\'s \\\\', b: [1, true, null], c: function () {}})"), "{'a':'it\\'s \\\\','b':[1,true,null]}");
  assert.equal(value("wave.util.printJson({a: {b: 1}}, true)"), "{\n  'a': {\n    'b': 1\n  }\n}");
  assert.deepEqual(value("eval('(' + wave.util.printJson({a: ['\\n', {b: '\\u2028'}]}, true) + ')')"), { a: ["\n", { b: "\u2028" }] });
});

test("an unchanged snippet is not sent again", () => {
  const { run, take } = gadgetWindow();
  run("wave.setSnippet('a'); wave.setSnippet('a'); wave.setSnippet('b'); wave.setSnippet('a')");
  assert.deepEqual(take("set_snippet").map(({ args }) => args[0]), ["a", "b", "a"]);
});

test("gadgets can read and set preferences", () => {
  const { frame, value, run, sent } = gadgetWindow();
  frame.setPrefs({ n: "12.5px", t: "true", zero: "0", l: "a|b%7Cc", e: "" }, { m: "message" }, { lang: "de", country: "AT", moduleId: "0" });
  assert.deepEqual(value("(function (p) { return [p.getInt('n'), p.getFloat('n'), p.getBool('t'), p.getBool('zero'), p.getBool('n'), p.getArray('l'), p.getArray('e'), p.getString('none'), p.getMsg('m'), p.getMsg('none'), p.getLang(), p.getCountry(), p.getModuleId()]; })(new gadgets.Prefs())"),
    [12, 12.5, true, false, true, ["a", "b|c"], [], "", "message", "", "de", "AT", "0"]);
  run("new _IG_Prefs().set('n', 5, 'x', null); new gadgets.Prefs().setArray('l', ['|', 'y'])");
  assert.deepEqual(sent.map(({ args }) => args), [["", "n", "5", "x", ""], ["", "l", "%7C|y"]]);
});

test("known addresses are replaced by local ones, and the text of scripts is left unchanged", () => {
  const { frame } = gadgetWindow();
  const local = (path) => `http://127.0.0.1:8080${path}`;
  for (const [given, expected] of [
    ["https://DEAD.example/x.png", local("/gadgets/x.png")], [" //dead.example/x.png?v=3#f ", local("/gadgets/x.png")],
    ["http://dead.example/pics/a/b.gif?x", local("/gadgets/pics/a/b.gif")],
    ["http://ajax.googleapis.com/ajax/libs/jquery/1.4.2/jquery.min.js", local("/gadgets/jq142.js")],
    ["http://code.jquery.com/jquery-1.2.6.pack.js", local("/gadgets/jq132.js")],
    ["http://dead.example/unknown.js", "http://dead.example/unknown.js"], ["data:image/png;base64,x", "data:image/png;base64,x"],
    ["javascript:x()", "javascript:x()"], ["#a", "#a"], ["", ""], ["/gadgets/y.png", "/gadgets/y.png"], ["pic.png", "/gadgets/pic.png"],
  ]) assert.equal(frame.localAddress(given), expected, given);
  frame.setAddresses({ exact: { "gadget.invalid/jquery.js": "/gadget/lib/jquery.js" }, prefixes: [], base: "/gadgets/" });
  assert.equal(frame.localAddress("http://jqueryjs.googlecode.com/files/jquery-1.3.2.min.js"), local("/gadget/lib/jquery.js"), "the built-in one");
  assert.equal(frame.localAddress("http://dead.example/jquery.cookie.js"), "http://dead.example/jquery.cookie.js", "a plugin is not the library");
  frame.setAddresses({ exact: { "dead.example/x.png": "/gadgets/x.png" }, prefixes: [], base: "/gadgets/" });
  assert.equal(frame.localMarkup("<img alt=x src='http://dead.example/x.png'><td background=http://dead.example/x.png>"),
    `<img alt=x src='${local("/gadgets/x.png")}' crossorigin="anonymous"><td background="${local("/gadgets/x.png")}">`);
  for (const [given, expected] of [
    ["<script type=module src=own.js></script>", "<script type=module src=\"/gadgets/own.js\" crossorigin=\"anonymous\"></script>"],
    ["<script src='/gadget/lib/jquery.js'></script>", "<script src='/gadget/lib/jquery.js' crossorigin=\"anonymous\"></script>"],
    ["<script src='/board/board.js'></script><link href='/gadgets/a.css'>", "<script src='/board/board.js'></script><link href='/gadgets/a.css'>"],
    ["<img src=http://elsewhere.example/x.png>", "<img src=http://elsewhere.example/x.png>"],
  ]) assert.equal(frame.localMarkup(given), expected, "asked for so that it may be read where the server allows that, and nowhere else");
  assert.equal(frame.localMarkup("<p style=\"background:url('http://dead.example/x.png')\">"), `<p style="background:url('${local("/gadgets/x.png")}')">`);
  const script = "<script>var a = '<img src=\"' + b + 'x.png\">';</script>";
  assert.equal(frame.localMarkup(script), script);
  assert.equal(frame.localMarkup("<a href='x.html'>x</a>"), "<a href='x.html'>x</a>");
});

test("legacy function names work", () => {
  const { value } = gadgetWindow();
  assert.deepEqual(value("[_gel('x').id, _trim(' a '), _hesc('<'), _esc('a b'), _unesc('a%20b'), _args().up_x, _min(1, 2), _max(1, 2), _striptags('<b>x</b>'), _IG_Callback(function (a, b) { return a + b; }, 2)(1)]"),
    ["x", "a", "&lt;", "a%20b", "a b", "1", 1, 2, "x", 3]);
  assert.deepEqual(value("[gadgets.json.parse('{'), gadgets.util.makeClosure({n: 1}, function (a, b) { return this.n + a + b; }, 2)(3), gadgets.util.makeEnum(['A']).A, gadgets.util.unescapeString('&lt;&amp;&#39;')]"), [false, 6, "A", "<&'"]);
});

test("docs/GADGETS.md lists the API as it exists", () => {
  const { run } = gadgetWindow({ all: true });
  const table = /## The whole API[\s\S]*?\n\n\| what[\s\S]*?\n\n/.exec(readFileSync(new URL("../../docs/GADGETS.md", import.meta.url), "utf8"))[0];
  const listed = new Set();
  for (const [, names, status] of table.matchAll(/^\| (`.*?) \| (has|differs|absent) \|/gm)) {
    for (const [, name] of names.matchAll(/`([\w.]+)`/g)) {
      listed.add(name);
      const [last, ...owners] = name.split(".").reverse(), owner = owners.length ? owners.reverse().join(".") : "window";
      const isThere = run(`typeof ${owner.split(".")[0]} !== "undefined" && ${JSON.stringify(last)} in ${owner}`);
      assert.equal(isThere, status !== "absent", `${name}: ${status}`);
    }
  }
  assert.ok(listed.size > 150, `${listed.size}`);
  for (const name of run(`Object.keys(wave).filter(k => k !== "State" && k !== "util" && k !== "ui").map(k => "wave." + k)`)) assert.ok(listed.has(name), name);
  for (const part of ["json", "io", "views"]) for (const name of run(`Object.keys(gadgets.${part}).map(k => "gadgets.${part}." + k)`)) assert.ok(listed.has(name), name);
});

// Reading gadgets' XML in the forms that real gadgets have, and the substitutions in it.

import test from "node:test";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { contents, decoded, readMarkup, all } from "../../web-static/gadget/markup.js";
import { BadGadget, readBundle, readGadget, splitDoctype, substituted } from "../../web-static/gadget/spec.js";
import { TEXTS } from "../../web-static/texts/en/gadget.js";
import { addressMap, mapKey } from "../../web-static/gadget/address-map.js";
import { randomFrom, seed, spent } from "./helpers.mjs";

const gadget = (content, prefs = "", attributes = "") => `<Module><ModulePrefs title="t"/>${prefs}<Content type="html" ${attributes}>${content}</Content></Module>`;
const html = (text, options) => readGadget(text, options).html;

test("CDATA is kept as it is, text outside it is decoded, and raw HTML is kept", () => {
  assert.equal(html(gadget("<![CDATA[a < b && c &amp; <b>d</b>]]>")), "a < b && c &amp; <b>d</b>");
  assert.equal(html(gadget("&lt;b&gt;x &amp;amp; y&lt;/b&gt;")), "<b>x &amp; y</b>");
  assert.equal(html(gadget("<b title='x>y'>raw</b> &amp; <br>")), "<b title='x>y'>raw</b> &amp; <br>");
  assert.equal(html(gadget("\n <![CDATA[one]]> \n<![CDATA[two]]>\n")).replace(/\s/g, ""), "onetwo");
  assert.equal(html(gadget("<![CDATA[a]]]]><![CDATA[>b]]>")), "a]]>b", "the usual way to write ]]>");
});

test("markup that a strict parser would refuse is read", () => {
  assert.equal(html(`\ufeff  <?xml version="1.0"?><!DOCTYPE Module [<!ENTITY x "y">]>${gadget("x")}`), "x");
  assert.equal(html("<MODULE><moduleprefs TITLE=plain/><CONTENT TYPE=html><![CDATA[x]]></CONTENT></MODULE>"), "x");
  assert.equal(html("<Module><Content>cut off</Content"), "cut off");
  assert.equal(html("<Module><ModulePrefs title='a & b'><Content><![CDATA[x]]></Content></Module>"), "x", "an element nobody closed");
  assert.equal(html("<Module><Content><![CDATA[never closed</Content></Module>"), "never closed");
  assert.equal(html("<!-- <Content>no</Content> --><Module><!-- <Content>no</Content> --><Content>yes</Content></Module>"), "yes");
  assert.equal(html(gadget("<![CDATA[<Content>inner</Content>]]>")), "<Content>inner</Content>");
  assert.equal(readGadget("<Module><ModulePrefs title='a & b &amp; &#99; &eacute;'/><Content/></Module>").title, "a & b & c &eacute;");
});

test("a file that is not a usable gadget is refused with a code and a sentence", () => {
  const code = (text) => {
    try {
      readGadget(text);
    } catch (error) {
      assert.ok(error instanceof BadGadget);
      assert.match(TEXTS.gadgetErrors[error.code], /^[A-Z].*\.$/);
      return error.code;
    }
    return null;
  };
  assert.equal(code(""), "no-module");
  assert.equal(code("<html><body>404</body></html>"), "no-module");
  assert.equal(code("<Module><ModulePrefs title='x'/></Module>"), "no-content");
  assert.equal(code("<Module><Content type='url' href='http://dead.example/'/></Module>"), "content-url");
  assert.equal(code("x".repeat(4_000_001)), "too-large");
});

test("of several contents, those for the requested view are joined in order", () => {
  const several = "<Module><Content view='home'>home</Content><Content>a</Content><Content view='default, canvas'>b</Content><Content type='url' href='x'/></Module>";
  assert.equal(html(several), "a\nb");
  assert.equal(html(several, { view: "home" }), "home");
  assert.equal(html(several, { view: "canvas" }), "b");
  assert.equal(html("<Module><Content view='canvas'>only</Content></Module>"), "only");
  assert.equal(html("<Module><Content view='strange'>only</Content></Module>"), "only");
});

test("preferences, features and messages are read, with messages by language", () => {
  const text = `<Module><ModulePrefs title="T" height="321" width="100"><Require feature="wave"/><Optional feature="x"><Param name="p"> v </Param></Optional>
    <Locale><msg name="a">general</msg><msg name="b">general</msg></Locale>
    <Locale lang="de"><messagebundle><msg name="a"><![CDATA[<b>deutsch</b>]]></msg></messagebundle></Locale>
    <Locale lang="de" country="AT" messages="at.xml"><msg name="a">&lt;österreichisch&gt;</msg></Locale>
    <Locale lang="ar" language_direction="rtl"/></ModulePrefs>
    <UserPref name="n" display_name="N" datatype="Enum" default_value="2" required="true"><EnumValue value="1" display_value="one"/><EnumValue value="2"/></UserPref>
    <UserPref display_name="nameless"/><Content>x</Content></Module>`;
  const read = readGadget(text);
  assert.deepEqual([read.height, read.width, read.features.x, read.features.wave], [321, 100, { p: "v" }, {}]);
  assert.deepEqual(read.preferences, [{ name: "n", label: "N", type: "enum", value: "2", required: true, choices: [{ value: "1", label: "one" }, { value: "2", label: "2" }] }]);
  assert.deepEqual(read.messages, { a: "general", b: "general" });
  assert.deepEqual(readGadget(text, { lang: "de" }).messages, { a: "<b>deutsch</b>", b: "general" });
  const austrian = readGadget(text, { lang: "de", country: "AT" });
  assert.deepEqual([austrian.messages.a, austrian.bundles], ["<österreichisch>", ["at.xml"]]);
  assert.equal(readGadget(text, { lang: "ar" }).rightToLeft, true);
  assert.deepEqual(readBundle("<messagebundle><msg name='x'>y</msg></messagebundle>"), { x: "y" });
});

test("messages are substituted first, preferences are escaped, and nothing is substituted twice", () => {
  const fill = (text, more) => substituted(text, { messages: { hi: "Hi __UP_who__", money: "$& $1" }, preferences: { who: "<me>", x_y: "2", evil: "__UP_who__" }, ...more });
  assert.equal(fill("__MSG_hi__!"), "Hi &#60;me&#62;!");
  assert.equal(fill("__MSG_money__"), "$& $1");
  assert.equal(fill("a__UP_x_y__b __UP_none__ __MSG_none__ __MODULE_ID__"), "a2b __UP_none__ __MSG_none__ 0");
  assert.equal(fill("__UP_evil__"), "__UP_who__");
  assert.equal(fill("__BIDI_START_EDGE__ __BIDI_END_EDGE__ __BIDI_DIR__ __BIDI_REVERSE_DIR__ __BIDI_X__"), "left right ltr rtl __BIDI_X__");
  assert.equal(fill("__BIDI_START_EDGE__", { rightToLeft: true }), "right");
  assert.equal(fill("__UP_who__", { escape: false }), "<me>");
});

test("a doctype is split off only from the beginning", () => {
  assert.deepEqual(splitDoctype(" \n<!-- c --><!DOCTYPE html><html>"), { doctype: "<!DOCTYPE html>", html: "<html>" });
  assert.deepEqual(splitDoctype("<b>x</b><!doctype html>"), { doctype: "", html: "<b>x</b><!doctype html>" });
});

test("every fixture is read, and a damaged one causes no error other than BadGadget", (t) => {
  t.diagnostic(`SEED=${seed}`);
  const folder = new URL("../Fixtures/gadgets/", import.meta.url), random = randomFrom(seed);
  const texts = readdirSync(folder).filter((name) => name.endsWith(".xml") && name !== "url.xml").map((name) => readFileSync(new URL(name, folder), "utf8"));
  for (const text of texts) assert.ok(readGadget(text).parts.some(({ html: inline, href }) => inline || href));
  for (let round = 0; round < 1_000; round += 1) {
    const text = texts[Math.floor(random() * texts.length)];
    const from = Math.floor(random() * text.length), to = from + Math.floor(random() * 40);
    const damaged = text.slice(0, from) + ["", "<", "]]>", "<Content>", "\"", "&#x", "<![CDATA["][Math.floor(random() * 7)] + text.slice(to);
    try {
      readGadget(damaged);
    } catch (error) {
      assert.ok(error instanceof BadGadget, error.stack);
    }
  }
});

test("long files of nothing but tags are read within three seconds", () => {
  for (const piece of ["<a ", "<a b='", "<![CDATA[", "<!--", "</a", "<content>", "<a b=c ", "<"]) {
    assert.ok(spent(() => readMarkup(piece.repeat(200_000 / piece.length))) < 3_000, piece);
  }
});

test("known entities are decoded, and others are kept", () => {
  assert.equal(decoded("&lt;&#65;&#x42;&nbsp;&unknown; & &#0; &#x110000;"), "<AB\u00a0&unknown; & &#0; &#x110000;");
  assert.equal(contents(all(readMarkup("<m><msg>a<![CDATA[&lt;]]>&lt;</msg></m>"), "msg")[0]), "a&lt;<");
});

test("the operator's map ignores schemes, maps folders, and never leads outside its directory", () => {
  const map = addressMap({
    "http://Dead.Example/Path/x.js#f": "lib/x.js", "https://dead.example/pics/": "pics/", "//dead.example/q?v=1": "./q.js",
    "http://dead.example/out": "../secret", "http://dead.example/net": "http://elsewhere.example/x.js", "http://dead.example/n": 5, "http://dead.example/v.js": "/lib/v.js?v=2",
    "http://dead.example/a b": "a b/ü.png",
  }, "/gadgets/games/x.xml?y");
  assert.equal(map.exact["dead.example/Path/x.js"], "/gadgets/lib/x.js");
  assert.equal(map.exact["dead.example/q?v=1"], "/gadgets/q.js");
  assert.equal(map.exact["dead.example/v.js"], "/gadgets/lib/v.js");
  assert.equal(map.exact["dead.example/a b"], "/gadgets/a%20b/%C3%BC.png");
  assert.deepEqual(map.prefixes, [["dead.example/pics/", "/gadgets/pics/"]]);
  for (const name of ["out", "net", "n"]) assert.equal(map.exact[`dead.example/${name}`], undefined);
  assert.equal(map.exact["wave-api.appspot.com/public/wave.js"], "/gadget/lib/empty.js");
  assert.equal(Object.keys(map.exact).at(-1), "gadget.invalid/jquery.js", "the built-in library comes last");
  assert.equal(map.base, "/gadgets/games/");
  for (const wrong of [null, [], "x", 5, undefined]) assert.ok(addressMap(wrong).exact);
  assert.equal(mapKey("HTTPS://A.b/C"), "a.b/C");
});

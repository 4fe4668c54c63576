// Loading a gadget and the files that its XML names, from a server that is a table.

import test from "node:test";
import assert from "node:assert/strict";
import { hasFile, loadGadget } from "../../web-static/gadget/load.js";

const ORIGIN = "http://server.test";

/** Answers requests from `files` (path -> text or bytes). Returns the paths that were requested. */
function serving(files) {
  const asked = [];
  globalThis.location = { origin: ORIGIN };
  globalThis.fetch = async (path) => {
    asked.push(path);
    return Object.hasOwn(files, path) ? new Response(files[path]) : new Response("", { status: 404 });
  };
  return asked;
}

const load = (path, query = "") => loadGadget({ path }, new URLSearchParams(query));
const gadget = (contents) => `<Module><ModulePrefs title="t"/>${contents}</Module>`;

test("a file named by a Content is loaded from beside the gadget, or through the operator's map", async () => {
  serving({
    "/gadgets/a/g.xml": gadget('<Content type="html" href="pages/own.html"/><Content><![CDATA[<i>inline</i>]]></Content><Content href="http://Dead.example/x.php?v=1"/>'),
    "/gadgets/a/pages/own.html": "<b>own</b>", "/gadgets/lib/away.html": "<b>away</b>",
    "/gadgets/map.json": JSON.stringify({ "http://dead.example/x.php": "lib/away.html" }),
  });
  const { html, missing, addresses } = await load("/gadgets/a/g.xml");
  assert.equal(html, "<b>own</b>\n<i>inline</i>\n<b>away</b>");
  assert.deepEqual(missing, []);
  assert.equal(addresses.base, "/gadgets/a/pages/", "relative addresses are relative to the file");
});

test("a Content without its file is named as missing, and its text in the XML is shown", async () => {
  const asked = serving({ "/gadgets/g.xml": gadget('<Content href="gone.html"><![CDATA[old]]></Content><Content href="http://dead.example/x.html"/><Content href="/api/home"/><Content href="../up.html"/>'), "/api/home": "{}" });
  const { html, missing, addresses } = await load("/gadgets/g.xml");
  assert.equal(html.trim(), "old");
  assert.deepEqual(missing.sort(), ["../up.html", `${ORIGIN}/api/home`, `${ORIGIN}/gadgets/gone.html`, "http://dead.example/x.html"].sort());
  assert.equal(addresses.base, "/gadgets/");
  assert.ok(!asked.includes("/api/home"), "only a gadget's files are asked for");
});

test("of many Contents with files only the first are loaded, and the others are named as missing", async () => {
  const numbers = Array.from({ length: 12 }, (_, index) => index);
  const asked = serving({ "/gadgets/g.xml": gadget(numbers.map((n) => `<Content href="${n}.html"/>`).join("")), ...Object.fromEntries(numbers.map((n) => [`/gadgets/${n}.html`, `${n}`])) });
  const { html, missing } = await load("/gadgets/g.xml");
  assert.equal(html.replace(/\s+/g, " ").trim(), "0 1 2 3 4 5 6 7");
  assert.equal(missing.length, 4);
  assert.equal(asked.filter((path) => path.endsWith(".html")).length, 8);
});

test("a Content's file is decoded in the encoding that it declares", async () => {
  const latin = Uint8Array.from([...'<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">é'].map((unit) => unit.charCodeAt(0)));
  serving({ "/gadgets/g.xml": gadget('<Content href="l.html"/>'), "/gadgets/l.html": latin });
  assert.ok((await load("/gadgets/g.xml")).html.endsWith("é"));
});

test("only gadgets' files are checked for existence", async () => {
  const asked = serving({ "/gadgets/a.js": "", "/gadget/lib/empty.js": "", "/main.js": "" });
  const all = ["/gadgets/a.js", `${ORIGIN}/gadget/lib/empty.js`, "/gadgets/b.js", "/main.js", "/gadgets/../main.js", "http://elsewhere.test/gadgets/a.js", "http://["];
  assert.deepEqual(await Promise.all(all.map(hasFile)), [true, true, false, false, false, false, false]);
  assert.deepEqual(asked, ["/gadgets/a.js", "/gadget/lib/empty.js", "/gadgets/b.js"]);
});

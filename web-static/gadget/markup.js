// A reader for hand-written XML of 2009, which continues where a strict parser would stop. Pure.
//
// An element is {name, attributes, children, source}. Names of elements and attributes are in lower
// case. `source` is the text between its tags. Content elements need it, because gadgets put HTML
// there with and without CDATA.

/** The largest gadget file, in UTF-16 units. */
export const SIZE_LIMIT = 4_000_000;
/** The deepest nesting of elements. */
const DEPTH_LIMIT = 200;

const ENTITIES = {
  amp: "&", lt: "<", gt: ">", quot: "\"", apos: "'", nbsp: "\u00a0", copy: "©", reg: "®", laquo: "«", raquo: "»",
  hellip: "…", mdash: "—", ndash: "–", times: "×", middot: "·", bull: "•",
};

/** Returns text with its entities replaced. Unknown entities stay. */
export function decoded(text) {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,16}));/gi, (whole, decimal, hex, name) => {
    if (name) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : whole;
    const code = decimal ? Number(decimal) : parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Returns the document as an element without a name, whose children are the outermost elements. */
export function readMarkup(text) {
  const source = text.replace(/^\ufeff/, "");
  const root = { name: "", attributes: {}, children: [], start: 0, source };
  const open = [root];
  let at = 0;
  while (at < source.length) {
    const from = source.indexOf("<", at);
    if (from < 0) break;
    const skipped = afterSpecial(source, from);
    if (skipped) {
      at = skipped;
      continue;
    }
    const tag = readTag(source, from);
    if (!tag) {
      at = from + 1;
      continue;
    }
    at = tag.end;
    if (tag.closes) closeElement(open, tag.name, source, from);
    else at = openElement(open, tag, source);
  }
  for (const element of open.slice(1)) element.source = source.slice(element.start);
  return root;
}

/**
 * Returns the end of the comment, CDATA section, declaration or processing instruction at `from`,
 * or 0 if there is none.
 */
function afterSpecial(source, from) {
  const to = (mark) => {
    const found = source.indexOf(mark, from);
    return found < 0 ? source.length : found + mark.length;
  };
  if (source.startsWith("<!--", from)) return to("-->");
  if (source.startsWith("<![CDATA[", from)) return to("]]>");
  if (source.startsWith("<?", from)) return to("?>");
  if (source.startsWith("<!", from)) {
    const end = to(">");
    return source.slice(from, end).includes("[") ? to("]>") : end;
  }
  return 0;
}

const TAG = /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[^\s=<>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s<>"']+))?|\s*\/(?!>))*)\s*(\/?)>/y;
const ATTRIBUTE = /([^\s=<>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s<>"']+)))?/g;

function readTag(source, from) {
  TAG.lastIndex = from;
  const match = TAG.exec(source);
  if (!match) return null;
  const [whole, slash, name, rest, selfClosing] = match;
  const attributes = {};
  for (const [, key, double, single, bare] of rest.matchAll(ATTRIBUTE)) {
    const lower = key.toLowerCase();
    if (lower !== "__proto__" && !Object.hasOwn(attributes, lower)) attributes[lower] = decoded(double ?? single ?? bare ?? "");
  }
  return { name: name.toLowerCase(), closes: slash === "/", empty: selfClosing === "/", attributes, end: from + whole.length };
}

function openElement(open, { name, attributes, empty, end }, source) {
  const element = { name, attributes, children: [], start: end, source: "" };
  open[open.length - 1].children.push(element);
  if (empty) return end;
  // The content of Content is HTML, so this reader skips its tags.
  const stop = name === "content" ? endOfContent(source, end) : -1;
  if (stop >= 0) {
    element.source = source.slice(end, stop);
    const after = source.indexOf(">", stop);
    return after < 0 ? source.length : after + 1;
  }
  if (open.length < DEPTH_LIMIT) open.push(element);
  return end;
}

/** Returns the position of the first `</Content` outside CDATA, or -1. */
function endOfContent(source, from) {
  const last = lastContentEnd(source);
  if (last < from) return -1;
  const mark = /<!\[CDATA\[|<\/content\s*>/gi;
  mark.lastIndex = from;
  for (let match = mark.exec(source); match; match = mark.exec(source)) {
    if (match[0][1] === "/") return match.index;
    const end = source.indexOf("]]>", match.index);
    // An unclosed CDATA section ends before the last end tag.
    if (end < 0) return last;
    mark.lastIndex = end + 3;
  }
  return last;
}

let measured = { source: "", last: -1 };

/**
 * Returns the position of the last `</Content`. It is searched once per text, so many start tags do
 * not cost more.
 */
function lastContentEnd(source) {
  if (measured.source !== source) measured = { source, last: source.toLowerCase().lastIndexOf("</content") };
  return measured.last;
}

function closeElement(open, name, source, from) {
  for (let index = open.length - 1; index > 0; index -= 1) {
    if (open[index].name !== name) continue;
    for (const element of open.splice(index)) element.source = source.slice(element.start, from);
    return;
  }
}

/**
 * Returns an element's text: CDATA unchanged, other text with its entities decoded. If the element
 * contains tags, its text stays unchanged.
 */
export function contents({ source }) {
  const pieces = source.split(/<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/);
  const outside = pieces.filter((_, index) => index % 2 === 0).join("");
  const isHTML = /<[a-z!/]/i.test(outside);
  return pieces.map((piece, index) => (index % 2 ? piece : isHTML ? piece : decoded(piece))).join("");
}

/** Returns every element of that name below `element`, in document order. */
export function all(element, name) {
  return element.children.flatMap((child) => (child.name === name ? [child] : []).concat(all(child, name)));
}

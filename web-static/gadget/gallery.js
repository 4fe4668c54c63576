// The gallery: all gadgets on this server, and those recently used in this browser.

import { randomRoom } from "../page/address.js";
import { make, setText } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { addressMap, localFile } from "./address-map.js";
import { loadMap } from "./load.js";
import { picture } from "./people.js";
import { readAbout } from "./spec.js";

/** The largest number of files read, and the number read at the same time. */
const FILES_LIMIT = 200, AT_ONCE = 4;
/** The number of recent gadgets kept, and the longest title and description in characters. */
const RECENT_LIMIT = 8, TITLE_LIMIT = 120, DESCRIPTION_LIMIT = 300;

/**
 * Returns the page of a gadget in a room. With a random room, only people with the address can
 * join.
 */
const address = (gadget, room) => `gadget.html?gadget=${encodeURI(gadget)}&room=${encodeURIComponent(room)}`;

/**
 * Returns the list of gadgets recently used in this browser, the latest first: [{gadget, room,
 * title}, …].
 */
export function createRecent(memory) {
  const read = () => {
    try {
      const list = JSON.parse(memory.get("gadgets.recent") ?? "[]");
      return Array.isArray(list) ? list.filter((one) => [one?.gadget, one?.room, one?.title].every((part) => typeof part === "string")) : [];
    } catch {
      return [];
    }
  };
  return {
    all: read,
    add(gadget, room, title) {
      const others = read().filter((one) => one.gadget !== gadget || one.room !== room);
      memory.set("gadgets.recent", JSON.stringify([{ gadget, room, title: title.slice(0, TITLE_LIMIT) }, ...others].slice(0, RECENT_LIMIT)));
    },
  };
}

/**
 * Fills the gallery.
 *
 * @param place   the element with the search field and two lists: recent gadgets and all gadgets.
 * @param options {recent, share(address, title), language, problem(text)}.
 */
export async function showGallery(place, { recent, share, language, problem }) {
  const [usedSection, allSection] = place.querySelectorAll("section");
  const used = recent.all();
  usedSection.hidden = used.length === 0;
  usedSection.querySelector("ul").replaceChildren(...used.map(({ gadget, room, title }) => (
    make("li", {}, make("a", { href: address(gadget, room) }, title || gadget), ` · ${room}`))));
  place.hidden = false;
  const list = allSection.querySelector("ul");
  let paths;
  try {
    const response = await fetch("/api/gadgets", { credentials: "omit" });
    paths = (await response.json()).gadgets.slice(0, FILES_LIMIT);
  } catch {
    return problem(T.gadgetErrors.unreachable);
  }
  const { map } = await loadMap();
  // Keeps the server's order, whichever file is read first. Files that are not gadgets are removed.
  const items = paths.map(() => make("li", { class: "card gadget-card", hidden: true }));
  const search = mountSearch(place, items);
  list.replaceChildren(...items);
  let next = 0;
  const worker = async () => {
    while (next < paths.length) {
      const at = next;
      next += 1;
      const about = await aboutOf(paths[at], language);
      if (about) fill(items[at], paths[at], about, { map, share });
      else items[at].remove();
      search();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  tellApart(items);
  place.dataset.complete = list.children.length;
  search();
}

/** Shows only the items that contain every search word. Returns a function that searches again. */
function mountSearch(place, items) {
  const field = place.querySelector("input"), found = place.querySelector("[role=status]");
  field.addEventListener("input", search);
  return search;

  function search() {
    const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const item of items) item.hidden = !item.dataset.words || !wanted.every((word) => item.dataset.words.includes(word));
    const isNone = place.dataset.complete && wanted.length && items.every(({ hidden }) => hidden);
    setText(found, isNone ? T.noGadgetFound(field.value.trim()) : "");
  }
}

/** Adds the path below the title of each gadget that shares its title with another one. */
function tellApart(items) {
  const titles = items.filter(({ dataset }) => dataset.path).map((item) => item.querySelector("h3"));
  const count = (title) => titles.filter(({ textContent }) => textContent === title).length;
  const alike = titles.filter(({ textContent }) => count(textContent) > 1);
  for (const title of alike) title.after(make("p", { class: "facts path" }, title.closest("li").dataset.path));
}

/** Returns the description in a gadget's file, or null if the file is not a gadget. */
async function aboutOf(path, language) {
  try {
    const response = await fetch(path, { credentials: "omit" });
    return response.ok ? readAbout(await response.text(), { lang: language }) : null;
  } catch {
    return null;
  }
}

function fill(item, path, { title, author, description, picture: given, players, refusal }, { map, share }) {
  const name = (title || path.slice(path.lastIndexOf("/") + 1)).slice(0, TITLE_LIMIT), room = randomRoom(), here = address(path, room);
  const own = picture(path, name), image = make("img", { src: localFile(given, addressMap(map, path)) ?? own, alt: "", width: 64, height: 64, loading: "lazy" });
  image.addEventListener("error", () => { image.src = own; }, { once: true });
  const facts = [author && T.by(author.slice(0, TITLE_LIMIT)), players && T.forPlayers(players.slice(0, TITLE_LIMIT))].filter(Boolean).join(" · ");
  const about = description ? description.slice(0, DESCRIPTION_LIMIT) : "";
  item.append(image, make("div", {},
    make("h3", {}, refusal ? name : make("a", { href: here }, name)),
    about ? make("p", {}, about) : null,
    facts ? make("p", { class: "facts" }, facts) : null,
    refusal ? make("p", { class: "facts" }, T.gadgetErrors[refusal]) : null,
    refusal ? null : make("p", { class: "actions" }, make("a", { href: here, class: "button primary open", "aria-label": T.openNamed(name) }, T.openLink),
      make("button", { type: "button", "aria-label": T.shareNamed(name), onclick: () => share(new URL(here, document.baseURI).href, name) }, T.shareShort))));
  item.dataset.path = path;
  item.dataset.words = [name, about, facts, path].join(" ").toLowerCase();
}

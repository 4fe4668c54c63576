// The dialog for a new chapter, which begins with an empty board, with moves, with a finished game
// of the user's, or with a file.

import { RULES, SIZES } from "../game/tables.js";
import { fetched } from "../net/fetching.js";
import { work } from "../net/settled.js";
import { ask, make, setText } from "../page/elements.js";
import { dayWords } from "../texts/term-words.js";
import { T } from "../texts/texts.js";
import { playerName } from "../texts/wording.js";
import { TITLE_LENGTH } from "./changes.js";
import { fetchChapter } from "./chapters.js";
import { imported } from "./importing.js";
import { movesIn } from "./position.js";

/** The number of the user's games that are offered. */
const GAMES = 30;
/** The largest file, in bytes, and the number of deltas that can wait for their answers. */
const FILE_BYTES = 64 * 1_024, DELTAS = 30;

/**
 * Asks for a new chapter. Resolves to its terms and moves, to {number, sets} of a file's chapters,
 * or to null.
 */
export async function askChapter({ me, rule, size, tree }) {
  document.getElementById("chapter-dialog")?.remove();
  const title = make("input", { type: "text", name: "title", maxLength: TITLE_LENGTH, autocomplete: "off" });
  const rules = choice("rule", RULES.map((each) => [each, T.ruleNames[each]]), rule);
  const sizes = choice("size", SIZES.map((each) => [each, T.sizeWords(each)]), size);
  const moves = make("input", { type: "text", name: "moves", autocomplete: "off", autocapitalize: "off", spellcheck: false, placeholder: "h8 i9 j10" });
  const games = choice("game", [["", T.chapterNoGame]], "");
  const file = make("input", { type: "file", name: "file", accept: ".sgf,.lib,.psq,.txt" });
  const told = make("p", { class: "hint", role: "alert" });
  let added = null;
  games.addEventListener("change", () => { for (const each of [rules, sizes, moves]) each.disabled = Boolean(games.value); });
  const field = (words, input) => make("label", { class: "field" }, make("span", {}, words), input);
  const dialog = document.body.appendChild(make("dialog", { id: "chapter-dialog", "aria-labelledby": "chapter-title" },
    make("form", { method: "dialog", onsubmit: check }, make("h2", { id: "chapter-title" }, T.newChapter), field(T.chapterTitle, title), field(T.termTitles.rule, rules), field(T.termTitles.size, sizes),
      field(T.chapterMoves, moves), field(T.chapterGame, games), field(T.chapterFile, file), told,
      make("div", { class: "actions" }, make("button", { value: "make", class: "primary" }, T.chapterMake), make("button", { value: "", formNoValidate: true }, T.cancel)))));
  fillGames();
  const answer = await ask(dialog);
  dialog.remove();
  if (answer !== "make") return null;
  if (added) return added;
  if (games.value) {
    const chapter = await work(fetchChapter(games.value));
    return { ...chapter, title: title.value.trim() || chapter.title };
  }
  return { title: title.value.trim(), rule: rules.value, size: Number(sizes.value), moves: movesIn(moves.value, Number(sizes.value)) };

  function check(event) {
    if (event.submitter?.value === "make" && file.files.length) {
      event.preventDefault();
      return work(readFile(file.files[0]));
    }
    if (event.submitter?.value !== "make" || games.value || movesIn(moves.value, Number(sizes.value))) return;
    event.preventDefault();
    setText(told, T.movesUnclear);
    moves.focus();
  }

  async function readFile(given) {
    try {
      if (given.size > FILE_BYTES) return setText(told, T.fileTooLarge);
      const answer = await fetch(new URL(`api/convert?rule=${rules.value}&size=${sizes.value}`, document.baseURI), { method: "POST", body: given });
      const { chapters, message } = await answer.json();
      if (!answer.ok) return setText(told, message);
      added = imported(tree, chapters, me);
      if (!added) return setText(told, T.chaptersFull);
      if (added.sets.length > DELTAS) return setText(told, T.fileTooLarge);
      dialog.close("make");
    } catch {
      setText(told, T.fileNotRead);
    }
  }

  async function fillGames() {
    try {
      const { games: all = [] } = await work(fetched(`api/people/${encodeURIComponent(me)}/games?limit=${GAMES}`));
      games.append(...all.map((game) => make("option", { value: game.id }, `${T.versus({ x: playerName(game.x ?? undefined), o: playerName(game.o ?? undefined) })} · ${dayWords(game.ended)}`)));
    } catch {
      // Guests without games have none to choose from.
    }
  }
}

function choice(name, options, value) {
  const list = make("select", { name }, options.map(([each, words]) => make("option", { value: each }, words)));
  list.value = value;
  return list;
}

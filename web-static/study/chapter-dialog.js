// The dialog for a new chapter, which begins with an empty board, with moves, or with a finished
// game of the user's.

import { RULES, SIZES } from "../game/tables.js";
import { fetched } from "../net/fetching.js";
import { work } from "../net/settled.js";
import { ask, make, setText } from "../page/elements.js";
import { dayWords } from "../texts/term-words.js";
import { T } from "../texts/texts.js";
import { playerName } from "../texts/wording.js";
import { TITLE_LENGTH } from "./changes.js";
import { fetchChapter } from "./chapters.js";
import { movesIn } from "./position.js";

/** The number of the user's games that are offered. */
const GAMES = 30;

/** Asks for a new chapter. Resolves to its terms and moves, or to null. */
export async function askChapter({ me, rule, size }) {
  document.getElementById("chapter-dialog")?.remove();
  const title = make("input", { type: "text", name: "title", maxLength: TITLE_LENGTH, autocomplete: "off" });
  const rules = choice("rule", RULES.map((each) => [each, T.ruleNames[each]]), rule);
  const sizes = choice("size", SIZES.map((each) => [each, T.sizeWords(each)]), size);
  const moves = make("input", { type: "text", name: "moves", autocomplete: "off", autocapitalize: "off", spellcheck: false, placeholder: "h8 i9 j10" });
  const games = choice("game", [["", T.chapterNoGame]], "");
  const told = make("p", { class: "hint", role: "alert" });
  games.addEventListener("change", () => { for (const each of [rules, sizes, moves]) each.disabled = Boolean(games.value); });
  const field = (words, input) => make("label", { class: "field" }, make("span", {}, words), input);
  const dialog = document.body.appendChild(make("dialog", { id: "chapter-dialog", "aria-labelledby": "chapter-title" },
    make("form", { method: "dialog", onsubmit: check }, make("h2", { id: "chapter-title" }, T.newChapter), field(T.chapterTitle, title), field(T.termTitles.rule, rules), field(T.termTitles.size, sizes),
      field(T.chapterMoves, moves), field(T.chapterGame, games), told,
      make("div", { class: "actions" }, make("button", { value: "make", class: "primary" }, T.chapterMake), make("button", { value: "", formNoValidate: true }, T.cancel)))));
  fillGames();
  const answer = await ask(dialog);
  dialog.remove();
  if (answer !== "make") return null;
  if (games.value) {
    const chapter = await work(fetchChapter(games.value));
    return { ...chapter, title: title.value.trim() || chapter.title };
  }
  return { title: title.value.trim(), rule: rules.value, size: Number(sizes.value), moves: movesIn(moves.value, Number(sizes.value)) };

  function check(event) {
    if (event.submitter?.value !== "make" || games.value || movesIn(moves.value, Number(sizes.value))) return;
    event.preventDefault();
    setText(told, T.movesUnclear);
    moves.focus();
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

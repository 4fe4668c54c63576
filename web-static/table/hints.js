// Requests for the robot's hints, and their display.

import { pointName } from "../game/game.js";
import { choiceWords } from "../texts/opening-words.js";
import { T } from "../texts/texts.js";

/** The longest wait for an answer, in ms. */
const PATIENCE = 20_000;
let asked = 0;

/**
 * Returns the hints of a table. `ask()` requests one. Until the game continues, `cell` is the point
 * to mark, "col,row", and `words` the text to show.
 */
export function createHints({ table, notice, say, render }) {
  let waiting = null, shown = null, timer;
  const end = (trouble) => {
    clearTimeout(timer);
    waiting = null;
    notice(trouble);
    render();
  };
  return {
    ask() {
      if (waiting) return;
      const id = `h-${Date.now().toString(36)}-${asked += 1}`;
      if (!table.connection.request({ type: "hint", room: table.room, id })) return notice(T.hintErrors.busy);
      waiting = id;
      timer = setTimeout(() => end(T.hintErrors.busy), PATIENCE);
      notice("");
      render();
    },
    receive(message) {
      if (!waiting || message.id !== waiting) return;
      if (message.type === "error") return end(T.hintErrors[message.code] ?? message.message);
      if (message.type !== "hint") return;
      const { game } = table.view();
      if (!game || game.result) return end("");
      const [col, row] = String(message.cell ?? "").split(",").map(Number);
      const isPoint = [col, row].every((at) => Number.isInteger(at) && at >= 0 && at < game.size);
      const words = T.hintSays(isPoint ? pointName({ col, row }, game.size) : choiceWords(String(message.choice ?? "")));
      shown = { cell: isPoint ? `${col},${row}` : null, words, at: key(game) };
      say(words);
      end("");
    },
    /** Discards a hint for an earlier position. */
    outdated(game) {
      if (shown && shown.at !== key(game)) shown = null;
    },
    get cell() { return shown?.cell ?? null; },
    get words() { return waiting ? T.hintWait : shown?.words ?? null; },
  };
}

const key = ({ number, moves, phase, result }) => [number, moves.length, phase, result].join(" ");

// The positions of a replay: a room's past or a record. Pure: no DOM.
//
// A sequence of positions has `ranges` [{key, words, from, to, number}], `view(at)` → {game,
// words}, `name(id)`, `isRecord`, and for a record details of the `players`.

import { pointName, readGame } from "../game/game.js";
import { narrate } from "../texts/narration.js";
import { gameAfter } from "../game/records.js";
import { T } from "../texts/texts.js";
import { outcome, ruleName } from "../texts/wording.js";

const NOBODY = { sides: [], move: false };
/** The largest number of keys named for a change without its own sentence. */
const KEYS_NAMED = 6;

/** Returns the past of a room, from its timeline. `name(id)` is the table's. */
export function roomPositions(timeline, name) {
  let ranges = [], rangesAt = -1;
  return {
    isRecord: false, name,
    get ranges() {
      if (rangesAt !== timeline.rev) [ranges, rangesAt] = [listed(), timeline.rev];
      return ranges;
    },
    view(at) {
      const game = readGame(timeline.stateAt(at));
      if (at === 0) return { game, words: T.replayEmpty };
      const before = readGame(timeline.stateAt(at - 1));
      return { game, words: told(before, game, name) || changed(timeline.deltaAt(at)) };
    },
  };

  function listed() {
    const games = timeline.games.map(({ number, from, to }) => {
      const game = readGame(timeline.stateAt(to));
      const ending = game?.result ? outcome(game, []).replace(/\.$/, "") : T.replayRunning;
      return { key: `${number}@${from}`, number, from, to, words: T.replayGame({ number, count: T.moves(game?.moves.length ?? 0), ending }) };
    });
    return [...games, { key: "all", number: null, from: 0, to: timeline.rev, words: T.replayAll }];
  }

  function told(before, game, named) {
    if (!game) return "";
    const left = ["x", "o"].filter((side) => before?.number === game.number && before.seats[side] && !game.seats[side]);
    const sentences = narrate({ game: before, rights: NOBODY }, { game, rights: NOBODY }, named, { turns: false });
    return [...sentences, ...left.map((side) => T.seatLeft(side))].join(" ");
  }

  function changed(delta) {
    const keys = Object.keys(delta?.set ?? {});
    return T.replayChanged(keys.slice(0, KEYS_NAMED).join(", ") + (keys.length > KEYS_NAMED ? ", …" : ""));
  }
}

/**
 * Returns the positions of a record, opened from a file of this name. `players` {x, o} are
 * {note, href}: words about each player at the time of the game, and the address of the profile.
 */
export function recordPositions(record, file, players = {}) {
  const count = record.moves.length;
  return {
    isRecord: true, name: (id) => id, players,
    ranges: [{ key: "record", number: null, from: 0, to: count, words: `${file} · ${ruleName(record.rule ?? "freestyle")} · ${T.moves(count)}` }],
    view(at) {
      const game = gameAfter(record, at), move = record.moves[at - 1];
      if (!move) return { game, words: T.replaySetup };
      const words = move.pass ? T.passed(move.stone) : T.played({ side: move.stone, point: pointName(move, record.size) });
      return { game, words: game.result ? `${words} ${outcome(game, [])}` : words };
    },
  };
}

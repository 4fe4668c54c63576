// One person's attempt at a puzzle, judged by its certificates. Pure: every function returns a new
// attempt.
//
// An attempt is {puzzle, position, moves, state, mistakes, longer, wrong, found, ...}. `moves` are
// the points played from the puzzle's position, `state` is "open", "solved" or "given-up". `longer`
// tells that the person chose a longer win than the shortest known one.

import { depthOf, readProof } from "../game/proofs.js";
import { opponent } from "../game/stones.js";
import { cellAt, indexOf, isLegal, positionOf, rowWith, withStone } from "../game/places.js";
import { answerTo, lineOf, longestReply } from "../game/proof-line.js";

/** The kinds in which the person wins against the defender. */
const WINS = ["fours", "threats"];
export const isWin = ({ kind }) => WINS.includes(kind);
/** The kinds in which the person marks points. */
export const isDrill = ({ kind }) => kind === "drill";

/**
 * Returns a puzzle as the page uses it, with its certificates; null if this page cannot show it.
 * The page draws whatever the server sends, so that a newer server cannot break an older page.
 */
export function readPuzzle(given) {
  const { id, rule, size, turn, x, o, kind, points = [] } = given ?? {};
  if (typeof id !== "string" || !/^[\w-]{11}$/.test(id) || !["x", "o"].includes(turn) || !Array.isArray(x) || !Array.isArray(o) || !Array.isArray(points)) return null;
  if (![...WINS, "defence", "drill", "balance"].includes(kind) || !(size >= 5 && size <= 20) || !Number.isInteger(size)) return null;
  const cells = [...x, ...o].map((cell) => indexOf(cell, size)), answers = points.map((cell) => indexOf(cell, size));
  if ([...cells, ...answers].some(Number.isNaN) || new Set(cells).size < cells.length) return null;
  const main = given.proof === undefined ? null : readProof(given.proof);
  if ((kind === "defence" || WINS.includes(kind)) && main?.size !== size) return null;
  if (isWin(given) && main.claim.kind !== "wins" || kind === "defence" && (main.claim.kind !== "only-hold" || !answers.length)) return null;
  const also = new Map();
  for (const each of Array.isArray(given.also) ? given.also : []) {
    const read = readProof(each?.proof), after = each?.after ?? [], key = Array.isArray(after) && after.join(" ");
    if (read?.claim.kind === "wins" && read.size === size && key !== false) also.set(key, [...also.get(key) ?? [], read]);
  }
  return { ...given, rule: main?.rule ?? rule, main, also, answers, themes: Array.isArray(given.themes) ? given.themes : [] };
}

/** Begins an attempt at a puzzle of `readPuzzle`. */
export const begin = (puzzle) => ({
  puzzle, position: positionOf(puzzle), moves: [], state: "open", mistakes: 0, hinted: false, longer: false, wrong: null, found: [], choice: null,
  proof: puzzle.main, answer: puzzle.main?.first.rest ?? null,
});

/**
 * Tries a point. Returns {verdict, attempt, refutation}. The verdict is "right" (the puzzle goes
 * on), "solved", "wrong", "unknown" (outside an incomplete book, not counted) or "illegal".
 */
export function tried(attempt, index) {
  const { puzzle, position, state } = attempt;
  if (state !== "open" || puzzle.kind === "balance") return { verdict: "illegal", attempt };
  if (isDrill(puzzle)) return marked(attempt, index);
  if (!isLegal(position, index, puzzle.turn)) return { verdict: "illegal", attempt };
  return puzzle.kind === "defence" ? defended(attempt, index) : attacked(attempt, index);
}

function marked(attempt, index) {
  const { answers } = attempt.puzzle, { found } = attempt;
  if (found.includes(index)) return { verdict: "illegal", attempt };
  if (!answers.includes(index)) return { verdict: attempt.position.stones.has(index) ? "illegal" : "wrong", attempt: attempt.position.stones.has(index) ? attempt : missed(attempt, index) };
  const all = [...found, index], isDone = all.length === answers.length;
  return { verdict: isDone ? "solved" : "right", attempt: { ...attempt, found: all, wrong: null, state: isDone ? "solved" : "open" } };
}

const missed = (attempt, index) => ({ ...attempt, mistakes: attempt.mistakes + 1, wrong: index });

function defended(attempt, index) {
  const { puzzle, position } = attempt;
  if (puzzle.answers.includes(index)) return { verdict: "solved", attempt: { ...attempt, ...placed(attempt, index, puzzle.turn), wrong: null, state: "solved" } };
  const refutation = refutationOf(puzzle, position, index);
  return { verdict: "wrong", attempt: missed(attempt, index), refutation };
}

/** Returns the line that refutes a move of a defence, the move included; [] without one. */
export function refutationOf(puzzle, position, index) {
  const { main } = puzzle;
  if (main?.claim.kind !== "only-hold" || puzzle.answers.includes(index) || !isLegal(position, index, puzzle.turn)) return [];
  return [index, ...lineOf(main, withStone(position, index, puzzle.turn), answerTo(main.first, index))];
}

function attacked(attempt, index) {
  const { puzzle, position } = attempt, { turn } = puzzle;
  if (rowWith(position, index, turn)) return { verdict: "solved", attempt: { ...attempt, ...placed(attempt, index, turn), wrong: null, state: "solved" } };
  const followed = provenMove(attempt, index);
  if (!followed) {
    // A puzzle that does not say so may have other winning moves.
    if (puzzle.several !== false) return { verdict: "unknown", attempt: { ...attempt, wrong: null } };
    return { verdict: "wrong", attempt: missed(attempt, index) };
  }
  const { proof, answer } = followed, node = proof.nodes[answer];
  const after = { ...attempt, ...placed(attempt, index, turn), proof, wrong: null, longer: attempt.longer || depthOf(proof, answer) > depthOf(attempt.proof, attempt.answer) };
  const reply = longestReply(proof, after.position, node);
  if (!reply) return { verdict: "solved", attempt: { ...after, state: "solved" } };
  const answered = { ...after, ...placed(after, reply.point, opponent(turn)), answer: reply.answer };
  if (reply.answer !== null) return { verdict: "right", attempt: answered };
  // Every reply loses to a five now. The page shows it.
  const [five] = lineOf(proof, answered.position, null);
  return { verdict: "solved", attempt: { ...answered, ...(five === undefined ? {} : placed(answered, five, turn)), state: "solved" } };
}

/** Returns the certificate that wins with this move, {proof, answer}; null if none does. */
function provenMove({ puzzle, position, moves, proof, answer }, index) {
  if (answer !== null && proof.nodes[answer].move === index) return { proof, answer };
  const others = puzzle.also.get(moves.map((move) => cellAt(move, position.size)).join(" ")) ?? [];
  const other = others.find(({ first, nodes }) => first.rest !== null && nodes[first.rest].move === index);
  return other ? { proof: other, answer: other.first.rest } : null;
}

const placed = ({ position, moves }, index, stone) => ({ position: withStone(position, index, stone), moves: [...moves, index] });

/** Chooses a side in a puzzle that asks for the better one. */
export function chosen(attempt, side) {
  const { chance, turn } = attempt.puzzle, better = chance >= .5 ? turn : opponent(turn), isRight = side === better;
  return { verdict: isRight ? "solved" : "wrong", attempt: { ...attempt, choice: side, mistakes: attempt.mistakes + (isRight ? 0 : 1), state: isRight ? "solved" : "given-up" } };
}

/** Returns the points that a hint shows: the next right point; [] if there is none to show. */
export function hintOf({ puzzle, proof, answer, found, position }) {
  if (puzzle.kind === "balance") return [];
  if (!isWin(puzzle)) return puzzle.answers.filter((point) => !found.includes(point)).slice(0, 1);
  return answer === null ? lineOf(proof, position, null) : [proof.nodes[answer].move];
}

export const hinted = (attempt) => ({ ...attempt, hinted: true });
export const givenUp = (attempt) => ({ ...attempt, state: "given-up" });

/** Whether the attempt counts as a success: no mistake, no hint, not given up. */
export const isClean = ({ state, mistakes, hinted: sawHint }) => state === "solved" && !mistakes && !sawHint;

/**
 * Returns the line to play through after the puzzle, as points from the puzzle's position: the
 * person's own solution, otherwise that of the certificate.
 */
export function explanation({ puzzle, moves, state }) {
  if (isWin(puzzle)) return state === "solved" ? moves : lineOf(puzzle.main, positionOf(puzzle), puzzle.main.first.rest);
  if (puzzle.kind !== "defence") return [];
  return state === "solved" ? moves : puzzle.answers.slice(0, 1);
}

/** Whether the line shows why another point of a defence loses. */
export const isRefutation = ({ kind, answers }, line) => kind === "defence" && Boolean(line?.length) && !answers.includes(line[0]);

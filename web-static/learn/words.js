// The sentences of a lesson: the task, the verdict on a try, the answer.

import { pointName } from "../game/game.js";
import { T } from "../texts/texts.js";
import { INACCURACY } from "./judge.js";
import { isSame } from "../table/report-model.js";

const nameIn = ({ size }) => (point) => pointName(point, size);

/** Returns the question that a task asks. */
export function taskWords(task) {
  const { number, side, before, after, wins, loses, held } = task, point = nameIn(task)(task.played);
  const kind = wins ? "win" : held?.length ? "only" : loses ? "lost" : "cost";
  return T.learnTask[kind]({ number, side, point, before, after });
}

/** The words of each verdict (judge.js). A sentence with a single value takes it alone. */
const VERDICTS = {
  five: ({ point }) => T.learnRight.five(point), wins: ({ point }) => T.learnRight.wins(point),
  holds: ({ point, points }) => T.learnRight.holds({ point, points }),
  best: ({ point, side, chance }) => T.learnRight.best({ point, side, chance }),
  good: ({ point, side, chance, before }) => T.learnRight.good({ point, side, chance, before, limit: INACCURACY }),
  loses: ({ point }) => T.learnWrong.loses(point), unproven: ({ point, side, chance }) => T.learnWrong.unproven({ point, side, chance }),
  cost: ({ point, side, chance, before }) => T.learnWrong.cost({ point, side, chance, before }),
};

/** Returns the words of a verdict. */
export function verdictWords(task, { why, point, chance, before }) {
  const name = nameIn(task), told = VERDICTS[why]({ point: name(point), side: task.side, chance, before, points: (task.held ?? []).map(name).join(", ") });
  return isSame(point, task.played) ? `${told} ${T.learnPlayed}` : told;
}

/** Returns why the server has not judged the try, by the code of its error. */
export const troubleWords = (task, point, code) => (T.learnTroubles[code] ?? T.learnTroubles.unknown)(nameIn(task)(point));

/** Returns the words of the answer. */
export function answerWords(task) {
  const { side, wins, held, best, before } = task, name = nameIn(task);
  if (held?.length && !wins) return T.learnAnswer.held(held.map(name).join(", "));
  if (!best) return T.learnAnswer.none;
  return wins && task.winLine.length ? T.learnAnswer.win(name(best)) : T.learnAnswer.best({ point: name(best), side, chance: before });
}

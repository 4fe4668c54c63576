// The head of the analysis board: title, rule, chapters, and whether the user may only read.

import { isRandomStudy, roomTitle } from "../page/address.js";
import { setText } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { ruleName } from "../texts/wording.js";
import { drawChapters } from "./chapters.js";
import { showRights } from "./notes.js";

const byId = (id) => document.getElementById(id);

/** Draws the head of a `study` (room.js) at a position of `chapter`, or without chapters. */
export function drawHead(study, chapter) {
  const { tree, replica, room, trouble } = study, title = chapter?.title || (isRandomStudy(room) ? "" : roomTitle(room));
  setText(byId("room-name"), title || T.analysisBoard);
  setText(byId("rule"), chapter ? [T.analysis, ruleName(chapter.rule)].join(" · ") : replica.known ? T.analysis : trouble || T.studyJoining);
  document.title = title ? `${title} · ${T.analysis}` : `${T.analysisBoard} · ${T.shareTitle}`;
  drawChapters(byId("chapter"), tree, chapter?.number);
  showRights(byId("rights"), !replica.known || study.mayEdit());
}

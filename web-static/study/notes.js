// The comments on a position, and the tools for marks. Everybody's comments are shown; one's own
// can be changed. It is sent when the user pauses, leaves the field or goes to another position. If
// the server rejects it, the field gives the text back.

import { make, setText } from "../page/elements.js";
import { element } from "../board/shapes.js";
import { T } from "../texts/texts.js";
import { COMMENT_LENGTH, SHAPES } from "./changes.js";
import { createCommentDraft } from "./comment-draft.js";
import { markShape } from "./overlay.js";

/** The pause after which a comment is sent, in ms. */
const PAUSE = 1_500;
/** The largest number of nodes with the same position that are listed. */
const TWINS = 6;

/**
 * Fills `section`.
 *
 * @param save   (node, text) sends the user's comment, and returns whether that was possible.
 * @param nameOf (id) returns a participant's name.
 * @param onTool () is called when another tool is chosen, and `onTwin` (node) for another node with
 *   the same position.
 * @returns {update(view), flush(), refuse(node, text), tool}; a view is {node, comments, me,
 *   mayEdit, twins: [{id, words}]}. `refuse` gives a rejected comment back. `tool` is the chosen
 *   mark, "label" for the next letter, or null.
 */
export function mountNotes(section, { save, nameOf, onTool, onTwin }) {
  const others = make("ul", { class: "comments" }), same = make("p", { class: "twins" });
  const field = make("textarea", { id: "comment", rows: 2, maxLength: COMMENT_LENGTH, placeholder: T.commentHere });
  const tools = make("div", { class: "marks", role: "group", "aria-label": T.marksTitle }, [...SHAPES, "label"].map((name) => (
    make("button", { type: "button", class: "sign", dataset: { mark: name }, title: T.markNames[name], "aria-label": T.markNames[name], "aria-pressed": false, onclick: () => setTool(tool === name ? null : name) }, picture(name)))));
  section.append(tools, same, others, make("label", { class: "own-comment" }, make("span", {}, T.ownComment), field));
  const draft = createCommentDraft(save);
  let tool = null, timer = null, drawn = "";
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(flush, PAUSE, false);
  });
  field.addEventListener("blur", () => flush(false));
  field.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) flush(true); });
  return { update, flush, refuse: draft.giveBack, get tool() { return tool; } };

  function update({ node, comments, me, mayEdit, twins }) {
    const own = comments.get(me) ?? "";
    const text = draft.show(node, own, field.value);
    if (field.value !== text) field.value = text;
    field.setAttribute("aria-invalid", draft.isRefused);
    field.disabled = !mayEdit;
    for (const button of tools.children) button.disabled = !mayEdit;
    if (!mayEdit && tool) setTool(null);
    // A comment on another node with the same position has the node after its author.
    const said = [...comments].filter(([by]) => by !== me).map(([by, text]) => [nameOf(by.split(" ")[0]), String(text)]), key = JSON.stringify([said, twins]);
    if (key === drawn) return;
    drawn = key;
    others.replaceChildren(...said.map(([name, text]) => make("li", {}, make("b", {}, name), " ", text)));
    const shown = twins.slice(0, TWINS);
    same.replaceChildren(...(shown.length ? [T.samePosition(twins.length), ...shown.map(({ id, words }) => make("button", { type: "button", onclick: () => onTwin(id) }, words))] : []));
  }

  /** Sends the comment if it has changed, or in any case if it was rejected and `isWanted`. */
  function flush(isWanted = false) {
    clearTimeout(timer);
    draft.flush(field.value, isWanted);
  }

  function setTool(next) {
    tool = next;
    for (const button of tools.children) button.setAttribute("aria-pressed", button.dataset.mark === tool);
    onTool(tool);
  }
}

function picture(name) {
  const svg = element("svg", { viewBox: "-16 -16 32 32", width: 26, height: 26, "aria-hidden": "true", class: "mark-sign" });
  svg.append(markShape(name === "label" ? "label:A" : name));
  return svg;
}

/** Shows the state of editing in `line`: nothing for an editor. */
export const showRights = (line, mayEdit) => {
  line.hidden = mayEdit;
  setText(line, T.studyReader);
};

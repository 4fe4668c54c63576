// The comments on a position, and the tools for marks. Everybody's comments are shown; one's own
// can be changed. It is sent when the user pauses, leaves the field or goes to another position.

import { make, setText } from "../page/elements.js";
import { element } from "../board/shapes.js";
import { T } from "../texts/texts.js";
import { COMMENT_LENGTH, SHAPES } from "./changes.js";
import { markShape } from "./overlay.js";

/** The pause after which a comment is sent, in ms. */
const PAUSE = 1_500;
/** The largest number of nodes with the same position that are listed. */
const TWINS = 6;

/**
 * Fills `section`.
 *
 * @param save   (node, text) sends the user's comment.
 * @param nameOf (id) returns a participant's name.
 * @param onTool () is called when another tool is chosen, and `onTwin` (node) for another node with
 *   the same position.
 * @returns {update(view), flush(), tool}; a view is {node, comments, me, mayEdit, twins: [{id,
 *   words}]}. `tool` is the chosen mark, "label" for the next letter, or null.
 */
export function mountNotes(section, { save, nameOf, onTool, onTwin }) {
  const others = make("ul", { class: "comments" }), same = make("p", { class: "twins" });
  const field = make("textarea", { id: "comment", rows: 2, maxLength: COMMENT_LENGTH, placeholder: T.commentHere });
  const tools = make("div", { class: "marks", role: "group", "aria-label": T.marksTitle }, [...SHAPES, "label"].map((name) => (
    make("button", { type: "button", class: "sign", dataset: { mark: name }, title: T.markNames[name], "aria-label": T.markNames[name], "aria-pressed": false, onclick: () => setTool(tool === name ? null : name) }, picture(name)))));
  section.append(tools, same, others, make("label", { class: "own-comment" }, make("span", {}, T.ownComment), field));
  let tool = null, node = null, timer = null, drawn = "", sent = "";
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(flush, PAUSE);
  });
  field.addEventListener("blur", flush);
  field.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) flush(); });
  return { update, flush, get tool() { return tool; } };

  function update({ node: next, comments, me, mayEdit, twins }) {
    const own = comments.get(me) ?? "";
    if (next !== node) flush();
    // Text that the user is writing stays.
    if (next !== node || own !== sent && field.value === sent) field.value = own;
    [node, sent] = [next, own];
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

  /** Sends the comment if it has changed. */
  function flush() {
    clearTimeout(timer);
    if (node && field.value.trim() !== sent.trim()) save(node, field.value);
    sent = field.value;
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

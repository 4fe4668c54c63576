// The buttons of the analysis board: steps through the line, and changes of the tree.

import { make, setText } from "../page/elements.js";
import { iconButton } from "../page/icons.js";
import { T } from "../texts/texts.js";

/**
 * Fills the step bar and the tools beside the chapters. `actions` are those of keys.js, and
 * `newChapter`, `promote`, `makeMain`. Returns `update({at, count, mayEdit, canUndo, canPromote,
 * canMain, canRemove})`.
 */
export function mountTools(steps, tools, actions) {
  const at = make("span", { class: "at-move", role: "status" });
  const undo = iconButton("undo", T.undoChange, actions.undo);
  const back = [iconButton("first", T.toStart, actions.start), iconButton("back", T.stepBack, actions.back)];
  const on = [iconButton("on", T.stepOn, actions.on), iconButton("last", T.toEnd, actions.end)];
  steps.append(...back, at, ...on, undo);
  const changes = {
    newChapter: iconButton("new-game", T.newChapter, actions.newChapter), promote: iconButton("up", T.promote, actions.promote),
    makeMain: iconButton("main", T.makeMain, actions.makeMain), remove: iconButton("remove", T.removeBranch, actions.remove),
  };
  tools.append(...Object.values(changes));
  return function update({ at: number, count, mayEdit, canUndo, canPromote, canMain, canRemove }) {
    setText(at, `${number} / ${count}`);
    for (const button of back) button.disabled = number === 0;
    for (const button of on) button.disabled = number >= count;
    undo.disabled = !canUndo;
    changes.newChapter.disabled = !mayEdit;
    changes.promote.disabled = !(mayEdit && canPromote);
    changes.makeMain.disabled = !(mayEdit && canMain);
    changes.remove.disabled = !(mayEdit && canRemove);
  };
}

/**
 * Connects the tabs of `side` as in the ARIA pattern. `onShow` is called when another one appears.
 */
export function mountStudyTabs(side, onShow) {
  const tabs = [...side.querySelectorAll("[role=tab]")];
  side.addEventListener("click", ({ target }) => {
    const tab = target.closest("[role=tab]");
    if (tab) select(tab);
  });
  side.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
    const usable = tabs.filter((tab) => tab.checkVisibility()), at = usable.indexOf(event.target);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: usable.length - 1 }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    select(usable[(next + usable.length) % usable.length]).focus();
  });
  // In a wider window the tab of the comments disappears, because they are always shown.
  new ResizeObserver(() => {
    if (!tabs.find((tab) => tab.tabIndex === 0).checkVisibility()) select(tabs[0]);
  }).observe(side);

  function select(tab) {
    for (const each of tabs) {
      each.setAttribute("aria-selected", each === tab);
      each.tabIndex = each === tab ? 0 : -1;
      document.getElementById(each.getAttribute("aria-controls")).hidden = each !== tab;
    }
    onShow();
    return tab;
  }
}

// The points forbidden to X under renju, shown when that is wanted.


/** Returns (game) => a Map of forbidden points, or null; its check box is only there under renju. */
export function createForbidden(later, render) {
  const box = document.getElementById("forbidden");
  let points = null;
  box.addEventListener("change", render);
  return function forbidden(game) {
    box.parentElement.hidden = game.rule !== "renju";
    if (game.rule !== "renju" || !box.checked || game.toMove !== "x" || game.phase) return null;
    if (!points) later("renju").then((part) => { if (part && !points) { points = part.forbiddenPoints; render(); } });
    return points?.(game) ?? null;
  };
}

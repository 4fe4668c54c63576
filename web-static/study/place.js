// The user's place in the tree: the current node, the point under the pointer, and the followed
// participant. The others see it. No DOM.

import { followedNode } from "./following.js";
import { createTrail } from "./trail.js";

/**
 * Creates the place in a `study` (room.js).
 *
 * @param onLeave  () is called when the current node changes, `onChange` () after any change.
 * @param onArrive (id) is called when the user has stepped to a node.
 */
export function createPlace({ study, onLeave, onChange, onArrive }) {
  let at = null; // the current node
  let way = []; // the IDs from the chapter's root to it
  let follows = null, pointed = null;
  const trail = createTrail(() => study.tree);
  return {
    trail, select, go, follow, pointAt, settle,
    get at() { return at; },
    get follows() { return follows; },
  };

  /** Shows the position at a node. Following ends, unless this is the followed cursor. */
  function select(id, isFollowing = false) {
    if (!id || id === at) return;
    if (!isFollowing) follows = null;
    onLeave();
    at = id;
    trail.visit(id);
    tell();
    onChange();
  }

  /** Shows a node, and tells screen readers where that is. */
  function go(id) {
    if (!id || id === at) return;
    select(id);
    onArrive(id);
  }

  function follow(id) {
    follows = id === study.me ? null : id;
    const node = cursorToFollow();
    if (node) select(node, true);
    tell();
    onChange();
  }

  /** Shows the others the cell under the pointer; null for none. */
  function pointAt(cell) {
    if (cell === pointed) return;
    pointed = cell;
    tell();
  }

  /**
   * Adapts the place to the changed study. Returns whether it stays at this node; otherwise the
   * user has followed a cursor, and `onChange` has been called.
   */
  function settle() {
    const { replica, tree } = study, before = at;
    if (follows && replica.known && !replica.participants.has(follows)) follows = null;
    // The node of a rejected move does not exist, so its last known path leads back.
    const near = at && (tree.shownNear(at) ?? way.findLast((id) => tree.isShown(id)) ?? null);
    if (near !== at) [at, follows] = [near, null];
    if (at !== before) onLeave();
    at ??= tree.shownChapters()[0]?.root ?? null;
    if (at && tree.isShown(at)) way = tree.path(at);
    if (at !== before) tell();
    const followed = cursorToFollow();
    if (!followed || followed === at) return true;
    select(followed, true);
    return false;
  }

  function cursorToFollow() {
    const node = follows && followedNode(study.me, follows, study.cursors);
    return node && study.tree.isShown(node) ? node : null;
  }

  function tell() {
    study.point({ node: at, cell: pointed, follows });
  }
}

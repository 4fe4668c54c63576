// The way through the tree: where "forward" goes. It remembers the child through which the user
// came, so that back and forward return to the same place. Pure.

/** Creates the trail; `tree()` returns the tree. */
export function createTrail(tree) {
  const taken = new Map(); // a node → the child that was shown last
  const parent = (id) => tree().nodes.get(id)?.parent ?? null;
  const on = (id) => {
    const children = tree().children(id), last = taken.get(id);
    return children.includes(last) ? last : children[0] ?? null;
  };
  return { visit, on, back: parent, start: (id) => tree().path(id)[0], end, sibling, branchBack, branchOn };

  function visit(id) {
    const path = tree().path(id);
    path.slice(1).forEach((child, index) => taken.set(path[index], child));
  }

  /** Returns the end of the line in which the node is. */
  function end(id) {
    let last = id;
    for (let next = on(last); next; next = on(last)) last = next;
    return last;
  }

  /** Returns the next alternative to the move of this node, or the one before for -1. */
  function sibling(id, by) {
    const siblings = parent(id) ? tree().children(parent(id)) : [];
    return siblings[siblings.indexOf(id) + by] ?? null;
  }

  /** Returns the last node before `id` from which several lines go, or the start. */
  function branchBack(id) {
    let node = parent(id);
    while (node && parent(node) && tree().children(node).length < 2) node = parent(node);
    return node;
  }

  /** Returns the next node from which several lines go, or the end. */
  function branchOn(id) {
    let node = on(id);
    while (node && tree().children(node).length === 1) node = on(node);
    return node;
  }
}

// Following another participant's cursor. Pure.

/**
 * Returns the node to go to, or undefined.
 *
 * If participants follow each other in a circle, the one with the first ID stays where it is.
 *
 * @param me      the ID of the user, and `follows` that of the followed participant.
 * @param cursors the cursors {node, follows} of all participants by their IDs.
 */
export function followedNode(me, follows, cursors) {
  const circle = [me];
  let id = follows;
  for (; id && !circle.includes(id); id = cursors.get(id)?.follows) circle.push(id);
  if (id === me && circle.every((each) => me <= each)) return undefined;
  return cursors.get(follows)?.node;
}

// The text of the user's comment on the shown node: sent when it has changed, and kept if the
// server rejects it. Pure.

/** The number of nodes whose rejected comments are kept. */
const KEPT = 20;

/**
 * Creates the draft. `save` (node, text) sends a comment, and returns whether that was possible.
 */
export function createCommentDraft(save) {
  let node = null, sent = "";
  const refused = new Map(); // a node → the text that was not accepted
  return {
    show, flush, giveBack,
    /** Whether the text of the shown node was not accepted. */
    get isRefused() { return refused.has(node); },
  };

  /**
   * Returns the text for the field, which shows `typed`, at node `next`, whose stored comment is
   * `own`. The text that the user has typed for another node is sent.
   */
  function show(next, own, typed) {
    if (next !== node) {
      flush(typed);
      [node, sent] = [next, own];
      return refused.get(next) ?? own;
    }
    // Text that the user is writing stays, and so does text that was not accepted.
    const text = own !== sent && typed.trim() === sent && !refused.has(node) ? own : typed;
    sent = own;
    return text;
  }

  /** Sends the text if it has changed. Rejected text is sent again only if it `isWanted`. */
  function flush(typed, isWanted = false) {
    const at = node, text = typed.trim();
    if (!at || refused.get(at) === text && !isWanted) return;
    refused.delete(at);
    if (text === sent.trim()) return;
    sent = text;
    if (!save(at, text)) giveBack(at, text);
  }

  /** Keeps the text of a comment that was not accepted. */
  function giveBack(at, text) {
    refused.delete(at);
    refused.set(at, text);
    if (refused.size > KEPT) refused.delete(refused.keys().next().value);
  }
}

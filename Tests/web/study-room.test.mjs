// The analysis room of a window: own changes before their confirmation, rejections, undo, cursors,
// roles, and the first chapter of a new room.

import test from "node:test";
import assert from "node:assert/strict";
import { commentsIn } from "../../web-static/study/changes.js";
import { createCommentDraft } from "../../web-static/study/comment-draft.js";
import { createPlace } from "../../web-static/study/place.js";
import { childId, rootOf } from "../../web-static/study/tree.js";
import { joinStudy } from "../../web-static/study/room.js";
import { createTrail } from "../../web-static/study/trail.js";
import { commentsAt, toolsView } from "../../web-static/study/views.js";
import { fakeSockets, handClock } from "./helpers.mjs";

const ROOT = rootOf(1), FIRST = childId(ROOT, "7,7"), SECOND = childId(FIRST, "8,8");
const CHAPTER = { title: "", rule: "freestyle", size: "15" };
const STATE = { "chapter.1": CHAPTER, [`node.${FIRST}`]: `${ROOT} 7,7` };
const person = (id, place) => ({ id, name: id, bot: false, place });

/** Returns a study that has joined its room, with the server's end of its socket. */
function joined(state = STATE, people = [person("me", 1)], host = "me") {
  const sockets = fakeSockets(), clock = handClock(), said = [], events = [], refused = [];
  const identity = { hello: () => ({}), welcomed() {}, name: "Ann" };
  const study = joinStudy({
    room: "s", identity, open: sockets.open, clock,
    on: { change() {}, notice: (words) => said.push(words), status() {}, message: () => false, joined: () => events.push("joined"), unsaid() {}, refused: (set) => refused.push(set) },
  });
  study.connection.start();
  const server = sockets.last;
  server.opens();
  server.says({ type: "welcome", participant: { id: "me", name: "Ann" }, token: "t" });
  server.says({ type: "snapshot", room: "s", kind: "analysis", epoch: "e", rev: 3, state, participants: people, host, chat: [] });
  return { study, server, said, clock, events, refused };
}

/** Ends the connection's timers, which would keep node waiting. */
const close = ({ study }) => study.connection.close();

test("a move appears at once, and its rejection takes it back", () => {
  const at = joined(), { study, server, said } = at;
  study.send({ [`node.${SECOND}`]: `${FIRST} 8,8` });
  assert.deepEqual(study.tree.children(FIRST), [SECOND]);
  const [delta] = server.take("delta");
  assert.deepEqual([delta.base, delta.set], [3, { [`node.${SECOND}`]: `${FIRST} 8,8` }]);
  server.says({ type: "reject", room: "s", id: delta.id, code: "occupied", keys: [], rev: 3, message: "no" });
  assert.deepEqual(study.tree.children(FIRST), []);
  assert.match(said.at(-1), /That did not work/);
  close(at);
});

test("undo takes back one's own last change with its revision, and nothing of others", () => {
  const at = joined(), { study, server } = at;
  study.send({ [`node.${SECOND}`]: `${FIRST} 8,8` });
  study.send({ [`comment.${FIRST}.me`]: "good" });
  const sent = server.take("delta");
  sent.forEach(({ id, set }, index) => server.says({ type: "delta", room: "s", rev: 4 + index, by: "me", at: 1, id, set }));
  server.says({ type: "delta", room: "s", rev: 6, by: "you", at: 1, id: "z", set: { [`comment.${FIRST}.you`]: "bad" } });
  assert.equal(study.undo(), true);
  const [first] = server.take("delta");
  assert.deepEqual([first.set, first.base, first.guard], [{ [`comment.${FIRST}.me`]: null }, 5, true]);
  study.undo();
  const [second] = server.take("delta");
  assert.deepEqual([second.set, second.base, second.guard], [{ [`deleted.${SECOND}`]: "1" }, 4, undefined]);
  assert.equal(study.undo(), false);
  assert.equal(study.tree.comments.get(FIRST).get("you"), "bad");
  close(at);
});

test("a missing delta makes the study join again, and unconfirmed changes stay", () => {
  const at = joined(), { study, server, events } = at;
  study.send({ [`node.${SECOND}`]: `${FIRST} 8,8` });
  server.take("join");
  server.says({ type: "delta", room: "s", rev: 9, by: "you", at: 1, set: { "main.1": FIRST } });
  assert.equal(server.take("join").length, 1);
  server.says({ type: "snapshot", room: "s", kind: "analysis", epoch: "e", rev: 9, state: { ...STATE, "main.1": FIRST }, participants: [person("me", 1)], host: "me", chat: [] });
  assert.deepEqual([study.tree.children(FIRST), study.tree.mainEnd(1), events.length], [[SECOND], FIRST, 2]);
  close(at);
});

test("a first chapter is stored with the first change, or when somebody else comes", () => {
  const alone = joined({}), draft = { "chapter.1": CHAPTER };
  alone.study.begin(draft);
  assert.deepEqual([alone.study.tree.chapters.size, alone.server.take("delta").length], [1, 0]);
  alone.study.send({ [`node.${FIRST}`]: `${ROOT} 7,7` });
  const [delta] = alone.server.take("delta");
  assert.deepEqual(delta.set, { ...draft, [`node.${FIRST}`]: `${ROOT} 7,7` });
  alone.server.says({ type: "delta", room: "s", rev: 4, by: "me", at: 1, id: delta.id, set: delta.set });
  alone.study.undo();
  assert.deepEqual(alone.server.take("delta")[0].set, { [`deleted.${FIRST}`]: "1" });
  close(alone);
  const visited = joined({});
  visited.study.begin(draft);
  visited.server.says({ type: "participants", room: "s", joined: [person("you", 2)], left: [] });
  assert.deepEqual(visited.server.take("delta").map(({ set }) => set), [draft]);
  close(visited);
});

test("cursors follow the participants, and one's own is sent at most every 150 ms", () => {
  const at = joined(STATE, [person("me", 1), person("you", 2)]), { study, server, clock } = at;
  server.says({ type: "cursors", room: "s", cursors: [{ id: "you", node: FIRST, cell: "1,1" }] });
  assert.deepEqual(study.people().map(({ id, cursor }) => [id, cursor?.cell]), [["me", undefined], ["you", "1,1"]]);
  study.point({ node: ROOT });
  clock.advance(0);
  study.point({ node: FIRST });
  study.point({ node: FIRST, cell: "3,3", follows: "you" });
  assert.deepEqual(server.take("cursor").map(({ node }) => node), [ROOT]);
  clock.advance(150);
  assert.deepEqual(server.take("cursor"), [{ type: "cursor", room: "s", node: FIRST, cell: "3,3", follows: "you" }]);
  study.point({ node: FIRST, cell: "3,3", follows: "you" });
  clock.advance(150);
  assert.deepEqual(server.take("cursor"), [], "the same place");
  server.says({ type: "participants", room: "s", joined: [], left: ["you"] });
  assert.equal(study.cursors.size, 0);
  close(at);
});

test("roles decide who may edit, as on the server", () => {
  const may = (more, id = "me") => {
    const at = joined({ ...STATE, ...more }, [person("me", 1)], "boss");
    close(at);
    return at.study.mayEdit(id);
  };
  assert.deepEqual([may({}), may({ listed: "yes" }), may({ everyone: "reader" })], [true, false, false]);
  assert.deepEqual([may({ everyone: "reader", "role.me": "editor" }), may({ "role.me": "reader" })], [true, false]);
  assert.deepEqual([may({ everyone: "reader" }, "boss"), may({ everyone: "reader", owner: "me" }), may({ everyone: "reader", owner: "me" }, "boss")], [true, true, false]);
});

test("forward returns to the variation that was shown last, and branches are found", () => {
  const at = joined(), { study } = at;
  const third = childId(FIRST, "9,9"), fourth = childId(third, "1,1");
  study.send({ [`node.${SECOND}`]: `${FIRST} 8,8`, [`node.${third}`]: `${FIRST} 9,9`, [`node.${fourth}`]: `${third} 1,1` });
  const trail = createTrail(() => study.tree);
  assert.deepEqual([trail.on(FIRST), trail.end(ROOT)], [SECOND, SECOND]);
  trail.visit(fourth);
  assert.deepEqual([trail.on(FIRST), trail.end(ROOT), trail.back(fourth), trail.start(fourth)], [third, fourth, third, ROOT]);
  assert.deepEqual([trail.sibling(third, -1), trail.sibling(third, 1), trail.sibling(ROOT, 1)], [SECOND, null, null]);
  assert.deepEqual([trail.branchBack(fourth), trail.branchOn(ROOT), trail.branchBack(FIRST), trail.branchOn(FIRST)], [FIRST, FIRST, ROOT, fourth]);
  close(at);
});

test("the place leaves a rejected node, a deleted branch and a followed cursor", () => {
  const at = joined(STATE, [person("me", 1), person("you", 2)]), { study, server } = at, left = [];
  const place = createPlace({ study, onLeave: () => left.push(place.at), onChange: () => place.settle(), onArrive() {} });
  assert.equal(place.settle(), true);
  assert.equal(place.at, ROOT);
  place.go(FIRST);
  study.send({ [`node.${SECOND}`]: `${FIRST} 8,8` });
  place.select(SECOND);
  assert.deepEqual(toolsView(study, place), { at: 2, count: 2, mayEdit: true, canUndo: false, canPromote: false, canMain: false, canRemove: true });
  const [{ id }] = server.take("delta");
  server.says({ type: "reject", room: "s", id, code: "occupied", keys: [], rev: 3, message: "no" });
  place.settle();
  assert.deepEqual([place.at, left], [FIRST, [ROOT, FIRST, FIRST]], "after the rejection");
  server.says({ type: "cursors", room: "s", cursors: [{ id: "you", node: ROOT }] });
  place.follow("you");
  assert.deepEqual([place.at, place.follows], [ROOT, "you"]);
  server.says({ type: "cursors", room: "s", cursors: [{ id: "you", node: FIRST }] });
  assert.equal(place.settle(), false, "a followed cursor has moved");
  assert.equal(place.at, FIRST);
  place.go(ROOT);
  assert.deepEqual([place.at, place.follows], [ROOT, null], "a step of the user's own");
  place.go(FIRST);
  server.says({ type: "delta", room: "s", rev: 4, by: "you", at: 1, set: { [`deleted.${FIRST}`]: "1", [`comment.${ROOT}.you`]: "gone" } });
  place.settle();
  assert.equal(place.at, ROOT, "after a deletion");
  assert.deepEqual([...commentsAt(study.tree, ROOT, [])], [["you", "gone"]]);
  close(at);
});

test("a rejected comment stays in the field until it is sent again, also at another node", () => {
  const at = joined(), { study, server, refused } = at, asked = [];
  const draft = createCommentDraft((node, text) => { asked.push(text); return study.send({ [`comment.${node}.me`]: text || null }); });
  const own = (node) => study.tree.comments.get(node)?.get("me") ?? "";
  const reject = () => {
    const [{ id }] = server.take("delta");
    server.says({ type: "reject", room: "s", id, code: "rate-limited", keys: [], rev: 3, message: "no" });
    commentsIn(refused.pop(), "me", draft.giveBack);
  };
  assert.equal(draft.show(FIRST, "", ""), "");
  draft.flush("Good shape ");
  assert.equal(draft.show(FIRST, own(FIRST), "Good shape "), "Good shape ", "while the server has it");
  reject();
  assert.deepEqual([own(FIRST), draft.show(FIRST, own(FIRST), "Good shape "), draft.isRefused], ["", "Good shape ", true]);
  draft.flush("Good shape ");
  assert.equal(asked.length, 1, "rejected text is not sent again by itself");
  assert.equal(draft.show(ROOT, "", "Good shape "), "");
  assert.equal(draft.isRefused, false, "another node");
  assert.equal(draft.show(FIRST, "", ""), "Good shape", "back at the node");
  draft.flush("Good shape", true);
  draft.show(ROOT, "", "Good shape");
  reject();
  assert.equal(draft.show(FIRST, "", ""), "Good shape", "rejected while another node was shown");
  draft.flush("Good shape!");
  const [{ id, set }] = server.take("delta");
  server.says({ type: "delta", room: "s", rev: 4, by: "me", at: 1, id, set });
  assert.deepEqual([draft.show(FIRST, own(FIRST), "Good shape!"), draft.isRefused], ["Good shape!", false]);
  server.says({ type: "delta", room: "s", rev: 5, by: "me", at: 1, set: { [`comment.${FIRST}.me`]: "From another window" } });
  assert.equal(draft.show(FIRST, own(FIRST), "Good shape!"), "From another window");
  assert.equal(draft.show(FIRST, own(FIRST), "I am writing"), "I am writing");
  close(at);
});

test("a comment that cannot be sent stays, and the oldest of many rejected ones is dropped", () => {
  const draft = createCommentDraft(() => false);
  draft.show("n0", "", "");
  for (let number = 0; number <= 20; number += 1) draft.show(`n${number + 1}`, "", `text ${number}`);
  assert.equal(draft.show("n20", "", ""), "text 20");
  assert.equal(draft.show("n0", "", "text 20"), "", "the oldest");
});

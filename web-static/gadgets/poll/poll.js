// A poll. Each voter writes one key of its own, so no two votes are ever in each other's way; what there is one of, the
// question and whether the poll is closed, is guarded; an answer that somebody is still writing is private.

import { begin, element, entries, me, nameOf } from "../shared/gadget.js";

const byId = (id) => document.getElementById(id);

begin(draw, { rejected: ({ code }) => say(code === "conflict" ? "Somebody else was faster." : "That was not accepted.") });

byId("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  const question = byId("ask-text").value.trim();
  if (question) submit({ question }, true);
});

byId("add").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("add-text").value.trim(), state = wave.getState();
  if (!text || entries(state, "answer ").some(([, answer]) => answer === text)) return;
  const number = 1 + Math.max(0, ...entries(state, "answer ").map(([key]) => Number(key)));
  submit({ [`answer ${number}`]: text }, true);
  byId("add-text").value = "";
  wave.getPrivateState().submitDelta({ draft: null });
});

// Kept for this participant only, and there again after a reload.
byId("add-text").addEventListener("change", () => wave.getPrivateState().submitDelta({ draft: byId("add-text").value }));

byId("close").addEventListener("click", () => submit({ closed: wave.getState().get("closed") === "1" ? null : "1" }, true));

function vote(number) {
  const mine = wave.getState().get(`vote ${me()}`);
  // Not when the poll was closed meanwhile: that key is guarded though it is not written.
  submit({ [`vote ${me()}`]: mine === number ? null : number }, ["closed"]);
}

function submit(delta, guard) {
  say("");
  wave.getState().submitDelta(delta, guard);
}

function draw(state) {
  const question = state.get("question"), isClosed = state.get("closed") === "1";
  const votes = entries(state, "vote "), answers = entries(state, "answer ").sort(([a], [b]) => a - b);
  byId("question").textContent = question ?? "Nobody has asked yet.";
  byId("ask").hidden = Boolean(question);
  byId("add").hidden = !question || isClosed;
  byId("close").hidden = !question;
  byId("close").textContent = isClosed ? "Open it again" : "Close the poll";
  byId("options").replaceChildren(...answers.map(([number, text]) => {
    const voters = votes.filter(([, choice]) => choice === number).map(([id]) => nameOf(id)).sort();
    const button = element("button", { type: "button", textContent: text, disabled: isClosed, ariaPressed: String(state.get(`vote ${me()}`) === number), data: { number } });
    button.addEventListener("click", () => vote(number));
    const meter = element("meter", { max: Math.max(1, votes.length), value: voters.length, ariaLabel: `${voters.length} of ${votes.length}` });
    return element("li", {}, button, element("b", { textContent: voters.length }), meter, element("small", { textContent: voters.join(", ") }));
  }));
  if (document.activeElement !== byId("add-text")) byId("add-text").value = wave.getPrivateState().get("draft", "");
  wave.setSnippet(question ? `${question} ${votes.length} votes` : "");
  gadgets.window.adjustHeight();
}

function say(text) { byId("told").textContent = text; }

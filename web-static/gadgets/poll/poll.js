// A poll. Each voter writes a separate key, so votes never conflict. Guards protect the keys that
// several participants write: the question, the answers and whether the poll is closed. The draft
// of an answer is in the private state, which only its author sees.

import { begin, element, entries, me, nameOf } from "../shared/gadget.js";

const byId = (id) => document.getElementById(id);

begin(draw, { rejected: ({ code }) => say(code === "conflict" ? "Someone else was faster. The poll now shows their change." : "The server did not accept that.") });

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

// The draft survives a reload of the page.
byId("add-text").addEventListener("change", () => wave.getPrivateState().submitDelta({ draft: byId("add-text").value }));

byId("close").addEventListener("click", () => submit({ closed: wave.getState().get("closed") === "1" ? null : "1" }, true));

function vote(number) {
  const mine = wave.getState().get(`vote ${me()}`);
  // The guard names a key that the vote does not write: the vote is discarded if the poll has been
  // closed in the meantime.
  submit({ [`vote ${me()}`]: mine === number ? null : number }, ["closed"]);
}

function submit(delta, guard) {
  say("");
  wave.getState().submitDelta(delta, guard);
}

function draw(state) {
  const question = state.get("question"), isClosed = state.get("closed") === "1";
  const votes = entries(state, "vote "), answers = entries(state, "answer ").sort(([a], [b]) => a - b);
  byId("question").textContent = question ?? "No question yet.";
  byId("ask").hidden = Boolean(question);
  byId("add").hidden = !question || isClosed;
  byId("close").hidden = !question;
  byId("close").textContent = isClosed ? "Reopen poll" : "Close poll";
  byId("options").replaceChildren(...answers.map(([number, text]) => {
    const voters = votes.filter(([, choice]) => choice === number).map(([id]) => nameOf(id)).sort();
    const button = element("button", { type: "button", textContent: text, disabled: isClosed, ariaPressed: String(state.get(`vote ${me()}`) === number), data: { number } });
    button.addEventListener("click", () => vote(number));
    const meter = element("meter", { max: Math.max(1, votes.length), value: voters.length, ariaLabel: `${voters.length} of ${votes.length} votes` });
    return element("li", {}, button, element("b", { textContent: voters.length }), meter, element("small", { textContent: voters.join(", ") }));
  }));
  if (document.activeElement !== byId("add-text")) byId("add-text").value = wave.getPrivateState().get("draft", "");
  wave.setSnippet(question ? `${question} Votes: ${votes.length}` : "");
  gadgets.window.adjustHeight();
}

function say(text) { byId("told").textContent = text; }

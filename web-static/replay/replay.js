// The replay bar: a slider over positions, steps, play and pause. It chooses the position and calls
// `onChange`; main.js draws the board.
//
// Keys work in the bar, and anywhere else on the page unless another control uses them: arrows
// step, Home and End go to the ends, Space plays and pauses, Escape returns to the table.

import { make, setText } from "../page/elements.js";
import { iconButton, sign } from "../page/icons.js";
import { askRoom, linkFile } from "../net/room-files.js";
import { work } from "../net/settled.js";
import { roomPositions, recordPositions } from "./positions.js";
import { readRecord, RecordError } from "../game/records.js";
import { RECORD_LIMITS } from "../game/term-tables.js";
import { createTimeline, loadHistory, TIMELINE_LIMIT } from "./timeline.js";
import { T } from "../texts/texts.js";

/** The speeds, in positions per second. */
const SPEEDS = [0.5, 1, 2, 4, 8];

/**
 * Puts the bar into `place` and shows the table's past.
 *
 * @param table    {room, secret, rev(), game(), name(id)}: the current table.
 * @param shown    {record, title, players} to show instead of the table's past.
 * @param onChange is called for another position.
 * @param onClose  is called for the return to the table.
 * @returns {view(), receive(message), openFile(file), toMove(number), step(by), close()}; `view()`
 *   is {game, words, headline, name, players, listed}, where `listed` is the game with all its
 *   moves.
 */
export function openReplay({ place, table, shown, say, onChange, onClose }) {
  const timeline = createTimeline(), opened = table.rev(), ofRoom = roomPositions(timeline, table.name);
  let line = ofRoom, range = { key: "", from: 0, to: 0 }, at = 0, timer = null, loading = null, trouble = "", omitted = "", closed = false, wanted = null;
  let shownAt = null, shownLine = null, cached = null;

  const choice = make("select", { class: "replay-choice", "aria-label": T.replayChoose, onchange: () => choose(choice.value) });
  const slider = make("input", { type: "range", min: 0, max: 0, step: 1, "aria-label": T.replayAt, oninput: () => seek(Number(slider.value)) });
  const playing = iconButton("play", T.playIt, toggle);
  const speed = make("select", { "aria-label": T.speed }, SPEEDS.map((each) => make("option", { value: each }, T.speedWords(each))));
  const steps = [
    iconButton("first", T.toStart, () => jump(range.from)), iconButton("back", T.stepBack, () => jump(at - 1)), playing,
    iconButton("on", T.stepOn, () => jump(at + 1)), iconButton("last", T.toEnd, () => jump(range.to)),
  ];
  const file = make("input", { type: "file", accept: ".sgf,.psq,application/x-go-sgf", class: "hidden", tabIndex: -1, "aria-label": T.openRecord,
    onchange: () => { if (file.files[0]) openFile(file.files[0]); file.value = ""; } });
  const links = make("span", { class: "links" });
  const note = make("p", { class: "replay-note", role: "status" });
  const again = make("button", { type: "button", hidden: true, onclick: load }, T.tryAgain);
  // On phones this button shows and hides everything except the steps (table/game.css).
  const more = iconButton("more", T.replayMore, () => unfold(!bar.classList.contains("unfolded")));
  more.classList.add("replay-more");
  more.setAttribute("aria-expanded", "false");
  const bar = make("section", { class: "card replay", "aria-label": T.replay, onkeydown: onKey },
    make("div", { class: "step-buttons", role: "group", "aria-label": T.steps }, steps), slider, more, make("div", { class: "replay-tools" },
    make("div", { class: "row" }, choice, speed),
    make("div", { class: "row" }, note, again),
    make("div", { class: "row" }, make("button", { type: "button", class: "open-record", title: T.openRecord, onclick: () => file.click() }, sign("open"), make("span", {}, T.openRecord)), file, links)));
  speed.value = 1;
  speed.addEventListener("change", () => timer && play());
  place.replaceChildren(bar);
  document.addEventListener("keydown", onPageKey);
  shown ? show(shown.record, shown.title, shown.players) : load();
  return { view, receive, openFile, toMove, step, close };

  /** Returns the view of the current position. */
  function view() {
    if (shownAt !== at || shownLine !== line || !cached) {
      const listed = range.to > range.from ? line.view(range.to).game : null;
      cached = { ...line.view(at), listed, headline: T.replayOf({ at: at - range.from, count: range.to - range.from }), name: line.name, players: line.players };
      [shownAt, shownLine] = [at, line];
    }
    return cached;
  }

  async function load() {
    if (loading) return;
    trouble = "";
    const follows = at === range.to;
    loading = work(loadHistory(timeline, page, () => draw()));
    try {
      if (!await loading) trouble = T.replayTooLong(TIMELINE_LIMIT);
    } catch {
      trouble = T.replayFailed;
    }
    loading = null;
    if (closed) return;
    const last = timeline.games.at(-1);
    if (line === ofRoom && !range.key) choose(last ? ofRoom.ranges.at(-2).key : "all");
    else if (line === ofRoom && follows) refresh();
    if (wanted !== null) toMove(wanted);
    draw();
  }

  /**
   * Shows the position after that move as soon as it is loaded. The move is of the shown game, or
   * of the newest game if none is shown.
   */
  function toMove(number) {
    wanted = loading ? number : null;
    const newest = ofRoom.ranges.at(-2);
    if (loading || !line.isRecord && !newest) return;
    pause();
    if (!line.isRecord && range.number === null) choose(newest.key);
    let to = range.to;
    while (to > range.from && moves(to) > number) to -= 1;
    while (to > range.from && moves(to - 1) === number) to -= 1;
    go(to);
  }

  /**
   * Goes one move back or forward. After the last move of a running game, the live game appears.
   */
  function step(by) {
    if (loading) return;
    const number = moves(at) + by, isLast = number > moves(range.to);
    if (number < 0 || isLast && (shown || line.isRecord)) return;
    if (isLast) return range.key === ofRoom.ranges.at(-2)?.key ? close() : undefined;
    toMove(number);
    say(view().words);
  }

  function moves(revision) {
    return line.view(revision).game?.moves.length ?? 0;
  }

  async function page(from) {
    const answer = await askRoom(table, `history?from=${from}`);
    if (answer.status === 404) return { rev: 0 };
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answer.json();
  }

  /** Appends live deltas to the timeline. The shown position stays. */
  function receive({ type, room, scope, again: answered, deltas, ...delta }) {
    if (shown || room !== table.room || scope === "private" || answered || loading) return;
    const news = type === "delta" ? [delta] : type === "deltas" ? deltas : [];
    for (const each of news) timeline.append(each);
    if (timeline.rev < table.rev() && !timeline.full && !trouble) load();
    refresh();
  }

  function refresh() {
    const now = line.ranges.find(({ key }) => key === range.key);
    if (now) range = now;
    draw();
  }

  function choose(key) {
    if (key !== "record" && line !== ofRoom) line = ofRoom;
    range = line.ranges.find((each) => each.key === key) ?? line.ranges[0];
    pause();
    go(range.to);
  }

  function go(next) {
    at = Math.min(Math.max(next, range.from), range.to);
    draw();
    onChange();
  }

  /** Goes to a position by hand, which stops the playback and is announced to screen readers. */
  function jump(next) {
    seek(next);
    say(view().words);
  }

  function seek(next) {
    pause();
    go(next);
  }

  function toggle() {
    if (timer) return pause();
    if (at >= range.to) go(range.from);
    play();
  }

  function play() {
    clearInterval(timer);
    timer = setInterval(() => (at < range.to ? go(at + 1) : pause()), 1000 / Number(speed.value));
    draw();
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    draw();
  }

  async function openFile(chosen) {
    try {
      if (chosen.size > RECORD_LIMITS.bytes) throw new RecordError("too-large");
      show(readRecord(new Uint8Array(await work(chosen.arrayBuffer()))), chosen.name);
    } catch (error) {
      trouble = T.recordError({ name: chosen.name, why: T.recordErrors[error.code] ?? T.recordErrors["bad-record"] });
      draw();
    }
  }

  function show(record, title, players) {
    line = recordPositions(record, title, players);
    trouble = "";
    const { variations = 0, games = 0 } = record.leftOut ?? {};
    omitted = [variations && T.variationsLeftOut(variations), games && T.gamesLeftOut(games)].filter(Boolean).join(" ");
    choose("record");
  }

  function close() {
    if (closed) return;
    closed = true;
    clearInterval(timer);
    document.removeEventListener("keydown", onPageKey);
    place.replaceChildren();
    onClose();
  }

  function draw() {
    const options = [...(line.isRecord ? line.ranges : []), ...(shown ? [] : ofRoom.ranges)];
    const drawn = options.map(({ key, words }) => `${key} ${words}`).join("\n");
    if (choice.dataset.drawn !== drawn) {
      choice.dataset.drawn = drawn;
      choice.replaceChildren(...options.map(({ key, words }) => make("option", { value: key }, words)));
    }
    choice.value = range.key;
    Object.assign(slider, { min: range.from, max: range.to, value: at, disabled: range.to === range.from });
    const { words, headline } = view();
    slider.setAttribute("aria-valuetext", `${headline.replace(/^[^,]*, /, "")}: ${words}`);
    playing.setIcon(timer ? "pause" : "play", timer ? T.pauseIt : T.playIt);
    const meanwhile = shown ? 0 : table.rev() - opened;
    const told = [line.isRecord && omitted, meanwhile > 0 && T.replayMeanwhile(meanwhile)].filter(Boolean).join(" ");
    setText(note, trouble || (loading ? T.replayLoading(timeline.rev) : !line.isRecord && !timeline.rev ? T.replayNone : told));
    again.hidden = trouble !== T.replayFailed;
    if (trouble) unfold(true);
    drawLinks(line.isRecord ? null : range.number);
    bar.dataset.at = at;
    bar.dataset.rev = timeline.rev;
  }

  function unfold(on) {
    bar.classList.toggle("unfolded", on);
    more.setAttribute("aria-expanded", String(on));
  }

  function drawLinks(number) {
    if (links.dataset.drawn === String(number)) return;
    links.dataset.drawn = String(number);
    links.replaceChildren(...(number ? ["sgf", "psq"] : []).map((kind) => {
      const link = make("a", { class: "button", "aria-label": `${T.download} .${kind}` }, `.${kind}`);
      linkFile(link, table, `games/${number}.${kind}`, `${table.room}-${number}.${kind}`);
      return link;
    }));
  }

  function onPageKey(event) {
    if (event.target.closest?.("input, select, textarea, button, a, dialog, .board, .replay, [tabindex]")) return;
    onKey(event);
  }

  function onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.tagName === "SELECT") return;
    if (event.target === slider && event.key !== "Escape" && event.key !== " ") return;
    const onButton = event.target.closest?.("button, a");
    const actions = {
      ArrowLeft: () => jump(at - 1), ArrowRight: () => jump(at + 1), Home: () => jump(range.from), End: () => jump(range.to),
      ...(onButton ? {} : { " ": toggle }), Escape: close,
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }
}

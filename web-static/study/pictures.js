// The buttons that save pictures: of the shown position as PNG and SVG, and of the shown line as an
// animated SVG.

import { saveFile } from "../net/room-files.js";
import { make } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { chapterTitle } from "./chapters.js";
import { COLOURS as DRAWN_IN } from "./drawings.js";
import { pictureOf } from "./picture.js";
import { positionAt } from "./position.js";
import { pointOf } from "./tree.js";

/** The width and height of a PNG picture, in pixels. */
const PIXELS = 1_200;
/** The colours of a picture, and the style sheet's names for them. */
const COLOURS = {
  wood: "wood", edge: "wood-edge", grid: "grid", coordinate: "coordinate", x: "x-dark", xMark: "x-mark", xEdge: "x-edge",
  o: "o-light", oMark: "o-mark", oEdge: "o-edge", last: "last",
  ...Object.fromEntries(DRAWN_IN.map((colour) => [colour, `drawn-${colour}`])),
};

/**
 * Returns the buttons for node `at` of a `study` (room.js), whose line ends at `end`.
 *
 * @param board    the board, whose colours the pictures have.
 * @param drawings {from, to, colour} with cells (drawings.js).
 * @param onFailure () is called if the browser cannot make a picture.
 */
export function pictureButtons({ study, at, end, board, drawings, onFailure }) {
  const { tree, room } = study, shown = positionAt(tree, at);
  if (!shown) return [];
  const style = getComputedStyle(board), colours = Object.fromEntries(Object.entries(COLOURS).map(([name, own]) => [name, style.getPropertyValue(`--${own}`).trim()]));
  const { size, chapter } = shown, common = { size, colours, title: chapterTitle(chapter) };
  const position = pictureOf({
    ...common, moves: shown.moves,
    marks: [...tree.marks.get(at) ?? []].map(([cell, mark]) => ({ ...pointOf(cell), mark })).filter(({ col, row }) => col < size && row < size),
    drawings: drawings.map(({ from, to, colour }) => ({ from: pointOf(from), to: pointOf(to), colour })),
  });
  const whole = positionAt(tree, end), button = (words, save) => (
    make("button", { type: "button", "aria-label": `${T.download} (${words})`, onclick: () => save().catch(onFailure) }, words));
  const svg = (picture, name) => async () => saveFile(new Blob([picture], { type: "image/svg+xml" }), name);
  return [
    button("PNG", async () => saveFile(await pngOf(position), `${room}.png`)), button("SVG", svg(position, `${room}.svg`)),
    ...(whole.moves.length > chapter.start.length
      ? [button(T.animatedPicture, svg(pictureOf({ ...common, moves: whole.moves, animated: true, start: chapter.start.length }), `${room}-line.svg`))] : []),
  ];
}

/** Resolves to the picture as a PNG file. */
async function pngOf(picture) {
  const image = new Image(), canvas = make("canvas", { width: PIXELS, height: PIXELS });
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`;
  await image.decode();
  canvas.getContext("2d").drawImage(image, 0, 0, PIXELS, PIXELS);
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
  if (!blob) throw new Error("no picture");
  return blob;
}

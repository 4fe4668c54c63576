// The grain of a board, painted once: straight-grown wood with dark late lines, fine fibres and a
// few pores. Its colours are translucent, so that one picture suits light and dark wood.

import { dress } from "./shapes.js";

/** The picture's side in pixels. */
const SIDE = 512;
/** The number of late-wood lines from edge to edge. */
const RINGS = 21;

/** The colours of late wood and early wood, as red, green, blue. */
const DARK = [58, 26, 4], LIGHT = [255, 244, 222];

/** Pseudo-random numbers from 0 to 1 that are always the same. */
const table = Array.from({ length: 4096 }, (_, index) => {
  const wave = Math.sin(index * 127.1 + 311.7) * 43758.5453;
  return wave - Math.floor(wave);
});
const smooth = (t) => t * t * (3 - 2 * t);

/** Returns smooth noise along a line. */
function along(at) {
  const whole = Math.floor(at), part = smooth(at - whole);
  return table[whole & 4095] * (1 - part) + table[whole + 1 & 4095] * part;
}

/** Returns smooth noise on a plane. */
function over(x, y) {
  const row = Math.floor(y), part = smooth(y - row);
  return along(x + (row * 57 & 4095)) * (1 - part) + along(x + ((row + 1) * 57 & 4095)) * part;
}

/**
 * Returns the shade of the wood at a point of the unit square: above 0 darker than its colour,
 * below 0 lighter.
 */
export function shadeAt(x, y) {
  const bent = y + 0.05 * over(x * 1.4, y * 2.5) + 0.008 * over(x * 6, y * 8) + 0.05 * (x - 0.4) ** 2;
  const ring = bent * RINGS, part = ring - Math.floor(ring), strength = 0.35 + 0.65 * table[Math.floor(ring) * 7 & 4095];
  // Early wood darkens slowly; late wood ends abruptly.
  const line = part < 0.86 ? (part / 0.86) ** 3 : (1 - part) / 0.14;
  const fibre = over(x * 9, y * 300) - 0.5, broad = over(x * 0.8 + 40, y * 3 + 9) - 0.5;
  const pore = over(x * 34 + 90, y * 380) > 0.93 ? 0.1 : 0;
  return 0.2 * strength * line - 0.05 + 0.1 * fibre + 0.14 * broad + pore;
}

/** Paints the grain and passes it to the boards. */
export function layGrain(document = globalThis.document) {
  const canvas = Object.assign(document.createElement("canvas"), { width: SIDE, height: SIDE });
  const brush = canvas.getContext("2d"), picture = brush.createImageData(SIDE, SIDE);
  for (let at = 0; at < SIDE * SIDE; at += 1) {
    const shade = shadeAt((at % SIDE) / SIDE, Math.floor(at / SIDE) / SIDE);
    picture.data.set([...(shade > 0 ? DARK : LIGHT), Math.min(255, Math.abs(shade) * 255)], at * 4);
  }
  brush.putImageData(picture, 0, 0);
  dress(canvas.toDataURL("image/webp", 0.8));
}

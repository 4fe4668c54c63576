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

/** The rows that are painted at a time. Other work of the page can run between them. */
const ROWS = 32;
const columns = Array.from({ length: SIDE }, (_, at) => at / SIDE);

/** Returns smooth noise along a line. */
function along(at) {
  const whole = Math.floor(at), part = smooth(at - whole);
  return table[whole & 4095] * (1 - part) + table[whole + 1 & 4095] * part;
}

/**
 * Returns a function that fills a row of the picture with smooth noise on a plane. `wide` and
 * `high`: the noise's cells from edge to edge. The picture's rows in one row of cells share the
 * noise along its two edges, so that is computed once.
 */
function noise(wide, high, left = 0, top = 0) {
  const row = new Float64Array(SIDE);
  let [upper, lower] = [new Float64Array(SIDE), new Float64Array(SIDE)], above = NaN;
  const fill = (edge, number) => {
    const start = number * 57 & 4095;
    for (let at = 0; at < SIDE; at += 1) edge[at] = along(columns[at] * wide + left + start);
  };
  return (y) => {
    const down = y * high + top, whole = Math.floor(down), part = smooth(down - whole);
    if (whole !== above) {
      if (whole === above + 1) [upper, lower] = [lower, upper];
      else fill(upper, whole);
      fill(lower, whole + 1);
      above = whole;
    }
    for (let at = 0; at < SIDE; at += 1) row[at] = upper[at] * (1 - part) + lower[at] * part;
    return row;
  };
}

/**
 * Returns a function that passes the shades of the wood in a row to `paint(column, shade)`: above 0
 * darker than its colour, below 0 lighter.
 */
function shades() {
  const waves = noise(1.4, 2.5), ripples = noise(6, 8), fibres = noise(9, 300), broad = noise(0.8, 3, 40, 9), pores = noise(34, 380, 90);
  return (y, paint) => {
    const [wave, ripple, fibre, wide, pore] = [waves, ripples, fibres, broad, pores].map((each) => each(y));
    for (let at = 0; at < SIDE; at += 1) {
      const ring = (y + 0.05 * wave[at] + 0.008 * ripple[at] + 0.05 * (columns[at] - 0.4) ** 2) * RINGS;
      const whole = Math.floor(ring), part = ring - whole, strength = 0.35 + 0.65 * table[whole * 7 & 4095];
      // Early wood darkens slowly; late wood ends abruptly.
      const line = part < 0.86 ? (part / 0.86) ** 3 : (1 - part) / 0.14;
      paint(at, 0.2 * strength * line - 0.05 + 0.1 * (fibre[at] - 0.5) + 0.14 * (wide[at] - 0.5) + (pore[at] > 0.93 ? 0.1 : 0));
    }
  };
}

/** Paints the grain and passes it to the boards. `pause()`: lets other work of the page run. */
export async function layGrain(document = globalThis.document, pause = () => new Promise((resolve) => { setTimeout(resolve); })) {
  const canvas = Object.assign(document.createElement("canvas"), { width: SIDE, height: SIDE });
  const brush = canvas.getContext("2d"), picture = brush.createImageData(SIDE, SIDE), shadeRow = shades();
  const { data } = picture;
  for (let y = 0; y < SIDE; y += 1) {
    if (y % ROWS === 0) await pause();
    shadeRow(y / SIDE, (x, shade) => {
      const at = (y * SIDE + x) * 4, colour = shade > 0 ? DARK : LIGHT;
      data[at] = colour[0];
      data[at + 1] = colour[1];
      data[at + 2] = colour[2];
      data[at + 3] = Math.min(255, Math.abs(shade) * 255);
    });
  }
  brush.putImageData(picture, 0, 0);
  dress(canvas.toDataURL("image/webp", 0.8));
}

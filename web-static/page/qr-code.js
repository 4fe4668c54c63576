// QR codes of short texts (ISO/IEC 18004): byte mode, versions 1 to 10, error correction M. Pure.

/**
 * Block sizes by version, from 1: correction bytes per block, then pairs of a number of blocks and
 * their data bytes.
 */
const BLOCKS = [
  [10, 1, 16], [16, 1, 28], [26, 1, 44], [18, 2, 32], [24, 2, 43], [16, 4, 27], [18, 4, 31], [22, 2, 38, 2, 39], [22, 3, 36, 2, 37], [26, 4, 43, 1, 44],
];
/** The coordinates of the alignment patterns' centres, by version. */
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const MASKS = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3, (x, y) => ((x / 3 | 0) + (y / 2 | 0)) % 2,
  (x, y) => x * y % 2 + x * y % 3, (x, y) => (x * y % 2 + x * y % 3) % 2, (x, y) => ((x + y) % 2 + x * y % 3) % 2,
];

// The field of 256 elements: powers of 2, and their logarithms.
const POWER = new Uint8Array(512), LOG = new Uint8Array(256);
for (let exponent = 0, value = 1; exponent < 255; exponent += 1) {
  POWER[exponent] = POWER[exponent + 255] = value;
  LOG[value] = exponent;
  value = value << 1 ^ (value & 128 ? 0x11d : 0);
}
const times = (one, other) => (one && other ? POWER[LOG[one] + LOG[other]] : 0);

/** Returns the remainder of `data` divided by the generator of that degree. */
function correction(data, degree) {
  let generator = [1];
  for (let root = 0; root < degree; root += 1) {
    generator = [...generator, 0].map((factor, index) => factor ^ times(generator[index - 1] ?? 0, POWER[root]));
  }
  const rest = new Uint8Array(degree);
  for (const byte of data) {
    const lead = byte ^ rest[0];
    rest.copyWithin(0, 1);
    rest[degree - 1] = 0;
    for (let index = 0; index < degree; index += 1) rest[index] ^= times(generator[index + 1], lead);
  }
  return rest;
}

/** Returns the bytes of all blocks, in drawing order. */
function codewords(bytes, version) {
  const [degree, ...groups] = BLOCKS[version - 1], sizes = [];
  for (let at = 0; at < groups.length; at += 2) for (let count = 0; count < groups[at]; count += 1) sizes.push(groups[at + 1]);
  const total = sizes.reduce((sum, size) => sum + size);
  const bits = [[4, 4], [bytes.length, version < 10 ? 8 : 16], ...[...bytes].map((byte) => [byte, 8]), [0, 4]]
    .map(([value, length]) => value.toString(2).padStart(length, "0")).join("").slice(0, total * 8);
  const data = (bits.match(/.{1,8}/g)).map((part) => parseInt(part.padEnd(8, "0"), 2));
  for (let pad = 0; data.length < total; pad += 1) data.push(pad % 2 ? 0x11 : 0xec);
  let from = 0;
  const blocks = sizes.map((size) => data.slice(from, from += size)), more = blocks.map((block) => correction(block, degree));
  const woven = (rows) => Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, at) => rows.filter((row) => at < row.length).map((row) => row[at])).flat();
  return [...woven(blocks), ...woven(more)];
}

/** Returns `value` followed by its check bits. */
function checked(value, bits, generator) {
  let rest = value << bits;
  const degree = 31 - Math.clz32(generator);
  for (let at = 31 - Math.clz32(rest || 1); at >= degree; at = 31 - Math.clz32(rest || 1)) rest ^= generator << at - degree;
  return value << bits | rest;
}

/** Returns a code without its data: rows of 0 and 1, with undefined where data goes. */
function frame(version) {
  const side = 17 + 4 * version, rows = Array.from({ length: side }, () => Array(side));
  const square = (x0, y0, reach, dark) => {
    for (let y = -reach; y <= reach; y += 1) {
      for (let x = -reach; x <= reach; x += 1) if (rows[y0 + y] && x0 + x >= 0 && x0 + x < side) rows[y0 + y][x0 + x] = Number(dark(Math.max(Math.abs(x), Math.abs(y))));
    }
  };
  for (let at = 0; at < side; at += 1) rows[6][at] = rows[at][6] = (at + 1) % 2;
  for (const [x, y] of [[3, 3], [side - 4, 3], [3, side - 4]]) square(x, y, 4, (away) => away !== 2 && away !== 4);
  const points = ALIGNED[version - 1], last = points.length - 1;
  points.forEach((y, row) => points.forEach((x, col) => {
    if (!(row === 0 && (col === 0 || col === last) || row === last && col === 0)) square(x, y, 2, (away) => away !== 1);
  }));
  const told = checked(version, 12, 0x1f25), bits = version > 6 ? 18 : 0;
  for (let bit = 0; bit < bits; bit += 1) {
    const far = side - 11 + bit % 3, near = Math.floor(bit / 3);
    rows[near][far] = rows[far][near] = told >> bit & 1;
  }
  return rows;
}

/** Writes the mask number and the single dark module. */
function sign(rows, mask) {
  const side = rows.length, told = checked(mask, 10, 0x537) ^ 0x5412;
  for (let bit = 0; bit < 15; bit += 1) {
    const dark = told >> bit & 1;
    rows[bit < 6 ? bit : bit < 8 ? bit + 1 : side - 15 + bit][8] = dark;
    rows[8][bit < 8 ? side - 1 - bit : bit < 9 ? 7 : 14 - bit] = dark;
  }
  rows[side - 8][8] = 1;
}

/**
 * Fills the free modules in pairs of columns, from the right, alternately upwards and downwards.
 */
function fill(rows, words, mask) {
  const side = rows.length;
  let bit = 0;
  for (let right = side - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < side; step += 1) {
      const y = up ? side - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (rows[y][x] !== undefined) continue;
        rows[y][x] = (words[bit >> 3] >> 7 - (bit & 7) & 1) ^ Number(MASKS[mask](x, y) === 0);
        bit += 1;
      }
    }
  }
}

/**
 * Returns the penalty of a code that is hard to read: long runs, blocks, patterns like a finder,
 * too much of one colour.
 */
function penalty(rows) {
  const side = rows.length, lines = [...rows, ...rows.map((_, x) => rows.map((row) => row[x]))].map((line) => line.join(""));
  let sum = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += 40 * [...line.matchAll(/(?=00001011101|10111010000)/g)].length;
  }
  for (let y = 1; y < side; y += 1) for (let x = 1; x < side; x += 1) if (rows[y][x] === rows[y - 1][x] && rows[y][x] === rows[y][x - 1] && rows[y][x] === rows[y - 1][x - 1]) sum += 3;
  const dark = rows.flat().reduce((count, one) => count + one);
  return sum + 10 * Math.floor(Math.abs(dark * 20 - side * side * 10) / (side * side));
}

/**
 * Returns the code of a text as rows of 0 and 1, or null if the text is too long. Uses the mask
 * with the lowest penalty unless one is given.
 */
export function qrCode(text, mask) {
  const bytes = new TextEncoder().encode(text);
  const fits = BLOCKS.findIndex(([, ...groups], index) => bytes.length + (index < 9 ? 2 : 3) <= groups.reduce((sum, part, at) => sum + (at % 2 ? groups[at - 1] * part : 0), 0));
  if (fits < 0) return null;
  const words = codewords(bytes, fits + 1);
  const drawn = (mask === undefined ? [...MASKS.keys()] : [mask]).map((each) => {
    const rows = frame(fits + 1);
    sign(rows, each);
    fill(rows, words, each);
    return rows;
  });
  return drawn.map((rows) => ({ rows, worth: penalty(rows) })).reduce((best, one) => (one.worth < best.worth ? one : best)).rows;
}

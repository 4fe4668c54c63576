// Wooden sounds, synthesised without files. A stone on a board is a click and a few tones that fade
// at once, the higher ones faster. They are soft, and on by default.

/** The tones of a board: frequency in Hz, loudness, and duration in s. */
const BOARD = [[196, 1, 0.11], [418, 0.55, 0.07], [780, 0.3, 0.045], [1_530, 0.16, 0.025]];
/** A struck wooden bar: its own tone and the one four times as high. */
const BAR = [[1, 1, 0.5], [3.93, 0.28, 0.16]];
const LOUDNESS = 0.1;

/** The strokes of each sound: the struck body, pitch, loudness, and the time in s. */
const SOUNDS = {
  x: [{ on: BOARD, pitch: 1, loud: 1, at: 0 }], o: [{ on: BOARD, pitch: 1.22, loud: 0.9, at: 0 }],
  start: [{ on: BOARD, pitch: 0.9, loud: 0.7, at: 0 }, { on: BOARD, pitch: 1.2, loud: 0.8, at: 0.14 }],
  // An ascending wooden scale, one bar for each stone of the row.
  end: [392, 440, 523, 587, 784].map((pitch, index) => ({ on: BAR, pitch, loud: 0.55, at: index * 0.13 })),
};

let audio = null;

/** Plays a sound, if the browser can and may. Before the user's first press it may not. */
export function blip(kind) {
  if (globalThis.navigator?.userActivation?.hasBeenActive === false) return;
  try {
    audio ??= new AudioContext();
    audio.resume();
    for (const stroke of SOUNDS[kind]) strike(stroke);
  } catch {
    // A browser without sound stays silent.
  }
}

function strike({ on, pitch, loud, at }) {
  const begin = audio.currentTime + at;
  // A random pitch, so that no two stones sound the same.
  const height = pitch * (0.97 + 0.06 * Math.random());
  for (const [frequency, part, length] of on) ring(frequency * height, part * loud * LOUDNESS, begin, length);
  if (on === BOARD) click(loud * LOUDNESS, begin);
}

function ring(frequency, loudness, begin, length) {
  const tone = audio.createOscillator();
  tone.frequency.value = frequency;
  tone.connect(fading(loudness, begin, length)).connect(audio.destination);
  tone.start(begin);
  tone.stop(begin + length);
}

/** Plays the moment of contact: a few milliseconds of noise. */
function click(loudness, begin) {
  const length = 0.006, noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate), samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = (2 * Math.random() - 1) * (1 - index / samples.length);
  const source = audio.createBufferSource(), filter = audio.createBiquadFilter();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = 2_400;
  source.connect(filter).connect(fading(loudness * 1.4, begin, length)).connect(audio.destination);
  source.start(begin);
}

function fading(loudness, begin, length) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loudness, begin);
  gain.gain.exponentialRampToValueAtTime(0.0008, begin + length);
  return gain;
}

/** Returns the sound for the change between two views of the table, or null. */
export function soundFor(before, after) {
  const was = before?.game, game = after.game;
  if (!game) return null;
  if (!was || was.number !== game.number) return "start";
  if (game.result && !was.result) return "end";
  return game.moves.length > was.moves.length ? game.moves.at(-1).stone : null;
}

export function soundsOf(before, after) {
  const kind = soundFor(before, after);
  if (kind) blip(kind);
}

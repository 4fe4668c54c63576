// Short tones, made when they are needed: no files. Off until somebody turns them on.

/** Each sound as tones: frequency in Hz, start and length in s. */
const TONES = {
  x: [[330, 0, 0.07]], o: [[440, 0, 0.07]], start: [[392, 0, 0.09], [523, 0.1, 0.12]],
  end: [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.25]],
};
const LOUDNESS = 0.15;

let audio = null;

/** Makes one of the sounds heard, where the browser can and may. */
export function blip(kind) {
  try {
    audio ??= new AudioContext();
    audio.resume();
    for (const [frequency, start, length] of TONES[kind]) {
      const tone = audio.createOscillator(), gain = audio.createGain(), at = audio.currentTime + start;
      tone.type = "triangle";
      tone.frequency.value = frequency;
      gain.gain.setValueAtTime(LOUDNESS, at);
      gain.gain.exponentialRampToValueAtTime(0.001, at + length);
      tone.connect(gain).connect(audio.destination);
      tone.start(at);
      tone.stop(at + length);
    }
  } catch {
    // A browser without sound plays in silence.
  }
}

/** What has to be heard between two views of the table: a sound's name, or null. */
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

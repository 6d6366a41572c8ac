/* A sound at the end of a phase; and at each change of seats another one, and a line for a while. */

import { $ } from "../../screen/shared/dom.mjs";
import { remember, remembered } from "./memory.mjs";

const END = [523, 659, 784];
const CHANGE = [784, 523];
// milliseconds for which the change of seats is said
const SAID_FOR = 20_000;
export const sound = { muted: remembered("muted", "") === "true", audio: null };
let heard = null;
let seatsChanged = -Infinity;

export const seatsChange = () => performance.now() - seatsChanged < SAID_FOR;

export function mute(on) {
  sound.muted = on;
  remember("muted", on);
  $("mute").setAttribute("aria-pressed", on);
}

// a browser lets nothing be heard before somebody has touched the page
export function wake() {
  if (typeof AudioContext === "undefined") return;
  sound.audio ??= new AudioContext();
  if (sound.audio.state === "suspended") sound.audio.resume();
}

function play(notes) {
  const { audio, muted } = sound;
  if (muted || !audio) return;
  notes.forEach((pitch, place) => {
    const at = audio.currentTime + place * 0.28;
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.3, at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.5);
  });
}

function changeSeats() {
  seatsChanged = performance.now();
  play(CHANGE);
}

export function listenTo(clock) {
  const before = heard;
  heard = clock && {
    phase: `${clock.phase} ${clock.number}`,
    ended: clock.over > 0,
    rotation: clock.rotation,
    running: clock.running,
  };
  if (!before || !heard || !(before.running || heard.running)) return;
  const another = before.phase !== heard.phase;
  if ((another && !before.ended) || (!another && heard.ended && !before.ended)) play(END);
  else if (!another && heard.rotation !== before.rotation) changeSeats();
}

/* What a clock says in words. `gone` are the seconds since the room said what it is. */

import { countdown } from "./times.mjs";

export const phaseOf = (clock) => (clock.phase === "break" ? "Break" : `Round ${clock.number}`);
export const inALine = (parts) => parts.filter(Boolean).join(" · ");
export const leftNow = (clock, seconds, gone) => Math.max(0, seconds - (clock.running ? gone : 0));

export const seatsOf = (clock) =>
  inALine([clock.driver && `${clock.driver} drives`, clock.navigator && `${clock.navigator} navigates`]);

export function timeOf(clock, gone) {
  if (clock.over > 0) return `over for ${countdown(clock.over + (clock.running ? gone : 0))}`;
  return `${countdown(leftNow(clock, clock.left, gone))}${clock.running ? "" : ", stopped"}`;
}

export function rotationOf(clock, gone, isNow) {
  if (clock.phase !== "round" || !clock.plan.rotate || clock.over > 0) return "";
  if (clock.running && isNow) return "Change seats now";
  return `seats change in ${countdown(leftNow(clock, clock.rotation_left, gone))}`;
}

/** What a pair is told of the clock: with it a red one may wait for green. */
export function clockOfAPair(clock, gone) {
  const wait = leftNow(clock, clock.change.wait, gone);
  const waits = clock.running && wait > 0 ? `change seats at green, or in ${countdown(wait)}` : "";
  const isNow = clock.change.due || clock.change.wait > 0;
  return inALine([phaseOf(clock), timeOf(clock, gone), waits || rotationOf(clock, gone, isNow), seatsOf(clock)]);
}

/** True if it is time to stop, or to change seats. */
export const interruptsWork = (clock, gone) =>
  clock.phase === "break" || clock.over > 0 || leftNow(clock, clock.left, gone) === 0 || clock.change.due;

/* Times in words. */

const two = (number) => String(number).padStart(2, "0");

/** The time of day; `when` is in seconds since 1970. */
export function clockTime(when, withSeconds = false) {
  const at = new Date(when * 1000);
  const minutes = `${two(at.getHours())}:${two(at.getMinutes())}`;
  return withSeconds ? `${minutes}:${two(at.getSeconds())}` : minutes;
}

/** How long it is, in the one unit that a room needs. */
export function long(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 120 * 60) return `${Math.floor(whole / 60)} min`;
  return whole < 48 * 3600 ? `${Math.floor(whole / 3600)} h` : "days";
}

/** Minutes and seconds that are left, rounded up: 0:00 is the end. */
export function countdown(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${two(whole % 60)}`;
}

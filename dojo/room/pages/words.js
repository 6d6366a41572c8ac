/* Elements, and times in words. Whatever somebody sent is only ever the text of an element. */

const SHAPES = JSON.parse($("shapes").textContent);
const PAUSE = 180;

function element(tag, name = "", text = "") {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== "") made.textContent = text;
  return made;
}

// an element that says so already is left alone: what is marked on the page stays marked
function write(cell, text) {
  if (cell.textContent !== text) cell.textContent = text;
}

function say(place, text) {
  write(place, text);
  place.hidden = text === "";
}

const two = (number) => String(number).padStart(2, "0");

function clockTime(when, withSeconds = false) {
  const at = new Date(when * 1000);
  const minutes = `${two(at.getHours())}:${two(at.getMinutes())}`;
  return withSeconds ? `${minutes}:${two(at.getSeconds())}` : minutes;
}

function long(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 120 * 60) return `${Math.floor(whole / 60)} min`;
  return whole < 48 * 3600 ? `${Math.floor(whole / 3600)} h` : "days";
}

function countdown(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${two(whole % 60)}`;
}

const colourOf = (light) => (light.judged && SHAPES[light.colour] ? light.colour : "kept");
const wordOf = (light) => (colourOf(light) === "kept" ? light.verb : light.colour);

function shapeOf(light) {
  const shape = element("span", `shape ${colourOf(light)}`, SHAPES[colourOf(light)]);
  shape.setAttribute("role", "img");
  shape.setAttribute("aria-label", `light ${light.number}, ${wordOf(light)}`);
  shape.title = `${light.number} ${wordOf(light)} ${clockTime(light.when)}`;
  return shape;
}

/* What lasts longer than the page, where the browser allows it. */

function remembered(name, otherwise) {
  try { return localStorage.getItem(name) ?? otherwise; } catch { return otherwise; }
}

function remember(name, value) {
  try { localStorage.setItem(name, value); } catch { /* then it lasts until the reload */ }
}

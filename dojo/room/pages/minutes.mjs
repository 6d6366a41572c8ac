/* All pairs by the minute: a row for each pair, a column for each minute, and in it the lights of that minute. */

import { $, element, page } from "../../screen/shared/dom.mjs";
import { beginOf, cellOf, columnsOf, labelled, lightsByMinute, minuteOf } from "./columns.mjs";
import { inOrder, linkTo, sortedPairs } from "./rows.mjs";
import { shapeOf } from "./shapes.mjs";
import { now } from "./state.mjs";
import { clockTime, long } from "./times.mjs";

// pixels by which the view may miss its last column, and still follows it
const SLACK_PX = 8;

const rowsByMinute = new Map();
let drawnColumns = "";
let followedTo = 0;

export function drawMinutes() {
  const pairs = sortedPairs();
  const columns = columnsOf(pairs, now());
  const around = $("minutes-around");
  around.hidden = pairs.length === 0;
  page.style.setProperty("--minutes-above", `${around.offsetTop}px`);
  // who has scrolled back stays there
  const follows = around.scrollLeft >= followedTo - SLACK_PX;
  const isNew = drawHead(columns);
  for (const [name, { row }] of rowsByMinute) {
    if (pairs.some((pair) => pair.name === name)) continue;
    row.remove();
    rowsByMinute.delete(name);
  }
  for (const pair of pairs) drawMinutesOf(pair, columns, isNew);
  inOrder($("minutes").tBodies[0], pairs.map(({ name }) => rowsByMinute.get(name).row));
  if (follows) scrollToNow();
}

/** Goes to the newest column, and stays there. */
export function followNow() {
  followedTo = 0;
  scrollToNow();
}

function scrollToNow() {
  const last = $("minutes").querySelector(".current");
  const around = $("minutes-around");
  if (!last || around.hidden) return;
  around.scrollLeft = last.offsetLeft + last.offsetWidth - around.clientWidth;
  followedTo = around.scrollLeft;
}

// true if there are other columns than before
function drawHead(columns) {
  const current = minuteOf(now());
  const drawn = `${current} ${columns.map(({ minute, quiet }) => `${minute}-${quiet}`)}`;
  if (drawn === drawnColumns) return false;
  drawnColumns = drawn;
  const timed = labelled(columns);
  const heads = columns.map(({ minute, quiet }) => {
    const time = clockTime(beginOf(minute));
    const head = element("th", quiet ? "pause" : "");
    head.scope = "col";
    head.title = quiet ? `${long(beginOf(quiet))} without a light` : time;
    head.setAttribute("aria-label", head.title);
    if (quiet) head.append(quiet < 120 ? `⋯${quiet}` : "⋯");
    else if (timed.has(minute)) head.append(element("span", "time", time));
    head.classList.toggle("current", minute === current);
    return head;
  });
  const row = $("minutes").tHead.rows[0];
  row.replaceChildren(row.cells[0], ...heads);
  return true;
}

function newRowByMinute(name) {
  const row = element("tr");
  const head = element("th", "name");
  head.scope = "row";
  head.append(linkTo(name));
  row.append(head);
  rowsByMinute.set(name, { row, drawn: "" });
  return rowsByMinute.get(name);
}

function drawMinutesOf(pair, columns, isNew) {
  const known = rowsByMinute.get(pair.name) ?? newRowByMinute(pair.name);
  const { row } = known;
  row.classList.toggle("left", pair.left);
  const drawn = `${pair.id} ${pair.lights.length}`;
  if (!isNew && known.drawn === drawn) return;
  known.drawn = drawn;
  const lights = lightsByMinute(pair.lights);
  // its name stays where it is: it may have the focus
  while (row.cells.length > 1) row.lastChild.remove();
  row.append(...columns.map(({ minute, quiet }) => drawCell(quiet ? [] : lights.get(minute) ?? [], quiet)));
}

function drawCell(lights, quiet) {
  const cell = element("td", quiet ? "pause" : "");
  if (!lights.length) return cell;
  const { count, shown } = cellOf(lights);
  const marks = element("div", "marks-of-a-minute");
  if (count) {
    const number = element("span", "count", String(count));
    number.title = `${count} lights in this minute: these are the last ones`;
    marks.append(number);
  }
  marks.append(...shown.map(shapeOf));
  cell.append(marks);
  return cell;
}

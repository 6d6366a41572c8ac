/* What can be read next to the code: the tests so far, and the steps. All of it is only ever the text of an element. */

import { $, element } from "../../screen/shared/dom.mjs";

/* A part of the page that is opened by its name. */
function part(name, ...content) {
  const made = element("details");
  made.append(element("summary", "", name), ...content);
  return made;
}

const LINK = /\[([^\]]+)\]\([^)]*\)/g;
const ITEM = /^- /m;

/* The items of a list, whose lines go on below with an indentation. */
function drawList(words) {
  const list = element("ul");
  list.append(...words.split(ITEM).slice(1).map((item) => element("li", "", item.trim())));
  return list;
}

/* The README of a step, in its blocks: code as it is written, headings, lists, and paragraphs. */
function drawPage(text) {
  const shown = [];
  for (const [number, block] of text.split(/^```[^\n]*\n?/m).entries()) {
    if (number % 2) {
      shown.push(element("pre", "", block.trimEnd()));
      continue;
    }
    for (const paragraph of block.split(/\n{2,}/)) {
      const words = paragraph.replace(/<!--.*?-->/gs, "").replace(/[*`]/g, "").replace(LINK, "$1").trim();
      if (words.startsWith("#")) shown.push(element("h3", "", words.replace(/^#+ /, "")));
      else if (words.startsWith("- ")) shown.push(drawList(words));
      else if (words) shown.push(element("p", "", words));
    }
  }
  return shown;
}

/* The tests of the kata that are revealed. */
function drawTests(tests) {
  const all = tests.map(({ rule, text }) => [element("h3", "", rule), element("pre", "", text)]).flat();
  const none = element("p", "", "None of ours yet: the first one is in the file of your tests.");
  return part(`The tests so far: ${tests.length}`, ...(all.length ? all : [none]));
}

/* When the pages of the steps can be read. Who writes the tests gets none of ours: `tests` is null. */
const OF_STEPS = "The page of a step is here once its tests are green, or once the last hint has named it.";
const OF_STEPS_AT_THE_END =
  "You write the tests, so ours are not here. The steps are, once your tests catch all wrong solutions, or all your ideas are ticked off.";

/** Draws the dialog, and opens it. */
export function drawReading({ tests, steps }) {
  const shown = tests ? [drawTests(tests)] : [];
  for (const { number, title, page, code } of steps) {
    const its = code ? [element("h3", "", "The code of this step"), element("pre", "", code)] : [];
    shown.push(part(`Step ${number}: ${title}`, ...drawPage(page), ...its));
  }
  const newest = shown.at(-1);
  if (steps.length) newest.open = true;
  $("reading-list").replaceChildren(...shown);
  $("of-steps").hidden = !tests || !steps.length;
  $("no-steps").textContent = tests ? OF_STEPS : OF_STEPS_AT_THE_END;
  $("no-steps").hidden = steps.length > 0;
  if (!$("reading").open) $("reading").showModal();
  // a hint has named it, or it is what was done last
  if (steps.length) newest.scrollIntoView();
}

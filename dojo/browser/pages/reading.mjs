/* What can be read next to the code: the tests so far, and the steps. All of it is only ever the text of an element. */

import { $, element } from "../../screen/shared/dom.mjs";

/* A part of the page that is opened by its name. */
function part(name, ...content) {
  const made = element("details");
  made.append(element("summary", "", name), ...content);
  return made;
}

/* The README of a step, in its blocks: code as it is written, headings, and paragraphs. */
function drawPage(text) {
  const shown = [];
  for (const [number, block] of text.split(/^```[^\n]*\n?/m).entries()) {
    if (number % 2) {
      shown.push(element("pre", "", block.trimEnd()));
      continue;
    }
    for (const paragraph of block.split(/\n{2,}/)) {
      const words = paragraph.replace(/<!--.*?-->/gs, "").replace(/[*`]/g, "").trim();
      if (words.startsWith("#")) shown.push(element("h3", "", words.replace(/^#+ /, "")));
      else if (words) shown.push(element("p", "", words));
    }
  }
  return shown;
}

/** Draws the dialog, and opens it. */
export function drawReading({ tests, steps }) {
  const all = tests.map(({ rule, text }) => [element("h3", "", rule), element("pre", "", text)]).flat();
  const none = element("p", "", "None yet: the first test is your own.");
  const shown = [part(`The tests so far: ${tests.length}`, ...(all.length ? all : [none]))];
  for (const { number, title, page, code } of steps) {
    const its = code ? [element("h3", "", "The code of this step"), element("pre", "", code)] : [];
    shown.push(part(`Step ${number}: ${title}`, ...drawPage(page), ...its));
  }
  $("reading-list").replaceChildren(...shown);
  $("no-steps").hidden = steps.length > 0;
  if (!$("reading").open) $("reading").showModal();
}

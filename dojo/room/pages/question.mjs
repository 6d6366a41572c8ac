/* The retrospective in a break: one question that the lights call for, and two minutes to talk about it. */

import { $, element } from "../../screen/shared/dom.mjs";
import { questionOf } from "./questions.mjs";
import { goTo, state } from "./state.mjs";
import { say, write } from "./texts.mjs";
import { countdown } from "./times.mjs";

const TALK_S = 120;

let question = null;
let endsAt = 0;

/** Asks a question, which stays until it is left: new lights do not change it. */
export function askQuestion() {
  question = questionOf(state.pairs.values());
  endsAt = performance.now() + TALK_S * 1000;
  goTo("#question");
}

export function drawQuestion() {
  const { text, lines } = question ?? questionOf(state.pairs.values());
  write($("question-text"), text);
  const drawn = [...$("question-data").children].map((line) => line.textContent);
  if (drawn.join("\n") !== lines.join("\n"))
    $("question-data").replaceChildren(...lines.map((line) => element("li", "", line)));
  say($("question-left"), timeLeft());
}

function timeLeft() {
  if (!endsAt) return "";
  const left = (endsAt - performance.now()) / 1000;
  return left > 0 ? countdown(left) : "Time is up.";
}

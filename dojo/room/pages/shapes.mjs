/* The shape, the colour and the word of a light. */

import { $, element } from "../../screen/shared/dom.mjs";
import { clockTime } from "./times.mjs";

export const SHAPES = JSON.parse($("shapes").textContent);

export const colourOf = (light) => (light.judged && SHAPES[light.colour] ? light.colour : "kept");
export const wordOf = (light) => (colourOf(light) === "kept" ? light.verb : light.colour);

export function shapeOf(light) {
  const shape = element("span", `shape ${colourOf(light)}`, SHAPES[colourOf(light)]);
  shape.setAttribute("role", "img");
  shape.setAttribute("aria-label", `light ${light.number}, ${wordOf(light)}`);
  shape.dataset.place = light.place;
  shape.title = `${light.number} ${wordOf(light)} ${clockTime(light.when)}`;
  return shape;
}

/* The files of a pair: a tab for each, and an editor for the one that is chosen. Who writes the tests, too, has them in
   a pane of their own, and sees both. */

import { element } from "../../screen/shared/dom.mjs";
import { isPython } from "./split_files.mjs";

/** A pane in a section: `read` gives the text of a file, and `write` takes one that was typed. It begins with `file`. */
export class Pane {
  constructor(section, { createEditor, label, file, read, write }) {
    this.section = section;
    this.read = read;
    this.file = file;
    this.tabs = section.querySelector(".files");
    const onChange = () => write(this.file, this.editor.text);
    this.editor = createEditor(section.querySelector(".editor"), { label, onChange });
    section.addEventListener("focusin", () => this.comeForward());
  }

  /** Shows a tab for each of these files, and the chosen one, or else the first. */
  draw(names) {
    this.tabs.replaceChildren(...names.map((name) => this.makeTab(name)));
    this.choose(names.includes(this.file) ? this.file : names[0]);
  }

  makeTab(name) {
    const tab = element("button", "", name);
    tab.type = "button";
    tab.onclick = () => {
      this.comeForward();
      this.choose(name);
    };
    return tab;
  }

  choose(name) {
    this.file = name;
    this.editor.open(this.read(name), isPython(name));
    for (const tab of this.tabs.children) tab.setAttribute("aria-pressed", tab.textContent === name);
  }

  /* Where there is room for one editor only, it is that of the pane that was used last. */
  comeForward() {
    for (const other of document.querySelectorAll(".pane")) other.classList.toggle("forward", other === this.section);
  }

  focus() {
    this.comeForward();
    this.editor.focus();
  }
}

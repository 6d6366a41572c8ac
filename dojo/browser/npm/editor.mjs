import { EditorView, basicSetup } from "codemirror";
import { autocompletion } from "@codemirror/autocomplete";
import { keymap } from "@codemirror/view";
import { indentWithTab } from "@codemirror/commands";
import { indentUnit, syntaxHighlighting, HighlightStyle } from "@codemirror/language";
import { python } from "@codemirror/lang-python";
import { EditorState } from "@codemirror/state";
import { tags } from "@lezer/highlight";

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword], color: "var(--keyword)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--value)" },
  { tag: [tags.comment], color: "var(--comment)" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.className], color: "var(--name)" },
]);
const look = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--paper)", height: "100%" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--shade)", color: "var(--quiet)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--shade)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--rest)" },
  ".cm-tooltip, .cm-panels": { backgroundColor: "var(--shade)", color: "var(--ink)" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace", lineHeight: "1.45" },
});

/** Makes an editor; `onChange` hears of each change. It opens a text as Python, or without the colours of code. */
export function createEditor(parent, { label, onChange }) {
  const state = (text, isPython) => EditorState.create({
    doc: text,
    extensions: [
      // a list of words that opens by itself takes the next Enter; Ctrl-Space opens it
      basicSetup, EditorView.lineWrapping, autocompletion({ activateOnTyping: false }),
      keymap.of([indentWithTab]), indentUnit.of("    "), EditorState.tabSize.of(4), isPython ? python() : [],
      syntaxHighlighting(colours), look, EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      EditorView.updateListener.of((update) => { if (update.docChanged) onChange(); }),
    ],
  });
  const view = new EditorView({ parent, state: state("", true) });
  let wasPython = true;
  return {
    get text() { return view.state.doc.toString(); },
    set text(text) { this.open(text, true); },
    open(text, isPython) {
      if (text === view.state.doc.toString() && isPython === wasPython) return;
      wasPython = isPython;
      view.setState(state(text, isPython));
    },
    focus: () => view.focus(),
  };
}

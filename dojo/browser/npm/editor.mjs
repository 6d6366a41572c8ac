import { EditorView, basicSetup } from "codemirror";
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

/** Makes an editor for Python; `onChange` hears of each change. */
export function createEditor(parent, { label, onChange }) {
  const state = (text) => EditorState.create({
    doc: text,
    extensions: [
      basicSetup, keymap.of([indentWithTab]), indentUnit.of("    "), EditorState.tabSize.of(4), python(),
      syntaxHighlighting(colours), look, EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      EditorView.updateListener.of((update) => { if (update.docChanged) onChange(); }),
    ],
  });
  const view = new EditorView({ parent, state: state("") });
  return {
    get text() { return view.state.doc.toString(); },
    set text(text) { if (text !== view.state.doc.toString()) view.setState(state(text)); },
    focus: () => view.focus(),
  };
}

import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import type { Diagnostic } from '@codemirror/lint';
import { lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { Compartment, EditorState } from '@codemirror/state';
import type { KeyBinding } from '@codemirror/view';
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { formatMarkup } from './format-markup.js';
import type { LanguageOptions } from './languages.js';
import { createLanguage } from './languages.js';
import { phrases, theme } from './theme.js';
import type { Place } from './problem-ranges.js';
import { toRange } from './problem-ranges.js';

export interface CodeViewOptions extends Omit<LanguageOptions, 'mjml'> {
  readonly text: string;
  readonly pageLanguage: string;
  readonly label: string;
  readonly placeholder?: string | undefined;
  /** One line, such as a subject. */
  readonly line?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  readonly onChange: (read: () => string) => void;
}

/** A range to underline. */
export interface Marked extends Place {
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

type Labels = Pick<CodeViewOptions, 'pageLanguage' | 'label' | 'placeholder'>;

const createLabels = ({ pageLanguage, label, placeholder: text }: Labels): Extension => [
  phrases(pageLanguage),
  text ? placeholder(text) : [],
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
];

/**
 * An editor. It lives in a shadow root, where CodeMirror adopts its styles without an exception in the content
 * security policy.
 */
export class CodeView {
  private readonly view: EditorView;
  private readonly language = new Compartment();
  private readonly labels = new Compartment();
  private options: LanguageOptions;

  constructor(host: HTMLElement, options: CodeViewOptions) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    this.options = { ...options, mjml: isMjml(options.text) };
    this.view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: options.text,
        extensions: [
          options.line ? lineExtensions : pageExtensions,
          commonExtensions,
          this.language.of(createLanguage(this.options)),
          theme(options.line ?? false),
          this.labels.of(createLabels(options)),
          options.readOnly ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : [],
          writesOverSelection,
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) options.onChange(() => state.doc.toString());
          }),
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Replaces the text in one undoable step, and keeps the cursor if possible. */
  replace(text: string): void {
    const { state } = this.view;
    if (state.doc.length === text.length && state.doc.toString() === text) return;
    const { number } = state.doc.lineAt(state.selection.main.head);
    const next = state.toText(text);
    const anchor = next.line(Math.min(number, next.lines)).from;
    this.view.dispatch({ changes: { from: 0, to: state.doc.length, insert: next }, selection: { anchor } });
  }

  /** The engine and the language can change with the text. */
  setEngine(engine: LanguageOptions['engine']): void {
    const mjml = this.isMjml;
    if (engine === this.options.engine && mjml === this.options.mjml) return;
    this.options = { ...this.options, engine, mjml };
    this.view.dispatch({ effects: this.language.reconfigure(createLanguage(this.options)) });
  }

  /** Updates after a change of the user's language. */
  setLabels(labels: Labels): void {
    this.view.dispatch({ effects: this.labels.reconfigure(createLabels(labels)) });
  }

  mark(marked: readonly Marked[]): void {
    const { state } = this.view;
    const diagnostics = marked.map((each): Diagnostic => ({
      ...toRange(state.doc, each),
      severity: each.severity,
      message: each.message,
    }));
    this.view.dispatch(setDiagnostics(state, diagnostics));
  }

  /** Moves the cursor to a problem. */
  reveal(place: Place): void {
    const { from } = toRange(this.view.state.doc, place);
    this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    this.view.focus();
  }

  focus(): void {
    this.view.focus();
  }

  get isMjml(): boolean {
    return isMjml(this.view.state.sliceDoc(0, 2_000));
  }

  /** Replaces the selection, and selects the first occurrence of `selected` in the new text. */
  insert(text: string, selected: string): void {
    const { state } = this.view;
    const anchor = state.selection.main.from + text.indexOf(selected);
    this.view.dispatch({
      ...state.replaceSelection(text),
      selection: { anchor, head: anchor + selected.length },
      scrollIntoView: true,
      userEvent: 'input',
    });
    this.view.focus();
  }

  format(): void {
    formatView(this.view);
  }

  destroy(): void {
    this.view.destroy();
  }
}

const isMjml = (text: string): boolean => /^\s*(?:<!--[\s\S]*?-->\s*)*<mjml[\s>]/i.test(text.slice(0, 2_000));

/** A browser that replaces a selection copies the style of the old text, which the content security policy blocks. */
const writesOverSelection = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { state } = view;
    const { data: text, inputType, isComposing } = event;
    const { from, to, empty } = state.selection.main;
    if (inputType !== 'insertText' || text === null || isComposing || empty || state.readOnly) return false;
    const insert = () => state.update(state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true });
    const isHandled = state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, text, insert));
    if (!isHandled) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});

const format: KeyBinding = {
  key: 'Shift-Alt-f',
  run: (view) => {
    formatView(view);
    return true;
  },
};

/** HTML and MJML with block elements on separate lines. */
function formatView(view: EditorView): void {
  const source = view.state.doc.toString();
  const formatted = formatMarkup(source);
  if (formatted === source || view.state.readOnly) return;
  const line = view.state.doc.lineAt(view.state.selection.main.head).number;
  const next = view.state.toText(formatted);
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: next },
    selection: { anchor: next.line(Math.min(line, next.lines)).from },
    scrollIntoView: true,
  });
}

/** Tab is not bound, so it leaves the editor. Mod-] and Mod-[ indent. */
const commonExtensions: Extension = [
  history(),
  highlightSpecialChars(),
  drawSelection(),
  closeBrackets(),
  indentUnit.of('  '),
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap]),
];

const pageExtensions: Extension = [
  lineNumbers(),
  foldGutter(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  bracketMatching(),
  indentOnInput(),
  highlightSelectionMatches(),
  search({ top: true }),
  EditorView.lineWrapping,
  keymap.of([format, ...lintKeymap, ...searchKeymap, ...foldKeymap, ...defaultKeymap]),
];

const lineExtensions: Extension = [
  // Pasted text becomes one line.
  EditorState.transactionFilter.of((transaction) =>
    transaction.newDoc.lines > 1
      ? [
          transaction,
          {
            changes: lineBreaks(transaction.newDoc.toString()),
            sequential: true,
          },
        ]
      : transaction,
  ),
  keymap.of([{ key: 'Enter', run: () => true }, { key: 'Shift-Enter', run: () => true }, ...defaultKeymap]),
];

const lineBreaks = (text: string): { from: number; to: number; insert: string }[] =>
  [...text.matchAll(/\n+/g)].map(({ 0: found, index }) => ({ from: index, to: index + found.length, insert: ' ' }));

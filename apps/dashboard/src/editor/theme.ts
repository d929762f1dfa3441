import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { perLanguage } from '../i18n/language.js';
import { t } from '../i18n/texts.js';

/** The texts of CodeMirror in the user's language. */
export const phrases = perLanguage((): Extension =>
  EditorState.phrases.of({
    Find: t('Find'),
    Replace: t('Replace'),
    next: t('next'),
    previous: t('previous'),
    all: t('all'),
    'match case': t('match case'),
    'by word': t('whole words'),
    regexp: t('pattern'),
    replace: t('replace'),
    'replace all': t('replace all'),
    close: t('Close'),
    'current match': t('current match'),
    'replaced $ matches': t('replaced $ matches'),
    'replaced match on line $': t('replaced match on line $'),
    'on line': t('on line'),
    'Go to line': t('Go to line'),
    go: t('go'),
    Diagnostics: t('Problems'),
    'No diagnostics': t('No problems'),
    'Fold line': t('Fold'),
    'Unfold line': t('Unfold'),
    'folded code': t('folded'),
    unfold: t('Unfold'),
    Completions: t('Suggestions'),
  }),
);

/** Each colour has a contrast of at least 4.5 with the background and the active line, in both themes. */
const colours = {
  name: 'light-dark(#1d5fd1, #84b0ff)',
  attribute: 'light-dark(#6b3fa0, #c9a6ff)',
  text: 'light-dark(#17703a, #6fcf8e)',
  word: 'light-dark(#9a3412, #f0a35c)',
  number: 'light-dark(#0f6a62, #5fc9ba)',
  muted: 'var(--muted)',
};

const highlighting = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: colours.name },
  { tag: [tags.attributeName, tags.propertyName], color: colours.attribute },
  { tag: [tags.attributeValue, tags.string, tags.url], color: colours.text },
  { tag: [tags.keyword, tags.operator, tags.definitionKeyword, tags.controlKeyword], color: colours.word },
  { tag: [tags.variableName, tags.special(tags.variableName)], color: colours.word },
  { tag: [tags.number, tags.bool, tags.null, tags.unit, tags.color, tags.atom], color: colours.number },
  { tag: [tags.className, tags.function(tags.variableName), tags.typeName], color: colours.name },
  { tag: [tags.comment, tags.meta, tags.documentMeta, tags.processingInstruction], color: colours.muted },
  { tag: [tags.character, tags.escape], color: colours.number },
  { tag: tags.invalid, color: 'var(--bad)' },
]);

const editorTheme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--bg)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px', overflow: 'auto' },
  '.cm-scroller:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'var(--bg)', color: 'var(--muted)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 12px', minWidth: '36px' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--bg-sub)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'light-dark(#c9ddfb, #2a4470)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--bg-raised)',
    outline: '1px solid var(--control)',
  },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': {
    color: 'var(--bad)',
    backgroundColor: 'transparent',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-bg)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--bg-selected)', outline: '2px solid var(--link)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--bg-selected)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--bg-raised)',
    border: 'none',
    color: 'var(--muted)',
    padding: '0 6px',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warn)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-diagnostic': { padding: '6px 10px', borderLeft: '3px solid var(--line)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-tooltip': {
    color: 'var(--text)',
    backgroundColor: 'var(--bg-float)',
    border: 'none',
    borderRadius: 'var(--radius)',
    boxShadow: 'var(--shadow)',
    maxWidth: '480px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '240px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px', lineHeight: '20px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--bg-selected)', color: 'var(--text)' },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-panels': { backgroundColor: 'var(--bg-sub)', color: 'var(--text)', font: 'var(--table)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '8px 32px 8px 12px' },
  '.cm-panel.cm-search label': { fontSize: '13px', marginRight: '8px', whiteSpace: 'nowrap' },
  '.cm-panel.cm-search [name=close]': { fontSize: '18px', width: '28px', height: '28px', color: 'var(--text)' },
  '.cm-textfield': {
    color: 'var(--text)',
    backgroundColor: 'var(--bg)',
    border: '1px solid var(--control)',
    borderRadius: '4px',
    fontSize: '13px',
    padding: '3px 6px',
  },
  '.cm-button': {
    color: 'var(--text)',
    backgroundImage: 'none',
    backgroundColor: 'var(--bg)',
    border: '1px solid var(--control)',
    borderRadius: '4px',
    fontSize: '13px',
    padding: '3px 8px',
  },
  '.cm-template': { color: colours.word, fontWeight: '600' },
  '.cm-template *': { color: 'inherit' },
  '.cm-template-note': { color: colours.muted, fontWeight: '400' },
  '.cm-placeholder': { color: 'var(--muted)' },
});

/** One line, like an input. */
const singleLineTheme = EditorView.theme({
  '&': { height: 'auto' },
  '.cm-scroller': { lineHeight: '22px', overflow: 'hidden' },
  '.cm-content': { padding: '4px 0' },
  '.cm-line': { padding: '0 10px' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
});

export const theme = (isLine: boolean): Extension => [
  editorTheme,
  isLine ? singleLineTheme : [],
  syntaxHighlighting(highlighting),
];

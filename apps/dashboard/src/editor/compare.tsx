import './editor.css';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import type { Extension } from '@codemirror/state';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useLayoutEffect, useRef } from 'react';
import { currentLanguage } from '../i18n/language.js';
import { t } from '../i18n/texts.js';
import type { Language } from './languages.js';
import { createLanguage } from './languages.js';
import { phrases, theme } from './theme.js';

interface Props {
  readonly left: string;
  readonly right: string;
  readonly leftLabel: string;
  readonly rightLabel: string;
  readonly language: Language;
  /** One below the other on phones. */
  readonly unified: boolean;
}

/** Two texts side by side, with equal lines folded. */
export function Compare({ left, right, leftLabel, rightLabel, language, unified }: Props) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!host.current) return undefined;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const collapseUnchanged = { margin: 3, minSize: 6 };
    if (unified) {
      const view = new EditorView({
        parent: root,
        root,
        doc: right,
        extensions: [
          shown(language, `${leftLabel} → ${rightLabel}`),
          unifiedMergeView({ original: left, mergeControls: false, collapseUnchanged }),
        ],
      });
      return () => view.destroy();
    }
    const view = new MergeView({
      a: { doc: left, extensions: shown(language, leftLabel) },
      b: { doc: right, extensions: shown(language, rightLabel) },
      parent: root,
      root,
      collapseUnchanged,
    });
    return () => view.destroy();
  }, [left, right, leftLabel, rightLabel, language, unified]);
  return <div ref={host} className="editor-compare" />;
}

const shown = (language: Language, label: string): Extension => [
  lineNumbers(),
  EditorView.lineWrapping,
  createLanguage({
    language,
    engine: 'mustache',
    mjml: false,
    vocabulary: () => ({ engine: 'mustache', variables: [], snippets: [] }),
  }),
  theme(false),
  differences,
  phrases(currentLanguage()),
  EditorState.phrases.of({ '$ unchanged lines': t('$ equal lines') }),
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
];

const differences = EditorView.theme({
  '&': { height: 'auto' },
  '.cm-scroller': { overflow: 'visible' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--bad-bg)' },
  '&.cm-merge-b .cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--ok-bg)' },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'light-dark(#f7c9c5, #5c2b28)',
    textDecoration: 'none',
  },
  '&.cm-merge-b .cm-changedText, .cm-changedText': {
    background: 'light-dark(#bfe3ca, #23502f)',
    textDecoration: 'none',
  },
  '.cm-collapsedLines': {
    background: 'var(--bg-raised)',
    color: 'var(--muted)',
    padding: '4px 12px',
    fontFamily: 'var(--font)',
  },
  '.cm-changeGutter': { width: '3px', paddingLeft: '1px' },
});

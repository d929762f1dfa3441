import type { Extension } from '@codemirror/state';
import { EditorState } from '@codemirror/state';
import { t } from '../i18n/texts.js';

/** What CodeMirror says by itself, in the reader's language. */
export const phrases = (): Extension =>
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
  });

import { useState } from 'react';
import type { CodeView, Marked } from '../../../editor/code-view.js';
import { CodeEditor } from '../../../editor/code-editor.js';
import type { Vocabulary } from '../../../editor/completions.js';
import { t } from '../../../i18n/texts.js';
import type { Part } from '../../../preview/draft.js';
import { Button, IconButton } from '../../../ui/button.js';
import { classes } from '../../../ui/classes.js';
import { scrollTabIntoView } from '../../../ui/tabs.js';
import type { WorkingCopy } from './working-copy.js';

export type Pane = 'html' | 'text' | 'amp_html' | 'data' | 'issues' | 'comments';

interface Props {
  readonly copy: WorkingCopy;
  readonly vocabulary: Vocabulary;
  readonly marks: Readonly<Record<Part, readonly Marked[]>>;
  readonly onHandle: (part: Part, view: CodeView | null) => void;
  readonly readOnly: boolean;
  /** The preview loads before the editor. */
  readonly isHeld: boolean;
}

/** Subject and preheader: one line each, with the completions and issues of the other parts. */
export function LineEditor({
  part,
  label,
  placeholder,
  copy,
  vocabulary,
  marks,
  onHandle,
  readOnly,
  isHeld,
}: Props & {
  readonly part: 'subject' | 'preheader';
  readonly label: string;
  readonly placeholder: string;
}) {
  return (
    <div className="templates-line">
      <span className="templates-line-label" aria-hidden="true">
        {label}
      </span>
      <CodeEditor
        line
        text={copy.content[part]}
        language="text"
        label={label}
        placeholder={placeholder}
        vocabulary={vocabulary}
        marked={marks[part]}
        readOnly={readOnly}
        isHeld={isHeld}
        onChange={(read) => copy.write(part, read)}
        handle={(view) => onHandle(part, view)}
      />
    </div>
  );
}

type BodyProps = Props & {
  readonly shown: Pane;
  readonly onShow: (pane: Pane) => void;
  readonly onFormat: (part: 'html' | 'amp_html') => void;
  readonly onImages: () => void;
  readonly counts: Readonly<Record<'issues' | 'errors' | 'comments', number>>;
  readonly data: React.ReactNode;
  readonly issues: React.ReactNode;
  readonly comments: React.ReactNode;
};

const codePanes = ['html', 'text', 'amp_html'] as const;
const otherPanes = ['data', 'issues', 'comments'] as const;

/** The parts of the body, one at a time. Opened parts stay mounted and keep their undo history. */
export function BodyEditors({
  shown,
  onShow,
  onFormat,
  onImages,
  counts,
  data,
  issues,
  comments,
  copy,
  vocabulary,
  marks,
  onHandle,
  readOnly,
  isHeld,
}: BodyProps) {
  const [opened, setOpened] = useState<ReadonlySet<Pane>>(new Set([shown]));
  if (!opened.has(shown)) setOpened(new Set([...opened, shown]));
  const labels: Readonly<Record<Pane, string>> = {
    html: t('HTML'),
    text: t('Text'),
    amp_html: t('AMP'),
    data: t('Data'),
    issues: t('Issues'),
    comments: t('Comments'),
  };
  const others = { data, issues, comments };
  const panes = [...codePanes, ...otherPanes];
  return (
    <div className="templates-body">
      <div className="templates-tabs">
        <div className="templates-tablist ui-shade" role="tablist" aria-label={t('Parts of the email')}>
          {panes.map((pane) => (
            <button
              key={pane}
              id={`templates-tab-${pane}`}
              type="button"
              role="tab"
              aria-selected={pane === shown}
              aria-controls={`templates-pane-${pane}`}
              tabIndex={pane === shown ? 0 : -1}
              className={classes('templates-tab', pane === shown && 'templates-tab-on')}
              ref={pane === shown ? scrollTabIntoView : null}
              onClick={() => onShow(pane)}
              onKeyDown={turn(panes, shown, onShow)}
            >
              {labels[pane]}
              {pane === 'issues' && counts.issues > 0 && (
                <span className={classes('templates-count', counts.errors > 0 && 'templates-count-bad')}>
                  {counts.issues}
                </span>
              )}
              {pane === 'comments' && counts.comments > 0 && <span className="templates-count">{counts.comments}</span>}
              {pane !== 'data' && pane !== 'issues' && pane !== 'comments' && marks[pane].length > 0 && (
                <span className="templates-dot" title={t('Has issues')} />
              )}
            </button>
          ))}
        </div>
        <span className="spacer" />
        {shown === 'html' && !readOnly && <IconButton small icon="image" label={t('Images')} onClick={onImages} />}
        {(shown === 'html' || shown === 'amp_html') && !readOnly && (
          <Button small tone="quiet" title={t('Format (Shift+Alt+F)')} onClick={() => onFormat(shown)}>
            {t('Format')}
          </Button>
        )}
      </div>
      {codePanes.map((part) => (
        <div
          key={part}
          id={`templates-pane-${part}`}
          role="tabpanel"
          aria-labelledby={`templates-tab-${part}`}
          className="templates-pane"
          hidden={part !== shown}
        >
          {opened.has(part) && (
            <CodeEditor
              text={copy.content[part]}
              language={part === 'text' ? 'text' : 'markup'}
              label={labels[part]}
              vocabulary={vocabulary}
              marked={marks[part]}
              readOnly={readOnly}
              isHeld={isHeld}
              onChange={(read) => copy.write(part, read)}
              handle={(view) => onHandle(part, view)}
            />
          )}
        </div>
      ))}
      {otherPanes.map((pane) => (
        <div
          key={pane}
          id={`templates-pane-${pane}`}
          role="tabpanel"
          aria-labelledby={`templates-tab-${pane}`}
          className="templates-pane templates-pane-scroll"
          hidden={pane !== shown}
        >
          {opened.has(pane) && others[pane]}
        </div>
      ))}
    </div>
  );
}

/** Arrow keys move between tabs. */
const turn = (panes: readonly Pane[], shown: Pane, onShow: (pane: Pane) => void) => (event: React.KeyboardEvent) => {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const next = by === undefined ? undefined : panes[(panes.indexOf(shown) + by + panes.length) % panes.length];
  if (next === undefined) return;
  event.preventDefault();
  onShow(next);
  document.querySelector<HTMLElement>(`#templates-tab-${next}`)?.focus();
};

import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useState } from 'react';
import type { CodeView } from '../../../editor/code-view.js';
import { t } from '../../../i18n/texts.js';
import type { Part } from '../../../preview/draft.js';
import { commentsQuery } from '../queries.js';
import type { VersionPlace } from '../requests.js';
import { Comments } from './comments.js';
import { DataPane } from './data-pane.js';
import type { Image } from './images-dialog.js';
import { ImagesDialog, toTag } from './images-dialog.js';
import { LinkCheck } from './link-check.js';
import type { Pane } from './part-editors.js';
import { BodyEditors, LineEditor } from './part-editors.js';
import type { Issue } from './issues.js';
import { Samples } from './samples.js';
import type { useDraftPreview } from './use-draft-preview.js';
import type { WorkingCopy } from './working-copy.js';
import { HintItems } from '../../../preview/hint-list.js';
import type { Hint } from '../../../preview/hints.js';
import { Icon } from '../../../ui/icon.js';

interface ListProps {
  readonly issues: readonly Issue[];
  readonly missing: readonly string[];
  readonly hints: readonly Hint[];
  readonly onReveal: (issue: Issue) => void;
  readonly onData: () => void;
}

const nameOfPart = (part: Part): string =>
  ({ subject: t('Subject'), preheader: t('Preheader'), html: t('HTML'), text: t('Text'), amp_html: t('AMP') })[part];

/** All issues of the draft: errors, missing data and hints. */
function IssueList({ issues, missing, hints, onReveal, onData }: ListProps) {
  if (issues.length + missing.length + hints.length === 0) return <p className="templates-fine">{t('No issues')}</p>;
  return (
    <ul className="preview-issues">
      {issues.map((issue, position) => (
        <li key={`issue ${position}`} className={`preview-issue preview-issue-${issue.severity}`}>
          <Icon name={issue.severity === 'error' ? 'close' : 'failures'} />
          <button type="button" className="preview-issue-text" onClick={() => onReveal(issue)}>
            {issue.part && (
              <span className="muted">
                {nameOfPart(issue.part)}
                {issue.line === undefined ? '' : ` ${issue.line}`}{' '}
              </span>
            )}
            {issue.message}
          </button>
        </li>
      ))}
      {missing.length > 0 && (
        <li className="preview-issue preview-issue-warning">
          <Icon name="failures" />
          <button type="button" className="preview-issue-text" onClick={onData}>
            {t('Missing data for {names}', {
              names: missing.slice(0, 8).join(', ') + (missing.length > 8 ? ' …' : ''),
            })}
          </button>
        </li>
      )}
      <HintItems hints={hints} />
    </ul>
  );
}

type Draft = ReturnType<typeof useDraftPreview>;

interface Props extends Pick<Draft, 'preview' | 'issues' | 'errors' | 'marks' | 'vocabulary'> {
  readonly copy: WorkingCopy;
  readonly place: VersionPlace;
  /** Changes when the whole text is replaced, to create new editors. */
  readonly generation: number;
  readonly handles: RefObject<{ [part in Part]?: CodeView | null }>;
  readonly onHandle: (part: Part, view: CodeView | null) => void;
  readonly readOnly: boolean;
}

/** The left half: the editors of all parts, the data, the issues and the comments. */
export function WritePane({
  copy,
  place,
  generation,
  handles,
  onHandle,
  readOnly,
  preview,
  issues,
  errors,
  marks,
  vocabulary,
}: Props) {
  // An email about a mention links to the comments.
  const [pane, setPane] = useState<Pane>(() => (window.location.hash === '#comments' ? 'comments' : 'html'));
  const comments = useQuery(commentsQuery(place));
  const [isInserting, setIsInserting] = useState(false);
  const [dataGeneration, setDataGeneration] = useState(0);
  const outcome = preview.shown?.outcome;
  const reveal = (issue: Issue) => {
    const { part } = issue;
    if (!part) return;
    if (part !== 'subject' && part !== 'preheader') setPane(part);
    // After the rendering that shows its editor.
    setTimeout(() => handles.current[part]?.reveal(issue));
  };

  const insert = (image: Image) => {
    setIsInserting(false);
    // After the dialog has closed, because it keeps the focus while it is open.
    setTimeout(() => {
      const view = handles.current.html;
      if (!view) return;
      const { tag, alt } = toTag(image, view.isMjml);
      view.insert(tag, alt);
    });
  };

  const isHeld = preview.shown === undefined && preview.failure === undefined;
  const shared = { copy, vocabulary, marks, onHandle, readOnly, isHeld };
  return (
    <div className="templates-write" key={generation}>
      <div className="templates-lines">
        <LineEditor part="subject" label={t('Subject')} placeholder={t('Subject line')} {...shared} />
        <LineEditor
          part="preheader"
          label={t('Preheader')}
          placeholder={t('Preview text next to the subject')}
          {...shared}
        />
      </div>
      <BodyEditors
        {...shared}
        shown={pane}
        onShow={setPane}
        onImages={() => setIsInserting(true)}
        onFormat={(part) => handles.current[part]?.format()}
        counts={{
          issues: issues.length + (preview.shown?.hints?.length ?? 0) + (outcome?.missing.length ? 1 : 0),
          errors,
          comments: comments.data?.length ?? 0,
        }}
        comments={<Comments key={place.version_id} place={place} />}
        data={
          <DataPane
            copy={copy}
            schema={outcome?.schema}
            readOnly={readOnly}
            samples={
              <Samples
                copy={copy}
                templateId={place.template_id}
                onPut={() => setDataGeneration((before) => before + 1)}
              />
            }
            key={dataGeneration}
          />
        }
        issues={
          <div className="stack">
            <IssueList
              issues={issues}
              missing={outcome?.missing ?? []}
              hints={preview.shown?.hints ?? []}
              onReveal={reveal}
              onData={() => setPane('data')}
            />
            <LinkCheck html={outcome?.mail.html ?? ''} />
          </div>
        }
      />
      <ImagesDialog
        open={isInserting}
        onClose={() => setIsInserting(false)}
        onInsert={insert}
        isShown={({ id }) => copy.content.html.includes(id)}
      />
    </div>
  );
}

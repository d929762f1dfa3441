import '../templates/templates.css';
import './snippets.css';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { t } from '../../i18n/texts.js';
import { Failure } from '../../ui/failure.js';
import { Id } from '../../ui/id.js';
import { Page } from '../../ui/page.js';
import { SkeletonRows } from '../../ui/loaded.js';
import { useStandingError } from '../../ui/save-with-conflict-check.js';
import type { SnippetUse, TaggedSnippet } from './queries.js';
import { contentOfSnippet, deleteSnippet, saveSnippet, snippetQuery, usesQuery } from './queries.js';
import { useMemo, useRef, useState } from 'react';
import { ApiFailure } from '../../api/failure.js';
import { CodeEditor } from '../../editor/code-editor.js';
import type { CodeView } from '../../editor/code-view.js';
import type { Vocabulary } from '../../editor/completions.js';
import { useHasRole, useWhyNot } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { useCommands } from '../../ui/commands.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { runAfterUndo, toast } from '../../ui/toasts.js';
import { CompareVersions } from '../templates/compare-versions.js';
import { DraftOffer } from '../templates/editing/draft-offer.js';
import { snippetsQuery } from '../templates/editing/working-copy.js';
import { useIsChanged, useWorkingCopy } from '../templates/editing/use-working-copy.js';
import { isSame } from '../templates/editing/version-content.js';
import { AffectedTemplates } from './affected.js';

interface Props {
  readonly loaded: TaggedSnippet;
  readonly uses: readonly SnippetUse[] | undefined;
  readonly usesFailure: Error | null;
  readonly hasMore: boolean;
  readonly onMore: () => void;
}

/** The snippet on the left, and the templates that use it on the right. */
function SnippetEditor({ loaded, uses, usesFailure, hasMore, onMore }: Props) {
  const { snippet } = loaded;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const mayWrite = useHasRole('editor');
  const whyNot = useWhyNot('editor');
  const all = useQuery(snippetsQuery);
  const { copy, offered, forget } = useWorkingCopy(
    contentOfSnippet(snippet),
    loaded.tag,
    `snippets/${snippet.id}`,
    snippet.id,
  );
  const [offer] = offered;
  const isChanged = useIsChanged(copy);
  const [generation, setGeneration] = useState(0);
  const [isComparing, setIsComparing] = useState(false);
  const [broken, setBroken] = useState(0);
  const code = useRef<CodeView>(null);
  const vocabulary = useMemo<Vocabulary>(
    () => ({
      engine: 'mustache',
      variables: [],
      snippets: (all.data ?? []).map(({ name }) => name).filter((name) => name !== snippet.name),
    }),
    [all.data, snippet.name],
  );
  const save = useMutation({
    mutationFn: async () => {
      const { content } = copy;
      await queries.cancelQueries({ queryKey: snippetQuery(snippet.id).queryKey });
      const saved = await saveSnippet(snippet.id, { name: content.name, body: content.html }, copy.tag);
      copy.wasSaved(content, saved.tag);
      queries.setQueryData(snippetQuery(snippet.id).queryKey, saved);
      await queries.invalidateQueries({ queryKey: snippetsQuery.queryKey, exact: true });
    },
    meta: { showsFailure: true },
    onSuccess: () => toast(t('Saved. All templates that use it are updated.')),
    onError: (error) => {
      if (isConflict(error)) setIsComparing(true);
    },
  });
  const isOvertaken = !save.isPending && loaded.tag !== copy.tag && !isSame(contentOfSnippet(snippet), copy.saved);
  const put = (content: typeof copy.content) => {
    copy.put(content);
    setGeneration((before) => before + 1);
  };
  const whyNotSave = whyNot ?? (broken > 0 ? t('This would break a template that uses it.') : undefined);
  useCommands([
    {
      label: t('Save'),
      keys: 'Mod+S',
      run: () => copy.isChanged && !save.isPending && save.mutate(),
      why: whyNotSave,
    },
    { label: t('Edit'), keys: 'e', run: () => code.current?.focus() },
  ]);
  const remove = () => {
    void navigate({ to: '/snippets', search: {} });
    runAfterUndo(t('{name} deleted', { name: snippet.name }), () =>
      deleteSnippet(snippet.id).finally(() => void queries.invalidateQueries({ queryKey: ['snippets'] })),
    );
  };
  return (
    <div className="templates-editor">
      <div className="templates-actions">
        <span className="muted caption" role="status">
          {isChanged ? t('Unsaved, stored in this browser') : ''}
        </span>
        <span className="spacer" />
        <Button
          onClick={remove}
          why={whyNot ?? ((uses?.length ?? 0) > 0 ? t('Templates use this snippet.') : undefined)}
        >
          {t('Delete')}
        </Button>
        <Button
          tone="primary"
          onClick={() => save.mutate()}
          busy={save.isPending}
          why={isChanged ? whyNotSave : (whyNot ?? t('All changes saved.'))}
        >
          {t('Save')}
        </Button>
      </div>
      {offer && (
        <DraftOffer
          kept={offer}
          isOutdated={offer.tag !== copy.tag}
          onRestore={() => {
            put(offer.content);
            void forget(offer);
          }}
          onForget={() => void forget(offer)}
        />
      )}
      {isOvertaken && !isComparing && (
        <div className="templates-banner" role="alert">
          <span>{t('Someone else changed this snippet while you were editing.')}</span>
          <Button small onClick={() => setIsComparing(true)}>
            {t('Show differences')}
          </Button>
        </div>
      )}
      {save.error && !isConflict(save.error) && <Failure error={save.error} />}
      <div className="templates-halves">
        <div className="templates-write" key={generation}>
          <div className="templates-tabs">
            <span
              className="muted snippets-use mono truncate"
              title={snippet.name}
            >{`{% snippet "${snippet.name}" %}`}</span>
            <span className="spacer" />
            {mayWrite && (
              <Button small tone="quiet" onClick={() => code.current?.format()}>
                {t('Format')}
              </Button>
            )}
          </div>
          <div className="templates-pane">
            <CodeEditor
              text={copy.content.html}
              language="markup"
              label={t('Snippet content')}
              vocabulary={vocabulary}
              readOnly={!mayWrite}
              onChange={(read) => copy.write('html', read)}
              handle={code}
            />
          </div>
        </div>
        <div className="templates-see">
          <AffectedTemplates
            copy={copy}
            name={snippet.name}
            snippets={all.data}
            uses={uses}
            failure={usesFailure}
            hasMore={hasMore}
            onMore={onMore}
            onBroken={setBroken}
          />
        </div>
      </div>
      {isComparing && (
        <Dialog
          wide
          open
          onClose={() => setIsComparing(false)}
          title={t('Someone else changed this snippet')}
          description={t('Nothing was overwritten. Compare both and choose which one to keep.')}
        >
          <div className="stack">
            <CompareVersions
              left={{ label: t('Theirs (saved)'), content: contentOfSnippet(snippet) }}
              right={{ label: t('Yours (unsaved)'), content: copy.content }}
            />
            <DialogActions>
              <Button onClick={() => setIsComparing(false)}>{t('Decide later')}</Button>
              <Button
                onClick={() => {
                  copy.wasSaved(contentOfSnippet(snippet), loaded.tag);
                  put(contentOfSnippet(snippet));
                  setIsComparing(false);
                }}
              >
                {t('Use theirs')}
              </Button>
              <Button
                tone="primary"
                onClick={() => {
                  const yours = copy.content;
                  copy.wasSaved(contentOfSnippet(snippet), loaded.tag);
                  copy.put(yours);
                  save.reset();
                  setIsComparing(false);
                }}
              >
                {t('Keep yours')}
              </Button>
            </DialogActions>
          </div>
        </Dialog>
      )}
    </div>
  );
}

const isConflict = (error: Error): boolean => error instanceof ApiFailure && error.code === 'precondition_failed';

/** The page of a snippet, with the templates that use it. */
export function SnippetPage() {
  const { snippetId } = useParams({ from: '/shell/snippets/$snippetId' });
  const snippet = useQuery(snippetQuery(snippetId));
  const error = useStandingError(snippet);
  const uses = useInfiniteQuery(usesQuery(snippetId));
  const back = { to: '/snippets', label: t('Snippets') } as const;
  if (!snippet.data)
    return (
      <Page title={t('Snippet')} back={back}>
        {error ? <Failure error={error} retry={() => void snippet.refetch()} /> : <SkeletonRows count={10} />}
      </Page>
    );
  return (
    <Page fill title={snippet.data.snippet.name} back={back} marks={<Id id={snippetId} />}>
      <SnippetEditor
        key={snippetId}
        loaded={snippet.data}
        uses={uses.data?.pages.flatMap(({ data }) => data)}
        usesFailure={uses.error}
        hasMore={uses.hasNextPage}
        onMore={() => void uses.fetchNextPage()}
      />
    </Page>
  );
}

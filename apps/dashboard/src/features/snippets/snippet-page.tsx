import '../templates/templates.css';
import './snippets.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { t } from '../../i18n/texts.js';
import { Failure } from '../../ui/failure.js';
import { Id } from '../../ui/id.js';
import { Page } from '../../ui/page.js';
import { SkeletonRows } from '../../ui/loaded.js';
import { useStandingError } from '../../ui/careful-save.js';
import { snippetQuery, usesQuery } from './queries.js';
import { SnippetEditor } from './snippet-editor.js';

/** One snippet: what it says, and what becomes of the templates that use it. */
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

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { perLanguage, useLanguage } from '../../i18n/language.js';
import { formatNumber, t, tn } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { useCommands } from '../../ui/commands.js';
import { Empty } from '../../ui/empty.js';
import { Field, FormDialog, useRequestForm } from '../../ui/form.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { SearchField } from '../../ui/search-field.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { snippetsQuery } from '../templates/editing/working-copy.js';
import type { Snippet } from './queries.js';
import { createSnippet } from './queries.js';

const example = { path: '/snippets', body: { name: 'footer', body: '<p>Acme Inc.</p>' } };

const columns = perLanguage((): readonly Column<Snippet>[] => [
  { name: 'name', head: t('Name'), cell: ({ name }) => name },
  {
    name: 'body',
    head: t('Preview'),
    wide: true,
    width: 'minmax(0, 2fr)',
    cell: ({ body }) => <span className="mono muted truncate">{body.slice(0, 120)}</span>,
  },
  {
    name: 'size',
    head: t('Characters'),
    wide: true,
    width: '100px',
    figures: true,
    cell: ({ body }) => formatNumber(body.length),
  },
  {
    name: 'modified',
    head: t('Changed'),
    width: '120px',
    figures: true,
    cell: ({ modified }) => <Time at={modified} />,
  },
]);

/** Parts that templates share. */
export function SnippetsPage() {
  const snippets = useQuery(snippetsQuery);
  const { q = '' } = useSearch({ from: '/shell/snippets' });
  const navigate = useNavigate({ from: '/snippets' });
  const whyNot = useWhyNot('editor');
  const [isMaking, setIsMaking] = useState(false);
  const shownColumns = columns(useLanguage());
  const search = useCallback(
    (next: string) => void navigate({ search: next === '' ? {} : { q: next }, replace: true }),
    [navigate],
  );
  const shown = useMemo(() => {
    const words = q.toLowerCase().split(/\s+/).filter(Boolean);
    return (snippets.data ?? [])
      .filter(({ name, body }) =>
        words.every((word) => name.toLowerCase().includes(word) || body.toLowerCase().includes(word)),
      )
      .toSorted((one, other) => one.name.localeCompare(other.name));
  }, [snippets.data, q]);
  const action = (
    <Button tone="primary" icon="plus" onClick={() => setIsMaking(true)} why={whyNot}>
      {t('New snippet')}
    </Button>
  );
  useCommands([{ label: t('New snippet'), keys: 'c', run: () => setIsMaking(true), why: whyNot }]);
  return (
    <Page fill title={t('Snippets')} actions={action}>
      <Loaded query={snippets}>
        {(all) =>
          all.length === 0 ? (
            <Empty action={action} example={example}>
              {t('No snippets yet. Create one for content that templates share, such as a footer.')}
            </Empty>
          ) : (
            <>
              <div className="row">
                <SearchField label={t('Search by name or text')} value={q} onChange={search} />
                <span className="muted caption" role="status">
                  {tn('{count} snippet', '{count} snippets', shown.length)}
                </span>
              </div>
              {shown.length === 0 ? (
                <Empty action={<Button onClick={() => search('')}>{t('Show all')}</Button>}>
                  {t('No snippets match.')}
                </Empty>
              ) : (
                <Table
                  label={t('Snippets')}
                  rows={shown}
                  columns={shownColumns}
                  getKey={({ id }) => id}
                  getHref={({ id }) => `/snippets/${id}`}
                />
              )}
            </>
          )
        }
      </Loaded>
      {isMaking && <NewSnippet onClose={() => setIsMaking(false)} />}
    </Page>
  );
}

function NewSnippet({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useRequestForm({
    values: { name: '' },
    send: ({ name }) => createSnippet({ name, body: '<p></p>\n' }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['snippets'] });
      onClose();
      await navigate({ to: '/snippets/$snippetId', params: { snippetId: id } });
    },
  });
  return (
    <FormDialog {...{ form, onClose }} title={t('New snippet')} action={t('Create')}>
      <Field
        label={t('Name')}
        name="name"
        required
        maxLength={255}
        hint={t('Used in templates as {% snippet "footer" %}')}
      />
    </FormDialog>
  );
}

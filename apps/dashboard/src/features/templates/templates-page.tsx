import './templates.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState } from 'react';
import { nextPageLoader } from '../../api/pages.js';
import { perLanguage, useLanguage } from '../../i18n/language.js';
import { t, tn } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { useCommands } from '../../ui/commands.js';
import { Empty } from '../../ui/empty.js';
import { useIsIdle } from '../../ui/idle.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { SearchField } from '../../ui/search-field.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Day, Time } from '../../ui/time.js';
import { localeCodes } from './locale-gaps.js';
import { foundQuery, tagsQuery } from './queries.js';
import type { FoundTemplate, ListSearch } from './searches.js';
import { omitEmpty, countDrafts, getState } from './searches.js';

const NewTemplateDialog = lazy(() =>
  import('./new-template.js').then(({ NewTemplateDialog: component }) => ({ default: component })),
);

const example = {
  path: '/templates',
  body: { name: 'Receipt', subject: 'Your receipt {{number}}', html: '<p>Hello {{name}}</p>' },
};

const columns = perLanguage((): readonly Column<FoundTemplate>[] => [
  {
    name: 'name',
    head: t('Name'),
    width: 'minmax(160px, 2fr)',
    narrow: 'minmax(0, 1fr)',
    cell: ({ name, subject }) => (
      <span title={subject} className="truncate">
        {name}
      </span>
    ),
  },
  {
    name: 'state',
    head: t('Status'),
    width: '184px',
    narrow: '124px',
    cell: (template) => <State template={template} />,
  },
  {
    name: 'tags',
    head: t('Tags'),
    width: 'minmax(120px, 1fr)',
    wide: true,
    cell: ({ tags }) => (
      <span className="row templates-states">
        {tags.map((tag) => (
          <Badge key={tag} plain>
            {tag}
          </Badge>
        ))}
      </span>
    ),
  },
  {
    name: 'locales',
    head: t('Locales'),
    width: 'minmax(110px, 1fr)',
    wide: true,
    cell: ({ locales }) => {
      const names = locales.map(({ locale }) => locale);
      return (
        <span className="muted" title={names.join(', ')}>
          {names.length > 3 ? `${names.slice(0, 3).join(', ')} +${names.length - 3}` : names.join(', ')}
        </span>
      );
    },
  },
  {
    name: 'modified',
    head: t('Changed'),
    width: '110px',
    figures: true,
    wide: true,
    cell: ({ modified }) => <Time at={modified} />,
  },
  {
    name: 'sent',
    head: t('Last sent'),
    width: '128px',
    narrow: '84px',
    figures: true,
    cell: ({ last_sent }) =>
      last_sent === undefined ? <span className="muted">{t('never')}</span> : <Day at={last_sent} />,
  },
]);

const State = ({ template }: { readonly template: FoundTemplate }) => {
  const state = getState(template);
  const drafts = countDrafts(template);
  return (
    <span className="row templates-states">
      {state === 'published' ? (
        <Badge tone="ok">{t('Published')}</Badge>
      ) : state === 'test' ? (
        <Badge tone="info">{t('A/B test')}</Badge>
      ) : (
        <Badge>{t('Draft')}</Badge>
      )}
      {drafts > 0 && state !== 'draft' && (
        <span className="muted caption templates-wide">{tn('{count} draft', '{count} drafts', drafts)}</span>
      )}
    </span>
  );
};

/** All templates of the account. */
export function TemplatesPage() {
  const search = useSearch({ from: '/shell/templates' });
  const navigate = useNavigate({ from: '/templates' });
  const templates = useInfiniteQuery(foundQuery(search));
  const whyNot = useWhyNot('editor');
  const [isMaking, setIsMaking] = useState(false);
  const change = useCallback(
    (next: ListSearch) => void navigate({ search: (before) => omitEmpty({ ...before, ...next }), replace: true }),
    [navigate],
  );
  const make = () => setIsMaking(true);
  useCommands([{ label: t('New template'), keys: 'c', run: make, why: whyNot }]);
  return (
    <Page
      fill
      title={t('Templates')}
      actions={
        <Button tone="primary" icon="plus" onClick={make} why={whyNot}>
          {t('New template')}
        </Button>
      }
    >
      <Loaded query={templates}>
        {({ pages }) =>
          pages[0]?.data.length === 0 && isUnfiltered(search) ? (
            <Empty
              example={example}
              action={
                <Button tone="primary" icon="plus" onClick={make} why={whyNot}>
                  {t('New template')}
                </Button>
              }
            >
              {t('No templates yet. Create one to start sending.')}
            </Empty>
          ) : (
            <List
              rows={pages.flatMap(({ data }) => data)}
              search={search}
              onChange={change}
              onEnd={nextPageLoader(templates)}
            />
          )
        }
      </Loaded>
      {isMaking && (
        <Suspense fallback={null}>
          <NewTemplateDialog onClose={() => setIsMaking(false)} />
        </Suspense>
      )}
    </Page>
  );
}

const isUnfiltered = (search: ListSearch): boolean => Object.keys(omitEmpty(search)).length === 0;

interface ListProps {
  readonly rows: readonly FoundTemplate[];
  readonly search: ListSearch;
  readonly onChange: (next: ListSearch) => void;
  readonly onEnd: (() => void) | undefined;
}

function List({ rows, search, onChange, onEnd }: ListProps) {
  const { data: tags = [] } = useQuery(tagsQuery);
  const shownColumns = columns(useLanguage());
  return (
    <>
      <div className="row templates-filters">
        <SearchField
          label={t('Search by name, subject, tag or ID')}
          value={search.q ?? ''}
          onChange={useCallback((q: string) => onChange({ q }), [onChange])}
        />
        {tags.length > 0 && (
          <Choice
            label={t('Tag')}
            all={t('All tags')}
            value={search.tag}
            values={tags}
            onChange={(tag) => onChange({ tag })}
          />
        )}
        <Choice
          label={t('Locale')}
          all={t('All locales')}
          value={search.locale}
          values={localeCodes}
          onChange={(locale) => onChange({ locale })}
        />
      </div>
      {rows.length === 0 ? (
        <Empty action={<Button onClick={() => onChange({ q: '', tag: '', locale: '' })}>{t('Show all')}</Button>}>
          {t('No templates match.')}
        </Empty>
      ) : (
        <Table
          label={t('Templates')}
          rows={rows}
          columns={shownColumns}
          getKey={({ id }) => id}
          getHref={({ id }) => `/templates/${id}`}
          onEnd={onEnd}
        />
      )}
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly value: string | undefined;
  readonly values: readonly string[];
  readonly onChange: (value: string) => void;
}

/** Hundreds of options, rendered after the first paint. */
function Choice({ label, all, value, values, onChange }: ChoiceProps) {
  const isIdle = useIsIdle();
  return (
    <select
      className="ui-control templates-choice"
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{all}</option>
      {(isIdle ? values : values.filter((each) => each === value)).map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  );
}

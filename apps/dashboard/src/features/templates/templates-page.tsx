import './templates.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { t, tn } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { useCommands } from '../../ui/commands.js';
import { Empty } from '../../ui/empty.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { SearchField } from '../../ui/search-field.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { NewTemplateDialog } from './new-template-dialog.js';
import { templatesQuery } from './queries.js';
import type { ListSearch } from './searches.js';
import type { TemplateRow } from './template-rows.js';
import { distinct, found } from './template-rows.js';

const curl = `curl -u live_…: https://<host>/api/v1/templates \\
  -d '{ "name": "Receipt", "subject": "Your receipt {{number}}", "html": "<p>Hello {{name}}</p>" }'`;

const columns = (): readonly Column<TemplateRow>[] => [
  { name: 'name', head: t('Name'), width: 'minmax(160px, 2fr)', cell: ({ name }) => name },
  {
    name: 'state',
    head: t('State'),
    width: '150px',
    cell: ({ state, drafts }) => (
      <span className="row templates-states">
        {state === 'published' ? (
          <Badge tone="ok">{t('Published')}</Badge>
        ) : state === 'test' ? (
          <Badge tone="info">{t('A/B test')}</Badge>
        ) : (
          <Badge>{t('Draft')}</Badge>
        )}
        {drafts > 0 && state !== 'draft' && <span className="muted caption">{tn('{count} draft', '{count} drafts', drafts)}</span>}
      </span>
    ),
  },
  {
    name: 'tags',
    head: t('Tags'),
    wide: true,
    cell: ({ tags }) => (
      <span className="row">
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
    wide: true,
    cell: ({ locales }) => (
      <span className="muted" title={locales.join(', ')}>
        {locales.length > 3 ? `${locales.slice(0, 3).join(', ')} +${locales.length - 3}` : locales.join(', ')}
      </span>
    ),
  },
  { name: 'modified', head: t('Changed'), width: '120px', figures: true, cell: ({ modified }) => <Time at={modified} /> },
];

/** All templates of the account. */
export function TemplatesPage() {
  const search = useSearch({ from: '/shell/templates' });
  const navigate = useNavigate({ from: '/templates' });
  const templates = useQuery(templatesQuery);
  const whyNot = useWhyNot('editor');
  const [isMaking, setIsMaking] = useState(false);
  const change = useCallback(
    (next: ListSearch) => void navigate({ search: (before) => definedOf({ ...before, ...next }), replace: true }),
    [navigate],
  );
  const make = () => setIsMaking(true);
  useCommands([{ label: t('New template'), keys: 'c', run: () => whyNot === undefined && make() }]);
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
        {(rows) =>
          rows.length === 0 ? (
            <Empty
              curl={curl}
              action={
                <Button tone="primary" icon="plus" onClick={make} why={whyNot}>
                  {t('New template')}
                </Button>
              }
            >
              {t('Here are the templates that mails are made of. There is none yet.')}
            </Empty>
          ) : (
            <List rows={rows} search={search} onChange={change} />
          )
        }
      </Loaded>
      <NewTemplateDialog open={isMaking} onClose={() => setIsMaking(false)} />
    </Page>
  );
}

interface ListProps {
  readonly rows: readonly TemplateRow[];
  readonly search: ListSearch;
  readonly onChange: (next: ListSearch) => void;
}

function List({ rows, search, onChange }: ListProps) {
  const tags = useMemo(() => distinct(rows.flatMap((row) => row.tags)), [rows]);
  const locales = useMemo(() => distinct(rows.flatMap((row) => row.locales)), [rows]);
  const shown = useMemo(() => found(rows, search), [rows, search]);
  const shownColumns = useMemo(columns, []);
  return (
    <>
      <div className="row templates-filters">
        <SearchField
          label={t('Search by name, tag or id')}
          value={search.q ?? ''}
          onChange={useCallback((q: string) => onChange({ q }), [onChange])}
        />
        {tags.length > 0 && (
          <Choice label={t('Tag')} all={t('All tags')} value={search.tag} values={tags} onChange={(tag) => onChange({ tag })} />
        )}
        {locales.length > 1 && (
          <Choice
            label={t('Locale')}
            all={t('All locales')}
            value={search.locale}
            values={locales}
            onChange={(locale) => onChange({ locale })}
          />
        )}
        <span className="muted caption" role="status">
          {tn('{count} template', '{count} templates', shown.length)}
        </span>
      </div>
      {shown.length === 0 ? (
        <Empty action={<Button onClick={() => onChange({ q: '', tag: '', locale: '' })}>{t('Show all')}</Button>}>
          {t('No template is like that.')}
        </Empty>
      ) : (
        <Table
          label={t('Templates')}
          rows={shown}
          columns={shownColumns}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => `/templates/${id}`}
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

const Choice = ({ label, all, value, values, onChange }: ChoiceProps) => (
  <select
    className="ui-control templates-choice"
    aria-label={label}
    value={value ?? ''}
    onChange={(event) => onChange(event.target.value)}
  >
    <option value="">{all}</option>
    {values.map((each) => (
      <option key={each}>{each}</option>
    ))}
  </select>
);

/** What is empty is not in the address. */
const definedOf = (search: ListSearch): ListSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== '' && value !== undefined));

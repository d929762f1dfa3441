import './audit.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { nextPageLoader, getRows } from '../../api/pages.js';
import { t } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { SearchField } from '../../ui/search-field.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import type { AuditEntry } from './queries.js';
import { auditFilter, auditQuery } from './queries.js';
import { describeTarget, findDifferences, formatSummary } from './summaries.js';
import { Dialog } from '../../ui/dialog.js';
import { Id } from '../../ui/id.js';

function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { created, actor, address, request_id, objects, before, after } = entry;
  const differences = findDifferences(before, after);
  return (
    <Dialog open wide onClose={onClose} title={formatSummary(entry)}>
      <div className="audit-entry">
        <p>
          {actor.name}, <Time at={created} precise />, {address} <Id id={request_id} />
        </p>
        {objects.length > 0 && (
          <p className="audit-value">
            <Target entry={entry} /> <code>{objects.join(', ')}</code>
          </p>
        )}
        {differences.length === 0 ? (
          <p className="muted">{t('No visible changes.')}</p>
        ) : (
          <table className="audit-differences">
            <thead>
              <tr>
                <th scope="col">{t('Field')}</th>
                <th scope="col">{t('Old value')}</th>
                <th scope="col">{t('New value')}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ path, before: was, after: is }) => (
                <tr key={path}>
                  <td>
                    <code>{path}</code>
                  </td>
                  <td>{was === undefined ? <span className="muted">{t('not set')}</span> : <Value text={was} />}</td>
                  <td>{is === undefined ? <span className="muted">{t('not set')}</span> : <Value text={is} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Dialog>
  );
}

function Target({ entry }: { entry: AuditEntry }) {
  const { label, page } = describeTarget(entry);
  return page === undefined ? label : <Link to={page}>{label}</Link>;
}

const Value = ({ text }: { text: string }) => <span className="audit-value">{text}</span>;

const route = getRouteApi('/shell/audit');

/** The audit log (docs/users.md#the-audit-log). */
export function AuditPage() {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const why = useWhyNot('admin');
  const list = useInfiniteQuery({ ...auditQuery(filter), enabled: why === undefined });
  const [shown, show] = useState<AuditEntry>();
  return (
    <Page title={t('Audit log')} fill>
      {why === undefined ? (
        <>
          <SearchField
            label={t('Target ID')}
            value={filter.object ?? ''}
            onChange={(object) => void navigate({ search: auditFilter({ object }), replace: true })}
          />
          <Loaded query={list}>
            {(data) => {
              const entries = getRows(data);
              return entries.length === 0 ? (
                <Empty>{t('No changes yet.')}</Empty>
              ) : (
                <Table
                  label={t('Changes')}
                  rows={entries}
                  columns={columns(show)}
                  getKey={({ id }) => id}
                  onEnd={nextPageLoader(list)}
                />
              );
            }}
          </Loaded>
        </>
      ) : (
        <Empty>{why}</Empty>
      )}
      {shown && <EntryDialog entry={shown} onClose={() => show(undefined)} />}
    </Page>
  );
}

const columns = (show: (entry: AuditEntry) => void): readonly Column<AuditEntry>[] => [
  { name: 'created', head: t('Time'), width: '110px', narrow: '92px', cell: ({ created }) => <Time at={created} /> },
  {
    name: 'actor',
    head: t('User'),
    width: 'minmax(150px, 1fr)',
    wide: true,
    cell: ({ actor }) => (
      <>
        {actor.name} {actor.type === 'key' && <Badge plain>{t('key')}</Badge>}
      </>
    ),
  },
  {
    name: 'summary',
    head: t('Action'),
    width: 'minmax(200px, 1fr)',
    narrow: 'minmax(0, 1fr)',
    cell: (entry) => (
      <>
        <span className="audit-summary truncate">{formatSummary(entry)}</span>{' '}
        {entry.outcome === 'refused' && <Badge tone="bad">{t('rejected')}</Badge>}
        {entry.outcome === 'unknown' && <Badge tone="warn">{t('outcome unknown')}</Badge>}
      </>
    ),
  },
  {
    name: 'objects',
    head: t('Target'),
    width: 'minmax(236px, 1fr)',
    wide: true,
    cell: (entry) => <Target entry={entry} />,
  },
  {
    name: 'show',
    head: '',
    width: '100px',
    narrow: '88px',
    cell: (entry) => (
      <Button small onClick={() => show(entry)}>
        {t('Show')}
      </Button>
    ),
  },
];

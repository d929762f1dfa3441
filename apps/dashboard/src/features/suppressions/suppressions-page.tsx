import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { nextPageLoader, getRows } from '../../api/pages.js';
import { t, tn } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Button, IconButton } from '../../ui/button.js';
import { download } from '../../ui/download.js';
import { Empty } from '../../ui/empty.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Labelled, PlainSelect } from '../../ui/field.js';
import { SearchField } from '../../ui/search-field.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { toast } from '../../ui/toasts.js';
import { AddDialog, ReasonBadge, nameOfReason } from './add-dialog.js';
import type { ImportResult, Suppression } from './queries.js';
import { exportFile, importFile, reasons, suppressionFilter, suppressionsKey, suppressionsQuery } from './queries.js';
import { useRemoval } from './removal.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Failure } from '../../ui/failure.js';

/** Checks the file before the import: the addresses to add, and the invalid lines. */
function ImportDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  const trial = useMutation({ mutationFn: (chosen: File) => importFile(chosen, true), meta: { showsFailure: true } });
  const importing = useMutation({
    mutationFn: (chosen: File) => importFile(chosen, false),
    meta: { showsFailure: true },
    onSuccess: ({ added }) => {
      toast(tn('{count} address suppressed.', '{count} addresses suppressed.', added));
      onClose();
      return queries.invalidateQueries({ queryKey: suppressionsKey });
    },
  });
  const failure = importing.error ?? trial.error;
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    if (chosen) trial.mutate(chosen);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Import suppressions')}
      description={t('A CSV file up to 5 MB with the column email, and optionally reason and note.')}
    >
      <div className="stack">
        <Labelled label={t('File')}>
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".csv,text/csv"
              onChange={(event) => choose(event.target.files?.[0])}
            />
          )}
        </Labelled>
        {trial.data && <Findings result={trial.data} />}
        {failure && <Failure error={failure} />}
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            tone="primary"
            busy={trial.isPending || importing.isPending}
            disabled={!trial.data || trial.data.added === 0}
            onClick={() => file && importing.mutate(file)}
          >
            {trial.data ? tn('Add {count} address', 'Add {count} addresses', trial.data.added) : t('Add')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

const Findings = ({ result: { added, known, refused: rejected, errors } }: { result: ImportResult }) => (
  <div className="stack" role="status">
    <p>
      {tn('{count} new address,', '{count} new addresses,', added)}{' '}
      {tn('{count} already suppressed,', '{count} already suppressed,', known)}{' '}
      {tn('{count} invalid line.', '{count} invalid lines.', rejected)}
    </p>
    {errors.length > 0 && (
      <ul className="caption">
        {errors.slice(0, 10).map(({ line, message }) => (
          <li key={line}>{t('Line {line}: {message}', { line, message })}</li>
        ))}
      </ul>
    )}
  </div>
);

const route = getRouteApi('/shell/suppressions');
const curl = `curl -u $KEY: $URL/api/v1/suppressions -H 'content-type: application/json' -d '{"email":"left@example.com"}'`;

/** The suppressed addresses and their reasons (docs/suppressions.md). */
export function SuppressionsPage() {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const [shown, show] = useState<'add' | 'import'>();
  const why = useWhyNot('editor');
  const list = useInfiniteQuery(suppressionsQuery(filter));
  const columns = useColumns(why);
  const exporting = useMutation({
    mutationFn: () => exportFile(filter),
    onSuccess: (file) => download(file, 'suppressions.csv'),
  });
  const refilter = (change: Record<string, string>) =>
    void navigate({ search: suppressionFilter({ ...filter, ...change }), replace: true });
  const isFiltered = Object.keys(filter).length > 0;

  return (
    <Page
      title={t('Suppressions')}
      fill
      actions={
        <>
          <Button icon="download" busy={exporting.isPending} onClick={() => exporting.mutate()}>
            {t('Export')}
          </Button>
          <Button icon="upload" why={why} onClick={() => show('import')}>
            {t('Import')}
          </Button>
          <Button tone="primary" why={why} onClick={() => show('add')}>
            {t('Suppress address')}
          </Button>
        </>
      }
    >
      <div className="row">
        <SearchField
          label={t('Address, or its beginning')}
          value={filter.search ?? ''}
          onChange={(search) => refilter({ search })}
        />
        <PlainSelect
          label={t('Reason')}
          value={filter.reason}
          options={[['', t('Any reason')], ...reasons.map((reason) => [reason, nameOfReason(reason)] as const)]}
          onChange={(reason = '') => refilter({ reason })}
        />
      </div>
      <Loaded query={list}>
        {(data) => {
          const rows = getRows(data);
          if (rows.length === 0)
            return (
              <Empty {...(isFiltered ? {} : { curl })}>
                {isFiltered
                  ? t('No suppressions match.')
                  : t('No suppressions yet. Addresses that bounce, complain or unsubscribe appear here.')}
              </Empty>
            );
          return (
            <Table
              label={t('Suppressed addresses')}
              rows={rows}
              columns={columns}
              getKey={({ email, reason, created }) => `${email} ${reason} ${created}`}
              onEnd={nextPageLoader(list)}
              {...(list.isFetchingNextPage ? { end: t('Loading more …') } : {})}
            />
          );
        }}
      </Loaded>
      {shown === 'add' && <AddDialog onClose={() => show(undefined)} />}
      {shown === 'import' && <ImportDialog onClose={() => show(undefined)} />}
    </Page>
  );
}

function useColumns(why: string | undefined): readonly Column<Suppression>[] {
  const remove = useRemoval();
  return [
    {
      name: 'email',
      head: t('Address'),
      width: 'minmax(0, 2fr)',
      cell: ({ email }) => email ?? <span className="muted">{t('erased')}</span>,
    },
    {
      name: 'reason',
      head: t('Reason'),
      width: '170px',
      narrow: '140px',
      cell: ({ reason }) => <ReasonBadge reason={reason} />,
    },
    {
      name: 'note',
      head: t('Note'),
      width: 'minmax(0, 3fr)',
      wide: true,
      cell: ({ note, log_id }) =>
        log_id === undefined ? (
          note
        ) : (
          <Link to="/logs/$logId" params={{ logId: log_id }}>
            {note === '' ? t('Email') : note}
          </Link>
        ),
    },
    { name: 'created', head: t('Added'), width: '120px', wide: true, cell: ({ created }) => <Time at={created} /> },
    {
      name: 'remove',
      head: '',
      width: '48px',
      cell: (row) =>
        row.email !== null && (
          <IconButton
            icon="trash"
            label={t('Remove {email}', { email: row.email })}
            why={why}
            onClick={() => remove({ ...row, email: row.email! })}
          />
        ),
    },
  ];
}

import { getRouteApi } from '@tanstack/react-router';
import type { Cause, Failed, Group } from './queries.js';
import {
  toCause,
  failuresKey,
  failuresQuery,
  dropCause,
  groupsQuery,
  replayCause,
  retryingQuery,
  useEspAccountName,
} from './queries.js';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { nextPageLoader, getRows } from '../../api/pages.js';
import { formatNumber, t, tn } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Empty } from '../../ui/empty.js';
import { Failure } from '../../ui/failure.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { runAfterUndo, toast } from '../../ui/toasts.js';
import { Badge } from '../../ui/badge.js';
import { nameOfStatus } from '../logs/log-status.js';
import { formatMessage } from '../logs/timeline.js';
import { Reasons } from '../overview/reasons.js';

const getHref = ({ esp_account, status, code }: Group): string =>
  `/failures?${new URLSearchParams({ esp_account, status, code: code ?? 'none' }).toString()}`;

function GroupsView() {
  const query = useQuery(groupsQuery);
  const wayOut = useEspAccountName();
  return (
    <Page title={t('Failures')} fill>
      <Retrying />
      <Loaded query={query}>
        {({ data, complete }) =>
          data.length === 0 ? (
            <Empty>{t('No failures.')}</Empty>
          ) : (
            <Table
              label={t('Causes')}
              rows={data}
              columns={groupColumns(wayOut)}
              getKey={getHref}
              getHref={getHref}
              {...(complete ? {} : { end: t('Counts the last 50,000 failures.') })}
            />
          )
        }
      </Loaded>
    </Page>
  );
}

/** Emails that are being retried, by cause. */
function Retrying() {
  const { data: logs = [] } = useQuery(retryingQuery);
  if (logs.length === 0) return undefined;
  return (
    <section className="ui-card" aria-labelledby="failures-retrying">
      <h2 id="failures-retrying">{t('Being retried')}</h2>
      <Reasons logs={logs} />
    </section>
  );
}

const groupColumns = (wayOut: (id: string) => string): readonly Column<Group>[] => [
  {
    name: 'reason',
    head: t('Last error'),
    width: 'minmax(200px, 4fr)',
    narrow: 'minmax(0, 4fr)',
    cell: ({ example }) => formatMessage(example.reason),
  },
  {
    name: 'status',
    head: t('Status'),
    width: '128px',
    narrow: '118px',
    cell: ({ status }) => <Badge tone="bad">{nameOfStatus(status)}</Badge>,
  },
  { name: 'code', head: t('Code'), width: '120px', wide: true, cell: ({ code }) => code && <code>{code}</code> },
  {
    name: 'esp',
    head: t('ESP account'),
    width: 'minmax(140px, 1fr)',
    wide: true,
    cell: ({ esp_account }) => wayOut(esp_account),
  },
  {
    name: 'count',
    head: t('Emails'),
    width: '80px',
    narrow: '60px',
    figures: true,
    cell: ({ count }) => formatNumber(count),
  },
  { name: 'last', head: t('Latest'), width: '110px', wide: true, cell: ({ last }) => <Time at={last} /> },
];

/** The failed emails of one cause, to replay or dismiss together. */
function CauseView({ cause }: { cause: Cause }) {
  const list = useInfiniteQuery(failuresQuery(cause));
  const why = useWhyNot('editor');
  const wayOut = useEspAccountName();
  const [isReplaying, setReplaying] = useState(false);
  const forget = useForgetting(cause);
  return (
    <Page
      title={cause.code === 'none' ? wayOut(cause.esp_account) : `${wayOut(cause.esp_account)} · ${cause.code}`}
      back={{ to: '/failures', label: t('Failures') }}
      fill
      actions={
        <>
          <Button why={why} onClick={forget}>
            {t('Dismiss')}
          </Button>
          <Button tone="primary" why={why} onClick={() => setReplaying(true)}>
            {t('Retry all')}
          </Button>
        </>
      }
    >
      <Loaded query={list}>
        {(data) => {
          const failures = getRows(data);
          return failures.length === 0 ? (
            <Empty>{t('No failures left for this cause.')}</Empty>
          ) : (
            <Table
              label={t('Emails')}
              rows={failures}
              columns={columns()}
              getKey={({ log_id }) => log_id}
              getHref={({ log_id }) => `/logs/${log_id}`}
              onEnd={nextPageLoader(list)}
            />
          );
        }}
      </Loaded>
      {isReplaying && <ReplayDialog cause={cause} onClose={() => setReplaying(false)} />}
    </Page>
  );
}

const columns = (): readonly Column<Failed>[] => [
  {
    name: 'recipient',
    head: t('Recipient'),
    width: 'minmax(0, 2fr)',
    cell: ({ recipient_address }) => recipient_address ?? <span className="muted">{t('no longer stored')}</span>,
  },
  { name: 'template', head: t('Template'), wide: true, cell: ({ email_name }) => email_name },
  {
    name: 'reason',
    head: t('Reason'),
    width: 'minmax(0, 4fr)',
    wide: true,
    cell: ({ reason }) => formatMessage(reason),
  },
  { name: 'failed', head: t('Time'), width: '110px', cell: ({ failed }) => <Time at={failed} /> },
];

function useForgetting(cause: Cause): () => void {
  const queries = useQueryClient();
  return () =>
    runAfterUndo(t('Failures dismissed. Their logs stay.'), () =>
      dropCause(cause).finally(() => void queries.invalidateQueries({ queryKey: failuresKey })),
    );
}

function ReplayDialog({ cause, onClose }: { cause: Cause; onClose: () => void }) {
  const queries = useQueryClient();
  const replaying = useMutation({
    mutationFn: () => replayCause(cause),
    meta: { showsFailure: true },
    onSuccess: ({ replayed, skipped }) => {
      toast(
        `${tn('Retrying {count} email.', 'Retrying {count} emails.', replayed)} ${
          skipped === 0 ? '' : tn('{count} cannot be retried.', '{count} cannot be retried.', skipped)
        }`.trim(),
      );
      onClose();
      return queries.invalidateQueries({ queryKey: failuresKey });
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Retry all')}
      description={t('Sends each email that failed for this cause once more, unchanged and with its own log.')}
    >
      <div className="stack">
        {replaying.error && <Failure error={replaying.error} />}
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button tone="primary" busy={replaying.isPending} onClick={() => replaying.mutate()}>
            {t('Retry all')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

const route = getRouteApi('/shell/failures');

/** Failed emails, grouped by cause. */
export function FailuresPage() {
  const cause = toCause(route.useSearch());
  return cause ? <CauseView cause={cause} /> : <GroupsView />;
}

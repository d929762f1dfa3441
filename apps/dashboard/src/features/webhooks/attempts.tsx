import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { nextPageLoader, getRows } from '../../api/pages.js';
import { formatNumber, t } from '../../i18n/texts.js';
import { Badge } from '../../ui/badge.js';
import { IconButton } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { Loaded } from '../../ui/loaded.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { toDate } from '../../ui/moments.js';
import { toast } from '../../ui/toasts.js';
import type { Attempt } from './queries.js';
import { attemptsQuery, keyOfAttempt, latestAttemptsQuery, replay, webhooksKey } from './queries.js';

/** The requests of the last 7 days with their responses. */
export function Attempts({ webhookId }: { webhookId: string }) {
  const list = useInfiniteQuery(attemptsQuery(webhookId));
  useQuery(latestAttemptsQuery(webhookId));
  const queries = useQueryClient();
  const replaying = useMutation({
    mutationFn: (event_id: string) => replay(webhookId, { event_id }),
    onSuccess: () => {
      toast(t('Event replayed.'));
      return queries.invalidateQueries({ queryKey: [...webhooksKey, webhookId] });
    },
  });
  return (
    <section className="webhooks-attempts" aria-labelledby="webhooks-attempts">
      <h2 id="webhooks-attempts">{t('Attempts')}</h2>
      <Loaded query={list}>
        {(data) => {
          const attempts = getRows(data);
          return attempts.length === 0 ? (
            <Empty>{t('No attempts in the last 7 days. Send a test event to check the endpoint.')}</Empty>
          ) : (
            <Table
              label={t('Attempts')}
              rows={attempts}
              columns={columns(replaying.mutate)}
              getKey={keyOfAttempt}
              onEnd={nextPageLoader(list)}
            />
          );
        }}
      </Loaded>
    </section>
  );
}

const outcomes = { delivered: 'ok', failed: 'warn', given_up: 'bad' } as const;
const nameOfOutcome = (outcome: Attempt['outcome']): string =>
  ({ delivered: t('delivered'), failed: t('failed'), given_up: t('abandoned') })[outcome];

const columns = (again: (eventId: string) => void): readonly Column<Attempt>[] => [
  { name: 'created', head: t('Time'), width: '110px', cell: ({ created }) => <Time at={created} /> },
  { name: 'type', head: t('Event'), width: 'minmax(120px, 1fr)', cell: ({ type }) => <code>{type}</code> },
  {
    name: 'outcome',
    head: t('Outcome'),
    width: '124px',
    cell: ({ outcome }) => <Badge tone={outcomes[outcome]}>{nameOfOutcome(outcome)}</Badge>,
  },
  {
    name: 'message',
    head: t('Response'),
    width: 'minmax(180px, 2fr)',
    wide: true,
    cell: ({ message, answer: body }) => (body === '' ? message : `${message} – ${body}`),
  },
  {
    name: 'milliseconds',
    head: t('Duration'),
    width: '80px',
    wide: true,
    figures: true,
    cell: ({ milliseconds }) => t('{time} ms', { time: formatNumber(milliseconds) }),
  },
  {
    name: 'next',
    head: t('Next retry'),
    width: '124px',
    wide: true,
    cell: ({ next, attempt }) =>
      next === undefined || toDate(next) < new Date() ? (
        <span className="muted">{t('attempt {attempt}', { attempt })}</span>
      ) : (
        <Time at={next} />
      ),
  },
  {
    name: 'again',
    head: '',
    width: '44px',
    cell: ({ event_id }) => <IconButton icon="retry" label={t('Replay')} onClick={() => again(event_id)} />,
  },
];

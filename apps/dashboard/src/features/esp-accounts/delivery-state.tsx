import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queueQuery } from '../../api/queue.js';
import { formatNumber, t, tn } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Failure } from '../../ui/failure.js';
import { Time } from '../../ui/time.js';
import { toast } from '../../ui/toasts.js';
import type { Health } from './health.js';
import { describeCause, getHealth } from './health.js';
import { retryEspAccount } from './queries.js';

export const StateBadge = ({ state }: Pick<Health, 'state'>) =>
  state === 'open' ? (
    <Badge tone="ok">{t('Works')}</Badge>
  ) : state === 'failing' ? (
    <Badge tone="warn">{t('Failing')}</Badge>
  ) : (
    <Badge tone="bad">{t('Paused')}</Badge>
  );

/** Refetch interval of the queue, whose state changes without an event. */
const againAfterMs = 5_000;

export const useHealth = (id: string): Health | undefined => {
  const { data } = useQuery({ ...queueQuery, refetchInterval: againAfterMs });
  return data && getHealth(data.lanes, id);
};

/** Whether the account sends, the reason if not, the waiting emails, and the possible actions. */
export function Delivery({ id, onMove }: { id: string; onMove: () => void }) {
  const health = useHealth(id);
  const why = useWhyNot('admin');
  const queries = useQueryClient();
  const retrying = useMutation({
    mutationFn: () => retryEspAccount(id),
    meta: { showsFailure: true },
    onSuccess: ({ due }) => {
      toast(
        due === 0 ? t('Trying again now.') : tn('Trying {count} email again.', 'Trying {count} emails again.', due),
      );
      return queries.invalidateQueries(queueQuery);
    },
  });
  if (!health) return undefined;
  const { state, waiting, oldest_due, last_error: error, next } = health;
  return (
    <section className="ui-card esp-delivery" aria-labelledby="esp-delivery">
      <div className="row">
        <h2 id="esp-delivery">{t('Delivery')}</h2>
        <StateBadge state={state} />
      </div>
      {error && (
        <div>
          <p>{describeCause(error)}</p>
          <p className="caption muted">
            {t("Provider's answer")} · <Time at={error.at} />
          </p>
          <code>{error.message}</code>
        </div>
      )}
      <dl className="esp-facts">
        <dt>{t('Queued')}</dt>
        <dd>
          {waiting === 0 ? (
            t('Nothing')
          ) : (
            <Link to="/logs" search={{ outcome: 'waiting', esp_account: id }}>
              {tn('{count} email', '{count} emails', waiting)}
            </Link>
          )}
        </dd>
        {oldest_due !== undefined && (
          <>
            <dt>{t('Oldest due')}</dt>
            <dd>
              <Time at={oldest_due} />
            </dd>
          </>
        )}
        {waiting > 0 && next !== undefined && (
          <>
            <dt>{t('Next try')}</dt>
            <dd>
              <Time at={next} precise />
            </dd>
          </>
        )}
      </dl>
      {retrying.error && <Failure error={retrying.error} />}
      {state !== 'open' && (
        <div className="row">
          <Button tone="primary" why={why} busy={retrying.isPending} onClick={() => retrying.mutate()}>
            {t('Retry now')}
          </Button>
          {waiting > 0 && (
            <Button why={why} onClick={onMove}>
              {t('Move queued emails')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** For the overview: the number of waiting emails, and whether the account works. */
export const AccountState = ({ health: { state, waiting } }: { health: Health }) => (
  <span className="row">
    {waiting > 0 && <span className="muted">{t('{count} queued', { count: formatNumber(waiting) })}</span>}
    {state !== 'open' && <StateBadge state={state} />}
  </span>
);

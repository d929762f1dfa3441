import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { figure, t } from '../../i18n/texts.js';
import { Loaded } from '../../ui/loaded.js';
import { waitingQuery } from './queries.js';

/** How much is accepted and not yet sent. */
export const Waiting = () => (
  <section className="ui-card" aria-labelledby="overview-waiting">
    <div className="row">
      <h2 id="overview-waiting">{t('Waiting to be sent')}</h2>
      <span className="spacer" />
      <Link to="/logs" search={{ outcome: 'waiting' }}>
        {t('Show')}
      </Link>
    </div>
    <Loaded query={useQuery(waitingQuery)}>
      {(pending) => (
        <p>
          <span className="overview-value">{figure(pending?.used ?? 0)}</span>{' '}
          <span className="muted">{pending && t('of at most {limit}', { limit: figure(pending.limit) })}</span>
        </p>
      )}
    </Loaded>
  </section>
);

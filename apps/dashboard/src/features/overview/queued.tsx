import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queueQuery } from '../../api/queue.js';
import { formatNumber, t } from '../../i18n/texts.js';
import { Loaded } from '../../ui/loaded.js';
import { Time } from '../../ui/time.js';

/** The number of queued emails, and the due time of the oldest. */
export const Queued = () => (
  <section className="ui-card" aria-labelledby="overview-waiting">
    <div className="row">
      <h2 id="overview-waiting">{t('Queued')}</h2>
      <span className="spacer" />
      <Link to="/logs" search={{ outcome: 'waiting' }}>
        {t('Show')}
      </Link>
    </div>
    <Loaded query={useQuery(queueQuery)}>
      {({ waiting, oldest_due }) => (
        <p>
          <span className="overview-value">{formatNumber(waiting)}</span> <span className="muted">{t('queued')}</span>
          {oldest_due !== undefined && (
            <>
              <br />
              {t('Oldest due')} <Time at={oldest_due} />
            </>
          )}
        </p>
      )}
    </Loaded>
  </section>
);

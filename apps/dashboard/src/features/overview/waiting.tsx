import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { figure, t } from '../../i18n/texts.js';
import { Loaded } from '../../ui/loaded.js';
import { Time } from '../../ui/time.js';
import { queueQuery } from './queries.js';

/** How much is accepted and not yet sent, and since when the oldest of it is due. */
export const Waiting = () => (
  <section className="ui-card" aria-labelledby="overview-waiting">
    <div className="row">
      <h2 id="overview-waiting">{t('Waiting to be sent')}</h2>
      <span className="spacer" />
      <Link to="/logs" search={{ outcome: 'waiting' }}>
        {t('Show')}
      </Link>
    </div>
    <Loaded query={useQuery(queueQuery)}>
      {({ waiting, due, oldest_due }) => (
        <p>
          <span className="overview-value">{figure(waiting)}</span>{' '}
          <span className="muted">{t('of which {due} are due', { due: figure(due) })}</span>
          {oldest_due !== undefined && (
            <>
              <br />
              {t('The oldest is due')} <Time at={oldest_due} />
            </>
          )}
        </p>
      )}
    </Loaded>
  </section>
);

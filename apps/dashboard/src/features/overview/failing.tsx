import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { figure, t, tn } from '../../i18n/texts.js';
import { Badge } from '../../ui/badge.js';
import { Loaded } from '../../ui/loaded.js';
import { Time } from '../../ui/time.js';
import { nameOfStatus, outcomeOf, toneOfStatus } from '../logs/log-status.js';
import { failingQuery } from './queries.js';
import { changedAt, reasonsOf } from './figures.js';

const shown = 8;

/** Mails of the last day that failed or are being retried, by cause (docs/statistics.md#delivery-problems). */
export const Failing = () => (
  <section className="ui-card" aria-labelledby="overview-failing">
    <div className="row">
      <h2 id="overview-failing">{t('Delivery problems')}</h2>
      <span className="caption muted">{t('Last 24 hours')}</span>
      <span className="spacer" />
      <Link to="/logs" search={{ outcome: 'failed', since: 'day' }}>
        {t('View failed mail')}
      </Link>
    </div>
    <Loaded query={useQuery(failingQuery)}>
      {({ data, next_cursor }) =>
        data.length === 0 ? (
          <p className="muted">{t('No delivery problems')}</p>
        ) : (
          <>
            {next_cursor !== null && (
              <p className="caption muted">{t('Counted among the {count} newest', { count: figure(data.length) })}</p>
            )}
            <ul className="overview-list">
              {reasonsOf(data)
                .slice(0, shown)
                .map(({ text, count, example }) => (
                  <li key={text} className="overview-item">
                    <Badge tone={toneOfStatus(example.status)}>{nameOfStatus(example.status)}</Badge>
                    <span className="overview-reason">
                      <Link to="/logs/$logId" params={{ logId: example.id }}>
                        {text}
                      </Link>
                      <span className="caption muted">
                        {tn('{count} mail', '{count} mails', count)} · {t('last')} <Time at={changedAt(example)} />
                        {outcomeOf(example.status) === 'failed' ? '' : ` · ${t('retrying automatically')}`}
                      </span>
                    </span>
                  </li>
                ))}
            </ul>
          </>
        )
      }
    </Loaded>
  </section>
);

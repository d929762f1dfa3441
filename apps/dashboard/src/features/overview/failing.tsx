import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t, tn } from '../../i18n/texts.js';
import { Badge } from '../../ui/badge.js';
import { Loaded } from '../../ui/loaded.js';
import { Time } from '../../ui/time.js';
import { nameOfStatus, outcomeOf, toneOfStatus } from '../logs/log-status.js';
import { failingQuery } from './queries.js';
import { reasonsOf } from './reasons.js';

const shown = 8;

/** What fails now, and why, in the words of those who refuse. */
export const Failing = () => (
  <section className="ui-card" aria-labelledby="overview-failing">
    <div className="row">
      <h2 id="overview-failing">{t('What fails, and why')}</h2>
      <span className="caption muted">{t('Last 24 hours')}</span>
      <span className="spacer" />
      <Link to="/logs" search={{ outcome: 'failed', since: 'day' }}>
        {t('All that failed')}
      </Link>
    </div>
    <Loaded query={useQuery(failingQuery)}>
      {({ data }) =>
        data.length === 0 ? (
          <p className="muted">{t('Nothing fails.')}</p>
        ) : (
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
                      {tn('{count} mail', '{count} mails', count)} · {t('last')} <Time at={example.created} />
                      {outcomeOf(example.status) === 'failed' ? '' : ` · ${t('tried again by itself')}`}
                    </span>
                  </span>
                </li>
              ))}
          </ul>
        )
      }
    </Loaded>
  </section>
);

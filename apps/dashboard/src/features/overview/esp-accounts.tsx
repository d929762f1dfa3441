import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { figure, t } from '../../i18n/texts.js';
import { Badge } from '../../ui/badge.js';
import { Loaded } from '../../ui/loaded.js';
import { espAccountsQuery } from '../esp-accounts/queries.js';
import { queueQuery } from './queries.js';

/** Through whom mail goes. */
export const EspAccounts = () => (
  <section className="ui-card" aria-labelledby="overview-esp">
    <h2 id="overview-esp">{t('ESP accounts')}</h2>
    <Loaded query={useQuery(espAccountsQuery)}>
      {(accounts) =>
        accounts.length === 0 ? (
          <p className="muted">{t('None: mail goes the built-in way.')}</p>
        ) : (
          <ul className="overview-list">
            {accounts.map(({ id, name, esp_type, rate_per_second, fallback }) => (
              <li key={id} className="overview-item">
                <span className="overview-reason">
                  <Link to="/esp_accounts/$id" params={{ id }}>
                    {name}
                  </Link>
                  <span className="caption muted">
                    {[
                      esp_type,
                      rate_per_second !== undefined && t('{rate} a second', { rate: rate_per_second }),
                      fallback !== undefined && t('with a fallback'),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                <AccountState id={id} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  </section>
);

/** Whether mail goes through it now, and how much waits for it. */
function AccountState({ id }: { id: string }) {
  const { data } = useQuery(queueQuery);
  const lanes = data?.lanes.filter(({ esp_account }) => esp_account === id) ?? [];
  const waiting = lanes.reduce((sum, lane) => sum + lane.waiting, 0);
  const worst = (['paused', 'failing'] as const).find((state) => lanes.some((lane) => lane.state === state));
  return (
    <span className="row">
      {waiting > 0 && <span className="muted">{t('{count} wait', { count: figure(waiting) })}</span>}
      {worst === 'paused' && <Badge tone="bad">{t('Paused')}</Badge>}
      {worst === 'failing' && <Badge tone="warn">{t('Failing')}</Badge>}
    </span>
  );
}

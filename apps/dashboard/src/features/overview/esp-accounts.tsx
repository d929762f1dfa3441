import { useQuery } from '@tanstack/react-query';
import { t } from '../../i18n/texts.js';
import { Loaded } from '../../ui/loaded.js';
import { espAccountsQuery } from './queries.js';

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
                  <a href={`/esp_accounts/${id}`}>{name}</a>
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
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  </section>
);

import { useQuery } from '@tanstack/react-query';
import { figure, size, t } from '../../i18n/texts.js';
import { Loaded } from '../../ui/loaded.js';
import type { Limit } from './queries.js';
import { limitsQuery } from './queries.js';

const nameOfLimit = (name: Limit['name']): string =>
  ({
    requests_per_second: t('Requests per second'),
    key_requests_per_second: t('Requests per second and key'),
    renders_per_second: t('Renders per second'),
    mjml_seconds_per_second: t('MJML rendering time'),
    body_bytes_per_second: t('Bytes received per second'),
    pending_mails: t('Queued mail'),
    esp_accounts: t('ESP accounts'),
    templates: t('Templates'),
    snippets: t('Snippets'),
    versions: t('Versions'),
    drip_campaigns: t('Drip campaigns'),
    drip_members: t('Campaign members'),
    suppressions: t('Suppressions'),
    webhooks: t('Webhooks'),
    users: t('Users'),
    api_keys: t('API keys'),
    template_bytes: t('Template storage'),
    compiled_bytes: t('Compiled template storage'),
    attachment_bytes: t('Attachment storage'),
  })[name];

const shown = (name: Limit['name'], value: number): string => (name.includes('bytes') ? size(value) : figure(value));

/** How much the account may have, and has: an operator can raise it. */
export function Limits() {
  const query = useQuery(limitsQuery);
  return (
    <section className="stack">
      <h2>{t('Limits')}</h2>
      <Loaded query={query}>
        {(limits) => (
          <table className="account-limits">
            <thead>
              <tr>
                <th scope="col">{t('Limit')}</th>
                <th scope="col" className="figures">
                  {t('Used')}
                </th>
                <th scope="col" className="figures">
                  {t('Maximum')}
                </th>
                <th scope="col">
                  <span className="unseen">{t('Share')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {limits.map(({ name, limit, used }) => (
                <tr key={name}>
                  <td>{nameOfLimit(name)}</td>
                  <td className="figures">{used === undefined ? '' : shown(name, used)}</td>
                  <td className="figures">{shown(name, limit)}</td>
                  <td>
                    {used !== undefined && (
                      <meter min={0} max={limit} high={limit * 0.8} value={used} aria-label={nameOfLimit(name)} />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </section>
  );
}

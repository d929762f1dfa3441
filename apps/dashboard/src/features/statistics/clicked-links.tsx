import './statistics.css';
import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '../../api/client.js';
import { formatNumber, t } from '../../i18n/texts.js';
import { Loaded } from '../../ui/loaded.js';
import { statisticsKey } from './queries.js';

/** The links of a template that were clicked in the last 30 days. */
export function ClickedLinks({ template }: { readonly template: string }) {
  const query = useQuery({
    queryKey: [...statisticsKey, 'links', template],
    queryFn: ({ signal }) => unwrap(api.GET('/stats/links', { params: { query: { template } }, signal })),
  });
  return (
    <div className="ui-card">
      <div className="row">
        <h2>{t('Clicked links')}</h2>
        <span className="caption muted">{t('last 30 days')}</span>
      </div>
      <Loaded query={query}>
        {(links) =>
          links.length === 0 ? (
            <p className="muted">{t('No tracked clicks')}</p>
          ) : (
            <div className="statistics-numbers" role="region" tabIndex={0} aria-label={t('Clicked links')}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('Link')}</th>
                    <th scope="col" className="figures">
                      {t('Emails')}
                    </th>
                    <th scope="col" className="figures">
                      {t('Clicks')}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {links.map(({ url, clicked }) => (
                    <tr key={url}>
                      <th scope="row" className="statistics-link">
                        {url}
                      </th>
                      <td className="figures">{formatNumber(clicked.unique)}</td>
                      <td className="figures">{formatNumber(clicked.total)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
    </div>
  );
}

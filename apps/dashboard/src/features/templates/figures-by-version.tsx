import type { components } from '@postrider/client';
import { formatNumber, share, t } from '../../i18n/texts.js';
import { versionLabel } from './queries.js';
import type { Template } from './requests.js';

type VersionFigures = components['schemas']['VersionFigures'];
type RateName = 'opened' | 'clicked' | 'converted' | 'unsubscribed';

/** The rates of each version of a template, and whether they differ significantly. */
export function FiguresByVersion({
  locales,
  versions,
}: {
  readonly locales: readonly Template[];
  readonly versions: readonly VersionFigures[];
}) {
  if (versions.length === 0) return <p className="muted">{t('No emails in this period')}</p>;
  const rates: readonly (readonly [RateName, string])[] = [
    ['opened', t('Opened')],
    ['clicked', t('Clicked')],
    ['converted', t('Converted')],
    ['unsubscribed', t('Unsubscribed')],
  ];
  const getName = (id: string): string => {
    const template = locales.find(({ versions: own }) => own.some((each) => each.id === id));
    const version = template?.versions.find((each) => each.id === id);
    if (!template || !version) return id === '' ? t('Unknown') : id;
    return locales.length > 1 ? `${template.locale}: ${versionLabel(version)}` : versionLabel(version);
  };
  return (
    <div className="templates-figures" tabIndex={0} role="region" aria-label={t('Statistics by version')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Version')}</th>
            <th scope="col" className="figures">
              {t('Sent')}
            </th>
            {rates.map(([rate, label]) => (
              <th key={rate} scope="col" className="figures">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {versions.map((version) => (
            <tr key={version.version}>
              <th scope="row">{getName(version.version)}</th>
              <td className="figures">{formatNumber(version.sent)}</td>
              {rates.map(([rate]) => (
                <td key={rate} className="figures">
                  <RateCell version={version} rate={rate} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted caption">
        {t('95% confidence interval in brackets. Differences are relative to the first version.')}
      </p>
    </div>
  );
}

function RateCell({ version, rate }: { readonly version: VersionFigures; readonly rate: RateName }) {
  const { rate: value, low, high } = version.rates[rate];
  const compared = version.compared?.[rate];
  return (
    <>
      <span>{share(value)}</span>
      <br />
      <span className="muted caption">
        ({share(low)}–{share(high)})
      </span>
      {compared && (
        <div className="caption">
          {compared.difference > 0 ? '+' : ''}
          {share(compared.difference)}{' '}
          {compared.significant ? (
            <strong>{t('Significant')}</strong>
          ) : (
            <span className="muted">{t('Not significant yet')}</span>
          )}
        </div>
      )}
    </>
  );
}

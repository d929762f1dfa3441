import { formatNumber, share, t } from '../../i18n/texts.js';
import type { Figures } from './figures.js';
import { nameOfMeasure } from './tiles.js';

/** How many of the sent emails reached each step. Without delivery reports, that step is omitted. */
export function Funnel({ figures: { sent, delivered, opened, clicked, conversions } }: { readonly figures: Figures }) {
  const steps: readonly (readonly [string, number])[] = [
    [nameOfMeasure('sent'), sent],
    ...(delivered.unique > 0 ? [[nameOfMeasure('delivered'), delivered.unique] as const] : []),
    [nameOfMeasure('opened'), opened.unique],
    [nameOfMeasure('clicked'), clicked.unique],
    [t('Converted'), conversions.unique],
  ];
  if (sent === 0) return undefined;
  return (
    <section className="ui-card" aria-labelledby="statistics-funnel">
      <div className="row">
        <h2 id="statistics-funnel">{t('Funnel')}</h2>
        <span className="caption muted">{t('shares of the sent emails')}</span>
      </div>
      <table className="statistics-funnel">
        <tbody>
          {steps.map(([name, count]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="figures">{formatNumber(count)}</td>
              <td className="figures">{share(count / sent)}</td>
              <td className="statistics-funnel-bar" aria-hidden="true">
                <div style={{ width: `${Math.min(count / sent, 1) * 100}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

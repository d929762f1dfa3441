import { useEffect, useRef, useState } from 'react';
import { currentLanguage, useLanguage } from '../../i18n/language.js';
import { formatNumber, t } from '../../i18n/texts.js';
import { Button } from '../../ui/button.js';
import { download } from '../../ui/download.js';
import type { Statistics } from './figures.js';
import { measures, getValue } from './figures.js';
import type { StatisticsFilter } from './queries.js';
import { statisticsFile } from './statistics-file.js';
import { nameOfMeasure } from './tiles.js';
import { useIsDark } from '../../ui/appearance.js';

const height = 260;

type Props = { readonly statistics: Statistics; readonly isUtc: boolean };
type OverTimeProps = Props & { readonly filter: StatisticsFilter };

/** A chart, redrawn when the theme or the language changes. */
function Chart(props: Props) {
  const isDark = useIsDark();
  const language = useLanguage();
  return <Drawing key={`${isDark} ${language}`} {...props} />;
}

/** Loads after the numbers are shown. */
function Drawing({ statistics, isUtc }: Props) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    let clear = (): void => undefined;
    let isGone = false;
    void import('./plot.js').then(({ plot }) => {
      if (!isGone) clear = plot(element, statistics, { height, isUtc });
      return undefined;
    });
    return () => {
      isGone = true;
      clear();
    };
  }, [statistics, isUtc]);
  const summary = measures
    .map((measure) => `${nameOfMeasure(measure)}: ${formatNumber(getValue(statistics.total, measure))}`)
    .join(', ');
  return <div ref={host} className="statistics-chart" role="img" aria-label={`${t('Over time')}. ${summary}`} />;
}

/** The statistics over time, as a chart or a table. */
export function StatisticsOverTime({ statistics, isUtc, filter }: OverTimeProps) {
  const [isTable, setIsTable] = useState(false);
  return (
    <section className="ui-card" aria-label={t('Over time')}>
      <div className="row">
        <h2>{t('Over time')}</h2>
        <span className="caption muted">
          {[t('by acceptance time'), isUtc && t('days in UTC')].filter(Boolean).join(' · ')}
        </span>
        <span className="spacer" />
        <Button
          small
          tone="quiet"
          icon="download"
          onClick={() => download(statisticsFile(statistics, isUtc, filter), 'statistics.csv')}
        >
          {t('Export CSV')}
        </Button>
        <Button small tone="quiet" onClick={() => setIsTable(!isTable)}>
          {isTable ? t('Show as chart') : t('Show as table')}
        </Button>
      </div>
      {isTable ? <Numbers {...{ statistics, isUtc }} /> : <Chart {...{ statistics, isUtc }} />}
    </section>
  );
}

function Numbers({ statistics: { by, buckets }, isUtc }: Props) {
  const format = new Intl.DateTimeFormat(currentLanguage(), {
    dateStyle: 'medium',
    ...(by === 'hour' ? { timeStyle: 'short' } : {}),
    ...(isUtc ? { timeZone: 'UTC' } : {}),
  });
  return (
    <div className="statistics-numbers" tabIndex={0} role="region" aria-label={t('Over time')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{by === 'hour' ? t('Hour') : t('Day')}</th>
            {measures.map((measure) => (
              <th key={measure} scope="col" className="figures">
                {nameOfMeasure(measure)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buckets.toReversed().map((bucket) => (
            <tr key={bucket.begins}>
              <th scope="row">{format.format(bucket.begins * 1000)}</th>
              {measures.map((measure) => (
                <td key={measure} className="figures">
                  {formatNumber(getValue(bucket as Statistics['total'], measure))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

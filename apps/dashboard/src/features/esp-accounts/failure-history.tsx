import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentLanguage } from '../../i18n/language.js';
import { formatNumber, share, t, tn } from '../../i18n/texts.js';
import { PlainSelect } from '../../ui/field.js';
import { Loaded } from '../../ui/loaded.js';
import { Time } from '../../ui/time.js';
import type { AttemptHour, Period } from './failure-rate.js';
import { periods, getRate, getTop, sumUp } from './failure-rate.js';
import { attemptsQuery } from './queries.js';

/** The failure rate of the ESP account by hour. */
export function FailureHistory({ id }: { readonly id: string }) {
  const query = useQuery(attemptsQuery(id));
  const [period, setPeriod] = useState<Period>('day');
  return (
    <section className="ui-card esp-history" aria-labelledby="esp-history">
      <div className="row">
        <h2 id="esp-history">{t('Failure rate')}</h2>
        <span className="caption muted">{t('by hour')}</span>
        <span className="spacer" />
        <PlainSelect
          label={t('Period')}
          value={period}
          options={[
            ['day', t('Last 24 hours')],
            ['week', t('Last 7 days')],
          ]}
          onChange={(chosen) => setPeriod(chosen === 'week' ? 'week' : 'day')}
        />
      </div>
      <Loaded query={query}>{({ hours }) => <Hours hours={hours.slice(-periods[period])} />}</Loaded>
    </section>
  );
}

function Hours({ hours }: { readonly hours: readonly AttemptHour[] }) {
  const total = sumUp(hours);
  const [first] = hours;
  if (total.attempts === 0 || !first) return <p className="muted">{t('No emails in this period')}</p>;
  const summary = `${formatWords(total)} (${share(getRate(total))})`;
  const top = getTop(hours);
  return (
    <>
      <p>{summary}</p>
      <div className="esp-chart">
        <span className="caption muted esp-chart-top">{share(top)}</span>
        <svg viewBox={`0 0 ${hours.length} 100`} preserveAspectRatio="none" role="img" aria-label={summary}>
          {hours.map((hour, position) => (
            <Bar key={hour.begins} hour={hour} position={position} top={top} />
          ))}
        </svg>
        <span className="caption muted row">
          <Time at={first.begins} />
          <span className="spacer" />
          {t('Now')}
        </span>
      </div>
      <p className="caption muted">{t('Refusals of a recipient do not count. Hours without emails are empty.')}</p>
    </>
  );
}

/** Percent of the chart's height. Lower bars would be invisible. */
const minHeight = 4;

function Bar({ hour, position, top }: { readonly hour: AttemptHour; readonly position: number; readonly top: number }) {
  const height = hour.attempts === 0 ? 0 : Math.max(minHeight, (getRate(hour) / top) * 100);
  const time = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      {height > 0 && (
        <rect
          className={hour.failed > 0 ? 'esp-bar-failed' : 'esp-bar'}
          x={position + 0.1}
          y={100 - height}
          width={0.8}
          height={height}
        />
      )}
      <rect className="esp-bar-hover" x={position} y={0} width={1} height={100}>
        <title>{`${time.format(hour.begins * 1000)}: ${formatWords(hour)}`}</title>
      </rect>
    </>
  );
}

const formatWords = ({ attempts, failed }: Pick<AttemptHour, 'attempts' | 'failed'>): string =>
  tn('{failed} of {count} attempt failed', '{failed} of {count} attempts failed', attempts, {
    failed: formatNumber(failed),
  });

import { t } from '../../i18n/texts.js';
import { DayRange, PlainSelect } from '../../ui/field.js';
import type { Period, PeriodSearch } from './periods.js';
import { defaultPeriod, initialDates } from './periods.js';

type Props = { readonly search: PeriodSearch; readonly onChange: (search: PeriodSearch) => void };

/** A period up to now, or a range of dates. */
export function PeriodFilter({ search: { period = defaultPeriod, from, to }, onChange }: Props) {
  const hasDates = from !== undefined || to !== undefined;
  return (
    <>
      <PlainSelect
        label={t('Period')}
        value={hasDates ? 'dates' : period}
        options={[
          ['day', t('Last 24 hours')],
          ['week', t('Last 7 days')],
          ['month', t('Last 30 days')],
          ['quarter', t('Last 90 days')],
          ['year', t('Last 52 weeks')],
          ['dates', t('From … to …')],
        ]}
        onChange={(chosen) =>
          onChange({
            period: undefined,
            from: undefined,
            to: undefined,
            ...(chosen === 'dates' ? initialDates(Date.now()) : { period: chosen as Period }),
          })
        }
      />
      {hasDates && (
        <DayRange from={from} to={to} onChange={(days) => onChange({ period: undefined, from, to, ...days })} />
      )}
    </>
  );
}

import { t, tn } from '../../i18n/texts.js';

export const units = ['minutes', 'hours', 'days', 'weeks'] as const;
export type Unit = (typeof units)[number];
/** The number as typed. An empty field is not 0, which would send immediately. */
export type Delay = { readonly count: string; readonly unit: Unit };

const secondsByUnit: Readonly<Record<Unit, number>> = { minutes: 60, hours: 3_600, days: 86_400, weeks: 604_800 };

export const toSeconds = ({ count, unit }: Delay): number => Math.round(Number(count) * secondsByUnit[unit]);

/** Converts seconds to the largest unit that gives a whole number, otherwise to minutes. */
export function toDelay(seconds: number): Delay {
  const unit = units.findLast((each) => seconds > 0 && seconds % secondsByUnit[each] === 0) ?? 'minutes';
  return { count: String(seconds / secondsByUnit[unit]), unit };
}

export const nameOfUnit = (unit: Unit): string =>
  ({ minutes: t('minutes'), hours: t('hours'), days: t('days'), weeks: t('weeks') })[unit];

export function inWords(seconds: number): string {
  if (seconds === 0) return t('immediately');
  if (seconds % 60 !== 0) return tn('after {count} second', 'after {count} seconds', seconds);
  const { count: typed, unit } = toDelay(seconds);
  const count = Number(typed);
  return {
    minutes: tn('after {count} minute', 'after {count} minutes', count),
    hours: tn('after {count} hour', 'after {count} hours', count),
    days: tn('after {count} day', 'after {count} days', count),
    weeks: tn('after {count} week', 'after {count} weeks', count),
  }[unit];
}

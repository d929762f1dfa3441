import type { WeeklySchedule } from '@postrider/contracts';
import { bucketSeconds } from '@postrider/contracts';
import { daysIn } from '../../statistics/zone-days.js';
import type { AlertEntity } from '../alert.entity.js';

/**
 * The weeks of a report in Unix seconds. A report that is due at `due` has the seven days up to `to`, and the seven
 * before `from`.
 */
export interface ReportedWeeks {
  readonly due: number;
  readonly next: number;
  readonly before: number;
  readonly from: number;
  readonly to: number;
}

/** The latest report by the clocks of the time zone, and when the next one is due. */
export function weeksAt({ weekday, hour, time_zone }: WeeklySchedule, date: Date): ReportedWeeks {
  const now = date.getTime() / 1_000;
  const days = daysIn(time_zone, now - 23 * bucketSeconds.day, now + 8 * bucketSeconds.day);
  const weekdays = new Intl.DateTimeFormat('en', { timeZone: time_zone, weekday: 'long' });
  const clock = new Intl.DateTimeFormat('en', { timeZone: time_zone, hour: 'numeric', hourCycle: 'h23' });
  /** On days on which the clocks change, the hour starts earlier or later. */
  const getStart = (day: number): number => {
    const usual = day + hour * bucketSeconds.hour;
    const around = [usual - bucketSeconds.hour, usual, usual + bucketSeconds.hour];
    return around.find((time) => Number(clock.format(time * 1_000)) === hour) ?? usual;
  };
  const reports = days.flatMap((day, index) =>
    weekdays.format(day * 1_000).toLowerCase() === weekday ? [{ index, due: getStart(day) }] : [],
  );
  const { index, due } = reports.findLast((report) => report.due <= now)!;
  const next = reports.find((report) => report.due > now)!.due;
  return { due, next, before: days[index - 14]!, from: days[index - 7]!, to: days[index]! };
}

/** Whether the latest report is neither sent nor from before the alert. */
export const isReportPending = (
  { schedule, watchedSince, notifiedAt }: Pick<AlertEntity, 'schedule' | 'watchedSince' | 'notifiedAt'>,
  now: Date,
): boolean => {
  const due = weeksAt(schedule!, now).due * 1_000;
  return watchedSince.getTime() < due && (notifiedAt?.getTime() ?? 0) < due;
};

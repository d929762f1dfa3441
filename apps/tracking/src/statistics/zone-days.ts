/**
 * Starts of the days of a time zone, from the day of `from` to the first one at or after `before`; in Unix seconds. A
 * day starts at midnight, or at the first moment after it if the clocks skip midnight.
 */
export function daysIn(zone: string, from: number, before: number): number[] {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  /** The local clock time, as if it were UTC. */
  const clockAt = (seconds: number): number => {
    const shown = new Map(format.formatToParts(seconds * 1_000).map(({ type, value }) => [type, Number(value)]));
    const [year, month, ...rest] = (['year', 'month', 'day', 'hour', 'minute', 'second'] as const).map((part) =>
      shown.get(part)!,
    );
    return Date.UTC(year!, month! - 1, ...rest) / 1_000;
  };
  /** When clocks show midnight; the first time if they do so twice. */
  const getDayStart = (midnight: number): number => {
    const around = [midnight - day, midnight + day].map((moment) => midnight - (clockAt(moment) - moment));
    const shown = around.filter((moment) => clockAt(moment) === midnight);
    return shown.length > 0 ? Math.min(...shown) : Math.max(...around);
  };
  const starts: number[] = [];
  for (let midnight = Math.floor(clockAt(from) / day) * day; ; midnight += day) {
    const start = getDayStart(midnight);
    // A day that the zone skipped when it crossed the date line.
    if (start !== starts.at(-1)) starts.push(start);
    if (start >= before) return starts;
  }
}

const day = 86_400;

import type { Figures } from './figures.js';
import { statisticsFile } from './statistics-file.js';

const once = (unique: number, total = unique) => ({ unique, total });
const figures: Figures = {
  sent: 10,
  refused: 1,
  delivered: once(9, 10),
  opened: once(4, 6),
  clicked: once(2),
  bounced: once(1),
  complaints: once(0),
  unsubscribes: once(0),
  conversions: once(1),
  revenue: -250,
  time_to_delivered: { p50: 1.5, p95: 40 },
};
const header =
  'sent,refused,delivered,delivered_total,opened,opened_total,clicked,clicked_total,bounced,bounced_total,complaints,complaints_total,' +
  'unsubscribes,unsubscribes_total,conversions,conversions_total,revenue_cents,seconds_to_delivered_p50,seconds_to_delivered_p95';
const readLines = async (file: Blob): Promise<string[]> => (await file.text()).split('\r\n');
const { time_to_delivered: _time, ...untimed } = figures;

describe('the file of statistics', () => {
  it('has a line per day, and the filter', async () => {
    const begins = Date.UTC(2026, 10, 22) / 1000;
    const buckets = [
      { begins, ...figures },
      { begins: begins + 86_400, ...untimed },
    ];
    expect(await readLines(statisticsFile({ by: 'day', buckets }, true, { tag: '=1+1' }))).toEqual([
      `tag,day,${header}`,
      `'=1+1,2026-11-22,10,1,9,10,4,6,2,2,1,1,0,0,0,0,1,1,-250,1.5,40`,
      `'=1+1,2026-11-23,10,1,9,10,4,6,2,2,1,1,0,0,0,0,1,1,-250,,`,
      '',
    ]);
  });

  it("has the reader's day, or the hour in UTC", async () => {
    const midnight = new Date(2026, 10, 22);
    const buckets = [{ begins: midnight.getTime() / 1000, ...figures }];
    const [, line] = await readLines(statisticsFile({ by: 'day', buckets }, false, {}));
    expect(line).toMatch(/^2026-11-22,10,/);
    const [, hour] = await readLines(statisticsFile({ by: 'hour', buckets }, false, {}));
    expect(hour!.startsWith(`${midnight.toISOString()},10,`)).toBe(true);
  });
});

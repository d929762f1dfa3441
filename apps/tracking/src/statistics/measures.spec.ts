import { newId } from '@postrider/contracts';
import type { Contribution } from './measures.js';
import { toAdditions, getDay, toMeasured, once } from './measures.js';

const logId = newId('log', Date.UTC(2026, 10, 22, 23, 59, 59));
const mail: Contribution = {
  accountId: 'acc_1',
  logId,
  templateId: 'tem_1',
  versionId: 'ver_1',
  espAccountId: 'esp_1',
  tags: [],
  part: 'sent',
  measured: { sent: 1 },
};

describe('toAdditions', () => {
  it('adds to the hour and day of acceptance, not to that of the event', () => {
    expect(getDay(logId)).toBe('2026-11-22');
    expect(toAdditions([mail, mail]).map(({ period, begins, measured }) => [period, begins, measured.sent])).toEqual([
      ['day', Date.UTC(2026, 10, 22) / 1000, 2],
      ['hour', Date.UTC(2026, 10, 22, 23) / 1000, 2],
    ]);
  });

  it('counts an email once in total and once under each tag', () => {
    const rows = toAdditions([{ ...mail, tags: ['a', 'b', 'a'] }]);
    expect(rows.filter(({ period }) => period === 'day').map(({ tag, measured }) => [tag, measured.sent])).toEqual([
      ['', 1],
      ['a', 1],
      ['b', 1],
    ]);
  });

  it('sorts additions by kind, whatever the order of the batch', () => {
    const batch: Contribution[] = [
      { ...mail, accountId: 'acc_2' },
      { ...mail, part: 'reported', measured: once('opened', true) },
      { ...mail, versionId: 'ver_0' },
      mail,
    ];
    const forwards = toAdditions(batch);
    expect(toAdditions(batch.toReversed())).toEqual(forwards);
    expect(forwards.map(({ part }) => part)).toEqual([0, 0, 0, 0, 0, 0, 2, 2]);
  });

  it('adds nothing when additions and reversals cancel out', () => {
    const counts = { sent: 1, delivered: 2, opened: 0, clicked: 0, bounced: 0, complaints: 0, unsubscribes: 0 };
    const [added, reverted] = [toMeasured(counts, 1), toMeasured(counts, -1)];
    expect(added).toMatchObject({ sent: 1, delivered: 1, delivered_total: 2, opened: 0 });
    expect(
      toAdditions([
        { ...mail, part: 'reported', measured: added },
        { ...mail, part: 'reported', measured: reverted },
      ]),
    ).toEqual([]);
  });
});

import type { LogExport } from './log-export.js';
import { toFile, isComplete, maxExported, newExport, withNextPage } from './log-export.js';
import type { FoundLog, LogBatch } from './queries.js';

const log = (changes: Partial<FoundLog> = {}): FoundLog => ({
  object: 'log',
  id: 'log_1',
  created: 1_795_348_800,
  recipient_name: 'Ada',
  recipient_address: 'ada@example.com',
  status: 'sent',
  message: 'Accepted, queued as "1"',
  email_id: 'tem_1',
  email_name: 'Receipt',
  email_version: null,
  tags: ['receipt', 'shop'],
  test: false,
  ...changes,
});

describe('an export', () => {
  const cursors: (string | undefined)[] = [];
  const answering =
    (...batches: (LogBatch | Error)[]) =>
    async ({ cursor }: { cursor?: string | undefined }): Promise<LogBatch> => {
      cursors.push(cursor);
      const next = batches.shift()!;
      if (next instanceof Error) throw next;
      return next;
    };

  it('reads page after page and continues after a failure', async () => {
    const formula = log({ id: 'log_0', subject: '=HYPERLINK("https://example.com")' });
    const read = answering(
      { data: [log()], next_cursor: 'log_0', searched_to: 1_795_000_000 },
      new Error('unavailable'),
      { data: [formula], next_cursor: null, searched_to: null },
    );
    const first = await withNextPage(newExport, read);
    expect([first.rows.length, isComplete(first), first.searchedTo]).toEqual([1, false, 1_795_000_000]);
    await expect(withNextPage(first, read)).rejects.toThrow('unavailable');
    const last = await withNextPage(first, read);
    expect(isComplete(last)).toBe(true);
    expect(cursors).toEqual([undefined, 'log_0', 'log_0']);
    expect((await toFile(last).text()).split('\r\n')).toEqual([
      'id,created,recipient_address,recipient_name,subject,status,status_changed,message,template,template_id,version,tags,test',
      'log_1,2026-11-22T12:00:00.000Z,ada@example.com,Ada,,sent,,"Accepted, queued as ""1""",Receipt,tem_1,,"receipt, shop",false',
      `log_0,2026-11-22T12:00:00.000Z,ada@example.com,Ada,"'=HYPERLINK(""https://example.com"")",sent,,"Accepted, queued as ""1""",Receipt,tem_1,,"receipt, shop",false`,
      '',
    ]);
  });

  it('ends at its limit', async () => {
    const almost: LogExport = { rows: Array<string>(maxExported - 1).fill('x'), cursor: 'log_9', searchedTo: 1 };
    expect(isComplete(almost)).toBe(false);
    const full = await withNextPage(almost, answering({ data: [log(), log()], next_cursor: 'log_0', searched_to: 1 }));
    expect([full.rows.length, isComplete(full)]).toEqual([maxExported, true]);
  });
});

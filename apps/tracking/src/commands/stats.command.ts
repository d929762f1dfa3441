import { setTimeout as sleep } from 'node:timers/promises';
import { id } from '@postrider/contracts';
import type { ExitCode, Terminal } from '@postrider/service';
import { defineAction, defineCommand, defineConfig, NotUnderstood, onDatabase } from '@postrider/service';
import { z } from 'zod';
import { trackingConfig } from '../config.js';
import { trackingDatabase } from '../database.js';
import type { Rebuild } from '../statistics/rebuilds.repository.js';
import { RebuildsRepository } from '../statistics/rebuilds.repository.js';

const { DATABASE_URL } = trackingConfig.schema.shape;
const statsConfig = defineConfig('stats', { DATABASE_URL });

const pollMs = 500;
/** The service polls for rebuilds every two seconds, and a page takes much less than this limit. */
const maxIdleMs = 60_000;

const day = z
  .string()
  .refine((text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)), 'must be a day like 2026-11-21')
  .optional();

/**
 * `postrider stats rebuild`: the tracking service runs the rebuild and resumes it after a restart. Needs its
 * DATABASE_URL.
 */
export const statsCommand = defineCommand({
  name: 'stats',
  notes: 'The tracking and delivery services must run. Statistics stay readable and are updated during the rebuild.',
  actions: {
    rebuild: defineAction({
      about: 'recounts statistics from the logs, day by day',
      options: {
        account: id('account').optional().meta({ value: 'ID', description: 'only this account; default: all' }),
        from: day.meta({ value: 'DAY', description: 'first day (UTC) on which the email was accepted' }),
        to: day.meta({ value: 'DAY', description: 'last day, inclusive' }),
      },
      run: async ({ account, from, to }, terminal) => {
        if (from !== undefined && to !== undefined && from > to)
          throw new NotUnderstood('--from must not be after --to.');
        const config = statsConfig.read(terminal.environment);
        return onDatabase(trackingDatabase, config.DATABASE_URL, 2, async (database) => {
          const rebuilds = new RebuildsRepository(database);
          return follow(rebuilds, await rebuilds.insert({ accountId: account, from, to }), terminal);
        });
      },
    }),
  },
});

const formatProgress = ({ days, mails }: Rebuild): string => `${days} days, ${mails} mails`;

/** Waits until the rebuild is done. Stopping the command does not stop the rebuild. */
async function follow(rebuilds: RebuildsRepository, rebuild: string, { print, warn }: Terminal): Promise<ExitCode> {
  let shown = '';
  for (let since = Date.now(); ; await sleep(pollMs)) {
    const found = await rebuilds.find(rebuild);
    if (found.done) {
      print(`Recounted: ${formatProgress(found)}`);
      return 0;
    }
    const reached = `${formatProgress(found)}, at ${found.day ?? '-'} of ${found.accountId || '-'}`;
    if (reached !== shown) {
      warn(reached);
      [shown, since] = [reached, Date.now()];
    }
    if (Date.now() - since > maxIdleMs) {
      warn(
        'No progress for a minute. The tracking service continues the rebuild when it and the delivery service run.',
      );
      return 1;
    }
  }
}

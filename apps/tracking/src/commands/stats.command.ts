import { setTimeout as sleep } from 'node:timers/promises';
import { id } from '@postrider/contracts';
import type { ExitCode, Terminal } from '@postrider/service';
import { defineAction, defineCommand, defineConfig, NotUnderstood, onDatabase } from '@postrider/service';
import { z } from 'zod';
import { trackingConfig } from '../config.js';
import { trackingDatabase } from '../database.js';
import type { RebuildOrder } from '../statistics/rebuild-orders.repository.js';
import { RebuildOrdersRepository } from '../statistics/rebuild-orders.repository.js';

const { DATABASE_URL } = trackingConfig.schema.shape;
const statsConfig = defineConfig('stats', { DATABASE_URL });

const lookMs = 500;
/** The service looks for orders every two seconds; a page takes it far less than this. */
const waitMs = 60_000;

const day = z
  .string()
  .refine((text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)), 'must be a day like 2026-11-21')
  .optional();

/** `postrider stats rebuild`: the tracking service does it, and goes on where it was left. Needs its DATABASE_URL. */
export const statsCommand = defineCommand({
  name: 'stats',
  notes: 'The tracking and the delivery service have to run; figures can be read and go on being counted meanwhile.',
  actions: {
    rebuild: defineAction({
      about: 'counts figures again from the logs, day by day',
      options: {
        account: id('account').optional().meta({ value: 'ID', description: 'of this account; else of all' }),
        from: day.meta({ value: 'DAY', description: 'from this day on (UTC), by when mail was accepted' }),
        to: day.meta({ value: 'DAY', description: 'to this day, which is included' }),
      },
      run: async ({ account, from, to }, terminal) => {
        if (from !== undefined && to !== undefined && from > to)
          throw new NotUnderstood('--from must not be after --to.');
        const config = statsConfig.read(terminal.environment);
        return onDatabase(trackingDatabase, config.DATABASE_URL, 2, async (database) => {
          const orders = new RebuildOrdersRepository(database);
          return follow(orders, await orders.place({ accountId: account, from, to }), terminal);
        });
      },
    }),
  },
});

const progressOf = ({ days, mails }: RebuildOrder): string => `${days} days, ${mails} mails`;

/** Until it is done. Whoever stops this stops nothing but the waiting. */
async function follow(orders: RebuildOrdersRepository, order: string, { print, warn }: Terminal): Promise<ExitCode> {
  let shown = '';
  for (let since = Date.now(); ; await sleep(lookMs)) {
    const found = await orders.find(order);
    if (found.done) {
      print(`Counted again: ${progressOf(found)}`);
      return 0;
    }
    const reached = `${progressOf(found)}, at ${found.day ?? '-'} of ${found.accountId || '-'}`;
    if (reached !== shown) {
      warn(reached);
      [shown, since] = [reached, Date.now()];
    }
    if (Date.now() - since > waitMs) {
      warn(
        'Nothing has happened for a minute: the tracking service does the rest when it and the delivery service run.',
      );
      return 1;
    }
  }
}

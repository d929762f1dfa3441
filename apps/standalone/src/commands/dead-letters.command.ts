import type { ServiceName } from '@postrider/contracts';
import { serviceNames } from '@postrider/contracts';
import type { DeadLetter, DeadLetters } from '@postrider/messaging';
import { AmqpDeadLetters } from '@postrider/messaging';
import { OutboxDeadLetters } from '@postrider/outbox';
import type { Environment, ExitCode, Terminal } from '@postrider/service';
import {
  ConfigError,
  databaseClient,
  defineAction,
  defineCommand,
  defineConfig,
  NotUnderstood,
  variables,
} from '@postrider/service';
import { z } from 'zod';

const maxListed = 1_000;
const timeoutMs = 10_000;
const config = defineConfig('dead-letters', {
  AMQP_URL: variables.amqpUrl,
  DATABASE_URL: variables.databaseUrl.optional(),
});

const service = z.enum(serviceNames).describe(`service of the dead letters: ${serviceNames.join(', ')}`);
const eventIds = z.array(z.string()).describe('ids of the events');

/**
 * `postrider dead-letters`: events that a service failed to handle. Needs AMQP_URL, and DATABASE_URL if that is
 * memory:.
 */
export const deadLetters = defineCommand({
  name: 'dead-letters',
  actions: {
    list: defineAction({
      about: `lists the oldest, at most ${maxListed}`,
      operands: { service },
      run: async (input, { print, environment }) => {
        const letters = await withStore(input.service, (store) => store.list(maxListed), environment);
        for (const letter of letters) print(formatLine(letter));
      },
    }),
    replay: defineAction({
      about: 'delivers them to the service again; all when no id is given',
      operands: { service, eventIds },
      run: (input, terminal) => settle(input.service, 'replay', input.eventIds, terminal),
    }),
    drop: defineAction({
      about: 'deletes them permanently',
      operands: { service, eventIds: eventIds.min(1).describe('ids of the events, or "all"') },
      run: (input, terminal) => settle(input.service, 'drop', input.eventIds, terminal),
    }),
  },
});

/** Returns exit code 1 when a given id was not found. */
async function settle(
  service: ServiceName,
  verb: 'replay' | 'drop',
  ids: readonly string[],
  { print, environment }: Terminal,
): Promise<ExitCode> {
  const all = ids.length === 0 || ids.includes('all');
  if (all && ids.length > 1) throw new NotUnderstood('"all" and event ids contradict each other.');
  const chosen = all ? undefined : new Set(ids);
  const count = await withStore(service, (store) => store[verb](chosen), environment);
  print(`${verb === 'replay' ? 'Replayed' : 'Dropped'}: ${count}`);
  return chosen && count < chosen.size ? 1 : 0;
}

async function withStore<Result>(
  service: ServiceName,
  act: (store: DeadLetters) => Promise<Result>,
  environment: Environment | undefined,
): Promise<Result> {
  const store = createStore(service, environment);
  return act(store).catch((error: Error) => {
    throw new Error(`Could not access the dead letters of ${service}: ${error.message}`, { cause: error });
  });
}

function createStore(service: ServiceName, environment: Environment | undefined): DeadLetters {
  const { AMQP_URL, DATABASE_URL } = config.read(environment);
  if (!AMQP_URL.startsWith('memory:')) return new AmqpDeadLetters(AMQP_URL, service);
  if (DATABASE_URL === undefined) throw new ConfigError('DATABASE_URL is required when AMQP_URL is memory:.');
  return new OutboxDeadLetters(() => databaseClient(DATABASE_URL, timeoutMs, timeoutMs), service);
}

const formatLine = ({ eventId, topic, accountId, diedAt, reason }: DeadLetter): string =>
  [eventId, diedAt?.toISOString() ?? '-', topic, accountId || '-', reason.replace(/\s+/g, ' ')].join('  ');

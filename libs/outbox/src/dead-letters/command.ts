import type { ServiceName } from '@postrider/contracts';
import { serviceNames } from '@postrider/contracts';
import type { DeadLetter, DeadLetters } from '@postrider/messaging';
import { AmqpDeadLetters } from '@postrider/messaging';
import { readConfig } from './config.js';
import { OutboxDeadLetters } from './outbox-dead-letters.js';

const listed = 1_000;
const usage = `Usage: dead-letters list <service>
       dead-letters replay <service> [eventId ...]     all of them when no id is given
       dead-letters drop <service> all | eventId ...
Services: ${serviceNames.join(', ')}`;

/** Runs one command and answers its exit code: 0 done, 1 failed or an id was not found, 2 not understood. */
export async function deadLetters(
  args: readonly string[],
  environment?: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void = console.log,
): Promise<number> {
  const [verb, service, ...ids] = args;
  const understood =
    isService(service) && (verb === 'list' || verb === 'replay' || (verb === 'drop' && ids.length > 0));
  if (!understood) {
    say(usage);
    return 2;
  }
  try {
    return await run(store(service, environment), verb, ids, say);
  } catch (error) {
    say(`The dead letters of ${service} could not be reached: ${(error as Error).message}`);
    return 1;
  }
}

async function run(
  letters: DeadLetters,
  verb: 'list' | 'replay' | 'drop',
  ids: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  if (verb === 'list') {
    for (const letter of await letters.list(listed)) say(line(letter));
    return 0;
  }
  const chosen = ids.length === 0 || ids[0] === 'all' ? undefined : new Set(ids);
  const count = await letters[verb](chosen);
  say(`${verb === 'replay' ? 'Handed out again' : 'Dropped'}: ${count}`);
  return chosen && count < chosen.size ? 1 : 0;
}

function store(service: ServiceName, environment?: Readonly<Record<string, string | undefined>>): DeadLetters {
  const { amqpUrl, databaseUrl } = readConfig(environment);
  return amqpUrl.startsWith('memory:')
    ? new OutboxDeadLetters(databaseUrl, service)
    : new AmqpDeadLetters(amqpUrl, service);
}

const isService = (name: string | undefined): name is ServiceName => serviceNames.some((service) => service === name);

const line = ({ eventId, topic, accountId, diedAt, reason }: DeadLetter): string =>
  [eventId, diedAt?.toISOString() ?? '-', topic, accountId || '-', reason.replace(/\s+/g, ' ')].join('  ');

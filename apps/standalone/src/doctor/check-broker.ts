import type { BrokerFacts } from '@postrider/messaging';

/** The result of a check. A fault keeps Postrider from working; a warning affects some email, or the future. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'fault';
  /** The observation, in a sentence. */
  readonly message: string;
  /** The remedy, in a sentence. */
  readonly remedy?: string;
}

export const ok = (message: string): Finding => ({ level: 'ok', message });
export const warning = (message: string, remedy: string): Finding => ({ level: 'warning', message, remedy });
export const fault = (message: string, remedy: string): Finding => ({ level: 'fault', message, remedy });

const minVersion = [3, 10] as const;

/** docs/operate/install.md#requirements */
export function checkBroker({ version, refusesQuorumQueues, deadLetters = 0 }: BrokerFacts, app: string): Finding[] {
  return [checkVersion(version), checkQueues(refusesQuorumQueues), checkDeadLetters(deadLetters, app)];
}

function checkVersion(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < minVersion[0] || (major === minVersion[0] && minor < minVersion[1]);
  return isOld
    ? fault(`RabbitMQ ${version} is too old.`, `Use ${minVersion.join('.')} or newer.`)
    : ok(`RabbitMQ ${version} accepts the connection.`);
}

const checkQueues = (refusal: string | undefined): Finding =>
  refusal === undefined
    ? ok('Quorum queues can be created.')
    : fault(
        `RabbitMQ cannot create quorum queues: ${refusal}`,
        'Give the user the rights to configure, write and read in this virtual host; if most nodes of a cluster are down, start them.',
      );

const checkDeadLetters = (count: number, app: string): Finding =>
  count === 0
    ? ok(`${app} has no dead letters.`)
    : warning(
        `${app} has ${count} dead ${count === 1 ? 'letter' : 'letters'}.`,
        `List them with "postrider dead-letters list ${app}" (docs/operate/commands.md#dead-letters).`,
      );

import type { BrokerFacts } from '@postrider/messaging';

/** The result of a check. A fault keeps Postrider from working; a warning affects some mail, or the future. */
export interface Finding {
  readonly level: 'well' | 'warning' | 'fault';
  /** The observation, in a sentence. */
  readonly says: string;
  /** The remedy, in a sentence. */
  readonly todo?: string;
}

export const well = (says: string): Finding => ({ level: 'well', says });
export const warning = (says: string, todo: string): Finding => ({ level: 'warning', says, todo });
export const fault = (says: string, todo: string): Finding => ({ level: 'fault', says, todo });

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
    : well(`RabbitMQ ${version} accepts the connection.`);
}

const checkQueues = (refusal: string | undefined): Finding =>
  refusal === undefined
    ? well('Quorum queues can be created.')
    : fault(
        `RabbitMQ cannot create quorum queues: ${refusal}`,
        'Give the user the rights to configure, write and read in this virtual host; if most nodes of a cluster are down, start them.',
      );

const checkDeadLetters = (count: number, app: string): Finding =>
  count === 0
    ? well(`${app} has no dead letters.`)
    : warning(
        `${app} has ${count} dead ${count === 1 ? 'letter' : 'letters'}.`,
        `List them with "postrider dead-letters list ${app}" (docs/operate/commands.md#dead-letters).`,
      );

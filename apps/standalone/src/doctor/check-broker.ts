import type { BrokerFacts } from '@postrider/messaging';

/** What was looked at and what it came to: a fault keeps Postrider from working, a warning does so some day or for some mail. */
export interface Finding {
  readonly level: 'well' | 'warning' | 'fault';
  /** What is so, in a sentence. */
  readonly says: string;
  /** What to do about it, in a sentence. */
  readonly todo?: string;
}

export const well = (says: string): Finding => ({ level: 'well', says });
export const warning = (says: string, todo: string): Finding => ({ level: 'warning', says, todo });
export const fault = (says: string, todo: string): Finding => ({ level: 'fault', says, todo });

const oldest = [3, 10] as const;

/** docs/operate/install.md#requirements */
export function checkBroker({ version, refusesQuorumQueues, deadLetters = 0 }: BrokerFacts, app: string): Finding[] {
  return [checkVersion(version), checkQueues(refusesQuorumQueues), checkDeadLetters(deadLetters, app)];
}

function checkVersion(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
  return isOld
    ? fault(`RabbitMQ ${version} is too old.`, `Use ${oldest.join('.')} or newer.`)
    : well(`RabbitMQ ${version} lets us in.`);
}

const checkQueues = (refusal: string | undefined): Finding =>
  refusal === undefined
    ? well('Quorum queues can be made.')
    : fault(
        `RabbitMQ makes no quorum queue: ${refusal}`,
        'Give the user the rights to configure, write and read in this virtual host; where most nodes of a cluster are down, start them.',
      );

const checkDeadLetters = (count: number, app: string): Finding =>
  count === 0
    ? well(`No events were given up by ${app}.`)
    : warning(
        `${app} gave up ${count} ${count === 1 ? 'event' : 'events'}.`,
        `See why by "postrider dead-letters list ${app}" (docs/operate/commands.md#dead-letters).`,
      );

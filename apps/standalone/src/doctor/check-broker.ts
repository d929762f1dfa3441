import type { BrokerFacts } from '@postrider/messaging';
import type { Finding } from '@postrider/service';
import { fault, ok, warning } from '@postrider/service';

const minVersion = [3, 10] as const;

/** docs/operate/install.md#requirements */
export function checkBroker({ version, rejectsQuorumQueues, deadLetters = 0 }: BrokerFacts, app: string): Finding[] {
  return [checkVersion(version), checkQueues(rejectsQuorumQueues), checkDeadLetters(deadLetters, app)];
}

function checkVersion(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < minVersion[0] || (major === minVersion[0] && minor < minVersion[1]);
  return isOld
    ? fault(`RabbitMQ ${version} is too old.`, `Use ${minVersion.join('.')} or newer.`)
    : ok(`RabbitMQ ${version} accepts the connection.`);
}

const checkQueues = (rejection: string | undefined): Finding =>
  rejection === undefined
    ? ok('Quorum queues can be created.')
    : fault(
        `RabbitMQ cannot create quorum queues: ${rejection}`,
        'Give the user the rights to configure, write and read in this virtual host; if most nodes of a cluster are down, start them.',
      );

const checkDeadLetters = (count: number, app: string): Finding =>
  count === 0
    ? ok(`${app} has no dead letters.`)
    : warning(
        `${app} has ${count} dead ${count === 1 ? 'letter' : 'letters'}.`,
        `List them with "postrider dead-letters list ${app}" (docs/operate/commands.md#dead-letters).`,
      );

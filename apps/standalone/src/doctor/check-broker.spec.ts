import { describe, expect, it } from '@jest/globals';
import { checkBroker } from './check-broker.js';

const notWell = (facts: Parameters<typeof checkBroker>[0]): string[] =>
  checkBroker(facts, 'customer')
    .filter(({ level }) => level !== 'well')
    .map(({ level, says }) => `${level}: ${says}`);

describe('A broker', () => {
  it.each(['3.10.0', '3.10.8', '3.13.7', '4.2.2'])('of version %s is well', (version) => {
    expect(notWell({ version, deadLetters: 0 })).toEqual([]);
  });

  it.each(['3.9.29', '2.8.0', 'unknown'])('of version %s is not', (version) => {
    const says = version === 'unknown' ? [] : [`fault: RabbitMQ ${version} is too old.`];
    expect(notWell({ version })).toEqual(says);
  });

  it('that makes no quorum queues says why', () => {
    expect(notWell({ version: '4.2.2', refusesQuorumQueues: 'ACCESS_REFUSED' })).toEqual([
      'fault: RabbitMQ makes no quorum queue: ACCESS_REFUSED',
    ]);
  });

  it.each([
    [1, '1 event'],
    [7, '7 events'],
  ])('that keeps %i dead letters is looked at', (deadLetters, said) => {
    expect(notWell({ version: '4.2.2', deadLetters })).toEqual([`warning: customer gave up ${said}.`]);
  });
});

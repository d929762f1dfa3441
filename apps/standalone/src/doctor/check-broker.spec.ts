import { describe, expect, it } from '@jest/globals';
import { checkBroker } from './check-broker.js';

const findProblems = (facts: Parameters<typeof checkBroker>[0]): string[] =>
  checkBroker(facts, 'customer')
    .filter(({ level }) => level !== 'ok')
    .map(({ level, message }) => `${level}: ${message}`);

describe('checkBroker', () => {
  it.each(['3.10.0', '3.10.8', '3.13.7', '4.2.2'])('accepts version %s', (version) => {
    expect(findProblems({ version, deadLetters: 0 })).toEqual([]);
  });

  it.each(['3.9.29', '2.8.0', 'unknown'])('rejects version %s', (version) => {
    const message = version === 'unknown' ? [] : [`fault: RabbitMQ ${version} is too old.`];
    expect(findProblems({ version })).toEqual(message);
  });

  it('reports why quorum queues cannot be created', () => {
    expect(findProblems({ version: '4.2.2', rejectsQuorumQueues: 'ACCESS_REFUSED' })).toEqual([
      'fault: RabbitMQ cannot create quorum queues: ACCESS_REFUSED',
    ]);
  });

  it.each([
    [1, '1 dead letter'],
    [7, '7 dead letters'],
  ])('warns of %i dead letters', (deadLetters, expected) => {
    expect(findProblems({ version: '4.2.2', deadLetters })).toEqual([`warning: customer has ${expected}.`]);
  });
});

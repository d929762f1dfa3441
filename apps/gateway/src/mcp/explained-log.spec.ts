import { getLog, listAttempts, listLogEvents, listSuppressions } from '@postrider/contracts';
import { explainLog } from './explained-log.js';

const log = getLog.examples[0]!.response;
const [event] = listLogEvents.examples[0]!.response;
const [attempt] = listAttempts.examples[0]!.response;
const [suppression] = listSuppressions.examples[0]!.response.data;

describe('explainLog', () => {
  it('names the status, the reason, the failed attempts and the suppressions', () => {
    const failed = { ...attempt!, outcome: 'deferred' as const, message: '451 4.7.1 Try later' };
    const { explanation } = explainLog({
      log: { ...log, status: 'failed_to_send', message: 'Retried at 10:00' },
      events: [event!],
      attempts: [failed, failed],
      suppressions: [suppression!],
    });
    expect(explanation.split('\n')).toEqual([
      `The email to ${log.recipient_address} has the status “failed to send”. The provider could not accept the email yet. It is tried again automatically at the time in the message.`,
      'The reason given: Retried at 10:00',
      'There were 2 attempts to send it.',
      'The last failed attempt was answered: 451 4.7.1 Try later',
      'The address is suppressed: an earlier email bounced because the address is invalid.',
    ]);
  });

  it('keeps the last 20 events', () => {
    const events = Array.from({ length: 25 }, (_, created) => ({ ...event!, created }));
    const explained = explainLog({ log, events, attempts: [], suppressions: [] });
    expect(explained.events.map(({ created }) => created)).toEqual(Array.from({ length: 20 }, (_, index) => index + 5));
  });
});

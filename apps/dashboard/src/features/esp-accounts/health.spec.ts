import { describe, expect, it } from '@jest/globals';
import type { QueueLane } from '../../api/queue.js';
import { describeCause, getHealth } from './health.js';

describe('the health of an ESP account', () => {
  const lane = (more: Partial<QueueLane>): QueueLane => ({
    esp_account: 'esp_a',
    kind: 'mail',
    waiting: 1,
    due: 0,
    state: 'open',
    ...more,
  });

  it('is that of its worst lane, with the email of all and the last error', () => {
    const first = { message: 'first', at: 1 };
    const last = { message: 'last', at: 2 };
    expect(
      getHealth(
        [
          lane({ state: 'failing', waiting: 3, oldest_due: 50, last_error: first }),
          lane({ kind: 'campaign', state: 'paused', waiting: 4, oldest_due: 40, paused_until: 90, last_error: last }),
          lane({ esp_account: 'esp_b', waiting: 100 }),
        ],
        'esp_a',
      ),
    ).toEqual({ state: 'paused', waiting: 7, oldest_due: 40, last_error: last, next: 90 });
  });

  it('has no next time while email is due, and works when the queue does not name it', () => {
    expect(getHealth([lane({ due: 1, oldest_due: 5 }), lane({ next_due: 9 })], 'esp_a').next).toBeUndefined();
    expect(getHealth([lane({ next_due: 9 })], 'esp_a').next).toBe(9);
    expect(getHealth([], 'esp_a')).toEqual({ state: 'open', waiting: 0, next: undefined });
  });
});

describe('the cause of a failure', () => {
  it.each([
    ['5.7.8', '535 5.7.8 Authentication failed', 'The provider rejects the login. Check the credentials.'],
    ['401', 'The provided authorization grant is invalid', 'The provider rejects the login. Check the credentials.'],
    [
      '5.4.5',
      '550 5.4.5 Daily user sending quota exceeded',
      "The provider's sending limit is reached. Emails wait until it accepts more.",
    ],
    ['429', 'Slow down', "The provider's sending limit is reached. Emails wait until it accepts more."],
    [
      '403',
      'Your account has been suspended',
      'The provider has suspended or blocked this account. Contact its support.',
    ],
    ['ETLS', 'self-signed certificate', 'No secure connection to the provider. Check host, port and TLS.'],
    [
      'ECONNREFUSED',
      'connect ECONNREFUSED 127.0.0.1:25',
      'The provider cannot be reached. Check host and port, or wait until it is back.',
    ],
    ['503', 'Service unavailable', 'The provider has an outage. Emails wait until it is back.'],
    ['5.7.1', '554 5.7.1 No', 'The provider does not accept email from this account.'],
  ])('of %s %s is in plain words', (code, message, words) => {
    expect(describeCause({ code, message })).toBe(words);
  });
});

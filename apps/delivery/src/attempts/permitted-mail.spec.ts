import { describe, expect, it } from '@jest/globals';
import type { Artifact } from '@postrider/rendering';
import { addressHash } from '../suppressions/suppressions.repository.js';
import type { LeasedMessage } from './leased-message.js';
import { applySuppressions } from './mail-sender.js';

const accountId = 'acc_1';
const message = (more: Partial<LeasedMessage['content']> = {}): LeasedMessage =>
  ({
    accountId,
    content: { recipient: { address: 'ada@example.com' }, cc: [], bcc: [], headers: {}, ...more },
  }) as unknown as LeasedMessage;
const unsubscribed = [{ hash: addressHash(accountId, 'ada@example.com'), reason: 'unsubscribe' as const, since: 0 }];
const rejected = 'Suppressed: unsubscribed on 1970-01-01; remove the address from the suppressions to send to it again';

describe('applySuppressions for a recipient who unsubscribed', () => {
  it.each<[string, Partial<LeasedMessage['content']>, Artifact['addresses'], string | undefined]>([
    ['a receipt', {}, undefined, undefined],
    ['email with a web view', {}, ['webview_url'], undefined],
    ['email with the unsubscribe URL', {}, ['unsubscribe_url'], rejected],
    [
      'email with a List-Unsubscribe header',
      { headers: { 'List-unsubscribe': '<mailto:a@b.example>' } },
      undefined,
      rejected,
    ],
    ['email that ignores suppressions', { ignore_suppressions: true }, ['unsubscribe_url'], undefined],
  ])('%s', (_what, content, addresses, rejection) => {
    expect(applySuppressions(message(content), addresses ? { addresses } : {}, unsubscribed).rejection).toBe(rejection);
  });

  it('leaves the email unchanged when no suppression is found', () => {
    const mail = message({ cc: [{ address: 'grace@example.com' }] });
    expect(applySuppressions(mail, { addresses: ['unsubscribe_url'] }, []).message).toBe(mail);
  });
});

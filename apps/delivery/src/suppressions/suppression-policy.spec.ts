import { describe, expect, it } from '@jest/globals';
import type { SuppressionReason } from '@postrider/contracts';
import type { FoundSuppression } from './suppressions.repository.js';
import { addressHash, addressHashes } from './suppressions.repository.js';
import type { SuppressibleMail } from './suppression-policy.js';
import { withheldRecipients } from './suppression-policy.js';

const accountId = 'acc_1';
const since = Date.UTC(2026, 10, 2) / 1000;
const found = (address: string, reason: SuppressionReason): FoundSuppression => ({
  hash: addressHash(accountId, address),
  reason,
  since,
});
const mail = (more: Partial<SuppressibleMail<{ address: string }>> = {}) => ({
  accountId,
  recipient: { address: 'ada@example.com' },
  cc: [],
  bcc: [],
  unsubscribable: false,
  ...more,
});
const ending = 'remove the address from the suppressions to send to it again';

describe('withheldRecipients', () => {
  it.each<[SuppressionReason, string]>([
    ['hard_bounce', 'hard bounce of 2026-11-02'],
    ['spam_report', 'reported as spam on 2026-11-02'],
    ['manual', 'added manually on 2026-11-02'],
  ])('rejects the whole email for a recipient with a %s, with the reason', (reason, words) => {
    const withheld = withheldRecipients(mail(), [found('Ada@Example.com', reason)]);
    expect(withheld?.rejection).toBe(`Suppressed: ${words}; ${ending}`);
  });

  it.each<[SuppressionReason[], boolean, string | undefined]>([
    [[], true, undefined],
    [['unsubscribe'], false, undefined],
    [['unsubscribe'], true, 'unsubscribed on 2026-11-02'],
    [['unsubscribe', 'manual'], true, 'added manually on 2026-11-02'],
    [['unsubscribe', 'hard_bounce'], false, 'hard bounce of 2026-11-02'],
    [['manual', 'hard_bounce', 'spam_report'], true, 'reported as spam on 2026-11-02'],
  ])('for %j, unsubscribable %s, returns %s', (reasons, unsubscribable, words) => {
    const withheld = withheldRecipients(
      mail({ unsubscribable }),
      reasons.map((reason) => found('ada@example.com', reason)),
    );
    expect(withheld?.rejection).toBe(words && `Suppressed: ${words}; ${ending}`);
  });

  it('omits suppressed copies, and names the first five', () => {
    const cc = Array.from({ length: 8 }, (_, index) => ({ address: `copy${index}@example.com` }));
    const bcc = [{ address: 'hidden@example.com' }];
    const withheld = withheldRecipients(
      mail({ cc, bcc }),
      [...cc.slice(1), ...bcc].map(({ address }) => found(address, 'manual')),
    );
    expect(withheld).toEqual({ cc: [cc[0]], bcc: [], notes: expect.any(Array) });
    expect(withheld!.notes).toHaveLength(6);
    expect(withheld!.notes[0]).toBe('No copy to copy1@example.com, suppressed: added manually on 2026-11-02.');
    expect(withheld!.notes[5]).toBe('3 more copies were omitted for suppressions.');
  });
});

describe('addressHash', () => {
  it('the hash is the same for every spelling, and different in another account', () => {
    const hash = addressHash(accountId, 'ada@müller.example');
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    for (const spelling of [' ADA@Müller.Example ', 'ada@xn--mller-kva.example'])
      expect(addressHash(accountId, spelling)).toBe(hash);
    expect(addressHash('acc_2', 'ada@müller.example')).not.toBe(hash);
  });

  it('the hash is computed for all recipients in the format of PostgreSQL', () => {
    const [ada, bob] = ['ada@example.com', 'bob@example.com'];
    const hashes = addressHashes(accountId, mail({ bcc: [{ address: bob }] }));
    expect(hashes).toBe(`{"\\\\x${addressHash(accountId, ada)}","\\\\x${addressHash(accountId, bob)}"}`);
  });
});

import type { Session } from './session.js';
import { findAccount, includes } from './session.js';

const session: Session = {
  object: 'session',
  expires_at: 1_796_558_400,
  user: { id: 'usr_1', email: 'ada@example.com', name: 'Ada' },
  accounts: [
    { id: 'acc_1', name: 'Acme', role: 'viewer' },
    { id: 'acc_2', name: 'Beta', role: 'admin' },
  ],
};

describe('a session', () => {
  it("opens the last chosen account, or the first when that is not the user's", () => {
    expect(findAccount(session, 'acc_2')?.name).toBe('Beta');
    expect(findAccount(session, 'acc_3')?.name).toBe('Acme');
    expect(findAccount({ ...session, accounts: [] }, undefined)).toBeUndefined();
  });

  it('gives a role the rights of lesser roles', () => {
    expect([includes('admin', 'editor'), includes('editor', 'editor'), includes('viewer', 'editor')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

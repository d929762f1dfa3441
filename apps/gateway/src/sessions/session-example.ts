import type { SessionResource } from './session.js';

/** Of the description of the API. */
export const exampleSession: SessionResource = {
  object: 'session',
  user: { id: 'usr_01KQV5Xx7GJ8sVJ4mB2cDe', email: 'ada@acme.example', name: 'Ada' },
  accounts: [{ id: 'acc_01KQV5Xx7GJ8sVJ4mB2cDe', name: 'Acme', role: 'admin' }],
  expires_at: 1_796_558_400,
};

import { currentAccount, rememberAccount } from '../api/account.js';
import type { Account, Session } from './session.js';
import { accountOf } from './session.js';

/** The account that a session looks at, if it has any; it becomes the one in whose name requests are made. */
export function lookedAt(session: Session): Account | undefined {
  const account = accountOf(session, currentAccount());
  if (account && account.id !== currentAccount()) rememberAccount(account.id);
  return account;
}

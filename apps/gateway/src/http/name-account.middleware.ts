import { acrossAccounts, withinRequest } from '@postrider/messaging';
import type { Middleware } from './in-order.js';

/**
 * From here on, log lines and the share of the database's connections belong to the caller's account. The wall stays open: each repository of the
 * gateway closes it where its rows belong to one account.
 */
export const nameAccount: Middleware = ({ caller, requestId = '' }, _response, next) => {
  if (caller) withinRequest({ accountId: caller.accountId, requestId }, () => acrossAccounts(next));
  else next();
};

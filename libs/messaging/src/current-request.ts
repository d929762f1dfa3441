import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestContext } from '@postrider/contracts';

type Caller = Pick<RequestContext, 'accountId' | 'requestId'>;

const storage = new AsyncLocalStorage<{ readonly caller: Caller | undefined; readonly withoutAccount: boolean }>();

/**
 * Runs `work` with this request: its log lines carry the request id and the account id, and statements of a
 * `DataSource` see and write only rows of this account.
 */
export const withinRequest = <Result>(caller: Caller, work: () => Result): Result =>
  storage.run({ caller, withoutAccount: false }, work);

/**
 * Runs `work` without row-level security, for statements that concern many accounts. Log lines keep the current
 * request.
 */
export const withoutAccount = <Result>(work: () => Result): Result =>
  currentAccount() === undefined ? work() : storage.run({ caller: currentRequest(), withoutAccount: true }, work);

export const currentRequest = (): Caller | undefined => storage.getStore()?.caller;

/** The account whose rows statements see and write; undefined for all accounts. */
export const currentAccount = (): string | undefined => {
  const current = storage.getStore();
  return current?.withoutAccount ? undefined : current?.caller?.accountId;
};

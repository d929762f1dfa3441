import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestContext } from '@postrider/contracts';

type Asker = Pick<RequestContext, 'accountId' | 'requestId'>;

const storage = new AsyncLocalStorage<{ readonly asker: Asker | undefined; readonly withoutAccount: boolean }>();

/**
 * Runs `work` so that every log line written below it carries the request id and the account id, and that statements of a `DataSource` see and write
 * rows of this account alone.
 */
export const withinRequest = <Result>(asker: Asker, work: () => Result): Result =>
  storage.run({ asker, withoutAccount: false }, work);

/** Runs `work`, whose statements are for many accounts at once whoever asked first, without row-level security. */
export const withoutAccount = <Result>(work: () => Result): Result =>
  currentAccount() === undefined ? work() : storage.run({ asker: currentRequest(), withoutAccount: true }, work);

export const currentRequest = (): Asker | undefined => storage.getStore()?.asker;

/** Whose rows alone are seen and written; undefined: those of all. */
export const currentAccount = (): string | undefined => {
  const current = storage.getStore();
  return current?.withoutAccount ? undefined : current?.asker?.accountId;
};

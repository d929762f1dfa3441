import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestContext } from '@postrider/contracts';

const storage = new AsyncLocalStorage<Pick<RequestContext, 'accountId' | 'requestId'>>();

/** Runs `work` so that every log line written below it carries the request id and the account id. */
export const withinRequest = <Result>(
  context: Pick<RequestContext, 'accountId' | 'requestId'>,
  work: () => Result,
): Result => storage.run(context, work);

export const currentRequest = (): Pick<RequestContext, 'accountId' | 'requestId'> | undefined => storage.getStore();

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Call } from '@postrider/contracts';

const storage = new AsyncLocalStorage<Pick<Call, 'accountId' | 'requestId'>>();

/** Runs `work` so that every log line written below it carries the request id and the account id. */
export const withinCall = <Result>(call: Pick<Call, 'accountId' | 'requestId'>, work: () => Result): Result => storage.run(call, work);

export const currentCall = (): Pick<Call, 'accountId' | 'requestId'> | undefined => storage.getStore();

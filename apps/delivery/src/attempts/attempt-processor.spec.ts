import { Logger } from '@nestjs/common';
import { jest } from '@jest/globals';
import type { DeliveryConfig } from '../config.js';
import { AttemptProcessor } from './attempt-processor.js';
import type { LeasedMessage } from './leased-message.js';

const config = {
  RETRY_DELAYS_SECONDS: [],
  UNKNOWN_OUTCOME_WAIT_SECONDS: 60,
  ATTEMPT_TIMEOUT_SECONDS: 45,
} as unknown as DeliveryConfig;
const nothing = {} as never;

describe('an attempt', () => {
  it('whose end cannot be told leaves the message to its lease, and the process alive', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const gone = { get: () => Promise.resolve(undefined) } as never;
    const attempts = new AttemptProcessor(gone, nothing, nothing, nothing, nothing, nothing, config);
    // Without its template the event about its end breaks the contract.
    const message = { id: 'log_1', attempt: 1, content: { recipient: { address: 'ada@example.com' } } };
    await attempts.process(message as LeasedMessage);
    expect(logged.mock.calls).toEqual([
      [expect.objectContaining({ logId: 'log_1' }), 'the outcome of an attempt could not be recorded'],
    ]);
    logged.mockRestore();
  });
});

import { Logger } from '@nestjs/common';
import { jest } from '@jest/globals';
import { compileVersion, loadArtifact, Renderer } from '@postrider/rendering';
import type { DeliveryConfig } from '../config.js';
import { MailTracking } from '../tracking/mail-tracking.js';
import { AttemptProcessor } from './attempt-processor.js';
import type { LeasedMessage } from './leased-message.js';
import { MailRenderer } from './mail-renderer.js';
import { MailSender } from './mail-sender.js';
import type { AttemptResult } from './results.repository.js';

const config = {
  RETRY_DELAYS_SECONDS: [],
  UNKNOWN_OUTCOME_WAIT_SECONDS: 60,
  ATTEMPT_TIMEOUT_SECONDS: 45,
  LEASE_SECONDS: 90,
} as unknown as DeliveryConfig;
const nothing = {} as never;

describe('AttemptProcessor', () => {
  it('leaves the message to its lease when the event about its end breaks the contract', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const noArtifacts = { get: () => Promise.resolve(undefined) } as never;
    const sender = new MailSender(nothing, noArtifacts, nothing, nothing, nothing, nothing, nothing);
    const attempts = new AttemptProcessor(sender, nothing, nothing, nothing, nothing, config);
    // The event about the end violates the contract, because the message has no template.
    const message = {
      id: 'log_1',
      leasedAt: performance.now(),
      attempt: 1,
      content: { recipient: { address: 'ada@example.com' } },
    };
    await attempts.process(message as LeasedMessage);
    expect(logged.mock.calls).toEqual([
      [expect.objectContaining({ logId: 'log_1' }), 'the outcome of an attempt could not be recorded'],
    ]);
    logged.mockRestore();
  });

  it('does not call the provider when the preparation took half of the time', async () => {
    const { artifact } = await compileVersion({ subject: 'Hello', text: 'Hello' }, () => undefined);
    const artifacts = { get: () => Promise.resolve(loadArtifact(JSON.parse(JSON.stringify(artifact)))) };
    const driver = { send: jest.fn() };
    const drivers = { of: () => Promise.resolve(driver) };
    const startedAt = performance.now();
    const attachments = {
      load: () => {
        jest.spyOn(performance, 'now').mockReturnValue(startedAt + 23_000);
        return Promise.resolve({ contents: [], release: () => {} });
      },
    };
    const record = jest.fn((_result: AttemptResult) => Promise.resolve());
    const sender = new MailSender(
      nothing,
      artifacts as never,
      drivers as never,
      new MailTracking({} as DeliveryConfig),
      new MailRenderer(new Renderer()),
      attachments as never,
      nothing,
    );
    const attempts = new AttemptProcessor(sender, nothing, nothing, nothing, { record } as never, config);
    const content = { template_data: {}, attachments: [] };
    const leased = { id: 'log_1', leasedAt: startedAt, attempt: 1, waits: 1, suppressed: [], content };
    await attempts.process(leased as unknown as LeasedMessage);
    jest.restoreAllMocks();
    expect(driver.send).not.toHaveBeenCalled();
    expect(record.mock.lastCall?.[0]).toMatchObject({
      status: 'failed_to_queue',
      message: 'Preparing this message took too long; retried until it is available',
      retryAfter: 30,
      attempt: undefined,
    });
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@postrider/testing';
import { AcceptanceRepository } from './messages/acceptance.repository.js';
import { DeliveryHarness } from './testing/delivery-harness.js';
import { WorkRepository } from './queue/work.repository.js';

/** Of which the delay takes more than half, and with the answer of the mail server more than all. */
const leaseSeconds = 5;
const delayMs = 3_500;
const replyAfterMs = 2_000;
/** Twice what the mail server takes: an attempt that a busy machine ends early is another one. */
const attemptTimeoutSeconds = 4;

describe('a message whose attempt begins late in its lease', () => {
  let delivery: DeliveryHarness;

  beforeAll(async () => {
    delivery = await DeliveryHarness.start({
      LEASE_SECONDS: String(leaseSeconds),
      ATTEMPT_TIMEOUT_SECONDS: String(attemptTimeoutSeconds),
      UNKNOWN_OUTCOME_WAIT_SECONDS: '1',
    });
  }, 60_000);
  afterAll(() => delivery?.stop(), 30_000);
  beforeEach(async () => {
    await delivery.newTest();
    await delivery.restart();
    delivery.sink.replyAfterMs = replyAfterMs;
  });
  afterEach(() => {
    jest.restoreAllMocks();
    delivery.sink.replyAfterMs = 0;
  });

  const expectOnce = async (id: string, address: string): Promise<void> => {
    await delivery.untilStatus(id, 'sent');
    await waitFor(async () => (await delivery.count('work')) === 0, { timeoutMs: 10_000, what: 'its work to be done' });
    expect(delivery.mailsTo(address)).toHaveLength(1);
    const { rows } = await delivery.sql.query('select attempt, outcome from attempts where message_id = $1', [id]);
    expect(rows).toEqual([{ attempt: 1, outcome: 'sent' }]);
    expect(await delivery.messagesOf(id)).toContain(
      'The process that took this message up was too busy to begin in time; it is taken up again',
    );
  };

  it('is given back and sent once, when it was claimed', async () => {
    const claim = WorkRepository.prototype.claim;
    let delayed = 0;
    jest.spyOn(WorkRepository.prototype, 'claim').mockImplementation(async function (this: WorkRepository, ...args) {
      const claimed = await claim.apply(this, args);
      if (claimed.rows.length > 0 && delayed++ === 0) await sleep(delayMs);
      return claimed;
    });
    const { receipt_id: id } = await delivery.accept({
      send_at: Math.floor(Date.now() / 1000) + 1,
      recipient: { address: 'claimed-late@example.com' },
    });
    await expectOnce(id, 'claimed-late@example.com');
    expect(delayed).toBeGreaterThanOrEqual(2);
  }, 30_000);

  it('is given back and sent once, when it was leased by its acceptance', async () => {
    // Nothing is leased by its acceptance while a claim is under way.
    await delivery.restart({ POLL_MS: '500' });
    await sleep(200);
    const accept = AcceptanceRepository.prototype.accept;
    jest.spyOn(AcceptanceRepository.prototype, 'accept').mockImplementationOnce(async function (
      this: AcceptanceRepository,
      ...args
    ) {
      const accepted = await accept.apply(this, args);
      await sleep(delayMs);
      return accepted;
    });
    const { receipt_id: id } = await delivery.accept({ recipient: { address: 'accepted-late@example.com' } });
    await expectOnce(id, 'accepted-late@example.com');
  }, 30_000);
});

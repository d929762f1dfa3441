import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AcceptanceRepository } from './messages/acceptance.repository.js';
import { DeliveryHarness } from './testing/delivery-harness.js';
import { WorkRepository } from './queue/work.repository.js';

const leaseSeconds = 90;
/** More than half of the lease. */
const lateMs = 50_000;

describe('a message whose attempt starts late in its lease', () => {
  let delivery: DeliveryHarness;

  beforeAll(async () => {
    delivery = await DeliveryHarness.start({ LEASE_SECONDS: String(leaseSeconds) });
  }, 60_000);
  afterAll(() => delivery?.stop(), 30_000);
  beforeEach(() => delivery.newTest());
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Simulates that the process was busy after the lease. */
  const beLate = (): void => {
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + lateMs);
  };
  const expectOnce = async (id: string, address: string): Promise<void> => {
    await delivery.untilStatus(id, 'sent');
    expect(await delivery.count('work')).toBe(0);
    expect(delivery.receivedBy(address)).toHaveLength(1);
    const { rows } = await delivery.sql.query('select attempt, outcome from attempts where message_id = $1', [id]);
    expect(rows).toEqual([{ attempt: 1, outcome: 'sent' }]);
    expect(await delivery.getMessages(id)).toContain(
      'The process that leased this message was too busy to start in time; it is retried',
    );
  };

  it('is released and sent once, when it was claimed', async () => {
    const claim = WorkRepository.prototype.claim;
    let claims = 0;
    jest.spyOn(WorkRepository.prototype, 'claim').mockImplementation(async function (this: WorkRepository, ...args) {
      const claimed = await claim.apply(this, args);
      if (claimed.rows.length > 0 && claims++ === 0) beLate();
      return claimed;
    });
    const { receipt_id: id } = await delivery.accept({
      // At least a second ahead: a message that is due at acceptance is never claimed.
      send_at: Math.floor(Date.now() / 1000) + 2,
      recipient: { address: 'claimed-late@example.com' },
    });
    await expectOnce(id, 'claimed-late@example.com');
    expect(claims).toBeGreaterThanOrEqual(2);
  });

  it('is released and sent once, when its acceptance leased it', async () => {
    // Acceptance leases nothing during a claim, so claims return immediately at first.
    let accepted = false;
    const claim = WorkRepository.prototype.claim;
    jest.spyOn(WorkRepository.prototype, 'claim').mockImplementation(async function (this: WorkRepository, ...args) {
      return accepted ? claim.apply(this, args) : { rows: [], tooMany: false };
    });
    await delivery.restart();
    const accept = AcceptanceRepository.prototype.accept;
    jest.spyOn(AcceptanceRepository.prototype, 'accept').mockImplementationOnce(async function (
      this: AcceptanceRepository,
      ...args
    ) {
      const acceptances = await accept.apply(this, args);
      accepted = true;
      beLate();
      return acceptances;
    });
    const { receipt_id: id } = await delivery.accept({ recipient: { address: 'accepted-late@example.com' } });
    await expectOnce(id, 'accepted-late@example.com');
  });
});

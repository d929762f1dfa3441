import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@postrider/testing';
import { Client } from 'pg';
import { DeliveryHarness } from '../testing/delivery-harness.js';

/** For the start, the first claim, periodic tasks and first results; independent of the amount of pending email. */
const maxStatements = 80;

describe('a restart', () => {
  let delivery: DeliveryHarness;

  beforeAll(async () => {
    delivery = await DeliveryHarness.start();
    await delivery.newTest();
  }, 60_000);
  afterAll(() => delivery?.stop(), 30_000);

  /** Stops the process and stores `pending` scheduled emails of one account, of which `due` are due. */
  async function storeScheduled(pending: number, due: number): Promise<void> {
    const { receipt_id: id } = await delivery.accept({ send_at: Math.floor(Date.now() / 1000) + 3600 });
    await delivery.stopProcess();
    await delivery.sql.query(
      `with rows as (select substr($1, 1, 16) || lpad(n::text, 10, '0') as id, n from generate_series(1, $2::int) as n),
            copies as (
              insert into messages select account_id, rows.id, artifact_id, template_id, esp_account_id, content, address_hashes from messages, rows where messages.id = $1
            ), logged as (
              insert into logs select account_id, rows.id, recipient_address, recipient_key, recipient_name, status, status_rank, message,
                                      template_id, template_name, version_name, locale, test from logs, rows where logs.id = $1
            )
       insert into work (message_id, account_id, lane, due_at)
       select rows.id, account_id, lane, case when n <= $3::int then now() else now() + interval '1 hour' end from work, rows where message_id = $1`,
      [id, pending, due],
    );
  }

  it.each([
    ['few due emails', 100, 100],
    ['20,000 emails, few of them due', 20_000, 100],
    ['20,000 due emails', 20_000, 20_000],
  ])(
    'starts to send after a bounded number of statements with %s',
    async (_what, pending, due) => {
      await storeScheduled(pending, due);
      const before = delivery.sink.mails.length;
      const statements = jest.spyOn(Client.prototype, 'query');
      try {
        await delivery.restart();
        await waitFor(() => delivery.sink.mails.length > before, { what: 'the first mail' });
        expect(statements.mock.calls.length).toBeLessThan(maxStatements);
      } finally {
        statements.mockRestore();
        await delivery.stopProcess();
        await delivery.sql.query('truncate work, messages, logs');
        await delivery.restart();
      }
    },
    60_000,
  );
});

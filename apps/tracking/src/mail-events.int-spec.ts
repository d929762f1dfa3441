import { logEventRecorded, messageAccepted, messageSent, newId, openEventStream } from '@postrider/contracts';
import { TrackingHarness } from './testing/tracking-harness.js';

describe('events of email', () => {
  let tracking: TrackingHarness;
  beforeAll(async () => {
    tracking = await TrackingHarness.start();
  }, 60_000);
  beforeEach(async () => {
    tracking.newTest();
    await tracking.call(openEventStream, {});
    await tracking.webhook('http://127.0.0.1:1024/hook');
  });
  afterAll(() => tracking?.stop(), 30_000);

  const log_id = newId('log');
  const mail = () =>
    tracking.toEnvelopes(
      { event: messageAccepted, payload: { ...messageAccepted.examples[0]!, log_id } },
      { event: messageSent, payload: { ...messageSent.examples[0]!, log_id } },
      { event: logEventRecorded, payload: { ...logEventRecorded.examples[0]!, log_id, type: 'clicked' } },
    );
  const written = async () => {
    const { rows } = await tracking.sql.query<Record<string, number>>(
      `select (select coalesce(sum(count), 0)::int from daily_counts where account_id = $1) as counts,
              (select coalesce(sum(sent + clicked), 0)::int from figures where account_id = $1 and period = 'day' and tag = '') as figures,
              (select count(*)::int from figure_clicks where account_id = $1) as clicks,
              (select count(*)::int from stream_events where account_id = $1) as streamed,
              (select count(*)::int from webhook_events where account_id = $1) as kept,
              (select count(*)::int from webhook_posts where account_id = $1) as posts`,
      [tracking.context.accountId],
    );
    return rows[0];
  };
  const once = { counts: 3, figures: 2, clicks: 1, streamed: 3, kept: 3, posts: 3 };

  it('are written once everywhere when they are repeated', async () => {
    const events = mail();
    await tracking.publish('delivery', [...events, ...events]);
    await tracking.publish('delivery', events.toReversed());
    expect(await written()).toEqual(once);
  });

  it('are written nowhere when one part fails, and everywhere on redelivery', async () => {
    const events = mail();
    await tracking.sql.query('alter table webhook_posts add constraint full_disk check (false) not valid');
    try {
      expect(await tracking.publish('delivery', events, { once: true })).toBe(false);
      expect(await written()).toEqual({ counts: 0, figures: 0, clicks: 0, streamed: 0, kept: 0, posts: 0 });
    } finally {
      await tracking.sql.query('alter table webhook_posts drop constraint full_disk');
    }
    await tracking.publish('delivery', events);
    expect(await written()).toEqual(once);
  });
});

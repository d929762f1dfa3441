import { webhookEventTypes } from '@postrider/contracts';
import { newId } from '@postrider/contracts';
import { inOrder, orderingTimeout, getPosition, precededBy, getStage } from './order.js';

it('orders first events, sent, other events and repetitions', () => {
  expect(webhookEventTypes.filter((type) => getStage(type) === 0)).toEqual(['email.triggered', 'email.queued']);
  expect(webhookEventTypes.filter((type) => getStage(type) === 1)).toEqual(['email.sent']);
  expect(webhookEventTypes.filter((type) => getStage(type) === 3)).toEqual(['email.re_clicked', 'email.re_opened']);
});

it('makes each event wait for one of an earlier stage', () => {
  for (const type of webhookEventTypes) {
    const before = precededBy(type, false);
    expect([type, before.length > 0]).toEqual([type, getStage(type) > 0]);
    expect(before.every((each) => getStage(each) < getStage(type))).toBe(true);
  }
  expect(precededBy('email.bounced', false)).toContain('email.queued');
  expect(precededBy('email.re_clicked', true)).toEqual(['email.clicked']);
  expect(precededBy('email.delivered', true)).toEqual(['email.sent']);
  expect(precededBy('email.bounced', true)).toEqual(['email.sent']);
});

it('moves a repetition behind its first occurrence only while that is pending', () => {
  expect([getPosition('email.re_opened', false), getPosition('email.clicked', false)]).toEqual([2, 2]);
  expect(getPosition('email.re_opened', true)).toBeGreaterThan(getPosition('email.opened', true));
  expect(getPosition('email.delivered', true)).toBe(getPosition('email.clicked', false));
});

it.each([
  [
    ['delivered', 'sent', 'queued'],
    ['queued', 'sent', 'delivered'],
  ],
  [
    ['opened', 're_opened', 'clicked', 're_opened'],
    ['opened', 're_opened', 'clicked', 're_opened'],
  ],
  [
    ['re_opened', 'clicked', 'opened', 'delivered'],
    ['clicked', 'opened', 're_opened', 'delivered'],
  ],
  [
    ['re_clicked', 're_opened', 'delivered'],
    ['re_clicked', 're_opened', 'delivered'],
  ],
])('orders events that arrive together: %j', (known, expected) => {
  const delivery = (status: string) => ({ webhookId: 'whk_1', logId: 'log_1', type: `email.${status}` });
  // Other emails and webhooks are ordered separately.
  const others = [
    { ...delivery('opened'), logId: 'log_2' },
    { ...delivery('opened'), webhookId: 'whk_2' },
  ];
  const ordered = inOrder([...known.map(delivery), ...others]).filter((each) => !others.includes(each));
  expect(ordered).toEqual(expected.map(delivery));
});

it('waits long only for events that the webhook should have received and has not', () => {
  const [now, day] = [1_795_000_000_000, 86_400_000];
  const timeout = (logAgo: number, listensFor: number) =>
    orderingTimeout(newId('log', now - logAgo), { since: now - listensFor }, { now, keptDays: 7 });
  expect(timeout(60_000, day)).toBe(3_600);
  expect(timeout(7 * day - 1_000, 10 * day)).toBe(3_600);
  // An event from that time may have been purged.
  expect(timeout(7 * day, 10 * day)).toBe(30);
  // Other processes know a new webhook only after some seconds.
  expect(timeout(60_000, 65_000)).toBe(30);
  expect(timeout(60_000, 71_000)).toBe(3_600);
  expect(timeout(day, 60_000)).toBe(30);
});

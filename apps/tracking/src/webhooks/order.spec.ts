import { webhookEventTypes } from '@postrider/contracts';
import { newId } from '@postrider/contracts';
import { inOrder, orderingTimeout, placeOf, precededBy, stageOf } from './order.js';

it('puts what a mail begins with before that it is sent, that before all the rest, and what happens again last', () => {
  expect(webhookEventTypes.filter((type) => stageOf(type) === 0)).toEqual(['email.triggered', 'email.queued']);
  expect(webhookEventTypes.filter((type) => stageOf(type) === 1)).toEqual(['email.sent']);
  expect(webhookEventTypes.filter((type) => stageOf(type) === 3)).toEqual(['email.re_clicked', 'email.re_opened']);
});

it('waits of each event for one that is of an earlier stage', () => {
  for (const type of webhookEventTypes) {
    const before = precededBy(type, false);
    expect([type, before.length > 0]).toEqual([type, stageOf(type) > 0]);
    expect(before.every((each) => stageOf(each) < stageOf(type))).toBe(true);
  }
  expect(precededBy('email.bounced', false)).toContain('email.queued');
  expect(precededBy('email.re_clicked', true)).toEqual(['email.clicked']);
  expect(precededBy('email.delivered', true)).toEqual(['email.sent']);
  expect(precededBy('email.bounced', true)).toEqual(['email.sent']);
});

it('lets nothing go before what happens again but its first time, and that only where it is still to come', () => {
  expect([placeOf('email.re_opened', false), placeOf('email.clicked', false)]).toEqual([2, 2]);
  expect(placeOf('email.re_opened', true)).toBeGreaterThan(placeOf('email.opened', true));
  expect(placeOf('email.delivered', true)).toBe(placeOf('email.clicked', false));
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
])('of what becomes known at once puts %j in order', (known, told) => {
  const post = (status: string) => ({ webhookId: 'whk_1', logId: 'log_1', type: `email.${status}` });
  // What is about another mail, or for another webhook, has an order of its own.
  const others = [
    { ...post('opened'), logId: 'log_2' },
    { ...post('opened'), webhookId: 'whk_2' },
  ];
  const ordered = inOrder([...known.map(post), ...others]).filter((each) => !others.includes(each));
  expect(ordered).toEqual(told.map(post));
});

it('waits for long only for what the webhook was to be told and has not been', () => {
  const [now, day] = [1_795_000_000_000, 86_400_000];
  const patience = (logAgo: number, listensFor: number) =>
    orderingTimeout(newId('log', now - logAgo), { since: now - listensFor }, { now, keptDays: 7 });
  expect(patience(60_000, day)).toBe(3_600);
  expect(patience(7 * day - 1_000, 10 * day)).toBe(3_600);
  // What was told of it may not be kept any more.
  expect(patience(7 * day, 10 * day)).toBe(30);
  // Other processes heed a new webhook after some seconds.
  expect(patience(60_000, 65_000)).toBe(30);
  expect(patience(60_000, 71_000)).toBe(3_600);
  expect(patience(day, 60_000)).toBe(30);
});

import { webhookEventTypes } from '@postrider/contracts';
import { precededBy, stageOf } from './order.js';

it('puts what a mail begins with before that it is sent, that before all the rest, and what happens again last', () => {
  expect(webhookEventTypes.filter((type) => stageOf(type) === 0)).toEqual(['email.triggered', 'email.queued']);
  expect(webhookEventTypes.filter((type) => stageOf(type) === 1)).toEqual(['email.sent']);
  expect(webhookEventTypes.filter((type) => stageOf(type) === 3)).toEqual(['email.re_clicked', 'email.re_opened']);
});

it('waits of each event for one that is of an earlier stage', () => {
  for (const type of webhookEventTypes) {
    const before = precededBy(type);
    expect([type, before.length > 0]).toEqual([type, stageOf(type) > 0]);
    expect(before.every((each) => stageOf(each) < stageOf(type))).toBe(true);
  }
  expect(precededBy('email.bounced')).toContain('email.queued');
  expect(precededBy('email.re_clicked')).toEqual(['email.clicked']);
  expect(precededBy('email.delivered')).toEqual(['email.sent']);
});

import type { LogEvent } from './queries.js';
import { entriesOf, sentenceOf } from './timeline.js';

const event = (type: LogEvent['type'], created: number, message = 'x'): LogEvent => ({
  object: 'event',
  type,
  created,
  message,
});

describe('a timeline', () => {
  it('groups repeated events with their count and last time', () => {
    const events = [
      event('sent', 1),
      event('re_opened', 2),
      event('re_opened', 3),
      event('re_opened', 4, 'y'),
      event('sent', 5),
    ];
    expect(entriesOf(events).map(({ type, created, times }) => [type, created, times])).toEqual([
      ['sent', 1, 1],
      ['re_opened', 3, 2],
      ['re_opened', 4, 1],
      ['sent', 5, 1],
    ]);
  });

  it('shows sentences', () => {
    expect(sentenceOf('delivered')).toBe("Delivered to the recipient's server");
  });
});

import type { LogEvent } from './queries.js';
import { toEntries, isOfTestKey, formatMessage, getSentence } from './timeline.js';

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
    expect(toEntries(events).map(({ type, created, times }) => [type, created, times])).toEqual([
      ['sent', 1, 1],
      ['re_opened', 3, 2],
      ['re_opened', 4, 1],
      ['sent', 5, 1],
    ]);
  });

  it('omits messages that repeat the event, and formats times', () => {
    const testKey = 'A test key was used: the message was rendered and not sent';
    expect(['API request received', 'Queued for delivery', testKey].map(formatMessage)).toEqual(['', '', '']);
    expect(isOfTestKey(testKey)).toBe(true);
    expect(formatMessage('Scheduled for 2026-11-28 01:43:07 UTC')).toMatch(/^Scheduled for Nov 2[78], 2026, /);
    expect(formatMessage('Next email of the drip campaign "A"; due 2026-11-28 01:43:07 UTC')).toMatch(
      /^Next email of the campaign A, due Nov 2[78], 2026, /,
    );
    expect(formatMessage('550 5.1.1 Scheduled for nobody')).toBe('550 5.1.1 Scheduled for nobody');
  });

  it('shows sentences', () => {
    expect(getSentence('delivered')).toBe("Delivered to the recipient's server");
  });
});

import type { LogStatus } from './log-status.js';
import { isCancellable, nameOfStatus, getOutcome, outcomes, toneOfStatus, getVerdict } from './log-status.js';

const statuses = Object.values(outcomes).flat() as LogStatus[];

describe('the status of an email', () => {
  it('belongs to one outcome', () => {
    expect(new Set(statuses).size).toBe(statuses.length);
    expect(statuses).toHaveLength(17);
    expect(getOutcome('re_opened')).toBe('delivered');
  });

  it('has a label and tells whether the email was sent', () => {
    for (const status of statuses) {
      expect(nameOfStatus(status)).toMatch(/^[A-Z]/);
      expect(getVerdict(status)).toMatch(/^(?:Yes|No|Not yet|On its way)\. /);
    }
  });

  it('is red only for failed email', () => {
    expect(statuses.filter((status) => toneOfStatus(status) === 'bad')).toEqual(['bounced', 'dropped']);
  });

  it('allows cancelling until a provider has the email', () => {
    expect(statuses.filter(isCancellable)).toEqual(['requested', 'triggered', 'queued']);
  });
});

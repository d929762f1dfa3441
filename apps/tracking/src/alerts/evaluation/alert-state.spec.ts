import type { AlertCondition } from '@postrider/contracts';
import { nextState, overAfterMs } from './alert-state.js';

const start = Date.parse('2026-11-27T12:00:00Z');

/** The states after evaluations, one per minute. */
const getStates = (condition: AlertCondition, met: readonly boolean[]): string[] => {
  let alert = {
    condition,
    state: 'ok' as 'ok' | 'firing',
    stateSince: new Date(start),
    metSince: null as Date | null,
    metAt: null as Date | null,
  };
  return met.map((isMet, minute) => {
    alert = { ...alert, ...nextState(alert, { met: isMet, now: new Date(start + minute * 60_000) }) };
    return alert.state;
  });
};
const times = <Value>(count: number, value: Value): Value[] => Array<Value>(count).fill(value);

describe('an alert', () => {
  it('fires when its condition is met, and is over when it was not met for ten minutes', () => {
    expect(overAfterMs).toBe(600_000);
    expect(getStates('bounce_rate', [false, true, ...times(11, false)])).toEqual([
      'ok',
      ...times(10, 'firing'),
      'ok',
      'ok',
    ]);
  });

  it('stays one alert when the condition is met again within ten minutes', () => {
    const met = [true, ...times(9, false), true, ...times(9, false), true];
    expect(new Set(getStates('no_sends', met))).toEqual(new Set(['firing']));
  });

  it('for a paused ESP account fires after two minutes without a break', () => {
    expect(getStates('esp_account_paused', [true, true, false, true, true, true])).toEqual([
      ...times(5, 'ok'),
      'firing',
    ]);
  });

  it('keeps the time of its state until that changes', () => {
    const alert = {
      condition: 'no_sends' as const,
      state: 'ok' as const,
      stateSince: new Date(0),
      metSince: null,
      metAt: null,
    };
    const now = new Date(start);
    expect(nextState(alert, { met: false, now }).stateSince).toEqual(new Date(0));
    expect(nextState(alert, { met: true, now }).stateSince).toEqual(now);
  });
});

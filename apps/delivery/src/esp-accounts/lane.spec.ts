import { describe, expect, it } from '@jest/globals';
import { laneOf } from './lane.js';

describe('the lane of a message', () => {
  it('is that of its ESP account', () => {
    expect(laneOf('acc_1', 'esp_1', false)).toEqual({ id: 'esp_1', accountId: 'acc_1' });
  });

  it('is of one account also where no ESP account is: through the built-in way out, and with test keys', () => {
    expect(laneOf('acc_1', 'builtin', false).id).toBe('builtin:acc_1');
    expect(laneOf('acc_1', 'esp_1', true).id).toBe('test:acc_1');
    expect(laneOf('acc_2', 'builtin', true).id).toBe('test:acc_2');
  });
});

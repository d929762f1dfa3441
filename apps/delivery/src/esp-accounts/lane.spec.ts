import { describe, expect, it } from '@jest/globals';
import { laneOf } from './lane.js';

describe('laneOf', () => {
  it('returns the ESP account', () => {
    expect(laneOf('acc_1', 'esp_1', false)).toEqual({ id: 'esp_1', accountId: 'acc_1' });
  });

  it('returns a lane of the account for the built-in server and for test keys', () => {
    expect(laneOf('acc_1', 'builtin', false).id).toBe('builtin:acc_1');
    expect(laneOf('acc_1', 'esp_1', true).id).toBe('test:acc_1');
    expect(laneOf('acc_2', 'builtin', true).id).toBe('test:acc_2');
  });
});

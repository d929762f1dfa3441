import { describe, expect, it } from '@jest/globals';
import { toLane } from './lane.js';

describe('toLane', () => {
  it('returns the ESP account', () => {
    expect(toLane('acc_1', 'esp_1', false)).toEqual({ id: 'esp_1', accountId: 'acc_1' });
  });

  it('returns a lane of the account for the built-in server and for test keys', () => {
    expect(toLane('acc_1', 'builtin', false).id).toBe('builtin:acc_1');
    expect(toLane('acc_1', 'esp_1', true).id).toBe('test:acc_1');
    expect(toLane('acc_2', 'builtin', true).id).toBe('test:acc_2');
  });
});

import { describe, expect, it } from '@jest/globals';
import { register } from 'prom-client';
import { Lanes } from './lanes.js';
import { measureSlots } from './slot-gauge.js';

const shown = (): Promise<string> => register.getSingleMetricAsString('postrider_attempt_slots');

describe('the slots of a process', () => {
  it('are shown as they are when somebody looks', async () => {
    expect(await shown()).not.toContain('state=');
    const lanes = new Lanes(64, 32);
    measureSlots(lanes);
    const slot = lanes.reserve({ id: 'esp_1', accountId: 'acc_1' });
    expect(await shown()).toContain(
      'postrider_attempt_slots{state="in_use"} 1\npostrider_attempt_slots{state="free"} 63',
    );
    slot?.release();
    expect(await shown()).toContain(
      'postrider_attempt_slots{state="in_use"} 0\npostrider_attempt_slots{state="free"} 64',
    );
  });
});

import { Gauge } from 'prom-client';
import type { Lanes } from './lanes.js';

let measured: Pick<Lanes, 'room' | 'total'> | undefined;

const slots = new Gauge({
  name: 'postrider_attempt_slots',
  help: 'Attempts that this process can make at a time, by whether they are in use or free',
  labelNames: ['state'],
  // Counted anyway, so it is asked for when somebody looks and costs an attempt nothing.
  collect: () => {
    if (measured === undefined) return;
    slots.set({ state: 'in_use' }, measured.total - measured.room);
    slots.set({ state: 'free' }, measured.room);
  },
});

/** A process has one delivery; of several, as in tests, the last is shown. */
export function measureSlots(lanes: Pick<Lanes, 'room' | 'total'>): void {
  measured = lanes;
}

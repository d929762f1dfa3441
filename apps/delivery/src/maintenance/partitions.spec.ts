import { describe, expect, it } from '@jest/globals';
import { newId } from '@postrider/contracts';
import { monthlyPartition } from './partitions.repository.js';

describe('monthlyPartition', () => {
  it('contains exactly the ids created in its month', () => {
    const { name, from, before } = monthlyPartition('logs', new Date('2026-11-21T12:00:00Z'), 0);
    const made = (time: string): string => newId('log', Date.parse(time));
    const holds = (id: string): boolean => id >= from && id < before;
    expect(name).toBe('logs_2026_11');
    expect(holds(made('2026-11-01T00:00:00.000Z'))).toBe(true);
    expect(holds(made('2026-11-30T23:59:59.999Z'))).toBe(true);
    expect(holds(made('2026-10-31T23:59:59.999Z'))).toBe(false);
    expect(holds(made('2026-12-01T00:00:00.000Z'))).toBe(false);
  });

  it('continues into the next year without a gap', () => {
    const december = monthlyPartition('logs', new Date('2026-11-30T00:00:00Z'), 1);
    const january = monthlyPartition('logs', new Date('2026-11-30T00:00:00Z'), 2);
    expect([december.name, january.name]).toEqual(['logs_2026_12', 'logs_2027_01']);
    expect(january.from).toBe(december.before);
  });
});

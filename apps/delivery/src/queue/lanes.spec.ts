import { describe, expect, it } from '@jest/globals';
import { Breakers } from '../esp-accounts/breakers.js';
import { Lanes } from './lanes.js';

describe('Lanes', () => {
  it('gives a lane no more slots than it may have, and leaves room for others', () => {
    const lanes = new Lanes(8, 2);
    expect([lanes.reserve('slow'), lanes.reserve('slow'), lanes.reserve('slow')].map(Boolean)).toEqual([
      true,
      true,
      false,
    ]);
    expect(lanes.reserve('other')).toBeDefined();
  });

  it('gives no more slots in total than the process may use', () => {
    const lanes = new Lanes(3, 2);
    for (const lane of ['a', 'b', 'c']) lanes.reserve(lane);
    expect(lanes.room).toBe(0);
    expect(lanes.reserve('d')).toBeUndefined();
  });

  it.each([1, 2, 3, 7])('leaves an equal share free when %d accounts hang', (hanging) => {
    const lanes = new Lanes(64, 64);
    const names = Array.from({ length: hanging }, (_each, n) => `hanging-${n}`);
    for (let round = 0; round < 64; round++) for (const name of names) lanes.reserve(name);
    const share = 64 / (hanging + 1);
    expect(lanes.room).toBeGreaterThanOrEqual(Math.floor(share));
    expect(lanes.roomIn('healthy')).toBeGreaterThanOrEqual(Math.floor(share / 2));
  });

  it('lets a lane that holds nothing have the last slot, and no other', () => {
    const lanes = new Lanes(2, 2);
    lanes.reserve('hanging');
    expect(lanes.reserve('hanging')).toBeUndefined();
    expect(lanes.reserve('healthy')).toBeDefined();
  });

  it('finds a claim worth while when half of a lane is free', () => {
    const lanes = new Lanes(8, 4);
    const slots = Array.from({ length: 4 }, () => lanes.reserve('a'));
    expect(lanes.isHalfFree('a')).toBe(false);
    slots[0]?.release();
    expect(lanes.isHalfFree('a')).toBe(false);
    slots[1]?.release();
    expect(lanes.isHalfFree('a')).toBe(true);
  });

  it('takes a released slot back once, however often it is released', () => {
    const released: string[] = [];
    const lanes = new Lanes(4, 2, new Breakers(), (lane) => released.push(lane));
    const slot = lanes.reserve('a');
    lanes.reserve('a');
    slot?.release();
    slot?.release();
    expect(lanes.room).toBe(3);
    expect(released).toEqual(['a']);
  });

  it('lists the rooms of lanes in use and forgets idle ones', () => {
    const lanes = new Lanes(8, 2);
    const slot = lanes.reserve('a');
    lanes.reserve('b');
    lanes.reserve('b');
    expect(Object.fromEntries(lanes.rooms.perLane)).toEqual({ a: 1, b: 0 });
    slot?.release();
    expect([...lanes.rooms.perLane.keys()]).toEqual(['b']);
  });

  it('gives no slot to an account that is paused, and lists it as full', () => {
    const lanes = new Lanes(4, 2, { limitOf: (lane) => (lane === 'paused' ? 0 : Infinity), limited: ['paused'] });
    expect(lanes.reserve('paused')).toBeUndefined();
    expect(lanes.reserve('other')).toBeDefined();
    expect(Object.fromEntries(lanes.rooms.perLane)).toEqual({ other: 1, paused: 0 });
  });

  it('says when nothing is under way any more', async () => {
    const lanes = new Lanes(2, 2);
    await lanes.empty();
    const slot = lanes.reserve('a');
    const first = Promise.race([
      lanes.empty().then(() => 'empty'),
      new Promise((resolve) => {
        setImmediate(resolve, 'busy');
      }),
    ]);
    expect(await first).toBe('busy');
    slot?.release();
    await expect(lanes.empty()).resolves.toBeUndefined();
  });

  it('gives every slot a lease token of its own', () => {
    const lanes = new Lanes(4, 2);
    expect(lanes.reserve('a')?.leaseToken).not.toBe(lanes.reserve('a')?.leaseToken);
  });
});

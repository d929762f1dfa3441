import { assert, integer, pre, property, uint8Array } from 'fast-check';
import type { IdKind } from './ids.js';
import { hexOfId, id, idFloor, idOfHex, idOfUuid, idPrefixes, isUuid, newId, timeOfId, uuidOfId } from './ids.js';

const kinds = Object.keys(idPrefixes) as IdKind[];
const time = integer({ min: 0, max: 2 ** 48 - 1 });
const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

describe('ids', () => {
  it('have the prefix of their kind and 22 letters and digits', () => {
    for (const kind of kinds) expect(newId(kind)).toMatch(new RegExp(`^${idPrefixes[kind]}[0-9A-Za-z]{22}$`));
    expect(new Set(kinds.map((kind) => idPrefixes[kind])).size).toBe(kinds.length);
  });

  it('are accepted by their own schema and no other', () => {
    const imported = ['template', 'version', 'snippet', 'espAccount', 'dripCampaign', 'dripStep'];
    for (const kind of kinds)
      for (const other of kinds)
        expect(id(kind).safeParse(newId(other)).success).toBe(kind === other || imported.includes(kind));
    expect(id('log').safeParse('log_short').error?.issues[0]?.message).toBe('must be an id that begins with log_');
  });

  it('of imported kinds may be those of another service', () => {
    for (const kind of ['template', 'version', 'snippet', 'espAccount', 'dripCampaign', 'dripStep'] as const) {
      const accepts = (given: string) => id(kind).safeParse(given).success;
      for (const given of ['test_fixture_1', 'r4nd0m-l3tt3r', 'sVkLKhT2kq8XPsAvCLQmcA', 'a'.repeat(64)])
        expect([given, accepts(given)]).toEqual([given, true]);
      for (const given of ['', 'a b', 'a/b', 'é', '..', 'a'.repeat(65)])
        expect([given, accepts(given)]).toEqual([given, false]);
    }
  });

  it('are UUIDs of version 7 in another form', () => {
    for (const known of [newId('log'), idFloor('log', 0)]) {
      expect(isUuid(uuidOfId(known))).toBe(true);
      expect(idOfUuid('log', uuidOfId(known).toUpperCase())).toBe(known);
    }
    expect(uuidOfId(newId('log'))).toMatch(/^.{8}-.{4}-7.{3}-[89ab].{3}-.{12}$/);
    for (const text of [newId('log'), '', '-'.repeat(36), 'g'.repeat(36)]) expect(isUuid(text)).toBe(false);
  });

  it('are unique', () => {
    expect(new Set(Array.from({ length: 10_000 }, () => newId('event', 1_790_000_000_000))).size).toBe(10_000);
  });

  it('contain their creation time, as long as 48 bits suffice', () => {
    assert(property(time, (at) => timeOfId(newId('log', at)) === at));
  });

  it('round-trip through hexadecimal', () => {
    const bytes = uint8Array({ minLength: 16, maxLength: 16 });
    assert(
      property(bytes, (each) => {
        const hex = Buffer.from(each).toString('hex');
        return hexOfId(idOfHex('log', hex)) === hex;
      }),
    );
    for (const hex of ['0'.repeat(32), 'f'.repeat(32)]) expect(hexOfId(idOfHex('log', hex))).toBe(hex);
  });

  it('sort by creation time, byte by byte', () => {
    assert(
      property(time, time, (one, other) => {
        pre(one !== other);
        return Math.sign(byBytes(newId('log', one), newId('log', other))) === Math.sign(one - other);
      }),
    );
  });

  it('lie between the floors of their millisecond and the next', () => {
    assert(
      property(integer({ min: 0, max: 2 ** 48 - 2 }), (at) => {
        const made = newId('log', at);
        return byBytes(idFloor('log', at), made) <= 0 && byBytes(made, idFloor('log', at + 1)) < 0;
      }),
    );
  });

  it('are version 7 UUIDs, including the variant', () => {
    let value = 0n;
    for (const digit of newId('log').slice(4))
      value = value * 62n + BigInt('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.indexOf(digit));
    expect(value.toString(16).padStart(32, '0')).toMatch(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
  });
});

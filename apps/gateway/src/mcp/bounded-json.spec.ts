import { LosslessNumber } from '@postrider/numbers';
import { boundedJson } from './bounded-json.js';

describe('boundedJson', () => {
  it('returns a value that fits unchanged, with the text of its numbers', () => {
    expect(boundedJson({ a: [new LosslessNumber('1.0')] }, 100)).toBe('{"a":[1.0]}');
  });

  it('cuts texts only as far as needed, and never between two halves of a character', () => {
    const html = `${'x'.repeat(19_999)}😀${'y'.repeat(50_000)}`;
    const json = JSON.parse(boundedJson({ html, name: 'short' }, 60_000)!) as { html: string; name: string };
    expect(json.name).toBe('short');
    expect(json.html).toBe(`${'x'.repeat(19_999)}\ufffd… (70001 characters)`);
  });

  it('returns undefined for a value that is too long without its texts', () => {
    expect(
      boundedJson(
        Array.from({ length: 100_000 }, () => 1),
        60_000,
      ),
    ).toBeUndefined();
  });
});

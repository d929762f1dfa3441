import { replaceContent, toContent } from './content.js';

/** Each takes six bytes in JSON. */
const control = (count: number): string => '\u0001'.repeat(count);
const named = { name: 'V', subject: 'S' };
const rejected = { code: 'payload_too_large', message: expect.stringContaining('larger than 12 MB') as string };

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('the content of a version', () => {
  it('is at most 12 MB of JSON, so that it fits into one reply', () => {
    expect(toContent({ ...named, text: control(2_000_000) }).text).toHaveLength(2_000_000);
    expect(thrownBy(() => toContent({ ...named, text: control(2_100_000) }))).toMatchObject(rejected);
  });

  it('is limited including the parts kept from the old content', () => {
    const old = toContent({ ...named, amp_html: control(1_500_000) });
    expect(thrownBy(() => replaceContent(old, toContent({ ...named, html: control(600_000) })))).toMatchObject(
      rejected,
    );
    expect(replaceContent(old, toContent({ ...named, html: 'x' })).ampHtml).toBe(old.ampHtml);
  });
});

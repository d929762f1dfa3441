import { describe, expect, it } from '@jest/globals';
import { isPicture, withPictures } from './web-view.service.js';

const picture = (name: string, content = 'x') => ({
  name,
  content: Buffer.from(content),
  disposition: 'inline' as const,
});

describe('withPictures', () => {
  it('embeds images where the html refers to them', () => {
    const html = '<img src="cid:a.png"><img src=\'cid:a.png.gif\'><p style="background: url(cid:b%20c.jpg)">';
    expect(withPictures(html, [picture('a.png'), picture('a.png.gif', 'y'), picture('b c.jpg', 'z')])).toBe(
      '<img src="data:image/png;base64,eA=="><img src=\'data:image/gif;base64,eQ==\'><p style="background: url(data:image/jpeg;base64,eg==)">',
    );
  });

  it('keeps references without an image', () => {
    expect(withPictures('<img src="cid:a.png">', [picture('b.png')])).toBe('<img src="cid:a.png">');
  });

  it('adds at most a megabyte for any number of references', () => {
    const html = '<img src="cid:a.png">'.repeat(100);
    const page = withPictures(html, [picture('a.png', 'x'.repeat(100_000))]);
    expect(page.length).toBeLessThan(html.length + 1024 * 1024);
    expect(page.split('data:image/png').length - 1).toBe(7);
  });

  it('detects images by their file name', () => {
    const names = ['a.png', 'a.JPG', 'a.svg', 'a.pdf', 'a', 'a.html'];
    expect(names.filter((name) => isPicture({ name }))).toEqual(['a.png', 'a.JPG', 'a.svg']);
  });

  it('detects images by the given type', () => {
    expect([isPicture({ name: 'a', type: 'image/png' }), isPicture({ name: 'a.png', type: 'text/html' })]).toEqual([
      true,
      false,
    ]);
  });
});

import type { Content } from './version-content.js';
import { toBody, toContent, parseData } from './version-content.js';
import { WorkingCopy } from './working-copy.js';

const saved: Content = toContent({
  id: 'ver_1',
  created: 0,
  modified: 0,
  published: false,
  name: 'First',
  subject: 'Hello',
  html: '<p>Hi</p>',
  text: '',
  engine: 'mustache',
  template_data: { name: 'Ada' },
});

describe('a version in the editor', () => {
  it('reads the editors only on demand', () => {
    const copy = new WorkingCopy(saved, '"a"');
    let read = 0;
    copy.write('html', () => `<p>${(read += 1)}</p>`);
    expect(read).toBe(0);
    expect([copy.content.html, copy.content.html, read]).toEqual(['<p>1</p>', '<p>1</p>', 1]);
  });

  it('is unchanged when its content equals the saved one', () => {
    const copy = new WorkingCopy(saved, '"a"');
    copy.write('subject', () => 'Hello!');
    expect(copy.isChanged).toBe(true);
    copy.write('subject', () => 'Hello');
    expect(copy.isChanged).toBe(false);
  });

  it('keeps edits made during a save', () => {
    const copy = new WorkingCopy(saved, '"a"');
    copy.write('subject', () => 'Sent off');
    const sent = copy.content;
    copy.write('text', () => 'written meanwhile');
    copy.wasSaved(sent, '"b"');
    expect([copy.isChanged, copy.tag, copy.content.subject, copy.content.text]).toEqual([
      true,
      '"b"',
      'Sent off',
      'written meanwhile',
    ]);
  });

  it('treats replaced content as unsaved', () => {
    const copy = new WorkingCopy(saved, '"a"');
    copy.put({ ...saved, html: '<p>older</p>' });
    expect([copy.isChanged, copy.content.html]).toEqual([true, '<p>older</p>']);
  });

  it('is sent without invalid JSON data', () => {
    expect(toBody(saved)).toMatchObject({ template_data: { name: 'Ada' }, preheader: '' });
    expect(toBody({ ...saved, data: '{' })).not.toHaveProperty('template_data');
    expect(parseData('[1]')).toBeUndefined();
  });
});

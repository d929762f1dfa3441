import { ServiceError } from '@postrider/contracts';
import { parseMail } from './email-body.js';

const now = Date.parse('2026-11-26T10:00:00Z');
const email = { from: 'Acme <hello@acme.example>', to: 'ada@example.com', subject: 'Hello', html: '<p>Hello</p>' };

const rejection = (body: unknown) => {
  try {
    return parseMail(body, now);
  } catch (error) {
    return (error as ServiceError).details;
  }
};

describe('parseMail', () => {
  it('translates a whole email', () => {
    expect(
      parseMail(
        {
          ...email,
          to: ['Ada <ada@example.com>', 'grace@example.com'],
          cc: 'copy@example.com',
          bcc: ['blind@example.com'],
          reply_to: ['Help <help@acme.example>'],
          text: 'Hello',
          headers: { 'X-Entity-Ref-ID': '7' },
          tags: [{ name: 'category', value: 'welcome' }, { name: 'plain' }],
          scheduled_at: 'in 1 min',
        },
        now,
      ),
    ).toMatchObject({
      to: [{ address: 'ada@example.com', name: 'Ada' }, { address: 'grace@example.com' }],
      cc: [{ address: 'copy@example.com' }],
      bcc: [{ address: 'blind@example.com' }],
      sender: { address: 'hello@acme.example', reply_to: 'hello@acme.example', name: 'Acme' },
      reply_to: ['help@acme.example'],
      subject: 'Hello',
      html: '<p>Hello</p>',
      text: 'Hello',
      headers: { 'X-Entity-Ref-ID': '7' },
      tags: ['category:welcome', 'plain'],
      send_at: Date.parse('2026-11-26T10:01:00Z') / 1000,
    });
  });

  it('accepts a single recipient', () => {
    expect(parseMail(email)).toMatchObject({ recipient: { address: 'ada@example.com' } });
  });

  it('ignores null, empty and unknown fields', () => {
    const nulls = { cc: null, bcc: [], reply_to: [], tags: null, attachments: [], scheduled_at: '', topic_id: null };
    expect(parseMail({ ...email, ...nulls, region: 'eu-west-1' })).toMatchObject({ files: [], inline: [] });
  });

  it('accepts replyTo as the npm package names it, and several addresses', () => {
    const replyTo = ['help@acme.example', 'Sales <sales@acme.example>'];
    expect(parseMail({ ...email, replyTo })).toMatchObject({ reply_to: ['help@acme.example', 'sales@acme.example'] });
  });

  it('joins the values of a header, and takes an empty array for no headers', () => {
    expect(parseMail({ ...email, headers: { 'X-Tag': ['a', 'b'] } })).toMatchObject({ headers: { 'X-Tag': 'a, b' } });
    expect(parseMail({ ...email, headers: [] }).headers).toBeUndefined();
  });

  it('omits headers that fields of the email set', () => {
    const headers = { 'Reply-To': 'help@acme.example', Date: 'Thu, 26 Nov 2026 10:00:00 +0000', 'X-Ref': '7' };
    expect(parseMail({ ...email, headers }).headers).toEqual({ 'X-Ref': '7' });
  });

  it('accepts tags as Symfony sends them', () => {
    expect(parseMail({ ...email, tags: [{ 'X-Tag': 'welcome' }] })).toMatchObject({ tags: ['X-Tag:welcome'] });
  });

  it('separates inline attachments', () => {
    const attachments = [
      { filename: '/srv/invoice.pdf', content: 'aGk=' },
      { filename: 'logo.png', content: 'aGk=', content_id: 'logo', content_type: 'image/png' },
      { content: { type: 'Buffer', data: [104, 105] } },
      { filename: 'a.txt', content: [104, 105], contentType: 'text/plain' },
      { filename: 'icon.png', content: [104, 105], inline_content_id: 'icon' },
    ];
    expect(parseMail({ ...email, attachments })).toMatchObject({
      inline: [
        { id: 'logo.png', data: 'aGk=', content_id: 'logo', content_type: 'image/png' },
        { id: 'icon.png', data: 'aGk=', content_id: 'icon' },
      ],
      files: [
        { id: 'invoice.pdf', data: 'aGk=' },
        { id: 'attachment-3', data: 'aGk=' },
        { id: 'a.txt', data: 'aGk=', content_type: 'text/plain' },
      ],
    });
  });

  it('translates a template with variables', () => {
    const template = { id: 'order-confirmation', variables: { product: 'Book' } };
    expect(parseMail({ to: 'ada@example.com', template })).toMatchObject({
      template: 'order-confirmation',
      template_data: { product: 'Book' },
    });
  });

  it.each([
    [[], [['body', 'must be an object']]],
    [
      {},
      [
        ['to', 'is required'],
        ['from', 'is required'],
        ['subject', 'is required'],
        ['html', 'is required unless `text` is given'],
      ],
    ],
    [{ ...email, from: 'Acme' }, [['from', 'must be `email@example.com` or `Name <email@example.com>`']]],
    [{ ...email, to: ['a@b.example', 'x'] }, [['to.1', 'must be `email@example.com` or `Name <email@example.com>`']]],
    [{ ...email, to: 7 }, [['to', 'must be an address or an array of addresses']]],
    [{ ...email, cc: Array(51).fill('a@b.example') }, [['cc', 'must have at most 50 addresses']]],
    [{ ...email, html: 7 }, [['html', 'must be a string']]],
    [{ ...email, tags: ['welcome'] }, [['tags.0', 'must be an object']]],
    [
      { ...email, tags: [{ name: 'a b', value: 'x' }] },
      [['tags.0.name', 'must contain only ASCII letters, numbers, underscores and dashes']],
    ],
    [
      { ...email, headers: { 'X-SMTPAPI': '{}' } },
      [['headers.X-SMTPAPI', 'must not be a structural or provider control header']],
    ],
    [{ ...email, topic_id: 'top_1' }, [['topic_id', expect.stringContaining('is not available')]]],
    [
      { ...email, scheduled_at: 'soon' },
      [
        [
          'scheduled_at',
          'must be a date in ISO 8601 format, or words such as `in 1 min`, `tomorrow at 9am` or `Friday at 3pm ET`',
        ],
      ],
    ],
    [{ ...email, scheduled_at: 'in 400 days' }, [['scheduled_at', 'must be within one year']]],
    [
      { ...email, attachments: [{ filename: 'a.pdf', path: 'https://acme.example/a.pdf' }] },
      [['attachments.0.path', expect.stringContaining('is not available')]],
    ],
    [
      { ...email, attachments: [{ filename: 'a.pdf', content: [1, 256] }] },
      [['attachments.0.content', 'must be a string in base64, or an array of bytes']],
    ],
    [
      { ...email, attachments: [{ filename: 'a.pdf' }] },
      [['attachments.0.content', 'must be a string in base64, or an array of bytes']],
    ],
    [
      { ...email, attachments: [{ filename: 'a\nb', content: '' }] },
      [['attachments.0.filename', 'must be a file name']],
    ],
    [
      { ...email, attachments: [{ filename: 'a', content: '', content_type: 'text' }] },
      [['attachments.0.content_type', 'must be a media type']],
    ],
    [{ ...email, template: {} }, [['template.id', 'is required']]],
    [{ to: 'ada@example.com', template: { id: 'x', variables: [] } }, [['template.variables', 'must be an object']]],
    [{ ...email, template: { id: 'x' } }, [['html', 'cannot be given together with template']]],
  ])('rejects %j', (body, expected) => {
    expect(rejection(body)).toEqual(expected.map(([field, message]) => ({ field, message })));
  });
});

import { formatMailbox, parseMailbox } from './mailbox.js';

describe('parseMailbox', () => {
  it.each([
    ['ada@example.com', { address: 'ada@example.com' }],
    [' <ada@example.com> ', { address: 'ada@example.com' }],
    ['Ada <ada@example.com>', { address: 'ada@example.com', name: 'Ada' }],
    ['Ada<ada@example.com>', { address: 'ada@example.com', name: 'Ada' }],
    ['"Lovelace, Ada" <ada@example.com>', { address: 'ada@example.com', name: 'Lovelace, Ada' }],
    [
      String.raw`"The \"first\" \\ one" <ada@example.com>`,
      { address: 'ada@example.com', name: String.raw`The "first" \ one` },
    ],
    ['A <B> <ada@example.com>', { address: 'ada@example.com', name: 'A <B>' }],
    ['=?utf-8?q?M=C3=BCller=2C_Ada?= <ada@example.com>', { address: 'ada@example.com', name: 'Müller, Ada' }],
    ['Ada ada@example.com', { address: 'Ada ada@example.com' }],
    ['', { address: '' }],
  ])('splits %j', (text, mailbox) => {
    expect(parseMailbox(text)).toEqual(mailbox);
  });

  it('takes linear time', () => {
    expect(parseMailbox(`${' '.repeat(1_000_000)}x <`).name).toBeUndefined();
  });
});

it.each(['ada@example.com', 'Ada <ada@example.com>', String.raw`"Lovelace, \"Ada\"" <ada@example.com>`])(
  'formatMailbox prints %j as it was parsed',
  (text) => {
    expect(formatMailbox(parseMailbox(text))).toBe(text);
  },
);

import * as fc from 'fast-check';
import { base64Length, encodeBase64, encodeBase64Stream } from './body-encoding.js';
import { composeMail, composeMime } from './compose-mime.js';
import { MailStream } from './mail-stream.js';
import type { ContentStream, MessageAttachment, OutgoingMessage } from '../mail/outgoing-message.js';

const inPieces = (content: Buffer, sizes: readonly number[]): ContentStream => ({
  bytes: content.length,
  async *read() {
    let at = 0;
    for (const size of sizes) {
      if (at >= content.length) return;
      yield content.subarray(at, at + size);
      at += size;
    }
    if (at < content.length) yield content.subarray(at);
  },
});
const collected = async (pieces: AsyncIterable<Buffer>): Promise<Buffer> => {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
};
const message = <Content>(attachments: MessageAttachment<Content>[]): OutgoingMessage<Content> => ({
  logId: 'log_01KQV5Xx7GJ8sVJ4mB2cDe',
  messageId: '<log_01KQV5Xx7GJ8sVJ4mB2cDe@acme.example>',
  date: new Date('2026-11-21T04:00:00Z'),
  from: { address: 'billing@acme.example', name: 'Acme' },
  replyTo: ['help@acme.example'],
  to: { address: 'ada@example.com', name: 'Ada Lovelace' },
  cc: [],
  bcc: [],
  subject: 'Your receipt',
  text: 'Hello Ada',
  html: '<p>Hello Ada <img src="cid:logo.png"></p>',
  headers: {},
  tags: [],
  attachments,
});

describe('encodeBase64', () => {
  it('returns lines of 76 characters', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const content = Buffer.from(bytes);
        const lines = content.toString('base64').match(/.{1,76}/g) ?? [];
        expect(encodeBase64(content).toString('latin1')).toBe(lines.join('\r\n'));
      }),
    );
  });
});

describe('encodeBase64Stream', () => {
  it('yields the bytes of encodeBase64, of the length of base64Length', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.array(fc.integer({ min: 1, max: 130 })),
        async (bytes, sizes) => {
          const content = Buffer.from(bytes);
          const encoded = await collected(encodeBase64Stream(inPieces(content, sizes).read()));
          expect(encoded.equals(encodeBase64(content))).toBe(true);
          expect(encoded).toHaveLength(base64Length(content.length));
        },
      ),
    );
  });

  it('encodes blocks of bounded size', async () => {
    const content = Buffer.alloc(1_000_003, 7);
    const blocks: Buffer[] = [];
    for await (const block of encodeBase64Stream(inPieces(content, []).read())) blocks.push(block);
    expect(Math.max(...blocks.map(({ length }) => length))).toBeLessThan(100_000);
    expect(Buffer.concat(blocks).equals(encodeBase64(content))).toBe(true);
  });
});

describe('an email with attachment streams', () => {
  const contents = [Buffer.alloc(200_000, 'logo'), Buffer.from('terms'), Buffer.alloc(57)];
  const attachments = <Content>(of: (content: Buffer) => Content): MessageAttachment<Content>[] => [
    { name: 'logo.png', content: of(contents[0]!), disposition: 'inline' },
    { name: 'terms.pdf', content: of(contents[1]!), disposition: 'attachment' },
    { name: 'empty lines.txt', content: of(contents[2]!), disposition: 'attachment' },
  ];

  it('has the same bytes as with attachments in memory, also when it is read again', async () => {
    const { raw, envelope } = await composeMime(message(attachments((content) => content)));
    const streamed = await composeMail(message(attachments((content) => inPieces(content, [1, 1000, 70_000]))));
    const mail = streamed.raw as MailStream;
    expect(mail).toBeInstanceOf(MailStream);
    expect(streamed.envelope).toEqual(envelope);
    expect(mail.size).toBe(raw.length);
    expect((await collected(mail.read())).equals(raw)).toBe(true);
    expect((await collected(mail.read())).equals(raw)).toBe(true);
  });

  it('is in memory when all attachments are', async () => {
    const inMemory = message(attachments((content) => content));
    expect(await composeMail(inMemory)).toEqual(await composeMime(inMemory));
  });
});

import { runSync } from '@postrider/concurrency';
import type { ServiceError } from '@postrider/contracts';
import { exactJson } from '@postrider/numbers';
import { parseMail } from '@postrider/mime';
import { submittedMail } from './submitted-mail.js';

const of = (raw: string, template?: string) =>
  runSync(
    submittedMail(runSync(parseMail(Buffer.from(raw.replaceAll('\n', '\r\n')))), {
      accountId: 'acc_1',
      mailFrom: 'envelope@acme.example',
      ...(template === undefined ? {} : { template }),
    }),
  );
/** The content of an email with these header fields and the body "Hello". */
const parseContent = (fields: string, template?: string) => of(`Subject: Hi\n${fields}\n\nHello`, template).content;
const getRejection = (fields: string): string => {
  try {
    parseContent(fields);
    return '';
  } catch (error) {
    return (error as ServiceError).message;
  }
};

describe('submittedMail', () => {
  it.each([
    ['', { sender: { address: 'envelope@acme.example', name: '', reply_to: 'envelope@acme.example' } }],
    ['From: a@b.example', { sender: { address: 'a@b.example', name: '', reply_to: 'a@b.example' } }],
    ['From: "B, A" <a@b.example>, c@d.example', { sender: { address: 'a@b.example', name: 'B, A' } }],
    ['From: =?utf-8?q?J=C3=B6rg?= <a@b.example>', { sender: { address: 'a@b.example', name: 'Jörg' } }],
    [
      'From: a@b.example\nReply-To: R <r@b.example>, s@b.example',
      { sender: { reply_to: 'r@b.example' }, reply_to: ['r@b.example', 's@b.example'] },
    ],
    ['From: a@xn--mller-kva.example', { sender: { address: 'a@xn--mller-kva.example' } }],
  ])('reads the sender: %j', (fields, content) => {
    expect(parseContent(fields)).toMatchObject(content);
  });

  it.each([
    ['From: Nobody', 'sender.address must be an email address'],
    ['From: jörg@b.example', 'sender.address must be an email address'],
    ['From: a@b.example\nFrom: c@d.example', 'message must have one from field'],
    ['Subject: two', 'message must have one subject field'],
    ['Reply-To: x', 'reply_to must be an email address'],
    ['Received: by a\n'.repeat(51).trimEnd(), 'message went through too many servers'],
    ['X-Postrider-Data: [1', 'X-Postrider-Data must be a JSON object'],
    ['X-Postrider-Data: 7', 'template_data must be an object'],
    [`X-Postrider-Tags: ${Array.from({ length: 21 }, (_, n) => n).join()}`, 'tags must have at most 20 tags'],
    ['X-Postrider-Track: opens, none', 'X-Postrider-Track must be opens, clicks, both or none'],
    ['X-SMTPAPI: {"category":7}', 'X-SMTPAPI must be a JSON object with a category'],
  ])('rejects %j', (fields, message) => {
    expect(getRejection(fields)).toContain(message);
  });

  it('passes header fields on, except structure and those for providers', () => {
    const dropped =
      'Received: by x\nDate: now\nMessage-ID: <x@y>\nDKIM-Signature: v=1\nReturn-Path: <x@y>\nDelivered-To: x@y\nTo: x@y\nCc: x@y\nBcc: x@y\n' +
      'MIME-Version: 1.0\nX-Postrider-Tags: a\nX-PM-Tag: b\nX-SMTPAPI: {}\nX-Mailgun-Tag: c\nSender: x@y\nResent-To: x@y';
    const kept =
      'X-One: first\nx-one: second\nList-Unsubscribe: <https://a.example/u>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\nX-Empty:\n' +
      'X-Encoded: =?utf-8?q?gr=C3=BCn?=\nX-Folded: a\n b\nIn-Reply-To: <a@b>';
    expect(parseContent(`${dropped}\n${kept}`).headers).toEqual({
      'X-One': 'first',
      'List-Unsubscribe': '<https://a.example/u>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'X-Encoded': 'grün',
      'X-Folded': 'a b',
      'In-Reply-To': '<a@b>',
    });
  });

  it.each([
    ['X-Postrider-Tags: a, b,,a', ['a', 'b']],
    ['X-SMTPAPI: {"category":"c","unique_args":{"x":1}}', ['c']],
    ['X-SMTPAPI: {"category":["c","d"]}\nX-PM-Tag: e', ['c', 'd', 'e']],
    ['X-SMTPAPI: {}', undefined],
  ])('reads tags: %j', (fields, tags) => {
    expect(parseContent(fields).tags).toEqual(tags);
  });

  it.each([
    ['opens', { opens: true, clicks: false }],
    ['Clicks, opens', { opens: true, clicks: true }],
    ['none', { opens: false, clicks: false }],
  ])('reads tracking: %j', (track, tracking) => {
    expect(parseContent(`X-Postrider-Track: ${track}`).tracking).toEqual(tracking);
  });

  it('keeps a template apart from the body', () => {
    const { content } = of('From: A <a@b.example>\nX-Postrider-Data: {"n":1.50}\n\nHello', 'tem_1');
    expect(content).toMatchObject({
      template: 'tem_1',
      sender: { address: 'a@b.example', name: 'A', reply_to: 'a@b.example' },
    });
    expect(content).not.toHaveProperty('text');
    expect(content.subject).toBeUndefined();
    expect(exactJson(content.template_data)).toBe('{"n":1.50}');
    expect(parseContent('X-Postrider-Template: tem_2', 'tem_1')).toMatchObject({ template: 'tem_2', subject: 'Hi' });
  });

  it('accepts an email without subject and text', () => {
    expect(of('From: a@b.example\n\n').content).toMatchObject({ subject: '(no subject)', text: '\n' });
  });

  it('reads the names of recipients', () => {
    const fields =
      'To: Ada <Ada@Example.com>, Team: "G" <grace@example.com>;\nCc: =?utf-8?q?J=C3=B6rg?= <j@example.com>, x@example.com';
    expect([...of(`${fields}\n\nHello`).names]).toEqual([
      ['ada@example.com', 'Ada'],
      ['grace@example.com', 'G'],
      ['j@example.com', 'Jörg'],
    ]);
  });

  it.each([
    ['', undefined],
    ['Message-ID: <a@b>', { key: '<a@b>', isChosen: false }],
    ['Message-ID: <a@b>\nX-Postrider-Idempotency-Key: order 1', { key: 'order 1', isChosen: true }],
  ])('recognizes a repetition: %j', (fields, repetition) => {
    expect(of(`Subject: Hi\n${fields}\n\nHello`.replace('\n\n\n', '\n\n')).repetition).toEqual(repetition);
  });

  it('shows files inline that the HTML refers to, and attaches the others', () => {
    const part = (id: string, type = 'image/png', name = '') =>
      `--b\nContent-Type: ${type}${name}\nContent-ID: <${id}>\nContent-Transfer-Encoding: base64\n\naGk=\n`;
    const html = '--b\nContent-Type: text/html\n\n<img src="cid:a@x"><img src="cid:b%20c">\n';
    const { inline, files } = of(
      `Content-Type: multipart/related; boundary=b\n\n${html}${part('a@x')}${part('other')}${part('z', 'application/pdf', '; name="../a/b.pdf"')}--b--`,
    );
    expect(inline).toEqual([{ id: 'attachment-1.png', data: 'aGk=', content_id: 'a@x', content_type: 'image/png' }]);
    expect(files).toEqual([
      { id: 'attachment-2.png', data: 'aGk=', content_type: 'image/png' },
      { id: 'b.pdf', data: 'aGk=', content_type: 'application/pdf' },
    ]);
  });
});

import { createHmac, randomBytes } from 'node:crypto';
import { newId } from '@postrider/contracts';
import { Hmac } from './link-keys.js';
import {
  encodeTarget,
  LinkKeys,
  MailLinks,
  readAttachmentLink,
  readClick,
  readOpen,
  readUnsubscribe,
  readView,
  trackingVariables,
} from './index.js';

const newKey = (): string => randomBytes(32).toString('base64');
const key = newKey();
const keys = new LinkKeys(key);
const base = 'https://mail.acme.example';
const mail = { accountId: newId('account'), logId: newId('log') };
const links = new MailLinks(keys, base, mail);
const getToken = (link: string): string => link.slice(link.lastIndexOf('/') + 1);
const url = 'https://www.acme.example/orders/1?a=1&b=ü#top';

const read = { o: readOpen, c: readClick, u: readUnsubscribe, v: readView, a: readAttachmentLink } as const;
const expires = new Date(1_800_000_000_000);
const all = {
  o: getToken(links.open()),
  c: getToken(links.click(encodeTarget(url, 3))),
  u: getToken(links.unsubscribe()),
  v: getToken(links.view(expires)),
  a: getToken(links.attachment(expires, 3)),
};
const kinds = Object.keys(read) as (keyof typeof read)[];

it('a link contains its email and its kind', () => {
  expect(readOpen(keys, all.o)).toEqual(mail);
  expect(readClick(keys, all.c)).toEqual({ ...mail, url, index: 3 });
  expect(readUnsubscribe(keys, all.u)).toEqual(mail);
  expect(readView(keys, all.v)).toEqual({ ...mail, expires });
  expect(readAttachmentLink(keys, all.a)).toEqual({ ...mail, expires, index: 3 });
});

it('a link is short', () => {
  expect(links.open()).toHaveLength(base.length + '/t/o/'.length + 58);
  expect(links.click(encodeTarget('https://acme.example/orders/12345?utm_source=email', 0)).length).toBeLessThan(150);
});

it.each(kinds)('a link is invalid if one character of /t/%s/ is changed', (kind) => {
  const token = all[kind];
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A';
    expect(read[kind](keys, token.slice(0, at) + other + token.slice(at + 1))).toBeUndefined();
  }
});

it.each(kinds)('a link is invalid as another kind than /t/%s/', (kind) => {
  for (const other of kinds) if (other !== kind) expect(read[other](keys, all[kind])).toBeUndefined();
});

it.each([
  ['with a foreign key', getToken(new MailLinks(new LinkKeys(newKey()), base, mail).open())],
  ['without a signature', Buffer.from('ab'.repeat(32), 'hex').toString('base64url')],
  ['empty', ''],
  ['padded', `${all.o}=`],
  ['with a line break', `${all.o}\n`],
  ['in the base64 alphabet', Buffer.from(all.o, 'base64url').toString('base64')],
  ['cut', all.o.slice(0, -1)],
  ['longer', `${all.o}AAAA`],
  ['without end', 'A'.repeat(10_000_000)],
  ['no base64', '%2e%2e'],
  ['with invalid characters', '\u0000\ud800'],
])('a link is invalid %s', (_what, token) => {
  for (const kind of kinds) expect(read[kind](keys, token)).toBeUndefined();
});

it('a link of one email is invalid for another, and for another account', () => {
  for (const foreign of [
    { ...mail, logId: newId('log') },
    { ...mail, accountId: newId('account') },
  ]) {
    const other = getToken(new MailLinks(keys, base, foreign).open());
    expect(readOpen(keys, other.slice(0, 44) + all.o.slice(44))).toBeUndefined();
  }
});

it('a link is valid as long as its key is in the list, whatever the name of the key', () => {
  const [second, third] = [newKey(), newKey()];
  const rotated = new LinkKeys(`2027:${second},default:${key}`);
  expect(readClick(rotated, all.c)).toEqual({ ...mail, url, index: 3 });
  const anew = getToken(new MailLinks(rotated, base, mail).open());
  expect(readOpen(keys, anew)).toBeUndefined();
  expect(readOpen(new LinkKeys(`2028:${third},2027:${second}`), anew)).toEqual(mail);
  expect(readClick(new LinkKeys(`2028:${third},2027:${second}`), all.c)).toBeUndefined();
});

it('a link is signed with a derived key, not with the configured one', () => {
  const plain = createHmac('sha256', Buffer.from(key, 'base64')).update(all.o.slice(0, 44)).digest('base64url');
  expect(all.o.slice(44)).not.toBe(plain.slice(0, 14));
});

it.each(['', 'a', 'x'.repeat(64), 'y'.repeat(3_000)])('a link is signed with HMAC-SHA256', (text) => {
  const own = randomBytes(32).toString('hex');
  expect(new Hmac(own).of(text)).toBe(createHmac('sha256', own).update(text).digest('base64url'));
});

it.each(['http://a.example/', 'https://a.example/', 'HTTPS://a.example', 'http://www.a.example/é', 'https://', ' x'])(
  'leads to %j exactly',
  (target) => {
    expect(readClick(keys, getToken(links.click(encodeTarget(target, 65_535))))?.url).toBe(target);
  },
);

it('isOwn() detects existing links', () => {
  expect(links.isOwn(links.unsubscribe())).toBe(true);
  expect(links.isOwn(`${base}/terms`)).toBe(false);
  expect(links.isOwn(`${base}.example/t/c/x`)).toBe(false);
});

it.each([
  ['https://mail.acme.example/', 'https://mail.acme.example'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['https://acme.example/mail//', 'https://acme.example/mail'],
])('PUBLIC_URL %s is parsed as %s', (given, kept) => {
  expect(trackingVariables.PUBLIC_URL.parse(given)).toBe(kept);
});

it.each(['ftp://x', 'https://', 'https://a b', 'https://user@x', 'https://x?y', 'x', 'https://[::1', 'https://x#y'])(
  'PUBLIC_URL cannot be %s',
  (given) => {
    expect(trackingVariables.PUBLIC_URL.safeParse(given).success).toBe(false);
  },
);

it.each(['short', `${key},`, `a b:${key}`])('TRACKING_KEY cannot be %s', (given) => {
  expect(trackingVariables.TRACKING_KEY.safeParse(given).success).toBe(false);
});

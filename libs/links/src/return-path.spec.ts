import { randomBytes } from 'node:crypto';
import { newId } from '@postrider/contracts';
import { LinkKeys, MailLinks, readReturnPath, returnPath } from './index.js';

const key = randomBytes(32).toString('base64');
const keys = new LinkKeys(key);
const domain = 'bounce.acme.example';
const mail = { accountId: newId('account'), logId: newId('log') };
const address = returnPath(keys, domain, mail);
const local = address.slice(0, address.indexOf('@'));

it('says of which mail it is, in whatever case it comes back', () => {
  for (const each of [address, address.toUpperCase(), `${local}@Bounce.Acme.Example`])
    expect(readReturnPath(keys, domain, each)).toEqual(mail);
});

it('is an address that every mail server takes', () => {
  expect(local).toMatch(/^b\+[a-z2-7]{61}$/);
  expect(local.length).toBeLessThanOrEqual(64);
});

it('is the same at every attempt, and another for each mail', () => {
  expect(returnPath(keys, domain, mail)).toBe(address);
  const others = Array.from({ length: 200 }, () => ({ accountId: newId('account'), logId: newId('log') }));
  for (const other of others) expect(readReturnPath(keys, domain, returnPath(keys, domain, other))).toEqual(other);
});

it('is none of ours where one character is another', () => {
  for (let at = 0; at < local.length; at++) {
    const other = local[at] === 'a' ? 'b' : 'a';
    expect(
      readReturnPath(keys, domain, `${local.slice(0, at)}${other}${local.slice(at + 1)}@${domain}`),
    ).toBeUndefined();
  }
});

it.each([
  ['of another domain', `${local}@acme.example`],
  ['of a domain that ends so', `${local}@x${domain}`],
  ['without a domain', local],
  ['cut', `${local.slice(0, -1)}@${domain}`],
  ['longer', `${local}a@${domain}`],
  ['empty', ''],
  ['without a token', `b+@${domain}`],
  ['of somebody else', `postmaster@${domain}`],
  ['of another key', returnPath(new LinkKeys(randomBytes(32).toString('base64')), domain, mail)],
  ['with a link for a token', `b+${new MailLinks(keys, '', mail).open().slice(5)}@${domain}`],
  ['no text', `\u0000\ud800@${domain}`],
])('is none of ours %s', (_what, given) => {
  expect(readReturnPath(keys, domain, given)).toBeUndefined();
});

it('works as long as its key is in the list', () => {
  const second = randomBytes(32).toString('base64');
  expect(readReturnPath(new LinkKeys(`new:${second},old:${key}`), domain, address)).toEqual(mail);
  expect(readReturnPath(new LinkKeys(second), domain, address)).toBeUndefined();
});

import { randomBytes } from 'node:crypto';
import { newId } from '@postrider/contracts';
import { LinkKeys, MailLinks, readReturnPath, returnPath } from './index.js';

const key = randomBytes(32).toString('base64');
const keys = new LinkKeys(key);
const domain = 'bounce.acme.example';
const mail = { accountId: newId('account'), logId: newId('log') };
const address = returnPath(keys, domain, mail);
const local = address.slice(0, address.indexOf('@'));

it('a return path identifies its email, in any letter case', () => {
  for (const each of [address, address.toUpperCase(), `${local}@Bounce.Acme.Example`])
    expect(readReturnPath(keys, domain, each)).toEqual(mail);
});

it('a return path is a valid address for every mail server', () => {
  expect(local).toMatch(/^b\+[a-z2-7]{61}$/);
  expect(local.length).toBeLessThanOrEqual(64);
});

it('a return path is the same at every attempt, and unique per email', () => {
  expect(returnPath(keys, domain, mail)).toBe(address);
  const others = Array.from({ length: 200 }, () => ({ accountId: newId('account'), logId: newId('log') }));
  for (const other of others) expect(readReturnPath(keys, domain, returnPath(keys, domain, other))).toEqual(other);
});

it('a return path is invalid if one character is changed', () => {
  for (let at = 0; at < local.length; at++) {
    const other = local[at] === 'a' ? 'b' : 'a';
    expect(
      readReturnPath(keys, domain, `${local.slice(0, at)}${other}${local.slice(at + 1)}@${domain}`),
    ).toBeUndefined();
  }
});

it.each([
  ['of another domain', `${local}@acme.example`],
  ['of a domain with the same ending', `${local}@x${domain}`],
  ['without a domain', local],
  ['cut', `${local.slice(0, -1)}@${domain}`],
  ['longer', `${local}a@${domain}`],
  ['empty', ''],
  ['without a token', `b+@${domain}`],
  ['of another mailbox', `postmaster@${domain}`],
  ['with another key', returnPath(new LinkKeys(randomBytes(32).toString('base64')), domain, mail)],
  ['with a link for a token', `b+${new MailLinks(keys, '', mail).open().slice(5)}@${domain}`],
  ['no text', `\u0000\ud800@${domain}`],
])('an address is not a return path %s', (_what, given) => {
  expect(readReturnPath(keys, domain, given)).toBeUndefined();
});

it('a return path is valid as long as its key is in the list', () => {
  const second = randomBytes(32).toString('base64');
  expect(readReturnPath(new LinkKeys(`new:${second},old:${key}`), domain, address)).toEqual(mail);
  expect(readReturnPath(new LinkKeys(second), domain, address)).toBeUndefined();
});

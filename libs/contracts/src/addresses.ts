import { z } from 'zod';
import { required } from './primitives.js';

/**
 * An email address (docs/guides/addresses.md): one `@`, at most 254 characters, an ASCII local part of at most 64, and
 * no character that could end a header or start another recipient. The domain may be internationalized; it is sent as
 * punycode. Every valid address can be sent to.
 */
export const emailAddress = z
  .string(required('a string'))
  .trim()
  .max(254, { error: 'must be at most 254 characters', abort: true })
  .regex(/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[^\s@\x00-\x20\x7f,;:<>()[\]\\"'`!#$%&*+/=?^_{|}~]{1,253}$/u, {
    error: 'must be an email address',
  })
  .refine((address) => wireAddress(address) !== undefined, {
    error: 'must be an email address',
    when: ({ issues }) => issues.length === 0,
  })
  .meta({
    id: 'EmailAddress',
    description: 'An email address: the part before the `@` in ASCII, a domain of any script.',
    examples: ['ada@example.com'],
  });

/** A dot-atom of RFC 5322 section 3.2.3. */
const localPart = /^(?=.{1,64}$)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** RFC 1123 section 2.1. */
const hostName = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const maxLength = 254;

/**
 * The address as sent, with an internationalized domain as punycode; undefined if no email can be sent to or from it.
 * Used both when an address is accepted and when email is composed, so that both agree.
 */
export function wireAddress(address: string): string | undefined {
  if (address.length > maxLength) return undefined;
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  const host = asciiDomain(address.slice(at + 1));
  if (host === undefined || !hostName.test(host) || !localPart.test(local)) return undefined;
  const wire = `${local}@${host}`;
  return wire.length <= maxLength ? wire : undefined;
}

/** Characters that the converter may get; it would read `/`, `?` or `%` as parts of a URL. */
const internationalDomain = /^[A-Za-z0-9.\u0080-\uffff-]+$/;
/**
 * Dots of other scripts and invisible characters: the converter treats them as dots or removes them, so email would go
 * to another domain than the address shows. Joiners are allowed, because some scripts need them and the converter
 * checks their position.
 */
const misleading = /[\u3002\uff0e\uff61]|(?![\u200c\u200d])\p{Cf}/u;
/** A host with such an ending is an IP address. */
const endsInNumber = /(?:^|\.)\d+$/;

/** An ASCII domain unchanged, others as punycode (UTS 46, as in the URL standard); undefined if it has no such form. */
export function asciiDomain(domain: string): string | undefined {
  if (!/[^\x00-\x7f]/.test(domain)) return domain;
  if (!internationalDomain.test(domain) || misleading.test(domain)) return undefined;
  try {
    const { hostname } = new URL(`http://${domain}`);
    return endsInNumber.test(hostname) ? undefined : hostname;
  } catch {
    return undefined;
  }
}

/**
 * The canonical spelling of an address, by which all services store and look up a recipient: lower case, domain in
 * punycode. An invalid address is only converted to lower case.
 */
export function addressKey(address: string): string {
  const trimmed = address.trim();
  return (wireAddress(trimmed) ?? trimmed).toLowerCase();
}

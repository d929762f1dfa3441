import { z } from 'zod';

/**
 * An email address (docs/guides/addresses.md): one `@`, at most 254 characters, an ASCII local part of at most
 * 64, nothing that could end a header or start another recipient. The domain may be internationalised; it is sent as
 * punycode. What is taken here can be sent.
 */
export const emailAddress = z
  .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
  .trim()
  .max(254, { error: 'must be at most 254 characters', abort: true })
  .regex(/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[^\s@\x00-\x20\x7f,;:<>()[\]\\"'`!#$%&*+/=?^_{|}~]{1,253}$/u, {
    error: 'must be an email address',
    abort: true,
  })
  .refine((address) => wireAddress(address) !== undefined, 'must be an email address')
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
 * The address as it goes on the wire, an internationalised domain as punycode, or nothing where it can be sent neither to nor from. The one
 * decision, made when an address is taken and again when mail is composed.
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

/** What may be handed to the converter, which would read `/`, `?` or `%` as parts of a URL. */
const internationalDomain = /^[A-Za-z0-9.\u0080-\uffff-]+$/;
/**
 * The dots of other scripts and what cannot be seen: the converter takes them for dots or leaves them out, so that an address would go
 * elsewhere than it reads. Of joiners, which some scripts need, it knows itself where they may be.
 */
const misleading = /[\u3002\uff0e\uff61]|(?![\u200c\u200d])\p{Cf}/u;
/** A host that ends so is an IP address. */
const endsInNumber = /(?:^|\.)\d+$/;

/** A domain in ASCII as it is written; any other as in the DNS (UTS 46, as of the URL standard), or nothing where it has no such name. */
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
 * The one spelling under which an address is kept and looked up, so that every service means the same recipient by it: in lower case, the
 * domain as in the DNS. Of what is no address it is the text in lower case.
 */
export function addressKey(address: string): string {
  const trimmed = address.trim();
  return (wireAddress(trimmed) ?? trimmed).toLowerCase();
}

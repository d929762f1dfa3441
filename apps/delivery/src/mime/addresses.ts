import { domainToASCII } from 'node:url';

/** The message can never be sent as it is: what is wrong lies in its own data, not in the provider. The message says what. */
export class UnsendableMessage extends Error {
  override readonly name = 'UnsendableMessage';
}

const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}$/;
/** What may be handed to the converter, which would read `/`, `?` or `%` as parts of a URL. */
const internationalDomain = /^[A-Za-z0-9.\u0080-\uffff-]+$/;
const hostName = /^(?!-)[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*$/;

/** Nobody twice: what differs in case only is one mailbox wherever mail is delivered (RFC 5321 section 2.4), and some providers refuse it. */
export function distinctMailboxes<Box extends { readonly address: string }>(mailboxes: readonly Box[]): Box[] {
  const first = new Map<string, Box>();
  for (const mailbox of mailboxes) {
    const key = mailbox.address.toLowerCase();
    if (!first.has(key)) first.set(key, mailbox);
  }
  return [...first.values()];
}

/**
 * The address as it goes on the wire: an internationalised domain as punycode. This is the wall behind the contract's own check:
 * whatever could end a header, start another recipient or become an SMTP parameter is refused here for every driver.
 * @throws UnsendableMessage
 */
export function wireAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  const domain = address.slice(at + 1);
  const wireDomain = internationalDomain.test(domain) && !hostName.test(domain) ? domainToASCII(domain) : domain;
  const wire = `${local}@${wireDomain}`;
  if (!localPart.test(local) || !hostName.test(wireDomain) || wire.length > 254) {
    throw new UnsendableMessage(
      `${JSON.stringify(address.slice(0, 254))} is not an address that can be sent to or from`,
    );
  }
  return wire;
}

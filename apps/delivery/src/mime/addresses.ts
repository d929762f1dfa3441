import { wireAddress as asciiAddress } from '@postrider/contracts';

/** The message can never be sent as it is: what is wrong lies in its own data, not in the provider. The message says what. */
export class UnsendableMessage extends Error {
  override readonly name = 'UnsendableMessage';
}

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
 * The address as it goes on the wire. This is the check behind the contract's own check: whatever could end a header, start another
 * recipient or become an SMTP parameter is refused here for every driver.
 * @throws UnsendableMessage
 */
export function wireAddress(address: string): string {
  const wire = asciiAddress(address);
  if (wire === undefined)
    throw new UnsendableMessage(
      `${JSON.stringify(address.slice(0, 254))} is not an address that can be sent to or from`,
    );
  return wire;
}

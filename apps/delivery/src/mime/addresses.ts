import { wireAddress as asciiAddress } from '@postrider/contracts';

/** The message can never be sent because of its own data, whichever provider is used. */
export class UnsendableMessage extends Error {
  override readonly name = 'UnsendableMessage';
}

/** Removes duplicates. Receivers ignore case too (RFC 5321, section 2.4), and some providers reject duplicates. */
export function distinctMailboxes<Box extends { readonly address: string }>(mailboxes: readonly Box[]): Box[] {
  const first = new Map<string, Box>();
  for (const mailbox of mailboxes) {
    const key = mailbox.address.toLowerCase();
    if (!first.has(key)) first.set(key, mailbox);
  }
  return [...first.values()];
}

/**
 * The address in its ASCII form. A second check after the contract's: rejects anything that could end a header, add a
 * recipient or become an SMTP parameter.
 * @throws UnsendableMessage
 */
export function wireAddress(address: string): string {
  const wire = asciiAddress(address);
  if (wire === undefined)
    throw new UnsendableMessage(`${JSON.stringify(address.slice(0, 254))} is not a valid email address`);
  return wire;
}

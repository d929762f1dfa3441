import { decodeWords } from 'postal-mime';

export interface Mailbox {
  readonly address: string;
  readonly name?: string | undefined;
}

/**
 * Splits `Ada <ada@example.com>` or `ada@example.com`. Does not validate the address. Libraries for Python encode names
 * that are not ASCII (RFC 2047).
 */
export function parseMailbox(text: string): Mailbox {
  const trimmed = text.trim();
  const start = trimmed.lastIndexOf('<');
  if (start < 0 || !trimmed.endsWith('>')) return { address: trimmed };
  const name = unquoted(trimmed.slice(0, start).trim());
  const address = trimmed.slice(start + 1, -1).trim();
  return name === '' ? { address } : { address, name: name.includes('=?') ? decodeWords(name) : name };
}

const unquoted = (name: string): string =>
  name.length > 1 && name.startsWith('"') && name.endsWith('"') ? name.slice(1, -1).replace(/\\(.)/g, '$1') : name;

export const formatMailbox = ({ address, name }: { readonly address: string; readonly name?: unknown }): string => {
  if (typeof name !== 'string' || name === '') return address;
  return /[<>",;:\\]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}" <${address}>` : `${name} <${address}>`;
};

export type MemberFilter = { readonly recipient_address?: string; readonly step?: string };

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** What the address bar says of the members. */
export function memberFilter(search: Record<string, unknown>): MemberFilter {
  const [address, step] = [textIn(search['recipient_address']), textIn(search['step'])];
  return { ...(address && { recipient_address: address }), ...(step && { step }) };
}

/** Members are found by no part of an address; the API refuses one. */
export const isWholeAddress = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text);

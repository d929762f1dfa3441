export type MemberFilter = { readonly recipient_address?: string };

/** What the address bar says of the members. */
export const memberFilter = ({ recipient_address }: Record<string, unknown>): MemberFilter =>
  typeof recipient_address === 'string' && recipient_address !== '' ? { recipient_address } : {};

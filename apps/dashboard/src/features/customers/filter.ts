export type CustomerFilter = { readonly search?: string };

/** What the address bar says of the list. */
export const customerFilter = ({ search }: Record<string, unknown>): CustomerFilter =>
  typeof search === 'string' && search !== '' ? { search } : {};

export type AuditFilter = { readonly object?: string };

/** What the address bar says of the list: only changes of one object, by its id. */
export const auditFilter = ({ object }: Record<string, unknown>): AuditFilter =>
  typeof object === 'string' && object !== '' ? { object } : {};

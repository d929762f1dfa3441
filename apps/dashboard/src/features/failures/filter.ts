/** One cause: an ESP account, how it ended, and the provider's code, `none` where it gave none (docs/api.md#failures). */
export type Cause = { readonly esp_account: string; readonly status: 'bounced' | 'dropped'; readonly code: string };
export type FailureFilter = Partial<Cause>;

/** What the address bar says of the list: all causes, or one. */
export function failureFilter({ esp_account, status, code }: Record<string, unknown>): FailureFilter {
  return typeof esp_account === 'string' && (status === 'bounced' || status === 'dropped') && typeof code === 'string'
    ? { esp_account, status, code }
    : {};
}

/** The cause that the address bar names, if it names one. */
export const causeOf = ({ esp_account, status, code }: FailureFilter): Cause | undefined =>
  esp_account === undefined || status === undefined || code === undefined ? undefined : { esp_account, status, code };

/**
 * Stands for `DEFAULT_SMTP_URL` where an ESP account's id would be: the way out of accounts that have none
 * (docs/api.md#sending).
 */
export const builtinAccountId = 'builtin';

/** Stands for `DEFAULT_SMTP_URL` where an ESP account's id would be: the way out of accounts that have none (API.md section 5). */
export const builtinAccountId = 'builtin';

/**
 * SQL: the ESP accounts of `rows`, which have the columns account_id and esp_account_id, as far as they are still there. Their deletion waits for the
 * end of the transaction, and then finds the mail that was written in it.
 */
export const heldEspAccounts = (rows: string): string => `
  select held.* from (select distinct account_id, esp_account_id from ${rows}) as named
  cross join lateral (
    select account_id, id from esp_accounts
    where esp_accounts.account_id = named.account_id and esp_accounts.id = named.esp_account_id for key share
  ) as held`;

import { builtinAccountId } from './builtin-account.js';
import { espAccountOfLane } from './lane.js';

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

/** SQL: the ESP account in whose lane the mail of a row of `messages` waits, or that tried it last. A fallback takes mail over, and its message does not say so. */
export const goesThrough = `coalesce(
  (select ${espAccountOfLane('work')} from work where work.account_id = messages.account_id and work.message_id = messages.id),
  (select attempts.esp_account_id from attempts
   where attempts.account_id = messages.account_id and attempts.message_id = messages.id order by attempts.attempt desc limit 1),
  messages.esp_account_id)`;

/** SQL: the ESP account that sends this mail again: its own, or the one that took it over where its own was deleted. */
export const repeatedThrough = `case when messages.esp_account_id = '${builtinAccountId}' or exists (
    select from esp_accounts as own where own.account_id = messages.account_id and own.id = messages.esp_account_id
  ) then messages.esp_account_id else ${goesThrough} end`;

/**
 * SQL: what sent the mail of a row of `messages`. The row itself has the ESP account that was chosen first, or that the mail was moved to; a
 * fallback may have sent it.
 */
export const sentThrough = `coalesce((
  select esp_account_id from attempts
  where attempts.account_id = messages.account_id and attempts.message_id = messages.id and outcome = 'sent' order by attempt desc limit 1
), messages.esp_account_id)`;

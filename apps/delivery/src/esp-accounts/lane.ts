/**
 * Stands for `DEFAULT_SMTP_URL` where an ESP account's id would be: the way out of accounts that have none
 * (docs/guides/sending.md).
 */
export const builtinAccountId = 'builtin';

/** The messages of one ESP account in the queue. `accountId` is whose they are: slots are shared among accounts first. */
export interface Lane {
  readonly id: string;
  readonly accountId: string;
}

const testPrefix = 'test';

/** Lanes of their own begin with these, so no ESP account has one for an id. */
export const reservedIds: readonly string[] = [builtinAccountId, testPrefix];

/**
 * Every lane is of one account: what one sends through the built-in way out holds up no other's, nor does its failing pause it for others. Mail of
 * test keys meets no ESP account: no pause, rate or backlog of one holds it up.
 */
export function laneOf(accountId: string, espAccountId: string, test: boolean): Lane {
  if (test) return { id: `${testPrefix}:${accountId}`, accountId };
  return { id: espAccountId === builtinAccountId ? `${builtinAccountId}:${accountId}` : espAccountId, accountId };
}

const dripSuffix = ':drip';

/**
 * Where the mails of campaigns queue: beside the lane of their ESP account, so that a hundred thousand of them that are due at once do not stand in
 * front of what is sent meanwhile. Rate, pauses and fallback are the account's.
 */
export const dripLaneOf = ({ id, accountId }: Lane): Lane => ({ id: id + dripSuffix, accountId });

export const isCampaignLane = (id: string): boolean => id.endsWith(dripSuffix);

/** The lane whose ESP account this one shares: itself, but for campaigns. */
export const mainLane = (id: string): string => (isCampaignLane(id) ? id.slice(0, -dripSuffix.length) : id);

/** An ESP account's lanes as SQL, of the column `id` of `row`. */
export const lanesOfEspAccount = (row: string): string => `(${row}.id, ${row}.id || '${dripSuffix}')`;

/** `isCampaignLane` as SQL. */
export const campaignLaneCondition = `lane like '%${dripSuffix}'`;

/** `laneOf` as SQL, of the columns account_id, esp_account_id and test. */
export const laneColumn = `case when test then '${testPrefix}:' || account_id
  when esp_account_id = '${builtinAccountId}' then '${builtinAccountId}:' || account_id else esp_account_id end`;

/** The other way round, of the column `lane` of `row`; undefined ESP accounts (null) are those of test keys. */
export const espAccountOfLane = (row: string): string => `nullif(split_part(${row}.lane, ':', 1), '${testPrefix}')`;

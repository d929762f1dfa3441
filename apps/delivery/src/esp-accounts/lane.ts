/**
 * Id of the operator's SMTP server (`DEFAULT_SMTP_URL`), which accounts without ESP accounts use
 * (docs/guides/sending.md).
 */
export const builtinAccountId = 'builtin';

/** The queue of one ESP account. `accountId` is its tenant: slots are shared among tenants first. */
export interface Lane {
  readonly id: string;
  readonly accountId: string;
}

const testPrefix = 'test';

/** Prefixes of other lanes, so no ESP account may have one as its id. */
export const reservedIds: readonly string[] = [builtinAccountId, testPrefix];

/**
 * The lane of an email. The built-in server has a lane per tenant, so that one tenant's backlog or failures do not
 * affect others. Email of test keys has its own lane, because no pause, rate limit or backlog of an ESP account applies
 * to it.
 */
export function toLane(accountId: string, espAccountId: string, test: boolean): Lane {
  if (test) return { id: `${testPrefix}:${accountId}`, accountId };
  return { id: espAccountId === builtinAccountId ? `${builtinAccountId}:${accountId}` : espAccountId, accountId };
}

const dripSuffix = ':drip';

/**
 * The lane for campaign email of the same ESP account, so that a hundred thousand due campaign emails do not delay
 * other email. Rate limit, pauses and fallback are those of the ESP account.
 */
export const toDripLane = ({ id, accountId }: Lane): Lane => ({ id: id + dripSuffix, accountId });

export const isCampaignLane = (id: string): boolean => id.endsWith(dripSuffix);

/** The main lane of the same ESP account. */
export const mainLane = (id: string): string => (isCampaignLane(id) ? id.slice(0, -dripSuffix.length) : id);

/** SQL: the lanes of an ESP account, whose id is the column `id` of `row`. */
export const lanesOfEspAccount = (row: string): string => `(${row}.id, ${row}.id || '${dripSuffix}')`;

/** `isCampaignLane` as SQL. */
export const campaignLaneCondition = `lane like '%${dripSuffix}'`;

/** `toLane` as SQL, from the columns account_id, esp_account_id and test. */
export const laneColumn = `case when test then '${testPrefix}:' || account_id
  when esp_account_id = '${builtinAccountId}' then '${builtinAccountId}:' || account_id else esp_account_id end`;

/** SQL: the ESP account of the column `lane` of `row`; null for lanes of test keys. */
export const espAccountOfLane = (row: string): string => `nullif(split_part(${row}.lane, ':', 1), '${testPrefix}')`;

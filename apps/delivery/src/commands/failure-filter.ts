import { id } from '@postrider/contracts';
import { NotUnderstood } from '@postrider/service';
import { z } from 'zod';
import { builtinAccountId } from '../esp-accounts/lane.js';
import type { FailureFilter } from '../failures/failure.js';

const minutes = { m: 1, h: 60, d: 24 * 60 } as const;
const zoneless = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?$/;

const timestamp = z.string().transform((text, context) => {
  const [, amount, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (amount) return new Date(Date.now() - Number(amount) * minutes[unit as keyof typeof minutes] * 60_000);
  const time = Date.parse(zoneless.test(text) && text.includes('T') ? `${text}Z` : text);
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(time)) return new Date(time);
  context.addIssue({ code: 'custom', message: 'must be like 30m, 2h, 3d or 2026-11-21T09:30' });
  return z.NEVER;
});
export const espAccountOption = z.union([z.literal(builtinAccountId), id('espAccount')], {
  error: `must be an id that begins with esp_, or ${builtinAccountId}`,
});

/** Options that select failures; all conditions must hold. */
export const filterOptions = {
  account: id('account').optional().meta({ value: 'ID', description: 'of this account' }),
  espAccount: espAccountOption.optional().meta({ value: 'ID', description: 'that failed through this ESP account' }),
  status: z
    .enum(['bounced', 'dropped'], { error: 'must be bounced or dropped' })
    .optional()
    .meta({ description: 'that ended so' }),
  code: z
    .string()
    .min(1, 'must not be empty')
    .transform((code) => (code === 'none' ? null : code))
    .optional()
    .meta({ value: 'CODE', description: 'with this code of the provider; "none": without a code' }),
  since: timestamp
    .optional()
    .meta({ value: 'TIME', description: '30m, 2h, 3d ago, or 2026-11-21T09:30 (UTC unless it has an offset)' }),
  until: timestamp.optional().meta({ value: 'TIME', description: 'likewise' }),
  log: z.array(id('log')).optional().meta({ value: 'ID', description: 'of this log' }),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1')
    .transform(Number)
    .optional()
    .meta({ value: 'N', description: 'the newest N of them' }),
};

type Given = z.output<z.ZodObject<typeof filterOptions>>;

export const toFilter = ({ account, espAccount, status, code, since, until, log, limit }: Given): FailureFilter => ({
  accountId: account,
  espAccountId: espAccount,
  status,
  code,
  since,
  until,
  logIds: log,
  limit,
});

/**
 * Commands that change data need a filter or --all, so that nothing is done to all failures by mistake.
 * @throws NotUnderstood
 */
export function toNarrowedFilter(verb: string, { all, ...given }: Given & { readonly all: boolean }): FailureFilter {
  const { limit: _limit, ...conditions } = toFilter(given);
  const filtered = Object.values(conditions).some((condition) => condition !== undefined);
  if (filtered && all) throw new NotUnderstood('--all and a filter contradict each other.');
  if (!filtered && !all) throw new NotUnderstood(`${verb} needs a filter, or --all.`);
  return toFilter(given);
}

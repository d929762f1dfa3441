import { parseArgs } from 'node:util';
import { id } from '@postrider/contracts';
import { z } from 'zod';
import { builtinAccountId } from '../esp-accounts/builtin-account.js';
import type { FailureFilter } from '../failures/failures.repository.js';

export type FailuresCommand =
  | { readonly verb: 'help' }
  | { readonly verb: 'list'; readonly filter: FailureFilter; readonly count: boolean; readonly json: boolean }
  | { readonly verb: 'drop'; readonly filter: FailureFilter; readonly yes: boolean }
  | {
      readonly verb: 'replay';
      readonly filter: FailureFilter;
      readonly yes: boolean;
      readonly json: boolean;
      readonly through: string | undefined;
    };

export const usage = `Usage: failures list   [filters] [--count] [--json]           newest first; --count: how many per ESP account, status and code
       failures replay <filters | --all> [--through ID] [--yes] [--json]
                                                           sends each again as a new message, through its ESP account or the one named
       failures drop   <filters | --all> [--yes]           forgets them; their logs stay
Without --yes, replay and drop only say what they would do.
Filters: --account ID   --esp-account ID   --status bounced|dropped   --code CODE ("none": those without)   --log ID (may be repeated)
         --since, --until: 30m, 2h, 3d ago, or 2026-11-21T09:30 (UTC, if it does not say otherwise)         --limit N: the newest N`;

/** What the command line says cannot be done; the message says why. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
}

const filterOptions = {
  account: { type: 'string' },
  'esp-account': { type: 'string' },
  status: { type: 'string' },
  code: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  log: { type: 'string', multiple: true },
  limit: { type: 'string' },
} as const;
const confirmOptions = { all: { type: 'boolean' }, yes: { type: 'boolean' } } as const;
const optionsOf = {
  list: { ...filterOptions, json: { type: 'boolean' }, count: { type: 'boolean' } },
  drop: { ...filterOptions, ...confirmOptions },
  replay: { ...filterOptions, ...confirmOptions, json: { type: 'boolean' }, through: { type: 'string' } },
} as const;

const minutes = { m: 1, h: 60, d: 24 * 60 } as const;
const zoneless = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?$/;

const moment = z.string().transform((text, context) => {
  const [, amount, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (amount) return new Date(Date.now() - Number(amount) * minutes[unit as keyof typeof minutes] * 60_000);
  const time = Date.parse(zoneless.test(text) && text.includes('T') ? `${text}Z` : text);
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(time)) return new Date(time);
  context.addIssue({ code: 'custom', message: 'must be like 30m, 2h, 3d or 2026-11-21T09:30' });
  return z.NEVER;
});
const espAccount = z.union([z.literal(builtinAccountId), id('espAccount')], {
  error: `must be an id that begins with esp_, or ${builtinAccountId}`,
});

const values = z.object({
  account: id('account').optional(),
  'esp-account': espAccount.optional(),
  status: z.enum(['bounced', 'dropped'], { error: 'must be bounced or dropped' }).optional(),
  code: z
    .string()
    .min(1, 'must not be empty')
    .transform((code) => (code === 'none' ? null : code))
    .optional(),
  since: moment.optional(),
  until: moment.optional(),
  log: z.array(id('log')).optional(),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1')
    .transform(Number)
    .optional(),
  through: espAccount.optional(),
  all: z.boolean().default(false),
  yes: z.boolean().default(false),
  count: z.boolean().default(false),
  json: z.boolean().default(false),
});

/** @throws NotUnderstood saying which option is wrong. */
export function readCommandLine(args: readonly string[]): FailuresCommand {
  const [verb, ...rest] = args;
  if (verb === 'help' || args.includes('--help')) return { verb: 'help' };
  if (verb !== 'list' && verb !== 'replay' && verb !== 'drop')
    throw new NotUnderstood(verb ? `There is no command "${verb}".` : 'Which command?');
  const {
    account,
    'esp-account': espAccountId,
    status,
    code,
    since,
    until,
    log,
    limit,
    through,
    all,
    yes,
    count,
    json,
  } = valuesOf(verb, rest);
  const conditions = { accountId: account, espAccountId, status, code, since, until, logIds: log };
  const filter = { ...conditions, limit };
  if (verb === 'list') return { verb, filter, count, json };
  const filtered = Object.values(conditions).some((condition) => condition !== undefined);
  if (filtered === all)
    throw new NotUnderstood(all ? '--all and a filter contradict each other.' : `${verb} needs a filter, or --all.`);
  return verb === 'drop' ? { verb, filter, yes } : { verb, filter, yes, json, through };
}

function valuesOf(verb: keyof typeof optionsOf, args: readonly string[]): z.output<typeof values> {
  const given = parsed(
    () => parseArgs({ args: [...args], options: optionsOf[verb], strict: true, allowPositionals: false }).values,
  );
  const read = values.safeParse(given);
  if (read.success) return read.data;
  throw new NotUnderstood(read.error.issues.map(({ path, message }) => `--${String(path[0])} ${message}.`).join(' '));
}

/** Node's own words, without its advice about positionals. */
function parsed<Parsed>(parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (error) {
    throw new NotUnderstood((error as Error).message.replace(/\. .*$/s, '').replace(/\.?$/, '.'));
  }
}

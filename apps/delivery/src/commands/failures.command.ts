import { defineAction, defineCommand, defineConfig, NotUnderstood, onDatabase } from '@postrider/service';
import type { Environment, ExitCode, Terminal } from '@postrider/service';
import { z } from 'zod';
import { deliveryConfig } from '../config.js';
import { deliveryDatabase } from '../database.js';
import { builtinAccountId } from '../esp-accounts/lane.js';
import type { Failure, FailureFilter, FailureGroup, Replayed } from '../failures/failure.js';
import { espAccountDeleted, FailuresRepository } from '../failures/failures.repository.js';
import { espAccountOption, toFilter, filterOptions, toNarrowedFilter } from './failure-filter.js';

const defaultListLimit = 1_000;
const none = 'There are no such failures.';
/** Suffix in the logs of replayed emails. */
const logSuffix = ', at the request of the operator';
const { DATABASE_URL, ATTACHMENT_RETENTION_DAYS } = deliveryConfig.schema.shape;
const failuresConfig = defineConfig('failures', { DATABASE_URL, ATTACHMENT_RETENTION_DAYS });

const json = z.boolean().default(false).meta({ description: 'one JSON object a line' });
const yes = z.boolean().default(false).meta({ description: 'do it, instead of showing what would be done' });
const all = z.boolean().default(false).meta({ description: 'instead of a filter: all failures' });
const count = z.boolean().default(false).meta({ description: 'how many per ESP account, status and code' });
const through = espAccountOption
  .optional()
  .meta({ value: 'ID', description: "the ESP account that sends, instead of each message's own" });

/**
 * `postrider failures`: messages that ended without being sent. Of the delivery service's environment it needs
 * DATABASE_URL.
 */
export const failures = defineCommand({
  name: 'failures',
  notes: 'Without --yes, replay and drop only show what they would do. Both need a filter, or --all.',
  actions: {
    list: defineAction({
      about: 'newest first',
      options: { ...filterOptions, count, json },
      run: (input, terminal) =>
        onFailures(terminal.environment, (repository) => list(repository, toFilter(input), input, terminal)),
    }),
    replay: defineAction({
      about: 'sends each again as a new message, through its ESP account or the one named',
      options: { ...filterOptions, all, through, yes, json },
      run: (input, terminal) => {
        const filter = toNarrowedFilter('replay', input);
        return onFailures(terminal.environment, async (repository) => {
          const within = await limitedToOwner(repository, filter, input.through);
          return settle('replay', repository, within, input.yes, terminal, (time) =>
            replay(repository, within, input, time, terminal),
          );
        });
      },
    }),
    drop: defineAction({
      about: 'forgets them; their logs stay',
      options: { ...filterOptions, all, yes },
      run: (input, terminal) => {
        const filter = toNarrowedFilter('drop', input);
        return onFailures(terminal.environment, (repository) =>
          settle('drop', repository, filter, input.yes, terminal, (time) => drop(repository, filter, time, terminal)),
        );
      },
    }),
  },
});

async function onFailures<Result>(
  environment: Environment | undefined,
  act: (failures: FailuresRepository) => Promise<Result>,
): Promise<Result> {
  const config = failuresConfig.read(environment);
  return onDatabase(deliveryDatabase, config.DATABASE_URL, 2, (database) =>
    act(new FailuresRepository(database, config.ATTACHMENT_RETENTION_DAYS)),
  );
}

/** Shows what would be done or does it. `act` returns whether all failures were handled. */
async function settle(
  verb: 'replay' | 'drop',
  repository: FailuresRepository,
  filter: FailureFilter,
  confirmed: boolean,
  { warn }: Terminal,
  act: (time: string) => Promise<boolean>,
): Promise<ExitCode> {
  const time = await repository.databaseTime();
  const groups = await repository.groups(filter, time);
  const found = total(groups);
  const missing = filter.logIds && filter.limit === undefined ? new Set(filter.logIds).size - found : 0;
  if (missing > 0) warn(`Of the logs named, ${missing} are not failures or do not meet the other conditions.`);
  if (found === 0) {
    warn(none);
    return missing === 0 ? 0 : 1;
  }
  if (!confirmed) {
    warn(
      `${verb} would affect ${failuresIn(found)}:\n${groups.map(groupLine).join('\n')}\nNothing was done. To do it, add --yes.`,
    );
    return 2;
  }
  return (await act(time)) && missing === 0 ? 0 : 1;
}

async function list(
  repository: FailuresRepository,
  filter: FailureFilter,
  { count: counted, json: asJson }: { readonly count: boolean; readonly json: boolean },
  { print, warn }: Terminal,
): Promise<void> {
  const time = await repository.databaseTime();
  if (counted) {
    const groups = await repository.groups(filter, time);
    for (const group of groups) print(asJson ? JSON.stringify(group) : groupLine(group));
    if (groups.length === 0) warn(none);
    return;
  }
  const limit = filter.limit ?? defaultListLimit;
  const found = await repository.list(filter, time, limit + 1);
  for (const failure of found.slice(0, limit)) print(asJson ? JSON.stringify(failure) : line(failure));
  if (found.length === 0) warn(none);
  if (found.length > limit && filter.limit === undefined)
    warn(`There are more than these ${limit}: --limit shows more, --count how many of each kind.`);
}

/** An ESP account sends only for its own account. */
async function limitedToOwner(
  repository: FailuresRepository,
  filter: FailureFilter,
  sender: string | undefined,
): Promise<FailureFilter> {
  if (sender === undefined || sender === builtinAccountId) return filter;
  const owner = await repository.findOwner(sender);
  if (owner === undefined) throw new NotUnderstood(`--through names an ESP account that does not exist: ${sender}.`);
  if (filter.accountId !== undefined && filter.accountId !== owner)
    throw new NotUnderstood(`--through names an ESP account of ${owner}, not of ${filter.accountId}.`);
  return { ...filter, accountId: owner };
}

async function replay(
  repository: FailuresRepository,
  filter: FailureFilter,
  { through: sender, json: asJson }: { readonly through?: string | undefined; readonly json: boolean },
  time: string,
  { print, warn }: Terminal,
): Promise<boolean> {
  const done = { replayed: 0, skipped: 0 };
  try {
    for await (const batch of repository.replay(filter, time, { through: sender, logSuffix })) {
      for (const replayed of batch.map(withAdvice)) {
        if (asJson) print(JSON.stringify(replayed));
        else
          print(
            replayed.skipped
              ? `${replayed.log_id}  skipped: ${replayed.skipped}`
              : `${replayed.log_id}  is sent as ${replayed.new_log_id}`,
          );
        done[replayed.skipped ? 'skipped' : 'replayed']++;
      }
    }
  } catch (error) {
    throw new Error(
      `${(error as Error).message}\nStopped after ${failuresIn(done.replayed)} had been replayed. Run the same command to continue; no failure is replayed twice.`,
      { cause: error },
    );
  }
  warn(`Replayed: ${done.replayed}${done.skipped > 0 ? `, skipped: ${done.skipped}` : ''}`);
  return done.skipped === 0;
}

async function drop(
  repository: FailuresRepository,
  filter: FailureFilter,
  time: string,
  { warn }: Terminal,
): Promise<boolean> {
  warn(`Dropped: ${await repository.drop(filter, time)}`);
  return true;
}

/** Adds a hint about --through. */
const withAdvice = ({ failed_at: _failedAt, ...replayed }: Replayed): Omit<Replayed, 'failed_at'> =>
  replayed.skipped === espAccountDeleted
    ? { ...replayed, skipped: `${espAccountDeleted}; --through names another` }
    : replayed;

const total = (groups: readonly FailureGroup[]): number => groups.reduce((sum, { count }) => sum + count, 0);

const failuresIn = (count: number): string => (count === 1 ? '1 failure' : `${count} failures`);

const columns = (...values: readonly (string | null)[]): string =>
  values.map((value) => printable(value ?? '-')).join('  ');

/** Text from others on one line, without terminal control characters. */
const printable = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ');

const formatCode = (code: string | null): string => code ?? 'none';

const line = ({ failed_at, log_id, recipient, template, esp_account_id, status, code, reason }: Failure): string =>
  columns(failed_at, log_id, recipient, template, esp_account_id, status, formatCode(code), reason);

const groupLine = ({ count, esp_account_id, status, code }: FailureGroup): string =>
  `${String(count).padStart(8)}  ${columns(esp_account_id, status, formatCode(code))}`;

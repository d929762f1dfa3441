import { databaseOptions, defineConfig, unusableDatabase } from '@postrider/service';
import type { Environment } from '@postrider/service';
import { DataSource } from 'typeorm';
import { deliveryConfig } from '../config.js';
import { deliveryDatabase } from '../database.js';
import { builtinAccountId } from '../esp-accounts/builtin-account.js';
import type { FailuresCommand } from './failures-command-line.js';
import { NotUnderstood, readCommandLine, usage } from './failures-command-line.js';
import type { Failure, FailureFilter, FailureGroup } from '../failures/failures.repository.js';
import { FailuresRepository } from '../failures/failures.repository.js';

/** Where the command's answer goes, and where everything else it has to say. */
export interface Output {
  readonly say: (line: string) => void;
  readonly note: (line: string) => void;
}

type Command = Exclude<FailuresCommand, { verb: 'help' }>;

const listedByDefault = 1_000;
const none = 'There are no such failures.';
const { DATABASE_URL, ATTACHMENT_RETENTION_DAYS } = deliveryConfig.schema.shape;
const failuresConfig = defineConfig('failures', { DATABASE_URL, ATTACHMENT_RETENTION_DAYS });

/**
 * `failures list|replay|drop`: what ended without being sent. Needs the delivery service's environment, of which DATABASE_URL would do.
 * Answers its exit code: 0 done, 1 failed, or not for all of them, 2 not understood or not confirmed.
 */
export async function failures(
  args: readonly string[],
  environment?: Environment,
  output: Output = { say: console.log, note: console.error },
): Promise<number> {
  try {
    const command = readCommandLine(args);
    if (command.verb !== 'help') return await onDatabase(environment, (repository) => run(command, repository, output));
    output.say(usage);
    return 0;
  } catch (error) {
    if (error instanceof NotUnderstood) {
      output.note(`${error.message}\n${usage}`);
      return 2;
    }
    output.note((error as Error).message);
    return 1;
  }
}

async function onDatabase<Result>(
  environment: Environment | undefined,
  act: (failures: FailuresRepository) => Promise<Result>,
): Promise<Result> {
  const config = failuresConfig.read(environment);
  const database = new DataSource(databaseOptions(deliveryDatabase, config.DATABASE_URL, 2));
  await database.initialize().catch((error: unknown) => {
    throw unusableDatabase(error);
  });
  try {
    return await act(new FailuresRepository(database, config.ATTACHMENT_RETENTION_DAYS));
  } finally {
    await database.destroy();
  }
}

async function run(command: Command, repository: FailuresRepository, output: Output): Promise<number> {
  const time = await repository.databaseTime();
  if (command.verb === 'list') return list(command, repository, time, output);
  const filter = command.verb === 'replay' ? await withinReach(command, repository) : command.filter;
  const groups = await repository.groups(filter, time);
  const count = total(groups);
  const missing = filter.logIds && filter.limit === undefined ? new Set(filter.logIds).size - count : 0;
  if (missing > 0) output.note(`Of the logs named, ${missing} are no failures, or do not meet the other conditions.`);
  if (count === 0) {
    output.note(none);
    return missing === 0 ? 0 : 1;
  }
  if (!command.yes) {
    output.note(
      `${command.verb} would take ${failuresIn(count)}:\n${groups.map(groupLine).join('\n')}\nNothing was done. To do it, add --yes.`,
    );
    return 2;
  }
  const complete =
    command.verb === 'replay'
      ? await replay(command, filter, repository, time, output)
      : await drop(filter, repository, time, output);
  return complete && missing === 0 ? 0 : 1;
}

async function list(
  { filter, count, json }: Extract<Command, { verb: 'list' }>,
  repository: FailuresRepository,
  time: string,
  { say, note }: Output,
): Promise<number> {
  if (count) {
    const groups = await repository.groups(filter, time);
    for (const group of groups) say(json ? JSON.stringify(group) : groupLine(group));
    if (groups.length === 0) note(none);
    return 0;
  }
  const limit = filter.limit ?? listedByDefault;
  const found = await repository.list(filter, time, limit + 1);
  for (const failure of found.slice(0, limit)) say(json ? JSON.stringify(failure) : line(failure));
  if (found.length === 0) note(none);
  if (found.length > limit && filter.limit === undefined)
    note(`There are more than these ${limit}: --limit shows more, --count how many of each kind.`);
  return 0;
}

/** An ESP account sends for its own account only. */
async function withinReach(
  { filter, through }: Extract<Command, { verb: 'replay' }>,
  repository: FailuresRepository,
): Promise<FailureFilter> {
  if (through === undefined || through === builtinAccountId) return filter;
  const owner = await repository.ownerOf(through);
  if (owner === undefined) throw new NotUnderstood(`--through names an ESP account that does not exist: ${through}.`);
  if (filter.accountId !== undefined && filter.accountId !== owner)
    throw new NotUnderstood(`--through names an ESP account of ${owner}, not of ${filter.accountId}.`);
  return { ...filter, accountId: owner };
}

async function replay(
  { through, json }: Extract<Command, { verb: 'replay' }>,
  filter: FailureFilter,
  repository: FailuresRepository,
  time: string,
  { say, note }: Output,
): Promise<boolean> {
  const done = { replayed: 0, skipped: 0 };
  try {
    for await (const batch of repository.replay(filter, time, through)) {
      for (const replayed of batch) {
        if (json) say(JSON.stringify(replayed));
        else
          say(
            replayed.skipped
              ? `${replayed.log_id}  skipped: ${replayed.skipped}`
              : `${replayed.log_id}  is sent as ${replayed.new_log_id}`,
          );
        done[replayed.skipped ? 'skipped' : 'replayed']++;
      }
    }
  } catch (error) {
    throw new Error(
      `${(error as Error).message}\nStopped after ${failuresIn(done.replayed)} had been replayed. The same command takes up the rest, none of them twice.`,
      { cause: error },
    );
  }
  note(`Replayed: ${done.replayed}${done.skipped > 0 ? `, skipped: ${done.skipped}` : ''}`);
  return done.skipped === 0;
}

async function drop(
  filter: FailureFilter,
  repository: FailuresRepository,
  time: string,
  { note }: Output,
): Promise<boolean> {
  note(`Dropped: ${await repository.drop(filter, time)}`);
  return true;
}

const total = (groups: readonly FailureGroup[]): number => groups.reduce((sum, { count }) => sum + count, 0);

const failuresIn = (count: number): string => (count === 1 ? '1 failure' : `${count} failures`);

const columns = (...values: readonly (string | null)[]): string =>
  values.map((value) => printable(value ?? '-')).join('  ');

/** What others wrote, on one line and without what a terminal would obey. */
const printable = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ');

const codeOf = (code: string | null): string => code ?? 'none';

const line = ({ failed_at, log_id, recipient, template, esp_account_id, status, code, reason }: Failure): string =>
  columns(failed_at, log_id, recipient, template, esp_account_id, status, codeOf(code), reason);

const groupLine = ({ count, esp_account_id, status, code }: FailureGroup): string =>
  `${String(count).padStart(8)}  ${columns(esp_account_id, status, codeOf(code))}`;

import { readFile, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import type { Client } from '@postrider/client';
import { createClient } from '@postrider/client';
import type { ExitCode, Terminal } from '@postrider/service';
import { defineAction, defineCommand, defineConfig } from '@postrider/service';
import { z } from 'zod';
import { readAccount } from '../account/remote.js';
import { checkVersions, chosenVersion, preview } from '../check.js';
import type { AccountInFiles } from '../files/account-files.js';
import { readAccountFiles } from '../files/account-files.js';
import type { FileProblem } from '../files/folder.js';
import { Folder, Lock } from '../files/folder.js';
import { planPull } from '../sync/pull.js';
import { planPush } from '../sync/push.js';
import { runPush } from '../sync/run-push.js';

const templateFilesConfig = defineConfig('templates', {
  POSTRIDER_URL: z.url({ protocol: /^https?$/ }).describe('where the gateway is, without /api/v1'),
  POSTRIDER_API_KEY: z.string().describe('an API key of the account, with the scopes read and manage'),
});

const folder = z.string().describe('where the files are');
const flag = (description: string) => z.boolean().default(false).meta({ description });

/** `postrider templates`: templates and snippets of an account as files (docs/template-files.md). */
export const templatesCommand = defineCommand({
  name: 'templates',
  notes:
    'Needs POSTRIDER_URL and POSTRIDER_API_KEY, but for preview. Ends with 0: done, or nothing to do; 1: problems; 2: not pushed, for want of --yes.',
  actions: {
    pull: defineAction({
      about: 'writes what the account has to files',
      operands: { folder },
      options: {
        delete: flag('also removes the files of what is gone from the server'),
        force: flag('overwrites what was changed here'),
      },
      run: (input, terminal) => pull(input, terminal),
    }),
    push: defineAction({
      about: 'shows what files say otherwise than the account, and brings it there',
      operands: { folder },
      options: {
        dryRun: flag('shows it and does nothing'),
        yes: flag('does not ask'),
        delete: flag('also deletes on the server what was removed here'),
      },
      run: (input, terminal) => push(input, terminal),
    }),
    check: defineAction({
      about: 'has the server check every version, and tells its problems by file and line',
      operands: { folder },
      run: (input, terminal) => check(input.folder, terminal),
    }),
    preview: defineAction({
      about: 'renders a version with its sample data and prints the text, or writes the HTML',
      operands: { folder, version: z.string().describe('its files without their ending, such as receipt/en-US') },
      options: {
        data: z.string().optional().meta({ value: 'FILE', description: 'other data, as JSON' }),
        html: z.string().optional().meta({ value: 'FILE', description: 'where to write the HTML' }),
      },
      run: (input, terminal) => show(input, terminal),
    }),
  },
});

async function connected(
  path: string,
  { environment }: Terminal,
): Promise<{ client: Client; files: Folder; lock: Lock }> {
  const { POSTRIDER_URL: url, POSTRIDER_API_KEY: key } = templateFilesConfig.read(environment);
  const files = new Folder(path);
  const { origin } = new URL(url);
  return { client: createClient({ url, key, fetch: reaching(origin) }), files, lock: await Lock.read(files, origin) };
}

/** What does not get through is told by where it should have gone: `fetch failed` says nothing to whoever runs a command. */
const reaching = (origin: string) => (request: Request) =>
  fetch(request).catch((error: Error) => {
    const { message, code } = (error.cause ?? error) as NodeJS.ErrnoException;
    throw new Error(`${origin} cannot be reached: ${message || code}`, { cause: error });
  });

async function pull(
  input: { readonly folder: string; readonly delete: boolean; readonly force: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const { client, files, lock } = await connected(input.folder, terminal);
  const local = await readAccountFiles(files);
  if (isUnreadable(local, terminal)) return 1;
  const { changes, conflicts, notes } = planPull(local, await readAccount(client), lock, input);
  for (const { kind, id, digest, files: texts } of changes) {
    for (const [path, text] of texts) {
      const before = await files.read(path);
      if (text === before) continue;
      await (text === undefined ? files.remove(path) : files.write(path, text));
      terminal.print(`${text === undefined ? 'removed' : 'wrote'} ${path}`);
    }
    if (digest === undefined) lock.forget(kind, id);
    else lock.agree(kind, id, digest);
  }
  await lock.write(files);
  notes.forEach(terminal.print);
  conflicts.forEach((conflict) => terminal.warn(`${conflict}; pull --force takes what the server has`));
  return conflicts.length > 0 ? 1 : 0;
}

async function push(
  input: { readonly folder: string; readonly dryRun: boolean; readonly yes: boolean; readonly delete: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const { client, files, lock } = await connected(input.folder, terminal);
  const local = await readAccountFiles(files);
  if (isUnreadable(local, terminal)) return 1;
  const plan = planPush(local, await readAccount(client), lock, input.delete);
  for (const { path, difference } of plan.changes) terminal.print(difference.trimEnd() || path);
  plan.notes.forEach(terminal.print);
  if (plan.conflicts.length > 0) {
    plan.conflicts.forEach(terminal.warn);
    terminal.warn('Nothing was pushed.');
    return 1;
  }
  if (plan.changes.length > 0 && (input.dryRun || !(input.yes || (await isConfirmed(plan.changes.length))))) {
    terminal.warn(`${plan.changes.length} differences; nothing was pushed.`);
    return 2;
  }
  return (await runPush(plan, client, files, lock, terminal)) > 0 ? 1 : 0;
}

async function isConfirmed(changes: number): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await asking.question(`Push these ${changes} changes? [y/N] `)).trim());
  } finally {
    asking.close();
  }
}

async function check(path: string, terminal: Terminal): Promise<ExitCode> {
  const { client, files } = await connected(path, terminal);
  const local = await readAccountFiles(files);
  const { problems, warnings } = await checkVersions(client, local);
  warnings.forEach((warning) => terminal.print(`warning: ${warning}`));
  const unreadable = isUnreadable(local, terminal);
  problems.forEach(terminal.warn);
  return unreadable || problems.length > 0 ? 1 : 0;
}

async function show(
  input: {
    readonly folder: string;
    readonly version: string;
    readonly data?: string | undefined;
    readonly html?: string | undefined;
  },
  { print }: Terminal,
): Promise<void> {
  const local = await readAccountFiles(new Folder(input.folder));
  const version = chosenVersion(local, input.version);
  const data = input.data === undefined ? undefined : await readFile(input.data, 'utf8');
  const { subject, html, text } = await preview(version, local, data);
  if (input.html !== undefined) {
    await writeFile(input.html, html ?? '');
    print(`wrote ${input.html}`);
  } else print(`${subject}\n\n${text ?? ''}`);
}

function isUnreadable({ problems }: AccountInFiles, { warn }: Terminal): boolean {
  for (const problem of problems) warn(described(problem));
  return problems.length > 0;
}

const described = ({ path, line, message }: FileProblem): string =>
  `${line === undefined ? path : `${path}:${line}`}: ${message}`;

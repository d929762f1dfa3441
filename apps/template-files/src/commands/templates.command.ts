import { readFile, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import type { Client } from '@postrider/client';
import { createClient } from '@postrider/client';
import type { ExitCode, Terminal } from '@postrider/service';
import { defineAction, defineCommand, defineConfig } from '@postrider/service';
import { z } from 'zod';
import { readAccount, unwrap } from '../account/remote.js';
import { checkVersions, chosenVersion, preview } from '../check.js';
import type { AccountInFiles } from '../files/account-files.js';
import { readAccountFiles } from '../files/account-files.js';
import type { FileProblem } from '../files/folder.js';
import { Folder, Lock } from '../files/folder.js';
import { planPull } from '../sync/pull.js';
import { planPush } from '../sync/push.js';
import { runPush } from '../sync/run-push.js';

const templateFilesConfig = defineConfig('templates', {
  POSTRIDER_URL: z.url({ protocol: /^https?$/ }).describe('URL of the gateway, without /api/v1'),
  POSTRIDER_API_KEY: z.string().describe('an API key of the account, with the scopes read and manage'),
});

const folder = z.string().describe('folder of the files');
const flag = (description: string) => z.boolean().default(false).meta({ description });

/** `postrider templates`: templates and snippets of an account as files (docs/template-files.md). */
export const templatesCommand = defineCommand({
  name: 'templates',
  notes:
    'Needs POSTRIDER_URL and POSTRIDER_API_KEY, except for preview. Exit codes: 0 done, or nothing to do; 1 problems; 2 not pushed without --yes.',
  actions: {
    pull: defineAction({
      about: 'writes the templates and snippets of the account to files',
      operands: { folder },
      options: {
        delete: flag('also removes files of templates that were deleted on the server'),
        force: flag('overwrites local changes'),
      },
      run: (input, terminal) => pull(input, terminal),
    }),
    push: defineAction({
      about: 'shows the differences between files and account, and applies them to the account',
      operands: { folder },
      options: {
        dryRun: flag('only shows the differences'),
        yes: flag('does not ask for confirmation'),
        delete: flag('also deletes on the server what was removed locally'),
      },
      run: (input, terminal) => push(input, terminal),
    }),
    check: defineAction({
      about: 'checks every version on the server, and prints problems with file and line',
      operands: { folder },
      run: (input, terminal) => check(input.folder, terminal),
    }),
    add: defineAction({
      about: 'installs starter templates into the account: identity, for the email of identity providers',
      operands: { set: z.enum(['identity']).describe('which ones: identity') },
      run: (_input, terminal) => add(terminal),
    }),
    preview: defineAction({
      about: 'renders a version with its sample data and prints the text, or writes the HTML',
      operands: { folder, version: z.string().describe('its files without extension, such as receipt/en-US') },
      options: {
        data: z.string().optional().meta({ value: 'FILE', description: 'other data, as JSON' }),
        html: z.string().optional().meta({ value: 'FILE', description: 'where to write the HTML' }),
      },
      run: (input, terminal) => show(input, terminal),
    }),
  },
});

function createAccountClient({ environment }: Terminal): { readonly client: Client; readonly origin: string } {
  const { POSTRIDER_URL: url, POSTRIDER_API_KEY: key } = templateFilesConfig.read(environment);
  const { origin } = new URL(url);
  return { client: createClient({ url, key, fetch: fetchWithReason(origin) }), origin };
}

async function connect(path: string, terminal: Terminal): Promise<{ client: Client; files: Folder; lock: Lock }> {
  const { client, origin } = createAccountClient(terminal);
  const files = new Folder(path);
  return { client, files, lock: await Lock.read(files, origin) };
}

/** Adds the origin and the cause to network errors: `fetch failed` alone is no help. */
const fetchWithReason = (origin: string) => (request: Request) =>
  fetch(request).catch((error: Error) => {
    const { message, code } = (error.cause ?? error) as NodeJS.ErrnoException;
    throw new Error(`${origin} cannot be reached: ${message || code}`, { cause: error });
  });

async function pull(
  input: { readonly folder: string; readonly delete: boolean; readonly force: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const { client, files, lock } = await connect(input.folder, terminal);
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
    if (digest === undefined) lock.delete(kind, id);
    else lock.set(kind, id, digest);
  }
  await lock.write(files);
  notes.forEach((note) => terminal.print(note));
  conflicts.forEach((conflict) => terminal.warn(conflict));
  return conflicts.length > 0 ? 1 : 0;
}

async function push(
  input: { readonly folder: string; readonly dryRun: boolean; readonly yes: boolean; readonly delete: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const { client, files, lock } = await connect(input.folder, terminal);
  const local = await readAccountFiles(files);
  if (isUnreadable(local, terminal)) return 1;
  const plan = planPush(local, await readAccount(client), lock, input.delete);
  for (const { path, difference } of plan.changes) terminal.print(difference.trimEnd() || path);
  plan.notes.forEach((note) => terminal.print(note));
  if (plan.conflicts.length > 0) {
    plan.conflicts.forEach((conflict) => terminal.warn(conflict));
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
  const { client, files } = await connect(path, terminal);
  const local = await readAccountFiles(files);
  const { problems, warnings } = await checkVersions(client, local);
  warnings.forEach((warning) => terminal.print(`warning: ${warning}`));
  const unreadable = isUnreadable(local, terminal);
  problems.forEach((problem) => terminal.warn(problem));
  return unreadable || problems.length > 0 ? 1 : 0;
}

async function add(terminal: Terminal): Promise<void> {
  const { data } = await unwrap(createAccountClient(terminal).client.POST('/ready_templates/identity'));
  for (const { key, template, created } of data.templates)
    terminal.print(`${created ? 'installed' : 'exists already:'} ${key} (${template})`);
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

import { readFile, writeFile } from 'node:fs/promises';
import { NestFactory } from '@nestjs/core';
import { id } from '@postrider/contracts';
import { exactJson, parseExactly } from '@postrider/numbers';
import type { Environment, ExitCode, Terminal } from '@postrider/service';
import {
  CONFIG,
  databaseModule,
  defineAction,
  defineCommand,
  defineConfig,
  NotUnderstood,
  unusableDatabase,
  variables,
} from '@postrider/service';
import { z } from 'zod';
import { templateDatabase } from '../database.js';
import type { ExportFile } from '../imports/export-file.js';
import { exportedSnippet, exportedTemplateLocale, exportFile } from '../imports/export-file.js';
import { ImportsModule } from '../imports/imports.module.js';
import type { Imported } from '../imports/imports.service.js';
import { ImportsService } from '../imports/imports.service.js';
import { fetchExport } from './fetch-export.js';

const loadConfig = defineConfig('import', { DATABASE_URL: variables.databaseUrl });
/** One edit at a time needs one connection; half of the pool is kept for sends. */
const connections = 2;

/** `npm run import`: templates and snippets of another service of this API, with their ids. Needs DATABASE_URL to load. */
export const importCommand = defineCommand({
  name: 'import',
  notes: 'What is here already stays as it is: the same command takes up the rest.',
  actions: {
    fetch: defineAction({
      about: 'asks a service of this API for all its templates and snippets, and writes them to a file',
      operands: {
        url: z.url().describe('of its API, as in https://mail.example.com/api/v1'),
        file: z.string().describe('to write'),
      },
      options: {
        keyFile: z.string().meta({ value: 'FILE', description: 'a file that holds an API key of that service' }),
      },
      run: async ({ url, file, keyFile }, { print }) => {
        const fetched = await fetchExport(url, (await readFile(keyFile, 'utf8')).trim());
        await writeFile(file, exactJson(fetched, 1));
        print(`${fetched.templates.length} locales of templates, ${fetched.snippets.length} snippets`);
      },
    }),
    load: defineAction({
      about: 'takes the templates and snippets of a file into an account',
      operands: {
        account: id('account').describe('as npm run accounts -- list shows it'),
        file: z.string().describe('to read'),
      },
      run: async ({ account, file }, terminal) => {
        const read = await readExport(file);
        return withImports(terminal.environment, (imports) => load(imports, account, read, terminal));
      },
    }),
  },
});

async function readExport(file: string): Promise<ExportFile> {
  const json: unknown = parseExactly(await readFile(file, 'utf8'));
  const read = exportFile.safeParse(Array.isArray(json) ? { templates: json } : json);
  if (read.success) return read.data;
  throw new NotUnderstood(
    `${file} is not what GET /templates, its versions and GET /snippets answer: ${faultsOf(read.error).join('; ')}`,
  );
}

async function withImports(
  environment: Environment | undefined,
  act: (imports: ImportsService) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { DATABASE_URL } = loadConfig.read(environment);
  const config = { provide: CONFIG, useValue: { DATABASE_POOL: connections } };
  const app = await NestFactory.createApplicationContext(
    {
      module: class ImportCommand {},
      global: true,
      imports: [databaseModule(templateDatabase, DATABASE_URL, connections), ImportsModule],
      providers: [config],
      exports: [CONFIG],
    },
    { logger: false, abortOnError: false },
  ).catch((error: unknown) => {
    throw unusableDatabase(error);
  });
  try {
    return await act(app.get(ImportsService, { strict: false }));
  } finally {
    await app.close();
  }
}

/** Snippets first: templates include them. 1 where something is refused. */
async function load(
  imports: ImportsService,
  account: string,
  { templates, snippets }: ExportFile,
  { print, warn }: Terminal,
): Promise<ExitCode> {
  const counts = { imported: 0, 'is here already': 0, refused: 0 };
  const say = (what: string, { outcome, notes }: Imported): void => {
    counts[outcome] += 1;
    print([`${what}  ${outcome}`, ...notes.map((note) => `  ${note}`)].join('\n'));
  };
  const refuse = (what: string, error: z.ZodError): void => say(what, { outcome: 'refused', notes: faultsOf(error) });
  for (const snippet of snippets) {
    const { success, data, error } = exportedSnippet.safeParse(snippet);
    if (success) say(titleOf(snippet), await imports.snippet(account, data));
    else refuse(titleOf(snippet), error);
  }
  for (const locales of byTemplate(templates)) {
    const { success, data, error } = z.array(exportedTemplateLocale).safeParse(locales);
    if (success) say(titleOf(locales[0]), await imports.template(account, data));
    else refuse(titleOf(locales[0]), error);
  }
  warn(`Imported: ${counts.imported}, here already: ${counts['is here already']}, refused: ${counts.refused}`);
  return counts.refused > 0 ? 1 : 0;
}

const faultsOf = ({ issues }: z.ZodError): string[] =>
  issues.slice(0, 10).map(({ path, message }) => `${path.join('.')}: ${message}`);

/** What an element of the file says that it is, whatever that is worth. */
const partOf = (element: unknown, part: 'id' | 'name'): string =>
  String((element as Partial<Record<typeof part, unknown>> | null)?.[part] ?? '?');
const titleOf = (element: unknown): string => `${partOf(element, 'id')}  ${partOf(element, 'name')}`;

/** Oldest first, as lists begin with the newest; the locales of each in the order they have. */
function byTemplate(locales: readonly unknown[]): unknown[][] {
  const found = new Map<string, unknown[]>();
  for (const each of locales) {
    const templateId = partOf(each, 'id');
    found.set(templateId, [...(found.get(templateId) ?? []), each]);
  }
  return [...found.values()].toReversed();
}

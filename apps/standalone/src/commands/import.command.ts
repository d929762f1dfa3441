import { readFile, writeFile } from 'node:fs/promises';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Imported } from '@postrider/contracts';
import { id } from '@postrider/contracts';
import { exactJson, parseExactly } from '@postrider/numbers';
import type { DatabaseDefinition, ExitCode, Terminal } from '@postrider/service';
import {
  CONFIG,
  NotUnderstood,
  databaseModule,
  defineAction,
  defineCommand,
  defineConfig,
  unusableDatabase,
  variables,
} from '@postrider/service';
import { z } from 'zod';
import { deliveryDatabase } from '../../../delivery/src/database.js';
import {
  ImportsService as EspAccountImports,
  exportedEspAccount,
} from '../../../delivery/src/imports/imports.service.js';
import { ImportsModule as DeliveryImports } from '../../../delivery/src/imports/imports.module.js';
import { dripDatabase } from '../../../drip/src/database.js';
import type { ExportedCampaign } from '../../../drip/src/imports/imports.service.js';
import { ImportsService as CampaignImports, exportedCampaign } from '../../../drip/src/imports/imports.service.js';
import { ImportsModule as DripImports } from '../../../drip/src/imports/imports.module.js';
import { templateDatabase } from '../../../template/src/database.js';
import {
  ImportsService as TemplateImports,
  exportedSnippet,
  exportedTemplateLocale,
} from '../../../template/src/imports/imports.service.js';
import { ImportsModule as TemplateImportsModule } from '../../../template/src/imports/imports.module.js';
import { convertTemplates, readResponse, templateProviders } from './provider-templates.js';

const timeoutMs = 30_000;
const resource = z.record(z.string(), z.unknown());
const list = z.array(resource);
type Resource = Readonly<z.output<typeof resource>>;

/**
 * The content of an export file, unchecked: `GET /templates` with the content of each version, and three lists
 * unchanged.
 */
interface FetchedExport {
  readonly templates: Resource[];
  readonly snippets: Resource[];
  readonly esp_accounts: Resource[];
  readonly drip_campaigns: Resource[];
}

/** Requests sequentially, to keep the load on the other service low. */
async function fetchExport(api: string, key: string): Promise<FetchedExport> {
  const request = async (path: string): Promise<unknown> => {
    const response = await fetch(`${api.replace(/\/+$/, '')}${path}`, {
      headers: { authorization: `Basic ${btoa(`${key}:`)}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok)
      throw new Error(`GET ${path} returned ${response.status}: ${(await response.text()).slice(0, 200)}`);
    return parseExactly(await response.text());
  };
  const get = async (path: string): Promise<Resource[]> => list.parse(await request(path));
  /** The list of versions may omit their content. */
  const versionsAt = async (path: string): Promise<Resource[]> => {
    const versions: Resource[] = [];
    for (const version of await get(path))
      versions.push('subject' in version ? version : resource.parse(await request(`${path}/${String(version['id'])}`)));
    return versions;
  };
  const templates: Resource[] = [];
  for (const template of await get('/templates')) {
    const [templateId, locale] = [template['id'], template['locale']].map((part) => encodeURIComponent(String(part)));
    templates.push({ ...template, versions: await versionsAt(`/templates/${templateId}/locales/${locale}/versions`) });
  }
  return {
    templates,
    snippets: await get('/snippets'),
    esp_accounts: await get('/esp_accounts'),
    drip_campaigns: await get('/drip_campaigns'),
  };
}

/** One edit at a time needs one connection; the other half of the pool is reserved for sends. */
const connections = 2;

/**
 * Lists in the format of this API: `GET /templates` with the content of each version, `GET /snippets`, `GET
 * /esp_accounts` and `GET /drip_campaigns` (docs/migrate.md#the-import). Elements are validated one by one, so an
 * invalid one does not block the others.
 */
const exportFile = z.object({
  templates: z.array(z.unknown()).default([]),
  snippets: z.array(z.unknown()).default([]),
  esp_accounts: z.array(z.unknown()).default([]),
  drip_campaigns: z.array(z.unknown()).default([]),
});
type ExportFile = z.output<typeof exportFile>;

/** `postrider import`: imports data of another service with this API, keeping ids. Loading needs a DATABASE_URL. */
export const importCommand = defineCommand({
  name: 'import',
  notes: 'Existing elements are not changed; repeat the command to load the rest.',
  actions: {
    fetch: defineAction({
      about:
        'reads templates, snippets, ESP accounts and drip campaigns from a service with this API, and writes a file',
      operands: {
        url: z.url().describe('URL of its API, such as https://mail.example.com/api/v1'),
        file: z.string().describe('file to write'),
      },
      options: {
        keyFile: z.string().meta({ value: 'FILE', description: 'file with an API key of that service' }),
      },
      run: async ({ url, file, keyFile }, { print }) => {
        const fetched = await fetchExport(url, (await readFile(keyFile, 'utf8')).trim());
        await writeFile(file, exactJson(fetched, 1));
        const { templates, snippets, esp_accounts, drip_campaigns } = fetched;
        print(
          `${templates.length} locales of templates, ${snippets.length} snippets, ${esp_accounts.length} ESP accounts, ${drip_campaigns.length} drip campaigns`,
        );
      },
    }),
    convert: defineAction({
      about: 'converts templates of a provider, as responses of its API in JSON files, into a file for load',
      operands: {
        provider: z.enum(templateProviders).describe(templateProviders.join(', ')),
        file: z.string().describe('file to write'),
        responses: z.array(z.string()).min(1).describe('files to read'),
      },
      run: async ({ provider, file, responses }, { print, warn }) => {
        const files = await Promise.all(responses.map(readResponse));
        const { templates, notes, refused: rejected } = convertTemplates(provider, files);
        await writeFile(file, exactJson({ templates }, 1));
        for (const note of notes) print(note);
        for (const reason of rejected) print(`refused: ${reason}`);
        warn(`Converted: ${templates.length}, refused: ${rejected.length}`);
        return rejected.length > 0 ? 1 : 0;
      },
    }),
    load: defineAction({
      about: 'loads such a file into an account',
      operands: {
        account: id('account').describe('id, as in "postrider accounts list"'),
        file: z.string().describe('file to read'),
      },
      run: async ({ account, file }, terminal) => {
        const read = await readExport(file);
        const { DATABASE_URL } = defineConfig('import', { DATABASE_URL: variables.databaseUrl }).read(
          terminal.environment,
        );
        const services = new Services(DATABASE_URL);
        try {
          return await load(services, account, read, terminal);
        } finally {
          await services.close();
        }
      },
    }),
  },
});

async function readExport(file: string): Promise<ExportFile> {
  const json: unknown = parseExactly(await readFile(file, 'utf8'));
  const read = exportFile.safeParse(Array.isArray(json) ? { templates: json } : json);
  if (read.success) return read.data;
  throw new NotUnderstood(
    `${file} does not have the format of GET /templates with versions, GET /snippets, GET /esp_accounts and GET /drip_campaigns: ${formatIssues(read.error).join('; ')}`,
  );
}

/** The import services, each on its own schema; opened on first use. */
class Services {
  private readonly opened = new Map<DatabaseDefinition, Promise<INestApplicationContext>>();

  constructor(private readonly databaseUrl: string) {}

  templates(): Promise<TemplateImports> {
    return this.of(templateDatabase, TemplateImportsModule, TemplateImports);
  }

  espAccounts(): Promise<EspAccountImports> {
    return this.of(deliveryDatabase, DeliveryImports, EspAccountImports);
  }

  campaigns(): Promise<CampaignImports> {
    return this.of(dripDatabase, DripImports, CampaignImports);
  }

  async close(): Promise<void> {
    for (const app of this.opened.values()) await app.then((context) => context.close()).catch(() => undefined);
  }

  private async of<Service>(database: DatabaseDefinition, module: Type, service: Type<Service>): Promise<Service> {
    const app = this.opened.get(database) ?? this.open(database, module);
    this.opened.set(database, app);
    return (await app).get(service, { strict: false });
  }

  private open(database: DatabaseDefinition, module: Type): Promise<INestApplicationContext> {
    return NestFactory.createApplicationContext(
      {
        module: class ImportCommand {},
        global: true,
        imports: [databaseModule(database, this.databaseUrl, connections), module],
        providers: [{ provide: CONFIG, useValue: { DATABASE_POOL: connections } }],
        exports: [CONFIG],
      },
      { logger: false, abortOnError: false },
    ).catch((error: unknown) => {
      throw unusableDatabase(error);
    });
  }
}

/**
 * Loads snippets before templates and templates before campaigns, because of their references. Returns 1 when an
 * element is rejected.
 */
async function load(
  services: Services,
  account: string,
  { templates, snippets, esp_accounts: espAccounts, drip_campaigns: campaigns }: ExportFile,
  { print, warn }: Terminal,
): Promise<ExitCode> {
  const counts = { imported: 0, 'already exists': 0, refused: 0 };
  const report = (element: unknown, { outcome, notes }: Imported): void => {
    counts[outcome] += 1;
    print([`${getTitle(element)}  ${outcome}`, ...notes.map((note) => `  ${note}`)].join('\n'));
  };
  const reject = (element: unknown, error: z.ZodError): void =>
    report(element, { outcome: 'refused', notes: formatIssues(error) });
  for (const snippet of snippets) {
    const { success, data, error } = exportedSnippet.safeParse(snippet);
    if (success) report(snippet, await (await services.templates()).snippet(account, data));
    else reject(snippet, error);
  }
  for (const locales of byTemplate(templates)) {
    const { success, data, error } = z.array(exportedTemplateLocale).safeParse(locales);
    if (success) report(locales[0], await (await services.templates()).template(account, data));
    else reject(locales[0], error);
  }
  const wellFormed = <Data>(elements: readonly unknown[], schema: z.ZodType<Data>): Data[] =>
    elements.flatMap((element) => {
      const { success, data, error } = schema.safeParse(element);
      if (!success) reject(element, error);
      return success ? [data] : [];
    });
  const accounts = wellFormed(espAccounts, exportedEspAccount);
  if (accounts.length > 0) {
    const imported = await (await services.espAccounts()).espAccounts(account, accounts);
    for (const [place, each] of imported.entries()) report(accounts[place], each);
  }
  for (const campaign of wellFormed(campaigns, exportedCampaign))
    report(campaign, await loadCampaign(services, account, campaign));
  warn(`Imported: ${counts.imported}, already existing: ${counts['already exists']}, refused: ${counts.refused}`);
  return counts.refused > 0 ? 1 : 0;
}

async function loadCampaign(services: Services, account: string, campaign: ExportedCampaign): Promise<Imported> {
  const { id, trigger_email_id: trigger, drip_steps: steps } = campaign;
  const [templates, delivery, drip] = await Promise.all([
    services.templates(),
    services.espAccounts(),
    services.campaigns(),
  ]);
  const templateNames = await templates.names(account, [trigger ?? [], steps.map(({ email_id }) => email_id)].flat());
  const removed = await delivery.removed(account, [id, ...steps.flatMap((step) => step.id ?? [])]);
  return drip.campaign(account, campaign, { templateNames, removed });
}

const formatIssues = ({ issues }: z.ZodError): string[] =>
  issues.slice(0, 10).map(({ path, message }) => `${path.join('.')}: ${message}`);

/** A part of an unchecked element, for output. */
const getPart = (element: unknown, part: 'id' | 'name'): string =>
  String((element as Partial<Record<typeof part, unknown>> | null)?.[part] ?? '?');
const getTitle = (element: unknown): string => `${getPart(element, 'id')}  ${getPart(element, 'name')}`;

/** Oldest first, because lists are newest first; keeps the order of locales. */
function byTemplate(locales: readonly unknown[]): unknown[][] {
  const found = new Map<string, unknown[]>();
  for (const each of locales) {
    const templateId = getPart(each, 'id');
    found.set(templateId, [...(found.get(templateId) ?? []), each]);
  }
  return [...found.values()].toReversed();
}

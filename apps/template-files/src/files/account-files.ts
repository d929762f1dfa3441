import { locale, resourceName, snippetBody, trackingChoice, updateTemplateBody } from '@postrider/contracts';
import { z } from 'zod';
import type { Snippet, TemplateHead } from '../content.js';
import type { Folder } from './folder.js';
import { FileProblem, joined } from './folder.js';
import { readFrontMatter, readYaml, writeFrontMatter, writeYaml } from './front-matter.js';
import { SourceRenderer } from '../sources/render-source.js';
import type { Ending, VersionInFiles } from './version-files.js';
import { readVersion, findSource, versionFile } from './version-files.js';

export interface TemplateInFiles {
  readonly head: TemplateHead;
  /** Path of its folder. */
  readonly path: string;
  readonly versions: readonly VersionInFiles[];
}

export interface SnippetInFiles {
  readonly snippet: Snippet;
  readonly path: string;
  readonly linesBefore: number;
}

/** The content of a folder, and its problems. */
export interface AccountInFiles {
  readonly templates: readonly TemplateInFiles[];
  readonly snippets: readonly SnippetInFiles[];
  readonly problems: readonly FileProblem[];
}

export const templatesFolder = 'templates';
export const snippetsFolder = 'snippets';
export const headFile = (path: string): string => joined(path, 'template.yaml');

const headFields = z.strictObject({
  id: z.string().optional(),
  name: resourceName,
  locale: locale.default('en-US'),
  tags: updateTemplateBody.shape.tags.transform((tags) => [...new Set(tags ?? [])]),
  tracking: z.strictObject(trackingChoice.shape).default({}),
});
const snippetFields = z.strictObject({ id: z.string().optional(), name: resourceName });

export function headText({ id, name, locale: code, tags, tracking }: TemplateHead): string {
  const choices = Object.entries(tracking).filter(([, choice]) => choice !== undefined);
  return writeYaml({
    id,
    name,
    locale: code,
    tags: tags.length > 0 ? tags : undefined,
    tracking: choices.length > 0 ? Object.fromEntries(choices) : undefined,
  });
}

export const snippetText = ({ id, name, body }: Snippet): string => writeFrontMatter({ id, name }, body);

export async function readAccountFiles(folder: Folder): Promise<AccountInFiles> {
  const problems: FileProblem[] = [];
  const collect = async <Item>(work: () => Promise<Item>): Promise<Item[]> => {
    try {
      return [await work()];
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      problems.push(error);
      return [];
    }
  };
  const [listed = { folders: [], files: [] }] = await collect(() => folder.list(templatesFolder));
  const templates: TemplateInFiles[] = [];
  const renderer = new SourceRenderer();
  try {
    for (const name of listed.folders)
      templates.push(...(await collect(() => readTemplate(folder, joined(templatesFolder, name), renderer, collect))));
  } finally {
    await renderer.close();
  }
  const [ofSnippets = { files: [] }] = await collect(() => folder.list(snippetsFolder));
  const snippets: SnippetInFiles[] = [];
  for (const file of ofSnippets.files.filter((name) => name.endsWith('.html')))
    snippets.push(...(await collect(() => readSnippet(folder, joined(snippetsFolder, file)))));
  problems.push(...duplicates(templates, snippets));
  return { templates, snippets, problems };
}

type ProblemCollector = <Item>(work: () => Promise<Item>) => Promise<Item[]>;

async function readTemplate(
  folder: Folder,
  path: string,
  renderer: SourceRenderer,
  collect: ProblemCollector,
): Promise<TemplateInFiles> {
  const text = await folder.read(headFile(path));
  if (text === undefined) throw new FileProblem(headFile(path), 'is missing; it contains the name of the template');
  const { fields: head } = readYaml(headFile(path), text, headFields);
  const byBase = new Map<string, { code: string; files: Map<Ending, string> }>();
  for (const file of (await folder.list(path)).files) {
    if (file === 'template.yaml' || file.endsWith('.md')) continue;
    await collect(async () => {
      const found = versionFile(file);
      if (!found)
        throw new FileProblem(
          joined(path, file),
          'is not a file of a version; names are like en-US.html, .txt, .amp.html, .json, .tsx or .yaml',
        );
      const version = byBase.get(found.base) ?? { code: found.locale, files: new Map<Ending, string>() };
      byBase.set(found.base, version);
      version.files.set(found.ending, (await folder.read(joined(path, file))) ?? '');
    });
  }
  const versions: VersionInFiles[] = [];
  for (const [base, { code, files }] of byBase)
    versions.push(
      ...(await collect(async () => {
        const source = findSource(files);
        if (source === undefined) return readVersion(path, code, base, files);
        const task = { path: await folder.absolute(joined(path, `${base}${source}`)), data: files.get('.json') };
        return readVersion(path, code, base, files, await renderer.render(task));
      })),
    );
  await collect(() => Promise.resolve(checkPublished(path, head, versions)));
  return { head, path, versions };
}

/** Checks the rules of the API: each locale has a published version, and the default locale exists. */
function checkPublished(path: string, { locale: code }: TemplateHead, versions: readonly VersionInFiles[]): void {
  const locales = new Set(versions.map(({ version }) => version.locale));
  if (!locales.has(code)) throw new FileProblem(headFile(path), `has the default locale ${code}, which has no version`);
  for (const each of locales) {
    const published = versions.filter(({ version }) => version.locale === each && version.published);
    if (published.length === 0)
      throw new FileProblem(joined(path, `${each}.html`), `no version of ${each} is published`);
  }
}

async function readSnippet(folder: Folder, path: string): Promise<SnippetInFiles> {
  const { fields, body, linesBefore } = readFrontMatter(path, (await folder.read(path)) ?? '', snippetFields);
  const read = snippetBody.shape.body.safeParse(body);
  if (!read.success) throw new FileProblem(path, `the body ${read.error.issues[0]!.message}`, linesBefore + 1);
  return { snippet: { ...fields, body }, path, linesBefore };
}

/** Problems of files with the same id or name. */
function duplicates(templates: readonly TemplateInFiles[], snippets: readonly SnippetInFiles[]): FileProblem[] {
  const seen = new Map<string, string>();
  const problems: FileProblem[] = [];
  const check = (what: string | undefined, path: string): void => {
    if (what === undefined) return;
    const other = seen.get(what);
    if (other !== undefined) problems.push(new FileProblem(path, `has the same ${what} as ${other}`));
    seen.set(what, path);
  };
  const toKey = (id: string | undefined): string | undefined => id && `id ${id}`;
  for (const { head, path, versions } of templates) {
    check(toKey(head.id), headFile(path));
    for (const { version, base } of versions) check(toKey(version.id), base);
  }
  for (const { snippet, path } of snippets) {
    check(toKey(snippet.id), path);
    check(`name ${snippet.name}`, path);
  }
  return problems;
}

import { locale, versionContent } from '@postrider/contracts';
import { exactJson, parseExactly } from '@postrider/numbers';
import { z } from 'zod';
import type { Version } from '../content.js';
import type { RenderedSource } from '../sources/render-source.js';
import { FileProblem, joined } from './folder.js';
import { readFrontMatter, readYaml, writeFrontMatter, writeYaml } from './front-matter.js';

const { name, subject, preheader, engine, autoescape } = versionContent.shape;
const fields = z.strictObject({
  id: z.string().optional(),
  name,
  published: z.boolean().default(true),
  subject,
  preheader,
  engine,
  autoescape,
});

/** The position of a part, for error messages. */
interface PartPosition {
  readonly file: string;
  /** Lines of the file before the part. */
  readonly linesBefore: number;
}

export interface VersionInFiles {
  readonly version: Version;
  /** Path of its files without extension. */
  readonly base: string;
  readonly places: Readonly<Partial<Record<PartName, PartPosition>>>;
  /** Its parts are made by a tool of the author, and its fields are in a `.yaml` file: `pull` leaves it as it is. */
  readonly isBuilt?: true;
}

type PartName = 'subject' | 'preheader' | 'html' | 'text' | 'amp_html' | 'template_data';

export type Ending = '.html' | '.txt' | '.amp.html' | '.json' | '.yaml' | '.tsx' | '.jsx';
const fileName = /^([a-z]{2}-[A-Z]{2})((?:\.[a-z0-9-]+)??)(\.html|\.txt|\.amp\.html|\.json|\.yaml|\.[tj]sx)$/;

/** The version and part that a file name stands for; undefined for other files. */
export function versionFile(
  file: string,
): { readonly locale: string; readonly base: string; readonly ending: Ending } | undefined {
  const [, code, label, ending] = fileName.exec(file) ?? [];
  if (code === undefined || !locale.safeParse(code).success) return undefined;
  return { locale: code, base: `${code}${label}`, ending: ending as Ending };
}

/** The files of a version by path; undefined for parts that it does not have. */
export function filesOfVersion(base: string, version: Version, isBuilt = false): Map<string, string | undefined> {
  const {
    id,
    name: called,
    published,
    subject: line,
    preheader: preview,
    engine: language,
    autoescape: escapes,
  } = version;
  const { html, text, ampHtml, data } = version;
  const head = {
    id,
    name: called,
    published: published ? undefined : false,
    subject: line,
    preheader: preview,
    engine: language,
    autoescape: escapes,
  };
  if (isBuilt)
    return new Map([
      [`${base}.yaml`, writeYaml(head)],
      [`${base}.html`, html || undefined],
      [`${base}.txt`, text || undefined],
      [`${base}.amp.html`, ampHtml],
      [`${base}.json`, data],
    ]);
  const leading = html !== '' || text === '';
  return new Map([
    [`${base}.html`, leading ? writeFrontMatter(head, html) : undefined],
    [`${base}.txt`, text === '' ? undefined : leading ? text : writeFrontMatter(head, text)],
    [`${base}.amp.html`, ampHtml],
    [`${base}.json`, data],
  ]);
}

/** The file of a component that the version is rendered from. */
export const findSource = (files: ReadonlyMap<Ending, string>): Ending | undefined =>
  (['.tsx', '.jsx'] as const).find((ending) => files.has(ending));

/** `rendered`: the component in `.tsx` or `.jsx`. @throws FileProblem */
export function readVersion(
  folder: string,
  code: string,
  label: string,
  files: ReadonlyMap<Ending, string>,
  rendered?: RenderedSource,
): VersionInFiles {
  const base = joined(folder, label);
  if (files.has('.yaml') || rendered) return readBuiltVersion(base, code, label, files, rendered);
  const leading = files.has('.html') ? '.html' : '.txt';
  const main = files.get(leading);
  if (main === undefined)
    throw new FileProblem(`${base}${[...files.keys()][0]}`, `needs ${label}.html or ${label}.txt in the same folder`);
  const { fields: head, body, lines, linesBefore } = readFrontMatter(`${base}${leading}`, main, fields);
  const at = (field: string): PartPosition => ({ file: `${base}${leading}`, linesBefore: (lines.get(field) ?? 1) - 1 });
  const json = files.get('.json');
  return {
    base,
    version: {
      ...head,
      locale: code,
      html: leading === '.html' ? body : '',
      text: leading === '.txt' ? body : (files.get('.txt') ?? ''),
      ampHtml: files.get('.amp.html') || undefined,
      data: json === undefined ? undefined : sampleData(`${base}.json`, json),
    },
    places: {
      subject: at('subject'),
      preheader: at('preheader'),
      html: { file: `${base}.html`, linesBefore },
      text: { file: `${base}.txt`, linesBefore: leading === '.txt' ? linesBefore : 0 },
      amp_html: { file: `${base}.amp.html`, linesBefore: 0 },
      template_data: { file: `${base}.json`, linesBefore: 0 },
    },
  };
}

function readBuiltVersion(
  base: string,
  code: string,
  label: string,
  files: ReadonlyMap<Ending, string>,
  rendered: RenderedSource | undefined,
): VersionInFiles {
  const source = findSource(files);
  const yaml = files.get('.yaml');
  if (yaml === undefined) throw new FileProblem(`${base}${source}`, `needs ${label}.yaml with name and subject`);
  if (source !== undefined && files.has('.html'))
    throw new FileProblem(`${base}.html`, `is made from ${label}${source}; remove one of them`);
  if (rendered && 'problem' in rendered) throw new FileProblem(`${base}${source}`, rendered.problem, rendered.line);
  const html = rendered?.html ?? files.get('.html') ?? '';
  const text = files.get('.txt') ?? '';
  if (html === '' && text === '')
    throw new FileProblem(`${base}.yaml`, `needs ${label}.tsx, ${label}.html or ${label}.txt in the same folder`);
  const { fields: head, lines } = readYaml(`${base}.yaml`, yaml, fields);
  if (rendered && head.engine === 'jinja')
    throw new FileProblem(
      `${base}.yaml`,
      'engine must be mustache: a component prints tags of Mustache',
      lines.get('engine'),
    );
  const at = (field: string): PartPosition => ({ file: `${base}.yaml`, linesBefore: (lines.get(field) ?? 1) - 1 });
  const json = files.get('.json') ?? rendered?.sample;
  return {
    base,
    isBuilt: true,
    version: {
      ...head,
      ...(rendered && { engine: 'mustache' }),
      locale: code,
      html,
      text,
      ampHtml: files.get('.amp.html') || undefined,
      data: json === undefined ? undefined : sampleData(`${base}${files.has('.json') ? '.json' : source}`, json),
    },
    places: {
      subject: at('subject'),
      preheader: at('preheader'),
      ...(!rendered && { html: { file: `${base}.html`, linesBefore: 0 } }),
      text: { file: `${base}.txt`, linesBefore: 0 },
      amp_html: { file: `${base}.amp.html`, linesBefore: 0 },
      template_data: { file: `${base}.json`, linesBefore: 0 },
    },
  };
}

export const writtenData = (data: unknown): string => `${exactJson(data, 2)}\n`;

function sampleData(path: string, json: string): string {
  try {
    const data = parseExactly(json);
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return writtenData(data);
  } catch (error) {
    throw new FileProblem(path, `is not JSON: ${(error as Error).message.replace(/, "[^]*$/, '')}`);
  }
  throw new FileProblem(path, 'must contain an object');
}

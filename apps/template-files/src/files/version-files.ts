import { locale, versionContent } from '@postrider/contracts';
import { exactJson, parseExactly } from '@postrider/numbers';
import { z } from 'zod';
import type { Version } from '../content.js';
import { FileProblem, joined } from './folder.js';
import { readFrontMatter, writeFrontMatter } from './front-matter.js';

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
}

type PartName = 'subject' | 'preheader' | 'html' | 'text' | 'amp_html' | 'template_data';

const endings = ['.html', '.txt', '.amp.html', '.json'] as const;
type Ending = (typeof endings)[number];
const fileName = /^([a-z]{2}-[A-Z]{2})((?:\.[a-z0-9-]+)??)(\.html|\.txt|\.amp\.html|\.json)$/;

/** The version and part that a file name stands for; undefined for other files. */
export function versionFile(
  file: string,
): { readonly locale: string; readonly base: string; readonly ending: Ending } | undefined {
  const [, code, label, ending] = fileName.exec(file) ?? [];
  if (code === undefined || !locale.safeParse(code).success) return undefined;
  return { locale: code, base: `${code}${label}`, ending: ending as Ending };
}

/** The files of a version by path; undefined for parts that it does not have. */
export function filesOfVersion(base: string, version: Version): Map<string, string | undefined> {
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
  const leading = html !== '' || text === '';
  return new Map([
    [`${base}.html`, leading ? writeFrontMatter(head, html) : undefined],
    [`${base}.txt`, text === '' ? undefined : leading ? text : writeFrontMatter(head, text)],
    [`${base}.amp.html`, ampHtml],
    [`${base}.json`, data],
  ]);
}

/** @throws FileProblem */
export function readVersion(
  folder: string,
  code: string,
  label: string,
  files: ReadonlyMap<Ending, string>,
): VersionInFiles {
  const base = joined(folder, label);
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

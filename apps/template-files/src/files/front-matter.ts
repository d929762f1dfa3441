import type { Document } from 'yaml';
import { isMap, LineCounter, parseDocument, stringify } from 'yaml';
import type { z } from 'zod';
import { FileProblem } from './folder.js';

/** A file with YAML front matter between two lines of `---`, followed by the body. */
export interface WithFrontMatter<Fields> {
  readonly fields: Fields;
  readonly body: string;
  /** Line numbers in the file: of each field, and of the last line before the body. */
  readonly lines: ReadonlyMap<string, number>;
  readonly linesBefore: number;
}

const fence = /^---[ \t]*\r?\n(?:([^]*?)\r?\n)??---[ \t]*(?:\r?\n|$)/;

/** @throws FileProblem */
export function readFrontMatter<Schema extends z.ZodType>(
  path: string,
  text: string,
  schema: Schema,
): WithFrontMatter<z.output<Schema>> {
  const found = fence.exec(text);
  if (!found)
    throw new FileProblem(path, 'must begin with front matter: a line of ---, fields, and another line of ---', 1);
  const { fields, lines } = readYaml(path, found[1] ?? '', schema, 1);
  return { fields, lines, body: text.slice(found[0].length), linesBefore: found[0].split('\n').length - 1 };
}

/** @throws FileProblem with the line of the invalid field, offset by `linesBefore` */
export function readYaml<Schema extends z.ZodType>(
  path: string,
  text: string,
  schema: Schema,
  linesBefore = 0,
): { fields: z.output<Schema>; lines: Map<string, number> } {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, strict: true, uniqueKeys: true });
  const [error] = document.errors;
  const lineAt = (offset: number): number => counter.linePos(offset).line + linesBefore;
  if (error) throw new FileProblem(path, error.message.split('\n')[0]!, lineAt(error.pos[0]));
  const lines = new Map<string, number>();
  if (isMap(document.contents))
    for (const { key } of document.contents.items) {
      const { value, range } = key as { value?: unknown; range?: readonly [number, number, number] | null };
      if (range) lines.set(String(value), lineAt(range[0]));
    }
  const read = schema.safeParse(parseValue(path, document) ?? {});
  if (read.success) return { fields: read.data, lines };
  // A misspelled field is reported as unknown rather than as missing.
  const issue = read.error.issues.find(({ code }) => code === 'unrecognized_keys') ?? read.error.issues[0]!;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const field = unknown ?? issue.path.join('.');
  const message = unknown === undefined ? `${field} ${describeIssue(issue)}` : `unknown field ${unknown}`;
  throw new FileProblem(path, message, lines.get(field.split('.')[0]!) ?? 1 + linesBefore);
}

/** Rejects aliases: they could expand a small file to a huge one, and no field needs them. */
function parseValue(path: string, document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    throw new FileProblem(path, (error as Error).message);
  }
}

const describeIssue = ({ code, message }: z.core.$ZodIssue): string =>
  code === 'invalid_type' && message.includes('received undefined')
    ? 'is required'
    : message
        .replace(/^Invalid input: expected (.+), received (.+)$/, 'must be of type $1, not $2')
        .replace(/^Invalid (?:input|option): expected /, 'must be ')
        .replace(/^Invalid input$/, 'is invalid');

/** Writes the fields in this order, without undefined ones. */
export const writeYaml = (fields: Readonly<Record<string, unknown>>): string =>
  stringify(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)), { lineWidth: 0 });

export const writeFrontMatter = (fields: Readonly<Record<string, unknown>>, body: string): string =>
  `---\n${writeYaml(fields)}---\n${body}`;

/** Sets the id in the front matter and keeps everything else. */
export function withId(text: string, id: string): string {
  const found = fence.exec(text);
  return found ? `---\n${yamlWithId(found[1] ?? '', id)}---\n${text.slice(found[0].length)}` : text;
}

export function yamlWithId(yaml: string, id: string): string {
  const document = parseDocument(yaml);
  if (document.has('id')) document.set('id', id);
  else if (isMap(document.contents)) document.contents.items.unshift(document.createPair('id', id) as never);
  return document.toString({ lineWidth: 0 });
}

import type { Document } from 'yaml';
import { isMap, LineCounter, parseDocument, stringify } from 'yaml';
import type { z } from 'zod';
import { FileProblem } from './folder.js';

/** A file that begins with YAML between two lines of `---`, and goes on as it is. */
export interface WithFrontMatter<Fields> {
  readonly fields: Fields;
  readonly body: string;
  /** In the file: of each field, and the one before the body. */
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

/** @throws FileProblem naming the line of the field at fault, `linesBefore` lines further down. */
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
  const read = schema.safeParse(valueOf(path, document) ?? {});
  if (read.success) return { fields: read.data, lines };
  // A field that is misspelt is missing too.
  const issue = read.error.issues.find(({ code }) => code === 'unrecognized_keys') ?? read.error.issues[0]!;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const field = unknown ?? issue.path.join('.');
  const message = unknown === undefined ? `${field} ${wordsOf(issue)}` : `there is no field ${unknown}`;
  throw new FileProblem(path, message, lines.get(field.split('.')[0]!) ?? 1 + linesBefore);
}

/** Names that stand for others could make much out of little, and no field needs them. */
function valueOf(path: string, document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    throw new FileProblem(path, (error as Error).message);
  }
}

const wordsOf = ({ code, message }: z.core.$ZodIssue): string =>
  code === 'invalid_type' && message.includes('received undefined')
    ? 'is required'
    : message.replace(/^Invalid input: /, 'must be what is expected: ');

/** Fields in this order; those that are undefined are left out. */
export const writeYaml = (fields: Readonly<Record<string, unknown>>): string =>
  stringify(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)), { lineWidth: 0 });

export const writeFrontMatter = (fields: Readonly<Record<string, unknown>>, body: string): string =>
  `---\n${writeYaml(fields)}---\n${body}`;

/** The same file with that id in its front matter; what else its author wrote there stays. */
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

import type { PartName } from './errors.js';
import type { HandlebarsArtifact } from './handlebars/artifact.js';
import type { JinjaArtifact } from './jinja/artifact.js';
import type { EmailUrl } from './links/email-urls.js';
import type { Path, Program } from './template/program.js';
import type { PluralRule } from './translation/plural-rule.js';

/**
 * A compiled Mustache version as plain JSON: rendering it parses nothing. It has format 2 if it contains `?`, which
 * processes that only know format 1 cannot render.
 */
export type MustacheArtifact = {
  readonly format: 1 | 2;
  readonly engine: 'mustache';
  /** Finished content: its parts are texts, and rendering finds its links. */
  readonly literal?: true;
  /** The whole email in MIME. Its parts are read from it when they are needed; `parts` has only the subject. */
  readonly mime?: string | undefined;
  /** `preheader` is absent if the HTML has its own (mj-preview). */
  readonly parts: { readonly subject: Program } & { readonly [part in Exclude<PartName, 'subject'>]?: Program };
  readonly partials: Readonly<Record<string, Program>>;
  /** The plural rule for translated messages. */
  readonly plural?: PluralRule;
  /** The email addresses (such as the unsubscribe URL) that the template prints; absent if none. */
  readonly addresses?: readonly EmailUrl[];
};

export type Artifact = MustacheArtifact | JinjaArtifact | HandlebarsArtifact;

/** The formats that this build can render. */
const formats: readonly unknown[] = [1, 2, 3];

const unknownFormatMessage =
  'Not an artifact of format 1, 2 or 3: the version must be compiled again, or this process upgraded';

/** An artifact of a later build, which only that build can render. */
export class UnknownFormat extends Error {
  override readonly name = 'UnknownFormat';
}

/**
 * A large artifact as stored: the fields that are needed before rendering, and the rest as JSON, which a worker parses.
 */
export type UnreadArtifact = Pick<Artifact, 'format' | 'engine' | 'addresses'> & { readonly json: string };

/**
 * An artifact from storage; a large one is not parsed.
 * @throws UnknownFormat; Error if it is damaged
 */
export function storedArtifact(stored: unknown): Artifact | UnreadArtifact {
  return isUnread(stored) ? stored : loadArtifact(stored);
}

/** The same, but parsed in any case. */
export function loadArtifact(stored: unknown): Artifact {
  const artifact = (isUnread(stored) ? JSON.parse(stored.json) : stored) as Partial<Artifact> | null;
  if (typeof artifact !== 'object' || artifact === null) throw new Error(unknownFormatMessage);
  checkFormat(artifact.format);
  if (!(hasPrograms(artifact) || isJinja(artifact))) throw new Error(unknownFormatMessage);
  return artifact as Artifact;
}

function isUnread(stored: unknown): stored is UnreadArtifact {
  const artifact = stored as Partial<UnreadArtifact> | null | undefined;
  if (typeof artifact?.json !== 'string') return false;
  checkFormat(artifact.format);
  return true;
}

function checkFormat(format: unknown): void {
  if (formats.includes(format)) return;
  throw typeof format === 'number' ? new UnknownFormat(unknownFormatMessage) : new Error(unknownFormatMessage);
}

/** The format that these programs need. */
export const getFormat = (programs: readonly Program[]): MustacheArtifact['format'] =>
  programs.some(hasConditions) ? 2 : 1;

const hasConditions = (program: Program): boolean =>
  program.some(
    (op) => typeof op !== 'string' && (op[0] === '?' || ((op[0] === '#' || op[0] === '^') && hasConditions(op[2]))),
  );

const hasPrograms = (artifact: Partial<Artifact>): boolean =>
  (artifact.engine === 'mustache' || artifact.engine === 'handlebars') &&
  Array.isArray(artifact.parts?.subject) &&
  typeof artifact.partials === 'object';

const isJinja = (artifact: Partial<Artifact>): boolean =>
  artifact.engine === 'jinja' && Array.isArray(artifact.parts?.subject.body) && typeof artifact.snippets === 'object';

/**
 * An upper estimate of an artifact's memory: measured on Node 20, a tag takes 100 to 200 bytes plus its names, a text
 * up to two bytes per character.
 */
export function artifactBytes(artifact: Artifact | UnreadArtifact): number {
  if ('json' in artifact) return textBytes(artifact.json);
  if (artifact.engine === 'jinja') return treeBytes(artifact.parts) + treeBytes(artifact.snippets);
  if (artifact.engine === 'handlebars') return treeBytes(artifact.parts) + treeBytes(artifact.partials);
  const { parts, partials, mime = '' } = artifact;
  const programs = [...Object.values(parts), ...Object.values(partials)];
  return programs.reduce((sum, program) => sum + programBytes(program), mime.length);
}

const operation = 96;
const list = 32;
const text = 32;

/** Estimates plain JSON, the form of Jinja and Handlebars. */
function treeBytes(tree: unknown): number {
  if (typeof tree === 'string') return textBytes(tree);
  if (typeof tree !== 'object' || tree === null) return 8;
  return Object.values(tree).reduce<number>((sum, value) => sum + 8 + treeBytes(value), list);
}

function programBytes(program: Program): number {
  let bytes = list;
  for (const op of program) {
    if (typeof op === 'string') {
      bytes += textBytes(op);
      continue;
    }
    bytes += operation + (op[0] === '>' ? textBytes(op[1]) : pathBytes(op[1]));
    if (op[0] === '#' || op[0] === '^' || op[0] === '?') bytes += programBytes(op[2]);
    if (op[0] === 'n') bytes += op[3].reduce((sum, form) => sum + programBytes(form), list);
  }
  return bytes;
}

const pathBytes = (path: Path): number => path.reduce((sum, name) => sum + textBytes(name), list);

const textBytes = (value: string): number => text + 2 * value.length;

import type { PartName } from './errors.js';
import type { JinjaArtifact } from './jinja/artifact.js';
import type { MailAddress } from './links/mail-addresses.js';
import type { Path, Program } from './template/program.js';
import type { PluralRule } from './translation/plural-rule.js';

/** A compiled version as plain JSON: rendering it parses nothing. Of two formats: what holds `?` is unknown to processes that know the first alone. */
export type MustacheArtifact = {
  readonly format: 1 | 2;
  readonly engine: 'mustache';
  /** `preheader` is left out where the html has one of its own (mj-preview). */
  readonly parts: { readonly subject: Program } & { readonly [part in Exclude<PartName, 'subject'>]?: Program };
  readonly partials: Readonly<Record<string, Program>>;
  /** How the plural forms of translated messages are chosen. */
  readonly plural?: PluralRule;
  /** The addresses of its own that the mail prints; left out where it prints none. */
  readonly addresses?: readonly MailAddress[];
};

export type Artifact = MustacheArtifact | JinjaArtifact;

/** The formats that this build can render. */
const formats: readonly unknown[] = [1, 2];

const notOurs = 'Not an artifact of format 1 or 2: the version must be compiled again, or this process upgraded';

/** An artifact of a later build, which renders it. */
export class UnknownFormat extends Error {
  override readonly name = 'UnknownFormat';
}

/** A large one as it is stored: what need not be known of it before it is rendered stays JSON until a worker reads it. */
export type UnreadArtifact = Pick<Artifact, 'format' | 'engine' | 'addresses'> & { readonly json: string };

/**
 * An artifact as storage answers it, a large one unread.
 * @throws UnknownFormat; and Error if it is damaged
 */
export function storedArtifact(stored: unknown): Artifact | UnreadArtifact {
  return isUnread(stored) ? stored : loadArtifact(stored);
}

/** The same, read in any case. */
export function loadArtifact(stored: unknown): Artifact {
  const artifact = (isUnread(stored) ? JSON.parse(stored.json) : stored) as Partial<Artifact> | null;
  if (typeof artifact !== 'object' || artifact === null) throw new Error(notOurs);
  checkFormat(artifact.format);
  if (!(isMustache(artifact) || isJinja(artifact))) throw new Error(notOurs);
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
  throw typeof format === 'number' ? new UnknownFormat(notOurs) : new Error(notOurs);
}

/** Which format these programs need. */
export const formatOf = (programs: readonly Program[]): MustacheArtifact['format'] =>
  programs.some(hasConditions) ? 2 : 1;

const hasConditions = (program: Program): boolean =>
  program.some(
    (op) => typeof op !== 'string' && (op[0] === '?' || ((op[0] === '#' || op[0] === '^') && hasConditions(op[2]))),
  );

const isMustache = (artifact: Partial<Artifact>): boolean =>
  artifact.engine === 'mustache' && Array.isArray(artifact.parts?.subject) && typeof artifact.partials === 'object';

const isJinja = (artifact: Partial<Artifact>): boolean =>
  artifact.engine === 'jinja' && Array.isArray(artifact.parts?.subject.body) && typeof artifact.snippets === 'object';

/**
 * About what an artifact takes in memory, rather too much than too little: measured on Node 20, a tag takes 100 to 200
 * bytes besides its names, a text up to two bytes a character.
 */
export function artifactBytes(artifact: Artifact | UnreadArtifact): number {
  if ('json' in artifact) return textBytes(artifact.json);
  if (artifact.engine === 'jinja') return treeBytes(artifact.parts) + treeBytes(artifact.snippets);
  const { parts, partials } = artifact;
  const programs = [...Object.values(parts), ...Object.values(partials)];
  return programs.reduce((sum, program) => sum + programBytes(program), 0);
}

const operation = 96;
const list = 32;
const text = 32;

/** Of plain JSON: what a Jinja template is stored as. */
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

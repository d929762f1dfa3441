import type { PartName } from './errors.js';
import type { JinjaArtifact } from './jinja/artifact.js';
import type { MailAddress } from './links/mail-addresses.js';
import type { Program } from './template/program.js';
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

/**
 * Takes an artifact back from storage.
 * @throws UnknownFormat; and Error if it is damaged
 */
export function loadArtifact(json: unknown): Artifact {
  const artifact = json as Partial<Artifact> | null;
  if (typeof artifact !== 'object' || artifact === null) throw new Error(notOurs);
  const known = formats.includes(artifact.format);
  if (!known && typeof artifact.format === 'number') throw new UnknownFormat(notOurs);
  if (!known || !(isMustache(artifact) || isJinja(artifact))) throw new Error(notOurs);
  return artifact as Artifact;
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

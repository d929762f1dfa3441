import type { PartName } from './errors.js';
import type { JinjaArtifact } from './jinja/artifact.js';
import type { MailAddress } from './links/mail-addresses.js';
import type { Program } from './template/program.js';
import type { PluralRule } from './translation/plural-rule.js';

/** A compiled version as plain JSON: rendering it parses nothing. Format 1. */
export type MustacheArtifact = {
  readonly format: 1;
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

/** Takes an artifact back from storage; throws if it is not one that this build can render. */
export function loadArtifact(json: unknown): Artifact {
  const artifact = json as Partial<Artifact> | null;
  if (
    typeof artifact !== 'object' ||
    artifact === null ||
    artifact.format !== 1 ||
    !(isMustache(artifact) || isJinja(artifact))
  ) {
    throw new Error('Not an artifact of format 1: the version must be compiled again');
  }
  return artifact as Artifact;
}

const isMustache = (artifact: Partial<Artifact>): boolean =>
  artifact.engine === 'mustache' && Array.isArray(artifact.parts?.subject) && typeof artifact.partials === 'object';

const isJinja = (artifact: Partial<Artifact>): boolean =>
  artifact.engine === 'jinja' && Array.isArray(artifact.parts?.subject.body) && typeof artifact.snippets === 'object';

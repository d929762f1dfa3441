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

/** A large one as it is stored: what need not be known of it before it is rendered stays JSON until a worker reads it. */
export type UnreadArtifact = Pick<Artifact, 'format' | 'engine' | 'addresses'> & { readonly json: string };

/** An artifact as storage answers it, a large one unread; throws if it is not one that this build can render. */
export function storedArtifact(stored: unknown): Artifact | UnreadArtifact {
  return isUnread(stored) ? stored : loadArtifact(stored);
}

/** The same, read in any case. */
export function loadArtifact(stored: unknown): Artifact {
  const artifact = (isUnread(stored) ? JSON.parse(stored.json) : stored) as Partial<Artifact> | null;
  if (
    typeof artifact !== 'object' ||
    artifact === null ||
    artifact.format !== 1 ||
    !(isMustache(artifact) || isJinja(artifact))
  ) {
    throw new Error(wrongFormat);
  }
  return artifact as Artifact;
}

const wrongFormat = 'Not an artifact of format 1: the version must be compiled again';

function isUnread(stored: unknown): stored is UnreadArtifact {
  const artifact = stored as Partial<UnreadArtifact> | null | undefined;
  if (typeof artifact?.json !== 'string') return false;
  if (artifact.format !== 1) throw new Error(wrongFormat);
  return true;
}

const isMustache = (artifact: Partial<Artifact>): boolean =>
  artifact.engine === 'mustache' && Array.isArray(artifact.parts?.subject) && typeof artifact.partials === 'object';

const isJinja = (artifact: Partial<Artifact>): boolean =>
  artifact.engine === 'jinja' && Array.isArray(artifact.parts?.subject.body) && typeof artifact.snippets === 'object';

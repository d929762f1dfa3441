/** What one version may hold, enforced at save. Lengths are UTF-16 units, so never more than the bytes of the same text. */
export const sourceLimits = {
  part: 1_048_576,
  subject: 4_096,
  tag: 256,
  sectionDepth: 50,
  snippetDepth: 10,
  /** One part with all its snippets inlined. */
  inlined: 1_048_576,
  /** Of a version, all parts, snippets and translations together: each costs memory wherever the artifact is kept. */
  tags: 20_000,
  /** Of a compiled version, as `artifactBytes` estimates it. */
  artifactBytes: 10 * 1_048_576,
} as const;

export type RenderLimits = {
  /** Tags, pieces of text and items of lists. */
  readonly tokens: number;
  readonly outputBytes: number;
  /** Of processor time. */
  readonly milliseconds: number;
  /** Html that may be turned into text; without it any may, and what is too much of it is cut. */
  readonly htmlOfText?: { readonly length: number; readonly tags: number };
};

/** Sections and partials inside each other, while a mail is rendered. */
export const maxRenderDepth = 100;

/**
 * What rendering one mail may cost, all parts and what is made from them together, enforced at every render
 * (docs/operate/limits.md#templates-and-rendering).
 */
export const renderLimits: RenderLimits = {
  tokens: 200_000,
  outputBytes: 5 * 1_048_576,
  milliseconds: 250,
};

/**
 * What it may cost where nothing else in the process runs meanwhile; what needs more goes to a worker. One operation, of some milliseconds, may come
 * on top of the time: both together are 20 ms at most (docs/operate/limits-internal.md#event-loop). A mail of 24 KB has about 500 tags.
 */
export const smallRenderLimits: RenderLimits = {
  tokens: 5_000,
  outputBytes: 262_144,
  milliseconds: 14,
  htmlOfText: { length: 65_536, tags: 1_200 },
};

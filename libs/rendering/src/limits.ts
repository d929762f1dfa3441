/**
 * The limits of one version, enforced at save time. Lengths are in UTF-16 units, which never exceed the bytes of the
 * same text.
 */
export const sourceLimits = {
  part: 1_048_576,
  subject: 4_096,
  tag: 256,
  sectionDepth: 50,
  snippetDepth: 10,
  /** One part with all its snippets inlined. */
  inlined: 1_048_576,
  /**
   * All parts, snippets and translations of a version together, because each tag costs memory wherever the artifact is
   * cached.
   */
  tags: 20_000,
  /** The size of a compiled version by the estimate of `artifactBytes`. */
  artifactBytes: 10 * 1_048_576,
} as const;

export type RenderLimits = {
  /** Tags, pieces of text and list items. */
  readonly tokens: number;
  readonly outputBytes: number;
  /** Processor time. */
  readonly milliseconds: number;
  /** The HTML that may be converted to text; without a bound, the text of too much HTML is cut. */
  readonly htmlOfText?: { readonly length: number; readonly tags: number };
};

/** Nesting of sections and partials while an email is rendered. */
export const maxRenderDepth = 100;

/**
 * The budget of one email, for all parts and the generated text together, enforced at every render
 * (docs/operate/limits.md#templates-and-rendering).
 */
export const renderLimits: RenderLimits = {
  tokens: 200_000,
  outputBytes: 5 * 1_048_576,
  milliseconds: 250,
};

/**
 * The budget on the event loop; an email that needs more goes to a worker. One operation of some milliseconds may
 * exceed the time: the total is 20 ms at most (docs/operate/limits-internal.md#event-loop). An email of 24 KB has about
 * 500 tags.
 */
export const smallRenderLimits: RenderLimits = {
  tokens: 5_000,
  outputBytes: 262_144,
  milliseconds: 14,
  htmlOfText: { length: 65_536, tags: 1_200 },
};

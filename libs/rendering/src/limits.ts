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

/**
 * What rendering one mail may cost, all parts and what is made from them together, enforced at every render
 * (docs/limits.md#templates-and-rendering).
 */
export const renderLimits = {
  tokens: 200_000,
  outputBytes: 5 * 1_048_576,
  depth: 100,
  /** Of processor time: nothing else in the process runs meanwhile. */
  milliseconds: 250,
} as const;

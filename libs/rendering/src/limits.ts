/** What one version may hold, enforced at save. Lengths are UTF-16 units, so never more than the bytes of the same text. */
export const sourceLimits = {
  part: 1_048_576,
  subject: 4_096,
  tag: 256,
  sectionDepth: 50,
  snippetDepth: 10,
  /** One part with all its snippets inlined. */
  inlined: 1_048_576,
} as const;

/** What rendering one part may cost, enforced at every render. */
export const renderLimits = {
  tokens: 200_000,
  outputBytes: 5 * 1_048_576,
  depth: 100,
} as const;

/** Of a mail that came back (docs/limits.md#what-is-heard-of-a-mail). */
export const mostBytes = 1024 * 1024;

/** What MJML says about an element it does not like. `line` is of the source given to it. */
export type MjmlProblem = { readonly line: number; readonly message: string; readonly tagName: string };
export type MjmlOutput = { readonly html: string; readonly problems: readonly MjmlProblem[] };

/** MJML could not compile the source at all, or not within its limits. The message is fit for the source's author. */
export class MjmlFailure extends Error {
  override readonly name = 'MjmlFailure';
}

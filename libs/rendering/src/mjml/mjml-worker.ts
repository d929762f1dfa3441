import mjml2html from 'mjml';
import { serve } from '../workers/serve.js';
import type { MjmlOutput } from '../errors.js';

/** The result for the caller, as transferred. */
export type MjmlResult = MjmlOutput | { readonly failure: string };

/*
 * Never `minify`: it rejects outside of the awaited promise if CSS contains a template tag. Never `ignoreIncludes:
 * false`: an include would read local files. Uses `soft` validation, because `strict` rejects attributes whose value is
 * a tag.
 */
const options = { validationLevel: 'soft', ignoreIncludes: true, keepComments: true } as const;

async function compile(source: string): Promise<MjmlResult> {
  try {
    const { html, errors } = await mjml2html(source, options);
    return { html, problems: errors.map(({ line, message, tagName }) => ({ line, message, tagName })) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

serve(compile);

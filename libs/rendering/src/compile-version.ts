import type { CompileResult } from './compile/compile.js';
import { compileWith } from './compile/compile.js';
import { compiledMjml } from './mjml/compiled-mjml.js';
import type { SnippetLookup } from './template/snippets.js';
import type { VersionSource } from './version-source.js';

/** Whoever waits for something, until the signal is aborted. */
export type Caller = { readonly account: string; readonly signal: AbortSignal | undefined };

const nobody: Caller = { account: '', signal: undefined };

/** Compiles a version here, but for its MJML. Throws `TemplateError`, and `PoolUnavailable` where too much MJML waits. */
export const compileVersion = (
  source: VersionSource,
  snippets: SnippetLookup,
  { account, signal }: Caller = nobody,
): Promise<CompileResult> => compileWith(source, snippets, (mjml) => compiledMjml(mjml, account, signal));

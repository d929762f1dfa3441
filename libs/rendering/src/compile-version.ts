import type { CompileResult } from './compile/compile.js';
import { compileWith } from './compile/compile.js';
import { compiledMjml } from './mjml/compiled-mjml.js';
import type { SnippetLookup } from './template/snippets.js';
import type { Caller } from './workers/caller.js';
import { nobody } from './workers/caller.js';
import type { VersionSource } from './version-source.js';

/** Compiles a version here, but for its MJML. Throws `TemplateError`, and `PoolUnavailable` where too much MJML waits. */
export const compileVersion = (
  source: VersionSource,
  snippets: SnippetLookup,
  caller: Caller = nobody,
): Promise<CompileResult> => compileWith(source, snippets, (mjml) => compiledMjml(mjml, caller));

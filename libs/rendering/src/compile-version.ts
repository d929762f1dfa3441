import type { CompileResult } from './compile/compile.js';
import { compileWith } from './compile/compile.js';
import { compiledMjml } from './mjml/compiled-mjml.js';
import type { SnippetLookup } from './template/snippets.js';
import type { Caller } from './workers/worker-pool.js';
import { anonymousCaller } from './workers/worker-pool.js';
import type { VersionSource } from './version-source.js';
import { VersionSize } from './version-size.js';
import { extractHandlebars } from './handlebars/compile/compile-handlebars.js';
import { extractJinja } from './jinja/compile/compile-jinja.js';
import { detectEngine } from './jinja/detect-engine.js';
import type { TransMessage } from './translation/message.js';
import { extractMustache } from './translation/pot.js';

/** The messages of a version and of its snippets, in order of appearance. Throws `TemplateError`. */
export function extractMessages(source: VersionSource, snippets: SnippetLookup): TransMessage[] {
  const engine = source.engine ?? detectEngine(source, snippets).engine ?? source.defaultEngine;
  if (engine === 'jinja') return extractJinja(source, snippets);
  if (engine === 'handlebars') return extractHandlebars(source, snippets, new VersionSize());
  return extractMustache(source, snippets);
}

/**
 * Compiles a version in this process, except for its MJML. Throws `TemplateError`, and `PoolUnavailable` if too many
 * MJML documents wait.
 */
export const compileVersion = (
  source: VersionSource,
  snippets: SnippetLookup,
  caller: Caller = anonymousCaller,
): Promise<CompileResult> => compileWith(source, snippets, (mjml) => compiledMjml(mjml, caller));

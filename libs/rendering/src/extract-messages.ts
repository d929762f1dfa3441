import { extractJinja } from './jinja/compile/compile-jinja.js';
import { detectEngine } from './jinja/detect-engine.js';
import type { SnippetLookup } from './template/snippets.js';
import type { TransMessage } from './translation/message.js';
import { extractMustache } from './translation/pot.js';
import type { VersionSource } from './version-source.js';

/** The messages of a version in order of appearance, those of its snippets included. Throws `TemplateError`. */
export const extractMessages = (source: VersionSource, snippets: SnippetLookup): TransMessage[] =>
  (source.engine ?? detectEngine(source, snippets).engine ?? source.defaultEngine) === 'jinja'
    ? extractJinja(source, snippets)
    : extractMustache(source, snippets);

import type { PartName, TemplateProblem } from '../../errors.js';
import { TemplateError, collectProblems, problemText } from '../../errors.js';
import { sourceLimits } from '../../limits.js';
import type { CompiledMjml } from '../../mjml/mjml.js';
import { isMjml } from '../../mjml/mjml.js';
import type { SnippetLookup } from '../../template/snippets.js';
import type { TransMessage } from '../../translation/message.js';
import type { Piece } from '../../translation/trans-block.js';
import type { VersionSource } from '../../version-source.js';
import { getParts } from '../../version-source.js';
import type { Template } from '../syntax/ast.js';
import type { JinjaArtifact } from '../artifact.js';
import { mailFilters } from '../filters/mail.js';
import { changingMethods } from '../python/collection-methods.js';
import { DataCalls, hostedNames } from './data-calls.js';
import { MjmlPieces } from './mjml-pieces.js';
import type { Version } from './part-compiler.js';
import { PartCompiler } from './part-compiler.js';

export type CompiledJinja = {
  readonly artifact: JinjaArtifact;
  readonly snippetNames: string[];
  readonly warnings: string[];
};

/** Compiles a Jinja version. Throws `TemplateError` with all problems. */
export async function compileJinja(
  source: VersionSource,
  snippets: SnippetLookup,
  compileMjml: (pieces: readonly Piece[]) => Promise<CompiledMjml>,
): Promise<CompiledJinja> {
  const warnings: string[] = [];
  const version = newVersion(source, snippets, warnings, () => undefined);
  const parts: { [part in PartName]?: Template } = {};
  let ownPreview = false;
  await collectProblems(getParts(source), async ([part, text]) => {
    const compiler = new PartCompiler(part, text, version);
    parts[part] = compiler.template();
    if (part !== 'html') return;
    const mjml = new MjmlPieces(compiler.segments, (offset) => compiler.getPosition(offset));
    if (!isMjml(mjml.pieces)) return;
    ownPreview = mjml.pieces.some((piece) => piece.kind === 'text' && /<mj-preview[\s>]/i.test(piece.text));
    const compiled = await compileMjml(mjml.pieces);
    warnings.push(...compiled.warnings);
    parts.html = compiler.template(mjml.restored(compiled.pieces));
  });
  const { subject = { body: [], blocks: {} }, preheader, ...others } = parts;
  if (preheader && ownPreview) warnings.push('preheader: not used, because the MJML has an mj-preview of its own');
  const artifact: JinjaArtifact = {
    format: 1,
    engine: 'jinja',
    autoescape: source.autoescape ?? false,
    changesData: false,
    parts: { subject, ...others, ...(preheader && !ownPreview && { preheader }) },
    snippets: version.templates,
    ...(source.translations?.plural && { plural: source.translations.plural }),
  };
  rejectDataCalls(version.calls, artifact);
  for (const [part, template] of Object.entries(artifact.parts))
    warnings.push(...hostedNames(template).map((name) => `${part}: ${name}`));
  for (const [name, template] of Object.entries(artifact.snippets))
    warnings.push(...hostedNames(template).map((hosted) => `snippet "${name}": ${hosted}`));
  return {
    artifact: {
      ...artifact,
      changesData: changesData(artifact),
      ...(source.locale !== undefined && printsByLocale(artifact) && { locale: source.locale }),
    },
    snippetNames: [...version.used].toSorted(),
    warnings: [...new Set(warnings)],
  };
}

function rejectDataCalls(calls: Version['calls'], { parts, snippets }: JinjaArtifact): void {
  const dataCalls = new DataCalls([...Object.values(parts), ...Object.values(snippets)]);
  const problems = new Map<string, TemplateProblem>();
  for (const call of calls) {
    const what = dataCalls.findProblem(call);
    const problem = what === undefined ? undefined : { part: call.part, place: call.position, what };
    // A part in MJML is parsed twice.
    if (problem) problems.set(problemText(problem), problem);
  }
  const error = TemplateError.of([...problems.values()]);
  if (error) throw error;
}

/** The messages of a version and of its snippets, in order of appearance. Throws `TemplateError`. */
export function extractJinja(source: VersionSource, snippets: SnippetLookup): TransMessage[] {
  const messages: TransMessage[] = [];
  const version = newVersion(source, snippets, [], (message) => void messages.push(message));
  for (const [part, text] of getParts(source)) new PartCompiler(part, text, version).template();
  return messages;
}

function newVersion(
  source: VersionSource,
  snippets: SnippetLookup,
  warnings: string[],
  onMessage: (message: TransMessage) => void,
): Version {
  let tags = 0;
  let characters = 0;
  return {
    snippets,
    used: new Set(),
    catalogue: source.translations,
    templates: {},
    calls: [],
    warn: (warning) => void warnings.push(warning),
    onMessage,
    count: (moreTags, moreCharacters) => {
      tags += moreTags;
      characters += moreCharacters;
      if (tags > sourceLimits.tags)
        return `the version has more than ${sourceLimits.tags.toLocaleString('en-US')} tags (all parts, snippets and translations together)`;
      return characters > 5 * 1_048_576 ? 'the part with its translations is larger than 5 MB' : undefined;
    },
  };
}

/** Whether a tree contains the name of a method that modifies its object. */
const changesData = (tree: unknown): boolean =>
  holds(tree, ([kind, first, second]) => changingMethods.has((kind === 'attribute' ? second : first) as string));

/** Whether a tree contains the name of a filter whose output depends on the locale. */
const printsByLocale = (tree: unknown): boolean =>
  holds(tree, ([kind, first, second]) => {
    const name = kind === 'filter' ? second : first;
    return typeof name === 'string' && Object.hasOwn(mailFilters, name);
  });

/** Whether an attribute, a filter or a constant in the tree has one of these names. */
function holds(tree: unknown, isOne: (node: readonly unknown[]) => boolean): boolean {
  if (!Array.isArray(tree)) {
    if (typeof tree !== 'object' || tree === null) return false;
    return Object.values(tree).some((each) => holds(each, isOne));
  }
  if ((tree[0] === 'attribute' || tree[0] === 'filter' || tree[0] === 'const') && isOne(tree)) return true;
  return tree.some((each) => typeof each === 'object' && holds(each, isOne));
}

import type { Artifact, MustacheArtifact } from '../artifact.js';
import { getFormat } from '../artifact.js';
import type { Engine, PartName, SourcePosition, TemplateProblem } from '../errors.js';
import { TemplateError, collectProblems, problemText } from '../errors.js';
import { renderLimits, sourceLimits } from '../limits.js';
import { compileHandlebars } from '../handlebars/compile/compile-handlebars.js';
import { compileJinja } from '../jinja/compile/compile-jinja.js';
import { detectEngine } from '../jinja/detect-engine.js';
import type { ToHtml } from '../mjml/mjml.js';
import { compileMjml, isMjml } from '../mjml/mjml.js';
import { checkSections, lower } from './lower.js';
import type { MustacheTag } from '../template/nodes.js';
import type { Program } from '../template/program.js';
import type { SnippetLookup } from '../template/snippets.js';
import { PartReader } from '../template/snippets.js';
import type { Catalogue } from '../translation/message.js';
import type { Piece, TransBlock } from '../translation/trans-block.js';
import { assembleTransBlocks, translate } from '../translation/trans-block.js';
import type { VersionSource } from '../version-source.js';
import { getParts } from '../version-source.js';
import { VersionSize } from '../version-size.js';
import { markHandlebars, markProgram, markTemplate } from '../links/link-marks.js';
import { usedEmailUrls } from '../links/email-urls.js';

/** Marks the links of the HTML, and adds the email addresses that the artifact prints. */
function markArtifact(artifact: Artifact): Artifact {
  const addresses = usedEmailUrls(artifact);
  return { ...marked(artifact), ...(addresses.length > 0 && { addresses }) };
}

/** A partial or snippet may belong to the HTML; in other parts its marks print nothing. */
function marked(artifact: Artifact): Artifact {
  if (artifact.engine === 'jinja') {
    const { html, ...parts } = artifact.parts;
    const snippets = mapValues(artifact.snippets, markTemplate);
    return { ...artifact, parts: { ...parts, ...(html && { html: markTemplate(html) }) }, snippets };
  }
  if (artifact.engine === 'handlebars') {
    const { html, ...parts } = artifact.parts;
    const partials = mapValues(artifact.partials, markHandlebars);
    return { ...artifact, parts: { ...parts, ...(html && { html: markHandlebars(html) }) }, partials };
  }
  const { html, ...parts } = artifact.parts;
  const partials = mapValues(artifact.partials, markProgram);
  return { ...artifact, parts: { ...parts, ...(html && { html: markProgram(html) }) }, partials };
}

const mapValues = <Value>(
  named: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Record<string, Value> => Object.fromEntries(Object.entries(named).map(([name, value]) => [name, change(value)]));

export type CompileResult = {
  readonly artifact: Artifact;
  /** All used snippets, including nested ones, sorted. */
  readonly snippetNames: string[];
  /** Warnings for the author: valid content that may not be intended. */
  readonly warnings: string[];
};

/**
 * Does at save time everything that does not depend on the data. Throws `TemplateError`, and the errors of
 * `mjmlToHtml`.
 */
export async function compileWith(
  source: VersionSource,
  snippets: SnippetLookup,
  mjmlToHtml: ToHtml,
): Promise<CompileResult> {
  if (source.literal) return checked({ artifact: literalArtifact(source), snippetNames: [], warnings: [] });
  const detected = source.engine ? { engine: source.engine } : detectEngine(source, snippets);
  const chosen = detected.engine ?? source.defaultEngine;
  const engine = chosen ?? 'mustache';
  try {
    const compiled = await compilers[engine](source, snippets, mjmlToHtml);
    const unclear = chosen === undefined && 'variable' in detected ? detected.variable : undefined;
    return withLinks({ ...compiled, warnings: [...(unclear ? [mustacheWarning(unclear)] : []), ...compiled.warnings] });
  } catch (error) {
    if (error instanceof TemplateError) error.engine = engine;
    throw error;
  }
}

/** Its links are not marked: it is sent once, and often without tracking. */
function literalArtifact(source: VersionSource): MustacheArtifact {
  const parts: { [part in PartName]?: Program } = {};
  for (const [part, text] of getParts(source)) parts[part] = text === '' ? [] : [text];
  return {
    format: 1,
    engine: 'mustache',
    literal: true,
    parts: { ...parts, subject: parts.subject ?? [] },
    partials: {},
  };
}

/** Explains the difference to Jinja, which escapes nothing and prints None for null. */
function mustacheWarning(variable: TemplateProblem): string {
  const escapes = variable.part === 'subject' || variable.part === 'text' ? '' : 'escapes it in HTML and ';
  return `${problemText(variable)}; it is read as Mustache, which ${escapes}prints nothing for null. Set engine to choose`;
}

const compilers = { mustache, jinja, handlebars } satisfies Record<Engine, unknown>;

async function mustache(source: VersionSource, snippets: SnippetLookup, mjmlToHtml: ToHtml): Promise<CompileResult> {
  const compiler = new VersionCompiler(source.translations, snippets, mjmlToHtml);
  await collectProblems(getParts(source), ([part, text]) => compiler.compilePart(part, text));
  return compiler.result();
}

function jinja(source: VersionSource, snippets: SnippetLookup, mjmlToHtml: ToHtml): Promise<CompileResult> {
  return compileJinja(source, snippets, (pieces) => compileMjml(pieces, mjmlToHtml));
}

function handlebars(source: VersionSource, snippets: SnippetLookup, mjmlToHtml: ToHtml): Promise<CompileResult> {
  return compileHandlebars(source, snippets, new VersionSize(), (pieces) => compileMjml(pieces, mjmlToHtml));
}

/** Finds the links once, instead of for every email. */
const withLinks = (compiled: CompileResult): CompileResult =>
  checked({ ...compiled, artifact: markArtifact(compiled.artifact) });

function checked(compiled: CompileResult): CompileResult {
  new VersionSize().checkBytes(compiled.artifact, 'html');
  return compiled;
}

class VersionCompiler {
  private readonly parts: { [part in PartName]?: Program } = {};
  private readonly partials: Record<string, Program> = {};
  private readonly used = new Set<string>();
  private readonly warnings: string[] = [];
  private readonly size = new VersionSize();
  private ownPreview = false;

  constructor(
    private readonly translations: Catalogue | undefined,
    private readonly snippets: SnippetLookup,
    private readonly mjmlToHtml: ToHtml,
  ) {}

  async compilePart(part: PartName, text: string): Promise<void> {
    const reader = new PartReader(part, this.snippets, this.used, (warning) => this.warnings.push(warning));
    let pieces = assembleTransBlocks(reader.readPart(text), part);
    checkSections(pieces, part);
    if (part === 'html' && isMjml(pieces)) {
      this.ownPreview = pieces.some((piece) => piece.kind === 'text' && /<mj-preview[\s>]/i.test(piece.text));
      const mjml = await compileMjml(pieces, this.mjmlToHtml);
      pieces = mjml.pieces;
      this.warnings.push(...mjml.warnings);
    }
    const lowering = new PartLowering(part, reader, this.partials, this.size, this.translatePart(part));
    this.parts[part] = lowering.lower(pieces);
    this.size.checkBytes(this.result().artifact, part);
  }

  result(): CompileResult & { readonly artifact: MustacheArtifact } {
    const { subject = [], preheader, ...others } = this.parts;
    if (preheader && this.ownPreview)
      this.warnings.push('preheader: not used, because the MJML has an mj-preview of its own');
    return {
      artifact: {
        format: getFormat([...Object.values(this.parts), ...Object.values(this.partials)]),
        engine: 'mustache',
        parts: { subject, ...others, ...(preheader && !this.ownPreview && { preheader }) },
        partials: this.partials,
        ...(this.translations?.plural && { plural: this.translations.plural }),
      },
      snippetNames: [...this.used].toSorted(),
      warnings: [...new Set(this.warnings)],
    };
  }

  /** A short text may have a long translation and be used often, so the total output is limited. */
  private translatePart(part: PartName): (block: TransBlock) => Program {
    let length = 0;
    return (block) => {
      const translated = translate(block, this.translations, (warning) =>
        this.warnings.push(`${part}, line ${block.place.line}: ${warning}`),
      );
      this.size.countTranslation(translated.program, block, part);
      length += translated.length;
      if (length > renderLimits.outputBytes)
        throw new TemplateError(part, block.place, 'the part with its translations is larger than 5 MB');
      return translated.program;
    };
  }
}

/** Lowers a part and its partials. */
class PartLowering {
  /** For each partial, the partials that it always prints; a cycle of these would never end. */
  private readonly unconditional = new Map<string, Set<string>>();
  /** The partials that are being lowered, outermost first. */
  private readonly path: { readonly name: string; readonly key: string }[] = [];

  constructor(
    private readonly part: PartName,
    private readonly reader: PartReader,
    private readonly partials: Record<string, Program>,
    private readonly size: VersionSize,
    private readonly translate: (block: TransBlock) => Program,
  ) {}

  lower(pieces: readonly Piece[]): Program {
    this.size.countTags(pieces, this.part);
    return lower(pieces, {
      translate: this.translate,
      partial: (tag, indentation, conditional) => this.partial(tag, indentation, conditional),
    });
  }

  private partial(tag: MustacheTag, indentation: string, conditional: boolean): string {
    const { name, place } = tag;
    if (!conditional) this.recordUnconditional(name, place);
    const recursive = this.path.find((partial) => partial.name === name);
    const key = recursive?.key ?? `${indentation}>${name}`;
    if (Object.hasOwn(this.partials, key)) return key;
    if (this.path.length >= sourceLimits.snippetDepth) {
      const chain = [...this.path.map((partial) => partial.name), name].join(' > ');
      throw new TemplateError(
        this.part,
        place,
        `partials are nested more than ${sourceLimits.snippetDepth} deep (${chain})`,
      );
    }
    this.partials[key] = [];
    const pieces = assembleTransBlocks(this.reader.readPartial(name, place, indentation), this.part);
    checkSections(pieces, this.part);
    this.path.push({ name, key });
    this.partials[key] = this.lower(pieces);
    this.path.pop();
    return key;
  }

  private recordUnconditional(name: string, place: SourcePosition): void {
    const from = this.path.at(-1)?.name;
    if (from === undefined) return;
    this.unconditional.set(from, (this.unconditional.get(from) ?? new Set()).add(name));
    if (this.reaches(name, from, new Set())) {
      throw new TemplateError(
        this.part,
        place,
        `the snippet "${name}" includes itself without end; put {{>${name}}} into a section`,
      );
    }
  }

  private reaches(from: string, to: string, seen: Set<string>): boolean {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(this.unconditional.get(from) ?? [])].some((next) => this.reaches(next, to, seen));
  }
}

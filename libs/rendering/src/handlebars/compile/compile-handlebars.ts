import type { PartName, SourcePosition } from '../../errors.js';
import { collectProblems, TemplateError } from '../../errors.js';
import { Inliner } from '../../jinja/compile/inline.js';
import { Problems } from '../../jinja/syntax/problems.js';
import type { SourceText } from '../../jinja/syntax/source-map.js';
import { renderLimits } from '../../limits.js';
import type { CompiledMjml } from '../../mjml/mjml.js';
import { isMjml } from '../../mjml/mjml.js';
import type { SnippetLookup } from '../../template/snippets.js';
import type { TransMessage } from '../../translation/message.js';
import type { Piece, TransBlock } from '../../translation/trans-block.js';
import { translate } from '../../translation/trans-block.js';
import type { Op as MessageOp } from '../../template/program.js';
import type { VersionSource } from '../../version-source.js';
import { getParts } from '../../version-source.js';
import type { VersionSize } from '../../version-size.js';
import { Lowering } from './lower.js';
import { parsePieces } from '../syntax/parser.js';
import type { HandlebarsArtifact } from '../artifact.js';
import type { Op, Program } from '../syntax/program.js';
import { checkBlocks } from '../syntax/blocks.js';
import { HandlebarsScanner } from '../syntax/scanner.js';

export type CompiledHandlebars = {
  readonly artifact: HandlebarsArtifact;
  readonly snippetNames: string[];
  readonly warnings: string[];
};

/** Compiles a Handlebars version. Throws `TemplateError` with all problems. */
export async function compileHandlebars(
  source: VersionSource,
  snippets: SnippetLookup,
  size: VersionSize,
  compileMjml: (pieces: readonly Piece[]) => Promise<CompiledMjml>,
): Promise<CompiledHandlebars> {
  const version = new Version(source, snippets, size);
  const parts: { [part in PartName]?: Program } = {};
  let ownPreview = false;
  await collectProblems(getParts(source), async ([part, text]) => {
    const compiler = new PartCompiler(part, version);
    const pieces = compiler.read(text);
    parts[part] = compiler.program(pieces);
    if (part !== 'html' || !isMjml(pieces)) return;
    ownPreview = pieces.some((piece) => piece.kind === 'text' && /<mj-preview[\s>]/i.test(piece.text));
    const mjml = await compileMjml(pieces);
    version.warnings.push(...mjml.warnings);
    parts.html = compiler.program(mjml.pieces);
  });
  const { subject = [], preheader, ...others } = parts;
  if (preheader && ownPreview)
    version.warnings.push('preheader: not used, because the MJML has an mj-preview of its own');
  const artifact: HandlebarsArtifact = {
    format: 3,
    engine: 'handlebars',
    parts: { subject, ...others, ...(preheader && !ownPreview && { preheader }) },
    partials: version.partials,
    ...(source.translations?.plural && { plural: source.translations.plural }),
  };
  const printsByLocale = JSON.stringify(artifact).includes('"formatDate"');
  return {
    artifact: { ...artifact, ...(source.locale !== undefined && printsByLocale && { locale: source.locale }) },
    snippetNames: [...version.used].toSorted(),
    warnings: [...new Set(version.warnings)],
  };
}

/** The messages of a version and of its snippets, in order of appearance. Throws `TemplateError`. */
export function extractHandlebars(source: VersionSource, snippets: SnippetLookup, size: VersionSize): TransMessage[] {
  const version = new Version(source, snippets, size);
  for (const [part, text] of getParts(source)) {
    const compiler = new PartCompiler(part, version);
    compiler.program(compiler.read(text));
  }
  return version.messages;
}

/** What the parts of a version share. */
class Version {
  readonly used = new Set<string>();
  readonly inline = new Set<string>();
  readonly partials: Record<string, Program> = {};
  readonly warnings: string[] = [];
  readonly messages: TransMessage[] = [];

  constructor(
    readonly source: VersionSource,
    readonly snippets: SnippetLookup,
    readonly size: VersionSize,
  ) {}
}

/** Compiles one part with its snippets. */
class PartCompiler {
  private readonly problems: Problems;
  private readonly inliner: Inliner;
  /** Snippets that still must be compiled, with the line of the tag that prints them. */
  private readonly pending = new Map<string, SourcePosition>();
  private translated = 0;

  constructor(
    private readonly part: PartName,
    private readonly version: Version,
  ) {
    this.problems = new Problems(part);
    this.inliner = new Inliner(version.snippets, version.used, (place, what) => this.problems.add(place, what));
  }

  read(source: string): Piece[] {
    return this.scan(this.inliner.part(source));
  }

  /** The program of these pieces: those of the part, or those that MJML returned. */
  program(pieces: readonly Piece[]): Program {
    const program = this.lower(pieces);
    for (const [name, place] of this.pending) {
      if (Object.hasOwn(this.version.partials, name)) continue;
      this.version.partials[name] = [];
      this.version.partials[name] = this.lower(this.scan(this.inliner.snippet(name, place.line)));
      if (this.printsItself(name, name, new Set()))
        this.problems.add(place, `the snippet "${name}" includes itself without end; put {{> ${name}}} into a block`);
    }
    this.problems.throwIfAny();
    return program;
  }

  private scan(text: SourceText): Piece[] {
    const pieces = new HandlebarsScanner(text, this.part, this.problems).scan();
    checkBlocks(pieces, this.problems);
    this.version.size.countTags(pieces, this.part);
    return pieces;
  }

  private lower(pieces: readonly Piece[]): Program {
    // The parser reports mistakes that are known with worse words.
    if (this.problems.any) return [];
    const parsed = parsePieces(pieces, this.problems);
    if (!parsed) return [];
    return new Lowering(parsed, {
      problems: this.problems,
      inline: this.version.inline,
      translate: (block) => this.translate(block),
      partial: (name, place, isOptional) => this.use(name, place, isOptional),
    }).lower();
  }

  private use(name: string, place: SourcePosition, isOptional: boolean): void {
    if (this.version.snippets(name) !== undefined) this.pending.set(name, this.pending.get(name) ?? place);
    else if (!isOptional) this.problems.add(place, `there is no snippet "${name}"`);
  }

  private translate(block: TransBlock): readonly MessageOp[] {
    const { version, part } = this;
    version.messages.push(block.message);
    const { program, length } = translate(block, version.source.translations, (warning) =>
      version.warnings.push(`${part}, line ${block.place.line}: ${warning}`),
    );
    version.size.countTranslation(program, block, part);
    this.translated += length;
    if (this.translated > renderLimits.outputBytes)
      throw new TemplateError(part, block.place, 'the part with its translations is larger than 5 MB');
    return program;
  }

  /** Whether a snippet prints another in any case, so that a cycle would never end. */
  private printsItself(from: string, name: string, seen: Set<string>): boolean {
    if (seen.has(from)) return false;
    seen.add(from);
    return (this.version.partials[from] ?? []).some(
      (op: Op) => op[0] === '>' && typeof op !== 'string' && (op[1] === name || this.printsItself(op[1], name, seen)),
    );
  }
}

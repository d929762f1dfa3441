import type { PartName, SourcePosition } from '../../errors.js';
import { sourceLimits } from '../../limits.js';
import type { SnippetLookup } from '../../template/snippets.js';
import type { Catalogue, TransMessage } from '../../translation/message.js';
import { parseFormat, findTranslations } from '../../translation/message.js';
import { filterProblem, testProblem } from '../filters/filters.js';
import type { Expression, MessageForm, Template } from '../syntax/ast.js';
import type { GettextCall } from '../syntax/gettext-call.js';
import type { Segment } from '../syntax/lexer.js';
import type { ParserHost } from '../syntax/parser.js';
import { parse, parseSegments } from '../syntax/parser.js';
import { Problems } from '../syntax/problems.js';
import type { SourceText } from '../syntax/source-map.js';
import { toPlace } from '../syntax/source-map.js';
import type { SourceCall } from './data-calls.js';
import { Inliner } from './inline.js';

const unfitTranslation = ({ msgid }: TransMessage): string =>
  `the translation of "${msgid.slice(0, 60)}" does not fit its placeholders and is not used`;

const barePath = /^(?:\{\{[-+]?)?\s*([A-Za-z_]\w*)\/([A-Za-z_]\w*)\s*(?:-?\}\})?$/;

type Forms = { readonly forms: readonly MessageForm[]; readonly translated: boolean };

/** The forms of a message: those of its translation, or its own. A translation is never parsed as a template. */
function buildForms(
  message: TransMessage,
  variables: ReadonlySet<string>,
  catalogue: Catalogue | undefined,
  warn: (warning: string) => void,
): Forms {
  const texts = catalogue && findTranslations(message, catalogue);
  const forms = texts?.map((text) => toForm(text, message, variables));
  if (forms?.every((form) => form !== undefined)) return { forms: forms as MessageForm[], translated: true };
  if (forms) warn(unfitTranslation(message));
  const own = message.msgidPlural === undefined ? [message.msgid] : [message.msgid, message.msgidPlural];
  return { forms: own.map((text) => toForm(text, message, variables) ?? [text]), translated: false };
}

function toForm(text: string, { format }: TransMessage, variables: ReadonlySet<string>): MessageForm | undefined {
  if (!format) return [text];
  const form: (string | readonly [string])[] = [];
  for (const piece of parseFormat(text) ?? [undefined]) {
    if (!piece) return undefined;
    if ('text' in piece) form.push(piece.text);
    else if (variables.has(piece.placeholder)) form.push([piece.placeholder]);
    else return undefined;
  }
  return form;
}

/** The shared state of a version's parts. */
export type Version = {
  readonly snippets: SnippetLookup;
  readonly used: Set<string>;
  readonly catalogue: Catalogue | undefined;
  /** The compiled snippets that are templates of their own. */
  readonly templates: Record<string, Template>;
  readonly warn: (warning: string) => void;
  /** All calls in expressions, to be checked once all bound names are known. */
  readonly calls: (SourceCall & { readonly part: PartName })[];
  readonly onMessage: (message: TransMessage) => void;
  /** Adds to the size of the version; returns the problem if it is too large. */
  readonly count: (tags: number, characters: number) => string | undefined;
};

/** Compiles one part with its snippets. */
export class PartCompiler {
  private readonly problems: Problems;
  private readonly inliner: Inliner;
  /** Snippets that still must be compiled, with the line of the tag that uses them. */
  private readonly pendingSnippets = new Map<string, number>();
  private text: SourceText;
  readonly segments: readonly Segment[];

  constructor(
    private readonly part: PartName,
    source: string,
    private readonly version: Version,
  ) {
    this.problems = new Problems(part);
    this.inliner = new Inliner(version.snippets, version.used, (position, what) => this.problems.add(position, what));
    this.text = this.inliner.part(source);
    this.segments = this.cut(this.text);
  }

  /**
   * The template of these segments: the part's own, or those that MJML returned. Throws `TemplateError` with all
   * problems.
   */
  template(segments = this.segments): Template {
    const { text } = this;
    const template = parse(segments, this.host(text));
    for (const [name, line] of this.pendingSnippets) {
      if (Object.hasOwn(this.version.templates, name)) continue;
      this.version.templates[name] = { body: [], blocks: {} };
      this.text = this.inliner.snippet(name, line);
      this.version.templates[name] = parse(this.cut(this.text), this.host(this.text));
    }
    this.text = text;
    this.problems.throwIfAny();
    return template;
  }

  getPosition(offset: number): SourcePosition {
    return this.text.getPosition(offset);
  }

  private cut(text: SourceText): Segment[] {
    const segments = parseSegments(text.text, (problem) =>
      this.problems.add(text.getPosition(problem.at), problem.message),
    );
    this.warnOfPaths(segments, text);
    const tooMuch = this.version.count(segments.filter(({ kind }) => kind !== 'text').length, 0);
    if (tooMuch === undefined) return segments;
    this.problems.add({ line: 1 }, tooMuch);
    return [];
  }

  /** `{{user/name}}` is a path in Handlebars, but a division here. With spaces it is meant as one. */
  private warnOfPaths(segments: readonly Segment[], text: SourceText): void {
    for (const segment of segments) {
      const [path, left, right] = (segment.kind === 'print' && barePath.exec(segment.source)) || [];
      if (path === undefined) continue;
      const { line } = text.getPosition(segment.at);
      this.version.warn(
        `${this.part}, line ${line}: {{${left}/${right}}} divides ${left} by ${right}; ` +
          `write {{${left}.${right}}} for a field, or {{${left} / ${right}}} to divide`,
      );
    }
  }

  private host(text: SourceText): ParserHost {
    return {
      filterProblem,
      testProblem,
      getPosition: (offset) => text.getPosition(offset),
      toPlace,
      onProblem: (position, what) => this.problems.add(position, what),
      snippetProblem: (name, position) => this.snippetProblem(name, position),
      gettext: (call) => this.gettext(call),
      onCall: (callee, given, at) =>
        this.version.calls.push({ callee, given, part: this.part, position: text.getPosition(at) }),
      translate: ({ message, variables, counter }, place, position) => {
        this.version.onMessage(message);
        const names = new Set(variables.map(([name]) => name));
        const { forms, translated } = buildForms(message, names, this.version.catalogue, (warning) =>
          this.version.warn(`${this.part}, line ${position.line}: ${warning}`),
        );
        const length = forms.flat().reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 1), 0);
        const tooMuch = this.version.count(0, length);
        if (tooMuch !== undefined) this.problems.add(position, tooMuch);
        return ['trans', place, forms, counter, translated, variables];
      },
    };
  }

  private gettext({ message, counter, values }: GettextCall): Expression {
    this.version.onMessage(message);
    const translated = this.version.catalogue && findTranslations(message, this.version.catalogue);
    const names = new Set(values?.map(([name]) => name));
    const fits = values === undefined || translated?.every((text) => toForm(text, message, names));
    if (translated && !fits) this.version.warn(`${this.part}: ${unfitTranslation(message)}`);
    const own = message.msgidPlural === undefined ? [message.msgid] : [message.msgid, message.msgidPlural];
    const texts = translated && fits ? translated : own;
    this.version.count(
      0,
      texts.reduce((sum, text) => sum + text.length, 0),
    );
    const isTranslated = texts !== own;
    const text: Expression = counter ? ['ngettext', texts, counter, isTranslated] : ['const', texts[0] ?? ''];
    return values ? ['filter', text, 'format', { positional: [], named: values }] : text;
  }

  private snippetProblem(name: string, position: SourcePosition): string | undefined {
    if (this.version.snippets(name) === undefined) return `there is no snippet "${name}"`;
    if (this.pendingSnippets.size >= sourceLimits.tags) return 'the version uses too many snippets';
    if (!this.pendingSnippets.has(name)) this.pendingSnippets.set(name, position.line);
    return undefined;
  }
}

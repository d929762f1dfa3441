import type { PartName } from '../errors.js';
import { TemplateError } from '../errors.js';
import type { BlockTag, MustacheTag, Node, TextNode } from '../template/nodes.js';
import type { Catalogue, TransMessage } from './message.js';
import { parseFormat, findTranslations } from './message.js';
import type { Op, Program } from '../template/program.js';
import { append, toPath } from '../template/program.js';

/** The path of a placeholder's value, and whether it is printed without escaping. */
type TransVariable = { readonly path: string; readonly unescaped: boolean };

/** A `{% trans %}` block, with the semantics of Jinja's i18n extension (old-style gettext, as Babel extracts it). */
export type TransBlock = {
  readonly kind: 'trans';
  /** The block as written, as far as an error message needs it. */
  readonly source: string;
  readonly place: BlockTag['place'];
  readonly message: TransMessage;
  readonly variables: ReadonlyMap<string, TransVariable>;
  /** The name of the value that selects the plural form. */
  readonly counter?: string;
};

/** The content of a part with parsed trans blocks. */
export type Piece = TextNode | MustacheTag | TransBlock;

/** Converts the nodes of a part to pieces; rejects every trans block that Jinja would reject. */
export function assembleTransBlocks(nodes: readonly Node[], part: PartName): Piece[] {
  const pieces: Piece[] = [];
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index] as Node;
    if (node.kind === 'text' || node.kind === 'tag') {
      pieces.push(node);
    } else if (node.kind === 'comment') {
      throw new TemplateError(
        part,
        node.place,
        `${node.source.slice(0, 40)} is not a Mustache comment; write {{! ... }}`,
      );
    } else if (node.keyword === 'trans') {
      const reader = new TransReader(node, part);
      index = reader.readBody(nodes, index + 1);
      pieces.push(reader.block());
    } else {
      throw new TemplateError(part, node.place, `${node.source} stands outside a trans block`);
    }
  }
  return pieces;
}

class TransReader {
  private context: string | undefined;
  private trimmed: boolean | undefined;
  private readonly declared = new Map<string, string>();
  private readonly singularNames: string[] = [];
  private readonly pluralNames: string[] = [];
  private readonly unescaped = new Map<string, boolean>();
  private counter: string | undefined;
  private singular = '';
  private plural: string | undefined;

  constructor(
    private readonly opening: BlockTag,
    private readonly part: PartName,
  ) {
    this.readDeclaration();
  }

  /** `[ "context" ] [trimmed|notrimmed] [name[=path]], ... [:]` */
  private readDeclaration(): void {
    const token = /\s*(?:"([^"]*)"|'([^']*)'|([\p{L}\p{N}_$.-]+)|([=,:]))\s*/uy;
    const tokens: { quoted?: string; name?: string; sign?: string }[] = [];
    const { argument } = this.opening;
    while (token.lastIndex < argument.length) {
      const at = token.lastIndex;
      const match = token.exec(argument);
      if (!match)
        throw this.fail(
          `${this.opening.source} cannot be read at "${argument.slice(at, at + 20)}"; a variable is a name, or name=dotted.path`,
        );
      const [, double, single, name, sign] = match;
      tokens.push({
        ...((double ?? single) !== undefined && { quoted: (double ?? single) as string }),
        ...(name && { name }),
        ...(sign && { sign }),
      });
    }
    if (tokens[0]?.quoted !== undefined) this.context = tokens.shift()?.quoted;
    while (tokens.length > 0) {
      if (this.declared.size > 0 && tokens[0]?.sign === ',') tokens.shift();
      else if (this.declared.size > 0 && tokens[0]?.sign !== ':')
        throw this.fail(`${this.opening.source} needs a comma between its variables`);
      if (tokens[0]?.sign === ':') break;
      const name = tokens.shift()?.name;
      if (!name) throw this.fail(`${this.opening.source} needs the name of a variable`);
      if (this.declared.has(name)) throw this.fail(`${this.opening.source} defines "${name}" twice`);
      if (tokens[0]?.sign === '=') {
        tokens.shift();
        const path = tokens.shift()?.name;
        if (!path) throw this.fail(`${this.opening.source} needs a name after "${name}="`);
        this.declare(name, path);
      } else if (this.trimmed === undefined && (name === 'trimmed' || name === 'notrimmed')) {
        this.trimmed = name === 'trimmed';
      } else {
        this.declare(name, name);
      }
    }
  }

  private declare(name: string, path: string): void {
    if (name.includes('.'))
      throw this.fail(`${this.opening.source} declares a dotted name; write ${name.split('.').at(-1)}=${path}`);
    this.declared.set(name, path);
    this.counter ??= name;
  }

  /** Reads up to the closing tag and returns its index. */
  readBody(nodes: readonly Node[], from: number): number {
    let names = this.singularNames;
    let text = '';
    for (let index = from; index < nodes.length; index += 1) {
      const node = nodes[index] as Node;
      if (node.kind === 'text') {
        text += node.text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll('%', '%%');
      } else if (node.kind === 'tag') {
        text += this.placeholder(node, names);
      } else if (node.kind === 'block' && node.keyword === 'endtrans') {
        if (this.plural === undefined) this.singular = text;
        else this.plural = text;
        return index;
      } else if (node.kind === 'block' && node.keyword === 'pluralize') {
        if (this.plural !== undefined) throw this.fail('a trans block can have only one pluralize', node);
        this.singular = text;
        this.plural = '';
        this.chooseCounter(node);
        names = this.pluralNames;
        text = '';
      } else if (node.kind === 'block') {
        if (node.keyword === 'trans')
          throw this.fail('trans blocks cannot be nested; did you mean {% endtrans %}?', node);
        throw this.fail(`${node.source} is not allowed inside a trans block`, node);
      }
    }
    throw this.fail(`${this.opening.source} is never closed by {% endtrans %}`);
  }

  private placeholder(tag: MustacheTag, names: string[]): string {
    if (tag.sigil === '!') return '';
    if (tag.sigil !== '' && tag.sigil !== '&')
      throw this.fail(`${tag.source} is not allowed inside a trans block; only variables are`, tag);
    names.push(tag.name);
    // One placeholder has one value: if the author wrote both {{x}} and {{{x}}}, it is escaped.
    this.unescaped.set(tag.name, tag.sigil === '&' && this.unescaped.get(tag.name) !== false);
    return `%(${tag.name})s`;
  }

  private chooseCounter(pluralize: BlockTag): void {
    if (pluralize.argument) {
      if (!this.declared.has(pluralize.argument)) {
        throw this.fail(
          `${pluralize.source} names no variable of the block; declare it: {% trans ${pluralize.argument} %}`,
          pluralize,
        );
      }
      this.counter = pluralize.argument;
    }
    this.counter ??= this.singularNames[0];
    if (this.counter === undefined) throw this.fail('pluralize needs a variable that selects the form', pluralize);
  }

  block(): TransBlock {
    const names = new Set([...this.singularNames, ...this.pluralNames]);
    const format = names.size > 0;
    const finish = (text: string): string => {
      const content = this.trimmed ? trimWhitespace(text) : text;
      return format ? content : content.replaceAll('%%', '%');
    };
    const variables = new Map(
      [...new Set([...this.declared.keys(), ...names])].map((name) => [
        name,
        { path: this.declared.get(name) ?? name, unescaped: this.unescaped.get(name) ?? false },
      ]),
    );
    return {
      kind: 'trans',
      source: this.opening.source,
      place: this.opening.place,
      message: {
        msgid: finish(this.singular),
        ...(this.plural !== undefined && { msgidPlural: finish(this.plural) }),
        ...(this.context !== undefined && { context: this.context }),
        format,
      },
      variables,
      ...(this.plural !== undefined && this.counter !== undefined && { counter: this.counter }),
    };
  }

  private fail(what: string, { place }: Pick<BlockTag, 'place'> = this.opening): TemplateError {
    return new TemplateError(this.part, place, what);
  }
}

/** `trimmed`: strips both ends, and replaces every run of whitespace with a line break by one space. */
export const trimWhitespace = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');

/** `length` is that of all texts in the program. */
type Translated = { readonly program: Program; readonly length: number };

/**
 * The program of a trans block: its translation in the catalogue, or its own text. A translation is never parsed as a
 * template: its text is literal, and its placeholders become variables. `warn` reports translations that do not fit.
 */
export function translate(
  block: TransBlock,
  catalogue: Catalogue | undefined,
  warn: (warning: string) => void,
): Translated {
  const { msgid, msgidPlural } = block.message;
  const translated = catalogue && findTranslations(block.message, catalogue);
  const forms = translated?.map((text) => toProgram(text, block));
  const usable = forms?.every((form) => form !== undefined) ? forms : undefined;
  if (forms && !usable)
    warn(`the translation of "${msgid.slice(0, 60)}" does not fit its placeholders and is not used`);
  const own = msgidPlural === undefined ? [msgid] : [msgid, msgidPlural];
  const chosen = usable ?? own.map((text) => toProgram(text, block) ?? [text]);
  const length = (usable && translated ? translated : own).reduce((sum, text) => sum + text.length, 0);
  if (block.counter === undefined) return { program: chosen[0] ?? [], length };
  const counter = toPath(block.variables.get(block.counter)?.path ?? block.counter);
  return { program: [['n', counter, usable ? 1 : 0, chosen]], length };
}

function toProgram(text: string, { message, variables }: TransBlock): Program | undefined {
  const program: Op[] = [];
  for (const piece of message.format ? (parseFormat(text) ?? [undefined]) : [{ text }]) {
    if (!piece) return undefined;
    if ('text' in piece) {
      append(program, piece.text);
      continue;
    }
    const variable = variables.get(piece.placeholder);
    if (!variable) return undefined;
    append(program, [variable.unescaped ? '&' : 'v', toPath(variable.path)]);
  }
  return program;
}

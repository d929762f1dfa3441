import type { PartName, SourcePosition } from '../errors.js';
import { TemplateError } from '../errors.js';
import { sourceLimits } from '../limits.js';
import { resolveHelpers } from './handlebars.js';
import type { BlockTag, Node } from './nodes.js';
import type { PlaceOf } from './scanner.js';
import { scan } from './scanner.js';

/** The body of an account's snippet, by name. */
export type SnippetLookup = (name: string) => string | undefined;

/** Reads the sources of one part and replaces every `{% snippet %}` by the snippet's text; adds up the size. */
export class PartReader {
  private inlined = 0;

  /** `used` collects the names of all snippets; `warn` gets warnings for the author. */
  constructor(
    private readonly part: PartName,
    private readonly snippets: SnippetLookup,
    private readonly used: Set<string>,
    private readonly warn: (warning: string) => void = () => {},
  ) {}

  readPart(source: string): Node[] {
    return resolveHelpers(
      this.read(source, (line, column) => ({ line, column }), []),
      this.part,
      this.warn,
    );
  }

  /** The body of the snippet that `{{> name}}` at `place` refers to, with each line indented like the tag. */
  readPartial(name: string, place: SourcePosition, indentation = ''): Node[] {
    const nodes = resolveHelpers(this.readSnippet(name, place, []), this.part, this.warn);
    if (!indentation) return nodes;
    const lines = nodes.reduce((sum, node) => sum + (node.kind === 'text' ? node.text.split('\n').length : 1), 0);
    this.count(lines * indentation.length, place);
    return indent(nodes, indentation);
  }

  private read(source: string, toPlace: PlaceOf, path: readonly string[]): Node[] {
    this.count(source.length, toPlace(1, 1));
    return scan(source, this.part, toPlace).flatMap((node) =>
      node.kind === 'block' && node.keyword === 'snippet'
        ? this.readSnippet(this.snippetName(node), node.place, path)
        : [node],
    );
  }

  private readSnippet(name: string, place: SourcePosition, path: readonly string[]): Node[] {
    const body = this.snippets(name);
    if (body === undefined) throw new TemplateError(this.part, place, `there is no snippet "${name}"`);
    this.used.add(name);
    if (path.includes(name)) {
      throw new TemplateError(
        this.part,
        place,
        `the snippet "${name}" includes itself (${[...path, name].join(' > ')})`,
      );
    }
    if (path.length >= sourceLimits.snippetDepth) {
      throw new TemplateError(
        this.part,
        place,
        `snippets are nested more than ${sourceLimits.snippetDepth} deep (${[...path, name].join(' > ')})`,
      );
    }
    return this.read(body, (line) => ({ line: place.line, snippet: { name, line } }), [...path, name]);
  }

  private count(length: number, place: SourcePosition): void {
    this.inlined += length;
    if (this.inlined > sourceLimits.inlined) {
      throw new TemplateError(
        this.part,
        place,
        `the part with its snippets is larger than ${sourceLimits.inlined / 1_048_576} MB`,
      );
    }
  }

  private snippetName({ argument, source, place }: BlockTag): string {
    const name = nameIn(argument);
    if (!name)
      throw new TemplateError(
        this.part,
        place,
        `${source} needs the name of a snippet, such as {% snippet "footer" %}`,
      );
    return name;
  }
}

/** The name in a snippet tag: in double quotes, single quotes or none. */
export function nameIn(argument: string): string | undefined {
  const named = /^(?:"([^"]+)"|'([^']+)'|([^"']+))$/.exec(argument);
  return named?.[1] ?? named?.[2] ?? named?.[3];
}

/** The cycle by which the snippet includes itself through `{% snippet %}` tags; undefined without a cycle. */
export function snippetCycle(name: string, snippets: SnippetLookup): readonly string[] | undefined {
  const seen = new Set<string>();
  const search = (current: string, path: readonly string[]): readonly string[] | undefined => {
    for (const next of includedBy(snippets(current) ?? '')) {
      if (next === name) return [...path, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const cycle = search(next, [...path, next]);
      if (cycle) return cycle;
    }
    return undefined;
  };
  return search(name, [name]);
}

/** A body that cannot be scanned counts as including nothing; it is rejected where it is used. */
function includedBy(body: string): readonly string[] {
  try {
    return scan(body, 'html', (line) => ({ line })).flatMap((node) =>
      node.kind === 'block' && node.keyword === 'snippet' ? (nameIn(node.argument) ?? []) : [],
    );
  } catch (error) {
    if (error instanceof TemplateError) return [];
    throw error;
  }
}

/**
 * Indents the lines of a partial that stands alone on an indented line. The text of trans blocks stays, because it
 * identifies the message.
 */
function indent(nodes: readonly Node[], indentation: string): Node[] {
  let inTrans = false;
  let lineStart = true;
  return nodes.flatMap((node, index): Node[] => {
    if (node.kind === 'block') inTrans = node.keyword === 'trans' || (inTrans && node.keyword !== 'endtrans');
    const startsLine = lineStart;
    lineStart = false;
    if (node.kind !== 'text' || inTrans)
      return startsLine ? [{ kind: 'text', text: indentation, verbatim: true, place: node.place }, node] : [node];
    lineStart = node.text.endsWith('\n') && index < nodes.length - 1;
    const lines = node.text
      .split('\n')
      .map((line, row) => (line && (row > 0 || startsLine) ? indentation + line : line));
    return [{ ...node, text: lines.join('\n') }];
  });
}

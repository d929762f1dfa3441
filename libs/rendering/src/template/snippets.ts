import type { PartName, Place } from '../errors.js';
import { TemplateError } from '../errors.js';
import { sourceLimits } from '../limits.js';
import type { BlockTag, Node } from './nodes.js';
import { scan } from './scanner.js';

/** The body of a snippet of the account, by name. */
export type SnippetLookup = (name: string) => string | undefined;

/** Reads the sources of one part with every `{% snippet %}` replaced by the snippet's text; counts what that adds up to. */
export class PartReader {
  private inlined = 0;

  /** `used` collects the name of every snippet met. */
  constructor(private readonly part: PartName, private readonly snippets: SnippetLookup, private readonly used: Set<string>) {}

  readPart(source: string): Node[] {
    return this.read(source, (line) => ({ line }), []);
  }

  /** The body of the snippet that `{{> name}}` at `place` refers to. */
  readPartial(name: string, place: Place): Node[] {
    return this.readSnippet(name, place, []);
  }

  private read(source: string, placeOf: (line: number) => Place, path: readonly string[]): Node[] {
    this.inlined += source.length;
    if (this.inlined > sourceLimits.inlined) {
      throw new TemplateError(this.part, placeOf(1), `the part with its snippets is larger than ${sourceLimits.inlined / 1_048_576} MB`);
    }
    return scan(source, this.part, placeOf).flatMap((node) =>
      node.kind === 'block' && node.keyword === 'snippet' ? this.readSnippet(this.snippetName(node), node.place, path) : [node]);
  }

  private readSnippet(name: string, place: Place, path: readonly string[]): Node[] {
    const body = this.snippets(name);
    if (body === undefined) throw new TemplateError(this.part, place, `there is no snippet "${name}"`);
    this.used.add(name);
    if (path.includes(name)) {
      throw new TemplateError(this.part, place, `the snippet "${name}" includes itself (${[...path, name].join(' > ')})`);
    }
    if (path.length >= sourceLimits.snippetDepth) {
      throw new TemplateError(this.part, place, `snippets are nested more than ${sourceLimits.snippetDepth} deep (${[...path, name].join(' > ')})`);
    }
    return this.read(body, (line) => ({ line: place.line, snippet: { name, line } }), [...path, name]);
  }

  private snippetName({ argument, source, place }: BlockTag): string {
    const named = /^(?:"([^"]+)"|'([^']+)'|([^\s"']+))$/.exec(argument);
    const name = named?.[1] ?? named?.[2] ?? named?.[3];
    if (!name) throw new TemplateError(this.part, place, `${source} needs the name of a snippet, such as {% snippet "footer" %}`);
    return name;
  }
}

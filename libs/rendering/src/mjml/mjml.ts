import { createHash } from 'node:crypto';
import type { MjmlOutput, MjmlProblem, SourcePosition } from '../errors.js';
import { MjmlFailure, TemplateError } from '../errors.js';
import { renderLimits } from '../limits.js';
import type { Piece } from '../translation/trans-block.js';

/** Whether an HTML part is MJML, by its root element, which may come from a snippet. */
export function isMjml(pieces: readonly Piece[]): boolean {
  let rest = pieces
    .map((piece) => (isText(piece) ? piece.text : ''))
    .join('')
    .replace(/^\uFEFF/, '')
    .trimStart();
  while (rest.startsWith('<!--') || rest.startsWith('<?')) {
    const closing = rest.startsWith('<?') ? '?>' : '-->';
    const end = rest.indexOf(closing, 2);
    if (end < 0) return false;
    rest = rest.slice(end + closing.length).trimStart();
  }
  return /^<mjml[\s>]/i.test(rest);
}

/** Compiles an MJML document. Throws `MjmlFailure`. */
export type ToHtml = (mjml: string) => Promise<MjmlOutput>;

export type CompiledMjml = { readonly pieces: Piece[]; readonly warnings: string[] };

/**
 * Compiles MJML to HTML around the tags in it. MJML never sees a tag: each is replaced by a plain lower-case word,
 * which survives in text, attributes and CSS (also inlined), and quotes in a tag cannot break the XML. If MJML drops
 * content, it drops the word, so every lost tag is found and reported. Throws `TemplateError`.
 */
export async function compileMjml(pieces: readonly Piece[], toHtml: ToHtml): Promise<CompiledMjml> {
  const document = new MjmlDocument(pieces);
  const output = await document.compile(toHtml);
  const warnings = document.checkOutput(output);
  return { pieces: document.restore(output), warnings };
}

/** MJML's parser copies the preceding text for each stray bracket. */
const strayBracket = /<(?![A-Za-z!?/])/g;
const maxStrayBrackets = 10_000;

class MjmlDocument {
  private readonly word: string;
  private readonly source: string;
  private readonly placeOfLine: SourcePosition[] = [];

  constructor(private readonly pieces: readonly Piece[]) {
    this.word = unusedWord(pieces);
    this.source = pieces.map((piece, index) => (isText(piece) ? piece.text : this.placeholder(index))).join('');
    this.mapLines();
  }

  async compile(toHtml: ToHtml): Promise<MjmlOutput> {
    const include = /<mj-include\b/i.exec(this.source);
    if (include)
      throw this.fail(this.getLine(include.index), 'mj-include is not available; write {% snippet "name" %}');
    if ((this.source.match(strayBracket)?.length ?? 0) > maxStrayBrackets)
      throw this.fail(1, `more than ${maxStrayBrackets} < that begin no tag; write &lt;`);
    try {
      return await toHtml(this.source);
    } catch (error) {
      if (!(error instanceof MjmlFailure)) throw error;
      throw this.fail(1, `the MJML cannot be compiled: ${this.withAuthorsText(error.message)}`);
    }
  }

  /** Rejects elements that MJML does not know or would drop; warns of invalid attributes, which may contain a tag. */
  checkOutput({ html, problems }: MjmlOutput): string[] {
    const fatal = problems.find(({ message }) => !message.startsWith('Attribute '));
    if (fatal) throw this.fail(fatal.line, `<${fatal.tagName}>: ${this.withAuthorsText(fatal.message)}`);
    if (html.length > renderLimits.outputBytes) throw this.fail(1, 'the MJML compiles to more than 5 MB of html');
    if (html.includes('NaN') && !this.source.includes('NaN'))
      throw this.missingNumber(problems.find(({ message }) => message.includes(this.word)));
    return problems
      .filter(({ message }) => !message.includes(this.word))
      .map(({ line, tagName, message }) => this.fail(line, `<${tagName}>: ${message}`).message);
  }

  restore({ html, problems }: MjmlOutput): Piece[] {
    const kept = new Set<number>();
    const restored = html.split(new RegExp(`${this.word}([a-j]+)z`, 'g')).map((text, position): Piece => {
      const index = position % 2 === 0 ? -1 : fromLetters(text);
      kept.add(index);
      return this.pieces[index] ?? { kind: 'text', text, verbatim: true, place: { line: 1 } };
    });
    this.pieces.forEach((piece, index) => {
      if (isText(piece) || kept.has(index) || (piece.kind === 'tag' && piece.sigil === '!')) return;
      const problem = problems.find(({ message }) => message.includes(this.placeholder(index)));
      if (problem) throw this.missingNumber(problem);
      throw new TemplateError(
        'html',
        piece.place,
        `${shown(piece)} is lost when MJML is compiled; inside mj-body, mj-section or mj-column put it into <mj-raw>`,
      );
    });
    return restored;
  }

  private placeholder(index: number): string {
    return `${this.word}${toLetters(index)}z`;
  }

  private withAuthorsText(message: string): string {
    return message
      .trim()
      .replace(new RegExp(`${this.word}([a-j]+)z`, 'g'), (_, letters: string) =>
        shown(this.pieces[fromLetters(letters)]),
      );
  }

  /** MJML computes with some attributes, and drops or corrupts values that are not numbers. */
  private missingNumber(problem: MjmlProblem | undefined): TemplateError {
    const where = problem
      ? `<${problem.tagName}>: ${this.withAuthorsText(problem.message)}`
      : 'a size is computed from a tag';
    return this.fail(problem?.line ?? 1, `MJML needs the number itself where it computes sizes; ${where}`);
  }

  private mapLines(): void {
    let line = 1;
    for (const piece of this.pieces) {
      this.placeOfLine[line] ??= piece.place;
      if (!isText(piece)) continue;
      for (let at = piece.text.indexOf('\n'), offset = 1; at >= 0; at = piece.text.indexOf('\n', at + 1), offset += 1) {
        line += 1;
        const { place } = piece;
        this.placeOfLine[line] = place.snippet
          ? { line: place.line, snippet: { name: place.snippet.name, line: place.snippet.line + offset } }
          : { line: place.line + offset };
      }
    }
  }

  private getLine(index: number): number {
    return this.source.slice(0, index).split('\n').length;
  }

  private fail(line: number, what: string): TemplateError {
    return new TemplateError('html', this.placeOfLine[line] ?? { line: 1 }, what);
  }
}

/** Raw text may contain anything, so it is hidden from MJML like a tag. */
const isText = (piece: Piece): piece is Extract<Piece, { kind: 'text' }> => piece.kind === 'text' && !piece.verbatim;

const shown = (piece: Piece | undefined): string => (piece && 'source' in piece ? piece.source : 'a raw block');

const toLetters = (index: number): string =>
  String(index).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] as string);
const fromLetters = (letters: string): number =>
  Number(letters.replace(/[a-j]/g, (letter) => String('abcdefghij'.indexOf(letter))));

/** A word that the document does not contain. It includes the document's hash, so it is always the same. */
function unusedWord(pieces: readonly Piece[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update('text' in piece ? piece.text : piece.source);
  return `zq${hash
    .digest('hex')
    .slice(0, 16)
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] as string)}`;
}

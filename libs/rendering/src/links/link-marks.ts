import type { Op as HandlebarsOp, Program as HandlebarsProgram } from '../handlebars/syntax/program.js';
import type { Body, MessageForm, Statement, Template } from '../jinja/syntax/ast.js';
import type { Op, Program } from '../template/program.js';
import type { Found } from './anchor-scanner.js';
import { AnchorScanner } from './anchor-scanner.js';

/**
 * The output of a mark in Jinja, for an email whose links are needed. Neither templates nor data can contain this
 * character, so it stays with its link through macros, filters and blocks, and is removed in one pass at the end. In
 * Mustache, printed text does not move.
 */
export const printedMark = '\u0000';
/** The mark of a link in a program. */
const linkMark = '@';

/** A text of a program, a body or a message, with its position, so that it can be split. */
interface Literal {
  readonly holder: readonly unknown[];
  readonly index: number;
}
type Scanner = AnchorScanner<Literal>;
type MarkPositions = ReadonlyMap<readonly unknown[], ReadonlyMap<number, readonly number[]>>;

/** A Mustache part or partial with a mark before the address of each link. */
export function markProgram(program: Program): Program {
  const scanner: Scanner = new AnchorScanner();
  readProgram(program, scanner);
  const cuts = getMarkPositions(scanner.found);
  return cuts.size === 0 ? program : removeMarks(program, cuts);
}

/** The same for Jinja. */
export function markTemplate(template: Template): Template {
  const scanner: Scanner = new AnchorScanner();
  readBody(template.body, scanner);
  for (const block of Object.values(template.blocks)) scanner.branches([() => readBody(block, scanner)]);
  const cuts = getMarkPositions(scanner.found);
  if (cuts.size === 0) return template;
  const blocks = Object.entries(template.blocks).map(([name, body]) => [name, cutBody(body, cuts)] as const);
  return { body: cutBody(template.body, cuts), blocks: Object.fromEntries(blocks) };
}

/** The same for Handlebars. */
export function markHandlebars(program: HandlebarsProgram): HandlebarsProgram {
  const scanner: Scanner = new AnchorScanner();
  readHandlebars(program, scanner);
  const cuts = getMarkPositions(scanner.found);
  return cuts.size === 0 ? program : cutHandlebars(program, cuts);
}

function readHandlebars(program: HandlebarsProgram, scanner: Scanner): void {
  program.forEach((op, index) => {
    if (typeof op === 'string') scanner.read(op, { holder: program, index });
    else if (op[0] === '#') scanner.branches([op[5], op[6]].map((body) => () => readHandlebars(body, scanner)));
    else if (op[0] === 'n') scanner.branches(op[3].map((form) => () => readHandlebars(form, scanner)));
    else if (op[0] === '*') scanner.branches([() => undefined, () => readHandlebars(op[2], scanner)]);
    else if (op[0] === '>' && op[5]) readHandlebars(op[5], scanner);
    else scanner.placeholder();
  });
}

const cutHandlebars = (program: HandlebarsProgram, cuts: MarkPositions): HandlebarsProgram =>
  cut<HandlebarsOp>(program, cuts, [linkMark]).map((op): HandlebarsOp => {
    if (typeof op === 'string') return op;
    const within = (inner: HandlebarsProgram): HandlebarsProgram => cutHandlebars(inner, cuts);
    if (op[0] === '#') return [op[0], op[1], op[2], op[3], op[4], within(op[5]), within(op[6]), op[7]];
    if (op[0] === 'n') return [op[0], op[1], op[2], op[3].map(within)];
    if (op[0] === '*') return [op[0], op[1], within(op[2])];
    if (op[0] === '>') return [op[0], op[1], op[2], op[3], op[4], op[5] && within(op[5])];
    return op;
  });

function readProgram(program: Program, scanner: Scanner): void {
  program.forEach((op, index) => {
    if (typeof op === 'string') scanner.read(op, { holder: program, index });
    else if (op[0] === '#' || op[0] === '^' || op[0] === '?') readProgram(op[2], scanner);
    else if (op[0] === 'n') scanner.branches(op[3].map((form) => () => readProgram(form, scanner)));
    else scanner.placeholder();
  });
}

function readBody(body: Body, scanner: Scanner): void {
  body.forEach((statement, index) => {
    if (typeof statement === 'string') scanner.read(statement, { holder: body, index });
    else readStatement(statement, scanner);
  });
}

function readStatement(statement: Exclude<Statement, string>, scanner: Scanner): void {
  const aside = (body: Body): void => {
    // Content that is printed elsewhere, if at all, is separate HTML.
    scanner.branches([() => undefined, () => readBody(body, scanner)]);
  };
  switch (statement[0]) {
    case 'if':
      scanner.branches(
        [...statement[2].map(([, body]) => body), statement[3]].map((body) => () => readBody(body, scanner)),
      );
      break;
    case 'for':
      scanner.branches([statement[6], statement[7]].map((body) => () => readBody(body, scanner)));
      break;
    case 'with':
    case 'autoescape':
    case 'filter':
      readBody(statement[3], scanner);
      break;
    case 'capture':
    case 'macro':
    case 'call':
      aside(statement[4]);
      break;
    case 'trans':
      scanner.branches(statement[2].map((form) => () => readForm(form, scanner)));
      break;
    default:
      scanner.placeholder();
  }
}

function readForm(form: MessageForm, scanner: Scanner): void {
  form.forEach((piece, index) => {
    if (typeof piece === 'string') scanner.read(piece, { holder: form, index });
    else scanner.placeholder();
  });
}

function getMarkPositions(found: readonly Found<Literal>[]): MarkPositions {
  const cuts = new Map<readonly unknown[], Map<number, number[]>>();
  for (const { source, offset } of found) {
    const ofHolder = cuts.get(source.holder) ?? new Map<number, number[]>();
    const offsets = ofHolder.get(source.index) ?? [];
    offsets.push(offset);
    cuts.set(source.holder, ofHolder.set(source.index, offsets));
  }
  return cuts;
}

/** The pieces of a list with its texts split at marks. */
function cut<Piece>(pieces: readonly (Piece | string)[], cuts: MarkPositions, mark: Piece): (Piece | string)[] {
  const ofHolder = cuts.get(pieces);
  if (!ofHolder) return [...pieces];
  return pieces.flatMap((piece, index) => {
    const offsets = typeof piece === 'string' ? ofHolder.get(index) : undefined;
    if (!offsets) return [piece];
    const text = piece as string;
    const bounds = [0, ...offsets.toSorted((one, other) => one - other), text.length];
    return bounds.slice(1).flatMap((end, place) => {
      const between = text.slice(bounds[place], end);
      return [...(place === 0 ? [] : [mark]), ...(between === '' ? [] : [between])];
    });
  });
}

const removeMarks = (program: Program, cuts: MarkPositions): Program =>
  cut<Op>(program, cuts, [linkMark, []]).map((op): Op => {
    if (typeof op === 'string') return op;
    if (op[0] === '?') return [op[0], op[1], removeMarks(op[2], cuts)];
    if (op[0] === '#' || op[0] === '^') {
      const body = removeMarks(op[2], cuts);
      return op[3] ? [op[0], op[1], body, op[3]] : [op[0], op[1], body];
    }
    if (op[0] === 'n') return [op[0], op[1], op[2], op[3].map((form) => removeMarks(form, cuts))];
    return op;
  });

const cutBody = (body: Body, cuts: MarkPositions): Body =>
  cut<Statement>(body, cuts, [linkMark, 0]).map((statement) =>
    typeof statement === 'string' ? statement : cutStatement(statement, cuts),
  );

function cutStatement(statement: Exclude<Statement, string>, cuts: MarkPositions): Statement {
  switch (statement[0]) {
    case 'if': {
      const branches = statement[2].map(([test, body]) => [test, cutBody(body, cuts)] as const);
      return [statement[0], statement[1], branches, cutBody(statement[3], cuts)];
    }
    case 'for':
      return [...head(statement, 6), cutBody(statement[6], cuts), cutBody(statement[7], cuts)] as unknown as Statement;
    case 'with':
    case 'autoescape':
    case 'filter':
      return [...head(statement, 3), cutBody(statement[3], cuts)] as unknown as Statement;
    case 'capture':
      return [...head(statement, 4), cutBody(statement[4], cuts)] as unknown as Statement;
    case 'macro':
    case 'call':
      return [...head(statement, 4), cutBody(statement[4], cuts), statement[5]] as unknown as Statement;
    case 'trans': {
      const forms = statement[2].map((form) => cut<MessageForm[number]>(form, cuts, [printedMark]));
      if (forms.every((form) => !form.some((piece) => piece[0] === printedMark))) return statement;
      // A build without support for marks prints an empty text.
      const variables = [...statement[5], [printedMark, ['const', '']] as const];
      return ['trans', statement[1], forms, statement[3], statement[4], variables];
    }
    default:
      return statement;
  }
}

const head = (statement: Exclude<Statement, string>, length: number): readonly unknown[] => statement.slice(0, length);

interface LinkedHtml {
  readonly html: string;
  /** The offsets of link addresses, right after the opening quote. */
  readonly links: readonly number[];
}

/** The output without its marks. */
export function takeMarks(marked: string): LinkedHtml {
  if (!marked.includes(printedMark)) return { html: marked, links: [] };
  const pieces = marked.split(printedMark);
  const links: number[] = [];
  let length = 0;
  for (const piece of pieces.slice(0, -1)) {
    length += piece.length;
    links.push(length);
  }
  return { html: pieces.join(''), links };
}

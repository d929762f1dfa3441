// Which branches of the services the seeds have reached, from the files that V8 writes (NODE_V8_COVERAGE).
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { project } from '../scripts/lib/project.mjs';

/** @typedef {{ startOffset: number, endOffset: number, count: number }} Range */
/** @typedef {{ functionName: string, ranges: [Range, ...Range[]] }} Counted */

const parts = /** @type {const} */ ([
  ['queue', 'apps/delivery/src/queue/'],
  ['attempts', 'apps/delivery/src/attempts/'],
  ['messages', 'apps/delivery/src/messages/'],
  ['outbox', 'libs/outbox/src/'],
  ['webhooks', 'apps/tracking/src/webhooks/'],
]);
const contains = (/** @type {Range} */ outer, /** @type {number} */ offset) =>
  outer.startOffset <= offset && offset < outer.endOffset;

/**
 * A branch is a function, or a block that V8 counts apart from what is around it, and is identified by its start. A run
 * does not list the blocks that ran as often as what is around them: other runs do.
 */
export class Coverage {
  /** The ranges of each run, by file. @type {Map<string, Range[][]>} */
  #runs = new Map();

  /** Reads what one process has written. */
  take(/** @type {string} */ directory) {
    for (const name of readdirSync(directory)) {
      const { result } = JSON.parse(readFileSync(join(directory, name), 'utf8'));
      for (const { url, functions } of result) {
        const path = url.slice(url.indexOf('/dist/') + '/dist/'.length);
        if (parts.some(([, folder]) => path.startsWith(folder)))
          this.#runs.set(path, [...(this.#runs.get(path) ?? []), written(functions)]);
      }
    }
    rmSync(directory, { recursive: true });
  }

  /** Lines of a table, and the branches that no run has reached. */
  report() {
    const all = [...this.#runs].flatMap(([path, runs]) => findBranches(path, runs));
    const table = parts.map(([name, folder]) => {
      const own = all.filter(({ place }) => place.startsWith(folder));
      const reached = own.filter(({ isReached }) => isReached).length;
      return `| ${name} | ${reached} of ${own.length} | ${((100 * reached) / own.length).toFixed(1)} % |`;
    });
    const unreached = all.filter(({ isReached }) => !isReached).map(({ place, text }) => `${place}  ${text}`);
    return [...unreached.toSorted(), ...table];
  }
}

/** The ranges of functions that are not the compiler's, and not the module itself. */
function written(/** @type {readonly Counted[]} */ functions) {
  const generated = functions.filter(({ functionName }) => functionName.startsWith('_ts_'));
  return functions
    .filter(
      ({ ranges: [{ startOffset }] }) =>
        startOffset > 0 && !generated.some(({ ranges: [own] }) => contains(own, startOffset)),
    )
    .flatMap(({ ranges }) => ranges);
}

/**
 * @param {string} path
 * @param {readonly Range[][]} runs
 */
function findBranches(path, runs) {
  const file = join(project, 'dist', path);
  const source = readFileSync(file, 'utf8');
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  /** @type {Map<number, Range>} */
  const begins = new Map();
  for (const range of runs.flat()) begins.set(range.startOffset, range);
  return [...begins.values()].flatMap(({ startOffset, endOffset }) => {
    const text = source.slice(startOffset, endOffset).replace(/\s+/g, ' ').trim();
    // The rest of a function whose branches have all returned.
    if (/^[\s;})]*$/.test(text)) return [];
    const before = source.slice(0, startOffset).split('\n');
    const found = map.findEntry(before.length - 1, before.at(-1)?.length ?? 0);
    const line = 'originalLine' in found ? found.originalLine : 0;
    const isReached = runs.some((ranges) => {
      const around = ranges.filter((range) => contains(range, startOffset));
      const innermost = around.toSorted((one, other) => one.endOffset - other.endOffset)[0];
      return innermost !== undefined && innermost.count > 0;
    });
    return [{ place: `${path.replace(/js$/, 'ts')}:${line + 1}`, text: text.slice(0, 80), isReached }];
  });
}

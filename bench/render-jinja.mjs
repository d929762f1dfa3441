// The email of `render.mjs` in Jinja, compared with nunjucks (precompiled, warm cache) and Postrider's Mustache, and
// the cost of a save.
import v8 from 'node:v8';
import vm from 'node:vm';
import nunjucks from 'nunjucks';
import { median } from './stack.mjs';
import { compileVersion, loadArtifact, renderArtifact } from '#dist/libs/rendering/src/index.js';

const rounds = 30;
const rendersPerRound = 200;
const savedBytes = 100 * 1024;
const saves = 20;
/** Few enough that no garbage collection happens between them. */
const rendersPerAllocation = 10;

/**
 * `mustache` is the compiled program of the email, `data` its template data.
 *
 * @param {{ subject: string, text: string, mustache: readonly Op[], renderMustache: () => unknown, data: object }} mail
 */
export async function compareJinja({ subject, text, mustache, renderMustache, data }) {
  const html = toJinja(mustache, data, []);
  /** @type {import('#dist/libs/rendering/src/index.js').VersionSource} */
  const inJinja = { engine: 'jinja', subject: subject.replace(/\{\{/g, '{{ '), html, text };
  const { artifact } = await compileVersion(inJinja, () => undefined);
  const stored = loadArtifact(JSON.parse(JSON.stringify(artifact)));
  const ours = () => renderArtifact(stored, data).html;

  const environment = new nunjucks.Environment(null, { autoescape: false });
  const compiled = (/** @type {string} */ source) => nunjucks.compile(source, environment, undefined, true);
  const [subjectTemplate, htmlTemplate, textTemplate] = [compiled(inJinja.subject), compiled(html), compiled(text)];
  const theirs = () => {
    subjectTemplate.render(data);
    textTemplate.render(data);
    return htmlTemplate.render(data);
  };
  if (likeNunjucks(ours() ?? '') !== theirs()) throw new Error('The two renderers differ for the email in Jinja');

  const contenders = [ours, theirs, renderMustache];
  contenders.forEach(time);
  const times = Array.from({ length: rounds }, () => contenders.map(time));
  const [mine, stock, mustacheTime] = contenders.map((_, side) => median(times.map((round) => round[side])));
  console.log(
    `in Jinja (${(Buffer.byteLength(html) / 1024).toFixed(1)} KB): ours ${mine.toFixed(1)} us, nunjucks ${stock.toFixed(1)} us, our Mustache ${mustacheTime.toFixed(1)} us per render`,
  );
  console.log(
    `ratio to nunjucks ${(stock / mine).toFixed(2)} (goal >= 1.0), to our Mustache ${(mustacheTime / mine).toFixed(2)}`,
  );
  console.log(
    `allocated per render: Jinja ${kilobytes(allocated(ours))}, nunjucks ${kilobytes(allocated(theirs))}, our Mustache ${kilobytes(allocated(renderMustache))}`,
  );
  await saveLarge(html);
}

/** Saves the email as it is, and repeated to 100 KB. */
async function saveLarge(/** @type {string} */ html) {
  const large = html
    .repeat(Math.ceil(savedBytes / html.length))
    .slice(0, savedBytes)
    .replace(/\{[^}]*$/, '');
  const balanced = closeBlocks(large);
  const tags = '{% if order %}{{ order.number|upper }}{% endif %}'.repeat(Math.floor(savedBytes / 50));
  for (const [what, source] of [
    ['the email repeated', balanced],
    ['tags alone', tags],
  ]) {
    const times = [];
    for (let count = 0; count < saves; count += 1) {
      const began = performance.now();
      await compileVersion({ engine: 'jinja', subject: 'S', html: source }, () => undefined);
      times.push(performance.now() - began);
    }
    console.log(
      `compiling ${(source.length / 1024).toFixed(0)} KB of Jinja (${what}): median ${median(times).toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms`,
    );
  }
}

/** Closes the blocks of a truncated template. */
function closeBlocks(/** @type {string} */ source) {
  const open = [];
  for (const [, tag] of source.matchAll(/\{% (if|for|endif|endfor)\b/g)) {
    if (tag.startsWith('end')) open.pop();
    else open.push(tag);
  }
  return (
    source +
    open
      .toReversed()
      .map((tag) => `{% end${tag} %}`)
      .join('')
  );
}

/**
 * Translates the email to Jinja: lists become loops, other sections conditions.
 *
 * @typedef {readonly { item: string, keys: string[] }[]} Scope
 * @param {readonly Op[]} program
 * @param {object} data
 * @param {Scope} scope
 * @returns {string}
 */
function toJinja(program, data, scope) {
  return program
    .map((op) => {
      if (typeof op === 'string') return op;
      const [kind, path, body] = op;
      const name = getName(path, scope);
      if (kind === '@') return '';
      if (kind === 'v') return `{{ ${name}|e }}`;
      if (kind === '&') return `{{ ${name} }}`;
      const value = path.reduce(
        (found, key) => /** @type {Record<string, unknown> | undefined} */ (found)?.[key],
        /** @type {unknown} */ (data),
      );
      if (kind === '#' && Array.isArray(value)) {
        const item = `item${scope.length}`;
        return `{% for ${item} in ${name} %}${toJinja(body, data, [...scope, { item, keys: Object.keys(value[0]) }])}{% endfor %}`;
      }
      return `{% if ${kind === '^' ? 'not ' : ''}${name} %}${toJinja(body, data, scope)}{% endif %}`;
    })
    .join('');
}

function getName(/** @type {string[]} */ path, /** @type {Scope} */ scope) {
  const around = scope.findLast(({ keys }) => keys.includes(path[0] ?? ''));
  return [...(around ? [around.item] : []), ...path].join('.');
}

/** The renderers differ only in the entity of quotation marks. */
const likeNunjucks = (/** @type {string} */ html) => html.replaceAll('&#34;', '&quot;');

function allocated(/** @type {() => unknown} */ render) {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc');
  const sizes = Array.from({ length: rounds }, () => {
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let count = 0; count < rendersPerAllocation; count += 1) render();
    return (process.memoryUsage().heapUsed - before) / rendersPerAllocation;
  });
  return median(sizes);
}

const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1024).toFixed(0)} KB`;

/** Microseconds per render. */
export function time(/** @type {() => unknown} */ render) {
  const start = process.hrtime.bigint();
  for (let count = 0; count < rendersPerRound; count += 1) render();
  return Number(process.hrtime.bigint() - start) / 1_000 / rendersPerRound;
}

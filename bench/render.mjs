// Rendering a stored artifact, compared with mustache.js with a warm cache and the same email and data
// (`node bench/render.mjs` after `npm run build`; `--renderers` runs only this part). Rounds alternate for equal
// conditions; the result is the ratio of medians.
import { readFile } from 'node:fs/promises';
import Mustache from 'mustache';
import { compareJinja, time } from './render-jinja.mjs';
import { median, runLoad, withStack } from './stack.mjs';
import { closeMjmlPool, compileVersion, loadArtifact, renderArtifact } from '#dist/libs/rendering/src/index.js';

const rounds = 30;

const mjml = await readFile(new URL('receipt.mjml', import.meta.url), 'utf8');
const data = {
  shop: { name: 'Åkerlund & Sons', url: 'https://shop.example/', support: 'help@shop.example' },
  customer: {
    first_name: 'Ada',
    address: { street: "12 St James's Square", city: 'London', country: 'United Kingdom' },
  },
  order: {
    number: 'R-20261121-0042',
    date: '21 November 2026',
    total: '£118.40',
    shipping: '£4.90',
    url: 'https://shop.example/orders/42?a=1&b=2',
    items: Array.from({ length: 8 }, (_, index) => ({
      name: `Item <${index}> of the order`,
      quantity: index + 1,
      price: `£${index * 3 + 5}.00`,
      url: `https://shop.example/p/${index}`,
    })),
  },
  gift: false,
};

// Like a send: the artifact comes from storage as JSON and is rendered for one message after another.
const subject = 'Your receipt {{order.number}}';
const text = 'Thank you, {{customer.first_name}}.';
const { artifact } = await compileVersion({ subject, html: mjml, text }, () => undefined);
await closeMjmlPool();
const stored = loadArtifact(JSON.parse(JSON.stringify(artifact)));

// The same email for mustache.js: the compiled HTML, converted back to a template.
const program = /** @type {readonly Op[]} */ (artifact.parts.html);
const template = toMustache(program);
/** @type {Record<string, string>} */
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (/** @type {unknown} */ value) =>
  String(value).replace(/[&<>"']/g, (character) => entities[character] ?? character);

const ours = () => renderArtifact(stored, data).html;
const theirs = () => {
  Mustache.render(subject, data, {}, { escape: String });
  Mustache.render(text, data, {}, { escape: String });
  return Mustache.render(template, data, {}, { escape });
};

if (ours() !== theirs()) throw new Error('The two renderers differ for the email');
time(ours);
time(theirs);
const pairs = Array.from({ length: rounds }, () => [time(ours), time(theirs)]);
const [mine, stock] = [0, 1].map((side) => median(pairs.map((pair) => pair[side])));
console.log(
  `email of ${(Buffer.byteLength(template) / 1024).toFixed(1)} KB: ours ${mine.toFixed(1)} us, mustache.js ${stock.toFixed(1)} us per render`,
);
console.log(`ratio ${(stock / mine).toFixed(2)} (goal >= 2.0)`);
await compareJinja({ subject, text, mustache: program, renderMustache: ours, data });
if (process.argv.includes('--renderers')) process.exit();

// MJML is compiled at save in worker processes of the template service, which must not slow down sends.
const compiles = 50;
const sendsPerSecond = 25;
await withStack(async (stack) => {
  const { url } = await stack.startSink();
  const postrider = await stack.startInstallation({ smtpUrl: url });
  const { id } = await postrider.post('/templates', { name: 'Quiet', subject: 'Hi', text: 'Hi' });
  const body = {
    template: id,
    recipient: { address: 'ada@example.com' },
    sender: { address: 'a@b.example', reply_to: 'a@b.example', name: 'A' },
  };
  const load = (/** @type {number} */ seconds) => runLoad(postrider, { body, seconds, rate: sendsPerSecond });
  await load(5);
  const quiet = await load(8);
  const busy = load(8);
  const times = [];
  for (let count = 0; count < compiles; count += 1) {
    const startedAt = performance.now();
    // Every document is different; otherwise the cache would respond.
    await postrider.post('/templates', {
      name: `Receipt ${count}`,
      subject: 'Receipt',
      html: mjml.replace(
        '</mj-body>',
        `<mj-section><mj-column><mj-text>${count}</mj-text></mj-column></mj-section></mj-body>`,
      ),
    });
    times.push(performance.now() - startedAt);
  }
  const during = await busy;
  times.sort((a, b) => a - b);
  console.log(
    `saving a ${(mjml.length / 1024).toFixed(1)} KB MJML template: p50 ${times[Math.floor(compiles * 0.5)].toFixed(0)} ms, p95 ${times[Math.floor(compiles * 0.95)].toFixed(0)} ms`,
  );
  console.log(
    `sends at ${sendsPerSecond}/s beside ${compiles} of them: p50 ${during.p50.toFixed(1)} ms (${quiet.p50.toFixed(1)} ms without), p99 ${during.p99.toFixed(1)} ms (${quiet.p99.toFixed(1)} ms without)`,
  );
});

/** @type {(program: readonly Op[]) => string} */
function toMustache(program) {
  return program
    .map((op) => {
      if (typeof op === 'string') return op;
      const [kind, path, body] = op;
      // The start of a link prints nothing.
      if (kind === '@') return '';
      const name = path.join('.') || '.';
      if (kind === 'v') return `{{${name}}}`;
      return kind === '&' ? `{{&${name}}}` : `{{${kind}${name}}}${toMustache(body)}{{/${name}}}`;
    })
    .join('');
}

// Templates of one account with a million versions in total: the requests of authors and sends, compared with few
// versions.
import { quantiles } from '../history.mjs';
import { example, withStack } from '../stack.mjs';
import { printTable } from './table.mjs';

const versionsOfEach = 100;
const limits = { templates: 10_000_000, versions: 10_000_000, compiled_bytes: 1e15, template_bytes: 1e15 };
const atATime = 10_000;

export const versions = (/** @type {boolean} */ small) =>
  withStack(async (stack) => {
    const sink = await stack.startSink();
    const sql = await stack.connect();
    const postrider = await stack.startInstallation({ smtpUrl: sink.url });
    await sql.query('update gateway.accounts set limits = $1', [limits]);
    const rows = [];
    let written = 0;
    const { id: template } = await postrider.post('/templates', example('template'));
    for (const total of small ? [1_000, 10_000] : [10_000, 1_000_000]) {
      const startedAt = performance.now();
      await fill(sql, template, written, total);
      written = total;
      console.log(
        `${total.toLocaleString('en')} versions, written in ${Math.round((performance.now() - startedAt) / 1000)} s`,
      );
      rows.push(...(await measured(postrider, total, small ? 20 : 200)));
    }
    printTable([['versions', 'question', 'answered within'], ...rows]);
  });

/** Inserts copies of the template and its version, each with its own artifact. */
async function fill(
  /** @type {Sql} */ sql,
  /** @type {string} */ template,
  /** @type {number} */ from,
  /** @type {number} */ to,
) {
  await sql.query('set search_path = template');
  const copy = (
    /** @type {string} */ table,
    /** @type {string} */ condition,
    /** @type {string} */ changes,
    /** @type {string} */ source,
  ) =>
    sql.query(
      `insert into ${table} select made.* from ${source}, ${table} as row, jsonb_populate_record(row, jsonb_build_object(${changes})) as made where ${condition}`,
      [template],
    );
  for (let first = from; first < to; first += atATime) {
    const templates = `generate_series(${first / versionsOfEach}, ${Math.min(to, first + atATime) / versionsOfEach - 1}) as t`;
    const each = `${templates}, generate_series(1, ${versionsOfEach}) as v`;
    const one = '(select id from versions where template_id = $1 order by id limit 1)';
    await copy(
      'templates',
      'row.id = $1',
      `'id', 'tem_' || lpad(t::text, 22, '0'), 'name', 'Receipt ' || t`,
      templates,
    );
    await copy('locales', 'row.template_id = $1', `'template_id', 'tem_' || lpad(t::text, 22, '0')`, templates);
    await copy(
      'artifacts',
      `row.id = (select artifact_id from versions where id = ${one})`,
      `'id', 'art_' || lpad((t * 1000 + v)::text, 22, '0')`,
      each,
    );
    await copy(
      'versions',
      `row.id = ${one}`,
      `'id', 'ver_' || lpad((t * 1000 + v)::text, 22, '0'), 'template_id', 'tem_' || lpad(t::text, 22, '0'), 'artifact_id', 'art_' || lpad((t * 1000 + v)::text, 22, '0'), 'name', 'Version ' || v, 'weight', case when v = ${versionsOfEach} then 1 end`,
      each,
    );
  }
  await sql.query('vacuum analyze templates, locales, artifacts, versions');
}

async function measured(
  /** @type {Postrider} */ postrider,
  /** @type {number} */ total,
  /** @type {number} */ repetitions,
) {
  const any = () => `tem_${String(Math.floor((Math.random() * total) / versionsOfEach)).padStart(22, '0')}`;
  const version = { name: 'New', subject: 'Hello', text: 'Hello {{name}}' };
  const questions = {
    'the newest hundred templates': () => postrider.get('/templates/search?count=100'),
    'search by a part of the name': () => postrider.get('/templates/search?q=receipt%207'),
    'one template': () => postrider.get(`/templates/${any()}`),
    'the versions of one': () => postrider.get(`/templates/${any()}/versions`),
    'a new version': () => postrider.post(`/templates/${any()}/versions`, version),
    'a send with a template that none was sent with before': () =>
      postrider.post('/send', { ...example('send'), template: any() }),
  };
  const rows = [];
  for (const [name, query] of Object.entries(questions)) {
    const times = [];
    for (let n = -5; n < repetitions; n += 1) {
      const startedAt = performance.now();
      await query();
      if (n >= 0) times.push(performance.now() - startedAt);
    }
    rows.push([total.toLocaleString('en'), name, String(quantiles(times))]);
  }
  const startedAt = performance.now();
  await postrider.get('/templates');
  rows.push([
    total.toLocaleString('en'),
    'all templates with all versions',
    `${Math.round(performance.now() - startedAt)} ms`,
  ]);
  return rows;
}

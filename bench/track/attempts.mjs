// CPU time of an attempt to send an email of 23 KB with 20 links, tracked and untracked: rendering, MIME, SMTP, result
// in PostgreSQL.
import { cpuTimes, settled } from '../cpu.mjs';
import { drained, median, runLoad } from '../stack.mjs';

const rounds = 3;
/** Enough emails that most run in optimized code, which V8 discards between rounds. */
const mails = 6_000;
const links = 20;
const size = 23 * 1_024;
const goal = 1.15;

/** 20 products with a link each, with text up to 23 KB. */
function newsletter() {
  const item = (/** @type {number} */ n, /** @type {string} */ text) =>
    `<tr><td style="padding:12px"><h2>Offer ${n} for {{first_name}}</h2><p>${text}</p><a href="https://shop.example/offers/${n}?campaign=november" style="color:#036">See it</a></td></tr>`;
  const page = (/** @type {string} */ text) =>
    `<!doctype html><html><body><table>${Array.from({ length: links }, (_, n) => item(n, text)).join('\n')}</table></body></html>`;
  const words = 'Roasted this week, sent the day after, and good for a month. ';
  const room = Math.floor((size - page('').length) / links);
  return page(words.repeat(Math.ceil(room / words.length)).slice(0, room));
}

export async function attempts(/** @type {Tracked} */ { postrider, sql, sink }) {
  const { id: template } = await postrider.post('/templates', {
    name: 'Newsletter',
    subject: 'Offers for {{first_name}}',
    html: newsletter(),
    text: 'Offers for {{first_name}}',
  });
  const send = {
    template,
    recipient: { address: 'ada@example.com' },
    sender: { address: 'shop@shop.example', name: 'Shop', reply_to: 'shop@shop.example' },
    template_data: { first_name: 'Ada' },
  };
  const kinds = /** @type {const} */ (['tracked', 'plain']);
  /** @type {Record<'tracked' | 'plain', Record<string, number>[]>} */
  const times = { tracked: [], plain: [] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const kind of kinds) {
      const on = kind === 'tracked';
      const time = await measureTime(postrider, sql, sink, { ...send, tracking: { opens: on, clicks: on } });
      if (round > 0) times[kind].push(time);
    }
  }
  for (const process of ['delivery', 'all']) {
    const of = (/** @type {'tracked' | 'plain'} */ kind) => median(times[kind].map((time) => time[process]));
    console.log(
      `${(process === 'delivery' ? 'attempt, tracked' : 'with all processes').padEnd(20)} ${of('tracked').toFixed(2)} ms   not tracked ${of('plain').toFixed(2)} ms   ratio ${(of('tracked') / of('plain')).toFixed(2)}${process === 'delivery' ? ` (goal at most ${goal})` : ''}`,
    );
  }
  console.log(
    `processor time of delivery for each of ${mails} emails of ${size / 1_024} KB with ${links} links that were due at once, ${rounds} rounds, medians\n`,
  );
}

async function measureTime(
  /** @type {Postrider} */ postrider,
  /** @type {Sql} */ sql,
  /** @type {Sink} */ sink,
  /** @type {object} */ body,
) {
  const later = { ...body, send_at: Math.floor(Date.now() / 1_000) + 3_600 };
  for (let filled = 0; filled < mails;) filled += (await runLoad(postrider, { body: later, seconds: 1 })).answered;
  await settled();
  const before = cpuTimes();
  await drained(sink, mails, () =>
    sql.query(
      'update delivery.work set due_at = now() where message_id in (select message_id from delivery.work limit $1)',
      [mails],
    ),
  );
  await settled();
  const after = cpuTimes();
  await sql.query('delete from delivery.work');
  const spent = (/** @type {string} */ name) => ((after[name] ?? 0) - (before[name] ?? 0)) / mails;
  return { delivery: spent('delivery'), all: Object.keys(after).reduce((sum, name) => sum + spent(name), 0) };
}

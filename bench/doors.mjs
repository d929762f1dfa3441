// Processor time per email of each interface, accepted and delivered, compared with POST /send of the same email
// without a template; SMTP with POST /send with an Idempotency-Key, because the Message-ID is one. All send the same
// email of 20 KB, each with something of its own in it.
import { freePorts } from '../scripts/lib/ports.mjs';
import { cpuLine, emptied, withCpu } from './cpu.mjs';
import { median, buildMime, runLoad, runSubmit, withStack } from './stack.mjs';

const rounds = 3;
const seconds = 5;
/** Replaced in each request, so that no content is sent twice. */
const unique = 'unique-id';

await withStack(async (stack) => {
  const [port] = await freePorts(1);
  const { postrider, sql, body } = await stack.ready({ environments: { gateway: { SMTP_PORT: String(port) } } });
  const { template: _template, template_data: _data, recipient, sender } = body;
  const { receipt_id } = await postrider.post('/send', body);
  const mail = await postrider.get(`/logs/${receipt_id}/mail`);
  const content = { subject: mail.subject, html: `${mail.html}\n${unique}`, text: mail.text };
  const { id: template } = await postrider.post('/templates', {
    name: 'The same email',
    ...content,
    html: `${mail.html}\n{{id}}`,
  });
  const envelope = { recipient, sender };
  const http =
    (/** @type {unknown} */ sent, /** @type {Partial<Parameters<typeof runLoad>[1]>} */ options = {}) =>
    () =>
      runLoad(postrider, { body: sent, seconds, unique, ...options });
  const from = `${sender.name} <${sender.address}>`;
  const mime = buildMime(content);
  /** @type {Record<string, () => Promise<Load>>} */
  const doors = {
    template: http({ ...envelope, template, template_data: { id: unique } }),
    content: http({ ...envelope, ...content }),
    'content with a key': http({ ...envelope, ...content }, { keyed: true }),
    'content in a language': http({
      ...envelope,
      ...content,
      html: `${mail.html}\n{{id}}`,
      language: 'mustache',
      template_data: { id: unique },
    }),
    Resend: http({ from, to: [recipient.address], ...content }, { path: '/resend/emails' }),
    SMTP: () => runSubmit({ port, key: postrider.liveKey }, { mail: mime, recipients: 1, seconds }),
    raw: http(mime.replace(/\.\r\n$/, ''), { path: '/api/v1/send/raw', type: 'message/rfc822' }),
  };
  /** @type {Record<string, import('./cpu.mjs').Measured[]>} */
  const runs = {};
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, send] of Object.entries(doors)) {
      const measured = await withCpu(async () => {
        const load = await send();
        await emptied(sql);
        return load;
      });
      // The first round warms up.
      if (round > 0) (runs[name] ??= []).push(measured);
    }
  const total = (/** @type {string} */ name) => median(runs[name].map(({ cpu }) => cpu.total - cpu.load));
  for (const [name, of] of Object.entries(runs)) {
    const reference = total(name === 'SMTP' ? 'content with a key' : 'content');
    console.log(
      `${name.padEnd(22)}${total(name).toFixed(2)} ms, ratio ${(total(name) / reference).toFixed(2)} (goal 1.1)   ${cpuLine(of[of.length - 1].cpu)}`,
    );
  }
  const failed = Object.values(runs)
    .flat()
    .reduce((sum, run) => sum + run.failed, 0);
  console.log(
    `CPU time per email of ${JSON.stringify(content).length} bytes without the caller's, ${rounds} rounds of ${seconds} s, medians; ${failed} requests failed`,
  );
});

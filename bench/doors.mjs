// Processor time per mail of each way to send, accepted and delivered: with a template, and as content of its own.
import { cpuLine, emptied, withCpu } from './cpu.mjs';
import { median, runLoad, withStack } from './stack.mjs';

const rounds = 3;
const seconds = 5;
/** Replaced in each request, so that no content is sent twice. */
const unique = 'unique-00000000';

await withStack(async (stack) => {
  const { postrider, sql, body } = await stack.ready();
  const { template: _template, template_data, ...envelope } = body;
  const { receipt_id } = await postrider.post('/send', body);
  const mail = await postrider.get(`/logs/${receipt_id}/mail`);
  const content = { subject: mail.subject, html: mail.html, text: mail.text };
  const doors = {
    template: body,
    content: { ...envelope, ...content },
    'unique content': { ...envelope, ...content, html: `${content.html}<!-- ${unique} -->` },
    'content, text from html': { ...envelope, ...content, text: undefined },
    'content in a language': { ...envelope, ...content, language: 'mustache', template_data },
  };
  /** @type {Record<string, import('./cpu.mjs').Measured[]>} */
  const runs = {};
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, sent] of Object.entries(doors)) {
      const measured = await withCpu(async () => {
        const load = await runLoad(postrider, { body: sent, seconds, unique });
        await emptied(sql);
        return load;
      });
      // The first round warms up.
      if (round > 0) (runs[name] ??= []).push(measured);
    }
  const total = (/** @type {string} */ name) => median(runs[name].map(({ cpu }) => cpu.total));
  for (const [name, of] of Object.entries(runs))
    console.log(
      `${name.padEnd(26)}${total(name).toFixed(2)} ms, ratio ${(total(name) / total('template')).toFixed(2)} (goal 1.1)   ${cpuLine(of[of.length - 1].cpu)}`,
    );
  const failed = Object.values(runs)
    .flat()
    .reduce((sum, run) => sum + run.failed, 0);
  console.log(
    `CPU time per mail of ${JSON.stringify(content).length} bytes, ${rounds} rounds of ${seconds} s, medians; ${failed} requests failed`,
  );
});

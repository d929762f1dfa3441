// Emails per second from a full queue to an SMTP server, compared with nodemailer's pool and the same email and server.
import { createTransport } from 'nodemailer';
import { compileVersion, renderArtifact } from '#dist/libs/rendering/src/index.js';
import { drained, example, median, perSecond, runLoad, withStack } from './stack.mjs';

const rounds = 3;
const mails = 2_000;
const connections = 10;

async function nodemailerRate(/** @type {Sink} */ sink) {
  const { template_data: data, recipient, sender } = example('send');
  const { html, text, subject } = example('template');
  const { artifact } = await compileVersion({ subject, html, text }, () => undefined);
  const rendered = renderArtifact(artifact, data);
  const pool = createTransport({
    pool: true,
    host: '127.0.0.1',
    port: sink.port,
    maxConnections: connections,
    maxMessages: Infinity,
    ignoreTLS: true,
  });
  const mail = {
    from: { name: sender.name, address: sender.address },
    replyTo: sender.reply_to,
    to: recipient.address,
    subject: rendered.subject,
    text: rendered.text,
    html: rendered.html,
  };
  try {
    /** @type {Promise<unknown>[]} */
    let sent = [];
    const rate = await drained(sink, mails, async () => {
      sent = Array.from({ length: mails }, () => pool.sendMail(mail));
    });
    await Promise.all(sent);
    return rate;
  } finally {
    pool.close();
  }
}

await withStack(async (stack) => {
  const sink = await stack.startSink();
  const postrider = await stack.startInstallation({
    smtpUrl: sink.url,
    environment: { SMTP_CONNECTIONS: String(connections) },
  });
  const { id: template } = await postrider.post('/templates', example('template'));
  const sql = await stack.connect();
  /** @type {Record<'postrider' | 'nodemailer', number[]>} */
  const rates = { postrider: [], nodemailer: [] };
  for (let round = 0; round < rounds; round += 1) {
    rates.nodemailer.push(await nodemailerRate(sink));
    const later = { ...example('send'), template, send_at: Math.floor(Date.now() / 1000) + 3600 };
    for (let filled = 0; filled < mails;) filled += (await runLoad(postrider, { body: later, seconds: 1 })).answered;
    rates.postrider.push(
      await drained(sink, mails, () =>
        sql.query(
          'update delivery.work set due_at = now() where message_id in (select message_id from delivery.work limit $1)',
          [mails],
        ),
      ),
    );
    await sql.query('delete from delivery.work');
  }
  const [own, other] = [median(rates.postrider), median(rates.nodemailer)];
  console.log(`nodemailer pool  ${perSecond(other)}`);
  console.log(`postrider        ${perSecond(own)}   ratio ${(own / other).toFixed(2)} (goal 1.3)`);
  console.log(
    `${mails} receipts, ${connections} connections, ${rounds} rounds, medians; postrider renders, composes, sends and commits each`,
  );
});

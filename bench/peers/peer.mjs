// What a team writes by hand: Express checks the body with zod and puts it into a queue; workers take it from there and
// send a finished email through nodemailer's pool. PEER: `floor`, `pg-boss` or `bullmq`; PARTS: `api`, `workers` or
// both.
import { readFileSync } from 'node:fs';
import express from 'express';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { getPort } from '../../scripts/lib/ports.mjs';

const { PEER: peer = '', PARTS: parts = '', MAIL: mailFile = '', SMTP_PORT: smtpPort } = process.env;
const mailbox = z.object({ address: z.email(), name: z.string().max(500).optional(), reply_to: z.email().optional() });
const body = z.object({
  template: z.string(),
  recipient: mailbox,
  sender: mailbox,
  template_data: z.record(z.string(), z.unknown()),
  tags: z.array(z.string()),
  headers: z.record(z.string(), z.string()).optional(),
});

/** @typedef {z.output<typeof body>} Order */
/**
 * @type {Record<string, () => Promise<{
 *   add(order: Order): Promise<string | null | undefined>,
 *   work?(send: (order: Order) => Promise<unknown>): Promise<unknown>,
 * }>>}
 */
const queues = {
  floor: async () => (await import('./floor.mjs')).queue,
  'pg-boss': async () => (await import('./pg-boss.mjs')).queue,
  bullmq: async () => (await import('./bullmq.mjs')).queue,
};

/** @type {{ html: string, text: string, subject: string }} */
const mail = JSON.parse(readFileSync(mailFile, 'utf8'));
const connections = 10;

function sender() {
  const pool = createTransport({
    pool: true,
    host: '127.0.0.1',
    port: Number(smtpPort),
    maxConnections: connections,
    maxMessages: Infinity,
    ignoreTLS: true,
  });
  return (/** @type {Order} */ { recipient, sender: { name = '', address, reply_to }, headers = {} }) =>
    pool.sendMail({ ...mail, headers, from: { name, address }, replyTo: reply_to, to: recipient.address });
}

const queue = await queues[peer]();
if (parts.includes('workers')) await queue.work?.(sender());
if (parts.includes('api')) {
  const app = express();
  app.use(express.json({ limit: '12mb' }));
  app.post('/send', async (request, response) => {
    const { success, data, error } = body.safeParse(request.body);
    if (!success) response.status(400).json({ success, errors: error.issues });
    else response.json({ success, receipt_id: await queue.add(data) });
  });
  const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () =>
    process.send?.({ port: getPort(server) }),
  );
} else process.send?.({ port: 0 });
process.on('disconnect', () => process.exit(0));

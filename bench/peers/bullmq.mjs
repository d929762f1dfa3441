import { Queue, Worker } from 'bullmq';

const name = 'mails';
const connection = { host: '127.0.0.1', port: Number(process.env.REDIS_PORT), maxRetriesPerRequest: null };
const mails = new Queue(name, {
  connection,
  defaultJobOptions: { attempts: 5, removeOnComplete: true, backoff: { type: 'exponential', delay: 1_000 } },
});

export const queue = {
  add: async (/** @type {object} */ order) => (await mails.add('mail', order)).id,
  async work(/** @type {(order: any) => Promise<unknown>} */ send) {
    const worker = new Worker(name, ({ data }) => send(data), { connection, concurrency: 10 });
    worker.on('error', console.error);
    await worker.waitUntilReady();
  },
};

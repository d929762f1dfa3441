import PgBoss from 'pg-boss';

const name = 'mails';
const boss = new PgBoss({ connectionString: process.env.DATABASE_URL ?? '', max: 10 });
boss.on('error', console.error);
await boss.start();
await boss.createQueue(name);

export const queue = {
  add: (/** @type {object} */ order) => boss.send(name, order, { retryLimit: 5, expireInSeconds: 30 }),
  async work(/** @type {(order: any) => Promise<unknown>} */ send) {
    const options = { batchSize: 300, pollingIntervalSeconds: 0.5 };
    await boss.work(name, options, (jobs) => Promise.all(jobs.map(({ data }) => send(data))));
  },
};

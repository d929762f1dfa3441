// Attacks through slow mail servers and large emails.
const muteServers = 90;
const slowServers = 10;
/** Limits an attack to about 60 emails per second, so that it tests the mail servers and not the request rate. */
const pauseMs = 100;

/** 7 MB, in base64. */
export const largeFile = [{ id: 'large.bin', data: 'A'.repeat(4 * Math.floor((7 * 1024 * 1024) / 3)) }];

/** @type {import('./index.mjs').Attack[]} */
export const mail = [
  {
    name: 'mail-servers',
    title: 'Mail servers that never answer',
    how: `${muteServers} ESP accounts that never answer, about 60 emails per second in turn`,
    prepare: (account) => throughServers(account, muteServers, account.mailPorts.mute),
  },
  {
    name: 'slow-success',
    title: 'Slow mail servers',
    how: `${slowServers} ESP accounts that accept after 20 s, about 60 emails per second in turn`,
    prepare: (account) => throughServers(account, slowServers, account.mailPorts.slow),
  },
  {
    name: 'attachments',
    title: 'Large attachments to slow servers',
    how: `emails of 7 MB through ${slowServers} ESP accounts that accept after 20 s; the quiet account attaches a small file`,
    quiet: { files: [{ id: 'terms.txt', data: Buffer.from('All sales are final.').toString('base64') }] },
    prepare: (account) => throughServers(account, slowServers, account.mailPorts.slow, { files: largeFile }, 2),
  },
];

async function throughServers(
  /** @type {import('../noisy-account.mjs').NoisyAccount} */ account,
  /** @type {number} */ count,
  /** @type {number} */ port,
  fields = {},
  connections = 6,
) {
  const template = await account.plainTemplate();
  const servers = await account.makeMany(count, (n) => account.espAccount(`Server ${n}`, port));
  account.note = `${servers.length} ESP accounts`;
  let next = 0;
  const act = () => {
    next += 1;
    return account.hit(
      'POST',
      '/send',
      account.mail(template, { ...fields, esp_account: servers[next % servers.length] }),
    );
  };
  return [{ connections, pauseMs, act }];
}

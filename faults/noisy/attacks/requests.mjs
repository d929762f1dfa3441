// Attacks on the gateway with requests.
import { randomUUID } from 'node:crypto';
import { largeFile } from './mail.mjs';

const mb = 1024 * 1024;
const stalledMs = 15_000;
const sharedKeys = 8;

/** @type {import('./index.mjs').Attack[]} */
export const requests = [
  {
    name: 'uploads',
    title: 'Large bodies, and bodies that never arrive',
    how: '24 concurrent sends of 7 MB, 40 uploads of which nothing arrives',
    async prepare(account) {
      const template = await account.plainTemplate();
      const body = Buffer.from(account.mail(template, { files: largeFile }));
      return [
        { connections: 24, act: () => account.hit('POST', '/send', body) },
        { connections: 40, act: () => account.stall('/send', 12 * mb - 1, stalledMs) },
      ];
    },
  },
  {
    name: 'json',
    title: 'JSON that is expensive to parse',
    how: '12 MB of small values, nesting and names, with read-only and sending keys',
    async prepare(account) {
      const { api_key: key } = await account.make('/api_keys', { kind: 'live', name: 'Reader', scopes: ['read'] });
      account.keys.reader = key.secret;
      const large = bodies(12 * mb - 4_096);
      const small = bodies(250 * 1_024);
      let next = 0;
      const takeNext = (/** @type {Buffer[]} */ all) => all[(next += 1) % all.length];
      return [
        { connections: 4, act: () => account.hit('POST', '/send', takeNext(large), { key: 'reader' }) },
        { connections: 4, act: () => account.hit('POST', '/send', takeNext(large)) },
        { connections: 2, act: () => account.hit('POST', '/render', takeNext(small), { key: 'reader' }) },
      ];
    },
  },
  {
    name: 'requests',
    title: 'Request flood',
    how: 'template reads and test sends from 16 connections without pauses',
    async prepare(account) {
      const template = await account.plainTemplate();
      return [
        { connections: 8, relentless: true, act: () => account.hit('GET', `/templates/${template}`) },
        {
          connections: 8,
          relentless: true,
          act: () => account.hit('POST', '/send', account.mail(template), { key: 'test' }),
        },
      ];
    },
  },
  {
    name: 'wrong-keys',
    title: 'Wrong keys',
    how: "a new one per request, from 16 connections and the quiet account's address",
    prepare: async (account) => [
      {
        connections: 16,
        relentless: true,
        act: () => account.hit('GET', '/templates', undefined, { secret: `live_${randomUUID()}` }),
      },
    ],
  },
  {
    name: 'idempotency',
    title: 'The same Idempotency-Keys in any order',
    how: `${sharedKeys} concurrent keys, half of the requests with another body`,
    async prepare(account) {
      const template = await account.plainTemplate();
      const body = Array.from({ length: 2 }, () => account.mail(template));
      let round = 0;
      const act = async (/** @type {number} */ n) => {
        round += 1;
        const keys = Array.from({ length: sharedKeys }, (_, key) => `${Math.floor(round / 3)}-${key}`);
        const inAnyOrder = keys.toSorted(() => Math.random() - 0.5);
        const responses = await Promise.all(
          inAnyOrder.map((key) => account.hit('POST', '/send', body[n % 2], { headers: { 'idempotency-key': key } })),
        );
        return Math.max(...responses.filter((status) => status !== 422), 200);
      };
      return [{ connections: 3, pauseMs: 50, act }];
    },
  },
];

/** Three JSON bodies of about `bytes`. */
function bodies(/** @type {number} */ bytes) {
  /** @type {(piece: (size: number) => string, begin: string, end: string) => Buffer} */
  const fill = (piece, begin, end) =>
    Buffer.from(`{"template":"tem_x","template_data":{"a":${begin}${piece(bytes)}${end}}}`);
  return [
    fill((size) => '0,'.repeat(size / 2 - 50), '[', '0]'),
    fill((size) => '['.repeat(size / 2 - 50) + ']'.repeat(size / 2 - 50), '', ''),
    fill((size) => Array.from({ length: size / 12 - 20 }, (_, n) => `"${n}":0`).join(','), '{', '}'),
  ];
}

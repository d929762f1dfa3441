import { z } from 'zod';

/** Prefixes of ids (docs/guides/conventions.md); what follows in ours is a UUIDv7 in 22 base62 characters. */
export const idPrefixes = {
  account: 'acc_',
  apiKey: 'key_',
  user: 'usr_',
  accountUser: 'mbr_',
  session: 'ses_',
  auditEntry: 'aud_',
  template: 'tem_',
  version: 'ver_',
  artifact: 'art_',
  snippet: 'snp_',
  sample: 'smp_',
  log: 'log_',
  event: 'evt_',
  espAccount: 'esp_',
  blob: 'blb_',
  dripCampaign: 'dc_',
  dripStep: 'dcs_',
  membership: 'dcm_',
  webhook: 'whk_',
  erasure: 'era_',
  request: 'req_',
} as const;
export type IdKind = keyof typeof idPrefixes;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const length = 22;

/** Imported from another service of this API, which keeps ids as they are, with or without a prefix (docs/moving-in.md#ids). */
const imported: ReadonlySet<IdKind> = new Set([
  'template',
  'version',
  'snippet',
  'espAccount',
  'dripCampaign',
  'dripStep',
] as const);

export const id = (kind: IdKind) =>
  imported.has(kind)
    ? z.string().regex(/^[0-9A-Za-z_-]{1,64}$/, 'must be an id: at most 64 letters, digits, _ and -')
    : z
        .string()
        .regex(
          new RegExp(`^${idPrefixes[kind]}[0-9A-Za-z]{${length}}$`),
          `must be an id that begins with ${idPrefixes[kind]}`,
        );

/** Segments that the API has at the place of an id, such as `GET /templates/search`: an id of this name would be out of reach. */
export const routeSegments = {
  template: ['check', 'preview', 'search', 'tags'],
  snippet: [],
  espAccount: ['set_default', 'test'],
  dripCampaign: ['deactivate'],
} as const satisfies Partial<Record<IdKind, readonly string[]>>;

/** An id of another service, which an import keeps. Paths of the API ignore case. */
export const importedId = (kind: keyof typeof routeSegments) =>
  id(kind).refine((given) => !(routeSegments[kind] as readonly string[]).includes(given.toLowerCase()), {
    error: ({ input }) => `must not be ${String(input)}, which is a path of the API`,
  });

/** A new id. Ids of one kind sort by the time they were made, byte by byte (the alphabet is in ASCII order). */
export function newId(kind: IdKind, now: number = Date.now()): string {
  const version7 =
    (BigInt(now) << 80n) | (7n << 76n) | ((randomBits() & 0xfffn) << 64n) | (2n << 62n) | (randomBits() >> 2n);
  return idPrefixes[kind] + base62(version7);
}

/** The smallest id of this kind that can be made at `time` (Unix milliseconds): the bound of a time range over ids. */
export function idFloor(kind: IdKind, time: number): string {
  return idPrefixes[kind] + base62(BigInt(Math.max(0, time)) << 80n);
}

/** When an id was made, in Unix milliseconds. */
export const timeOfId = (idOfAnyKind: string): number => Number(valueOf(idOfAnyKind) >> 80n);

/** An id without its prefix as 32 hexadecimal digits: its 16 bytes, for where it must be short. */
export const hexOfId = (idOfAnyKind: string): string => valueOf(idOfAnyKind).toString(16).padStart(32, '0');

/** The id of those 32 digits. */
export const idOfHex = (kind: IdKind, hex: string): string => idPrefixes[kind] + base62(BigInt(`0x${hex}`));

function valueOf(idOfAnyKind: string): bigint {
  const end = idOfAnyKind.length;
  const middle = Math.max(0, end - chunkLength);
  const first = Math.max(0, middle - chunkLength);
  const highest = BigInt(numberOf(idOfAnyKind, Math.max(0, end - length), first));
  const rest = BigInt(numberOf(idOfAnyKind, middle, end));
  return (highest * chunk + BigInt(numberOf(idOfAnyKind, first, middle))) * chunk + rest;
}

/** As many digits as a number holds without loss. */
function numberOf(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * 62 + alphabet.indexOf(text[at]!);
  return value;
}

/** Asking for random bytes costs forty times what an id's share of a pool does, and a send makes half a dozen ids. */
const pool = new BigUint64Array(512);
let unused = 0;
function randomBits(): bigint {
  if (unused === 0) {
    crypto.getRandomValues(pool);
    unused = pool.length;
  }
  unused -= 1;
  return pool[unused]!;
}

/** So many digits fit into a number without loss, and dividing numbers is far cheaper than dividing bigints. */
const chunkLength = 8;
const chunk = 62n ** BigInt(chunkLength);

function base62(value: bigint): string {
  const lowest = digitsOf(Number(value % chunk), chunkLength);
  const rest = value / chunk;
  return (
    digitsOf(Number(rest / chunk), length - 2 * chunkLength) + digitsOf(Number(rest % chunk), chunkLength) + lowest
  );
}

function digitsOf(value: number, count: number): string {
  let rest = value;
  let digits = '';
  for (let position = 0; position < count; position++) {
    digits = alphabet[rest % 62]! + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

import { z } from 'zod';

/** Prefixes of ids (docs/guides/conventions.md), followed by a UUIDv7 in 22 base62 characters. */
export const idPrefixes = {
  account: 'acc_',
  apiKey: 'key_',
  user: 'usr_',
  accountUser: 'mbr_',
  session: 'ses_',
  auditEntry: 'aud_',
  template: 'tem_',
  version: 'ver_',
  comment: 'cmt_',
  artifact: 'art_',
  /** Of an email without a template; followed by a hash of the content. */
  content: 'cnt_',
  snippet: 'snp_',
  sample: 'smp_',
  image: 'img_',
  log: 'log_',
  event: 'evt_',
  espAccount: 'esp_',
  blob: 'blb_',
  sendProposal: 'spr_',
  testClock: 'tcl_',
  dripCampaign: 'dc_',
  dripStep: 'dcs_',
  membership: 'dcm_',
  webhook: 'whk_',
  alert: 'alr_',
  identityHook: 'idh_',
  erasure: 'era_',
  request: 'req_',
} as const;
export type IdKind = keyof typeof idPrefixes;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const length = 22;

/**
 * Kinds that can be imported from another service of this API with their ids, with or without a prefix
 * (docs/migrate.md#the-import).
 */
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

/**
 * Path segments at the place of an id, such as `GET /templates/search`: an object with such an id would be unreachable.
 */
export const routeSegments = {
  template: ['check', 'check_links', 'preview', 'search', 'tags'],
  snippet: [],
  espAccount: ['check_sender', 'set_default', 'test'],
  dripCampaign: ['deactivate'],
} as const satisfies Partial<Record<IdKind, readonly string[]>>;

/** An imported id. API paths are case-insensitive. */
export const importedId = (kind: keyof typeof routeSegments) =>
  id(kind).refine((value) => !(routeSegments[kind] as readonly string[]).includes(value.toLowerCase()), {
    error: ({ input }) => `must not be ${String(input)}, which is a path of the API`,
  });

/** Creates an id. Ids of one kind sort by creation time, byte by byte (the alphabet is in ASCII order). */
export function newId(kind: IdKind, now: number = Date.now()): string {
  const version7 =
    (BigInt(now) << 80n) | (7n << 76n) | ((randomBits() & 0xfffn) << 64n) | (2n << 62n) | (randomBits() >> 2n);
  return idPrefixes[kind] + base62(version7);
}

/** The smallest possible id of this kind at `time` (Unix milliseconds): the bound of a time range over ids. */
export function idFloor(kind: IdKind, time: number): string {
  return idPrefixes[kind] + base62(BigInt(Math.max(0, time)) << 80n);
}

/** The creation time of an id, in Unix milliseconds. */
export const timeOfId = (idOfAnyKind: string): number => Number(parseId(idOfAnyKind) >> 80n);

/** An id without its prefix as 32 hexadecimal digits (16 bytes), where space matters. */
export const hexOfId = (idOfAnyKind: string): string => parseId(idOfAnyKind).toString(16).padStart(32, '0');

/** The id with these 32 digits. */
export const idOfHex = (kind: IdKind, hex: string): string => idPrefixes[kind] + base62(BigInt(`0x${hex}`));

/** The same number as a UUID (version 7), as other services show ids. */
export const uuidOfId = (idOfAnyKind: string): string =>
  hexOfId(idOfAnyKind).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** The id with the number of a UUID. */
export const idOfUuid = (kind: IdKind, uuid: string): string => idOfHex(kind, uuid.replaceAll('-', ''));

export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

function parseId(idOfAnyKind: string): bigint {
  const end = idOfAnyKind.length;
  const middle = Math.max(0, end - chunkLength);
  const first = Math.max(0, middle - chunkLength);
  const highest = BigInt(parseDigits(idOfAnyKind, Math.max(0, end - length), first));
  const rest = BigInt(parseDigits(idOfAnyKind, middle, end));
  return (highest * chunk + BigInt(parseDigits(idOfAnyKind, first, middle))) * chunk + rest;
}

/** Parses as many digits as a number can hold exactly. */
function parseDigits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * 62 + alphabet.indexOf(text[at]!);
  return value;
}

/** Random bytes are drawn in bulk: drawing them per id costs forty times as much, and a send creates about six ids. */
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

/** This many digits fit into a number exactly, and dividing numbers is far cheaper than dividing bigints. */
const chunkLength = 8;
const chunk = 62n ** BigInt(chunkLength);

function base62(value: bigint): string {
  const lowest = toDigits(Number(value % chunk), chunkLength);
  const rest = value / chunk;
  return (
    toDigits(Number(rest / chunk), length - 2 * chunkLength) + toDigits(Number(rest % chunk), chunkLength) + lowest
  );
}

function toDigits(value: number, count: number): string {
  let rest = value;
  let digits = '';
  for (let position = 0; position < count; position++) {
    digits = alphabet[rest % 62]! + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

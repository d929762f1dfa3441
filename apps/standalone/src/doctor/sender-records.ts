import { Resolver } from 'node:dns/promises';

/** What DNS has of the domain that mail comes from; undefined: it could not be asked. */
export interface SenderRecords {
  readonly domain: string;
  /** Whether it takes mail: MX, or else an address. */
  readonly takesMail: boolean | undefined;
  readonly spf: readonly string[] | undefined;
  /** Of the domain or the nearest one above it. */
  readonly dmarc: readonly string[] | undefined;
  /** Selectors under which there is a key. */
  readonly dkim: readonly string[];
}

export type Names = Pick<Resolver, 'resolveTxt' | 'resolveMx' | 'resolve4' | 'resolve6'>;

export const names = (): Names => new Resolver({ timeout: 2_000, tries: 2 });

/** That a name or record is not there is an answer; that nobody answered is none. */
const absent = new Set(['ENOTFOUND', 'ENODATA']);

async function records<Record>(asking: Promise<readonly Record[]>): Promise<readonly Record[] | undefined> {
  try {
    return await asking;
  } catch (error) {
    return absent.has((error as { code?: string }).code ?? '') ? [] : undefined;
  }
}

async function texts(resolver: Names, name: string, begins: RegExp): Promise<readonly string[] | undefined> {
  const found = await records(resolver.resolveTxt(name));
  return found?.map((pieces) => pieces.join('')).filter((text) => begins.test(text));
}

/** Whether the name has addresses. */
export async function hasAddress(resolver: Names, name: string): Promise<boolean | undefined> {
  const [four, six] = await Promise.all([records(resolver.resolve4(name)), records(resolver.resolve6(name))]);
  if ((four?.length ?? 0) + (six?.length ?? 0) > 0) return true;
  return four === undefined || six === undefined ? undefined : false;
}

export async function takesMail(resolver: Names, domain: string): Promise<boolean | undefined> {
  const exchanges = await records(resolver.resolveMx(domain));
  // A single MX without a name says that there is no mail (RFC 7505), whatever else the domain has.
  return exchanges?.length ? exchanges.some(({ exchange }) => exchange !== '') : hasAddress(resolver, domain);
}

/** Receivers look at the domain and then at the organisation's, which is one with a dot at least. */
async function dmarcOf(resolver: Names, domain: string): Promise<readonly string[] | undefined> {
  for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const found = await texts(resolver, `_dmarc.${name}`, /^v=DMARC1\b/i);
    if (found === undefined || found.length > 0) return found;
  }
  return [];
}

export async function senderRecords(
  resolver: Names,
  domain: string,
  selectors: readonly string[],
): Promise<SenderRecords> {
  const [takes, spf, dmarc, keys] = await Promise.all([
    takesMail(resolver, domain),
    texts(resolver, domain, /^v=spf1(?: |$)/i),
    dmarcOf(resolver, domain),
    Promise.all(selectors.map((selector) => texts(resolver, `${selector}._domainkey.${domain}`, /\bp=[A-Za-z0-9+/]/))),
  ]);
  return { domain, takesMail: takes, spf, dmarc, dkim: selectors.filter((_, n) => (keys[n]?.length ?? 0) > 0) };
}

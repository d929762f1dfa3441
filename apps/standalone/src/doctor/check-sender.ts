import type { Finding } from './check-broker.js';
import { fault, warning, well } from './check-broker.js';
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

/** Names for examples and tests, which nobody can own (RFC 2606, RFC 6761). */
export const isReserved = (domain: string): boolean =>
  /(^|\.)(example|test|invalid|localhost)$|(^|\.)example\.(com|net|org)$/i.test(domain);

/** What large receivers ask of whoever sends to them; docs/operate/commands.md#doctor. */
export function checkSender(records: SenderRecords, selectors: readonly string[]): Finding[] {
  const { domain, takesMail, spf, dmarc } = records;
  if (takesMail === undefined || spf === undefined || dmarc === undefined)
    return [
      warning(
        `DNS did not answer what was asked of ${domain}.`,
        'See whether this machine has a name server that answers.',
      ),
    ];
  return [
    checkReplies(domain, takesMail),
    checkSpf(domain, spf),
    checkDmarc(domain, dmarc),
    checkDkim(records, selectors),
  ];
}

const checkReplies = (domain: string, takesMail: boolean): Finding =>
  takesMail
    ? well(`${domain} takes mail.`)
    : fault(
        `${domain} takes no mail: it has neither MX nor address, so receivers refuse mail from it.`,
        'Give it an MX record, or use another sender.',
      );

function checkSpf(domain: string, spf: readonly string[]): Finding {
  const [record, ...more] = spf;
  if (record === undefined)
    return warning(
      `${domain} has no SPF record.`,
      'Add a TXT record such as "v=spf1 include:<what your provider names> ~all".',
    );
  if (more.length > 0)
    return fault(
      `${domain} has ${spf.length} SPF records, which receivers take as an error.`,
      'Merge them into a single TXT record.',
    );
  if (/(?:^|\s)\+?all\b/i.test(record))
    return fault(`The SPF record of ${domain} lets everybody send: ${record}`, 'End it with ~all or -all.');
  return well(`${domain} says by SPF who sends for it.`);
}

function checkDmarc(domain: string, dmarc: readonly string[]): Finding {
  if (dmarc.length === 0)
    return warning(
      `${domain} has no DMARC record, which large receivers ask of whoever sends to many.`,
      `Add a TXT record at _dmarc.${domain}, to begin with "v=DMARC1; p=none; rua=mailto:<where reports go>".`,
    );
  if (dmarc.length > 1)
    return fault(`${domain} has ${dmarc.length} DMARC records, so receivers heed none.`, 'Keep one of them.');
  return well(`${domain} has a DMARC record.`);
}

function checkDkim({ domain, dkim }: SenderRecords, selectors: readonly string[]): Finding {
  if (dkim.length > 0) return well(`${domain} has a DKIM key (${dkim.join(', ')}).`);
  return warning(
    `${domain} has no DKIM key under ${selectors.join(', ')}.`,
    'See at your provider under which selector it signs, and ask again with --dkim-selector.',
  );
}

import { Resolver } from 'node:dns/promises';
import type { Finding } from '@postrider/service';
import { fault, ok, warning } from '@postrider/service';
import { getDomain } from 'tldts';

/** Selectors that providers and email systems use by default. */
export const commonSelectors =
  'default,google,k1,k2,mail,mailjet,mandrill,mte1,pm,s1,s2,scph,selector1,selector2,smtp'.split(',');

/** DNS records of a sender domain; undefined when the DNS did not respond. */
export interface SenderRecords {
  readonly domain: string;
  /** Whether it can receive email: it has an MX, or otherwise an address. */
  readonly takesMail: boolean | undefined;
  readonly spf: readonly string[] | undefined;
  /** Of the domain, or of its organizational domain. */
  readonly dmarc: readonly string[] | undefined;
  /** Selectors with a key. */
  readonly dkim: readonly string[];
}

export type Names = Pick<Resolver, 'resolveTxt' | 'resolveMx' | 'resolve4' | 'resolve6'>;

export const names = (): Resolver => new Resolver({ timeout: 2_000, tries: 2 });

/** Error codes that mean an empty result; others mean that the DNS did not respond. */
const absent = new Set(['ENOTFOUND', 'ENODATA']);

async function records<Record>(asking: Promise<readonly Record[]>): Promise<readonly Record[] | undefined> {
  try {
    return await asking;
  } catch (error) {
    return absent.has((error as { code?: string }).code ?? '') ? [] : undefined;
  }
}

async function texts(resolver: Names, name: string, prefix: RegExp): Promise<readonly string[] | undefined> {
  const found = await records(resolver.resolveTxt(name));
  return found?.map((strings) => strings.join('')).filter((text) => prefix.test(text));
}

export async function hasAddress(resolver: Names, name: string): Promise<boolean | undefined> {
  const [four, six] = await Promise.all([records(resolver.resolve4(name)), records(resolver.resolve6(name))]);
  if ((four?.length ?? 0) + (six?.length ?? 0) > 0) return true;
  return four === undefined || six === undefined ? undefined : false;
}

export async function takesMail(resolver: Names, domain: string): Promise<boolean | undefined> {
  const exchanges = await records(resolver.resolveMx(domain));
  // A single MX with an empty name means that the domain accepts no email (RFC 7505).
  return exchanges?.length ? exchanges.some(({ exchange }) => exchange !== '') : hasAddress(resolver, domain);
}

/** Resolves the DMARC record of the domain, otherwise of its organizational domain (RFC 7489, section 6.6.3). */
async function resolveDmarc(resolver: Names, domain: string): Promise<readonly string[] | undefined> {
  const own = await texts(resolver, `_dmarc.${domain}`, /^v=DMARC1\b/i);
  const organizational = getDomain(domain);
  if (own === undefined || own.length > 0 || organizational === null || organizational === domain) return own;
  return texts(resolver, `_dmarc.${organizational}`, /^v=DMARC1\b/i);
}

export async function senderRecords(
  resolver: Names,
  domain: string,
  selectors: readonly string[],
): Promise<SenderRecords> {
  const [takes, spf, dmarc, keys] = await Promise.all([
    takesMail(resolver, domain),
    texts(resolver, domain, /^v=spf1(?: |$)/i),
    resolveDmarc(resolver, domain),
    Promise.all(selectors.map((selector) => texts(resolver, `${selector}._domainkey.${domain}`, /\bp=[A-Za-z0-9+/]/))),
  ]);
  return { domain, takesMail: takes, spf, dmarc, dkim: selectors.filter((_, n) => (keys[n]?.length ?? 0) > 0) };
}

/** Names reserved for examples and tests (RFC 2606, RFC 6761). */
export const isReserved = (domain: string): boolean =>
  /(^|\.)(example|test|invalid|localhost)$|(^|\.)example\.(com|net|org)$/i.test(domain);

/** Requirements of large receivers for senders; docs/operate/commands.md#doctor. */
export async function checkSender(
  resolver: Names,
  domain: string,
  selectors: readonly string[] = commonSelectors,
): Promise<Finding[]> {
  if (isReserved(domain))
    return [
      warning(`${domain} is reserved for examples: receivers reject email from it.`, 'Use a domain of your own.'),
    ];
  return checkRecords(await senderRecords(resolver, domain, selectors), selectors);
}

export function checkRecords(records: SenderRecords, selectors: readonly string[]): Finding[] {
  const { domain, takesMail, spf, dmarc } = records;
  if (takesMail === undefined || spf === undefined || dmarc === undefined)
    return [
      warning(
        `The DNS did not respond to the queries for ${domain}.`,
        'Try again. If it does not respond again, check the name server of this installation.',
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
    ? ok(`${domain} accepts email.`)
    : fault(
        `${domain} does not accept email: it has no MX record and no address, so receivers reject email from it.`,
        'Add an MX record, or use another sender.',
      );

function checkSpf(domain: string, spf: readonly string[]): Finding {
  const [record, ...more] = spf;
  if (record === undefined)
    return warning(
      `${domain} has no SPF record.`,
      'Add a TXT record such as "v=spf1 include:<host of your provider> ~all".',
    );
  if (more.length > 0)
    return fault(
      `${domain} has ${spf.length} SPF records, which receivers treat as an error.`,
      'Merge them into a single TXT record.',
    );
  if (/(?:^|\s)\+?all\b/i.test(record))
    return fault(
      `The SPF record of ${domain} allows everybody to send: ${record.slice(0, 500)}`,
      'End it with ~all or -all.',
    );
  return ok(`${domain} has an SPF record.`);
}

function checkDmarc(domain: string, dmarc: readonly string[]): Finding {
  if (dmarc.length === 0)
    return warning(
      `${domain} has no DMARC record, which large receivers require from bulk senders.`,
      `Add a TXT record at _dmarc.${domain}, starting with "v=DMARC1; p=none; rua=mailto:<address for reports>".`,
    );
  if (dmarc.length > 1)
    return fault(`${domain} has ${dmarc.length} DMARC records, so receivers ignore them.`, 'Keep one of them.');
  return ok(`${domain} has a DMARC record.`);
}

function checkDkim({ domain, dkim }: SenderRecords, selectors: readonly string[]): Finding {
  if (dkim.length > 0) return ok(`${domain} has a DKIM key (${dkim.join(', ')}).`);
  return warning(
    `${domain} has no DKIM key under ${selectors.join(', ')}.`,
    'Add the DKIM records that your provider shows. If it uses another selector, ignore this.',
  );
}

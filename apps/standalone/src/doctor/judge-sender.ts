import type { Finding } from './judge-broker.js';
import { fault, warning, well } from './judge-broker.js';
import type { SenderRecords } from './sender-records.js';

/** Names for examples and tests, which nobody can own (RFC 2606, RFC 6761). */
export const isReserved = (domain: string): boolean =>
  /(^|\.)(example|test|invalid|localhost)$|(^|\.)example\.(com|net|org)$/i.test(domain);

/** What large receivers ask of whoever sends to them; docs/operate/commands.md#doctor. */
export function judgeSender(records: SenderRecords, selectors: readonly string[]): Finding[] {
  const { domain, takesMail, spf, dmarc } = records;
  if (takesMail === undefined || spf === undefined || dmarc === undefined)
    return [
      warning(
        `DNS did not answer what was asked of ${domain}.`,
        'See whether this machine has a name server that answers.',
      ),
    ];
  return [
    judgeReplies(domain, takesMail),
    judgeSpf(domain, spf),
    judgeDmarc(domain, dmarc),
    judgeDkim(records, selectors),
  ];
}

const judgeReplies = (domain: string, takesMail: boolean): Finding =>
  takesMail
    ? well(`${domain} takes mail.`)
    : fault(
        `${domain} takes no mail: it has neither MX nor address, so receivers refuse mail from it.`,
        'Give it an MX record, or use another sender.',
      );

function judgeSpf(domain: string, spf: readonly string[]): Finding {
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

function judgeDmarc(domain: string, dmarc: readonly string[]): Finding {
  if (dmarc.length === 0)
    return warning(
      `${domain} has no DMARC record, which large receivers ask of whoever sends to many.`,
      `Add a TXT record at _dmarc.${domain}, to begin with "v=DMARC1; p=none; rua=mailto:<where reports go>".`,
    );
  if (dmarc.length > 1)
    return fault(`${domain} has ${dmarc.length} DMARC records, so receivers heed none.`, 'Keep one of them.');
  return well(`${domain} has a DMARC record.`);
}

function judgeDkim({ domain, dkim }: SenderRecords, selectors: readonly string[]): Finding {
  if (dkim.length > 0) return well(`${domain} has a DKIM key (${dkim.join(', ')}).`);
  return warning(
    `${domain} has no DKIM key under ${selectors.join(', ')}.`,
    'See at your provider under which selector it signs, and ask again with --dkim-selector.',
  );
}

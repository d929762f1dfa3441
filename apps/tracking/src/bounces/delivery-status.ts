/** The fields of one recipient in a delivery status notification (RFC 3464 section 2.3). */
export interface RecipientStatus {
  readonly action: string;
  readonly address: string | undefined;
  /** Enhanced status code (RFC 3463), the most specific one available. */
  readonly status: string | undefined;
  readonly diagnostic: string | undefined;
}

export type Fields = ReadonlyMap<string, string>;

const maxRecipients = 100;
const enhanced = /\b([245]\.\d{1,3}\.\d{1,3})\b/;

/** Groups of header fields, with folded lines joined. Of repeated fields the first is used. */
export function fieldGroups(text: string): Fields[] {
  const groups: Map<string, string>[] = [];
  for (const block of text.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/)) {
    const fields = new Map<string, string>();
    for (const line of block.replace(/\n[ \t]+/g, ' ').split('\n')) {
      const [, name, value] = /^([!-9;-~]{1,76}):(.*)$/.exec(line) ?? [];
      if (name !== undefined && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value!.trim());
    }
    if (fields.size > 0) groups.push(fields);
  }
  return groups;
}

/** `rfc822; ada@example.com`, `utf-8; …`, with or without angle brackets. */
export function parseAddress(field: string | undefined): string | undefined {
  const text = field
    ?.slice(field.indexOf(';') + 1)
    .trim()
    .replace(/^<|>$/g, '');
  return text?.includes('@') ? text : undefined;
}

/** One status per recipient. The first group, which some servers omit, describes the whole email. */
export function recipientStatuses(text: string): RecipientStatus[] {
  return fieldGroups(text)
    .filter((fields) => fields.has('action') || fields.has('final-recipient'))
    .slice(0, maxRecipients)
    .map((fields) => {
      const diagnostic = fields.get('diagnostic-code')?.replace(/^[\w-]+\s*;\s*/, '');
      return {
        action: fields.get('action')?.toLowerCase().split(/[\s(]/, 1)[0] ?? '',
        // The original recipient: a forwarding address is unknown to the log.
        address: parseAddress(fields.get('original-recipient')) ?? parseAddress(fields.get('final-recipient')),
        status: mostSpecificStatus(enhanced.exec(fields.get('status') ?? '')?.[1], diagnostic),
        diagnostic,
      };
    });
}

/** `5.0.0` has no detail; the remote server's reply in the diagnostic may contain a better code. */
function mostSpecificStatus(status: string | undefined, diagnostic: string | undefined): string | undefined {
  if (status !== undefined && !/\.0\.0$/.test(status)) return status;
  const diagnosed = enhanced.exec(diagnostic ?? '')?.[1];
  return diagnosed !== undefined && (status === undefined || diagnosed[0] === status[0]) ? diagnosed : status;
}

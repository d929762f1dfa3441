/** What a delivery status notification says of one recipient (RFC 3464 section 2.3). */
export interface RecipientStatus {
  readonly action: string;
  readonly address: string | undefined;
  /** As of RFC 3463; the most telling one that is there. */
  readonly status: string | undefined;
  readonly diagnostic: string | undefined;
}

export type Fields = ReadonlyMap<string, string>;

const maxRecipients = 100;
const enhanced = /\b([245]\.\d{1,3}\.\d{1,3})\b/;

/** Groups of header fields, folded lines joined; of a name that is there twice the first. */
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
export function addressOf(field: string | undefined): string | undefined {
  const text = field
    ?.slice(field.indexOf(';') + 1)
    .trim()
    .replace(/^<|>$/g, '');
  return text?.includes('@') ? text : undefined;
}

/** The first group is about the mail as a whole. Some servers leave it out. */
export function recipientStatuses(text: string): RecipientStatus[] {
  return fieldGroups(text)
    .filter((fields) => fields.has('action') || fields.has('final-recipient'))
    .slice(0, maxRecipients)
    .map((fields) => {
      const diagnostic = fields.get('diagnostic-code')?.replace(/^[\w-]+\s*;\s*/, '');
      return {
        action: fields.get('action')?.toLowerCase().split(/[\s(]/, 1)[0] ?? '',
        // Whom the mail was sent to; whoever it was forwarded to is nobody that its log knows.
        address: addressOf(fields.get('original-recipient')) ?? addressOf(fields.get('final-recipient')),
        status: statusWithMeaning(enhanced.exec(fields.get('status') ?? '')?.[1], diagnostic),
        diagnostic,
      };
    });
}

/** `5.0.0` says no more than that it failed; what the other server answered may. */
function statusWithMeaning(status: string | undefined, diagnostic: string | undefined): string | undefined {
  if (status !== undefined && !/\.0\.0$/.test(status)) return status;
  const said = enhanced.exec(diagnostic ?? '')?.[1];
  return said !== undefined && (status === undefined || said[0] === status[0]) ? said : status;
}

import type { MessageSummary } from './mailpit-api.js';
import type { ParsedMail } from './parsed-mail.js';

/** What a list shows of a mail, and what it is searched by. */
export interface Look {
  summary: MessageSummary;
  searchable: { from: string; to: string; subject: string; body: string };
}

export function toLook(mail: ParsedMail): Look {
  const summary = mail.summary();
  const names = (addresses: MessageSummary['To']) =>
    addresses.map(({ Name, Address }) => `${Name} <${Address}>`.toLowerCase()).join(', ');
  return {
    summary,
    searchable: {
      from: names([summary.From]),
      to: names([...summary.To, ...summary.Cc, ...summary.Bcc]),
      subject: summary.Subject.toLowerCase(),
      body: mail.searchable(),
    },
  };
}

import { Parser } from 'htmlparser2';
import type { Address, Attachment, Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import type { StoredMail } from './mailbox.js';
import type { MailAddress, Message, MessageHeaders, MessagePart, MessageSummary } from './mailpit-api.js';

const snippetLength = 250;
/** Longer bodies are only searched up to this length. */
const searchableLength = 20_000;
/** Longer HTML adds nothing to a snippet. */
const snippetSourceLength = 100_000;

const hiddenElements = new Set(['head', 'script', 'style', 'title']);
const inlineElements = new Set('a abbr b big code em font i mark s small span strong sub sup u'.split(' '));

/** White space, and the invisible characters that pad preheaders. */
const invisible = /(?:\s|\u00ad|\u034f|\u200b|\u200c|\u200d|\u2060|\ufeff)+/g;

/** A decoded body part of an email, numbered from 1 in the order of the source. */
export interface Part extends MessagePart {
  content: Uint8Array;
  isInline: boolean;
}

/** The decoded content of an email. An invalid email is shown with its source as the text. */
export class ParsedMail {
  readonly parts: Part[];

  private constructor(
    private readonly stored: StoredMail,
    private readonly email: Email,
  ) {
    this.parts = email.attachments.map(toPart);
  }

  static async parse(stored: StoredMail, raw: Uint8Array): Promise<ParsedMail> {
    try {
      return new ParsedMail(stored, await PostalMime.parse(raw, { forceRfc822Attachments: true }));
    } catch {
      return new ParsedMail(stored, {
        headers: [],
        headerLines: [],
        attachments: [],
        text: new TextDecoder('latin1').decode(raw),
      });
    }
  }

  get html(): string {
    return this.email.html ?? '';
  }

  get text(): string {
    return this.email.text ?? '';
  }

  /** Only `Read` can change later. */
  summary(): MessageSummary {
    return {
      ...this.head(),
      Read: this.stored.read,
      Created: new Date(this.stored.receivedAt).toISOString(),
      Attachments: this.parts.filter((part) => !part.isInline).length,
      Snippet: snippet(this.html, this.text),
    };
  }

  message(): Message {
    const sentAt = Date.parse(this.email.date ?? '');
    return {
      ...this.head(),
      ReturnPath: this.stored.from,
      ListUnsubscribe: this.listUnsubscribe(),
      Date: new Date(Number.isNaN(sentAt) ? this.stored.receivedAt : sentAt).toISOString(),
      Text: this.text,
      HTML: this.html,
      Inline: this.parts.filter((part) => part.isInline).map(toMessagePart),
      Attachments: this.parts.filter((part) => !part.isInline).map(toMessagePart),
    };
  }

  headers(): MessageHeaders {
    const headers = new Map<string, string[]>();
    for (const { key, value } of this.email.headers) {
      const name = key
        .split('-')
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join('-');
      headers.set(name, [...(headers.get(name) ?? []), value]);
    }
    return Object.fromEntries([...headers].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** The text of the body in lower case, truncated. */
  searchable(): string {
    return (this.text || plainText(this.html)).slice(0, searchableLength).toLowerCase();
  }

  private head() {
    const to = toAddresses(this.email.to);
    const cc = toAddresses(this.email.cc);
    const from = toAddresses(this.email.from ? [this.email.from] : [])[0];
    return {
      ID: this.stored.id,
      MessageID: (this.email.messageId ?? '').replace(/^<|>$/g, ''),
      From: from ?? { Name: '', Address: this.stored.from },
      To: to,
      Cc: cc,
      Bcc: this.blindCopies([...to, ...cc]),
      ReplyTo: toAddresses(this.email.replyTo),
      Subject: this.email.subject ?? '',
      Username: '',
      Tags: [],
      Size: this.stored.size,
    };
  }

  /** Recipients of the envelope that are not in a header. */
  private blindCopies(named: MailAddress[]): MailAddress[] {
    const known = new Set(named.map(({ Address }) => Address.toLowerCase()));
    return this.stored.to
      .filter((address) => !known.has(address.toLowerCase()))
      .map((Address) => ({ Name: '', Address }));
  }

  private listUnsubscribe(): Message['ListUnsubscribe'] {
    const value = (name: string) => this.email.headers.find(({ key }) => key === name)?.value ?? '';
    const header = value('list-unsubscribe');
    return {
      Header: header,
      Links: [...header.matchAll(/<([^<>]*)>/g)].map(([, link]) => link!.trim()),
      Errors: '',
      HeaderPost: value('list-unsubscribe-post'),
    };
  }
}

function toAddresses(addresses: Address[] | undefined): MailAddress[] {
  return (addresses ?? [])
    .flatMap((address) => address.group ?? [address])
    .map(({ name, address }) => ({ Name: name, Address: address ?? '' }));
}

function toPart(attachment: Attachment, index: number): Part {
  const content =
    typeof attachment.content === 'string' ? Buffer.from(attachment.content) : new Uint8Array(attachment.content);
  const contentId = (attachment.contentId ?? '').replace(/^<|>$/g, '');
  return {
    PartID: String(index + 1),
    FileName: attachment.filename ?? '',
    ContentType: attachment.mimeType,
    ContentID: contentId,
    Size: content.byteLength,
    content,
    isInline: contentId !== '' && (attachment.related === true || attachment.disposition === 'inline'),
  };
}

const toMessagePart = ({ PartID, FileName, ContentType, ContentID, Size }: Part): MessagePart => ({
  PartID,
  FileName,
  ContentType,
  ContentID,
  Size,
});

/** The first words of the HTML, including a hidden preheader, otherwise of the text, as an inbox shows them. */
function snippet(html: string, text: string): string {
  const words = (html ? plainText(html) : text.slice(0, snippetSourceLength)).replace(invisible, ' ').trim();
  return words.length > snippetLength ? `${words.slice(0, snippetLength - 1)}…` : words;
}

/** The visible text of the HTML. Block elements are separated by a space. */
function plainText(html: string): string {
  let text = '';
  let hiddenDepth = 0;
  const parser = new Parser({
    onopentag: (name) => {
      if (hiddenElements.has(name)) hiddenDepth++;
      if (!inlineElements.has(name)) text += ' ';
    },
    ontext: (words) => {
      if (hiddenDepth === 0) text += words;
    },
    onclosetag: (name) => {
      if (hiddenElements.has(name)) hiddenDepth--;
      if (!inlineElements.has(name)) text += ' ';
    },
  });
  parser.end(html.slice(0, snippetSourceLength));
  return text;
}

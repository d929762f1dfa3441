import type { ServerResponse } from 'node:http';
import type { Exchange } from './exchange.js';
import { HttpRejection, isMissingFile, notFound, readBody, send, sendJson } from './exchange.js';
import type { IndexedMail } from './page.js';
import { mailContentSecurityPolicy, renderPage, toHtmlView, toIndexedMail } from './page.js';
import type { Mailbox, StoredMail } from './mailbox.js';
import { parseSearch } from './mailbox.js';
import type { AppInformation, MessageSummary, MessagesPage } from './mailpit-api.js';
import type { Part } from './parsed-mail.js';
import { ParsedMail } from './parsed-mail.js';

/**
 * Types that a browser would execute are downloaded instead; an SVG still works as an image, which cannot run scripts.
 */
function safeContentType({ ContentType }: Part): string {
  const runs = /^(text\/(html|xml|xsl|javascript)|application\/(xhtml\+xml|xml|javascript))$/.test(ContentType);
  return !runs && /^[\w.+-]+\/[\w.+-]+$/.test(ContentType) ? ContentType : 'application/octet-stream';
}

function disposition({ ContentType, FileName, PartID }: Part): string {
  const kind = /^image\/(png|jpeg|gif|webp|avif|bmp)$/.test(ContentType) ? 'inline' : 'attachment';
  // RFC 8187: every octet outside of attr-char percent-encoded.
  const name = encodeURIComponent((FileName || `part-${PartID}`).replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename*=UTF-8''${name}`;
}

const defaultPageSize = 50;

type Route = [method: string, path: RegExp, handler: (exchange: Exchange) => Promise<void> | void];

/** The routes of the page, and of the part of Mailpit's API that the page and tests need. */
export class Routes {
  private readonly page: ReturnType<typeof renderPage>;
  private readonly eventStreams = new Set<ServerResponse>();
  /** Caches parsed summaries, so that each email is parsed once; one entry per stored email. */
  private readonly indexedMails = new WeakMap<StoredMail, Promise<IndexedMail>>();
  /** Cached, because the page requests an email, its HTML and its images in sequence. */
  private lastParsed: { id: string; mail: Promise<ParsedMail> } | undefined;

  constructor(
    private readonly mailbox: Mailbox,
    apiUrl: string,
  ) {
    this.page = renderPage(apiUrl);
  }

  readonly table: Route[] = [
    ['GET', /^\/$/, ({ response }) => this.showPage(response)],
    ['GET', /^\/(?:livez|readyz)$/, ({ response }) => send(response, 200, 'text/plain; charset=utf-8', 'ok')],
    ['GET', /^\/events$/, ({ response }) => this.streamEvents(response)],
    ['GET', /^\/view\/([^/]+)\.html$/, (exchange) => this.showHtml(exchange)],
    ['GET', /^\/api\/v1\/info$/, ({ response }) => this.showInfo(response)],
    ['GET', /^\/api\/v1\/messages$/, (exchange) => this.listMessages(exchange)],
    ['DELETE', /^\/api\/v1\/messages$/, (exchange) => this.deleteMessages(exchange)],
    ['GET', /^\/api\/v1\/search$/, (exchange) => this.searchMessages(exchange)],
    ['GET', /^\/api\/v1\/message\/([^/]+)$/, (exchange) => this.showMessage(exchange)],
    ['GET', /^\/api\/v1\/message\/([^/]+)\/headers$/, (exchange) => this.showHeaders(exchange)],
    ['GET', /^\/api\/v1\/message\/([^/]+)\/raw$/, (exchange) => this.showRaw(exchange)],
    ['GET', /^\/api\/v1\/message\/([^/]+)\/part\/([^/]+)$/, (exchange) => this.showPart(exchange)],
  ];

  endEventStreams(): void {
    for (const response of this.eventStreams) response.end();
  }

  private showPage(response: ServerResponse): void {
    response.setHeader('Content-Security-Policy', this.page.contentSecurityPolicy);
    send(response, 200, 'text/html; charset=utf-8', this.page.html);
  }

  /** Server-sent events: one `change` event for each change of the mailbox. */
  private streamEvents(response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', Connection: 'close' });
    response.write('retry: 1000\n\n');
    const stopListening = this.mailbox.onChange(() => response.write('event: change\ndata:\n\n'));
    this.eventStreams.add(response);
    response.on('close', () => {
      stopListening();
      this.eventStreams.delete(response);
    });
  }

  private showInfo(response: ServerResponse): void {
    const information: AppInformation = {
      Version: 'postrider',
      LatestVersion: '',
      Database: '',
      DatabaseSize: this.mailbox.list().reduce((sum, { size }) => sum + size, 0),
      Messages: this.mailbox.size,
      Unread: this.mailbox.unread,
      Tags: {},
    };
    sendJson(response, information);
  }

  private async listMessages({ response, query }: Exchange): Promise<void> {
    sendJson(response, await this.toPage(this.mailbox.list(), query));
  }

  private async searchMessages({ response, query }: Exchange): Promise<void> {
    const search = query.get('query')?.trim();
    if (!search) throw new HttpRejection(400, 'Error: no search query');
    const matches = parseSearch(search);
    const found: StoredMail[] = [];
    for (const mail of this.mailbox.list()) {
      const indexed = await this.index(mail);
      if (indexed && matches(indexed.searchable)) found.push(mail);
    }
    sendJson(response, await this.toPage(found, query));
  }

  /** Without ids, or with an invalid body, all emails are deleted: Mailpit's behavior, on which test suites rely. */
  private async deleteMessages({ request, response }: Exchange): Promise<void> {
    const ids = deletedIds(await readBody(request));
    await (ids.length > 0 ? this.mailbox.remove(ids) : this.mailbox.removeAll());
    send(response, 200, 'text/plain; charset=utf-8', 'ok');
  }

  private async showMessage({ response, segments: [id] }: Exchange): Promise<void> {
    const stored = this.find(id);
    const mail = await this.parse(stored);
    await this.mailbox.markRead(stored);
    sendJson(response, mail.message());
  }

  private async showHeaders({ response, segments: [id] }: Exchange): Promise<void> {
    sendJson(response, (await this.parse(this.find(id))).headers());
  }

  /** With `?dl=1` as a download. */
  private async showRaw({ response, query, segments: [id] }: Exchange): Promise<void> {
    const stored = this.find(id);
    if (query.get('dl') === '1') response.setHeader('Content-Disposition', `attachment; filename="${stored.id}.eml"`);
    send(response, 200, 'text/plain; charset=utf-8', await this.mailbox.raw(stored));
  }

  private async showPart({ response, segments: [id, partId] }: Exchange): Promise<void> {
    const { parts } = await this.parse(this.find(id));
    const part = parts.find(({ PartID }) => PartID === partId);
    if (!part) throw notFound();
    response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
    response.setHeader('Content-Disposition', disposition(part));
    send(response, 200, safeContentType(part), part.content);
  }

  private async showHtml({ response, segments: [id] }: Exchange): Promise<void> {
    const stored = this.find(id);
    const mail = await this.parse(stored);
    response.setHeader('Content-Security-Policy', mailContentSecurityPolicy);
    send(
      response,
      200,
      'text/html; charset=utf-8',
      toHtmlView(mail.html, mail.parts, ({ PartID }) => `/api/v1/message/${stored.id}/part/${PartID}`),
    );
  }

  private find(id: string | undefined): StoredMail {
    const mail = id === undefined ? undefined : this.mailbox.get(id);
    if (!mail) throw notFound();
    return mail;
  }

  private async toPage(mails: StoredMail[], query: URLSearchParams): Promise<MessagesPage> {
    const start = parseCount(query.get('start')) ?? 0;
    const limit = parseCount(query.get('limit')) ?? defaultPageSize;
    const messages: MessageSummary[] = [];
    for (const mail of mails.slice(start, start + limit)) {
      const indexed = await this.index(mail);
      if (indexed) messages.push({ ...indexed.summary, Read: mail.read });
    }
    return {
      total: this.mailbox.size,
      unread: this.mailbox.unread,
      count: messages.length,
      messages_count: mails.length,
      messages_unread: mails.filter(({ read }) => !read).length,
      start,
      tags: [],
      messages,
    };
  }

  /** Undefined when the email was deleted meanwhile. */
  private async index(mail: StoredMail): Promise<IndexedMail | undefined> {
    const indexing =
      this.indexedMails.get(mail) ??
      this.mailbox
        .raw(mail)
        .then((raw) => ParsedMail.parse(mail, raw))
        .then(toIndexedMail);
    this.indexedMails.set(mail, indexing);
    try {
      return await indexing;
    } catch (error) {
      this.indexedMails.delete(mail);
      if (isMissingFile(error)) return undefined;
      throw error;
    }
  }

  private parse(stored: StoredMail): Promise<ParsedMail> {
    if (this.lastParsed?.id !== stored.id) {
      const mail = this.mailbox.raw(stored).then((raw) => ParsedMail.parse(stored, raw));
      this.lastParsed = { id: stored.id, mail };
      mail.catch(() => {
        if (this.lastParsed?.mail === mail) this.lastParsed = undefined;
      });
    }
    return this.lastParsed.mail;
  }
}

function deletedIds(body: string): string[] {
  try {
    const { IDs } = JSON.parse(body) as { IDs?: unknown };
    return Array.isArray(IDs) ? IDs.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function parseCount(value: string | null): number | undefined {
  return value !== null && /^\d{1,6}$/.test(value) ? Number(value) : undefined;
}

import type { StreamableFile } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import type { BotReason, RequestContext } from '@postrider/contracts';
import { ServiceError, recordUnsubscribe } from '@postrider/contracts';
import type { LinkedMail } from '@postrider/links';
import {
  LinkKeys,
  MailLinks,
  readAttachmentLink,
  readClick,
  readOpen,
  readUnsubscribe,
  readView,
} from '@postrider/links';
import { ContractClient } from '@postrider/messaging';
import { CONFIG } from '@postrider/service';
import type { GatewayConfig } from '../config.js';
import { publicUrl } from '../config.js';
import { downloadAttachment } from '../logs/attachment-download.js';
import { EngagementBuffer } from './engagement-buffer.js';
import type { LinkedImage } from './linked-images.js';
import { LinkedImages } from './linked-images.js';
import { LinkedMails } from './linked-mails.js';
import type { LinkPages } from './link-pages.js';
import { linkPagesIn } from './link-pages.js';
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';

/** Bots by user agent (docs/tracking.md#bots); the first match wins. */
const agents: readonly (readonly [RegExp, BotReason])[] = [
  // Mail Privacy Protection loads every image of every email with exactly this user agent.
  [/^Mozilla\/5\.0$/, 'proxy'],
  [/GoogleImageProxy|ggpht\.com|YahooMailProxy|DuckDuckGo-Email/i, 'proxy'],
  [
    /barracuda|proofpoint|mimecast|safelinks|symantec|messagelabs|trend ?micro|sophos|fireeye|trellix|forcepoint|ironport|bitdefender|kaspersky|zscaler|check ?point|avanan|ironscales|virustotal|safe-?browsing|google-safety/i,
    'scanner',
  ],
  [
    /BingPreview|SkypeUriPreview|MicrosoftPreview|facebookexternalhit|WhatsApp\/|Slackbot|Discordbot|Embedly/i,
    'scanner',
  ],
  [/(?<!cu)bot\b|crawler|spider|HeadlessChrome|PhantomJS/i, 'scanner'],
  [
    /^(?:curl|wget|python|go-http|java|okhttp|axios|node|undici|libwww|ruby|php|guzzle|apache-httpclient|powershell|httpie|postman|dart|perl|lua|rust|reqwest)\b/i,
    'library',
  ],
];

/** Headers with which browsers mark prefetches. */
const prefetchHeaders = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'] as const;

interface Visit {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** Why the visitor is a bot; undefined for a person. */
export function getBotReason({ method, headers }: Visit): BotReason | undefined {
  if (method === 'HEAD') return 'head';
  if (prefetchHeaders.some((name) => /prefetch|preview|prerender/i.test(String(headers[name] ?? ''))))
    return 'prefetch';
  const agent = headers['user-agent']?.trim() ?? '';
  if (agent === '') return 'library';
  const known = knownAgents.get(agent);
  if (known !== undefined) return known === 'person' ? undefined : known;
  const bot = agents.find(([pattern]) => pattern.test(agent))?.[1];
  if (agent.length <= maxUserAgentLength) knownAgents.set(agent, bot ?? 'person');
  return bot;
}

/** Caches results, because matching all patterns takes longer than the rest of a response. */
const knownAgents = new LRUCache<string, BotReason | 'person'>({ max: 1_000 });
const maxUserAgentLength = 256;

const imageId = /^img_[0-9A-Za-z]{22}$/;

/** The response to a request for a link. */
export type LinkResponse =
  | { readonly kind: 'pixel' }
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'page'; readonly status: 200 | 410 | 503; readonly html: string }
  | { readonly kind: 'mail'; readonly html: string }
  | { readonly kind: 'file'; readonly file: StreamableFile }
  | { readonly kind: 'image'; readonly id: string; readonly image: LinkedImage };

/** A request for a link. */
export interface Visitor extends Visit {
  readonly requestId: string;
  readonly deadline: number;
  readonly ip: string | undefined;
  /** The account to which the host name belongs; undefined for the host name of the installation. */
  readonly owner: string | undefined;
}

/**
 * The links in emails (docs/tracking.md). Methods return undefined for an invalid link, without a reason. Opens and
 * clicks need no call to a service.
 */
@Injectable()
export class TrackingLinks {
  private readonly keys: LinkKeys | undefined;
  private readonly base: string;

  constructor(
    private readonly engagements: EngagementBuffer,
    private readonly mails: LinkedMails,
    private readonly images: LinkedImages,
    private readonly services: ContractClient,
    @Inject(CONFIG) config: Pick<GatewayConfig, 'TRACKING_KEY' | 'PUBLIC_URL' | 'PORT' | 'TLS_CERT'>,
  ) {
    const { TRACKING_KEY } = config;
    this.keys = TRACKING_KEY === undefined ? undefined : new LinkKeys(TRACKING_KEY);
    this.base = publicUrl(config);
  }

  open(token: string, visitor: Visitor): LinkResponse | undefined {
    const link = this.read(readOpen, token, visitor);
    if (!link) return undefined;
    this.engagements.add({ accountId: link.accountId, log_id: link.logId, kind: 'open', ...about(visitor) });
    return { kind: 'pixel' };
  }

  click(token: string, visitor: Visitor): LinkResponse | undefined {
    const link = this.read(readClick, token, visitor);
    if (!link) return undefined;
    const { accountId, logId: log_id, url, index } = link;
    this.engagements.add({ accountId, log_id, kind: 'click', link: index, url, ...about(visitor) });
    return { kind: 'redirect', url };
  }

  /** Only POST unsubscribes. It comes from the button on the page, or from the email client (RFC 8058). */
  async unsubscribe(token: string, visitor: Visitor, fromPage: boolean): Promise<LinkResponse | undefined> {
    const link = this.read(readUnsubscribe, token, visitor);
    if (!link) return undefined;
    const context = toContext(link, visitor);
    const pages = pagesFor(visitor);
    if (visitor.method !== 'POST')
      return { kind: 'page', status: 200, html: pages.unsubscribe(await this.mails.recipient(context, link)) };
    const { user_agent } = about(visitor);
    const via = fromPage ? 'page' : 'one_click';
    return this.unlessUnavailable(pages, async () => {
      await this.services.call(recordUnsubscribe, context, { log_id: link.logId, via, user_agent });
      return { kind: 'page', status: 200, html: pages.unsubscribed() };
    });
  }

  async view(token: string, visitor: Visitor): Promise<LinkResponse | undefined> {
    const link = this.read(readView, token, visitor);
    if (!link) return undefined;
    const pages = pagesFor(visitor);
    if (link.expires.getTime() < Date.now()) return { kind: 'page', status: 410, html: pages.expired() };
    return this.unlessUnavailable(pages, async () => ({
      kind: 'mail',
      html: await this.mails.page(toContext(link, visitor), link),
    }));
  }

  async attachment(token: string, visitor: Visitor): Promise<LinkResponse | undefined> {
    const link = this.read(readAttachmentLink, token, visitor);
    if (!link || link.expires.getTime() < Date.now()) return undefined;
    const mail = { log_id: link.logId, index: link.index };
    return this.unlessUnavailable(pagesFor(visitor), async () => ({
      kind: 'file',
      file: await downloadAttachment(this.services, toContext(link, visitor), mail),
    }));
  }

  /** An image of an account. Its id is random, so its URL needs no signature and outlives TRACKING_KEY. */
  async image(id: string, { owner, requestId, deadline, ip, headers }: Visitor): Promise<LinkResponse | undefined> {
    if (!imageId.test(id)) return undefined;
    return this.unlessUnavailable(linkPagesIn(headers['accept-language']), async () => {
      const image = await this.images.find(id, { requestId, deadline, ip });
      return owner === undefined || owner === image.accountId ? { kind: 'image', id, image } : undefined;
    });
  }

  /** Where an attachment is downloaded: a link that needs no API key, or the API's if TRACKING_KEY is not set. */
  attachmentUrl(mail: LinkedMail, index: number, expires: Date): string {
    return this.keys
      ? new MailLinks(this.keys, this.base, mail).attachment(expires, index)
      : `${this.base}/api/v1/logs/${mail.logId}/mail/attachments/${index}`;
  }

  /** The host name of an account serves only the links of that account. */
  private read<Link extends LinkedMail>(
    reader: (keys: LinkKeys, token: string) => Link | undefined,
    token: string,
    { owner }: Visitor,
  ): Link | undefined {
    const link = this.keys && reader(this.keys, token);
    return owner === undefined || link?.accountId === owner ? link : undefined;
  }

  private async unlessUnavailable(
    pages: LinkPages,
    work: () => Promise<LinkResponse | undefined>,
  ): Promise<LinkResponse | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === 'not_found') return undefined;
      return { kind: 'page', status: 503, html: pages.unavailable() };
    }
  }
}

const pagesFor = ({ headers }: Visitor): LinkPages => linkPagesIn(headers['accept-language']);

const toContext = ({ accountId }: LinkedMail, { requestId, deadline }: Visitor): RequestContext => ({
  accountId,
  requestId,
  deadline,
});

const maxAgentLength = 512;

function about(visitor: Visitor): { bot?: ReturnType<typeof getBotReason>; user_agent?: string } {
  const bot = getBotReason(visitor);
  const agent = visitor.headers['user-agent'];
  return { ...(bot && { bot }), ...(agent && { user_agent: agent.slice(0, maxAgentLength) }) };
}

import { Inject, Injectable } from '@nestjs/common';
import { LinkKeys, MailLinks, encodeTarget, maxTargetLength } from '@postrider/links';
import type { Artifact, RenderedMessage } from '@postrider/rendering';
import { withAddresses } from '@postrider/rendering';
import { CONFIG } from '@postrider/service';
import { LRUCache } from 'lru-cache';
import type { DeliveryConfig } from '../config.js';
import { pixelIn, rewriteHtml } from './rewrite-html.js';
import type { AccountTracking, TrackingChoice } from '@postrider/contracts';

/** What is tracked of one message; absent where nothing is. */
export interface MessageTracking {
  readonly opens?: boolean | undefined;
  readonly clicks?: boolean | undefined;
  /** What the account said of it, for its own host name and for the campaigns that the mail triggers. */
  readonly account?: AccountTracking | undefined;
}

/** What is tracked of a mail: what the send says, else the template, else the account, else nothing (docs/tracking.md#on-and-off). */
export function decidedTracking(
  send: TrackingChoice | undefined,
  template: TrackingChoice | undefined,
  account: AccountTracking | undefined,
): MessageTracking | undefined {
  const opens = send?.opens ?? template?.opens ?? account?.opens ?? false;
  const clicks = send?.clicks ?? template?.clicks ?? account?.clicks ?? false;
  if (!opens && !clicks && account === undefined) return undefined;
  return { ...(opens && { opens }), ...(clicks && { clicks }), ...(account && { account }) };
}

/** Syntax that a provider replaces (docs/tracking.md#untracked-links). A `%` that encodes nothing is always some. */
const tagOfProvider = /%(?![0-9a-f]{2})|\{\{|\{%|\$\{|\*\||\[\[|\[%|<%|\[unsubscribe\]/i;

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Where a link leads whose address is written so in an attribute; undefined where it is to stay as it is: no address on the web, too long, with tags of
 * a provider, or written in a way that browsers and we might read differently.
 */
export function targetOf(written: string): string | undefined {
  // A character is written with at most ten others.
  if (written.length > 10 * maxTargetLength) return undefined;
  const url = decoded(written.trim());
  if (url === undefined || Buffer.byteLength(url) > maxTargetLength) return undefined;
  if (!/^https?:\/\//i.test(url) || /[\x00-\x20\x7f]/.test(url) || tagOfProvider.test(url)) return undefined;
  return url.isWellFormed() && URL.canParse(url) ? url : undefined;
}

/** The text of an attribute's value; undefined where it has a reference to a character that is not one of the usual. */
function decoded(written: string): string | undefined {
  if (!written.includes('&')) return written;
  let unusual = false;
  const text = written.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]*));/gi,
    (reference, decimal, hex, name) => {
      const code = Number(decimal ?? `0x${hex}`);
      const character = name === undefined ? characterOf(code) : named[name as string];
      unusual ||= character === undefined;
      return character ?? (reference as string);
    },
  );
  return unusual ? undefined : text;
}

/** HTML gives codes below 160 beyond ASCII, and those of no character, meanings of their own. */
const characterOf = (code: number): string | undefined =>
  (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff))
    ? String.fromCodePoint(code)
    : undefined;

/** What of a message its links depend on. */
export interface TrackedMessage {
  readonly id: string;
  readonly accountId: string;
  readonly date: Date;
  readonly data: Readonly<Record<string, unknown>>;
  readonly opens: boolean;
  readonly clicks: boolean;
  /** The account's own host name for its links. */
  readonly domain?: string | undefined;
}

/** How long after the date of a mail its web view is shown (docs/tracking.md#the-web-view). */
const viewMs = 90 * 24 * 60 * 60 * 1000;

/** The addresses that the mails of this installation have: none where the operator has not said where it is reached. */
@Injectable()
export class MailTracking {
  private readonly keys: LinkKeys | undefined;
  private readonly publicUrl: URL | undefined;
  private readonly base: string;
  private readonly targets = new Targets();

  constructor(@Inject(CONFIG) { PUBLIC_URL, TRACKING_KEY }: Pick<DeliveryConfig, 'PUBLIC_URL' | 'TRACKING_KEY'>) {
    const possible = PUBLIC_URL !== undefined && TRACKING_KEY !== undefined;
    this.base = PUBLIC_URL ?? '';
    this.publicUrl = possible ? new URL(this.base) : undefined;
    this.keys = possible ? new LinkKeys(TRACKING_KEY) : undefined;
  }

  get isPossible(): boolean {
    return this.keys !== undefined;
  }

  /** The links of a mail that is tracked or prints addresses of its own; undefined for all others. */
  of(message: TrackedMessage, artifact: Pick<Artifact, 'addresses'>): TrackedMail | undefined {
    const tracked = message.opens || message.clicks;
    if (!this.keys || (!tracked && !artifact.addresses)) return undefined;
    const mail = { accountId: message.accountId, logId: message.id };
    return new TrackedMail(
      message,
      artifact,
      new MailLinks(this.keys, this.baseOf(message.domain), mail),
      this.targets,
    );
  }

  private baseOf(domain: string | undefined): string {
    return domain === undefined ? this.base : `${this.publicUrl!.protocol}//${domain}`;
  }
}

/** One mail with its links: before it is rendered, and after. */
export class TrackedMail {
  constructor(
    private readonly message: TrackedMessage,
    private readonly artifact: Pick<Artifact, 'addresses'>,
    private readonly links: MailLinks,
    private readonly targets: Targets,
  ) {}

  /** Opens or clicks of it come by us. */
  get isTracked(): boolean {
    return this.message.opens || this.message.clicks;
  }

  /** Where the links are is of interest. */
  get marksLinks(): boolean {
    return this.message.clicks;
  }

  /** What it is rendered with. */
  get data(): Readonly<Record<string, unknown>> {
    const { data, date } = this.message;
    if (!this.artifact.addresses) return data;
    const webview_url = this.links.view(new Date(date.getTime() + viewMs));
    return withAddresses(data, { unsubscribe_url: this.links.unsubscribe(), webview_url });
  }

  /** Where one unsubscribes, if the mail says so and the address is ours. */
  get unsubscribeUrl(): string | undefined {
    const printed = this.artifact.addresses?.includes('unsubscribe_url') === true;
    return printed && this.message.data['unsubscribe_url'] === undefined ? this.links.unsubscribe() : undefined;
  }

  /** As it leaves: links lead past us, and an open shows itself. The text and AMP parts stay as they are. */
  rewritten(rendered: RenderedMessage): RenderedMessage {
    const { html, links = [] } = rendered;
    if (html === undefined || !this.isTracked) return rendered;
    const pixel = this.message.opens ? pixelIn(html, this.links.open()) : undefined;
    return { ...rendered, html: rewriteHtml(html, links, this.toLink, pixel) };
  }

  /** As a page: its links lead past us, too, and looking at it is no open of the mail. */
  asPage({ html = '', links = [] }: RenderedMessage): string {
    return rewriteHtml(html, links, this.toLink);
  }

  private readonly toLink = (written: string, index: number): string | undefined => {
    const target = this.links.isOwn(written) ? undefined : this.targets.of(written, index);
    return target === undefined ? undefined : this.links.click(target);
  };
}

const maxTargets = 4_096;
const maxCachedLength = 500;

interface Target {
  readonly written: string;
  readonly target: string;
}

/** Where links lead, as links have it: most are the same in every mail of a template, and found out once. */
class Targets {
  private readonly known = new LRUCache<string, string>({ max: maxTargets });
  /** What the last mail had in each place: the next one mostly has the same there. */
  private readonly last: Target[] = [];

  /** Undefined where the link is to stay as it is. */
  of(written: string, index: number): string | undefined {
    const last = this.last[index];
    const target = last?.written === written ? last.target : this.find(written, index);
    return target === '' ? undefined : target;
  }

  private find(written: string, index: number): string {
    const key = `${index} ${written}`;
    const known = this.known.get(key);
    const target = known ?? encoded(written, index);
    if (written.length > maxCachedLength) return target;
    if (known === undefined) this.known.set(key, target);
    this.last[index] = { written, target };
    return target;
  }
}

function encoded(written: string, index: number): string {
  const url = targetOf(written);
  return url === undefined ? '' : encodeTarget(url, index);
}

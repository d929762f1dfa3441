import { Inject, Injectable } from '@nestjs/common';
import { LinkKeys, MailLinks, encodeTarget, maxTargetLength } from '@postrider/links';
import type { Artifact, RenderedMessage } from '@postrider/rendering';
import { withAddresses } from '@postrider/rendering';
import { CONFIG } from '@postrider/service';
import { LRUCache } from 'lru-cache';
import type { DeliveryConfig } from '../config.js';
import { pixelIn, rewriteHtml } from './rewrite-html.js';
import type { AccountTracking, TrackingChoice } from '@postrider/contracts';

/** Tracking of one message; absent when nothing is tracked. */
export interface MessageTracking {
  readonly opens?: boolean | undefined;
  readonly clicks?: boolean | undefined;
  /** The account's settings, for its tracking domain and for campaigns that the email triggers. */
  readonly account?: AccountTracking | undefined;
}

/** Precedence of tracking settings: send, template, account, off (docs/tracking.md#on-and-off). */
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

/**
 * Placeholders of providers (docs/tracking.md#untracked-links). A `%` that is not percent-encoding always counts as
 * one.
 */
const tagOfProvider = /%(?![0-9a-f]{2})|\{\{|\{%|\$\{|\*\||\[\[|\[%|<%|\[unsubscribe\]/i;

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * The target URL of a link as written in an attribute. Undefined when the link must not be rewritten: it is not
 * http(s), too long, contains a provider's placeholder, or browsers may parse it differently.
 */
export function parseTarget(value: string): string | undefined {
  // A character reference has at most ten characters.
  if (value.length > 10 * maxTargetLength) return undefined;
  const url = decoded(value.trim());
  if (url === undefined || Buffer.byteLength(url) > maxTargetLength) return undefined;
  if (!/^https?:\/\//i.test(url) || /[\x00-\x20\x7f]/.test(url) || tagOfProvider.test(url)) return undefined;
  return url.isWellFormed() && URL.canParse(url) ? url : undefined;
}

/** Decodes an attribute's value; undefined when it contains an unusual character reference. */
function decoded(value: string): string | undefined {
  if (!value.includes('&')) return value;
  let unusual = false;
  const text = value.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]*));/gi,
    (reference, decimal, hex, name) => {
      const code = Number(decimal ?? `0x${hex}`);
      const character = name === undefined ? toCharacter(code) : named[name as string];
      unusual ||= character === undefined;
      return character ?? (reference as string);
    },
  );
  return unusual ? undefined : text;
}

/** Excludes codes that HTML maps to other characters (128 to 159) and codes without a character. */
const toCharacter = (code: number): string | undefined =>
  (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff))
    ? String.fromCodePoint(code)
    : undefined;

/** The part of a message that its links depend on. */
export interface TrackedMessage {
  readonly id: string;
  readonly accountId: string;
  readonly date: Date;
  readonly data: Readonly<Record<string, unknown>>;
  readonly opens: boolean;
  readonly clicks: boolean;
  /** The account's tracking domain. */
  readonly domain?: string | undefined;
}

/** How long after the date of an email its web view is available (docs/tracking.md#the-web-view). */
const viewMs = 90 * 24 * 60 * 60 * 1000;

/** Creates tracking links, if the operator has set PUBLIC_URL and TRACKING_KEY. */
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

  /** The links of an email that is tracked or contains such links; undefined for all others. */
  of(message: TrackedMessage, artifact: Pick<Artifact, 'addresses'>): TrackedMail | undefined {
    const tracked = message.opens || message.clicks;
    if (!this.keys || (!tracked && !artifact.addresses)) return undefined;
    const mail = { accountId: message.accountId, logId: message.id };
    return new TrackedMail(
      message,
      artifact,
      new MailLinks(this.keys, this.getBaseUrl(message.domain), mail),
      this.targets,
    );
  }

  private getBaseUrl(domain: string | undefined): string {
    return domain === undefined ? this.base : `${this.publicUrl!.protocol}//${domain}`;
  }
}

/** An email with its tracking links, before and after rendering. */
export class TrackedMail {
  constructor(
    private readonly message: TrackedMessage,
    private readonly artifact: Pick<Artifact, 'addresses'>,
    private readonly links: MailLinks,
    private readonly targets: Targets,
  ) {}

  get isTracked(): boolean {
    return this.message.opens || this.message.clicks;
  }

  /** Whether the renderer must return the positions of links. */
  get marksLinks(): boolean {
    return this.message.clicks;
  }

  /** Template data with the unsubscribe and web view links. */
  get data(): Readonly<Record<string, unknown>> {
    const { data, date } = this.message;
    if (!this.artifact.addresses) return data;
    const webview_url = this.links.view(new Date(date.getTime() + viewMs));
    return withAddresses(data, { unsubscribe_url: this.links.unsubscribe(), webview_url });
  }

  /** The unsubscribe URL, if the template uses it and the data does not override it. */
  get unsubscribeUrl(): string | undefined {
    const printed = this.artifact.addresses?.includes('unsubscribe_url') === true;
    return printed && this.message.data['unsubscribe_url'] === undefined ? this.links.unsubscribe() : undefined;
  }

  /** The email as it is sent: with tracking links and an open pixel. The text and AMP parts stay unchanged. */
  rewritten(rendered: RenderedMessage): RenderedMessage {
    const { html, links = [] } = rendered;
    if (html === undefined || !this.isTracked) return rendered;
    const pixel = this.message.opens ? pixelIn(html, this.links.open()) : undefined;
    return { ...rendered, html: rewriteHtml(html, links, this.toLink, pixel) };
  }

  /** The web view: its links are tracked, but a view does not count as an open of the email. */
  asPage({ html = '', links = [] }: RenderedMessage): string {
    return rewriteHtml(html, links, this.toLink);
  }

  private readonly toLink = (value: string, index: number): string | undefined => {
    const target = this.links.isOwn(value) ? undefined : this.targets.of(value, index);
    return target === undefined ? undefined : this.links.click(target);
  };
}

const maxTargets = 4_096;
const maxCachedLength = 500;

interface Target {
  readonly written: string;
  readonly target: string;
}

/** Caches encoded targets, because most links are the same in every email of a template. */
class Targets {
  private readonly known = new LRUCache<string, string>({ max: maxTargets });
  /** The targets of the last email by position; the next email usually has the same. */
  private readonly last: Target[] = [];

  /** Undefined when the link must not be rewritten. */
  of(value: string, index: number): string | undefined {
    const last = this.last[index];
    const target = last?.written === value ? last.target : this.find(value, index);
    return target === '' ? undefined : target;
  }

  private find(value: string, index: number): string {
    const key = `${index} ${value}`;
    const known = this.known.get(key);
    const target = known ?? encoded(value, index);
    if (value.length > maxCachedLength) return target;
    if (known === undefined) this.known.set(key, target);
    this.last[index] = { written: value, target };
    return target;
  }
}

function encoded(value: string, index: number): string {
  const url = parseTarget(value);
  return url === undefined ? '' : encodeTarget(url, index);
}

import { Inject, Injectable } from '@nestjs/common';
import { LinkKeys, MailLinks } from '@postrider/links';
import type { Artifact, RenderedMessage } from '@postrider/rendering';
import { withAddresses } from '@postrider/rendering';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import { targetOf } from './link-target.js';
import { addPixel, rewriteLinks } from './rewrite-html.js';

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

  constructor(@Inject(CONFIG) { PUBLIC_URL, TRACKING_KEY }: Pick<DeliveryConfig, 'PUBLIC_URL' | 'TRACKING_KEY'>) {
    const possible = PUBLIC_URL !== undefined && TRACKING_KEY !== undefined;
    this.base = PUBLIC_URL ?? '';
    this.publicUrl = possible ? new URL(this.base) : undefined;
    this.keys = possible ? new LinkKeys(TRACKING_KEY) : undefined;
  }

  get isPossible(): boolean {
    return this.keys !== undefined;
  }

  /** The links of one mail, where it has any: it is tracked, or prints addresses of its own. */
  of(message: TrackedMessage, artifact: Pick<Artifact, 'addresses'>): TrackedMail | undefined {
    const tracked = message.opens || message.clicks;
    if (!this.keys || (!tracked && !artifact.addresses)) return undefined;
    const mail = { accountId: message.accountId, logId: message.id };
    return new TrackedMail(message, artifact, new MailLinks(this.keys, this.baseOf(message.domain), mail));
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
    if (rendered.html === undefined || !this.isTracked) return rendered;
    const linked = this.withLinks(rendered.html, rendered.links ?? []);
    return { ...rendered, html: this.message.opens ? addPixel(linked, this.links.open()) : linked };
  }

  /** As a page: its links lead past us, too, and looking at it is no open of the mail. */
  asPage(rendered: RenderedMessage): string {
    return this.withLinks(rendered.html ?? '', rendered.links ?? []);
  }

  private withLinks(html: string, starts: readonly number[]): string {
    return rewriteLinks(
      html,
      starts,
      (written) => {
        const url = targetOf(written);
        return url === undefined || this.links.isOwn(url) ? undefined : url;
      },
      (url, index) => this.links.click(url, index),
    );
  }
}

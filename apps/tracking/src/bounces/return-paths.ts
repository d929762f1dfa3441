import { Inject, Injectable } from '@nestjs/common';
import type { LinkedMail } from '@postrider/links';
import { LinkKeys, readReturnPath } from '@postrider/links';
import { CONFIG } from '@postrider/service';
import type { TrackingConfig } from '../config.js';

/** Recognizes the return paths that we have generated. */
@Injectable()
export class ReturnPaths {
  private readonly keys: LinkKeys | undefined;
  private readonly domain: string | undefined;

  constructor(@Inject(CONFIG) { TRACKING_KEY, BOUNCE_DOMAIN }: TrackingConfig) {
    this.keys = TRACKING_KEY === undefined ? undefined : new LinkKeys(TRACKING_KEY);
    this.domain = BOUNCE_DOMAIN;
  }

  get areConfigured(): boolean {
    return this.keys !== undefined && this.domain !== undefined;
  }

  parseAddress(address: string): LinkedMail | undefined {
    return this.keys && this.domain !== undefined ? readReturnPath(this.keys, this.domain, address) : undefined;
  }
}

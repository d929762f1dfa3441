import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type { CheckedAddress } from '@postrider/egress';
import { ReachableNetworks } from '@postrider/egress';
import { CONFIG } from '@postrider/service';
import type { TrackingConfig } from '../../config.js';

/** The two of the web, and those that need no privilege: no mail server, no database on a well-known port of somebody else's. */
const mayBePort = (port: number): boolean => port === 80 || port === 443 || port >= 1024;

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
export const unreachable = 'leads to a network that webhooks may not be posted to';

/** Where webhooks may lead: of what the URL says when it is written, and of where its name leads when it is connected to. */
@Injectable()
export class EndpointPolicy {
  private readonly networks: ReachableNetworks;

  constructor(
    @Inject(CONFIG)
    private readonly config: Pick<TrackingConfig, 'WEBHOOK_ALLOWED_NETWORKS' | 'WEBHOOK_ALLOW_HTTP'>,
  ) {
    this.networks = new ReachableNetworks(config.WEBHOOK_ALLOWED_NETWORKS);
  }

  /** What it may not be, as the end of a sentence; undefined where nothing is wrong with it. */
  faultOf(text: string): string | undefined {
    const url = new URL(text);
    const host = hostOf(url);
    const port = Number(url.port || (url.protocol === 'http:' ? 80 : 443));
    if (url.protocol !== 'https:' && !this.config.WEBHOOK_ALLOW_HTTP) return 'must begin with https://';
    if (!mayBePort(port)) return `must not name the port ${port}: 80, 443 and those from 1024 on are allowed`;
    // Of a name this is seen when it is connected to, each time.
    if (isIP(host) > 0 && !this.networks.permits(host)) return unreachable;
    return undefined;
  }

  /** The addresses that a name may be connected to; undefined where it leads elsewhere. */
  addressesOf(host: string, accountId?: string): Promise<readonly CheckedAddress[] | undefined> {
    return this.networks.addressesOf(host, accountId);
  }
}

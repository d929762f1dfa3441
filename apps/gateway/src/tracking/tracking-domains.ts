import { Inject, Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { CONFIG } from '@postrider/service';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import type { GatewayConfig } from '../config.js';

/** A host name works for its account within so long in all gateways. */
const everyMs = 30_000;

/** The host names that accounts have for the links in their mails: under them there is nothing else. */
@Injectable()
export class TrackingDomains extends PeriodicTask {
  private owners: ReadonlyMap<string, string> = new Map();
  private readonly publicHost: string | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly accounts: AccountsRepository,
    @Inject(CONFIG) { PUBLIC_URL }: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {
    super({ everyMs, firstAfterMs: 0, failure: 'the host names of accounts could not be read' });
    this.publicHost = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL).hostname;
  }

  /** Whose host name was asked for; undefined where it is the installation's own. Which one it was is found out only where there are others. */
  ownerOf(request: { readonly hostname: string | undefined }): string | undefined {
    if (this.owners.size === 0) return undefined;
    const { hostname: host } = request;
    return host === undefined || host === this.publicHost ? undefined : this.owners.get(host.toLowerCase());
  }

  protected async batch(): Promise<void> {
    const domains = await this.accounts.trackingDomains(this.database.manager);
    this.owners = new Map(domains.map(({ id, domain }) => [domain, id]));
  }
}

import type { CheckedAddress, Lookup } from '@postrider/egress';
import { ReachableNetworks } from '@postrider/egress';

/** API callers must not connect us to this host or port, or the host name has no address. */
export class EgressBlocked extends Error {
  override readonly name = 'EgressBlocked';
}

export interface EgressOptions {
  /** Private networks (CIDR) that are allowed, such as that of an on-premises relay. */
  readonly allowedNetworks?: readonly string[] | undefined;
  /** In addition to the four email submission ports. */
  readonly allowedPorts?: readonly number[] | undefined;
  /** The account that the mail servers belong to. */
  readonly accountId?: string | undefined;
}

const submissionPorts = [25, 465, 587, 2525];

/** The ports that ESP accounts may use, checked both when an account is created and when it is used. */
export const mailPorts = (allowed: readonly number[] = []): ReadonlySet<number> =>
  new Set([...submissionPorts, ...allowed]);

/** SSRF protection for mail server hosts and ports that API callers name. */
export class EgressGuard {
  private readonly networks: ReachableNetworks;
  private readonly ports: ReadonlySet<number>;
  private readonly accountId: string | undefined;

  constructor({ allowedNetworks, allowedPorts, accountId }: EgressOptions, resolve?: Lookup) {
    this.networks = new ReachableNetworks(allowedNetworks, resolve);
    this.ports = mailPorts(allowedPorts);
    this.accountId = accountId;
  }

  /** @throws EgressBlocked; any other error is a DNS failure. */
  async check(host: string, port: number): Promise<readonly CheckedAddress[]> {
    if (!this.ports.has(port)) throw new EgressBlocked(`Port ${port} is not one that emails may be sent to`);
    const addresses = await this.networks.resolveAddresses(host, this.accountId);
    if (!addresses)
      throw new EgressBlocked('The host of this account resolves to a network that emails may not be sent to');
    return addresses;
  }
}

import type { CheckedAddress, Lookup } from '@postrider/egress';
import { ReachableNetworks } from '@postrider/egress';

/** The host or port is one that callers may not make us connect to, or the name has no address. */
export class EgressRefused extends Error {
  override readonly name = 'EgressRefused';
}

export interface EgressOptions {
  /** Networks (CIDR) that are allowed although they are private, such as an on-premises relay's. */
  readonly allowedNetworks?: readonly string[] | undefined;
  /** Besides the four ports of mail submission. */
  readonly allowedPorts?: readonly number[] | undefined;
  /** Whose mail servers they are. */
  readonly accountId?: string | undefined;
}

const submissionPorts = [25, 465, 587, 2525];

/** The ports that callers may name, of an ESP account that is made as of one that is used. */
export const mailPorts = (allowed: readonly number[] = []): ReadonlySet<number> =>
  new Set([...submissionPorts, ...allowed]);

/** Keeps host names and ports that API callers give us for their mail servers from leading into our own network. */
export class EgressGuard {
  private readonly networks: ReachableNetworks;
  private readonly ports: ReadonlySet<number>;
  private readonly accountId: string | undefined;

  constructor({ allowedNetworks, allowedPorts, accountId }: EgressOptions, resolve?: Lookup) {
    this.networks = new ReachableNetworks(allowedNetworks, resolve);
    this.ports = mailPorts(allowedPorts);
    this.accountId = accountId;
  }

  /** @throws EgressRefused; any other error is the DNS being out of order. */
  async check(host: string, port: number): Promise<readonly CheckedAddress[]> {
    if (!this.ports.has(port)) throw new EgressRefused(`Port ${port} is not one that mail may be sent to`);
    const addresses = await this.networks.addressesOf(host, this.accountId);
    if (!addresses) throw new EgressRefused('The host of this account leads to a network that mail may not be sent to');
    return addresses;
  }
}

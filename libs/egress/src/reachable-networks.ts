import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { within } from '@postrider/concurrency';
import type { AccountLookup } from './name-lookups.js';
import { lookupTimedOut, lookupTimeoutMs, NameLookups } from './name-lookups.js';

export interface CheckedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

const lookups = new NameLookups((host) => lookup(host, { all: true }));

/**
 * This host, and private, shared, link-local, documentation, benchmark, multicast and reserved networks (IANA
 * special-purpose registries).
 */
const privateNetworks4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Includes tunnels whose endpoint is unknown: IPv4-compatible, IPv4-translated, Teredo, 6to4, local NAT64. */
const privateNetworks6 = [
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

function addNetwork(list: BlockList, network: string): void {
  const [address = '', prefix] = network.split('/');
  const version = isIP(address);
  if (version === 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix)))
    throw new Error(`${network} is not a network in CIDR notation`);
  list.addSubnet(
    address,
    prefix === undefined ? (version === 4 ? 32 : 128) : Number(prefix),
    version === 4 ? 'ipv4' : 'ipv6',
  );
}

/** Created once: the same for every account, and 16 KB outside of the heap. */
const privateNetworks = listPrivateNetworks();

function listPrivateNetworks(): BlockList {
  const list = new BlockList();
  for (const network of [...privateNetworks4, ...privateNetworks6]) addNetwork(list, network);
  // Addresses that NAT64 translates to one of the private IPv4 networks.
  for (const network of privateNetworks4) {
    const [address = '', prefix = ''] = network.split('/');
    list.addSubnet(`64:ff9b::${address}`, 96 + Number(prefix), 'ipv6');
  }
  return list;
}

/**
 * SSRF protection for hosts that API callers name: blocks our own networks except those that the operator allows. A
 * name is resolved once and every address checked. The caller must connect to the returned addresses, never to the
 * name, because a second DNS response could bypass the check.
 */
export class ReachableNetworks {
  private readonly allowed = new BlockList();

  /** `allowed`: private networks (CIDR) that may be reached. */
  constructor(
    allowed: readonly string[] = [],
    private readonly resolve: AccountLookup = (host, accountId) => lookups.resolveAddresses(host, accountId),
  ) {
    for (const network of allowed) addNetwork(this.allowed, network);
  }

  /**
   * Undefined if the host has no address or any address is blocked. `accountId` is charged for the lookup. Throws if
   * the DNS lookup fails.
   */
  async resolveAddresses(host: string, accountId?: string): Promise<readonly CheckedAddress[] | undefined> {
    const addresses = await within(this.resolve(host, accountId), lookupTimeoutMs, lookupTimedOut);
    if (addresses.length === 0 || !addresses.every(({ address }) => this.permits(address))) return undefined;
    return addresses.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
  }

  permits(address: string): boolean {
    const version = isIP(address);
    if (version === 0 || address.includes('%')) return false;
    const family = version === 4 ? 'ipv4' : 'ipv6';
    return this.allowed.check(address, family) || !privateNetworks.check(address, family);
  }
}

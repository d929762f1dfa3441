import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { within } from '@postrider/concurrency';

/** The host or port is one that callers may not make us connect to, or the name has no address. */
export class EgressRefused extends Error {
  override readonly name = 'EgressRefused';
}

export interface CheckedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

export interface EgressOptions {
  /** Networks (CIDR) that are allowed although they are private, such as an on-premises relay's. */
  readonly allowedNetworks?: readonly string[] | undefined;
  /** Besides the four ports of mail submission. */
  readonly allowedPorts?: readonly number[] | undefined;
}

type Lookup = (host: string) => Promise<readonly { address: string; family: number }[]>;

const submissionPorts = [25, 465, 587, 2525];

/** The ports that callers may name, of an ESP account that is made as of one that is used. */
export const mailPorts = (allowed: readonly number[] = []): ReadonlySet<number> =>
  new Set([...submissionPorts, ...allowed]);

const lookupTimeoutMs = 5_000;

/** This host, private, shared, link-local, documentation, benchmark, multicast and reserved networks (IANA special-purpose registries). */
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
/** With the tunnels whose end we cannot know: IPv4-compatible, IPv4-translated, Teredo, 6to4, local NAT64. */
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

/** Made once: the same for every account, and 16 KB outside of the heap. */
const privateNetworks = listPrivateNetworks();

function listPrivateNetworks(): BlockList {
  const list = new BlockList();
  for (const network of [...privateNetworks4, ...privateNetworks6]) addNetwork(list, network);
  // What NAT64 would turn into one of the private IPv4 networks.
  for (const network of privateNetworks4) {
    const [address = '', prefix = ''] = network.split('/');
    list.addSubnet(`64:ff9b::${address}`, 96 + Number(prefix), 'ipv6');
  }
  return list;
}

function lookupTimedOut(): never {
  throw Object.assign(new Error('DNS lookup timed out'), { code: 'ETIMEDOUT' });
}

/**
 * Keeps host names and ports that API callers give us from leading into our own network. The name is resolved once and every
 * address checked; the caller must connect to the addresses returned, never to the name, or a second answer of the DNS would
 * undo the check.
 */
export class EgressGuard {
  private readonly allowed = new BlockList();
  private readonly ports: ReadonlySet<number>;

  constructor(
    { allowedNetworks = [], allowedPorts }: EgressOptions,
    private readonly resolve: Lookup = (host) => lookup(host, { all: true }),
  ) {
    for (const network of allowedNetworks) addNetwork(this.allowed, network);
    this.ports = mailPorts(allowedPorts);
  }

  /** @throws EgressRefused; any other error is the DNS being out of order. */
  async check(host: string, port: number): Promise<readonly CheckedAddress[]> {
    if (!this.ports.has(port)) throw new EgressRefused(`Port ${port} is not one that mail may be sent to`);
    const addresses = await within(this.resolve(host), lookupTimeoutMs, lookupTimedOut);
    if (addresses.length === 0 || !addresses.every(({ address }) => this.permits(address))) {
      throw new EgressRefused('The host of this account leads to a network that mail may not be sent to');
    }
    return addresses.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
  }

  private permits(address: string): boolean {
    const version = isIP(address);
    if (version === 0 || address.includes('%')) return false;
    const family = version === 4 ? 'ipv4' : 'ipv6';
    return this.allowed.check(address, family) || !privateNetworks.check(address, family);
  }
}

import { jest } from '@jest/globals';
import { EgressGuard, EgressBlocked } from './egress-guard.js';

const resolvingTo =
  (...addresses: string[]) =>
  (): Promise<{ address: string; family: number }[]> =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
const check = (addresses: string[], options = {}, port = 587) =>
  new EgressGuard(options, resolvingTo(...addresses)).check('mail.example.com', port);

describe('EgressGuard', () => {
  it.each([
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '2606:2800:220:1::1',
    '64:ff9b::5db8:d822',
    '::ffff:93.184.216.34',
  ])('allows %s', async (address) => {
    await expect(check([address])).resolves.toMatchObject([{ address }]);
  });

  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '192.0.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::1',
    '2002:7f00:1::1',
    '2001:0:7f00:1::1',
    '::ffff:0:10.0.0.1',
    '3fff::1',
    '5f00::1',
    'not-an-address',
  ])('rejects %s', async (address) => {
    await expect(check([address])).rejects.toThrow(EgressBlocked);
  });

  it('rejects a name with a private address, or with none', async () => {
    await expect(check(['93.184.216.34', '10.0.0.1'])).rejects.toThrow(EgressBlocked);
    await expect(check([])).rejects.toThrow(EgressBlocked);
  });

  it('does not reveal the address in its error', async () => {
    await expect(check(['10.0.0.7'])).rejects.toThrow(
      /^The host of this account resolves to a network that emails may not be sent to$/,
    );
  });

  it('allows the configured networks and ports, and no others', async () => {
    const options = { allowedNetworks: ['10.20.0.0/16', '::1/128', '127.0.0.1'], allowedPorts: [1025] };
    await expect(check(['10.20.3.4'], options, 1025)).resolves.toHaveLength(1);
    await expect(check(['::1', '127.0.0.1'], options)).resolves.toHaveLength(2);
    await expect(check(['10.21.0.1'], options)).rejects.toThrow(EgressBlocked);
    await expect(check(['93.184.216.34'], options, 6379)).rejects.toThrow('Port 6379');
  });

  it('throws at construction for an invalid network', () => {
    expect(() => new EgressGuard({ allowedNetworks: ['10.0.0.0/x'] })).toThrow('10.0.0.0/x is not a network');
  });

  it('limits DNS lookups to 5 s', async () => {
    jest.useFakeTimers();
    try {
      const failed = new EgressGuard({}, () => new Promise(() => undefined))
        .check('mail.example.com', 587)
        .catch((error: unknown) => error);
      await jest.advanceTimersByTimeAsync(5_000);
      expect(await failed).toMatchObject({ message: 'DNS lookup timed out', code: 'ETIMEDOUT' });
    } finally {
      jest.useRealTimers();
    }
  });

  it('detects private addresses in other notations', async () => {
    for (const host of ['2130706433', '0x7f.1', '127.1', 'localhost'])
      await expect(new EgressGuard({}).check(host, 25)).rejects.toThrow(EgressBlocked);
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { createTestVhost, renewedCertificate, testCertificate, TlsFront, waitFor } from '@postrider/testing';
import { brokerFacts } from './broker-facts.js';
import { RecoveringChannel } from './recovering-channel.js';

describe('a RabbitMQ whose certificate is signed by a private CA', () => {
  let vhost: Awaited<ReturnType<typeof createTestVhost>>;
  let front: TlsFront;
  let folder: string;
  let ca: string;
  const channels: RecoveringChannel[] = [];
  beforeAll(async () => {
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    vhost = await createTestVhost();
    front = await TlsFront.of(vhost.url);
    folder = await mkdtemp(join(tmpdir(), 'postrider-ca-'));
    ca = join(folder, 'ca.crt');
  });
  beforeEach(() => writeFile(ca, testCertificate.cert));
  afterEach(() => Promise.all(channels.splice(0).map((channel) => channel.close())));
  afterAll(async () => {
    await front.close();
    await vhost.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const url = (parameter = ''): string => front.url(vhost.url) + parameter;
  const withCa = (): string => url(`?cacertfile=${encodeURIComponent(ca)}`);
  const opened = (address: string): RecoveringChannel => {
    const channel = new RecoveringChannel(address, 'tls', () => Promise.resolve());
    channels.push(channel);
    return channel;
  };
  const connected = (channel: RecoveringChannel): Promise<unknown> =>
    waitFor(() => channel.current !== undefined, { what: 'a channel' });

  it('the broker is accepted with its CA, by apps and by commands', async () => {
    await connected(opened(withCa()));
    await expect(brokerFacts(withCa(), undefined)).resolves.toHaveProperty('version');
  });

  it('the broker is accepted as the second of two brokers', async () => {
    await connected(opened(`amqps://localhost:1/none?cacertfile=${encodeURIComponent(ca)},${withCa()}`));
  });

  it('the broker is rejected without its CA', async () => {
    const channel = opened(url());
    await waitFor(() => channel.problem?.includes('self-signed certificate'), { what: 'the reason' });
    await expect(brokerFacts(url(), undefined)).rejects.toThrow('self-signed certificate');
  });

  it('the broker is accepted once the file holds its CA, without a restart', async () => {
    await writeFile(ca, renewedCertificate.cert);
    const channel = opened(withCa());
    await waitFor(() => channel.problem?.includes('self-signed certificate'), { what: 'the reason' });
    await writeFile(ca, testCertificate.cert);
    await connected(channel);
  });
});

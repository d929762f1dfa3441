import { gatewayConfig, requiresHttps } from './config.js';

const required = {
  AMQP_URL: 'memory:',
  DATABASE_URL: 'postgres://localhost/x',
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
};

describe('gatewayConfig', () => {
  it.each([
    ['127.0.0.1', ['127.0.0.1']],
    ['10.0.0.0/8, 192.168.0.1', ['10.0.0.0/8', '192.168.0.1']],
    ['fd00::/8', ['fd00::/8']],
  ])('accepts TRUST_PROXY=%s', (text, trusted) => {
    expect(gatewayConfig.read({ ...required, TRUST_PROXY: text }).TRUST_PROXY).toEqual(trusted);
  });

  it.each([
    'true',
    'yes',
    '0',
    '1',
    '2',
    'loopback',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    'proxy.internal',
    '-1',
  ])('rejects TRUST_PROXY=%s', (text) => {
    expect(() => gatewayConfig.read({ ...required, TRUST_PROXY: text })).toThrow(
      'TRUST_PROXY must be a list of the networks that proxies are in, such as 10.0.0.0/8',
    );
  });

  it.each(['short', 'has a space in the middle', 'has:a:colon:in:the:middle'])(
    'rejects BOOTSTRAP_LIVE_KEY=%s',
    (key) => {
      expect(() => gatewayConfig.read({ ...required, BOOTSTRAP_LIVE_KEY: key })).toThrow(
        'BOOTSTRAP_LIVE_KEY must be 16 to 256 printable characters',
      );
    },
  );

  it('requires HTTPS in production unless REQUIRE_HTTPS=false', () => {
    expect(requiresHttps(gatewayConfig.read(required))).toBe(false);
    expect(requiresHttps(gatewayConfig.read({ ...required, NODE_ENV: 'production' }))).toBe(true);
    expect(requiresHttps(gatewayConfig.read({ ...required, NODE_ENV: 'production', REQUIRE_HTTPS: 'false' }))).toBe(
      false,
    );
  });
});

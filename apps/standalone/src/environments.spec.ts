import { trackingConfig } from '../../tracking/src/config.js';
import { standaloneConfig } from './config.js';
import { buildEnvironment } from './environments.js';

it('the environment of tracking contains the variables for bounces, with the stored key', () => {
  const config = standaloneConfig.read({ DATABASE_URL: 'postgres://localhost/mail' });
  const url = 'postgres://localhost/mail';
  const databaseUrls = { gateway: url, template: url, delivery: url, tracking: url, customer: url, drip: url };
  const secrets = {
    secretsKey: Buffer.alloc(32).toString('base64'),
    trackingKey: Buffer.alloc(32, 1).toString('base64'),
    liveKey: 'live_1',
    testKey: 'test_1',
  };
  const environment = buildEnvironment('tracking', { config, secrets, databaseUrls, smtpUrl: 'smtp://localhost' }, 0);
  const read = trackingConfig.read({
    ...environment,
    BOUNCE_DOMAIN: 'bounce.acme.example',
    BOUNCE_SMTP_PORT: '2526',
  });
  expect(read.TRACKING_KEY).toBe(secrets.trackingKey);
});

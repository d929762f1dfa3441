import { banner } from './banner.js';
import { standaloneConfig } from './config.js';

describe('the output of npm start', () => {
  const secrets = { secretsKey: 's', trackingKey: 't', liveKey: 'live_1', testKey: 'test_1' };
  const output = (variables: Record<string, string>): string =>
    banner(
      {
        config: standaloneConfig.read({ DATABASE_URL: 'postgres://localhost/mail', ...variables }),
        secrets,
        databaseUrls: { gateway: '', template: '', delivery: '', tracking: '', customer: '', drip: '' },
        smtpUrl: '',
      },
      'http://127.0.0.1:8025',
    );

  it.each([
    [{}, 'http://localhost:3000'],
    [{ PORT: '3443', TLS_CERT: 'cert.pem' }, 'https://localhost:3443'],
    [{ TLS_CERT: 'cert.pem', PUBLIC_URL: 'https://mail.example.org' }, 'https://mail.example.org'],
  ])('contains the URLs: %j', (variables, origin) => {
    const text = output(variables);
    expect(text).toContain(`Dashboard  ${origin}/\n`);
    expect(text).toContain(`API        ${origin}/api/v1\n`);
    expect(text).toContain('SMTP       smtp://postrider:live_1@localhost:2525 ');
    expect(text).toContain(`curl -s -u live_1: ${origin}/api/v1/send `);
  });
});

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testCertificate } from '@postrider/testing';
import { deliveryConfig } from './config.js';

const required = { AMQP_URL: 'memory:', DATABASE_URL: 'postgres://localhost/x', SECRETS_KEY: `${'A'.repeat(43)}=` };

describe('the configuration', () => {
  test('ESP_BASE_URLS sets the address of each hosted type', () => {
    const { ESP_BASE_URLS } = deliveryConfig.read({
      ...required,
      ESP_BASE_URLS: 'esp_kind_7=https://dyn.example/x, esp_kind_2=http://127.0.0.1:8080',
    });
    expect(ESP_BASE_URLS).toEqual({ esp_kind_7: 'https://dyn.example/x', esp_kind_2: 'http://127.0.0.1:8080' });
    expect(deliveryConfig.read(required).ESP_BASE_URLS).toBeUndefined();
  });

  test.each([
    'https://dyn.example',
    'smtp=https://dyn.example',
    'esp_kind_9=https://dyn.example',
    'esp_kind_7=dyn.example',
    'esp_kind_7=ftp://dyn.example',
    'esp_kind_7=',
    'esp_kind_7=https://user:hunter2@dyn.example',
    'esp_kind_7=https://dyn.example?a=b',
    'esp_kind_7=https://dyn.example:port',
  ])('ESP_BASE_URLS=%s is rejected', (text) => {
    expect(() => deliveryConfig.read({ ...required, ESP_BASE_URLS: text })).toThrow(
      'ESP_BASE_URLS must be a comma-separated list such as',
    );
  });

  test('DEFAULT_SMTP_URL has a host and optional credentials', () => {
    for (const url of ['smtp://127.0.0.1:1025', 'smtps://ada%40example.com:p%25ss@mail.example'])
      expect(deliveryConfig.read({ ...required, DEFAULT_SMTP_URL: url }).DEFAULT_SMTP_URL).toBe(url);
  });

  test.each(['smtp://', 'smtp://mail.example:99999', 'smtp://ada:100%@mail.example', 'smtp://a b.example'])(
    'DEFAULT_SMTP_URL=%s is rejected',
    (url) => {
      expect(() => deliveryConfig.read({ ...required, DEFAULT_SMTP_URL: url })).toThrow(
        'DEFAULT_SMTP_URL must be a URL with a host',
      );
    },
  );

  describe('SMTP_CA_FILE', () => {
    const directory = mkdtempSync(join(tmpdir(), 'postrider-ca-'));
    const file = join(directory, 'ca.pem');
    afterAll(() => {
      rmSync(directory, { recursive: true });
    });
    const read = (content: string): string | undefined => {
      writeFileSync(file, content);
      return deliveryConfig.read({ ...required, SMTP_CA_FILE: file }).SMTP_CA_FILE;
    };

    test('is read at start', () => {
      const { cert } = testCertificate;
      expect(read(`# our own\n${cert}\n${cert}`)).toBe(cert + cert);
    });

    test.each([
      ['nothing', ''],
      ['a private key', testCertificate.key],
      ['a damaged certificate', testCertificate.cert.replace('MIIB', 'AAAA')],
    ])('with %s is rejected', (_what, content) => {
      expect(() => read(content)).toThrow('SMTP_CA_FILE must be the path of a readable file with certificates (PEM)');
    });

    test('that does not exist is rejected', () => {
      expect(() => deliveryConfig.read({ ...required, SMTP_CA_FILE: join(directory, 'none.pem') })).toThrow(
        'SMTP_CA_FILE must be the path',
      );
    });
  });

  describe('SECRETS_KEY', () => {
    const key = (): string => randomBytes(32).toString('base64');
    const read = (SECRETS_KEY: string): string => deliveryConfig.read({ ...required, SECRETS_KEY }).SECRETS_KEY;

    test.each([key(), `new:${key()},${key()}`, `2027:${key()},2026:${key()},default:${key()}`])(
      'accepts %s',
      (keys) => {
        expect(read(keys)).toBe(keys);
      },
    );

    // The later key would replace the first, and a rotation would seal everything with the key to be removed.
    test.each([`${key()},${key()}`, `default:${key()},${key()}`, `a:${key()},a:${key()}`])(
      'rejects two keys with the same name: %s',
      (keys) => {
        expect(() => read(keys)).toThrow('SECRETS_KEY must give each key a unique name');
      },
    );
  });
});

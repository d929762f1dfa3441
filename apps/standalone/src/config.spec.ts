import { standaloneConfig } from './config.js';

describe('the configuration of the standalone', () => {
  const read = (PUBLIC_URL: string) =>
    standaloneConfig.read({ DATABASE_URL: 'postgres://localhost/mail', PUBLIC_URL }).PUBLIC_URL;

  it('accepts a public URL with or without a trailing slash', () => {
    expect(read('https://mail.example.org/')).toBe('https://mail.example.org');
    expect(read('http://localhost:3000')).toBe('http://localhost:3000');
  });

  it('rejects an unusable public URL without repeating it', () => {
    expect(() => read('mail.example.org')).toThrow(
      'Configuration of standalone: PUBLIC_URL must start with http:// or https://.',
    );
  });

  it('describes every variable', () => {
    for (const [name, variable] of Object.entries(standaloneConfig.schema.shape))
      expect([name, variable.description]).toEqual([name, expect.any(String)]);
  });
});

import { standaloneConfig } from './config.js';

describe('the configuration of the standalone', () => {
  const read = (PUBLIC_URL: string) =>
    standaloneConfig.read({ DATABASE_URL: 'postgres://localhost/mail', PUBLIC_URL }).PUBLIC_URL;

  it('takes a public address with or without a slash at its end', () => {
    expect(read('https://mail.example.org/')).toBe('https://mail.example.org');
    expect(read('http://localhost:3000')).toBe('http://localhost:3000');
  });

  it('refuses a public address that no client could use, and does not repeat it', () => {
    expect(() => read('mail.example.org')).toThrow(
      'Configuration of standalone: PUBLIC_URL must begin with http:// or https://.',
    );
  });

  it('says of every variable what it means', () => {
    for (const [name, variable] of Object.entries(standaloneConfig.schema.shape))
      expect([name, variable.description]).toEqual([name, expect.any(String)]);
  });
});

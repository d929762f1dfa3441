import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { parseCatalogue } from '../../build/catalogue.js';

const campaigns = (language: string) =>
  parseCatalogue(readFileSync(join(import.meta.dirname, language, 'drip-campaigns.po'), 'utf8'));
jest.unstable_mockModule('./fr.js', () => ({ french: campaigns('fr') }));
jest.unstable_mockModule('./es.js', () => ({ spanish: campaigns('es') }));
const { preferredLanguage, setLanguage } = await import('./language.js');
const { tn } = await import('./texts.js');

const setGlobal = (name: string, value: object): void =>
  void Object.defineProperty(globalThis, name, { value, configurable: true });

// French counts 0 as one; French and Spanish have a form for millions, which their catalogues leave out.
it.each([
  ['fr', 0, '0 e-mail'],
  ['fr', 1, '1 e-mail'],
  ['fr', 2, '2 e-mails'],
  ['fr', 1_000_000, '1\u202f000\u202f000 e-mails'],
  ['es', 0, '0 correos'],
  ['es', 1, '1 correo'],
  ['es', 1_000_000, '1.000.000 correos'],
] as const)('in %s, %d emails are %s', async (language, count, text) => {
  setGlobal('document', { documentElement: {} });
  await setLanguage(language);
  expect(tn('{count} email', '{count} emails', count)).toBe(text);
});

it.each([
  [['fr-CA', 'de'], 'fr'],
  [['it-IT', 'es-MX', 'de'], 'es'],
  [['frr', 'est'], 'en'],
  [[], 'en'],
])('a browser in %j begins in %s', (names, language) => {
  setGlobal('navigator', { languages: names });
  expect(preferredLanguage()).toBe(language);
});

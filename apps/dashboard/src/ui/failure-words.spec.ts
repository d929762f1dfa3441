import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { catalogueOf } from '../../build/catalogue.js';
import { ApiFailure } from '../api/failure.js';

const german = catalogueOf(readFileSync(join(import.meta.dirname, '../i18n/de/ui.po'), 'utf8'));
jest.unstable_mockModule('../i18n/de.js', () => ({ german }));
const { speak } = await import('../i18n/language.js');
const { consequenceOf, headlineOf } = await import('./failure-words.js');

const away = (message: string) => new ApiFailure(message, { code: 'unavailable', httpStatus: 503, carriedOut: 'no' });
const later = 'nothing was accepted, try again later';

describe('what a failure says', () => {
  beforeAll(() => {
    // What `speak` tells the page.
    Object.assign(globalThis, { document: { documentElement: {} } });
    return speak('de');
  });

  it.each([
    [`The template service is not running; ${later}`, 'Der Dienst template läuft nicht.'],
    [
      'The delivery service did not answer in time; it may have been carried out, so repeat it with the same Idempotency-Key',
      'Der Dienst delivery hat nicht rechtzeitig geantwortet.',
    ],
    [
      `The drip service cannot reach what it needs; ${later}`,
      'Der Dienst drip erreicht nicht, was er braucht, etwa seine Datenbank.',
    ],
    [`The template service could not be reached; ${later}`, 'Der Dienst template war nicht zu erreichen.'],
    [`The message broker is not reachable; ${later}`, 'Der Message-Broker ist nicht zu erreichen.'],
    [
      'More is asked at once than there is room for; this request was not begun',
      'Von Postrider wird mehr auf einmal verlangt, als es bewältigen kann.',
    ],
    [`Too many big mails of this account are waiting to be compiled; ${later}`, 'Davon wartet schon zu viel.'],
  ])('is in the language of the reader: %s', (message, said) => {
    expect(headlineOf(away(message))).toBe(said);
  });

  it('does not say that nothing was changed of what is stored', () => {
    const { code, httpStatus } = away('');
    const stored = new ApiFailure('The change is stored, and holds for mails that wait', {
      code,
      httpStatus,
      carriedOut: 'yes',
    });
    expect(consequenceOf(stored)).toBeUndefined();
    expect(consequenceOf(away(''))).toBe('Es wurde nichts geändert.');
  });

  it('is what the API says where that is new here', () => {
    expect(headlineOf(away(`The moon is away; ${later}`))).toBe('The moon is away');
  });
});

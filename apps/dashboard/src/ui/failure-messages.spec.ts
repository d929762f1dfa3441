import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { parseCatalogue } from '../../build/catalogue.js';
import { ApiFailure } from '../api/failure.js';

const german = parseCatalogue(readFileSync(join(import.meta.dirname, '../i18n/de/ui.po'), 'utf8'));
jest.unstable_mockModule('../i18n/de.js', () => ({ german }));
const { setLanguage } = await import('../i18n/language.js');
const { describeConsequence, fieldMessage, getHeadline } = await import('./failure-messages.js');

const unavailable = (facts: object, message = 'The moon is unavailable; nothing was accepted, try again later') =>
  new ApiFailure(message, { code: 'unavailable', httpStatus: 503, carriedOut: 'no', ...facts });

describe('the message of a failure', () => {
  beforeAll(() => {
    // The reasons that the page receives.
    Object.assign(globalThis, { document: { documentElement: {} } });
    return setLanguage('de');
  });

  it.each([
    ['service_not_running', 'template', 'Der Dienst template läuft nicht.'],
    ['service_timeout', 'delivery', 'Der Dienst delivery hat nicht rechtzeitig geantwortet.'],
    ['dependency_unreachable', 'drip', 'Der Dienst drip erreicht einen benötigten Dienst nicht, etwa seine Datenbank.'],
    ['broker_unreachable', undefined, 'Der Message-Broker ist nicht zu erreichen.'],
    ['overloaded', undefined, 'Postrider ist überlastet.'],
    ['turn_missed', undefined, 'Zu viele Anfragen dieser Art warten.'],
  ])("is in the user's language: %s", (reason, service, expected) => {
    expect(getHeadline(unavailable({ reason, service }))).toBe(expected);
  });

  it.each([
    ['is required', 'ist erforderlich'],
    ['must be an email address', 'muss eine E-Mail-Adresse sein'],
    ['must be at most 1,000 characters', 'muss höchstens 1.000 Zeichen haben'],
    ['must be from 0.01 to 100', 'muss von 0,01 bis 100 sein'],
    ['must be the id of a webhook', 'must be the id of a webhook'],
  ])('names what is wrong with a field: %s', (message, expected) => {
    const invalid = (text: string) =>
      new ApiFailure(text, {
        code: 'invalid_request',
        httpStatus: 400,
        carriedOut: 'no',
        fields: [{ field: 'name', message }],
      });
    expect(fieldMessage(message)).toBe(expected);
    expect(getHeadline(invalid(`Invalid request: name ${message}`))).toBe(`Ungültige Anfrage: name ${expected}`);
    expect(getHeadline(invalid('The ESP account "Main" has no credentials'))).toBe(
      'The ESP account "Main" has no credentials',
    );
  });

  it('names the limit that an account has reached', () => {
    const failure = (message: string) =>
      new ApiFailure(message, { code: 'quota_exceeded', httpStatus: 429, carriedOut: 'no' });
    expect(getHeadline(failure('This account may have at most 1000 templates'))).toBe(
      'Dieses Konto hat seine Grenze erreicht: 1.000.',
    );
    expect(getHeadline(failure('This account may have at most 1000 bytes of files'))).toContain('bytes of files');
  });

  it('does not claim that nothing changed when the request took effect', () => {
    expect(describeConsequence(unavailable({ carriedOut: 'yes' }))).toBeUndefined();
    expect(describeConsequence(unavailable({}))).toBe('Es wurde nichts geändert.');
  });

  it("is the API's message when its code is unknown", () => {
    for (const reason of ['moon_away', 'constructor', undefined])
      expect(getHeadline(unavailable({ reason }))).toBe('The moon is unavailable');
  });
});

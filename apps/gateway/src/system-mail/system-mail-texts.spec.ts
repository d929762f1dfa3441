import { systemMailTextsIn } from './system-mail.service.js';

const languageOf = (...preferred: (string | null | undefined)[]): string =>
  systemMailTextsIn(...preferred)
    .reset()
    .subject.startsWith('Reset')
    ? 'English'
    : 'German';

describe('the texts of system mail', () => {
  it.each([
    [['de'], 'German'],
    [['de-AT'], 'German'],
    [['en', 'de'], 'English'],
    [[null, 'de'], 'German'],
    [[undefined, null], 'English'],
    [['fr'], 'English'],
    [['den'], 'English'],
    [[], 'English'],
  ])('for the languages %j are %s', (preferred, language) => {
    expect(languageOf(...preferred)).toBe(language);
  });

  it.each(['en', 'de'])('name the account, the inviter and the role: %s', (language) => {
    const invitation = { account: 'Acme', role: 'admin' as const };
    const { subject, lines } = systemMailTextsIn(language).invitation({ ...invitation, inviter: 'ada@acme.example' });
    expect(subject).toContain('Acme');
    expect(lines[0]).toMatch(/^ada@acme\.example (?=.*Acme).*admin/i);
    expect(systemMailTextsIn(language).invitation({ ...invitation, inviter: undefined }).lines[0]).toMatch(
      /administrator/i,
    );
  });
});

import { systemMailTextsIn } from './system-mail.service.js';

const languageOf = (...chosen: (string | null | undefined)[]): string =>
  systemMailTextsIn(...chosen)
    .reset()
    .subject.startsWith('Set')
    ? 'English'
    : 'German';

describe('the texts of mails about users', () => {
  it.each([
    [['de'], 'German'],
    [['de-AT'], 'German'],
    [['en', 'de'], 'English'],
    [[null, 'de'], 'German'],
    [[undefined, null], 'English'],
    [['fr'], 'English'],
    [['den'], 'English'],
    [[], 'English'],
  ])('%j are in %s', (chosen, language) => {
    expect(languageOf(...chosen)).toBe(language);
  });

  it.each(['en', 'de'])('name the account, who invites, and the role: %s', (language) => {
    const invitation = { account: 'Acme', role: 'admin' as const };
    const { subject, lines } = systemMailTextsIn(language).invitation({ ...invitation, inviter: 'ada@acme.example' });
    expect(subject).toContain('Acme');
    expect(lines[0]).toMatch(/^ada@acme\.example .*Acme.*admin/i);
    expect(systemMailTextsIn(language).invitation({ ...invitation, inviter: undefined }).lines[0]).toMatch(
      /administrator/i,
    );
  });
});

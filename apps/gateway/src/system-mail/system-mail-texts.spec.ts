import { systemMailTextsIn } from './system-mail.service.js';

describe('the texts of system email', () => {
  it.each([
    [['de'], 'de'],
    [['de-AT'], 'de'],
    [['fr-CA'], 'fr'],
    [['es-MX'], 'es'],
    [['en', 'de'], 'en'],
    [[null, 'de'], 'de'],
    [[undefined, null], 'en'],
    [['it'], 'en'],
    [['den'], 'en'],
    [[], 'en'],
  ])('for the languages %j are in %s', (preferred, language) => {
    const { reset, invitation, mention } = systemMailTextsIn(...preferred);
    expect(reset().language).toBe(language);
    expect(invitation({ account: 'Acme', inviter: undefined, role: 'viewer' }).language).toBe(language);
    const { subject, lines, ...rest } = mention({
      account: 'Acme',
      author: 'Ada',
      template: 'Receipt',
      text: 'Hello\n\nBye',
    });
    expect([rest.language, ...lines.slice(1)]).toEqual([language, 'Hello', 'Bye']);
    expect(subject).toMatch(/^Ada .*Receipt/);
    expect(lines[0]).toMatch(/^Ada .*Acme/);
  });

  it.each([
    ['en', 'Reset your password', 'An administrator', 'an admin'],
    ['de', 'Passwort zurücksetzen', 'Ein Administrator', 'als Admin'],
    ['fr', 'Réinitialiser votre mot de passe', 'Un administrateur', 'le rôle Administrateur'],
    ['es', 'Restablecer su contraseña', 'Un administrador', 'el rol Administrador'],
  ])('name the account, the inviter and the role: %s', (language, reset, administrator, role) => {
    const texts = systemMailTextsIn(language);
    expect(texts.reset().subject).toBe(reset);
    const invitation = { account: 'Acme', role: 'admin' as const };
    const { subject, lines } = texts.invitation({ ...invitation, inviter: 'ada@acme.example' });
    expect(subject).toContain('Acme');
    expect(lines[0]).toMatch(/^ada@acme\.example (?=.*Acme)/);
    expect(lines[0]).toContain(role);
    expect(texts.invitation({ ...invitation, inviter: undefined }).lines[0]).toMatch(RegExp(`^${administrator} `));
  });
});

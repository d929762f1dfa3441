import { linkPagesIn } from './link-pages.js';

describe('the pages of links in emails', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en-US,en;q=0.9,de;q=0.8', 'en'],
    ['it-IT, de;q=0.5', 'de'],
    ['it-DE', 'en'],
    ['fr-FR,fr;q=0.9', 'fr'],
    ['FR-ca', 'fr'],
    ['es-419,es;q=0.9', 'es'],
    ['den', 'en'],
    ['it', 'en'],
  ])('the header %j selects the language %s', (header, language) => {
    const pages = linkPagesIn(header);
    for (const html of [pages.unsubscribed(), pages.expired(), pages.unavailable(), pages.notFound()])
      expect(html).toContain(`<html lang="${language}">`);
  });

  it.each(['en', 'de', 'fr', 'es'])('show only the first letter of a recipient, as text: %s', (language) => {
    const html = linkPagesIn(language).unsubscribe('ada<b>@example.com');
    expect(html).toContain('<strong>a…@example.com</strong>');
    expect(html).not.toContain('<b>');
    expect(html).toContain('<form method="post" action="?via=page">');
  });
});

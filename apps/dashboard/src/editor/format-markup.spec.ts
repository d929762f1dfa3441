import { formatMarkup } from './format-markup.js';

/** The text without white space between blocks. */
const content = (source: string): string => source.replace(/\s+/g, '');

describe('formatting', () => {
  it('puts blocks on their own lines and indents them', () => {
    expect(formatMarkup('<table><tr><td>Hello <b>{{name}}</b>!</td><td></td></tr></table>')).toBe(
      ['<table>', '  <tr>', '    <td>Hello <b>{{name}}</b>!</td>', '    <td></td>', '  </tr>', '</table>', ''].join(
        '\n',
      ),
    );
  });

  it('keeps sections and attribute values', () => {
    const source = '<ul>{{#items}}<li class="{{#hot}}a > b{{/hot}}">{{name}}</li>{{/items}}</ul>';
    expect(formatMarkup(source)).toBe(
      ['<ul>', '  {{#items}}', '  <li class="{{#hot}}a > b{{/hot}}">{{name}}</li>', '  {{/items}}', '</ul>', ''].join(
        '\n',
      ),
    );
  });

  it('keeps preformatted text', () => {
    const source = '<div><pre>a\n   b</pre><style>\n p { }\n</style></div>';
    expect(formatMarkup(source)).toContain('<pre>a\n   b</pre>');
    expect(formatMarkup(source)).toContain('<style>\n p { }\n</style>');
  });

  it('keeps translatable messages', () => {
    const message = '{% trans name=user.name %}Dear {{ name }},\n   thank you!{% endtrans %}';
    expect(formatMarkup(`<div><p>a   b ${message}</p></div>`)).toContain(message);
  });

  it('formats MJML', () => {
    expect(
      formatMarkup(
        '<mjml><mj-body><mj-section><mj-column><mj-text>Hi {{name}}</mj-text><mj-spacer /></mj-column></mj-section></mj-body></mjml>',
      ),
    ).toBe(
      [
        '<mjml>',
        '  <mj-body>',
        '    <mj-section>',
        '      <mj-column>',
        '        <mj-text>Hi {{name}}</mj-text>',
        '        <mj-spacer />',
        '      </mj-column>',
        '    </mj-section>',
        '  </mj-body>',
        '</mjml>',
        '',
      ].join('\n'),
    );
  });

  it.each([
    '<p>a <i>b</i> c</p>\n\n<p>{% if x %}y{% endif %}</p>',
    '<td>1 < 2 & {{{raw}}}</td>',
    '<div><!--[if mso]><table><tr><td><![endif]-->x<!--[if mso]></td></tr></table><![endif]--></div>',
    '<p>unclosed {{tag <b',
  ])('changes only white space and is idempotent: %s', (source) => {
    const once = formatMarkup(source);
    expect(content(once)).toBe(content(source));
    expect(formatMarkup(once)).toBe(once);
  });
});

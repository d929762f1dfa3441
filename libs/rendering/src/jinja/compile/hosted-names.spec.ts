import { compileVersion } from '../../compile-version.js';

const warningsOf = async (html: string, snippet = '') =>
  (await compileVersion({ subject: 'S', html, engine: 'jinja' }, () => snippet)).warnings;

describe('names of another service', () => {
  it.each([
    ['{{ swu.lib.babel }}', ['html: swu.lib is what template_data has under that name']],
    ['{{ email_data.user.name }}{{ email_data.b }}', ['html: email_data is what template_data has under that name']],
    ['{% if swu.recipient %}x{% endif %}', ['html: swu has unsubscribe_url and webview_url']],
    ['{% include "s" %}', ['snippet "s": email_data is']],
  ])('%s is told', async (html, warnings) => {
    expect(await warningsOf(html, '{{ email_data.a }}')).toEqual(
      warnings.map((warning) => expect.stringContaining(warning) as unknown),
    );
  });

  it.each([
    '{{ swu.webview_url }}{{ swu.unsubscribe_url }}',
    '{% set email_data = {"a": 1} %}{{ email_data.a }}',
    '{{ user.email_data }}{{ order.swu.lib }}',
  ])('%s is nothing to be told', async (html) => {
    expect(await warningsOf(html)).toEqual([]);
  });
});

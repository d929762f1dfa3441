import { renderTemplate } from '../template/rendering.js';
import { headers, messageContent } from './message.js';

const findProblems = (named: Record<string, string>): string[] =>
  (headers.safeParse(named).error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`);

describe('the value of a header', () => {
  it.each([
    ['List-Unsubscribe', '<https://x.example/für>, <mailto:a@x.example?subject=Schluß>'],
    ['List-Id', 'Grüße <news.x.example>'],
    ['X-Note', 'Grüße'],
    ['Organization', '株式会社'],
    ['Precedence', 'bulk'],
  ])('%s: %s is accepted', (name, value) => {
    expect(findProblems({ [name]: value })).toEqual([]);
  });

  it.each([
    ['List-Unsubscribe', 'https://x.example/für', 'must be ASCII outside of < and >'],
    ['list-help', '(Grüße) <https://x.example/>', 'must be ASCII outside of < and >'],
    [
      'List-Unsubscribe',
      `<https://x.example/${'ü'.repeat(200)}>`,
      'must be at most 900 characters when it is percent-encoded',
    ],
    ['List-Id', 'News <grüße.x.example>', 'must be ASCII between < and >'],
    ['List-Id', 'grüße.x.example', 'must be ASCII between < and >'],
    ['In-Reply-To', '<grüße@x.example>', 'must be ASCII'],
    ['Feedback-ID', 'grüße:acme', 'must be ASCII'],
    ['Auto-Submitted', 'auto-generated; für', 'must be ASCII'],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=Öne-Click', 'must be ASCII'],
  ])('%s: %s is rejected', (name, value, problem) => {
    expect(findProblems({ [name]: value })).toEqual([`${name} ${problem}`]);
  });
});

it.each([
  ['x'.repeat(128 * 1024), 'must be at most 128 KB'],
  ['\u0000', 'must not contain NUL characters'],
])('the data of a rendering has the same limits as that of a send', (value, message) => {
  const template_data = { value };
  const problems = (schema: typeof renderTemplate.request | typeof messageContent, body: object) =>
    (schema.safeParse(body).error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]);
  const template = 'tem_01KQV5Xx7GJ8sVJ4mB2cDe';
  expect(problems(renderTemplate.request, { template, template_data })).toEqual([['template_data', message]]);
  expect(problems(messageContent, { template, template_data, recipient: { address: 'ada@example.com' } })).toEqual([
    ['template_data', message],
  ]);
});

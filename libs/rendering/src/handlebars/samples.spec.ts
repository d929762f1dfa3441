import { renderVersion } from '../testing/rendering.js';

/** Uses that the documentation of SendGrid shows, in other words. */
it.each<[use: string, template: string, cases: (readonly [data: unknown, html: string])[]]>([
  [
    'a salutation by cases',
    'Dear {{#if user.profile.male}}Sir{{else if user.profile.female}}Madam{{else}}Customer{{/if}},',
    [
      [{ user: { profile: { male: true } } }, 'Dear Sir,'],
      [{ user: { profile: { female: true } } }, 'Dear Madam,'],
      [{ user: { profile: {} } }, 'Dear Customer,'],
      [{}, 'Dear Customer,'],
    ],
  ],
  [
    'a receipt with a list and a default',
    '<p>Hi {{insert name "default=Customer"}}</p><table>{{#each items}}<tr><td>{{this.text}}</td><td>{{{price}}}</td></tr>' +
      '{{/each}}</table>{{#unless paid}}Please pay {{@root.total}}.{{/unless}}',
    [
      [
        { items: [{ text: 'Socks & Co', price: '&dollar; 5' }], total: '$ 5' },
        '<p>Hi Customer</p><table><tr><td>Socks &amp; Co</td><td>&dollar; 5</td></tr></table>Please pay $ 5.',
      ],
      [{ name: 'Ada', items: [], paid: true }, '<p>Hi Ada</p><table></table>'],
    ],
  ],
  [
    'comparisons inside of a list',
    '{{#each games}}{{#greaterThan this.home this.away}}won{{else}}{{#equals this.home this.away}}drawn{{else}}lost' +
      '{{/equals}}{{/greaterThan}}{{#unless @last}}, {{/unless}}{{/each}}',
    [
      [
        {
          games: [
            { home: 2, away: 1 },
            { home: 1, away: 1 },
            { home: '0', away: 3 },
          ],
        },
        'won, drawn, lost',
      ],
    ],
  ],
  [
    'conditions together',
    '{{#and favorite.food favorite.drink}}both{{else}}{{#or favorite.food favorite.drink}}one{{else}}none{{/or}}{{/and}}' +
      '{{#notEquals currentCharge expectedCharge}}!{{/notEquals}}',
    [
      [{ favorite: { food: 'tea', drink: 'milk' }, currentCharge: 1, expectedCharge: '1' }, 'both'],
      [{ favorite: { food: 'tea' }, currentCharge: 1, expectedCharge: 2 }, 'one!'],
      [{}, 'none'],
    ],
  ],
  [
    'the length of a cart, and a date with an offset',
    '{{#greaterThan (length cart) 1}}{{length cart}} items{{else}}{{length cart}} item{{/greaterThan}} until ' +
      '{{formatDate until "dddd, MMMM DD, YYYY h:mm A" "-0800"}}',
    [
      [{ cart: [1, 2], until: '2026-01-01T00:30:00Z' }, '2 items until Wednesday, December 31, 2025 4:30 PM'],
      [{ cart: ['a'], until: '2026-07-04T20:05:00.000Z' }, '1 item until Saturday, July 04, 2026 12:05 PM'],
    ],
  ],
])('%s', async (_use, html, cases) => {
  for (const [data, expected] of cases)
    expect((await renderVersion({ html, text: 't', engine: 'handlebars' }, data)).html).toBe(expected);
});

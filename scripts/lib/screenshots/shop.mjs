// Sample data of a fictional bookshop after some weeks. Equal in every run except for the times.

export const owner = { name: 'Ada Lovelace', email: 'ada@inkwell.example' };

const receipt = `<mjml>
  <mj-head>
    <mj-attributes>
      <mj-all font-family="Georgia, serif" />
      <mj-text font-size="16px" line-height="26px" color="#2b2b2b" />
    </mj-attributes>
  </mj-head>
  <mj-body background-color="#f4f1ea">
    <mj-section background-color="#1f3a34">
      <mj-column>
        <mj-text align="center" font-size="24px" color="#f4f1ea">Inkwell Books</mj-text>
      </mj-column>
    </mj-section>
    <mj-section background-color="#ffffff">
      <mj-column>
        <mj-text font-size="22px">Thank you, {{name}}</mj-text>
        <mj-text>Your order {{order.number}} is being packed. It leaves us {{order.ships}}.</mj-text>
        <mj-table>
          {{#order.items}}
          <tr>
            <td style="padding: 6px 0">{{title}}</td>
            <td align="right">{{price}}</td>
          </tr>
          {{/order.items}}
          <tr style="border-top: 1px solid #d8d2c4">
            <td style="padding: 10px 0"><b>Total</b></td>
            <td align="right"><b>{{order.total}}</b></td>
          </tr>
        </mj-table>
        <mj-button background-color="#1f3a34" href="https://inkwell.example/orders/{{order.number}}">Follow your order</mj-button>
      </mj-column>
    </mj-section>
    {% snippet "footer" %}
  </mj-body>
</mjml>
`;

const order = {
  name: 'Grace',
  order: {
    number: 'IW-20417',
    ships: 'tomorrow',
    items: [
      { title: 'The Left Hand of Darkness', price: '€ 14.00' },
      { title: 'Middlemarch', price: '€ 11.50' },
      { title: 'A Room of One’s Own', price: '€ 9.00' },
    ],
    total: '€ 34.50',
  },
};

/** @type {(title: string, text: string, button: string) => string} */
const letter = (title, text, button) => `<h1 style="font-family: Georgia, serif">${title}</h1>
<p>Hello {{name}},</p>
<p>${text}</p>
<p><a href="https://inkwell.example/account" style="padding: 10px 18px; background: #1f3a34; color: #ffffff">${button}</a></p>
{% snippet "signature" %}
`;

export const snippets = {
  footer: `<mj-section><mj-column><mj-text align="center" font-size="13px" color="#6b675e">Inkwell Books, 4 Quay Street, Galway</mj-text></mj-column></mj-section>`,
  signature: '<p>Inkwell Books, 4 Quay Street, Galway</p>',
};

/**
 * @typedef {object} Template
 * @property {number} share percentage of all emails
 * @property {string} name
 * @property {string} subject
 * @property {string} html
 * @property {string[]} tags
 * @property {string} [preheader]
 * @property {object} [template_data]
 */

/** @type {Template[]} */
export const templates = [
  {
    share: 31,
    name: 'Order receipt',
    subject: 'Your order {{order.number}}',
    preheader: 'It leaves us {{order.ships}}',
    html: receipt,
    tags: ['orders'],
    template_data: order,
  },
  {
    share: 24,
    name: 'Order shipped',
    subject: 'Your books are on their way, {{name}}',
    html: letter('On its way', 'Your parcel left Galway this morning.', 'Follow it'),
    tags: ['orders'],
  },
  {
    share: 16,
    name: 'Password reset',
    subject: 'Choose a new password',
    html: letter(
      'A new password',
      'Somebody, hopefully you, asked for a new password. The link works for an hour.',
      'Choose one',
    ),
    tags: ['account'],
  },
  {
    share: 12,
    name: 'Welcome',
    subject: 'Welcome to Inkwell, {{name}}',
    html: letter('Welcome', 'Good to have you. Here is what our readers loved this month.', 'Look around'),
    tags: ['account', 'onboarding'],
  },
  {
    share: 9,
    name: 'What to read next',
    subject: 'Three books for your next evening',
    html: letter('For you', 'Because you liked Middlemarch: three more.', 'See them'),
    tags: ['marketing'],
  },
  {
    share: 5,
    name: 'Your list is full',
    subject: '{{name}}, your wish list has news',
    html: letter('Back on the shelf', 'A book of your wish list is here again.', 'Get it'),
    tags: ['marketing'],
  },
  {
    share: 3,
    name: 'Gift card',
    subject: 'A gift for you from {{name}}',
    html: letter('A gift', 'Somebody thought of you.', 'Open it'),
    tags: ['orders'],
  },
];

const firstNames =
  'Grace Joan Edsger Barbara Alan Radia Donald Frances Tim Hedy Ken Mary Niklaus Adele Dennis Karen'.split(' ');
const lastNames =
  'Hopper Clarke Perlman Liskov Kay Holberton Hamilton Allen Lamarr Borg Wirth Goldberg Jones Wilkes'.split(' ');
const hosts = ['example.com', 'mail.example', 'post.example.org', 'example.net'];

/** The nth customer. */
export function customer(/** @type {number} */ n) {
  const [first, last] = [firstNames[(n * 7) % firstNames.length], lastNames[(n * 5 + 3) % lastNames.length]];
  const address = `${first}.${last}${n % 3 === 2 ? n % 90 : ''}@${hosts[(n * 3) % hosts.length]}`.toLowerCase();
  return { address, name: `${first} ${last}`, first };
}

export const rejections = [
  { status: 'bounced', rank: 60, message: '550 5.1.1 The mailbox does not exist' },
  { status: 'dropped', rank: 60, message: '552 5.2.2 The mailbox is full; given up after 9 attempts' },
  { status: 'failed_to_send', rank: 20, message: '421 4.7.0 Try again later, closing connection' },
];

/** Starting points for a new template. Each is checked against the template rules (starters.spec.ts). */
const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <style>
      body { margin: 0; background: #f6f7f9; }
      .card { background: #ffffff; color: #1a1d21; }
      .note { color: #59606b; }
      @media (prefers-color-scheme: dark) {
        body { background: #131518 !important; }
        .card { background: #1f2328 !important; color: #e8eaed !important; }
        .note { color: #a0a7b1 !important; }
      }
    </style>
  </head>
  <body>
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
      <tr>
        <td align="center" style="padding: 32px 16px;">
          <table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width: 100%;">
            <tr>
              <td class="card" style="padding: 32px; border-radius: 8px; font: 16px/24px Arial, sans-serif;">
                <p style="margin: 0 0 16px;">Hello {{name}},</p>
                <p style="margin: 0 0 24px;">write here what this mail is about.</p>
                <a href="{{link}}" style="display: inline-block; padding: 12px 20px; border-radius: 6px; background: #1d5fd1; color: #ffffff; text-decoration: none;">Open it</a>
              </td>
            </tr>
            <tr>
              <td class="note" align="center" style="padding: 16px; font: 12px/16px Arial, sans-serif;">Acme Inc., 1 Main Street</td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`;

const mjml = `<mjml>
  <mj-head>
    <mj-attributes>
      <mj-all font-family="Arial, sans-serif" />
      <mj-text font-size="16px" line-height="24px" color="#1a1d21" />
    </mj-attributes>
  </mj-head>
  <mj-body background-color="#f6f7f9">
    <mj-section background-color="#ffffff" border-radius="8px">
      <mj-column>
        <mj-text>Hello {{name}},</mj-text>
        <mj-text>write here what this mail is about.</mj-text>
        <mj-button href="{{link}}" align="left" background-color="#1d5fd1" border-radius="6px">Open it</mj-button>
      </mj-column>
    </mj-section>
    <mj-section>
      <mj-column>
        <mj-text align="center" font-size="12px" line-height="16px" color="#59606b">Acme Inc., 1 Main Street</mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`;

const text = `Hello {{name}},

write here what this mail is about.

{{link}}

Acme Inc., 1 Main Street
`;

const subject = 'Hello {{name}}';
const preheader = 'What it is about, in a line';
const template_data = { name: 'Ada', link: 'https://acme.example/hello' };

export const starters = {
  html: { subject, preheader, html, template_data },
  mjml: { subject, preheader, html: mjml, template_data },
  text: { subject, text, template_data },
} as const;

export type StarterName = keyof typeof starters;

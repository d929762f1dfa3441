import { createHmac } from 'node:crypto';
import { waitFor } from '@postrider/testing';
import PostalMime from 'postal-mime';
import type { WholeSystem } from './whole-system.js';
import { liveKey, startWholeSystem } from './whole-system.js';

interface Installed {
  readonly key: string;
  readonly template: string;
  readonly created: boolean;
}
interface Template {
  readonly locales: readonly { readonly locale: string; readonly published: number }[];
}
const locales = ['en-US', 'de-DE', 'es-ES', 'fr-FR', 'it-IT', 'nl-NL', 'pl-PL', 'pt-BR'];

describe('the email of Supabase', () => {
  let system: WholeSystem;
  let installed: readonly Installed[];
  const callApi = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const response = await fetch(`${system.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Basic ${btoa(`${liveKey}:`)}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const parsedBody = (await response.json()) as Body;
    if (response.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(parsedBody)}`);
    return parsedBody;
  };
  const install = async () =>
    (await callApi<{ templates: Installed[] }>('POST', '/ready_templates/identity')).templates;

  beforeAll(async () => {
    system = await startWholeSystem();
    await callApi('PATCH', '/account', {
      name: 'Acme',
      default_sender: { address: 'login@acme.example', reply_to: 'help@acme.example', name: 'Acme' },
    });
    installed = await install();
  }, 120_000);
  afterAll(() => system.stop());

  it('has starter templates in eight languages, which are installed once', async () => {
    expect(installed).toHaveLength(7);
    expect(installed.every(({ created }) => created)).toBe(true);
    expect(await install()).toEqual(installed.map((one) => ({ ...one, created: false })));
    for (const { template } of installed) {
      const { data } = await callApi<{ data: Template[] }>('GET', `/templates/search?q=${template}`);
      expect(data[0]!.locales.map(({ locale }) => locale).toSorted()).toEqual(locales.toSorted());
    }
  });

  it('renders in every language without a text that is not translated', async () => {
    for (const { template, key } of installed) {
      const subjects = new Set<string>();
      for (const locale of locales) {
        const [version] = await callApi<{ template_data: object }[]>(
          'GET',
          `/templates/${template}/locales/en-US/versions`,
        );
        const rendered = await callApi<{ subject: string; html: string; text: string }>('POST', '/render', {
          template,
          locale,
          template_data: version!.template_data,
          strict: key !== 'notice' && key !== 'invite',
        });
        subjects.add(rendered.subject);
        expect(rendered.html).toContain(`lang="${locale.slice(0, 2)}"`);
        for (const part of [rendered.html, rendered.text]) {
          expect(part).toContain('Acme');
          expect(part).not.toMatch(/{{|{%|%\(/);
        }
      }
      expect(subjects.size).toBe(locales.length);
    }
  });

  it('passes the checks of the editor', async () => {
    for (const { template } of installed) {
      const [version] = await callApi<Record<string, unknown>[]>('GET', `/templates/${template}/versions`);
      const { subject, html, text, preheader, engine, autoescape, template_data } = version!;
      const check = { subject, html, text, preheader, engine, autoescape, template_data };
      expect(await callApi('POST', '/templates/check', check)).toMatchObject({
        valid: true,
        problems: [],
        warnings: [],
      });
    }
  });

  it('has starter templates that pass the checks, and render no variable that their sample data lacks', async () => {
    const { templates } = await callApi<{ templates: Record<string, unknown>[] }>('GET', '/ready_templates');
    expect(templates).toHaveLength(17);
    for (const { key, name: _name, ...content } of templates) {
      const { sizes, ...check } = await callApi<{ sizes: { html: number } }>('POST', '/templates/check', content);
      expect({ key, ...check }).toMatchObject({ key, valid: true, problems: [], warnings: [] });
      expect(sizes.html).toBeLessThan(102 * 1024);
      const mail = await callApi<Record<'subject' | 'html' | 'text', string>>('POST', '/templates/preview', content);
      expect({ key, ...mail }).toMatchObject({ key, problems: [], warnings: [], missing: [] });
      expect(mail.html).toContain('prefers-color-scheme: dark');
      for (const part of [mail.subject, mail.html, mail.text]) expect(part).not.toMatch(/{{|{%|%[A-Z]+%/);
      for (const part of [mail.html, mail.text]) expect(part).toContain('Acme, 1 Main Street, Springfield');
    }
  });

  it('arrives in the language of the user, once, with its link and its code', async () => {
    const templates = Object.fromEntries(installed.map(({ key, template }) => [key, template]));
    const { identity_hook, secret } = await callApi<{ identity_hook: { url: string }; secret: string }>(
      'POST',
      '/identity_hooks',
      {
        kind: 'supabase',
        name: 'Login',
        project_url: 'https://abcdefgh.supabase.co',
        templates: { recovery: templates['reset'], email_change: templates['email_change'] },
      },
    );
    const call = async (id: string, email_data: object): Promise<void> => {
      const body = JSON.stringify({
        user: { email: 'ada@example.com', new_email: 'new@example.com', user_metadata: { language: 'de' } },
        email_data,
      });
      const timestamp = String(Math.floor(Date.now() / 1000));
      const key = Buffer.from(secret.slice('v1,whsec_'.length), 'base64');
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
      const response = await fetch(`${system.url}${new URL(identity_hook.url).pathname}`, {
        method: 'POST',
        headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` },
        body,
      });
      expect([response.status, await response.json()]).toEqual([200, {}]);
    };
    const received = async (address: string) => {
      await waitFor(() => system.sink.mails.some(({ to }) => to.includes(address)));
      const mails = system.sink.mails.filter(({ to }) => to.includes(address));
      return Promise.all(mails.map(({ raw }) => PostalMime.parse(raw)));
    };

    for (const _attempt of [1, 2])
      await call('msg_reset', {
        email_action_type: 'recovery',
        token: '305805',
        token_hash: 'of-reset',
        redirect_to: '',
      });
    const link = (hash: string, type: string): string =>
      `https://abcdefgh.supabase.co/auth/v1/verify?token=${hash}&type=${type}`;
    const [reset] = await received('ada@example.com');
    expect(reset).toMatchObject({ subject: 'Setzen Sie Ihr Passwort zurück', from: { address: 'login@acme.example' } });
    expect(reset!.text).toContain(link('of-reset', 'recovery'));
    expect(reset!.html).toContain(`href="${link('of-reset', 'recovery').replace('&', '&amp;')}"`);
    expect(reset!.text).toContain('305805');

    await call('msg_change', {
      email_action_type: 'email_change',
      token: '111111',
      token_hash: 'of-new',
      token_new: '222222',
      token_hash_new: 'of-current',
    });
    const [atNew] = await received('new@example.com');
    expect(atNew!.text).toContain('222222');
    expect(atNew!.text).toContain(link('of-new', 'email_change'));
    await waitFor(async () => (await received('ada@example.com')).length > 1);
    const atCurrent = await received('ada@example.com');
    expect(atCurrent).toHaveLength(2);
    expect(atCurrent[1]!.text).toContain('111111');
    expect(atCurrent[1]!.text).toContain(link('of-current', 'email_change'));
    expect(atCurrent[1]!.text).toContain('new@example.com');
  });
});

import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '@postrider/client';
import { templatesCommand } from '../../../template-files/src/commands/templates.command.js';
import type { MailProject } from '../../../template-files/src/testing/mail-project.js';
import { createMailProject } from '../../../template-files/src/testing/mail-project.js';
import type { WholeSystem } from './whole-system.js';
import { liveKey, startWholeSystem } from './whole-system.js';

const guide = new URL('../../../../docs/guides/react-email.md', import.meta.url);
const sender = { address: 'shop@acme.example', reply_to: 'shop@acme.example', name: 'Acme' };
const data = {
  user: { name: 'Grace <3' },
  url: 'https://acme.example/?a=1&b=2',
  items: [
    { name: 'Pencil', price: '1.00' },
    { name: 'Paper', price: '4.00' },
  ],
};

describe('templates in React Email', () => {
  let system: WholeSystem;
  let project: MailProject;
  beforeAll(async () => {
    [system, project] = await Promise.all([startWholeSystem(), createMailProject()]);
    const text = await readFile(guide, 'utf8');
    const block = (language: string) => new RegExp('```' + language + '\n([^]*?)```').exec(text)![1]!;
    await project.write('mail/templates/welcome/template.yaml', 'name: Welcome\ntags: [onboarding]\n');
    await project.write('mail/templates/welcome/en-US.yaml', block('yaml'));
    await project.write('mail/templates/welcome/en-US.tsx', block('tsx'));
    await project.write('mail/components/footer.tsx', 'export const Footer = () => <p>Acme Inc.</p>;');
    await project.write('mail/templates/built/template.yaml', 'name: Built\n');
    await project.write('mail/templates/built/en-US.yaml', 'name: Built\nsubject: Hello\n');
    await project.write('mail/templates/built/en-US.html', '<p>Hello {{name}}</p>\n');
  }, 60_000);
  afterAll(async () => {
    await system?.stop();
    await project?.remove();
  });

  const run = async (line: string) => {
    const printed: string[] = [];
    const warned: string[] = [];
    const terminal = {
      print: (text: string) => void printed.push(text),
      warn: (text: string) => void warned.push(text),
      environment: { POSTRIDER_URL: system.url, POSTRIDER_API_KEY: liveKey },
    };
    const [action, ...rest] = line.split(' ');
    const code = await templatesCommand.run([action!, join(project.folder, 'mail'), ...rest], terminal);
    return { code, printed: printed.join('\n'), warned: warned.join('\n') };
  };
  const file = (path: string) => readFile(join(project.folder, 'mail/templates', path), 'utf8');
  const readId = async (path: string) => /^id: (\w+)$/m.exec(await file(path))![1]!;

  it('are pushed, sent with the data of their props, and translated', async () => {
    const dry = await run('push --dry-run');
    expect([dry.code, dry.warned]).toEqual([2, '2 differences; nothing was pushed.']);
    expect(dry.printed).toContain('+++ b/templates/welcome/en-US.html');
    expect(await run('push --yes')).toMatchObject({ code: 0, warned: '' });
    expect(await run('push --yes')).toMatchObject({ code: 0, printed: '', warned: '' });
    expect(await run('check')).toMatchObject({ code: 0, warned: '' });
    expect((await run('preview welcome/en-US')).printed).toMatch(/^Welcome, Ada\n\n[^]*Your coupon: THANKS/);

    const client = createClient({ url: system.url, key: liveKey });
    const template = await readId('welcome/template.yaml');
    const { receipt_id } = await client.send({ template, to: 'grace@example.com', sender, template_data: data });
    const [mail] = await system.sink.received(1);
    expect(mail!.raw.toString()).toContain('Subject: Welcome, Grace <3');
    const sent = await client.GET('/logs/{log_id}/mail', { params: { path: { log_id: receipt_id } } });
    const { html = '', text } = sent.data!;
    for (const part of [
      'Hello Grace &lt;3</h1>',
      '2 items wait for you:',
      'Pencil: 1.00',
      'Paper: 4.00',
      'href="https://acme.example/?a=1&amp;b=2"',
    ])
      expect(html).toContain(part);
    expect(html).not.toContain('coupon');
    expect(text).toMatch(/Hello Grace <3\n[^]*Pencil: 1.00/);

    const pot = await client.GET('/i18n/pot/{tag}', { params: { path: { tag: 'onboarding' } }, parseAs: 'text' });
    for (const message of ['Hello %(user.name)s', 'One item waits for you:', '%(items.length)s items wait for you:'])
      expect(pot.data).toContain(`"${message}"`);
  }, 240_000);

  it('keep their sources when the server was changed', async () => {
    const names = (await readdir(join(project.folder, 'mail/templates'), { recursive: true })).toSorted();
    const client = createClient({ url: system.url, key: liveKey });
    for (const folder of ['welcome', 'built']) {
      const path = {
        template_id: await readId(`${folder}/template.yaml`),
        version_id: await readId(`${folder}/en-US.yaml`),
      };
      const body = { name: 'Changed', subject: 'Changed', html: '<p>Changed</p>' };
      expect(
        (await client.PUT('/templates/{template_id}/versions/{version_id}', { params: { path }, body })).error,
      ).toBe(undefined);
    }
    const conflict = await run('pull');
    expect(conflict.code).toBe(1);
    expect(conflict.warned).toContain(
      'templates/welcome/en-US: was changed on the server, and is made from a source here; after pull --force the next push overwrites it',
    );
    expect((await run('push --yes')).warned).toContain('en-US: was changed on the server since the last pull');
    expect(await run('pull --force')).toMatchObject({ code: 0, warned: '' });
    expect((await readdir(join(project.folder, 'mail/templates'), { recursive: true })).toSorted()).toEqual(names);
    expect(await file('built/en-US.html')).toBe('<p>Hello {{name}}</p>\n');
    expect((await run('push --yes')).printed).toContain('-<p>Changed</p>');
    expect(await run('push --dry-run')).toMatchObject({ code: 0, printed: '' });
  }, 240_000);

  it('are rejected with the line of a problem', async () => {
    const path = join(project.folder, 'mail/templates/welcome/en-US.tsx');
    const source = await readFile(path, 'utf8');
    await writeFile(path, source.replace('{user.name}', '{user.name.first.trim()}'));
    const line = source.split('\n').findIndex((text) => text.includes('{user.name}')) + 1;
    expect((await run('push --yes')).warned).toMatch(new RegExp(`^templates/welcome/en-US.tsx:${line}: .*trim`));
    await writeFile(path, source.replace('when(coupon, ', '(coupon && '));
    expect((await run('push --yes')).warned).toContain(
      'templates/welcome/en-US.tsx: "coupon" decides what is rendered',
    );
    await project.write('mail/templates/welcome/en-US.html', '<p>x</p>');
    expect((await run('check')).warned).toContain('en-US.html: is made from en-US.tsx; remove one of them');
  }, 240_000);
});

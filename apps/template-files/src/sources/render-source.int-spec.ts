import type { MailProject } from '../testing/mail-project.js';
import { createMailProject } from '../testing/mail-project.js';
import type { RenderedSource } from './render-source.js';
import { SourceRenderer } from './render-source.js';

describe('SourceRenderer', () => {
  let project: MailProject;
  let renderer: SourceRenderer;
  beforeAll(async () => {
    project = await createMailProject();
    renderer = new SourceRenderer();
  });
  afterAll(async () => {
    await renderer?.close();
    await project?.remove();
  });

  const rendered = async (source: string, data?: string): Promise<RenderedSource> =>
    renderer.render({ path: await project.write('mail/templates/m/en-US.tsx', source), data });
  /** The body of a component with these props, without markup of its own. */
  const renderBody = async (props: string, jsx: string, sample?: string): Promise<string> => {
    const response = await rendered(component(props, jsx), sample);
    if ('problem' in response) throw new Error(response.problem);
    return /<main>(.*)<\/main>/s.exec(response.html)![1]!;
  };
  const component = (props: string, jsx: string): string => `
    import { plural, t, when } from '@postrider/client/email';
    export default (${props}) => <main>${jsx}</main>;`;

  it.each([
    ['a text', '{ name }', '<p>Hello {name}</p>', '<p>Hello {{name}}</p>'],
    ['a nested text', '{ user }', '<p>{user.name}</p>', '<p>{{user.name}}</p>'],
    [
      'an attribute',
      '{ url }',
      '<a href={url} title={`to ${url}`}>x</a>',
      '<a href="{{url}}" title="to {{url}}">x</a>',
    ],
    ['a style', '{ color }', '<p style={{ color }}>x</p>', '<p style="color:{{color}}">x</p>'],
    ['a list', '{ items }', '{items.map((i, n) => <b key={n}>{i.name}</b>)}', '{{#items}}<b>{{name}}</b>{{/items}}'],
    ['a list of texts', '{ tags }', '{tags.map((tag) => <b key={tag}>{tag}</b>)}', '{{#tags}}<b>{{.}}</b>{{/tags}}'],
    [
      'a list in a list',
      '{ a }',
      '{a.map((b) => b.c.map((d) => <i>{d.e}</i>))}',
      '{{#a}}{{#c}}<i>{{e}}</i>{{/c}}{{/a}}',
    ],
    ['the length of a list', '{ items }', '{items.length} items', '{{items.length}} items'],
    ['one of a list', '{ items }', '{items[0].name}', '{{items.0.name}}'],
    ['a condition', '{ a }', '{when(a, <b>yes</b>)}', '{{#a}}<b>yes</b>{{/a}}'],
    ['an alternative', '{ a }', '{when(a, <b>{a}</b>, "no")}', '{{#a}}<b>{{a}}</b>{{/a}}{{^a}}no{{/a}}'],
    ['a message', '{ name }', "{t(<>Don't go, {name}</>)}", "{% trans %}Don't go, {{name}}{% endtrans %}"],
    ['a message with a context', '{}', '{t("Order", "a button")}', '{% trans "a button" %}Order{% endtrans %}'],
    [
      'a plural',
      '{ n }',
      '{plural(n, "One item", <>{n} items</>)}',
      '{% trans count=n %}One item{% pluralize count %}{{n}} items{% endtrans %}',
    ],
  ])('prints %s, without and with sample data', async (_name, props, jsx, html) => {
    expect(await renderBody(props, jsx)).toBe(html);
    const sample = {
      name: 'Ada',
      user: { name: 'Ada' },
      url: 'https://x',
      color: 'red',
      items: [{ name: 'A' }],
      tags: ['x'],
      a: jsx.includes('b.c') ? [{ c: [{ e: 1 }] }] : true,
      n: 2,
    };
    expect(await renderBody(props, jsx, JSON.stringify(sample))).toBe(html);
  });

  it('passes on all props that sample data lists', async () => {
    const jsx = '{((p) => <b>{p.name}</b>)({ ...props.user })}';
    expect(await renderBody('props', jsx, '{ "user": { "name": "Ada" } }')).toBe('<b>{{user.name}}</b>');
    await expect(renderBody('props', jsx)).rejects.toThrow('"user" cannot be spread or listed without sample data');
  });

  it.each([
    [
      'a condition',
      '{ vip }',
      '{vip && <b>VIP</b>}',
      '"vip" is read, but not printed: use when(vip, …) to decide by it',
    ],
    [
      'a condition on what is printed',
      '{ name }',
      '{name && <b>{name}</b>}',
      '"name" decides what is rendered (&&, ?: or ||): use when(name, …)',
    ],
    ['a default', '{ name }', '{name || "you"}', '"name" decides what is rendered'],
    ['a comparison', '{ n }', '{n > 1 ? "many" : "one"} {n}', '"n" decides what is rendered'],
    ['a change of case', '{ name }', '{name.toUpperCase()}', 'a prop is changed before it is printed'],
    ['a cut', '{ name }', '{name.slice(0, 3)}', 'a prop is changed before it is printed'],
    ['an encoding', '{ name }', '<a href={encodeURIComponent(name)}>x</a>', 'a prop is changed before it is printed'],
    ['a number format', '{ n }', '{n.toFixed(2)}', 'n.toFixed is not a function'],
    ['a calculation', '{ n }', '{n * 2}', '"n" is read, but not printed'],
    [
      'an index',
      '{ items }',
      '{items.map((i, at: number) => <b>{at + 1} {i.name}</b>)}',
      'the index of a list is printed',
    ],
    ['a filter', '{ items }', '{items.filter((i) => i.name).map(() => "x")}', 'items.filter is not a function'],
    ['a list as text', '{ items }', '<a href={items}>x</a>', '"items" is a list and cannot be printed'],
    ['when() of a made value', '{ n }', '{when(n > 1, "many")}', 'when() needs a prop as it is'],
    ['a name that no template can have', 'props', '{props["a b"]}', '"a b" cannot be the name of a value'],
  ])('rejects %s', async (_name, props, jsx, message) => {
    const sample = JSON.stringify({ vip: true, name: 'Ada', n: 2, items: [{ name: 'A' }], 'a b': 1 });
    expect(await rendered(component(props, jsx), sample)).toMatchObject({ problem: expect.stringContaining(message) });
  });

  it('takes sample data from PreviewProps, and renders components of React Email', async () => {
    await project.write(
      'mail/components/footer.tsx',
      `
      import { Text } from '@react-email/components';
      export const Footer = ({ shop }: { shop: string }) => <Text>© {shop}</Text>;`,
    );
    const response = await rendered(`
      import { Body, Button, Container, Head, Heading, Html, Img, Preview, Row, Column, Section, Tailwind } from '@react-email/components';
      import { t, when } from '@postrider/client/email';
      import { Footer } from '../../components/footer';
      interface Props { user: { name: string }; url: string; shop: string; items: { name: string; price: string }[]; note?: string }
      export default function Welcome({ user, url, shop, items, note }: Props) {
        return (
          <Html lang="en"><Head /><Preview>{\`Welcome \${user.name}\`}</Preview>
            <Tailwind><Body className="bg-white"><Container>
              <Img src="https://acme.example/logo.png" alt={shop} />
              <Heading>{t(<>Hello {user.name}</>)}</Heading>
              <Button href={url} className="bg-black p-4">Start</Button>
              {when(note, <Section>{note}</Section>)}
              <Section>{items.map((item, at) => (
                <Row key={at}><Column>{item.name}</Column><Column>{item.price}</Column></Row>
              ))}</Section>
              <Footer shop={shop} />
            </Container></Body></Tailwind>
          </Html>
        );
      }
      Welcome.PreviewProps = { user: { name: 'Ada' }, url: 'https://acme.example', shop: 'Acme', items: [{ name: 'Pen', price: '1.00' }] } satisfies Props;
    `);
    expect(response).toEqual({
      html: expect.stringMatching(/^<!DOCTYPE html/),
      sample:
        '{"user":{"name":"Ada"},"url":"https://acme.example","shop":"Acme","items":[{"name":"Pen","price":"1.00"}]}',
    });
    const { html } = response as { html: string };
    for (const part of [
      'Welcome {{user.name}}<div>',
      '<h1>{% trans %}Hello {{user.name}}{% endtrans %}</h1>',
      '<a href="{{url}}" style="',
      'alt="{{shop}}"',
      '© {{shop}}</p>',
    ])
      expect(html).toContain(part);
    expect(html).toMatch(/\{\{#note\}\}<table.*\{\{note\}\}.*<\/table>\{\{\/note\}\}/);
    expect(html).toMatch(/\{\{#items\}\}<table.*>\{\{name\}\}<.*>\{\{price\}\}<.*\{\{\/items\}\}/);
    expect(html).not.toContain('<!-- -->');
  });

  it('names the line of an error, and survives a component that never ends or ends the process', async () => {
    expect(await rendered('export default () => (\n  <p>\n);')).toMatchObject({ problem: expect.any(String), line: 3 });
    expect(await rendered('\nexport default ({ a }) =>\n  <p>{a.b.c()}</p>;')).toMatchObject({ line: 3 });
    expect(await rendered('export const x = 1;')).toEqual({
      problem: 'it exports no component: export it as default, or as Template',
    });
    expect(await rendered('export default () => process.exit(3);')).toEqual({
      problem: expect.stringMatching(/^cannot be rendered/),
    });
    expect(await rendered('export default () => <p>again</p>;')).toEqual({
      html: expect.stringContaining('<p>again</p>'),
    });
  });

  it('says what is missing in a folder without packages', async () => {
    const path = `${project.folder}-without/en-US.tsx`;
    expect(await renderer.render({ path, data: undefined })).toEqual({
      problem: 'it needs the packages of its project: run npm install there, with esbuild among them',
    });
  });
});

import { messageKey } from '../translation/message.js';
import { compileWith } from './compile.js';

it.each(['mustache', 'jinja', 'handlebars'] as const)(
  'the MJML of a version in %s is the same for all languages',
  async (engine) => {
    const text = '{% trans %}Hello{% endtrans %} {{ name }} {% trans n=count %}One{% pluralize %}{{ n }}{% endtrans %}';
    const html = `<mjml><mj-body><mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section></mj-body></mjml>`;
    const documents = new Set<string>();
    const artifacts = new Set<string>();
    for (const hello of ['Hallo', 'Cześć', 'Bonjour']) {
      const translations = { messages: { [messageKey('Hello')]: [hello] } };
      const toHtml = (source: string) => {
        documents.add(source);
        return Promise.resolve({ html: source.replace(/<\/?mj[^>]*>/g, ''), problems: [] });
      };
      const { artifact } = await compileWith({ subject: 's', html, engine, translations }, () => undefined, toHtml);
      artifacts.add(JSON.stringify(artifact));
    }
    expect(documents.size).toBe(1);
    expect(artifacts.size).toBe(3);
  },
);

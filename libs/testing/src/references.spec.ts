import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { References, getSlugs } from './references.js';

/** Documents that are not in the repository. The pattern is written so that it does not match itself. */
const foreignDocuments = /\b(?:SPEC|API)[.]md\b|\bDESIG[N]\b|[(]reference: /g;

describe('the documentation', () => {
  const references = new References(resolve('.'));

  it('has no link to a missing page or heading', () => {
    expect(references.deadLinks()).toEqual([]);
  });

  it('has every page and heading that the code mentions', () => {
    expect(references.deadReferences()).toEqual([]);
  });

  it.each(['guides', 'reference', 'start', 'tutorials'])('has short pages and lines in docs/%s', (folder) => {
    const long = readdirSync(`docs/${folder}`).flatMap((file) => {
      const lines = readFileSync(`docs/${folder}/${file}`, 'utf8').split('\n');
      return [
        ...(lines.length > 401 ? [`${file} has ${lines.length - 1} lines`] : []),
        ...lines.flatMap((line, at) => (line.length > 140 ? [`${file}:${at + 1} has ${line.length} columns`] : [])),
      ];
    });
    expect(long).toEqual([]);
  });

  it('mentions no document outside of the repository', () => {
    expect(references.findMentions(foreignDocuments)).toEqual([]);
  });
});

describe('dead references', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'postrider-references-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const plant = (file: string, ...lines: string[]): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), lines.join('\n'));
  };
  // Split, so that this file does not mention missing pages.
  const docs = 'docs/';

  it('are found in pages', () => {
    plant('pages/there.md', '# A heading, `with` code', '', '[up](../README.md#start)', '[here](#a-heading-with-code)');
    plant(
      'README.md',
      '# Start',
      '[there](pages/there.md#a-heading-with-code) [folder](pages) [web](https://example.com/nowhere.md)',
      '[gone](pages/gone.md)',
      '`[code](pages/gone.md)`',
      '```',
      '[code](pages/gone.md)',
      '```',
      '[no heading](pages/there.md#heading) [nor here](#begin)',
    );
    expect(new References(root).deadLinks()).toEqual([
      { file: 'README.md', line: 3, target: 'pages/gone.md' },
      { file: 'README.md', line: 8, target: 'pages/there.md#heading' },
      { file: 'README.md', line: 8, target: '#begin' },
    ]);
  });

  it('are found in code and configuration', () => {
    plant(`${docs}there.md`, '# Sending');
    plant('apps/a/src/a.ts', `/** As ${docs}there.md says (${docs}there.md#sending). */`);
    plant('apps/a/src/b.ts', '', `// ${docs}there.md#send, ${docs}gone.md.`);
    plant('k8s/base/c.yaml', `# ${docs}gone.md#at-all`);
    plant('node_modules/d/d.js', `// ${docs}gone.md`);
    expect(new References(root).deadReferences()).toEqual([
      { file: 'apps/a/src/b.ts', line: 2, target: `${docs}there.md#send` },
      { file: 'apps/a/src/b.ts', line: 2, target: `${docs}gone.md` },
      { file: 'k8s/base/c.yaml', line: 1, target: `${docs}gone.md#at-all` },
    ]);
  });
});

test('slugs match those of GitHub', () => {
  const page = [
    '# ESP accounts',
    '## Where is …?',
    '### What happens when … is down',
    '## `esp_kind_7`',
    '# ESP accounts',
    '## A [link](x.md) & more',
    '```',
    '# no heading',
    '```',
  ];
  expect([...getSlugs(page.join('\n'))]).toEqual([
    'esp-accounts',
    'where-is-',
    'what-happens-when--is-down',
    'esp_kind_7',
    'esp-accounts-1',
    'a-link--more',
  ]);
});

import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAccountFiles } from './account-files.js';
import { FileProblem, Folder, fileNameFor } from './folder.js';
import { withId } from './front-matter.js';
import { filesOfVersion, readVersion, versionFile } from './version-files.js';

describe('fileNameFor', () => {
  it.each([
    ['Receipt', 'receipt'],
    ['Order № 7: "confirmed"!', 'order-no-7-confirmed'],
    ['../../etc/passwd', 'etc-passwd'],
    ['..', 'template'],
    ['Ünïcødé', 'unic-de'],
    ['日本語', 'template'],
    ['CON', 'con-template'],
    ['amp', 'amp-template'],
    ['x'.repeat(300), 'x'.repeat(60)],
    [`a${'\u0301'.repeat(200)}b`, 'ab'],
  ])('turns %j into %s', (name, file) => {
    expect(fileNameFor(name, 'template', new Set())).toBe(file);
  });

  it('adds a number to a used name', () => {
    expect(fileNameFor('a', 'template', new Set(['a', 'a-2']))).toBe('a-3');
  });

  it.each([
    ['en-US.html', 'en-US', '.html'],
    ['en-US.amp.html', 'en-US', '.amp.html'],
    ['en-US.second-try.amp.html', 'en-US.second-try', '.amp.html'],
    ['en-US.second-try.json', 'en-US.second-try', '.json'],
  ])('recognizes %s as a file of %s', (file, base, ending) => {
    expect(versionFile(file)).toEqual({ locale: 'en-US', base, ending });
  });

  it.each(['en-us.html', 'xx-XX.html', 'en-US', 'en-US.htm', 'en-US.A.html', 'en-US..html', 'readme.txt'])(
    'recognizes %s as no file of a version',
    (file) => {
      expect(versionFile(file)).toBeUndefined();
    },
  );
});

describe('the files of a version', () => {
  const version = { id: 'ver_1', locale: 'en-US', name: 'N', published: true, subject: 'S', html: '', text: '' };
  const read = (files: ReadonlyMap<string, string | undefined>) => {
    const there = [...files].filter((file): file is [string, string] => file[1] !== undefined);
    return readVersion(
      't',
      'en-US',
      'en-US',
      new Map(there.map(([path, text]) => [path.slice('t/en-US'.length), text])) as never,
    ).version;
  };

  it.each([
    { html: 'a' },
    { text: 'a' },
    { html: 'a', text: '---\nx: 1\n---\n' },
    { html: '---\n---\n', text: '\r\n' },
    { html: '\ufeffa\r\nb\rc\n\n' },
    { text: '\n\n---' },
    { html: ' ', subject: ': # - yes', name: 'null', preheader: '"' },
    { html: 'a', subject: `${'long '.repeat(100)}x`, engine: 'jinja' as const, autoescape: false, published: false },
    { html: 'a', ampHtml: '<html ⚡4email>', data: '{\n  "a": 1.10\n}\n' },
    { html: 'a', subject: '2026-11-22', name: '1e3', preheader: '| x' },
  ])('are read as they were written: %j', (content) => {
    const whole = { ...version, ...content };
    expect(read(filesOfVersion('t/en-US', whole))).toEqual(whole);
  });

  it('have problems reported with their line', () => {
    const problem = (text: string) => {
      try {
        return readVersion('t', 'en-US', 'en-US', new Map([['.html', text]]) as never) && undefined;
      } catch (error) {
        return error instanceof FileProblem ? `${error.path}:${error.line}: ${error.message}` : error;
      }
    };
    expect(problem('<p>')).toContain('t/en-US.html:1: must begin with front matter');
    expect(problem('---\nname: N\nsubjet: S\n---\n')).toBe('t/en-US.html:3: unknown field subjet');
    expect(problem('---\nname: N\n---\n')).toBe('t/en-US.html:2: subject is required');
    expect(problem('---\nname: N\nsubject: 3\n---\n')).toBe('t/en-US.html:3: subject must be a string');
    expect(problem('---\nname: [\n---\n')).toMatch(/^t\/en-US.html:\d: /);
    expect(problem('---\na: &a [x]\nname: N\nsubject: *a\n---\n')).toContain('Alias resolution is disabled');
  });

  it('can get an id without other changes', () => {
    expect(withId('---\r\n# mine\r\nname: "N" # why\r\n---\r\na\r\n', 'ver_2')).toBe(
      '---\nid: ver_2\n# mine\nname: "N" # why\n---\na\r\n',
    );
    expect(withId('---\nid: ver_1\nname: N\n---\n', 'ver_2')).toBe('---\nid: ver_2\nname: N\n---\n');
  });
});

describe('a folder', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'folder-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  it.each(['../outside', 'a/../../outside', 'a\\b', 'C:x', 'a\0b', './a'])('rejects the path %j', async (path) => {
    const folder = new Folder(root);
    await expect(folder.write(path, 'x')).rejects.toThrow(FileProblem);
    await expect(folder.read(path)).rejects.toThrow(FileProblem);
    expect(await readdir(root)).toEqual([]);
  });

  it('is written atomically, without temporary files left, and never through a link', async () => {
    const folder = new Folder(root);
    await folder.write('a/b', 'x');
    await folder.write('a/b', 'y');
    expect([await folder.read('a/b'), await readdir(join(root, 'a'))]).toEqual(['y', ['b']]);
    await symlink(join(root, 'a'), join(root, 'link'));
    await expect(folder.write('link/c', 'x')).rejects.toThrow('is behind a symbolic link');
    await expect(folder.remove('link/b')).rejects.toThrow('is behind a symbolic link');
    await folder.remove('a/b');
    expect(await readdir(root)).toEqual(['link']);
  });

  it('reports all its problems together', async () => {
    const folder = new Folder(root);
    await folder.write('templates/a/template.yaml', 'name: A\n');
    await folder.write('templates/a/fr-FR.html', '---\nname: A\nsubject: S\npublished: false\n---\n<p>');
    await folder.write('templates/a/en-us.html', '');
    await folder.write('templates/b/en-US.html', '');
    await folder.write('snippets/one.html', '---\nname: one\n---\nx');
    await folder.write('snippets/two.html', '---\nname: one\n---\nx');
    await writeFile(join(root, 'snippets/three.html'), Buffer.from([0xff]));
    const { problems } = await readAccountFiles(folder);
    expect(problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'templates/a/en-us.html: is not a file of a version; names are like en-US.html, .txt, .amp.html, .json, .tsx or .yaml',
      'templates/a/template.yaml: has the default locale en-US, which has no version',
      'templates/b/template.yaml: is missing; it contains the name of the template',
      'snippets/three.html: is not UTF-8',
      'snippets/two.html: has the same name one as snippets/one.html',
    ]);
  });
});

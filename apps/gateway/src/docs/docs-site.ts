import { readFile, readdir } from 'node:fs/promises';
import { dirname, join, posix, sep } from 'node:path';
import { escapeHtml, renderMarkdown, splitSections, getTitle } from './markdown.js';

interface Page {
  /** Of its file in the folder of the documentation, such as `guides/sending.md`. */
  readonly file: string;
  readonly title: string;
  readonly description: string;
}

/** A heading of the home page with the pages that it lists. */
interface Group {
  readonly title: string;
  readonly pages: readonly Page[];
}

export interface DocsFile {
  readonly type: string;
  readonly content: Buffer;
}

const home = 'README.md';
/** Characters of a section that search results show. */
const excerptLength = 120;
const pictures: Readonly<Record<string, string>> = { '.png': 'image/png', '.svg': 'image/svg+xml' };
const listed = /^- \[([^\]]+)\]\(([^()#\s]+\.md)\)(?:: (.+(?:\n {2}.+)*))?/gm;

/** The documentation of a release as a site under `/docs/`. Its home page, `docs/README.md`, is also its navigation. */
export class DocsSite {
  private constructor(
    private readonly folder: string,
    /** All files, with `/` in their names on every system. */
    private readonly files: ReadonlySet<string>,
    private readonly groups: readonly Group[],
  ) {}

  static async load(folder: string): Promise<DocsSite> {
    const entries = await readdir(folder, { recursive: true }).catch(() => []);
    const files = new Set(entries.map((entry) => entry.split(sep).join('/')));
    const text = files.has(home) ? await readFile(join(folder, home), 'utf8') : '';
    const groups = text
      .split(/^## /m)
      .slice(1)
      .map((part) => ({ title: part.split('\n')[0]!, pages: pagesIn(part) }));
    return new DocsSite(folder, files, groups);
  }

  /** The file at a path below `/docs/`, such as `guides/sending`, `guides/sending.md` or `search.json`. */
  async fileAt(path: string): Promise<DocsFile | undefined> {
    if (path === 'llms.txt') return { type: 'text/plain', content: Buffer.from(this.index()) };
    if (path === 'search.json')
      return { type: 'application/json', content: Buffer.from(JSON.stringify(await this.searchIndex())) };
    const type = path.endsWith('.md') ? 'text/markdown' : pictures[/\.\w+$/.exec(path)?.[0] ?? ''];
    if (type !== undefined && this.files.has(path)) return { type, content: await readFile(join(this.folder, path)) };
    const file = path === '' || path.endsWith('/') ? `${path}${home}` : `${path}.md`;
    if (!this.files.has(file) || (file.endsWith(home) && !path.endsWith('/') && path !== '')) return undefined;
    return { type: 'text/html', content: Buffer.from(await this.page(file)) };
  }

  /** The page for an address that does not exist. */
  notFound(): DocsFile {
    const content = '<h1>Page not found</h1><p>Search above, or start at the <a href="/docs/">home page</a>.</p>';
    return { type: 'text/html', content: Buffer.from(this.layout({ title: 'Page not found', content })) };
  }

  /** Pages with their descriptions, for language models (llmstxt.org). */
  private index(): string {
    const lines = this.groups.flatMap(({ title, pages }) => [
      '',
      `## ${title}`,
      '',
      ...pages.map((page) => `- [${page.title}](/docs/${page.file})${page.description && `: ${page.description}`}`),
    ]);
    const about =
      'Self-hosted transactional email: templates, sending, logs, customers and drip campaigns behind one API.';
    return ['# Postrider', '', `> ${about}`, ...lines, ''].join('\n');
  }

  /** For the search in the browser: pages, and sections with the number of their page. Each word of a section is in it once, to keep it small. */
  private async searchIndex(): Promise<object> {
    const pages: [address: string, title: string][] = [];
    const sections: [page: number, slug: string, heading: string, beginning: string, words: string][] = [];
    for (const file of [...this.files].filter((name) => name.endsWith('.md')).toSorted()) {
      const markdown = await readFile(join(this.folder, file), 'utf8');
      for (const { heading, slug, text } of splitSections(markdown)) {
        const beginning = text.slice(0, excerptLength);
        sections.push([pages.length, slug, heading, beginning, furtherWords(text, `${heading} ${beginning}`)]);
      }
      pages.push([toDocsPath(file), getTitle(markdown)]);
    }
    return { pages, sections };
  }

  private async page(file: string): Promise<string> {
    const markdown = await readFile(join(this.folder, file), 'utf8');
    const { html, headings } = renderMarkdown(markdown, (href) => this.resolveTarget(file, href));
    const parts = headings.filter(({ depth }) => depth === 2);
    const contents =
      parts.length < 2
        ? ''
        : `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${parts
            .map(({ slug, text }) => `<li><a href="#${slug}">${escapeHtml(text)}</a></li>`)
            .join('')}</ul></nav>`;
    const content = `${html}<footer>${this.neighbours(file)}<p><a href="/docs/${file}">This page as Markdown</a></p></footer>`;
    return this.layout({ file, title: getTitle(markdown), content, contents });
  }

  /** External links stay; files that the site does not have are no links. */
  private resolveTarget(file: string, href: string): string | undefined {
    if (/^(?:https?|mailto):/.test(href) || href.startsWith('#')) return href;
    const [path = '', fragment] = href.split('#');
    const target = posix.join(posix.dirname(file), path);
    const page = this.files.has(`${target}/${home}`) ? `${target}/${home}` : target;
    if (!/\.\w+$/.test(page) || !this.files.has(page)) return undefined;
    return toDocsPath(page) + (fragment === undefined ? '' : `#${fragment}`);
  }

  /** Links to the pages before and after, in the order of the navigation. */
  private neighbours(file: string): string {
    const pages = this.groups.flatMap((group) => group.pages);
    const at = pages.findIndex((page) => page.file === file);
    if (at < 0) return '';
    const link = (page: Page | undefined, rel: string, label: string): string =>
      page ? `<a rel="${rel}" href="${toDocsPath(page.file)}">${label} ${escapeHtml(page.title)}</a>` : '';
    return `<p class="neighbours">${link(pages[at - 1], 'prev', '←')} ${link(pages[at + 1], 'next', '→')}</p>`;
  }

  private navigation(file: string | undefined): string {
    const folder = file === undefined ? '' : dirname(file);
    const isCurrent = (page: Page): boolean =>
      page.file === file || (posix.basename(page.file) === home && dirname(page.file) === folder);
    return this.groups
      .map(({ title, pages }) => {
        const links = pages.map((page) => {
          const current = isCurrent(page) ? ' aria-current="page"' : '';
          return `<li><a href="${toDocsPath(page.file)}"${current}>${escapeHtml(page.title)}</a></li>`;
        });
        const open = pages.some(isCurrent) ? ' open' : '';
        return `<details${open}><summary>${escapeHtml(title)}</summary><ul>${links.join('')}</ul></details>`;
      })
      .join('');
  }

  private layout(page: { file?: string; title: string; content: string; contents?: string }): string {
    const { file, title, content, contents = '' } = page;
    const alternate = file ? `<link rel="alternate" type="text/markdown" href="/docs/${file}">` : '';
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Postrider docs</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/site.css">
${alternate}
<script src="/docs/site.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="brand" href="/docs/">Postrider docs</a>
<search><input type="search" id="search" placeholder="Search" aria-label="Search the documentation" aria-controls="results" autocomplete="off" hidden><div id="results" aria-live="polite" hidden></div></search>
<nav aria-label="Site"><a class="to-pages" href="#pages">Pages</a><a href="/docs/explorer/">API explorer</a><a href="/">Dashboard</a></nav>
</header>
<div class="columns">
<main id="content" tabindex="-1">${content}</main>
${contents}
<nav id="pages" aria-label="Pages">${this.navigation(file)}</nav>
</div>
</body>
</html>
`;
  }
}

const toDocsPath = (file: string): string =>
  `/docs/${file.endsWith('.md') ? file.slice(0, -'.md'.length).replace(/(^|\/)README$/, '$1') : file}`;

const pagesIn = (markdown: string): Page[] =>
  [...markdown.matchAll(listed)].map(([, title = '', file = '', description = '']) => ({
    file,
    title,
    description: description.replace(/\s+/g, ' '),
  }));

/** The distinct words of a text that its excerpt does not contain. */
function furtherWords(text: string, beginning: string): string {
  const splitWords = (part: string): string[] => part.toLowerCase().match(/\w[\w./-]+\w/g) ?? [];
  const known = new Set(splitWords(beginning));
  return [...new Set(splitWords(text))].filter((word) => !known.has(word)).join(' ');
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** A reference to a missing target, with its position. */
export interface DeadReference {
  readonly file: string;
  readonly line: number;
  readonly target: string;
}

/** Third-party and generated files. */
const ignoredFolders = new Set(['node_modules', 'dist', 'data', '.git']);
const documentation = /\.md$/;
const code = /(?:^|\/)(?:Dockerfile|[^/]+\.(?:ts|mts|mjs|cjs|js|ya?ml|sql|sh|html|css))$/;
const linkPattern = /\[[^\]]*\]\(([^()\s]+)\)/g;
const pagePattern = /\bdocs\/[\w./-]+\.md(?:#[\w-]+)?/g;
const externalUrl = /^[a-z]+:/i;

/** The documentation of a checkout, and the references to it. */
export class References {
  private readonly slugs = new Map<string, ReadonlySet<string>>();

  constructor(private readonly root: string) {}

  /** Relative links in Markdown whose file or heading does not exist. */
  deadLinks(): DeadReference[] {
    return this.filesThat(documentation).flatMap((file) =>
      matchesIn(withoutCode(this.read(file)), linkPattern)
        .filter(({ text }) => !externalUrl.test(text))
        .filter(({ text }) => !this.hasTarget(file, text))
        .map(({ line, text }) => ({ file, line, target: text })),
    );
  }

  /** Missing pages that code and configuration mention as `docs/<page>.md`, with or without a heading. */
  deadReferences(): DeadReference[] {
    return this.filesThat(code).flatMap((file) =>
      matchesIn(this.read(file), pagePattern)
        .filter(({ text }) => !this.hasTarget('README.md', text))
        .map(({ line, text }) => ({ file, line, target: text })),
    );
  }

  /** All matches of the pattern, in code and documentation. */
  findMentions(pattern: RegExp): DeadReference[] {
    return [...this.filesThat(documentation), ...this.filesThat(code)].flatMap((file) =>
      matchesIn(this.read(file), pattern).map(({ line, text }) => ({ file, line, target: text })),
    );
  }

  private hasTarget(from: string, target: string): boolean {
    const [path = '', heading] = target.split('#');
    const file = path === '' ? from : normalize(join(dirname(from), path));
    if (!existsSync(join(this.root, file))) return false;
    return heading === undefined || !documentation.test(file) || this.getSlugs(file).has(heading);
  }

  private getSlugs(file: string): ReadonlySet<string> {
    const known = this.slugs.get(file) ?? getSlugs(this.read(file));
    this.slugs.set(file, known);
    return known;
  }

  private filesThat(pattern: RegExp): string[] {
    return this.list('').filter((file) => pattern.test(file));
  }

  private list(folder: string): string[] {
    return readdirSync(join(this.root, folder), { withFileTypes: true })
      .filter(({ name }) => !ignoredFolders.has(name))
      .flatMap((entry) => (entry.isDirectory() ? this.list(join(folder, entry.name)) : [join(folder, entry.name)]));
  }

  private read(file: string): string {
    return readFileSync(join(this.root, file), 'utf8');
  }
}

/** GitHub's slugs for the headings of a page: a repeated heading gets a number. */
export function getSlugs(markdown: string): ReadonlySet<string> {
  const slugs = new Set<string>();
  for (const [, heading = ''] of withoutBlocks(markdown).matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Mark}\p{Number}\p{Connector_Punctuation} -]/gu, '')
      .replaceAll(' ', '-');
    let free = slug;
    for (let number = 1; slugs.has(free); number++) free = `${slug}-${number}`;
    slugs.add(free);
  }
  return slugs;
}

/**
 * Removes code blocks and spans, which contain no links. Keeps their line breaks, so that line numbers stay correct.
 */
const withoutCode = (markdown: string): string => withoutBlocks(markdown).replace(/(`+)[^\n]*?\1/g, '');
const withoutBlocks = (markdown: string): string =>
  markdown.replace(/^ *```[^]*?^ *```$/gm, (block) => block.replace(/[^\n]/g, ''));

function matchesIn(text: string, pattern: RegExp): { line: number; text: string }[] {
  return [...text.matchAll(pattern)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    text: match[1] ?? match[0],
  }));
}

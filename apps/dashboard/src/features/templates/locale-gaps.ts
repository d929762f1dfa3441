import type { Version } from './requests.js';

/** What a locale lacks of what the default has. */
export interface Gaps {
  /** It has no version that is sent, so its readers get the default. */
  readonly unpublished: boolean;
  /** Parts that the default has. */
  readonly parts: readonly string[];
  /** Names of the data that the default prints. */
  readonly variables: readonly string[];
  /** Seconds by which its text is older than that of the default; 0 where it is not. */
  readonly olderBy: number;
  readonly modified: number;
}

type Content = Pick<Version, 'subject' | 'html' | 'text' | 'preheader' | 'amp_html' | 'modified' | 'published'>;

const parts = { html: 'HTML', text: 'text', preheader: 'preheader', amp_html: 'AMP' } as const;

export function whatLacks(base: readonly Content[], other: readonly Content[]): Gaps {
  const from = base.find(({ published }) => published) ?? base.at(-1);
  const sent = other.find(({ published }) => published);
  const to = sent ?? other.at(-1);
  if (!from || !to) return { unpublished: true, parts: [], variables: [], olderBy: 0, modified: to?.modified ?? 0 };
  const names = namesOf(to);
  return {
    unpublished: sent === undefined,
    parts: Object.entries(parts).flatMap(([part, name]) =>
      from[part as keyof typeof parts] && !to[part as keyof typeof parts] ? [name] : [],
    ),
    variables: [...namesOf(from)].filter((name) => !names.has(name)),
    olderBy: Math.max(0, from.modified - to.modified),
    modified: to.modified,
  };
}

const tag = /\{\{[{#^&]?\s*([a-z_][\w.]*)/gi;

const namesOf = ({ subject, html, text, preheader = '' }: Content): ReadonlySet<string> =>
  new Set([subject, html, text, preheader].flatMap((part) => [...part.matchAll(tag)].map(([, name = '']) => name)));

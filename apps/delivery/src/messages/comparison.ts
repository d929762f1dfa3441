import type { ResponseInputOf, compareVersion } from '@postrider/contracts';
import type { RenderedMessage } from '@postrider/rendering';
import { RenderingRejected } from '@postrider/rendering';

type Result = Omit<ResponseInputOf<typeof compareVersion>, 'published_version' | 'next_cursor'>;
type Change = Result['changes'][number];
type Failure = Result['failures'][number];

export interface ComparedMail {
  readonly logId: string;
  readonly data: unknown;
  /** Undefined if there is no published version, or if it cannot render the email. */
  readonly before: RenderedMessage | undefined;
  readonly after: RenderedMessage | RenderingRejected;
}

/** Gmail shows this much HTML. */
const maxShownBytes = 102 * 1024;
const maxGroups = { changes: 50, failures: 20 };
const maxLogIds = 3;
/** Characters of a shown difference, and of the line before it. */
const maxShown = 300;
const maxContext = 40;
/** Data that is shown by its name: the number of values, and their characters. */
const maxNames = 50;
const namedLength = { min: 3, max: 200 };
const maxDepth = 4;

/** Collects how the emails of a template differ between two versions. Equal differences and failures are grouped. */
export class Comparison {
  private readonly counts = { mails: 0, changed: 0, failed: 0, clipped: 0 };
  private readonly changes = new Map<string, Change>();
  private readonly failures = new Map<string, Failure>();

  get mails(): number {
    return this.counts.mails;
  }

  add({ logId, data, before, after }: ComparedMail): void {
    this.counts.mails += 1;
    if (after instanceof RenderingRejected) {
      this.counts.failed += 1;
      const { message } = after;
      count(this.failures, message, logId, maxGroups.failures, () => ({ message, mails: 0, log_ids: [] }));
      return;
    }
    if (isClipped(after) && !(before && isClipped(before))) this.counts.clipped += 1;
    if (!before) return;
    const names = findNames(data);
    let isChanged = false;
    for (const [part, one, other] of getParts(before, after)) {
      if (one === other) continue;
      isChanged = true;
      const change = { part, ...findDifference(one, other, names) };
      const key = JSON.stringify(change);
      count(this.changes, key, logId, maxGroups.changes, () => ({ ...change, mails: 0, log_ids: [] }));
    }
    if (isChanged) this.counts.changed += 1;
  }

  result(): Result {
    const sorted = <Group extends Change | Failure>(groups: Map<string, Group>): Group[] =>
      [...groups.values()].toSorted((one, other) => other.mails - one.mails);
    return { ...this.counts, changes: sorted(this.changes), failures: sorted(this.failures) };
  }
}

const isClipped = ({ html }: RenderedMessage): boolean =>
  html !== undefined && html.length * 3 > maxShownBytes && Buffer.byteLength(html) > maxShownBytes;

/** The HTML counts only if its text is the same, because the text shows the same change better. */
const getParts = (before: RenderedMessage, after: RenderedMessage): readonly [Change['part'], string, string][] => [
  ['subject', before.subject, after.subject],
  before.text === after.text ? ['html', before.html ?? '', after.html ?? ''] : ['text', before.text, after.text],
  ['amp_html', before.ampHtml ?? '', after.ampHtml ?? ''],
];

function count<Group extends Change | Failure>(
  groups: Map<string, Group>,
  key: string,
  logId: string,
  maximum: number,
  create: () => Group,
): void {
  const group = groups.get(key) ?? (groups.size < maximum ? create() : undefined);
  if (!group) return;
  groups.set(key, group);
  group.mails += 1;
  if (group.log_ids.length < maxLogIds) group.log_ids.push(logId);
}

/** The first difference, from the start of its line. Values of the data become their names, so that emails group. */
function findDifference(before: string, after: string, names: readonly Named[]): { before: string; after: string } {
  const [one, other] = [masked(before, names), masked(after, names)];
  return one === other ? excerpts(before, after) : excerpts(one, other);
}

function excerpts(before: string, after: string): { before: string; after: string } {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const start = Math.max(before.lastIndexOf('\n', same - 1) + 1, same - maxContext);
  let left = 0;
  const most = Math.min(before.length, after.length) - same;
  while (left < most && before.at(-1 - left) === after.at(-1 - left)) left += 1;
  const shown = (text: string): string => {
    const end = text.length - left;
    const line = text.indexOf('\n', end);
    return text.slice(start, Math.min(line < 0 ? text.length : line, end + maxContext, start + maxShown)).trim();
  };
  return { before: shown(before), after: shown(after) };
}

interface Named {
  readonly name: string;
  readonly value: string;
}

/** The longest values first, because a value may contain another. */
function findNames(data: unknown): Named[] {
  const names: Named[] = [];
  const collect = (value: unknown, path: readonly string[]): void => {
    if (names.length >= maxNames || path.length > maxDepth) return;
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value);
      if (text.length >= namedLength.min && text.length <= namedLength.max)
        names.push({ name: `{{${path.join('.')}}}`, value: text });
    } else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) {
        if (names.length >= maxNames) return;
        collect(each, [...path, key]);
      }
  };
  collect(data, []);
  return names.toSorted((one, other) => other.value.length - one.value.length);
}

const masked = (text: string, names: readonly Named[]): string =>
  names.reduce((shown, { name, value }) => shown.replaceAll(value, () => name), text);

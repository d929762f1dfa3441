import { parseExactly } from '@postrider/numbers';
import type { VersionSource } from '@postrider/rendering-pure';
import {
  compileWith,
  MissingTemplateData,
  problemText,
  renderArtifact,
  RenderingRejected,
  TemplateError,
  TemplateFailed,
  TemplateUses,
  withAddresses,
} from '@postrider/rendering-pure';
import type { DataSchema, Draft, Mail, Outcome, Part, Problem, Setting } from './draft.js';

type Compiled = Awaited<ReturnType<typeof compileWith>>;
type Artifact = Compiled['artifact'];

const fieldByPart: Readonly<Record<Part, keyof VersionSource>> = {
  subject: 'subject',
  preheader: 'preheader',
  html: 'html',
  text: 'text',
  amp_html: 'ampHtml',
};

class SnippetsAreElsewhere extends Error {}

/** The local result. It is partial where only the server renders the HTML: MJML and translations. */
export interface RenderedDraft {
  readonly outcome: Outcome;
  readonly isWhole: boolean;
}

/** Renders a draft with the server's code, fast enough for each key. */
export async function renderDraft(draft: Draft, setting: Setting): Promise<RenderedDraft> {
  try {
    return await render(draft, setting);
  } catch (error) {
    if (error instanceof SnippetsAreElsewhere) return { outcome: nothing, isWhole: false };
    throw error;
  }
}

const nothing: Outcome = { problems: [], warnings: [], variables: [], missing: [], snippets: [], mail: {} };

const hasMessages = (draft: Draft): boolean =>
  [draft.subject, draft.preheader, draft.html, draft.text, draft.amp_html].some((part) =>
    /\{%-?\s*trans\b|\b(?:_|n?gettext)\s*\(/.test(part),
  );

async function render(
  draft: Draft,
  { locale, defaultEngine, data, snippets, translated }: Setting,
): Promise<RenderedDraft> {
  const { compiled, problems, isMjml, engine } = await compile({ ...toSource(draft, locale), defaultEngine }, snippets);
  const isWhole = problems.length > 0 || !(isMjml || (translated && hasMessages(draft)));
  if (!compiled) return { outcome: { ...nothing, engine, problems }, isWhole: true };
  const uses = TemplateUses.of(compiled.artifact);
  const rendered = renderWith(compiled.artifact, data);
  const preheader = await renderPreheader(
    { ...draft, engine: compiled.artifact.engine },
    locale,
    data,
    snippets,
    problems,
  );
  const unsound = new Set(problems.map(({ part }) => part));
  const sound = (part: Part, text: string | undefined) => (unsound.has(part) ? undefined : text);
  const { mail, refused: rejected } = rendered;
  const outcome: Outcome = {
    engine,
    problems: [...problems, ...(rejected ? [rejected] : [])],
    warnings: [...compiled.warnings, ...(mail?.notes ?? [])],
    variables: uses.variables(),
    schema: uses.schema() as DataSchema,
    missing: rendered.missing,
    snippets: compiled.snippetNames,
    mail: mail
      ? {
          subject: sound('subject', mail.subject),
          preheader,
          html: isMjml ? undefined : sound('html', mail.html),
          text: isMjml && draft.text === '' ? undefined : sound('text', mail.text),
          amp_html: mail.ampHtml,
        }
      : {},
  };
  return { outcome, isWhole };
}

const toSource = (draft: Draft, locale: string): VersionSource => ({
  subject: draft.subject,
  html: draft.html,
  text: draft.text,
  preheader: draft.preheader,
  ampHtml: draft.amp_html,
  engine: draft.engine,
  autoescape: draft.autoescape,
  locale,
});

/** Omits each part that does not compile, so that the others are shown. */
async function compile(
  source: VersionSource,
  snippets: Setting['snippets'],
): Promise<{ compiled?: Compiled; problems: Problem[]; isMjml: boolean; engine: VersionSource['engine'] }> {
  let isMjml = false;
  /** Template tags stay in place, which is enough here. */
  const asItIs = (html: string) => {
    isMjml = true;
    return Promise.resolve({ html, problems: [] });
  };
  const lookup = (name: string): string | undefined => {
    if (!snippets) throw new SnippetsAreElsewhere();
    return Object.hasOwn(snippets, name) ? snippets[name] : undefined;
  };
  const problems: Problem[] = [];
  let { engine } = source;
  const rest: { -readonly [field in keyof VersionSource]: VersionSource[field] } = { ...source };
  for (let attempt = 0; attempt <= Object.keys(fieldByPart).length; attempt += 1) {
    try {
      const compiled = await compileWith(rest, lookup, asItIs);
      return { compiled, problems, isMjml, engine: problems.length > 0 ? engine : compiled.artifact.engine };
    } catch (error) {
      if (error instanceof RenderingRejected)
        return { problems: [...problems, { message: error.message }], isMjml, engine };
      if (!(error instanceof TemplateError)) throw error;
      engine ??= error.engine;
      rest.engine = engine;
      for (const problem of error.problems) {
        const { part, place } = problem;
        problems.push({ part, line: place.line, column: place.column, message: problemText(problem) });
        if (part === 'subject') rest.subject = '';
        else delete rest[fieldByPart[part]];
      }
    }
  }
  return { problems, isMjml, engine };
}

type Rendered = {
  readonly mail?: ReturnType<typeof renderArtifact>;
  readonly missing: readonly string[];
  readonly refused?: Problem;
};

/** The URLs that each email has, as in a preview of the server. */
const previewAddresses = { unsubscribe_url: '#unsubscribe', webview_url: '#webview' };

/** Strict mode first. If no data is missing, which is usual, the result is the email. */
function renderWith(artifact: Artifact, json: string): Rendered {
  const data = withAddresses(parseExactly(json) as Record<string, unknown>, previewAddresses);
  try {
    return { mail: renderArtifact(artifact, data, { strict: true }), missing: [] };
  } catch (error) {
    return error instanceof MissingTemplateData ? renderLeniently(artifact, data, error.names) : toRejection(error);
  }
}

function renderLeniently(artifact: Artifact, data: unknown, missing: readonly string[]): Rendered {
  try {
    return { mail: renderArtifact(artifact, data), missing };
  } catch (error) {
    return toRejection(error);
  }
}

function toRejection(error: unknown): Rendered {
  if (!(error instanceof RenderingRejected)) throw error;
  const place = error instanceof TemplateFailed ? { part: error.part, line: parseLine(error.place) } : {};
  return { missing: [], refused: { ...place, message: error.message } };
}

const parseLine = (place: number | string): number | undefined =>
  typeof place === 'number' ? place : Number.parseInt(place, 10) || undefined;

/** The subject as a mailbox shows it, as text instead of HTML. */
async function renderPreheader(
  draft: Draft,
  locale: string,
  data: string,
  snippets: Setting['snippets'],
  problems: readonly Problem[],
): Promise<Mail['preheader']> {
  if (draft.preheader === '' || problems.some(({ part }) => part === 'preheader')) return undefined;
  const { compiled } = await compile(
    { subject: draft.preheader, engine: draft.engine, autoescape: false, locale },
    snippets,
  );
  return compiled && renderWith(compiled.artifact, data).mail?.subject;
}

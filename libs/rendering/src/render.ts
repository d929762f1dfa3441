import type { Artifact, MustacheArtifact } from './artifact.js';
import type { PartName } from './errors.js';
import { MissingTemplateData, RenderBudgetExceeded } from './errors.js';
import { HandlebarsInterpreter } from './handlebars/runtime/interpreter.js';
import { Interpreter } from './jinja/runtime/interpreter.js';
import type { RenderLimits } from './limits.js';
import { renderLimits, smallRenderLimits } from './limits.js';
import { Frame, PartRenderer } from './part-renderer.js';
import { markProgram, takeMarks } from './links/link-marks.js';
import { insertPreheader, toPlainText } from './mail/plain-text.js';
import { RenderBudget } from './render-budget.js';

/**
 * A subject is one header line: line breaks and other control characters become a space, so that data cannot add
 * headers.
 */
export const toHeaderLine = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();

const maximumBytes = 200 * 1024;

/**
 * Why an AMP part cannot be sent, or undefined. These are the structural rules of the AMP for Email specification that
 * mailbox providers check first; without an invalid AMP part the email is still valid.
 */
function ampProblem(amp: string): string | undefined {
  if (Buffer.byteLength(amp) > maximumBytes) return 'it is larger than 200 KB';
  if (!/^\s*<!doctype html>/i.test(amp)) return 'it does not start with <!doctype html>';
  if (!/<html\s[^<>]{0,200}(?:⚡4email|amp4email)/i.test(amp))
    return 'its html element has neither ⚡4email nor amp4email';
  if (!/<head>\s*<meta\s+charset=["']?utf-8["']?\s*\/?>/i.test(amp))
    return 'the first element of its head is not <meta charset="utf-8">';
  if (!/<script\s[^<>]{0,200}src=["']?https:\/\/cdn\.ampproject\.org\/v0\.js/i.test(amp))
    return 'it does not load https://cdn.ampproject.org/v0.js';
  if (!/<style\s+amp4email-boilerplate>\s*body\s*\{\s*visibility:\s*hidden;?\s*\}\s*<\/style>/i.test(amp))
    return 'its amp4email-boilerplate style is missing';
  if (!/<body[\s>]/i.test(amp)) return 'it has no body';
  return undefined;
}

export type RenderOptions = {
  /** Fail on variables without a value, instead of printing nothing. */
  readonly strict?: boolean | undefined;
  /** Return the positions of the HTML's link addresses. */
  readonly links?: boolean | undefined;
};

/** The rendered content of an email. */
export type RenderedMessage = {
  readonly subject: string;
  readonly html?: string;
  /** The text part, or the text generated from the HTML. */
  readonly text: string;
  /** The preheader as inserted into the HTML. */
  readonly preheader?: string;
  readonly ampHtml?: string;
  /** The offsets of link addresses in the HTML, right after the opening quote; absent unless requested. */
  readonly links?: readonly number[];
  /** Notes for the sender, such as why the AMP part was omitted. */
  readonly notes: readonly string[];
};

/**
 * Renders all parts of a version with a message's data. Reads own data properties only and calls nothing in the data.
 * Throws `MissingTemplateData` (strict) with the missing names of all parts, or `RenderBudgetExceeded`.
 */
export function renderArtifact(artifact: Artifact, data: unknown, options: RenderOptions = {}): RenderedMessage {
  return renderWithin(renderLimits, artifact, data, options);
}

/** Renders within the budget of the event loop; returns the exceeded budget if that is not enough. */
export function renderSmall(
  artifact: Artifact,
  data: unknown,
  options: RenderOptions,
): RenderedMessage | RenderBudgetExceeded {
  try {
    return renderWithin(smallRenderLimits, artifact, data, options);
  } catch (error) {
    if (error instanceof RenderBudgetExceeded) return error;
    throw error;
  }
}

function renderWithin(
  limits: RenderLimits,
  artifact: Artifact,
  data: unknown,
  { strict = false, links: marksLinks = false }: RenderOptions,
): RenderedMessage {
  const budget = new RenderBudget(limits);
  const missing = strict ? new Set<string>() : undefined;
  const links: number[] = [];
  const part = createPartRenderer(artifact, data, missing, budget, marksLinks ? links : undefined);

  const subject = toHeaderLine(part('subject') ?? '');
  const body = part('html');
  const ownText = part('text');
  const preheader = body === undefined ? undefined : part('preheader');
  const amp = part('amp_html');
  if (missing?.size) throw new MissingTemplateData([...missing]);

  const notes: string[] = [];
  const problem = amp === undefined ? undefined : ampProblem(amp);
  if (problem) notes.push(`The AMP part was omitted: ${problem}.`);
  const text = ownText ?? plainTextFrom(body ?? '', budget, notes);
  const inserted = body !== undefined && preheader ? insertPreheader(body, preheader, budget) : undefined;
  return {
    subject,
    ...(body !== undefined && { html: inserted?.html ?? body }),
    text,
    ...(preheader ? { preheader } : {}),
    ...(marksLinks && { links: inserted ? links.map(inserted.moved) : links }),
    ...(amp !== undefined && !problem && { ampHtml: amp }),
    notes,
  };
}

/** A function that renders the parts in the version's language. Adds the links of the HTML to `links`. */
function createPartRenderer(
  artifact: Artifact,
  data: unknown,
  missing: Set<string> | undefined,
  budget: RenderBudget,
  links: number[] | undefined,
): (name: PartName) => string | undefined {
  if (artifact.engine !== 'mustache') {
    return (name) => {
      const marks = links !== undefined && name === 'html';
      const printed = printedBy(artifact, name, missing, budget, data, marks);
      if (!marks || printed === undefined) return printed;
      const { html, links: found } = takeMarks(printed);
      for (const link of found) links.push(link);
      return html;
    };
  }
  const root = new Frame(data, undefined);
  return (name) => {
    const ofPart = name === 'html' ? links : undefined;
    const written = artifact.parts[name];
    const program = written && artifact.literal && ofPart ? markProgram(written) : written;
    return program && new PartRenderer(artifact, name, missing, budget, ofPart).render(program, root);
  };
}

function printedBy(
  artifact: Exclude<Artifact, MustacheArtifact>,
  name: PartName,
  missing: Set<string> | undefined,
  budget: RenderBudget,
  data: unknown,
  marks: boolean,
): string | undefined {
  if (artifact.engine === 'handlebars') {
    const program = artifact.parts[name];
    return program && new HandlebarsInterpreter(artifact, name, missing, budget, data, marks).render(program);
  }
  const template = artifact.parts[name];
  return template && new Interpreter(artifact, name, missing, budget, data, marks).render(template);
}

function plainTextFrom(html: string, budget: RenderBudget, notes: string[]): string {
  const { text, cut } = toPlainText(html, budget);
  if (cut) notes.push(`The text made from the html was cut: ${cut}.`);
  return text;
}

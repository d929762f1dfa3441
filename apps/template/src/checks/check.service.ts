import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf, checkTemplate, getVersionSchema } from '@postrider/contracts';
import { notFound } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import type { RenderedMessage } from '@postrider/rendering';
import { PoolUnavailable, Renderer, storedArtifact } from '@postrider/rendering';
import type { Source } from '../artifacts/compiler.js';
import type { Part, Problem } from './drafts.js';
import { Drafts, toSource } from './drafts.js';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.js';
import { VersionsRepository } from '../versions/versions.repository.js';

/** JSON Schema of the data that a version uses. */
@Injectable()
export class SchemaService {
  constructor(
    private readonly versions: VersionsRepository,
    private readonly artifacts: ArtifactsRepository,
    private readonly renderer: Renderer,
  ) {}

  async ofVersion(
    { accountId, deadline }: RequestContext,
    { template_id, locale, version_id }: RequestOf<typeof getVersionSchema>,
  ): Promise<ResponseInputOf<typeof getVersionSchema>> {
    const version = await this.versions.find(accountId, template_id, locale, version_id);
    if (!version) notFound('Version');
    const artifact = storedArtifact(await this.artifacts.find(accountId, version.artifactId));
    const signal = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
    try {
      return (await this.renderer.findUses(artifact, { account: accountId, signal })).schema;
    } catch (error) {
      if (error instanceof PoolUnavailable) throw unavailable(error.message, 'turn_missed');
      throw error;
    }
  }
}

/** Maximum number of links in a check; extraction stops there. */
const maxLinks = 500;

interface Link {
  readonly part: 'html' | 'amp_html' | 'text';
  readonly url: string;
}

const hrefPattern = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
const urlPattern = /\bhttps?:\/\/(?:\{\{[^{}]*\}\}|[^\s<>"'{}])+/gi;

/** The links in the source of a version, in document order. */
function linksIn({ html, ampHtml, text }: Source): Link[] {
  const links: Link[] = [];
  const add = (part: Link['part'], source: string | undefined, pattern: RegExp): void => {
    for (const [whole, double, single] of source?.matchAll(pattern) ?? []) {
      if (links.length === maxLinks) return;
      links.push({ part, url: (double ?? single ?? whole).trim() });
    }
  };
  add('html', html, hrefPattern);
  add('text', text, urlPattern);
  add('amp_html', ampHtml, hrefPattern);
  return links;
}

type Check = ResponseInputOf<typeof checkTemplate>;

/** Gmail clips the HTML of an email after this many bytes. */
const gmailClipBytes = 102 * 1024;

/** Compiles and renders a draft without storing it (docs/reference/drafts.md). */
@Injectable()
export class CheckService {
  constructor(private readonly drafts: Drafts) {}

  async check(context: RequestContext, { template_data, ...body }: RequestOf<typeof checkTemplate>): Promise<Check> {
    const source = toSource(body);
    try {
      const { compiled, problems, engine } = await this.drafts.compile(context, source);
      const rendered = compiled && (await this.drafts.render(context, compiled.artifact, template_data ?? {}));
      const mail = rendered && 'mail' in rendered ? rendered.mail : undefined;
      const rejected = rendered && 'rejected' in rendered ? [rendered.rejected] : [];
      const uses = compiled && (await this.drafts.findUses(context, compiled.artifact));
      return {
        valid: problems.length === 0,
        ...(engine && { engine }),
        // Without data, errors of rendering are expected and not reported.
        problems: [...problems, ...(template_data ? rejected : [])],
        warnings: [...(compiled?.warnings ?? []), ...sizeWarnings(mail)],
        variables: uses?.variables.map(({ name, uses: kinds }) => ({ name, uses: [...kinds] })) ?? [],
        snippets: compiled?.snippetNames ?? [],
        links: linksIn(source),
        sizes: getSizes(mail, source, problems),
      };
    } catch (error) {
      if (error instanceof PoolUnavailable) throw unavailable(error.message, 'turn_missed');
      throw error;
    }
  }
}

const countBytes = (text: string): number => Buffer.byteLength(text);

function getSizes(mail: RenderedMessage | undefined, source: Source, problems: readonly Problem[]): Check['sizes'] {
  if (!mail) return {};
  const isValid = (part: Part): boolean => !problems.some((problem) => problem.part === part);
  const { subject, html, text, ampHtml } = mail;
  return {
    ...(isValid('subject') && { subject: countBytes(subject) }),
    ...(html !== undefined && { html: countBytes(html) }),
    ...((source.text !== undefined ? isValid('text') : html !== undefined) && { text: countBytes(text) }),
    ...(ampHtml !== undefined && { amp_html: countBytes(ampHtml) }),
  };
}

function sizeWarnings(mail: RenderedMessage | undefined): string[] {
  const size = countBytes(mail?.html ?? '');
  if (size <= gmailClipBytes) return [];
  return [`html: ${Math.round(size / 1024)} KB; Gmail shows the first 102 KB and a link to the rest`];
}

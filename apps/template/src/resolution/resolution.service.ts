import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf, resolveTemplate } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { heaviestVersion, soleWeight, versionForRecipient } from '../versions/ab-test.js';
import type { CandidateRow, VersionQuery } from './candidates.repository.js';
import { CandidatesRepository } from './candidates.repository.js';

/** A matching version and its locale. */
export interface Candidate extends CandidateRow {
  readonly id: string;
  readonly weight: number;
}
type Candidates = readonly [Candidate, ...Candidate[]];

/** Selects the version of a template: first the locale, then the version. */
@Injectable()
export class ResolutionService {
  constructor(private readonly repository: CandidatesRepository) {}

  async resolve(
    context: RequestContext,
    { template_id, locale, version_name, version_id, recipient }: RequestOf<typeof resolveTemplate>,
  ): Promise<ResponseInputOf<typeof resolveTemplate>> {
    const byLocale = await this.candidates(context, {
      templateId: template_id,
      locale,
      versionName: version_name,
      versionId: version_id,
    });
    const variants = byLocale.map((versions) => versionForRecipient(versions, recipient));
    const { templateName, tracking } = byLocale[0][0];
    return {
      id: template_id,
      name: templateName,
      ...(tracking && { tracking }),
      ...(byLocale.every(({ length }) => length === 1) && { same_for_all: true }),
      variants: variants.map((version) => ({
        locale: version.locale,
        version_id: version.id,
        version_name: version.name,
        artifact_id: version.artifactId,
      })),
    };
  }

  /**
   * The version to show when there is no recipient: of the requested locale or the default one; of an A/B test the
   * heaviest.
   */
  async one(context: RequestContext, wanted: VersionQuery): Promise<Candidate> {
    return heaviestVersion((await this.candidates(context, wanted))[0]);
  }

  /**
   * Grouped by locale, default first; with a requested locale, only the group that is used. A version must exist in the
   * default locale, which most recipients get; only an id matches in any locale.
   */
  private async candidates(
    context: RequestContext,
    wanted: VersionQuery,
  ): Promise<readonly [Candidates, ...Candidates[]]> {
    const rows = await this.repository.find(context.accountId, wanted);
    const [defaultRow] = rows;
    if (!defaultRow) throw new ServiceError('template_not_found', 'Template not found');
    const used =
      wanted.locale === undefined
        ? undefined
        : (rows.find(({ locale }) => locale === wanted.locale) ?? defaultRow).locale;
    const [first, ...others] = byLocale(rows.filter(({ locale }) => used === undefined || locale === used));
    const found = first && (used !== undefined || wanted.versionId !== undefined || first[0].isDefault);
    if (!found) throw new ServiceError('version_not_found', describeMissing(wanted));
    return [first, ...others];
  }
}

function describeMissing({ versionName, versionId }: VersionQuery): string {
  if (versionName !== undefined) return `Version ${versionName} not found`;
  return versionId === undefined
    ? 'The template has no published version: publish one, or name a version'
    : 'Version not found';
}

/** Groups rows by locale; rows of one locale are adjacent. */
function byLocale(rows: readonly CandidateRow[]): Candidates[] {
  const groups: [Candidate, ...Candidate[]][] = [];
  for (const { id, weight, ...row } of rows) {
    if (id === null) continue;
    const candidate = { ...row, id, weight: weight ?? soleWeight };
    const last = groups.at(-1);
    if (last?.[0].locale === row.locale) last.push(candidate);
    else groups.push([candidate]);
  }
  return groups;
}

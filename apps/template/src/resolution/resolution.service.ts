import { Injectable } from '@nestjs/common';
import type { AnswerOf, RequestContext, RequestOf, resolveTemplate } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { heaviest, soleWeight, versionForRecipient } from '../versions/ab-test.js';
import type { CandidateRow, Wanted } from './candidates.repository.js';
import { CandidatesRepository } from './candidates.repository.js';

/** A version that is wanted, in its locale. */
export interface Candidate extends CandidateRow {
  readonly id: string;
  readonly weight: number;
}
type Candidates = readonly [Candidate, ...Candidate[]];

/** Decides which version a template stands for: locale first, then version. */
@Injectable()
export class ResolutionService {
  constructor(private readonly repository: CandidatesRepository) {}

  async resolve(
    context: RequestContext,
    { template_id, locale, version_name, version_id, recipient }: RequestOf<typeof resolveTemplate>,
  ): Promise<AnswerOf<typeof resolveTemplate>> {
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

  /** The version to show where there is no recipient: of the locale asked for, else of the default; of an A/B test the heaviest. */
  async one(context: RequestContext, wanted: Wanted): Promise<Candidate> {
    return heaviest((await this.candidates(context, wanted))[0]);
  }

  /**
   * Grouped by locale, the default first; only the locale that is used when one was asked for. What the default locale lacks is not found, for
   * it is what most recipients get; an id alone finds its version in any locale.
   */
  private async candidates(context: RequestContext, wanted: Wanted): Promise<readonly [Candidates, ...Candidates[]]> {
    const rows = await this.repository.find(context.accountId, wanted);
    const [defaultRow] = rows;
    if (!defaultRow) throw new ServiceError('template_not_found', 'Template not found');
    const used =
      wanted.locale === undefined
        ? undefined
        : (rows.find(({ locale }) => locale === wanted.locale) ?? defaultRow).locale;
    const [first, ...others] = byLocale(rows.filter(({ locale }) => used === undefined || locale === used));
    const found = first && (used !== undefined || wanted.versionId !== undefined || first[0].isDefault);
    if (!found)
      throw new ServiceError(
        'version_not_found',
        wanted.versionName === undefined ? 'Version not found' : `Version ${wanted.versionName} not found`,
      );
    return [first, ...others];
  }
}

/** Rows of one locale are neighbours. */
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

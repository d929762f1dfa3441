import type { RequestContext } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import type { VersionEntity } from './version.entity.js';

export type ReviewColumns = 'modifiedBy' | 'approvedAt' | 'approvedBy';

/** What a change of the content sets. */
export const changedBy = ({ callerId }: RequestContext): Pick<VersionEntity, ReviewColumns> => ({
  modifiedBy: callerId ?? null,
  approvedAt: null,
  approvedBy: null,
});

/**
 * Call it before content is published (docs/reference/publishing.md#reviews).
 * @param version absent for new content, which is not approved yet
 * @throws ServiceError `review_required`
 */
export function requireApproval(
  { requiresReview }: RequestContext,
  version?: Pick<VersionEntity, 'name' | 'weight' | 'approvedAt'>,
): void {
  if (!requiresReview) return;
  if (!version)
    throw new ServiceError(
      'review_required',
      'This account requires a review before publishing; create a draft with "publish": false, and let another user approve it',
    );
  if (version.weight === null && version.approvedAt === null)
    throw new ServiceError(
      'review_required',
      `Version "${version.name}" is not approved; another user than the author of its last change has to approve it first`,
    );
}

/** @throws ServiceError `review_required` for the author of the last change */
export function rejectOwnApproval(
  { callerId }: RequestContext,
  { name, modifiedBy, createdBy }: Pick<VersionEntity, 'name' | 'modifiedBy' | 'createdBy'>,
): void {
  const author = modifiedBy ?? createdBy;
  if (author !== null && author === callerId)
    throw new ServiceError('review_required', `You changed version "${name}" last; another user has to approve it`);
}

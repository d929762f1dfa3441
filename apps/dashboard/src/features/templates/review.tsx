import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { rich } from '../../i18n/rich.js';
import { t } from '../../i18n/texts.js';
import { usePresence } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Time } from '../../ui/time.js';
import { toast } from '../../ui/toasts.js';
import { accountQuery } from '../account/queries.js';
import type { Tagged, Version, VersionPlace } from './requests.js';
import { approveVersion } from './requests.js';

/** Whether the account publishes only approved versions. */
export const useRequiresReview = (): boolean => useQuery(accountQuery).data?.require_review ?? false;

/** Why a version cannot be published yet; undefined if a review does not prevent it. */
export function useWhyUnreviewed({ published, approved }: Version, isChanged = false): string | undefined {
  if (!useRequiresReview()) return undefined;
  if (isChanged) return t('Save a draft. You can publish it once another user has approved it.');
  return published || approved !== undefined ? undefined : t('Another user has to approve this version first.');
}

/** Who approved a version, and when. */
export function Approval({ version: { approved, approved_by } }: { readonly version: Version }) {
  if (approved === undefined) return null;
  const when = <Time at={approved} />;
  return (
    <span className="muted caption">
      {approved_by === undefined
        ? rich('Approved {when}', { when })
        : rich('Approved by {name}, {when}', { name: approved_by, when })}
    </span>
  );
}

/** ETags of the drafts saved in this tab, by user and version: the API does not name the author of the last change. */
const ownTags = new Map<string, string | undefined>();
const toKey = (userId: string, { version_id }: VersionPlace): string => `${userId} ${version_id}`;

export const rememberOwn = (userId: string, place: VersionPlace, tag: string | undefined): void => {
  ownTags.set(toKey(userId, place), tag);
};

interface Props {
  readonly place: VersionPlace;
  readonly loaded: Tagged<Version>;
  readonly why: string | undefined;
}

/** Approves exactly the content that the page shows. Absent where no approval is needed. */
export function ApproveButton({ place, loaded, why }: Props) {
  const queries = useQueryClient();
  const { user } = usePresence();
  const isOwn = loaded.tag !== undefined && ownTags.get(toKey(user.id, place)) === loaded.tag;
  const isNeeded = useWhyUnreviewed(loaded.data) !== undefined;
  const approve = useMutation({
    mutationFn: () => approveVersion(place, loaded.tag),
    onSuccess: () => toast(t('Version approved')),
    onSettled: () => queries.invalidateQueries({ queryKey: ['templates'] }),
  });
  if (!isNeeded) return null;
  return (
    <Button
      onClick={() => approve.mutate()}
      busy={approve.isPending}
      why={why ?? (isOwn ? t('You changed it last. Another user has to approve it.') : undefined)}
    >
      {t('Approve')}
    </Button>
  );
}

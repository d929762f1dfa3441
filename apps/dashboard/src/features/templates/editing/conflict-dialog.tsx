import { useQuery } from '@tanstack/react-query';
import { rich } from '../../../i18n/rich.js';
import { t } from '../../../i18n/texts.js';
import { Button } from '../../../ui/button.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';
import { Loaded } from '../../../ui/loaded.js';
import { Time } from '../../../ui/time.js';
import { CompareVersions } from '../compare-versions.js';
import type { Tagged, Version, VersionPlace } from '../requests.js';
import { readVersion } from '../requests.js';
import type { Content } from './version-content.js';
import { toContent } from './version-content.js';

interface Conflict {
  /** The content of the other version. */
  readonly place: VersionPlace;
  readonly title: string;
  readonly description: string;
}

/** The conflicts with other users. */
export const conflicts = {
  overtaken: (place: VersionPlace): Conflict => ({
    place,
    title: t('Someone else changed this version'),
    description: t('Nothing was overwritten. Compare both and choose which one to keep.'),
  }),
  replaced: (place: VersionPlace): Conflict => ({
    place,
    title: t('Another version was published in the meantime'),
    description: t('Nothing was overwritten. Compare both; if you publish yours, the other stays in the version list.'),
  }),
};

interface Props {
  readonly conflict: Conflict;
  readonly yours: Content;
  readonly onClose: () => void;
  readonly onTheirs: (theirs: Tagged<Version>) => void;
  readonly onMine: (theirs: Tagged<Version>) => void;
}

/** Two users edited at the same time. The second one to save compares both versions and chooses. */
export function ConflictDialog({ conflict: { place, title, description }, yours, onClose, onTheirs, onMine }: Props) {
  const theirs = useQuery({
    queryKey: ['templates', place.template_id, place.locale, 'conflict', place.version_id],
    queryFn: ({ signal }) => readVersion(place, signal),
    gcTime: 0,
    staleTime: 0,
  });
  return (
    <Dialog wide open onClose={onClose} title={title} description={description}>
      <Loaded query={theirs}>
        {(found) => (
          <div className="stack">
            <p className="muted">{rich('Theirs was saved {when}.', { when: <Time at={found.data.modified} /> })}</p>
            <CompareVersions
              left={{ label: t('Theirs (saved)'), content: toContent(found.data) }}
              right={{ label: t('Yours (unsaved)'), content: yours }}
            />
            <DialogActions>
              <Button onClick={onClose}>{t('Decide later')}</Button>
              <Button onClick={() => onTheirs(found)}>{t('Use theirs')}</Button>
              <Button tone="primary" onClick={() => onMine(found)}>
                {t('Keep yours')}
              </Button>
            </DialogActions>
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

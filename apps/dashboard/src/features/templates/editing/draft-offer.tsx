import { rich } from '../../../i18n/rich.js';
import { t } from '../../../i18n/texts.js';
import { Button } from '../../../ui/button.js';
import { Time } from '../../../ui/time.js';
import type { UnsavedDraft } from './unsaved-drafts.js';

interface Props {
  readonly kept: UnsavedDraft;
  /** The name of the version that the draft belongs to, if it is another one. */
  readonly otherVersion?: string | undefined;
  /** Whether someone saved the version in the meantime. */
  readonly isOutdated: boolean;
  readonly onRestore: () => void;
  readonly onOpen?: () => void;
  readonly onForget: () => void;
}

/** Offers an unsaved draft of this document. */
export const DraftOffer = ({ kept, otherVersion, isOutdated, onRestore, onOpen, onForget }: Props) => {
  const when = <Time at={Math.floor(kept.time / 1_000)} />;
  return (
    <div className="templates-banner" role="status">
      <span>
        {otherVersion === undefined
          ? rich('You have unsaved changes from {when}.', { when })
          : rich('You have unsaved changes to {version} from {when}.', { version: otherVersion, when })}{' '}
        {isOutdated && t('Someone saved this version since.')}
      </span>
      {otherVersion === undefined ? (
        <Button small onClick={onRestore}>
          {t('Restore')}
        </Button>
      ) : (
        <Button small onClick={onOpen}>
          {t('Open')}
        </Button>
      )}
      <Button small tone="quiet" onClick={onForget}>
        {t('Discard')}
      </Button>
    </div>
  );
};

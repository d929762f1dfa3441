import { rich } from '../../../i18n/rich.js';
import { t } from '../../../i18n/texts.js';
import { Button } from '../../../ui/button.js';
import { Time } from '../../../ui/time.js';
import type { KeptDraft } from './kept-drafts.js';

interface Props {
  readonly kept: KeptDraft;
  /** The name of the version that it was written in, where that is another one. */
  readonly elsewhere?: string | undefined;
  /** Someone saved the version since. */
  readonly isOutdated: boolean;
  readonly onTake: () => void;
  readonly onOpen?: () => void;
  readonly onForget: () => void;
}

/** Offers an unsaved draft of this document. */
export const KeptOffer = ({ kept, elsewhere, isOutdated, onTake, onOpen, onForget }: Props) => {
  const when = <Time at={Math.floor(kept.time / 1_000)} />;
  return (
    <div className="templates-banner" role="status">
      <span>
        {elsewhere === undefined
          ? rich('You have unsaved changes from {when}.', { when })
          : rich('You have unsaved changes to {version} from {when}.', { version: elsewhere, when })}{' '}
        {isOutdated && t('Someone saved this version since.')}
      </span>
      {elsewhere === undefined ? (
        <Button small onClick={onTake}>
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

import { rich } from '../../../i18n/rich.js';
import { t } from '../../../i18n/texts.js';
import { Button } from '../../../ui/button.js';
import { Time } from '../../../ui/time.js';
import type { KeptDraft } from './kept-drafts.js';

interface Props {
  readonly kept: KeptDraft;
  /** Somebody saved the version since. */
  readonly isOutdated: boolean;
  readonly onTake: () => void;
  readonly onForget: () => void;
}

/** What was written here before and not saved is offered again. */
export const KeptOffer = ({ kept, isOutdated, onTake, onForget }: Props) => (
  <div className="templates-banner" role="status">
    <span>
      {rich('What you wrote here {when} was not saved.', { when: <Time at={Math.floor(kept.time / 1_000)} /> })}{' '}
      {isOutdated && t('The version has been saved by somebody since.')}
    </span>
    <Button small onClick={onTake}>
      {t('Go on with it')}
    </Button>
    <Button small tone="quiet" onClick={onForget}>
      {t('Throw it away')}
    </Button>
  </div>
);

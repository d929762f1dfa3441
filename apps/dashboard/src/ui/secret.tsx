import './overlay.css';
import type { ReactNode } from 'react';
import { t } from '../i18n/texts.js';
import { Button } from './button.js';
import { CopyButton } from './copy-button.js';
import { Dialog, DialogActions } from './dialog.js';

type Props = {
  readonly title: string;
  readonly secret: string;
  readonly advice: ReactNode;
  readonly onClose: () => void;
};

/** A secret that is shown once: a click outside does not close the dialog. */
export const Secret = ({ title, secret, advice, onClose }: Props) => (
  <Dialog open unclosable onClose={onClose} title={title} description={advice}>
    <p className="row">
      <code className="ui-secret">{secret}</code>
      <CopyButton text={secret} label={t('Copy')} />
    </p>
    <DialogActions>
      <Button tone="primary" onClick={onClose}>
        {t('Done')}
      </Button>
    </DialogActions>
  </Dialog>
);

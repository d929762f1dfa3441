import './overlay.css';
import type { QueryKey } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { t } from '../i18n/texts.js';
import { Button } from './button.js';
import { CopyButton } from './copy-button.js';
import { Dialog, DialogActions } from './dialog.js';
import { TypedConfirmation } from './typed-confirmation.js';

type Props = {
  readonly title: string;
  readonly secret: string;
  readonly advice: ReactNode;
  readonly onClose: () => void;
  /** How to use it. */
  readonly children?: ReactNode;
};

/** A secret that is shown once: a click outside does not close the dialog. */
export const Secret = ({ title, secret, advice, onClose, children }: Props) => (
  <Dialog open unclosable onClose={onClose} title={title} description={advice}>
    <p className="row">
      <code className="ui-secret">{secret}</code>
      <CopyButton text={secret} label={t('Copy')} />
    </p>
    {children}
    <DialogActions>
      <Button tone="primary" onClick={onClose}>
        {t('Done')}
      </Button>
    </DialogActions>
  </Dialog>
);

type RotationProps = {
  /** The consequence, in one sentence. */
  readonly consequence: string;
  readonly rotate: () => Promise<{ readonly secret: string }>;
  readonly queryKey: QueryKey;
  readonly onClose: () => void;
};

/** Replaces a secret and shows the new one. */
export function SecretRotation({ consequence, rotate, queryKey, onClose }: RotationProps) {
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string>();
  return secret === undefined ? (
    <TypedConfirmation
      title={t('Rotate secret')}
      consequence={consequence}
      word={t('rotate')}
      action={t('Rotate')}
      onClose={onClose}
      send={rotate}
      onSuccess={(rotated) => {
        setSecret(rotated.secret);
        return queries.invalidateQueries({ queryKey });
      }}
    />
  ) : (
    <Secret
      title={t('New secret')}
      secret={secret}
      onClose={onClose}
      advice={t('Copy it now: it is shown only once. The old secret stays valid for 24 hours.')}
    />
  );
}

import './overlay.css';
import { t } from '../i18n/texts.js';
import { Button, IconButton } from './button.js';
import { classes } from './classes.js';
import { dismiss, useToasts } from './toasts.js';

export const Toaster = () => (
  <div className="ui-toasts" role="region" aria-label={t('Messages')}>
    <div aria-live="polite" className="stack">
      {useToasts().map(({ id, text, bad, undo }) => (
        <div key={id} className={classes('ui-toast', bad && 'ui-toast-bad')}>
          <span className="ui-toast-text">{text}</span>
          {undo && (
            <Button
              onClick={() => {
                dismiss(id);
                undo();
              }}
            >
              {t('Undo')}
            </Button>
          )}
          <IconButton icon="close" label={t('Dismiss')} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  </div>
);

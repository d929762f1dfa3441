import './overlay.css';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { t } from '../i18n/texts.js';
import { IconButton } from './button.js';
import { classes } from './classes.js';

type Props = {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** What it is about, where the title does not say it all. */
  readonly description?: ReactNode;
  readonly wide?: boolean;
  /** It must be answered, and cannot be closed otherwise. */
  readonly unclosable?: boolean;
};

export const Dialog = ({ title, open, onClose, children, description, wide = false, unclosable = false }: Props) => (
  <Radix.Root open={open} onOpenChange={(next) => !next && !unclosable && onClose()}>
    <Radix.Portal>
      <Radix.Overlay className="ui-overlay" />
      <Radix.Content
        className={classes('ui-dialog', wide && 'ui-dialog-wide')}
        onOpenAutoFocus={focusItself}
        {...(description === undefined ? { 'aria-describedby': undefined } : {})}
      >
        <div className="ui-dialog-head">
          <Radix.Title>{title}</Radix.Title>
          {!unclosable && (
            <Radix.Close asChild>
              <IconButton icon="close" label={t('Close')} />
            </Radix.Close>
          )}
        </div>
        <div className="ui-dialog-body">
          {description !== undefined && (
            <Radix.Description asChild>
              <div>{description}</div>
            </Radix.Description>
          )}
          {children}
        </div>
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

/** Where no field asks for the focus. On the first button a tooltip would open, which takes the first Escape for itself. */
function focusItself(event: Event): void {
  event.preventDefault();
  (event.currentTarget as HTMLElement | null)?.focus();
}

/** The buttons at the end of a dialog; the one that does it comes last. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="ui-dialog-actions">{children}</div>
);

import './overlay.css';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { t } from '../i18n/texts.js';
import { IconButton } from './button.js';
import { classes } from './classes.js';

/** The focused element. For a menu entry, which disappears, the button of the menu. */
function focused(): HTMLElement | null {
  const element = document.activeElement;
  const menu = element?.closest('[role=menu]');
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element;
  return opener instanceof HTMLElement ? opener : null;
}

/** Returns the focus to the opener, or to the page if the opener has disappeared. */
export function returnFocus(element: HTMLElement | null): void {
  const isThere = element?.isConnected === true && element !== document.body;
  (isThere ? element : document.getElementById('main'))?.focus({ preventScroll: true });
}

/** Whether nothing is focused, for example after a followed link has disappeared. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

export type DialogProps = {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** A description, if the title is not sufficient. */
  readonly description?: ReactNode | undefined;
  readonly wide?: boolean;
  /** The dialog needs a response and cannot be closed otherwise. */
  readonly unclosable?: boolean;
};

export const Dialog = ({ open, onClose, ...rest }: DialogProps) => (
  <Radix.Root open={open} onOpenChange={(next) => !next && !rest.unclosable && onClose()}>
    <Radix.Portal>
      <Radix.Overlay className="ui-overlay" />
      <Content {...rest} />
    </Radix.Portal>
  </Radix.Root>
);

function Content({
  title,
  children,
  description,
  wide = false,
  unclosable = false,
}: Omit<DialogProps, 'open' | 'onClose'>): ReactNode {
  // Before one of its fields has the focus.
  const [opener] = useState(focused);
  return (
    <Radix.Content
      className={classes('ui-dialog', wide && 'ui-dialog-wide')}
      onOpenAutoFocus={focusFirst}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        // Unless closing it has moved the focus on purpose.
        if (isFocusLost()) returnFocus(opener);
      }}
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
  );
}

/**
 * Focuses the first field. Without a field, focuses the dialog, because the tooltip of a button would handle the
 * first Escape.
 */
function focusFirst(event: Event): void {
  event.preventDefault();
  const dialog = event.currentTarget as HTMLElement;
  const field = dialog.querySelector<HTMLElement>(
    'input:not([type=hidden], [type=file], [type=checkbox], [type=radio]), select, textarea',
  );
  (field ?? dialog).focus();
}

/** The buttons at the end of a dialog. The main action comes last. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="ui-dialog-actions">{children}</div>
);

import './button.css';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from './classes.js';
import type { IconName } from './icon.js';
import { Icon } from './icon.js';
import './overlay.css';
import { Tooltip as Radix } from 'radix-ui';

/** Wraps the whole app. After the first tooltip, others open without a delay. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={400} skipDelayDuration={300}>
    {children}
  </Radix.Provider>
);

/** Shown on hover and focus. It adds detail, or names a button that is only an icon. */
const Tooltip = ({ text, children }: { text: string; children: ReactNode }) => (
  <Radix.Root>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content className="ui-tooltip" sideOffset={6} collisionPadding={8}>
        {text}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** At most one `primary` per view; `danger` for irreversible actions. */
  readonly tone?: 'primary' | 'danger' | 'quiet';
  readonly icon?: IconName;
  readonly busy?: boolean;
  readonly small?: boolean;
  /**
   * The reason why it is disabled, such as a missing right. The button stays focusable, so that the reason can be
   * read.
   */
  readonly why?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
};

export function Button({ tone, icon, busy = false, small = false, why, className, children, onClick, ...rest }: Props) {
  const dead = busy || why !== undefined;
  const button = (
    <button
      type="button"
      {...rest}
      {...(dead ? { 'aria-disabled': true } : {})}
      {...(busy ? { 'aria-busy': true } : {})}
      onClick={dead ? (event) => event.preventDefault() : onClick}
      className={classes('ui-button', tone && `ui-button-${tone}`, small && 'ui-button-small', className)}
    >
      {icon && !busy ? <Icon name={icon} /> : undefined}
      {typeof children === 'string' ? <span className="truncate">{children}</span> : children}
    </button>
  );
  return why === undefined ? button : <Tooltip text={why}>{button}</Tooltip>;
}

type IconProps = Omit<Props, 'children' | 'icon'> & { readonly icon: IconName; readonly label: string };

/** A button with only an icon. The label is its tooltip and its accessible name. */
export const IconButton = ({ icon, label, className, ...rest }: IconProps) => (
  <Tooltip text={label}>
    <Button tone="quiet" {...rest} aria-label={label} className={classes('ui-button-icon', className)}>
      <Icon name={icon} />
    </Button>
  </Tooltip>
);

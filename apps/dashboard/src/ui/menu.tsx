import './overlay.css';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from './classes.js';
import type { IconName } from './icon.js';
import { Icon } from './icon.js';
import { Keys } from './shortcuts-help.js';

export type MenuItem =
  | {
      readonly label: string;
      readonly onSelect: () => void;
      readonly icon?: IconName;
      readonly keys?: string;
      /** One of several options, such as a radio button. */
      readonly checked?: boolean;
      readonly danger?: boolean;
      /** The reason why it cannot be chosen. */
      readonly why?: string | undefined;
    }
  | { readonly heading: string }
  | 'line';

type Props = {
  readonly trigger: ReactNode;
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'end';
};

export const Menu = ({ trigger, items, align = 'end' }: Props) => (
  <Radix.Root>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content className="ui-menu" align={align} sideOffset={4} collisionPadding={8} loop>
        {items.map((item, position) => (
          <Entry key={position} item={item} />
        ))}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

function Entry({ item }: { item: MenuItem }) {
  if (item === 'line') return <Radix.Separator className="ui-menu-line" />;
  if ('heading' in item) return <Radix.Label className="ui-menu-label">{item.heading}</Radix.Label>;
  const { label, onSelect, icon, keys, checked, danger = false, why } = item;
  const content = (
    <>
      {checked !== undefined && <span className="ui-menu-check">{checked && <Icon name="check" />}</span>}
      {icon && <Icon name={icon} />}
      <span className="ui-menu-text">
        {label}
        {why !== undefined && <span className="caption muted"> – {why}</span>}
      </span>
      {keys && <Keys className="ui-menu-keys" keys={keys} />}
    </>
  );
  const className = classes('ui-menu-item', danger && 'ui-menu-item-danger');
  return checked === undefined ? (
    <Radix.Item className={className} disabled={why !== undefined} onSelect={onSelect}>
      {content}
    </Radix.Item>
  ) : (
    <Radix.CheckboxItem className={className} checked={checked} onSelect={onSelect}>
      {content}
    </Radix.CheckboxItem>
  );
}

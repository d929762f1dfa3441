import './marks.css';
import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

type Tab<Name extends string> = { readonly name: Name; readonly label: string; readonly content: ReactNode };
type Props<Name extends string> = {
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly shown: Name;
  readonly onShow: (name: Name) => void;
};

export const Tabs = <Name extends string>({ label, tabs, shown, onShow }: Props<Name>) => (
  <Radix.Root value={shown} onValueChange={(name) => onShow(name as Name)}>
    <Radix.List className="ui-tabs ui-shade" aria-label={label}>
      {tabs.map((tab) => (
        <Radix.Trigger
          key={tab.name}
          value={tab.name}
          className="ui-tab"
          ref={tab.name === shown ? scrollTabIntoView : null}
        >
          {tab.label}
        </Radix.Trigger>
      ))}
    </Radix.List>
    {tabs.map((tab) => (
      <Radix.Content key={tab.name} value={tab.name} className="ui-tab-content">
        {tab.content}
      </Radix.Content>
    ))}
  </Radix.Root>
);

/** Scrolls the selected tab into view on a phone, where the tabs are wider than the page. Used as its `ref`. */
export function scrollTabIntoView(tab: HTMLElement | null): void {
  const row = tab?.parentElement;
  if (!tab || !row || row.scrollWidth <= row.clientWidth) return;
  const [inner, outer] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  if (inner.right > outer.right) row.scrollLeft += inner.right - outer.right;
  if (inner.left < outer.left) row.scrollLeft -= outer.left - inner.left;
}

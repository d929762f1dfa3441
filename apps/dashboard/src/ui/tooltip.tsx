import './overlay.css';
import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

/** Once around everything: the second tooltip comes at once. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={400} skipDelayDuration={300}>
    {children}
  </Radix.Provider>
);

/** Says more of one element on hover and focus; never the only place where something is said, but the names of pictures. */
export const Tooltip = ({ text, children }: { text: string; children: ReactNode }) => (
  <Radix.Root>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content className="ui-tooltip" sideOffset={6} collisionPadding={8}>
        {text}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

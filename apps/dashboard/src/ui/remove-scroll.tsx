import type { ElementType, ReactNode, Ref } from 'react';
import { useEffect } from 'react';

type Props = { as?: ElementType; children?: ReactNode; ref?: Ref<HTMLElement> } & Record<string, unknown>;

/** Replaces the package of that name. It prevents scrolling behind a dialog with a class instead of a style element. */
export function RemoveScroll({ as: Element = 'div', allowPinchZoom: _pinch, shards: _shards, ...rest }: Props) {
  useEffect(() => {
    document.documentElement.classList.add('scroll-locked');
    return () => document.documentElement.classList.remove('scroll-locked');
  }, []);
  return <Element {...rest} />;
}

import type { ElementType, ReactNode, Ref } from 'react';
import { useEffect } from 'react';

type Props = { as?: ElementType; children?: ReactNode; ref?: Ref<HTMLElement> } & Record<string, unknown>;

/** In place of the package of that name: the page behind a dialog does not scroll, by a class instead of a style element. */
export function RemoveScroll({ as: Element = 'div', allowPinchZoom: _pinch, shards: _shards, ...rest }: Props) {
  useEffect(() => {
    document.documentElement.classList.add('scroll-locked');
    return () => document.documentElement.classList.remove('scroll-locked');
  }, []);
  return <Element {...rest} />;
}

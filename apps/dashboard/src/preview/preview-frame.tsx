import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../i18n/texts.js';

export interface PreviewFrameProps {
  /** Cleaned (clean-html.ts). Left out, the frame is loaded already and waits for it. */
  readonly html: string | undefined;
  readonly images?: boolean;
  readonly dark?: boolean;
  /** In pixels; left out, as wide as there is room. */
  readonly width?: number | undefined;
  readonly title: string;
  readonly onLink?: (href: string) => void;
  /** What is shown now: how long the mail is, and whether dark colours are forced upon it. */
  readonly onShown?: (shown: { readonly sequence: number; readonly height: number; readonly forced: boolean }) => void;
}

type FromFrame =
  | { readonly kind: 'ready' }
  | { readonly kind: 'link'; readonly href: string }
  | { readonly kind: 'shown'; readonly sequence: number; readonly height: number; readonly forced: boolean };

/** A mail, in a frame whose origin is nobody's and whose policy is its own (docs/dashboard.md#the-preview). */
export function PreviewFrame({ html, images = true, dark = false, width, title, onLink, onShown }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  const sequence = useRef(0);
  const told = useRef({ onLink, onShown });
  told.current = { onLink, onShown };
  const page = images ? '/frame/preview.html' : '/frame/preview-images-off.html';

  useEffect(() => {
    const hear = (event: MessageEvent<FromFrame>): void => {
      if (event.source === null || event.source !== frame.current?.contentWindow) return;
      if (event.data.kind === 'ready') setReady(true);
      if (event.data.kind === 'link') told.current.onLink?.(event.data.href);
      if (event.data.kind === 'shown') told.current.onShown?.(event.data);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, []);

  useEffect(() => setReady(false), [page]);

  // Told at once: the frame works while this page is painted.
  useLayoutEffect(() => {
    if (!ready || html === undefined) return;
    sequence.current += 1;
    frame.current?.contentWindow?.postMessage({ kind: 'show', sequence: sequence.current, html, dark }, '*');
  }, [ready, html, dark]);

  return (
    <iframe
      key={page}
      ref={frame}
      className={dark ? 'preview-frame preview-frame-dark' : 'preview-frame'}
      style={width === undefined ? undefined : { width }}
      src={page}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      title={title || t('Preview of the mail')}
    />
  );
}

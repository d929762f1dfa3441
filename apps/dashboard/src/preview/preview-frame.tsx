import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../i18n/texts.js';

export interface PreviewFrameProps {
  /** Sanitized HTML (clean-html.ts). If omitted, the frame loads in advance. */
  readonly html: string | undefined;
  readonly images?: boolean;
  readonly dark?: boolean;
  /** In pixels. If omitted, it uses the available width. */
  readonly width?: number | undefined;
  readonly title: string;
  readonly onLink?: (href: string) => void;
  /** The height of the email, and whether dark colors are forced. */
  readonly onShown?: (shown: { readonly sequence: number; readonly height: number; readonly forced: boolean }) => void;
}

type FromFrame =
  | { readonly kind: 'ready' }
  | { readonly kind: 'link'; readonly href: string }
  | { readonly kind: 'shown'; readonly sequence: number; readonly height: number; readonly forced: boolean };

/** An email in a frame with an opaque origin and its own policy (docs/dashboard.md#the-preview). */
export function PreviewFrame({ images = true, ...rest }: PreviewFrameProps) {
  const page = images ? '/frame/preview.html' : '/frame/preview-images-off.html';
  // Another page gets a new frame, which is not ready yet.
  return <Frame key={page} page={page} {...rest} />;
}

type FrameProps = Omit<PreviewFrameProps, 'images'> & { readonly page: string };

function Frame({ page, html, dark = false, width, title, onLink, onShown }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  const sequence = useRef(0);
  const onMessage = useEffectEvent(({ source, data }: MessageEvent<FromFrame>): void => {
    if (source === null || source !== frame.current?.contentWindow) return;
    if (data.kind === 'ready') setReady(true);
    if (data.kind === 'link') onLink?.(data.href);
    if (data.kind === 'shown') onShown?.(data);
  });

  // Created with the frame, because its ready message comes once, possibly before effects run.
  useLayoutEffect(() => {
    const listen = (event: MessageEvent<FromFrame>): void => onMessage(event);
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);

  // Sent immediately, so that the frame works while this page paints.
  useLayoutEffect(() => {
    if (!ready || html === undefined) return;
    sequence.current += 1;
    frame.current?.contentWindow?.postMessage({ kind: 'show', sequence: sequence.current, html, dark }, '*');
  }, [ready, html, dark]);

  return (
    <iframe
      ref={frame}
      className={dark ? 'preview-frame preview-frame-dark' : 'preview-frame'}
      style={width === undefined ? undefined : { width }}
      src={page}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      title={title || t('Preview of the email')}
    />
  );
}

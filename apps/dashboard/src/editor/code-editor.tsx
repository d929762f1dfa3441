import './editor.css';
import type { Ref } from 'react';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { onceIdle } from '../ui/idle.js';
import type { CodeView, Marked } from './code-view.js';
import type { Vocabulary } from './completions.js';
import { currentLanguage, useLanguage } from '../i18n/language.js';
import type { Language } from './languages.js';

export interface CodeEditorProps {
  /** The initial text. Later texts are set through the handle, which avoids a copy for each key. */
  readonly text: string;
  readonly language: Language;
  readonly vocabulary: Vocabulary;
  readonly label: string;
  readonly marked?: readonly Marked[];
  readonly placeholder?: string;
  readonly line?: boolean;
  readonly readOnly?: boolean;
  readonly onChange: (read: () => string) => void;
  readonly handle?: Ref<CodeView | null>;
  /** Loads after the first paint. */
  readonly isHeld?: boolean;
}

const nothing: readonly Marked[] = [];
/** More lines than a window shows. */
const firstCharacters = 5_000;

/** Larger than the rest of the page, so it loads after the first paint and is cached. */
let loaded: typeof CodeView | undefined;

function useCodeView(isHeld: boolean): typeof CodeView | undefined {
  const [found, setFound] = useState(() => loaded);
  useEffect(() => {
    if (found || isHeld) return undefined;
    return onceIdle(async () => {
      loaded ??= (await import('./code-view.js')).CodeView;
      setFound(() => loaded);
    });
  }, [found, isHeld]);
  return found;
}

/**
 * A CodeMirror editor. It owns its document, which React does not read. Until it has loaded, the plain text is shown.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { vocabulary, marked = nothing, line = false, handle, isHeld = false, label, placeholder } = props;
  const pageLanguage = useLanguage();
  const View = useCodeView(isHeld);
  const host = useRef<HTMLDivElement>(null);
  const code = useRef<CodeView | null>(null);
  const isWanted = useRef(false);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  useLayoutEffect(() => {
    if (!host.current || !View) return undefined;
    const { text, language, label, readOnly, placeholder, line: isLine } = latest.current;
    const view = new View(host.current, {
      text,
      language,
      engine: latest.current.vocabulary.engine,
      pageLanguage: currentLanguage(),
      label,
      placeholder,
      line: isLine,
      readOnly,
      vocabulary: () => latest.current.vocabulary,
      onChange: (read) => latest.current.onChange(read),
    });
    view.mark(latest.current.marked ?? nothing);
    code.current = view;
    if (isWanted.current) view.focus();
    return () => {
      code.current = null;
      view.destroy();
    };
  }, [View]);
  useImperativeHandle(handle, () => code.current!);

  useEffect(() => {
    // Updated with each rendering of the email, because its language can change from HTML to MJML.
    code.current?.setEngine(vocabulary.engine);
    code.current?.mark(marked);
  }, [vocabulary.engine, marked]);

  useEffect(() => code.current?.setLabels({ pageLanguage, label, placeholder }), [pageLanguage, label, placeholder]);

  return (
    <div ref={host} className={line ? 'editor-host editor-host-line' : 'editor-host'}>
      {!View && (
        <pre className="editor-waiting" onPointerDown={() => (isWanted.current = true)}>
          {props.text.slice(0, firstCharacters) || <span className="muted">{props.placeholder}</span>}
        </pre>
      )}
    </div>
  );
}

import './editor.css';
import type { Ref } from 'react';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { Marked } from './code-view.js';
import { CodeView } from './code-view.js';
import type { Vocabulary } from './completions.js';
import type { Language } from './languages.js';

export interface CodeEditorProps {
  /** What it begins with; later texts come through the handle, so that nothing is copied with each key. */
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
}

const nothing: readonly Marked[] = [];

/** CodeMirror for one text. Its document is its own, React does not see it. */
export function CodeEditor(props: CodeEditorProps) {
  const { vocabulary, marked = nothing, line = false, handle } = props;
  const host = useRef<HTMLDivElement>(null);
  const code = useRef<CodeView | null>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  useLayoutEffect(() => {
    if (!host.current) return undefined;
    const { text, language, label, readOnly, placeholder, line: isLine } = latest.current;
    const view = new CodeView(host.current, {
      text,
      language,
      engine: latest.current.vocabulary.engine,
      label,
      placeholder,
      line: isLine,
      readOnly,
      vocabulary: () => latest.current.vocabulary,
      onChange: (read) => latest.current.onChange(read),
    });
    code.current = view;
    return () => {
      code.current = null;
      view.destroy();
    };
  }, []);
  useImperativeHandle(handle, () => code.current!, []);

  useEffect(() => code.current?.speak(vocabulary.engine), [vocabulary.engine, marked]);
  useEffect(() => code.current?.mark(marked), [marked]);

  return <div ref={host} className={line ? 'editor-host editor-host-line' : 'editor-host'} />;
}

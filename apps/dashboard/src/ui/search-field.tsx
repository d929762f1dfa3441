import './field.css';
import { useEffect, useRef, useState } from 'react';
import { t } from '../i18n/texts.js';
import { useCommands } from './commands.js';
import { Icon } from './icon.js';
import { searchTerms } from './search-match.js';

type Props = {
  /** Also the placeholder. */
  readonly label: string;
  /** The value in the URL. */
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** The pause in typing before the search. */
const pauseMs = 200;

/** The search field of a list: `/` focuses it, Escape clears it. Calls `onChange` once typing pauses. */
export function SearchField({ label, value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const reported = useRef(value);
  useEffect(() => {
    if (value !== reported.current) setTyped(value);
    reported.current = value;
  }, [value]);
  useEffect(() => {
    const next = searchTerms(typed);
    if (next === reported.current) return undefined;
    const timer = setTimeout(() => {
      reported.current = next;
      onChange(next);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, onChange]);
  useCommands([{ label: t('Search'), keys: '/', hidden: true, run: () => input.current?.focus() }]);
  return (
    <div className="ui-search" role="search">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        className="ui-control"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          if (typed === '') input.current?.blur();
          setTyped('');
        }}
      />
    </div>
  );
}

import './overlay.css';
import { Dialog as Radix } from 'radix-ui';
import { useEffect, useState } from 'react';
import { t } from '../i18n/texts.js';
import type { Command } from './commands.js';
import { currentCommands, useCommands, useCurrentCommands } from './commands.js';
import { activatesControl, isTyping, keySequences, toKeyName, singleKeysAreOn } from './key-sequences.js';
import { Keys, ShortcutsHelp } from './shortcuts-help.js';
import { matching } from './search-match.js';

type Props = {
  /** The action for words that match no command: a search. */
  readonly find: (words: string) => readonly Command[];
};

/** Handles Ctrl-K, `?` and the keys of the page's commands. Wraps the whole app. */
export function CommandPalette({ find }: Props) {
  const [shown, setShown] = useState<'palette' | 'help'>();
  useCommands([
    { label: t('Find a command'), keys: 'Mod+K', hidden: true, run: () => setShown('palette') },
    { label: t('Keyboard shortcuts'), keys: '?', run: () => setShown('help') },
  ]);
  useKeys(shown !== undefined);
  const close = () => setShown(undefined);
  return (
    <>
      <Radix.Root open={shown === 'palette'} onOpenChange={(open) => !open && close()}>
        <Radix.Portal>
          <Radix.Overlay className="ui-overlay" />
          <Radix.Content className="ui-dialog ui-palette" aria-describedby={undefined}>
            <Radix.Title className="unseen">{t('Find a command')}</Radix.Title>
            <Choice find={find} onDone={close} />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
      <ShortcutsHelp open={shown === 'help'} onClose={close} />
    </>
  );
}

function Choice({ find, onDone }: Props & { onDone: () => void }) {
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState(0);
  const listed = useCurrentCommands().filter(({ hidden }) => !hidden);
  const found = [...matching(words, listed), ...(words.trim() === '' ? [] : find(words.trim()))];
  const run = (command: Command | undefined) => {
    if (!command) return;
    onDone();
    command.run();
  };
  const move = (steps: number) => setChosen((at) => Math.min(Math.max(at + steps, 0), found.length - 1));
  return (
    <>
      <input
        className="ui-palette-input"
        role="combobox"
        aria-expanded="true"
        aria-controls="ui-palette-list"
        aria-activedescendant={found.length > 0 ? `ui-palette-${chosen}` : undefined}
        aria-label={t('Find a command')}
        placeholder={t('Search pages, actions and emails …')}
        autoComplete="off"
        spellCheck={false}
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          setChosen(0);
        }}
        onKeyDown={(event) => {
          const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (steps !== undefined) move(steps);
          else if (event.key === 'Enter') run(found[chosen]);
          else return;
          event.preventDefault();
        }}
      />
      <div className="ui-palette-list" id="ui-palette-list" role="listbox" aria-label={t('Commands')}>
        {found.map((command, position) => (
          <button
            key={`${command.label} ${position}`}
            id={`ui-palette-${position}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={position === chosen}
            className="ui-palette-item"
            ref={position === chosen ? (item) => item?.scrollIntoView({ block: 'nearest' }) : undefined}
            onPointerMove={() => setChosen(position)}
            onClick={() => run(command)}
          >
            <span className="truncate">{command.label}</span>
            <span className="spacer" />
            {command.keys && <Keys keys={command.keys} />}
          </button>
        ))}
      </div>
      {found.length === 0 && <p className="ui-palette-none">{t('No results')}</p>}
    </>
  );
}

/** Listens for the keys of all commands. An open dialog blocks all of them except Ctrl-K. */
function useKeys(isShown: boolean): void {
  useEffect(() => {
    const press = keySequences();
    const listen = (event: KeyboardEvent) => {
      const name = toKeyName(event);
      if (name === undefined || event.defaultPrevented || isShown) return;
      if (name === 'Enter' && activatesControl(event)) return;
      const isSingle = !name.startsWith('Mod+');
      if (isSingle && (isTyping(event) || !singleKeysAreOn() || isBehindDialog())) return;
      const commands = currentCommands();
      const keys = press(
        name,
        commands.flatMap((command) => command.keys ?? []),
        event.timeStamp,
      );
      const command = commands.find((known) => known.keys !== undefined && known.keys === keys);
      if (!command) return;
      event.preventDefault();
      // A held key moves through a list, but runs a command only once.
      if (isSingle || !event.repeat) command.run();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isShown]);
}

const isBehindDialog = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null;

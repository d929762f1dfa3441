import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { t } from '../../i18n/texts.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Failure } from '../../ui/failure.js';
import { searchTerms, matching } from '../../ui/search-match.js';
import { tagsQuery } from '../templates/queries.js';
import { searchTemplates } from '../templates/requests.js';

type Props = { readonly onClose: () => void; readonly onChoose: (value: string) => void };
type Choice = { readonly value: string; readonly label: string };

const maxChoices = 8;

/** Templates by part of their name. */
export function TemplateDialog({ onClose, onChoose }: Props) {
  const [typed, setTyped] = useState('');
  const q = searchTerms(typed);
  const { data, error } = useQuery({
    queryKey: ['templates', 'choices', q],
    queryFn: ({ signal }) => searchTemplates({ q, count: maxChoices }, signal),
  });
  return (
    <Choices
      title={t('Filter by template')}
      label={t('Name of the template')}
      typed={typed}
      onType={setTyped}
      choices={data?.data.map(({ id, name }) => ({ value: id, label: name }))}
      onClose={onClose}
      onChoose={onChoose}
    >
      {error && <Failure error={error} />}
    </Choices>
  );
}

/** The known tags, and any other, because sends can have further tags. */
export function TagDialog({ onClose, onChoose }: Props) {
  const [typed, setTyped] = useState('');
  const { data: known = [] } = useQuery(tagsQuery);
  const own = typed.trim();
  const found = matching(
    own,
    known.map((tag) => ({ value: tag, label: tag })),
  );
  const isNew = own !== '' && !known.includes(own);
  return (
    <Choices
      title={t('Filter by tag')}
      label={t('Tag')}
      typed={typed}
      onType={setTyped}
      choices={[...(isNew ? [{ value: own, label: own }] : []), ...found].slice(0, maxChoices)}
      onClose={onClose}
      onChoose={onChoose}
    />
  );
}

type ChoicesProps = Props & {
  readonly title: string;
  readonly label: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly choices: readonly Choice[] | undefined;
  readonly children?: ReactNode;
};

/** Enter selects the first option. */
function Choices({ title, label, typed, onType, choices, onClose, onChoose, children }: ChoicesProps) {
  const choose = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    onChoose(choice.value);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          choose(choices?.[0]);
        }}
      >
        <input
          type="search"
          className="ui-control"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
        {children}
        <ul className="logs-choices" aria-label={title}>
          {choices?.map((choice) => (
            <li key={choice.value}>
              <Button tone="quiet" onClick={() => choose(choice)}>
                {choice.label}
              </Button>
            </li>
          ))}
        </ul>
        {choices?.length === 0 && <p className="muted">{t('No results')}</p>}
      </form>
    </Dialog>
  );
}

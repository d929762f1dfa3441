import { useRef, useState } from 'react';
import type { Fields } from '../api/changes.js';
import { ConflictingChange, findChanges } from '../api/changes.js';
import { t } from '../i18n/texts.js';

/** The error of a query without data. It stays while the query retries, so that it does not alternate with the skeleton. */
export function useStandingError({ data, error }: { data: unknown; error: Error | null }): Error | null {
  const [last, setLast] = useState(error);
  const current = error ?? (data === undefined ? last : null);
  if (current !== last) setLast(current);
  return current;
}

type CarefulSave<Form extends Fields> = {
  /** The values when the form opened. */
  readonly loaded: Form;
  /** The current value on the server. */
  readonly read: () => Promise<Form>;
  /**
   * @param changed the changed fields; @param all the changed and the current fields, for endpoints that replace the
   * whole resource
   */
  readonly write: (changed: Partial<Form>, all: Form) => Promise<unknown>;
  readonly getLabel: (name: string) => string;
};

/**
 * Saves the changed fields of a form and keeps concurrent changes of other fields. When both changed the same field, the save fails and
 * shows the current value; saving again overwrites it.
 *
 * @returns what there is afterwards
 */
export function useSaveWithConflictCheck<Form extends Fields>({ loaded, read, write, getLabel }: CarefulSave<Form>) {
  const known = useRef<Form>(loaded);
  return async (wanted: Form): Promise<Form> => {
    const current = await read();
    const { changed, conflicts } = findChanges(known.current, wanted, current);
    const names = Object.keys(conflicts);
    if (names.length > 0) {
      known.current = { ...known.current, ...conflicts };
      const what = names.map((name) => `${getLabel(name)}: ${inWords(conflicts[name])}`).join('; ');
      throw new ConflictingChange(t('Someone else changed this. Current values: {what}', { what }), conflicts);
    }
    const all = { ...current, ...changed };
    if (Object.keys(changed).length > 0) await write(changed as Partial<Form>, all);
    known.current = all;
    return all;
  };
}

/** Lists of objects, such as steps, are too long for a sentence. */
function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (Array.isArray(value) && value.some((part) => typeof part === 'object')) return t('a different value');
  const parts: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  return parts.filter((part) => part !== undefined && part !== null && part !== '').join(', ') || t('empty');
}

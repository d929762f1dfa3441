import { currentLanguage } from '../../i18n/language.js';
import { relative, toDate } from '../../ui/moments.js';
import type { Template } from './requests.js';

type Listed = Template['versions'][number];

/** What a version is called among others: its name, and when it was saved where another one has the same name, as a change of it has at first. */
export function nameAmong({ id, name, modified }: Listed, versions: readonly Listed[]): string {
  const isAlone = versions.every((other) => other.id === id || other.name !== name);
  return isAlone ? name : `${name} · ${relative(toDate(modified), new Date(), currentLanguage())}`;
}

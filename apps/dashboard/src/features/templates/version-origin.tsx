import { currentLanguage } from '../../i18n/language.js';
import { relative, toDate } from '../../ui/moments.js';
import { Time } from '../../ui/time.js';
import { versionLabel } from './queries.js';
import type { Version } from './requests.js';

/** The author, time and note of a version. */
export const VersionOrigin = ({ version: { created_by, created, note } }: { readonly version: Version }) => (
  <span className="muted caption templates-version-origin">
    {created_by !== undefined && `${created_by} · `}
    <Time at={created} />
    {note !== undefined && ` · ${note}`}
  </span>
);

/** The same with its label, as the text of an option. */
export const describeVersion = (version: Version): string =>
  [
    versionLabel(version),
    version.created_by,
    relative(toDate(version.created), new Date(), currentLanguage()),
    version.note,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');

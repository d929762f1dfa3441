import { useMemo } from 'react';
import { t } from '../i18n/texts.js';
import type { Mail } from './draft.js';
import { HintItems } from './hint-list.js';
import { findHints } from './hints.js';

/** The hints about a rendered email. Load it lazily, because it includes an HTML parser. */
export default function MailHints({ mail }: { mail: Mail }) {
  const hints = useMemo(() => findHints(mail), [mail]);
  if (hints.length === 0) return null;
  return (
    <section>
      <h3>{t('Issues')}</h3>
      <ul className="preview-issues">
        <HintItems hints={hints} />
      </ul>
    </section>
  );
}

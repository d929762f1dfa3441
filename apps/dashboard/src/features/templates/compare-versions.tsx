import { lazy, Suspense } from 'react';
import { t } from '../../i18n/texts.js';
import { useIsNarrow } from '../../ui/narrow.js';
import { Skeleton } from '../../ui/loaded.js';
import type { Content } from './editing/version-content.js';
import { changedFields } from './editing/version-content.js';

const Compare = lazy(() =>
  import('../../editor/compare.js').then(({ Compare: component }) => ({ default: component })),
);

interface Side {
  readonly label: string;
  readonly content: Content;
}

/** The differences between two versions, by part. */
export function CompareVersions({ left, right }: { readonly left: Side; readonly right: Side }) {
  const isNarrow = useIsNarrow();
  const changed = changedFields(left.content, right.content);
  const labels: Readonly<Record<string, string>> = {
    name: t('Name'),
    subject: t('Subject'),
    preheader: t('Preheader'),
    html: t('HTML'),
    text: t('Text'),
    amp_html: t('AMP'),
    data: t('Sample data'),
    autoescape: t('Escaping'),
  };
  if (changed.length === 0) return <p className="muted">{t('No differences.')}</p>;
  return (
    <div className="stack">
      {!isNarrow && (
        <div className="templates-sides" aria-hidden="true">
          <strong>{left.label}</strong>
          <strong>{right.label}</strong>
        </div>
      )}
      <Suspense fallback={<Skeleton height={120} />}>
        {changed.map((field) => (
          <section key={field} className="stack" aria-label={labels[field]}>
            <h3 className="templates-part">{labels[field]}</h3>
            <Compare
              left={String(left.content[field] ?? '')}
              right={String(right.content[field] ?? '')}
              leftLabel={`${labels[field]}: ${left.label}`}
              rightLabel={`${labels[field]}: ${right.label}`}
              language={field === 'html' || field === 'amp_html' ? 'markup' : field === 'data' ? 'json' : 'text'}
              unified={isNarrow}
            />
          </section>
        ))}
      </Suspense>
    </div>
  );
}

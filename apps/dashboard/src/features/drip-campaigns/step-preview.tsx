import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { t } from '../../i18n/texts.js';
import { cleanHtml } from '../../preview/clean-html.js';
import { PreviewFrame } from '../../preview/preview-frame.js';
import { Dialog } from '../../ui/dialog.js';
import { PlainSelect } from '../../ui/field.js';
import { Loaded } from '../../ui/loaded.js';
import { samplesQuery, stepMailQuery } from './queries.js';

type Props = { readonly templateId: string; readonly name: string; readonly onClose: () => void };

/** The mail of a step as it would be sent now, filled with a sample of its template; each member's has the member's data. */
export function StepPreview({ templateId, name, onClose }: Props) {
  const { data: samples } = useQuery(samplesQuery(templateId));
  const [chosen, choose] = useState<string>();
  const sample = samples?.find(({ id }) => id === chosen) ?? samples?.[0];
  const query = useQuery({
    ...stepMailQuery(templateId, sample?.id, sample?.template_data ?? {}),
    enabled: samples !== undefined,
  });
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={name}
      description={
        samples?.length === 0
          ? t('Its template has no sample, so what its data says is left empty.')
          : t('Filled with a sample of its template: members have data of their own.')
      }
    >
      <div className="stack">
        {samples !== undefined && samples.length > 1 && (
          <PlainSelect
            label={t('Sample')}
            value={sample?.id}
            options={samples.map((each) => [each.id, each.name])}
            onChange={choose}
          />
        )}
        <Loaded query={query}>{(mail) => <StepMail {...mail} />}</Loaded>
        <Link to="/templates/$templateId" params={{ templateId }}>
          {t('Open the template')}
        </Link>
      </div>
    </Dialog>
  );
}

function StepMail({ subject, html, text }: { subject: string; html: string; text: string }) {
  const clean = useMemo(() => cleanHtml(html, { images: true }), [html]);
  return (
    <>
      <p className="drips-subject">{subject}</p>
      {html === '' ? (
        <pre className="drips-text" role="region" tabIndex={0} aria-label={t('Text')}>
          {text}
        </pre>
      ) : (
        <div className="drips-preview">
          <PreviewFrame html={clean} title={t('The mail')} />
        </div>
      )}
    </>
  );
}

import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { rich } from '../../i18n/rich.js';
import { t, tn } from '../../i18n/texts.js';
import { Button } from '../../ui/button.js';
import { inWords } from './delays.js';
import type { Campaign } from './queries.js';
import { samplesQuery, stepMailQuery, useTemplateNames } from './queries.js';
import { useQuery } from '@tanstack/react-query';
import { cleanHtml } from '../../preview/clean-html.js';
import { PreviewFrame } from '../../preview/preview-frame.js';
import { Dialog } from '../../ui/dialog.js';
import { PlainSelect } from '../../ui/field.js';
import { Loaded } from '../../ui/loaded.js';

type Props = { readonly templateId: string; readonly name: string; readonly onClose: () => void };

/**
 * The email of a step as it would be sent now, rendered with sample data of its template. Each member's email has the
 * member's data.
 */
function StepPreview({ templateId, name, onClose }: Props) {
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
          ? t('The template has no sample data, so variables are empty.')
          : t('Shown with sample data. Each member has their own.')
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
          {t('Open template')}
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
          <PreviewFrame html={clean} title={t('Email')} />
        </div>
      )}
    </>
  );
}

/** The steps in order, with their delays and templates. */
export function StepLine({ campaign: { id: campaignId, trigger_email_id, drip_steps } }: { campaign: Campaign }) {
  const getName = useTemplateNames([
    ...(trigger_email_id === null ? [] : [trigger_email_id]),
    ...drip_steps.map(({ email_id }) => email_id),
  ]);
  const [shown, show] = useState<string>();
  return (
    <>
      <ol className="drips-line" aria-label={t('Steps')}>
        <li className="drips-stop">
          <span className="caption muted">{t('Trigger')}</span>
          {trigger_email_id === null ? (
            <span>{t('through the API')}</span>
          ) : (
            <span>
              {rich('when {template} is sent', {
                template: (
                  <Link to="/templates/$templateId" params={{ templateId: trigger_email_id }}>
                    {getName(trigger_email_id)}
                  </Link>
                ),
              })}
            </span>
          )}
        </li>
        {drip_steps.map(({ id, email_id, delay_seconds, waiting }) => (
          <li key={id} className="drips-stop">
            <span className="caption muted">{inWords(Number(delay_seconds))}</span>
            <Link to="/templates/$templateId" params={{ templateId: email_id }}>
              {getName(email_id)}
            </Link>
            {waiting !== undefined && <Waiting campaignId={campaignId} stepId={id} count={waiting} />}
            <Button small onClick={() => show(email_id)}>
              {t('Preview')}
            </Button>
          </li>
        ))}
      </ol>
      {shown !== undefined && <StepPreview templateId={shown} name={getName(shown)} onClose={() => show(undefined)} />}
    </>
  );
}

/** Links to the members of the step. */
function Waiting({ campaignId, stepId, count }: { campaignId: string; stepId: string; count: number }) {
  const words = tn('{count} waiting', '{count} waiting', count);
  if (count === 0) return <span className="muted">{words}</span>;
  return (
    <Link to="/drip_campaigns/$id" params={{ id: campaignId }} search={{ step: stepId }}>
      {words}
    </Link>
  );
}

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { t, tn } from '../../i18n/texts.js';
import { Button } from '../../ui/button.js';
import { inWords } from './delays.js';
import { StepPreview } from './step-preview.js';
import type { Campaign } from './queries.js';
import { useTemplateNames } from './queries.js';

/** The mails in the order of time: how long after the one before, and which. */
export function StepLine({ campaign: { id: campaignId, trigger_email_id, drip_steps } }: { campaign: Campaign }) {
  const nameOf = useTemplateNames([
    ...(trigger_email_id === null ? [] : [trigger_email_id]),
    ...drip_steps.map(({ email_id }) => email_id),
  ]);
  const [shown, show] = useState<string>();
  return (
    <>
      <ol className="drips-line" aria-label={t('Steps')}>
        <li className="drips-stop">
          <span className="caption muted">{t('Enters')}</span>
          {trigger_email_id === null ? (
            <span>{t('when a program says so')}</span>
          ) : (
            <span>
              {t('when sent')}{' '}
              <Link to="/templates/$templateId" params={{ templateId: trigger_email_id }}>
                {nameOf(trigger_email_id)}
              </Link>
            </span>
          )}
        </li>
        {drip_steps.map(({ id, email_id, delay_seconds, waiting }) => (
          <li key={id} className="drips-stop">
            <span className="caption muted">{inWords(Number(delay_seconds))}</span>
            <Link to="/templates/$templateId" params={{ templateId: email_id }}>
              {nameOf(email_id)}
            </Link>
            {waiting !== undefined && <Waiting campaignId={campaignId} stepId={id} count={waiting} />}
            <Button small onClick={() => show(email_id)}>
              {t('Preview')}
            </Button>
          </li>
        ))}
      </ol>
      {shown !== undefined && <StepPreview templateId={shown} name={nameOf(shown)} onClose={() => show(undefined)} />}
    </>
  );
}

/** Leads to who they are. */
function Waiting({ campaignId, stepId, count }: { campaignId: string; stepId: string; count: number }) {
  const words = tn('{count} member waits for it', '{count} members wait for it', count);
  if (count === 0) return <span className="muted">{words}</span>;
  return (
    <Link to="/drip_campaigns/$id" params={{ id: campaignId }} search={{ step: stepId }}>
      {words}
    </Link>
  );
}

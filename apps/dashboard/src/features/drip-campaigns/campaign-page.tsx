import './drips.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { formatNumber, t, tn } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Button, IconButton } from '../../ui/button.js';
import { useSaveWithConflictCheck } from '../../ui/save-with-conflict-check.js';
import { Loaded } from '../../ui/loaded.js';
import { Menu } from '../../ui/menu.js';
import { Page } from '../../ui/page.js';
import { Removal } from '../../ui/typed-confirmation.js';
import { toast } from '../../ui/toasts.js';
import { CampaignForm } from './campaign-form.js';
import { CampaignState } from './campaigns-page.js';
import { Members } from './members.js';
import type { Campaign, CampaignContent } from './queries.js';
import { campaignQuery, campaignsKey, toContent, deleteCampaign, readCampaign, updateCampaign } from './queries.js';
import { StepLine } from './step-line.js';
import { TrialDialog } from './trial.js';

const route = getRouteApi('/shell/drip_campaigns/$id');

export function CampaignPage() {
  const { id } = route.useParams();
  const query = useQuery(campaignQuery(id));
  const [shown, show] = useState<'edit' | 'delete' | 'try'>();
  const close = () => show(undefined);
  const why = useWhyNot('editor');
  const pausing = usePause(id);
  const campaign = query.data;
  return (
    <Page
      title={campaign?.name ?? t('Drip campaign')}
      back={{ to: '/drip_campaigns', label: t('Drip campaigns') }}
      fill
      marks={campaign && <CampaignState enabled={campaign.enabled} />}
      actions={
        campaign && (
          <>
            <Button why={why} busy={pausing.isPending} onClick={() => pausing.mutate(!campaign.enabled)}>
              {campaign.enabled ? t('Pause') : t('Enable')}
            </Button>
            <Button why={why} onClick={() => show('edit')}>
              {t('Edit')}
            </Button>
            <Button why={why} onClick={() => show('try')}>
              {t('Try')}
            </Button>
            <Menu
              trigger={<IconButton icon="more" label={t('More')} />}
              items={[{ label: t('Delete'), danger: true, why, onSelect: () => show('delete') }]}
            />
          </>
        )
      }
    >
      <Loaded query={query}>
        {(found) => (
          <>
            <Figures campaign={found} />
            <StepLine campaign={found} />
            <Members campaign={found} />
            {shown === 'edit' && <EditDialog campaign={found} onClose={close} />}
            {shown === 'try' && <TrialDialog campaign={found} onClose={close} />}
            {shown === 'delete' && <DeleteDialog campaign={found} onClose={close} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

const Figures = ({ campaign: { entered, waiting, finished, left } }: { campaign: Campaign }) => (
  <dl className="drips-figures">
    {[
      [t('Entered'), entered],
      [t('Waiting'), waiting],
      [t('Finished'), finished],
      [t('Left'), left],
    ].map(([label, count]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{formatNumber(Number(count))}</dd>
      </div>
    ))}
  </dl>
);

/** A paused campaign takes no members and sends no email. */
function usePause(id: string) {
  const queries = useQueryClient();
  const pausing = useMutation({
    mutationFn: (enabled: boolean) => updateCampaign(id, { enabled }),
    onSuccess: (_answer, enabled) => {
      toast(enabled ? t('Campaign resumed.') : t('Campaign paused. Due emails stay queued.'), () =>
        pausing.mutate(!enabled),
      );
      return queries.invalidateQueries({ queryKey: campaignsKey });
    },
  });
  return pausing;
}

function EditDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const queries = useQueryClient();
  const change = useSaveWithConflictCheck<CampaignContent>({
    loaded: toContent(campaign),
    read: async () => toContent(await readCampaign(campaign.id)),
    write: (changed) => updateCampaign(campaign.id, changed),
    getLabel: (name) =>
      ({ name: t('Name'), trigger_email_id: t('Trigger template'), drip_steps: t('Steps') })[name] ?? name,
  });
  return (
    <CampaignForm
      campaign={campaign}
      title={t('Edit campaign')}
      description={t('Members waiting for a removed step continue with the next one.')}
      action={t('Save')}
      onClose={onClose}
      send={change}
      onSuccess={() => {
        toast(t('Saved.'));
        onClose();
        return queries.invalidateQueries({ queryKey: campaignsKey });
      }}
    />
  );
}

const DeleteDialog = ({ campaign: { id, name, waiting }, onClose }: { campaign: Campaign; onClose: () => void }) => (
  <Removal
    title={t('Delete {name}', { name })}
    consequence={tn(
      '{count} waiting member gets no more emails from this campaign. You cannot undo this.',
      '{count} waiting members get no more emails from this campaign. You cannot undo this.',
      waiting,
    )}
    word={name}
    remove={() => deleteCampaign(id)}
    done={t('{name} deleted.', { name })}
    list={{ to: '/drip_campaigns', key: campaignsKey }}
    onClose={onClose}
  />
);

import './drips.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatNumber, t, tn } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { CampaignForm } from './campaign-form.js';
import type { Campaign } from './queries.js';
import { campaignsKey, campaignsQuery, createCampaign } from './queries.js';

const example = {
  path: '/drip_campaigns',
  body: { name: 'Onboarding', enabled: true, drip_steps: [{ email_id: 'tem_…', delay_seconds: 86_400 }] },
};

/** Sequences of delayed emails (docs/drips.md). */
export function CampaignsPage() {
  const list = useQuery(campaignsQuery);
  const [isCreating, setCreating] = useState(false);
  return (
    <Page
      title={t('Drip campaigns')}
      fill
      actions={
        <Button tone="primary" why={useWhyNot('editor')} onClick={() => setCreating(true)}>
          {t('Create campaign')}
        </Button>
      }
    >
      <Loaded query={list}>
        {(campaigns) =>
          campaigns.length === 0 ? (
            <Empty example={example}>
              {t('No drip campaigns yet. A campaign sends a series of emails with delays.')}
            </Empty>
          ) : (
            <Table
              label={t('Drip campaigns')}
              rows={campaigns}
              columns={columns()}
              getKey={({ id }) => id}
              getHref={({ id }) => `/drip_campaigns/${id}`}
            />
          )
        }
      </Loaded>
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

export const CampaignState = ({ enabled }: Pick<Campaign, 'enabled'>) =>
  enabled ? <Badge tone="ok">{t('On')}</Badge> : <Badge>{t('Paused')}</Badge>;

const columns = (): readonly Column<Campaign>[] => [
  { name: 'name', head: t('Name'), width: 'minmax(0, 2fr)', cell: ({ name }) => name },
  { name: 'state', head: t('Status'), width: '100px', cell: ({ enabled }) => <CampaignState enabled={enabled} /> },
  {
    name: 'steps',
    head: t('Steps'),
    width: '90px',
    wide: true,
    cell: ({ drip_steps }) => tn('{count} email', '{count} emails', drip_steps.length),
  },
  {
    name: 'entered',
    head: t('Entered'),
    width: '90px',
    wide: true,
    figures: true,
    cell: ({ entered }) => formatNumber(entered),
  },
  { name: 'waiting', head: t('Waiting'), width: '90px', figures: true, cell: ({ waiting }) => formatNumber(waiting) },
  {
    name: 'finished',
    head: t('Finished'),
    width: '90px',
    wide: true,
    figures: true,
    cell: ({ finished }) => formatNumber(finished),
  },
  { name: 'left', head: t('Left'), width: '90px', wide: true, figures: true, cell: ({ left }) => formatNumber(left) },
];

function CreateDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <CampaignForm
      title={t('Create campaign')}
      action={t('Create')}
      onClose={onClose}
      send={createCampaign}
      onSuccess={async ({ drip_campaign: { id } }) => {
        await queries.invalidateQueries({ queryKey: campaignsKey });
        await navigate({ to: '/drip_campaigns/$id', params: { id } });
      }}
    />
  );
}

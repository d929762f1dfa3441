import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { nextPageLoader, getRows } from '../../api/pages.js';
import { t } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { IconButton } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { PlainSelect } from '../../ui/field.js';
import { Loaded } from '../../ui/loaded.js';
import { SearchField } from '../../ui/search-field.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { runAfterUndo } from '../../ui/toasts.js';
import type { Campaign, Member, MemberFilter } from './queries.js';
import { campaignsKey, isWholeAddress, memberFilter, membersQuery, removeMember, useTemplateNames } from './queries.js';

const route = getRouteApi('/shell/drip_campaigns/$id');

export function Members({ campaign }: { campaign: Campaign }) {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const { recipient_address: address } = filter;
  const isPart = address !== undefined && !isWholeAddress(address);
  const list = useInfiniteQuery({ ...membersQuery(campaign.id, filter), enabled: !isPart });
  const columns = useColumns(campaign);
  const getName = useTemplateNames(campaign.drip_steps.map(({ email_id }) => email_id));
  const narrow = (change: MemberFilter) =>
    void navigate({ search: memberFilter({ ...filter, ...change }), replace: true });
  return (
    <section className="drips-members" aria-labelledby="drips-members">
      <h2 id="drips-members">{t('Members')}</h2>
      <div className="drips-filter">
        <SearchField
          label={t('Member address')}
          value={address ?? ''}
          onChange={(recipient_address) => narrow({ recipient_address })}
        />
        <PlainSelect
          label={t('Waiting for')}
          value={filter.step}
          options={[
            ['', t('Any step')],
            ...campaign.drip_steps.map(
              ({ id, email_id }, index) =>
                [id, t('step {position}: {email}', { position: index + 1, email: getName(email_id) })] as const,
            ),
          ]}
          onChange={(step = '') => narrow({ step })}
        />
      </div>
      {isPart ? (
        <Empty>{t('Enter a complete address to find a member.')}</Empty>
      ) : (
        <Loaded query={list}>
          {(data) => {
            const members = getRows(data);
            return members.length === 0 ? (
              <Empty>
                {address !== undefined
                  ? t('No member has this address.')
                  : filter.step !== undefined
                    ? t('No members are waiting for this step.')
                    : t('No members')}
              </Empty>
            ) : (
              <Table
                label={t('Members')}
                rows={members}
                columns={columns}
                getKey={({ id }) => id}
                onEnd={nextPageLoader(list)}
              />
            );
          }}
        </Loaded>
      )}
    </section>
  );
}

const stateTones = { waiting: 'info', finished: 'ok', left: 'neutral' } as const;
const nameOfState = (state: Member['state']): string =>
  ({ waiting: t('waiting'), finished: t('finished'), left: t('left') })[state];

function useColumns({ id, drip_steps }: Campaign): readonly Column<Member>[] {
  const why = useWhyNot('editor');
  const queries = useQueryClient();
  const remove = (address: string) =>
    runAfterUndo(t('{email} removed from the campaign.', { email: address }), () =>
      removeMember(id, address).finally(() => void queries.invalidateQueries({ queryKey: campaignsKey })),
    );
  const findStep = (step: string | undefined) => drip_steps.findIndex((each) => each.id === step) + 1;
  return [
    {
      name: 'address',
      head: t('Address'),
      width: 'minmax(0, 2fr)',
      cell: ({ recipient_address }) => (
        <Link to="/customers/$email" params={{ email: recipient_address }}>
          {recipient_address}
        </Link>
      ),
    },
    {
      name: 'state',
      head: t('Status'),
      width: '110px',
      cell: ({ state }) => <Badge tone={stateTones[state]}>{nameOfState(state)}</Badge>,
    },
    {
      name: 'step',
      head: t('Next email'),
      width: '170px',
      wide: true,
      cell: ({ step, next_due }) =>
        next_due === undefined ? (
          ''
        ) : (
          <>
            {t('step {position}', { position: findStep(step) })}, <Time at={next_due} />
          </>
        ),
    },
    { name: 'entered', head: t('Entered'), width: '120px', wide: true, cell: ({ entered }) => <Time at={entered} /> },
    {
      name: 'remove',
      head: '',
      width: '44px',
      cell: ({ state, recipient_address: email }) =>
        state === 'waiting' && (
          <IconButton icon="close" label={t('Remove {email}', { email })} why={why} onClick={() => remove(email)} />
        ),
    },
  ];
}
